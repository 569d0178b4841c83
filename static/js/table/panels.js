// @ts-check
/** Everything around the table: side panel and sheet, chat, sound, the menu, leaving and resigning, the table before. */

import { paintUnread } from "./view_log.js";
import { reglyph, set } from "./dom.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page */
export function furnish(page) {
  const { root } = page;
  root.addEventListener("click", (e) => {
    const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (e.target).closest("[data-panel], [data-open], [data-close], [data-do]"));
    if (!node) return;
    if (node.dataset.panel) showPanel(page, node.dataset.panel, true);
    else if (node.dataset.open) open(page, node.dataset.open);
    else if (node.hasAttribute("data-close")) shut(page, node);
    else command(page, node);
  });
  page.closeSheet = () => closeSheet(page);
  listenPeek(page);
  listenChat(page);
  listenSwitches(page);
  paintSound(page);
}

/** @param {Page} page @param {HTMLElement} node */
function command(page, node) {
  switch (node.dataset.do) {
    case "sound":
      page.store.prefer({ sound: !page.sound.on });
      page.sound.turnTo(!page.sound.on);
      return paintSound(page);
    case "resign":
      /** @type {HTMLDialogElement} */ (page.part("ask-resign")).close();
      return page.resign();
    case "hide_result":
      page.part("result").dataset.away = page.match;
      return page.paint();
    case "reload":
      return location.reload();
    case "mute":
      return mute(page, node.dataset.name ?? "");
    case "phrase":
      return page.line.tell({ type: "phrase", phrase: node.dataset.phrase ?? "" });
    default:
      return undefined;
  }
}

/** @param {Page} page @param {string} id */
function open(page, id) {
  const target = page.part(id);
  if (target instanceof HTMLDialogElement) {
    for (const other of page.doc.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (other).close();
    target.showModal();
  }
}

/** @param {Page} page @param {HTMLElement} node */
function shut(page, node) {
  const dialog = node.closest("dialog");
  if (dialog) dialog.close();
  else closeSheet(page);
}

/** @param {Page} page @param {string} name @param {boolean} user */
function showPanel(page, name, user) {
  for (const tab of page.doc.querySelectorAll("[role='tab']")) {
    const on = tab.getAttribute("data-panel") === name;
    set(tab, { "aria-selected": String(on) });
    const panel = page.doc.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = !on;
  }
  const side = page.part("side");
  for (const dialog of page.doc.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
  if (user && !side.classList.contains("is-open") && getComputedStyle(side).display === "none") {
    side.classList.add("is-open");
    // The sheet lies over the cloth: what is under it is out of reach until it is closed.
    page.part("cloth").inert = true;
    /** @type {HTMLElement | null} */ (side.querySelector("[aria-selected='true']"))?.focus();
  }
  if (page.chatShown()) {
    page.unread = 0;
    paintUnread(page.doc, 0, page.words);
    const list = page.part("chat");
    list.scrollTop = list.scrollHeight;
  }
}

/** @param {Page} page @returns {boolean} whether there was a sheet to close */
function closeSheet(page) {
  const side = page.part("side");
  if (!side.classList.contains("is-open")) return false;
  side.classList.remove("is-open");
  page.part("cloth").inert = false;
  page.part("chat-open").focus();
  return true;
}

/** Hold to see the table before; let go, and the draft is back. @param {Page} page */
function listenPeek(page) {
  const button = page.part("peek");
  const look = (/** @type {boolean} */ on) => {
    if (page.app.ui.peek !== on) page.act({ type: "peek", on });
  };
  button.addEventListener("pointerdown", () => look(true));
  for (const end of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(end, () => look(false));
  button.addEventListener("keydown", (e) => {
    if (e.key === " " || e.key === "Enter") look(true);
  });
  button.addEventListener("keyup", () => look(false));
}

/** A line that is refused comes back into its field, unless another one is being written. @param {Page} page */
function listenChat(page) {
  const form = /** @type {HTMLFormElement} */ (page.part("chat-form"));
  const input = /** @type {HTMLInputElement} */ (page.part("chat-text"));
  let said = "";
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    page.line.tell({ type: "chat", text });
    said = text;
    input.value = "";
  });
  page.answered = (refused) => {
    if (refused && said && !input.value) input.value = said;
    said = "";
  };
}

/** @param {Page} page @param {string} who */
function mute(page, who) {
  if (page.muted.has(who)) page.muted.delete(who);
  else page.muted.add(who);
  page.store.mute(page.muted);
  page.paint();
}

/** @param {Page} page */
function listenSwitches(page) {
  const letters = /** @type {HTMLInputElement | null} */ (page.doc.getElementById("letters"));
  if (!letters) return;
  letters.checked = page.store.prefs().letters;
  letters.addEventListener("change", () => page.store.prefer({ letters: letters.checked }));
}

/** @param {Page} page */
function paintSound(page) {
  for (const button of page.doc.querySelectorAll("[data-do='sound']")) {
    set(button, { "aria-pressed": String(page.sound.on), "aria-label": page.words.t(page.sound.on ? "sound_on" : "sound_off") });
    const svg = button.querySelector("svg");
    if (svg) reglyph(svg, page.sound.on ? "i-sound" : "i-mute");
  }
}
