// @ts-check
/** What a message from the server does to the page: the frame, the draft that stands on it, answers to commands. Pure. */

import { faultNote, baseOf } from "./state.js";
import { myTurn, receive } from "./frame.js";
import { noted } from "./order.js";
import { rebase } from "./rebase.js";

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./state.js").Effect} Effect
 */

/**
 * @param {App} app @param {any} message @param {number} now @param {number} [sent]
 * @returns {{app: App, effects: Effect[]}}
 */
export function arrive(app, message, now, sent) {
  switch (message.type) {
    case "frame":
      return onFrame(app, message, now);
    case "accepted":
      return { app: ui(app, { pending: null, note: null }), effects: [] };
    case "refused":
      return onRefused(app, message);
    case "error":
      return { app: ui(app, { note: plain(`refusal_${message.code}`) }), effects: [] };
    default:
      return { app: { ...app, model: receive(app.model, message, now, sent) }, effects: [] };
  }
}

/** @param {App} app @param {any} message @param {number} now @returns {{app: App, effects: Effect[]}} */
function onFrame(app, message, now) {
  const was = app.model;
  const model = receive(was, message, now);
  if (model.frame === was.frame) return { app, effects: [] };
  const base = baseOf(model);
  const draft = rebase(app.draft, base);
  const order = noted(app.ui.order, app.draft.base.hand, base.hand);
  const open = draft.groups.some((g) => g.key === app.ui.open) ? app.ui.open : null;
  const moved = was.frame !== null && model.frame?.version !== was.frame.version;
  const change = { order, open, ...(moved ? { confirm: null, menu: null, peek: false, note: kept(app) } : {}) };
  /** @type {Effect[]} */
  const effects = [];
  if (myTurn(model) && !(was.frame && myTurn(was))) effects.push({ do: "cue", name: "turn" }, { do: "say", key: "your_turn", loud: true });
  if (was.frame?.status === "playing" && model.frame?.status === "finished") effects.push({ do: "cue", name: "over" });
  return { app: { ...ui(app, change), model, draft }, effects };
}

/** A refusal stays until the player does something about it; other notes are over when the table moves on. @param {App} app */
function kept(app) {
  return app.ui.note?.tone === "bad" && myTurn(app.model) ? app.ui.note : null;
}

/** The draft stays as it is; the first group that is refused is shown. @param {App} app @param {any} message */
function onRefused(app, message) {
  const index = message.detail?.group;
  const group = app.ui.pending === "layout" && typeof index === "number" ? (app.draft.groups[index]?.key ?? null) : null;
  const note = faultNote(group, message.code, message.detail ?? {});
  const draft = app.ui.pending === "layout";
  /** @type {Effect[]} */
  const effects = [{ do: "cue", name: "refused" }, { do: "say", key: note.key, values: note.values, loud: true }];
  if (group) effects.push({ do: "focus", at: `group:${group}` });
  return { app: ui(app, { pending: null, note: { ...note, hint: draft ? note.hint : null }, open: group ?? app.ui.open }), effects };
}

/** @param {string} key @returns {import("./state.js").Note} */
function plain(key) {
  return { tone: "wait", key, values: {}, group: null, hint: null };
}

/** @param {App} app @param {Partial<import("./state.js").Ui>} change @returns {App} */
function ui(app, change) {
  return { ...app, ui: { ...app.ui, ...change } };
}
