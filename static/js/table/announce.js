// @ts-check
/**
 * What is said to the ear: one polite region for moves and verdicts, one assertive for "your turn", "ten seconds" and refusals. The
 * ticking clock is never announced.
 */

import { parse } from "./cards.js";
import { inHand } from "./draft.js";
import { left } from "./frame.js";
import { shown } from "./order.js";
import { actorName, verdicts } from "./standing.js";
import { asText, phrases } from "./story.js";
import { meldName, verdictKey } from "./view_table.js";

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./words.js").Words} Words
 */

export class Announcer {
  /** @param {HTMLElement} polite @param {HTMLElement} loud */
  constructor(polite, loud) {
    this.polite = polite;
    this.loud = loud;
  }

  /** @param {string} text @param {boolean} [loud] */
  say(text, loud = false) {
    const region = loud ? this.loud : this.polite;
    // The same words again must be heard again: a no-break space at the end makes them new.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }
}

/** The table read aloud: every group with its verdict. @param {App} app @param {Words} words */
export function readTable(app, words) {
  const groups = app.draft.groups;
  if (groups.length === 0) return words.t("table_empty");
  const found = verdicts(app);
  return groups
    .map((g, i) => {
      const v = found[i].verdict;
      const what = v.tone === "ok" ? meldName(g.cards, v.kind, words) : `${words.t("just_cards", { cards: { cards: g.cards } })}, ${words.t(...verdictKey(g.cards, v))}`;
      return words.t("read_group", { number: i + 1, what });
    })
    .join(words.t("comma"));
}

/** @param {App} app @param {Words} words */
export function readHand(app, words) {
  const held = inHand(app.draft);
  const cards = shown(app.draft.base.hand, app.ui.order).filter((f) => held.includes(f) && parse(f));
  return words.t("read_hand", { n: cards.length, cards: { cards } });
}

/** @param {App} app @param {Words} words @param {number} now */
export function readClock(app, words, now) {
  const ms = left(app.model, now);
  if (ms === null) return words.t("no_clock");
  const who = app.model.frame ? actorName(app, app.model.frame.view.to_act) : "";
  return words.t("read_clock", { n: Math.ceil(ms / 1000), who: { name: who } });
}

/** @param {App} app @param {Words} words */
export function readLast(app, words) {
  const frame = app.model.frame;
  const told = frame ? app.model.log.map((entry) => phrases(entry, frame, words)).filter((p) => p.length > 0) : [];
  const last = told.at(-1);
  return last ? asText(last, words) : words.t("nothing_yet");
}

/** @param {App} app @param {Words} words */
export function readOpponents(app, words) {
  const frame = app.model.frame;
  if (!frame) return "";
  return frame.seats
    .filter((s) => s.seat !== frame.you)
    .map((s) => words.t("read_seat", { who: { name: s.name }, n: frame.view.counts[s.seat] ?? 0 }))
    .concat(words.t("read_stock", { n: frame.view.stock }))
    .join(words.t("comma"));
}
