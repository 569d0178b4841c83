// @ts-check
/** Clicks, keys and drags on the page, turned into intents. */

import { readClock, readHand, readLast, readOpponents, readTable } from "./announce.js";
import { groupAt, groupWith, isLocked } from "./draft.js";
import { Drag } from "./drag.js";
import { command, neighbour, zoneOf } from "./keys.js";

const AGAIN_MS = 350;
const SMALL_PX = 40;

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page */
export function listen(page) {
  const { root } = page;
  /** @type {{face: string, at: number}} */
  let last = { face: "", at: 0 };
  root.addEventListener("click", (e) => {
    const target = /** @type {Element} */ (e.target);
    const node = /** @type {HTMLElement | null} */ (target.closest("[data-do]"));
    const group = /** @type {HTMLElement | null} */ (target.closest(".group"))?.dataset.group ?? "";
    if (node?.dataset.do === "card") {
      const face = node.dataset.face ?? "";
      const again = face === last.face && e.timeStamp - last.at < AGAIN_MS;
      last = again ? { face: "", at: 0 } : { face, at: e.timeStamp };
      const extend = e.shiftKey || e.ctrlKey || e.metaKey;
      tapCard(page, node, { face, again: again && e.detail > 0 && !extend, extend });
    } else if (node) press(page, node, group);
    else if (group) page.act({ type: "tap_group", group });
    else if (target.closest("#hand, #handzone")) page.act({ type: "tap_hand" });
  });
  const drag = listenDrags(page);
  page.doc.addEventListener("keydown", (e) => onKey(page, e, drag));
  listenMenu(page);
}

/** @param {Page} page @param {HTMLElement} node @param {{face: string, again: boolean, extend: boolean}} how */
function tapCard(page, node, how) {
  if (page.app.ui.peek) return;
  page.act({ type: "tap_card", small: node.getBoundingClientRect().width < SMALL_PX, ...how });
}

/** @param {Page} page @param {HTMLElement} node @param {string} group */
function press(page, node, group) {
  const name = node.dataset.do ?? "";
  const own = page.app.model.frame?.you !== null;
  switch (name) {
    case "rail":
      return own && page.app.draft.chosen.length > 0 ? page.act({ type: "tap_group", group }) : page.act({ type: "toggle", group });
    case "gap":
      return page.act({ type: "tap_gap", group, at: Number(node.dataset.at) });
    case "split":
      return page.act({ type: "split", group });
    case "more":
      return page.act({ type: "ask_group", group });
    case "fold":
      return page.act({ type: "toggle", group });
    case "keep":
      return page.act({ type: "keep_idea", group });
    case "restore":
      return page.act({ type: "reset_group", group });
    case "sort":
      return page.act({ type: "sort", mode: node.dataset.mode === "rank" ? "rank" : "suit" });
    case "new":
      return page.act({ type: "tap_new" });
    case "undo":
    case "redo":
    case "reset":
    case "draw":
    case "play":
    case "show_fault":
    case "dismiss":
      return page.act({ type: name });
    default:
      return undefined;
  }
}

/** @param {Page} page */
function listenDrags(page) {
  const chosen = () => page.app.draft.chosen;
  const hand = (/** @type {string} */ face) => !groupWith(page.app.draft, face);
  return new Drag(page.root, {
    block: (face) => (chosen().includes(face) ? chosen() : [face]),
    tail: (face) => {
      const cards = groupWith(page.app.draft, face)?.cards ?? [face];
      return cards.slice(cards.indexOf(face));
    },
    may: (face) => {
      const group = groupWith(page.app.draft, face);
      return page.app.model.frame?.you !== null && !page.app.ui.peek && !(group && isLocked(page.app.draft, group));
    },
    fromHand: hand,
    onHold: (faces) => page.act({ type: "pick", faces }),
    onDrop: (faces, target) => {
      if (target.kind === "place") return page.act({ type: "drop", faces, place: target.place }, { still: true });
      if (faces.length === 1 && hand(faces[0])) return page.act({ type: "reorder", face: faces[0], before: target.before });
      return page.act({ type: "give_back", faces: faces.filter((f) => !hand(f)) }, { still: true });
    },
  });
}

/** @param {Page} page @param {KeyboardEvent} e @param {Drag} drag */
function onKey(page, e, drag) {
  const node = /** @type {HTMLElement | null} */ (page.doc.activeElement);
  if (node?.closest("dialog")) return onDialogKey(page, e, node);
  const name = command(e, page.store.prefs().letters);
  if (e.key === "Enter" && node?.matches(".card[data-face]") && !e.ctrlKey) {
    e.preventDefault();
    return openMenu(page, node);
  }
  if (name === null || e.defaultPrevented) return undefined;
  if (name === "arrow") return onArrow(page, e, node);
  e.preventDefault();
  if (name === "cancel") {
    if (drag.drag) return drag.stop();
    if (page.closeSheet?.()) return undefined;
    return page.act({ type: "cancel" });
  }
  return run(page, name, node);
}

/** @param {Page} page @param {HTMLElement} node */
function openMenu(page, node) {
  const face = node.dataset.face ?? "";
  if (!page.app.draft.chosen.includes(face)) page.act({ type: "tap_card", face, extend: true });
  if (page.app.draft.chosen.includes(face)) page.act({ type: "ask_move" });
}

/** @param {Page} page @param {string} name @param {HTMLElement | null} node */
function run(page, name, node) {
  const group = node?.closest(".group")?.getAttribute("data-group") ?? page.app.ui.open ?? "";
  const say = (/** @type {string} */ text) => page.voice.say(text);
  switch (name) {
    case "menu":
      return node?.matches(".card[data-face]") ? openMenu(page, node) : page.act({ type: "ask_move" });
    case "new":
      return page.act({ type: "tap_new" });
    case "split":
      return group ? page.act({ type: "split", group }) : undefined;
    case "merge":
      return groupAt(page.app.draft, group) ? page.act({ type: "ask_merge", group }) : undefined;
    case "back":
      return page.act({ type: "give_back", faces: [...page.app.draft.chosen] });
    case "sort":
      return page.act({ type: "sort", mode: page.app.ui.order.mode === "suit" ? "rank" : "suit" });
    case "undo":
    case "redo":
    case "reset":
    case "draw":
    case "play":
      return page.act({ type: name });
    case "read_table":
      return say(readTable(page.app, page.words));
    case "read_clock":
      return say(readClock(page.app, page.words, Date.now()));
    case "read_last":
      return say(readLast(page.app, page.words));
    case "read_others":
      return say(readOpponents(page.app, page.words));
    case "read_hand":
      return say(readHand(page.app, page.words));
    case "help":
      return /** @type {HTMLDialogElement} */ (page.part("help")).showModal();
    default:
      return undefined;
  }
}

/** @param {Page} page @param {KeyboardEvent} e @param {HTMLElement | null} node */
function onArrow(page, e, node) {
  if (!node || !zoneOf(node)) return;
  const next = neighbour(page.doc, node, e.key);
  if (!next) return;
  e.preventDefault();
  for (const other of page.doc.querySelectorAll(`#${next.closest("[id]")?.id} [tabindex='0']`)) other.setAttribute("tabindex", "-1");
  next.tabIndex = 0;
  next.focus();
  if (e.shiftKey) {
    for (const end of [node, next]) {
      const face = end.dataset.face;
      if (face && !page.app.draft.chosen.includes(face)) page.act({ type: "tap_card", face, extend: true });
    }
  }
}

/** Arrows and Esc in a menu. @param {Page} page @param {KeyboardEvent} e @param {HTMLElement} node */
function onDialogKey(page, e, node) {
  const items = /** @type {HTMLElement[]} */ ([...(node.closest("[role='menu']")?.querySelectorAll("[role='menuitem']") ?? [])]);
  const at = items.indexOf(node);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[e.key];
  if (at < 0 || to === undefined) return;
  e.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}

/** @param {Page} page */
function listenMenu(page) {
  const dialog = /** @type {HTMLDialogElement} */ (page.part("choices"));
  dialog.addEventListener("click", (e) => {
    const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (e.target).closest("[data-intent]"));
    if (item) page.act(JSON.parse(item.dataset.intent ?? "{}"));
    else if (e.target === dialog || /** @type {Element} */ (e.target).closest("[data-close]")) page.act({ type: "close_menu" });
  });
  dialog.addEventListener("close", () => {
    if (page.app.ui.menu) page.act({ type: "close_menu" });
  });
}
