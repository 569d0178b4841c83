// @ts-check
/** The log in words: what each recorded act did, for the list of moves, the live region and "what happened last". */

import { meldName } from "./view_table.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Values} Values
 * @typedef {import("./frame.js").LogEntry} LogEntry
 * @typedef {import("./frame.js").Frame} Frame
 * @typedef {{id: number, kind: "set" | "run", cards: string[]}} Meld
 * @typedef {[string, Values]} Phrase key and values of one phrase
 */

/**
 * The phrases of one log row; the first says who.
 * @param {LogEntry} entry @param {Frame} frame @param {Words} words
 * @returns {Phrase[]} empty where there is nothing to tell
 */
export function phrases(entry, frame, words) {
  return entry.events.flatMap((event) => tell(event, entry, frame, words));
}

/** @param {Phrase[]} list @param {Words} words @returns {(string | Node)[]} */
export function asNodes(list, words) {
  return list.flatMap(([key, values], i) => [...gap(list, i, words), ...words.nodes(key, values)]);
}

/** @param {Phrase[]} list @param {Words} words @returns {string} */
export function asText(list, words) {
  return list.map(([key, values], i) => gap(list, i, words).join("") + words.t(key, values)).join("");
}

/** Between phrases a comma; none after the name. @param {Phrase[]} list @param {number} i @param {Words} words */
function gap(list, i, words) {
  if (i === 0) return [];
  return list[i - 1][0] === "story_who" ? [" "] : [words.t("comma")];
}

/** @param {any} event @param {LogEntry} entry @param {Frame} frame @param {Words} words @returns {Phrase[]} */
function tell(event, entry, frame, words) {
  const name = (/** @type {number} */ seat) => ({ name: frame.seats.find((s) => s.seat === seat)?.name ?? "" });
  const who = (/** @type {number} */ seat) => /** @type {Phrase} */ (["story_who", { who: name(seat) }]);
  switch (event.type) {
    case "dealt":
      return [["story_dealt", { n: Math.max(...event.counts) }]];
    case "drew":
      return [who(event.seat), event.card ? ["story_drew_card", { card: { card: event.card } }] : ["story_drew", {}]];
    case "laid_out":
      return [who(event.seat), ...laidOut(event.before, event.after, event.shed, words)];
    case "passed":
      return [who(event.seat), ["story_passed", {}]];
    case "forfeited":
      return [who(event.seat), ["story_resigned", {}]];
    case "aborted":
      return [["story_aborted", {}]];
    case "round_ended":
      return ended(event.record, entry.actor, name);
    default:
      return [];
  }
}

/** @param {any} record @param {number | string} actor who is named already @param {(seat: number) => {name: string}} name @returns {Phrase[]} */
function ended(record, actor, name) {
  if (record.out !== null && record.out === actor) return [["story_went_out", {}]];
  if (record.out !== null) return [["story_out", { who: name(record.out) }]];
  return record.finish === "dead" ? [["story_dead", {}]] : [];
}

/**
 * What a layout did: new melds, cards added to a meld as it stood, or a rearrangement.
 * @param {Meld[]} before @param {Meld[]} after @param {string[]} shed @param {Words} words
 * @returns {Phrase[]}
 */
function laidOut(before, after, shed, words) {
  const own = new Set(shed);
  const fresh = after.filter((m) => m.cards.every((f) => own.has(f)));
  const grown = after.filter((m) => !fresh.includes(m) && before.some((b) => grewFrom(b, m, own)));
  if (fresh.length + grown.length === after.length) {
    const laid = fresh.map((m) => /** @type {Phrase} */ (["story_laid", { cards: { cards: m.cards } }]));
    return [...laid, ...grown.map((m) => added(m, own, before, words))];
  }
  const moved = movedCards(before, after);
  const laid = /** @type {Phrase} */ (["story_laid", { cards: { cards: shed } }]);
  if (moved.length <= 3) return [["story_moved", { cards: { cards: moved } }], laid];
  return [["story_rearranged", { n: after.length }], laid];
}

/** Whether `m` is meld `b` with cards of the hand added. @param {Meld} b @param {Meld} m @param {Set<string>} own */
function grewFrom(b, m, own) {
  return b.cards.every((f) => m.cards.includes(f)) && m.cards.every((f) => own.has(f) || b.cards.includes(f));
}

/** @param {Meld} meld @param {Set<string>} own @param {Meld[]} before @param {Words} words @returns {Phrase} */
function added(meld, own, before, words) {
  const old = before.find((b) => grewFrom(b, meld, own)) ?? meld;
  const cards = meld.cards.filter((f) => own.has(f));
  return ["story_added", { cards: { cards }, meld: meldName(old.cards, old.kind, words) }];
}

/** Table cards that lie in another meld than before. @param {Meld[]} before @param {Meld[]} after @returns {string[]} */
export function movedCards(before, after) {
  return before.flatMap((b) => b.cards.filter((f) => after.find((m) => m.cards.includes(f))?.id !== b.id));
}
