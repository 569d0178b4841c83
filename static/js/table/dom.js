// @ts-check
/** The few ways this page makes elements: never from a string of HTML, so that no name and no chat line can become markup. */

import { COLOURS, parse, printed, RANKS, SUITS } from "./cards.js";

const SVG = "http://www.w3.org/2000/svg";
let sprite = "";

/** Say where the sprite lies (static names are hashed, so the page tells). @param {string} url */
export function useSprite(url) {
  sprite = url;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attrs] null, undefined and false leave the attribute out
 * @param {...(string | Node | null)} children strings become text
 * @returns {HTMLElement}
 */
export function el(tag, attrs = {}, ...children) {
  const node = document.createElement(tag);
  set(node, attrs);
  for (const child of children) if (child !== null) node.append(child);
  return node;
}

/**
 * Bring attributes to the given values, touching only what differs.
 * @param {Element} node
 * @param {Record<string, string | number | boolean | null | undefined>} attrs
 */
export function set(node, attrs) {
  for (const [key, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) {
      if (node.hasAttribute(key)) node.removeAttribute(key);
    } else {
      const text = value === true ? "" : String(value);
      if (node.getAttribute(key) !== text) node.setAttribute(key, text);
    }
  }
}

/**
 * Put these children in, unless they are there already: a drawing that is made anew is blank for a moment, and a live region that is
 * written anew is read anew.
 * @param {Element} node @param {(string | Node)[]} children
 */
export function fill(node, children) {
  const wanted = document.createElement(node.tagName);
  wanted.append(...children);
  const now = node.childNodes;
  if (now.length === wanted.childNodes.length && [...now].every((child, i) => child.isEqualNode(wanted.childNodes[i]))) return;
  node.replaceChildren(...wanted.childNodes);
}

/** Put plain text, only when it differs (a live region must not repeat itself). @param {Element} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A drawing from the sprite. @param {string} id @param {string} [cls] @returns {SVGElement} */
export function glyph(id, cls = "") {
  const svg = /** @type {SVGElement} */ (document.createElementNS(SVG, "svg"));
  if (cls) svg.setAttribute("class", cls);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${sprite}#${id}`);
  svg.append(use);
  return svg;
}

/** @param {Element} svg @param {string} id */
export function reglyph(svg, id) {
  const use = svg.firstElementChild;
  if (use && !use.getAttribute("href")?.endsWith(`#${id}`)) use.setAttribute("href", `${sprite}#${id}`);
}

/** The drawing's name for a face. @param {"s" | "m" | "l"} size @param {string} face @param {string | null} stands joker's card */
export function drawing(size, face, stands = null) {
  const piece = parse(face);
  if (!piece.joker) return `${piece.tile ? "t" : "c"}-${size}-${printed(face)}`;
  if (stands) return `${piece.tile ? "tj" : "j"}-${size}-${printed(stands)}`;
  return piece.tile ? `t-${size}-J` : `c-${size}-JK`;
}

/** A card in a line of text: an ivory chip, rank then suit, never reordered. @param {string} face @param {string} label */
export function token(face, label) {
  const piece = parse(face);
  const spoken = el("span", { class: "sr" }, label);
  if (piece.joker) return el("bdi", { class: "tok tok-jk", dir: "ltr" }, glyph("star"), spoken);
  const suit = piece.tile ? COLOURS[piece.suit] : SUITS[piece.suit];
  const rank = piece.tile ? String(piece.rank) : RANKS[piece.rank - 1].replace("T", "10");
  const shape = glyph(piece.tile ? `t-${suit}` : `s-${suit}`);
  return el("bdi", { class: `tok tok-${suit.toLowerCase()}`, dir: "ltr" }, el("span", { "aria-hidden": "true" }, rank), shape, spoken);
}

/** A person's name, isolated from the direction around it. @param {string} text */
export function name(text) {
  return el("bdi", {}, text);
}

/**
 * Make the children of `parent` one to a key, in order, reusing what is there, so that focus and motion survive a redraw.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => Element} make
 * @param {(node: Element, item: T, index: number) => void} update
 */
export function sync(parent, items, keyOf, make, update) {
  /** @type {Map<string, Element>} */
  const old = new Map();
  for (const child of parent.children) {
    const key = child.getAttribute("data-k");
    if (key !== null) old.set(key, child);
  }
  const wanted = new Set(items.map(keyOf));
  for (const [key, node] of old) if (!wanted.has(key)) node.remove();
  let at = parent.firstElementChild;
  items.forEach((item, index) => {
    const key = keyOf(item);
    let node = old.get(key);
    if (!node) {
      node = make(item);
      node.setAttribute("data-k", key);
    }
    update(node, item, index);
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  });
}
