// @ts-check
/** The draft bar, the two acts at their fixed places, and the words over the cloth. */

import { el, fill, glyph, set } from "./dom.js";
import { dirty, laid } from "./draft.js";
import { lockedForMe, myTurn } from "./frame.js";
import { actorName, drawAct, playAct, unready } from "./standing.js";

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./standing.js").Act} Act
 */

/** @param {Document} doc @param {App} app @param {Words} words */
export function paintDraft(doc, app, words) {
  const own = laid(app.draft).size;
  const ride = /** @type {HTMLElement} */ (doc.getElementById("ride"));
  const lap = own === 0 && app.model.frame?.status === "playing" && lockedForMe(app.model);
  // In the go-around the sentence of the lock takes the room; after the end there is nothing to say.
  ride.hidden = lap || app.model.frame?.status !== "playing";
  fill(ride, [el("i", { class: "own" }), ...(own > 0 ? counted(words, "ride", own) : [words.t("none_ride")])]);
  const line = /** @type {HTMLElement} */ (doc.getElementById("verdict"));
  const { tone, icon, text } = draftVerdict(app, words, own);
  set(line, { class: `verdict ${tone}` });
  line.hidden = text.length === 0;
  fill(line, [glyph(icon, icon.startsWith("v-") ? "sign" : "ic sign"), el("span", {}, ...text)]);
  const can = { undo: app.draft.past.length > 0, redo: app.draft.future.length > 0, reset: dirty(app.draft) };
  for (const [name, may] of Object.entries(can)) {
    const button = /** @type {HTMLElement} */ (doc.getElementById(name));
    set(button, { "aria-disabled": String(!may) });
  }
  const asked = app.ui.confirm === "reset";
  const reset = /** @type {HTMLElement} */ (doc.getElementById("reset"));
  reset.classList.toggle("asked", asked);
  fill(/** @type {HTMLElement} */ (reset.querySelector(".lbl")), [words.t(asked ? "reset_sure" : "reset")]);
}

/** @param {App} app @param {Words} words @param {number} own */
function draftVerdict(app, words, own) {
  const bad = unready(app).length;
  const frame = app.model.frame;
  if (bad > 0) return { tone: "bad", icon: "v-bad", text: words.nodes("not_ready", { n: bad }) };
  if (own > 0) return { tone: "ok", icon: "v-ok", text: words.nodes("all_ready") };
  if (frame && frame.status === "playing" && lockedForMe(app.model)) return { tone: "wait", icon: "i-lock", text: words.nodes("lap_sentence") };
  if (myTurn(app.model)) {
    const barred = frame?.can?.pass === "PASS_HAS_PLAY";
    return { tone: "wait", icon: "v-wait", text: words.nodes(barred ? "lay_no_pass" : frame?.view.stock === 0 ? "lay_or_pass" : "lay_or_draw") };
  }
  const who = { name: actorName(app, frame?.view.to_act ?? null) };
  return { tone: "wait", icon: "v-wait", text: frame?.status === "playing" ? words.nodes("plan_while", { who }) : [] };
}

/** A counted phrase whose number stands out. @param {Words} words @param {string} key @param {number} n */
function counted(words, key, n) {
  return words.pieces(key, { n }).map((p) => (typeof p === "string" ? p : el("b", {}, String(n))));
}

/** @param {Document} doc @param {App} app @param {Words} words */
export function paintActs(doc, app, words) {
  paintAct(/** @type {HTMLElement} */ (doc.getElementById("draw")), "act act-draw", drawAct(app), words);
  paintAct(/** @type {HTMLElement} */ (doc.getElementById("play")), "act act-play", playAct(app), words);
}

const ICONS = { off: "i-lock", not: "v-bad", ready: null, wait: null, busy: null, plain: null };

/**
 * The button stays operable: pressed when it cannot act, it says why and shows what to do about it.
 * @param {HTMLElement} button @param {string} cls @param {Act} act @param {Words} words
 */
function paintAct(button, cls, act, words) {
  set(button, { class: act.look === "plain" ? cls : `${cls} ${act.look}`, "aria-disabled": act.look === "busy" ? "true" : null, "data-can": String(act.can), "data-why": act.why });
  fill(/** @type {HTMLElement} */ (button.querySelector(".lab")), [words.t(act.label)]);
  // The stock's number is no reason, so it carries no padlock.
  const icon = act.why === "left" || act.why === "planned" ? null : ICONS[act.look];
  const sign = icon === null ? [] : [glyph(icon, icon.startsWith("v-") ? "sign" : "ic")];
  fill(/** @type {HTMLElement} */ (button.querySelector("small")), [...sign, el("span", {}, ...words.nodes(act.why, act.values))]);
}

/**
 * Messages in the page, never a browser box: the note, the offer of the last ten seconds, a lost connection.
 * @param {HTMLElement} box @param {App} app @param {Words} words @param {{offer: boolean, link: import("./socket.js").LinkState}} now
 */
export function paintNotes(box, app, words, now) {
  /** @type {HTMLElement[]} */
  const notes = [];
  const { note } = app.ui;
  if (now.link !== "open" && app.model.frame) {
    const key = now.link === "connecting" ? "line_lost" : `line_${now.link}`;
    const ended = now.link !== "connecting" && now.link !== "polling";
    const again = ended ? [button("reload", words.t("reload"), "btn")] : [];
    notes.push(message("wait", "line", [el("b", {}, words.t(key)), " ", words.t(`${key}_more`)], again));
  }
  if (note) {
    const text = [...(note.tone === "bad" ? [el("b", {}, words.t("not_yet")), " "] : []), ...words.nodes(note.key, note.values)];
    if (note.hint) text.push(" ", words.t(note.hint));
    const buttons = note.group === null || note.group === app.ui.open ? [] : [button("show_fault", words.t("show_me"), "btn")];
    notes.push(message(note.tone, `note-${note.key}`, text, [...buttons, button("dismiss", words.t("dismiss"), "btn-icon", "i-cross")]));
  }
  if (now.offer) {
    notes.push(message("wait", "offer", words.nodes("ten_left"), [button("play", words.t("play_now"), "btn btn-strong")]));
  }
  const keys = notes.map((n) => n.dataset.note).join();
  if (box.dataset.shown === keys) return;
  box.dataset.shown = keys;
  box.replaceChildren(...notes);
}

/** @param {string} tone @param {string} key @param {(string | Node)[]} text @param {HTMLElement[]} buttons */
function message(tone, key, text, buttons) {
  const sign = glyph(tone === "bad" ? "v-bad" : "v-wait", "sign");
  const said = el("p", {}, ...text);
  return el("div", { class: `msg ${tone}`, "data-note": `${key}|${said.textContent}` }, sign, said, el("span", { class: "btns" }, ...buttons));
}

/** @param {string} act @param {string} label @param {string} cls @param {string | null} [icon] */
function button(act, label, cls, icon = null) {
  return icon
    ? el("button", { type: "button", class: cls, "data-do": act, "aria-label": label }, glyph(icon, "ic"))
    : el("button", { type: "button", class: cls, "data-do": act }, label);
}
