// @ts-check
/**
 * The keyboard: Tab goes from zone to zone, arrows within a zone in the direction the eye sees, letters are shortcuts that can be
 * switched off and never work while someone types.
 */

/** @typedef {{zone: string, items: string}} Zone */

/** One tab stop a zone. @type {Zone[]} */
export const ZONES = [
  { zone: "#melds", items: ".card, .slot, .tool, .newgroup:not([hidden]), .clashbox .btn" },
  { zone: "#hist", items: "button" },
  { zone: "#hand", items: ".card" },
  { zone: "#tabs", items: "button" },
];

/** Make exactly one item of every zone reachable by Tab: the one that had it, or the first. @param {Document} doc */
export function rove(doc) {
  for (const { zone, items } of ZONES) {
    const all = visible(doc, zone, items);
    const had = all.find((node) => node === doc.activeElement) ?? all.find((node) => node.tabIndex === 0) ?? all[0];
    for (const node of all) node.tabIndex = node === had ? 0 : -1;
  }
}

/** @param {Document} doc @param {string} zone @param {string} items @returns {HTMLElement[]} */
function visible(doc, zone, items) {
  const box = doc.querySelector(zone);
  const all = box ? /** @type {HTMLElement[]} */ ([...box.querySelectorAll(items)]) : [];
  return all.filter((node) => node.offsetParent !== null);
}

/** @param {Element | null} node @returns {Zone | undefined} */
export function zoneOf(node) {
  return ZONES.find((z) => node?.closest(z.zone) && node.matches(z.items));
}

/**
 * The item an arrow leads to, by what the eye sees.
 * @param {Document} doc @param {Element} from @param {string} key
 * @returns {HTMLElement | null}
 */
export function neighbour(doc, from, key) {
  const zone = zoneOf(from);
  if (!zone) return null;
  const all = visible(doc, zone.zone, zone.items).filter((node) => node !== from);
  const here = middle(from);
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const node of all) {
    const there = middle(node);
    const along = sign * (across ? there.x - here.x : there.y - here.y);
    const aside = Math.abs(across ? there.y - here.y : there.x - here.x);
    const sameLine = !across || aside < Math.max(here.h, there.h) / 2;
    if (along < 4 || !sameLine) continue;
    const cost = along + aside * (across ? 4 : 0.5);
    if (cost < least) [best, least] = [node, cost];
  }
  return best ?? (across ? wrapped(doc, zone, from, sign) : null);
}

/** Past the end of a line the next line begins. @param {Document} doc @param {Zone} zone @param {Element} from @param {number} sign */
function wrapped(doc, zone, from, sign) {
  const all = visible(doc, zone.zone, zone.items);
  const forward = doc.documentElement.dir === "rtl" ? -sign : sign;
  return all[all.indexOf(/** @type {HTMLElement} */ (from)) + forward] ?? null;
}

/** @param {Element} node */
function middle(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, h: box.height };
}

/** Whether keys belong to what is being written. @param {EventTarget | null} target */
export function writing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}

/**
 * The name of what a key asks for, or null.
 * @param {KeyboardEvent} e @param {boolean} letters whether single letters are switched on
 * @returns {string | null}
 */
export function command(e, letters) {
  if (writing(e.target)) return null;
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if ((e.ctrlKey || e.metaKey) && !e.altKey) return { z: e.shiftKey ? "redo" : "undo", y: "redo" }[key] ?? null;
  if (e.ctrlKey || e.metaKey || e.altKey) return null;
  if (key === "Escape") return "cancel";
  if (key.startsWith("Arrow")) return "arrow";
  if (!letters) return null;
  return LETTERS[key] ?? BY_PLACE[e.code] ?? null;
}

/** @type {Record<string, string>} */
const LETTERS = {
  m: "menu",
  n: "new",
  x: "split",
  j: "merge",
  r: "reset",
  d: "draw",
  p: "play",
  s: "sort",
  b: "back",
  t: "read_table",
  c: "read_clock",
  l: "read_last",
  o: "read_others",
  y: "read_hand",
  "?": "help",
};

/** The same keys by their place, for keyboards that write other letters. @type {Record<string, string>} */
const BY_PLACE = Object.fromEntries(
  Object.entries(LETTERS)
    .filter(([letter]) => letter !== "?")
    .map(([letter, name]) => [`Key${letter.toUpperCase()}`, name]),
);
