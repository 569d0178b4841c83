// @ts-check
/**
 * How the two acts stand, always both, always with a reason: Draw (Pass on a dry stock) and Play this table. Pure.
 */

import { dirty, laid } from "./draft.js";
import { left, myTurn } from "./frame.js";
import { verdict } from "./melds.js";

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./words.js").Values} Values
 * @typedef {object} Act
 * @property {"ready" | "not" | "wait" | "busy" | "off" | "plain"} look
 * @property {boolean} can whether pressing it acts
 * @property {string} label key of the button's words
 * @property {string} why key of the line under it
 * @property {Values} values
 */

/** @param {App} app @returns {{key: string, verdict: import("./melds.js").Verdict}[]} */
export function verdicts(app) {
  return app.draft.groups.map((g) => ({ key: g.key, verdict: verdict(g.cards, app.draft.rules) }));
}

/** Groups that are no melds, in the order shown. @param {App} app @returns {string[]} */
export function unready(app) {
  return verdicts(app).filter((v) => v.verdict.tone !== "ok").map((v) => v.key);
}

/** @param {App} app @returns {Act} */
export function playAct(app) {
  const act = { label: "play", values: {} };
  if (app.ui.pending === "layout") return { ...act, label: "sending", look: "busy", can: false, why: "one_moment" };
  const closed = notNow(app);
  const bad = unready(app).length;
  const own = laid(app.draft).size;
  if (closed) {
    const planned = own > 0 && bad === 0 && closed.why === "waits_for";
    return { ...act, look: "off", can: false, ...(planned ? { why: "planned", values: { n: own } } : closed) };
  }
  const code = app.model.frame?.can?.layout;
  if (code) return { ...act, look: "off", can: false, why: `short_${code}` };
  if (bad > 0) return { ...act, look: "not", can: false, why: "fix_groups", values: { n: bad } };
  if (own === 0) {
    const moved = dirty(app.draft);
    return { ...act, look: moved ? "not" : "wait", can: false, why: moved ? "own_card_missing" : "nothing_laid" };
  }
  return { ...act, look: "ready", can: true, why: "cards_down", values: { n: own } };
}

/** @param {App} app @returns {Act} */
export function drawAct(app) {
  const stock = app.model.frame?.view.stock ?? 0;
  const dry = stock === 0 && app.model.frame?.status === "playing" && app.model.frame.view.phase !== "deal";
  const label = dry ? "pass" : "draw";
  if (app.ui.pending === "draw" || app.ui.pending === "pass") {
    return { label: "sending", look: "busy", can: false, why: "one_moment", values: {} };
  }
  const closed = notNow(app);
  // The number of cards left is news for everybody, also while others play.
  if (closed) return { label, look: "off", can: false, ...(dry || app.model.frame?.status !== "playing" ? closed : { why: "left", values: { n: stock } }) };
  const code = dry ? app.model.frame?.can?.pass : app.model.frame?.can?.draw;
  if (code === "PASS_HAS_PLAY") {
    const cards = dueCards(app);
    // One card has room in the button; more are named by the note that pressing it brings.
    return { label, look: "off", can: false, why: cards.length === 1 ? "must_lay" : "short_PASS_HAS_PLAY", values: { cards: { cards } } };
  }
  if (code) return { label, look: "off", can: false, why: `short_${code}`, values: {} };
  if (app.ui.confirm === "draw") return { label, look: "plain", can: true, why: "draft_goes_back", values: {} };
  return { label, look: "plain", can: true, why: dry ? "stock_dry" : "left", values: { n: stock } };
}

/** The cards of the hand that can be laid and so bar passing; empty where passing is not barred by a play. @param {App} app @returns {string[]} */
export function dueCards(app) {
  const { can, can_detail: detail } = app.model.frame ?? {};
  return can?.pass === "PASS_HAS_PLAY" ? (detail?.pass?.cards ?? []) : [];
}

/** Why nobody at this page may act now, or null. @param {App} app @returns {{why: string, values: Values} | null} */
export function notNow(app) {
  const frame = app.model.frame;
  if (!frame || frame.status === "dealing") return { why: "dealing", values: {} };
  if (frame.status !== "playing") return { why: "short_MATCH_OVER", values: {} };
  if (app.ui.pending === "resign") return { why: "one_moment", values: {} };
  if (myTurn(app.model)) return null;
  return { why: "waits_for", values: { who: { name: actorName(app, frame.view.to_act) } } };
}

/** @param {App} app @param {number | string | null} actor */
export function actorName(app, actor) {
  return app.model.frame?.seats.find((s) => s.seat === actor)?.name ?? "";
}

/** Whether the last ten seconds run and a legal draft waits: it is offered with one tap. @param {App} app @param {number} now */
export function offered(app, now) {
  const ms = left(app.model, now);
  return ms !== null && ms > 0 && ms <= 10_000 && myTurn(app.model) && playAct(app).can;
}
