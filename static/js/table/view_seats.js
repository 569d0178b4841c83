// @ts-check
/**
 * The other seats. Play runs counter-clockwise in every language: the seat that acts next sits at the viewer's right hand, so the
 * places are physical and the list is left to right whatever the page's direction.
 */

import { el, fill, glyph, set, write } from "./dom.js";

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./frame.js").SeatInfo} SeatInfo
 */

/** Where the others sit, by the number of steps ahead of the viewer. */
const PLACES = { 2: ["top"], 3: ["right", "left"], 4: ["right", "top", "left"] };

/**
 * Who sits where.
 * @param {number} seats @param {number} from the viewer's seat; a spectator looks from seat 0
 * @returns {Record<string, number>} place -> seat
 */
export function places(seats, from) {
  const names = PLACES[/** @type {2 | 3 | 4} */ (seats)] ?? [];
  return Object.fromEntries(names.map((name, i) => [name, (from + i + 1) % seats]));
}

/** Everybody but the viewer; whoever watches sees the near seat too. @param {HTMLElement} list @param {App} app @param {Words} words */
export function paintSeats(list, app, words) {
  const frame = app.model.frame;
  if (!frame) return;
  const from = frame.you ?? 0;
  const sitting = { ...places(frame.seats.length, from), ...(frame.you === null ? { near: from } : {}) };
  for (const place of /** @type {const} */ (["left", "top", "right", "near"])) {
    const node = /** @type {HTMLElement} */ (list.querySelector(`.seat-${place}`));
    const seat = frame.seats.find((s) => s.seat === sitting[place]);
    node.hidden = seat === undefined;
    if (seat) paintSeat(node, seat, app, words);
  }
}

/** @param {HTMLElement} node @param {SeatInfo} seat @param {App} app @param {Words} words */
export function paintSeat(node, seat, app, words) {
  const frame = /** @type {import("./frame.js").Frame} */ (app.model.frame);
  const view = frame.view;
  const acting = frame.status === "playing" && view.to_act === seat.seat;
  const next = frame.status === "playing" && typeof view.to_act === "number" && (view.to_act + 1) % frame.seats.length === seat.seat;
  const away = seat.covered || seat.resigned || (seat.kind !== "bot" && !seat.present);
  const count = view.counts[seat.seat] ?? 0;
  node.classList.toggle("turn", acting);
  node.classList.toggle("away", away);
  set(node, { "data-seat": seat.seat, dir: words.lang === "ar" ? "rtl" : "ltr" });
  avatar(/** @type {HTMLElement} */ (node.querySelector(".av")), seat);
  const nm = /** @type {HTMLElement} */ (node.querySelector(".nm"));
  const tail = next && !acting ? el("span", { class: "next" }, words.t("next")) : null;
  const state = seat.kind === "bot" ? words.t("is_bot") : seatState(seat, words);
  const parts = [el("bdi", {}, seat.name), state ? el("span", { class: "sr" }, ` (${state})`) : null, tail].filter((n) => n !== null);
  fill(nm, parts);
  set(nm, { title: seat.name });
  const ct = /** @type {HTMLElement} */ (node.querySelector(".ct"));
  write(/** @type {HTMLElement} */ (ct.querySelector("b")), String(count));
  write(/** @type {HTMLElement} */ (ct.querySelector(".u")), words.t("cards_word", { n: count }));
  write(/** @type {HTMLElement} */ (node.querySelector(".st")), acting ? words.t("plays") : away ? seatState(seat, words) : "");
  fan(/** @type {HTMLElement} */ (node.querySelector(".fan")), count);
}

/** @param {SeatInfo} seat @param {Words} words */
function seatState(seat, words) {
  if (seat.resigned) return words.t("resigned");
  if (seat.covered) return words.t("covered");
  return seat.kind === "bot" || seat.present ? "" : words.t("away");
}

/** The first letter of a name, or a robot. @param {HTMLElement} node @param {SeatInfo} seat */
export function avatar(node, seat) {
  node.classList.toggle("av-bot", seat.kind === "bot");
  if (seat.kind === "bot") {
    if (!node.querySelector("svg")) fill(node, [glyph("i-bot", "ic")]);
  } else write(node, [...seat.name][0]?.toUpperCase() ?? "");
}

/** Plain backs, only the last one with its pattern. @param {HTMLElement} node @param {number} count */
function fan(node, count) {
  const shown = Math.min(count, 12);
  if (node.childElementCount === shown) return;
  fill(node, Array.from({ length: shown }, (_, i) => glyph(i === shown - 1 ? "back-s" : "back-x")));
}
