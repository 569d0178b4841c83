// @ts-check
/** The side panel: moves in words, the table's chat, and who is muted. */

import { el, fill, glyph, name, set, sync } from "./dom.js";
import { asNodes, phrases } from "./story.js";

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./frame.js").ChatLine} ChatLine
 */

/** Newest first, the last move marked. @param {HTMLElement} list @param {App} app @param {Words} words */
export function paintLog(list, app, words) {
  const frame = app.model.frame;
  if (!frame) return;
  const rows = app.model.log
    .map((entry) => ({ entry, told: phrases(entry, frame, words) }))
    .filter((row) => row.told.length > 0)
    .reverse();
  sync(
    list,
    rows,
    (row) => `s${row.entry.seq}`,
    (row) =>
      el(
        "li",
        {},
        el("span", { class: "ply" }, el("bdi", { dir: "ltr", class: "num" }, String(row.entry.seq))),
        el("p", {}, ...asNodes(row.told, words)),
      ),
    (node, _, index) => node.classList.toggle("now", index === 0),
  );
}

/**
 * @param {HTMLElement} list @param {App} app @param {Words} words @param {ReadonlySet<string>} muted names not to be shown
 */
export function paintChat(list, app, words, muted) {
  const lines = app.model.chat.filter((line) => !muted.has(line.name));
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
  sync(list, lines, (line) => `c${line.id}`, (line) => chatLine(line, words), () => {});
  if (atEnd) list.scrollTop = list.scrollHeight;
}

/** @param {ChatLine} line @param {Words} words */
function chatLine(line, words) {
  const key = `phrase_${line.phrase}`;
  const said = line.phrase !== null ? (words.has(key) ? words.t(key) : "") : (line.text ?? "");
  const at = new Intl.DateTimeFormat(`${words.lang}-u-nu-latn`, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return el(
    "li",
    {},
    el("b", {}, name(line.name)),
    " ",
    el("span", { class: "at" }, el("bdi", { dir: "ltr" }, at.format(line.at_ms))),
    el("p", {}, el("bdi", {}, said)),
  );
}

/** One switch a person who could speak here. @param {HTMLElement} box @param {App} app @param {Words} words @param {ReadonlySet<string>} muted */
export function paintMutes(box, app, words, muted) {
  const you = app.model.frame?.you;
  const seated = app.model.frame?.seats.filter((s) => s.kind !== "bot" && s.seat !== you).map((s) => s.name) ?? [];
  const speakers = [...new Set([...seated, ...app.model.chat.filter((c) => c.seat !== you).map((c) => c.name)])];
  sync(
    box,
    speakers,
    (who) => who,
    (who) => el("button", { type: "button", class: "btn btn-quiet", "data-do": "mute", "data-name": who }),
    (node, who) => {
      const off = muted.has(who);
      set(node, { "aria-pressed": String(off) });
      const text = `${off}`;
      if (node.getAttribute("data-off") === text) return;
      set(node, { "data-off": text });
      fill(node, [glyph(off ? "i-mute" : "i-chat", "ic"), el("span", {}, ...words.nodes(off ? "unmute" : "mute", { who: { name: who } }))]);
    },
  );
}

/** Unread lines on the chat button and the tab. @param {Document} doc @param {number} unread @param {Words} words */
export function paintUnread(doc, unread, words) {
  for (const badge of doc.querySelectorAll("[data-unread]")) {
    badge.textContent = String(unread);
    set(badge, { hidden: unread === 0 });
  }
  const button = doc.getElementById("chat-open");
  if (button) set(button, { "aria-label": unread > 0 ? words.t("chat_new", { n: unread }) : words.t("chat") });
}
