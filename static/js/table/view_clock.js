// @ts-check
/** Whose turn it is, the clock, and the sentence of what happens at 0:00. Painted four times a second, and told to nobody's ear. */

import { el, fill, set, write } from "./dom.js";
import { left, myTurn } from "./frame.js";
import { actorName } from "./standing.js";

const CIRCLE = 40.2;

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./words.js").Words} Words
 */

/** @param {Document} doc @param {App} app @param {Words} words @param {number} now */
export function paintClock(doc, app, words, now) {
  const frame = app.model.frame;
  if (!frame) return;
  const ms = frame.status === "playing" ? left(app.model, now) : null;
  const clock = /** @type {HTMLElement} */ (doc.getElementById("clock"));
  set(clock, { hidden: ms === null });
  if (ms === null) return;
  const seconds = Math.ceil(ms / 1000);
  clock.classList.toggle("low", seconds <= 10);
  write(/** @type {HTMLElement} */ (clock.querySelector("bdi")), clockText(seconds));
  const whole = (frame.turn_seconds ?? 60) * 1000;
  const arc = Math.min(1, ms / whole) * CIRCLE;
  set(/** @type {Element} */ (clock.querySelector(".fg")), { "stroke-dasharray": `${arc.toFixed(1)} ${CIRCLE}` });
}

/** @param {number} seconds */
export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The head line changes with the turn only. @param {Document} doc @param {App} app @param {Words} words */
export function paintTurn(doc, app, words) {
  const frame = app.model.frame;
  if (!frame) return;
  const line = /** @type {HTMLElement} */ (doc.getElementById("turn-line"));
  fill(line, turnNodes(app, words));
  const timed = frame.status === "playing" && frame.deadline_ms !== null;
  const dry = frame.view.stock === 0;
  const key = frame.you === null ? "" : dry ? "rule_dry" : "rule";
  const long = /** @type {HTMLElement} */ (doc.getElementById("rule-long"));
  const short = /** @type {HTMLElement} */ (doc.getElementById("rule-short"));
  const zero = () => el("bdi", { dir: "ltr", class: "num" }, "0:00");
  const sentence = (/** @type {string} */ k) =>
    words.pieces(k, { zero: "" }).map((p) => (typeof p === "string" ? p : zero()));
  fill(long, timed && key ? sentence(`${key}_long`) : [words.t(stateKey(app))]);
  fill(short, timed && key ? sentence(`${key}_short`) : [words.t(stateKey(app))]);
}

/** @param {App} app @param {Words} words */
function turnNodes(app, words) {
  const frame = app.model.frame;
  if (!frame || frame.status === "dealing") return words.nodes("dealing");
  if (frame.status !== "playing") return words.nodes("match_over");
  if (myTurn(app.model)) return words.nodes("your_turn");
  return words.nodes("turn_of", { who: { name: actorName(app, frame.view.to_act) } });
}

/** What stands under the turn where no clock runs. @param {App} app */
function stateKey(app) {
  const frame = app.model.frame;
  if (!frame || frame.status !== "playing") return "empty";
  if (frame.you === null) return "watching";
  return frame.deadline_ms === null ? "no_clock" : "empty";
}
