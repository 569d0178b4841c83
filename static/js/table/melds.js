// @ts-check
/**
 * The verdict on a group, card for card the one the server's engine gives (rule cards, section 1, "Meld check"): same codes, same
 * order of checks, same detail. The server decides; this copy exists so that a player sees the verdict while arranging, and a test
 * compares both on every vector and on ten thousand random groups.
 */

import { byRank, bySuit, faceOf, parse } from "./cards.js";

/**
 * @typedef {import("./cards.js").Piece} Piece
 * @typedef {object} MeldRules
 * @property {boolean} aceHigh an ace may stand above the king
 * @property {number} maxJokers jokers in one meld
 * @property {number} minNaturals pieces that are no jokers
 * @property {number} maxRun pieces in the longest run
 * @property {boolean} tiles tiles have numbers: a 1 is no ace
 *
 * @typedef {{at_least?: number, at_most?: number, cards?: string[]}} Detail
 * @typedef {{ok: true, kind: "set" | "run", cards: string[], jokers: Record<string, string[]>}} Shape
 * @typedef {{ok: false, code: string, detail: Detail}} Fault
 */

const SHORTEST = 3;
const SUITS = 4;
const RANKS = 13;
const HIGH_ACE = 14;

/** Hand Russian (rule card 1): no jokers, the ace is low. @type {MeldRules} */
export const HAND_RUSSIAN = { aceHigh: false, maxJokers: 0, minNaturals: 1, maxRun: RANKS, tiles: false };

/**
 * @param {readonly string[]} faces a joker's place among them is its identity
 * @param {MeldRules} rules
 * @param {"set" | "run" | null} [kind] needed for one natural between jokers alone
 * @returns {Shape | Fault}
 */
export function classify(faces, rules, kind = null) {
  const pieces = faces.map(parse);
  const naturals = pieces.filter((p) => !p.joker);
  if (pieces.length < SHORTEST) return fault("MELD_TOO_SHORT", { at_least: SHORTEST });
  if (pieces.length - naturals.length > rules.maxJokers) return fault("TOO_MANY_JOKERS", { at_most: rules.maxJokers });
  if (naturals.length < rules.minNaturals) return fault("TOO_FEW_NATURALS", { at_least: rules.minNaturals });
  if (kind === null && naturals.length === 1) return fault("KIND_REQUIRED");
  if (naturals.every((p) => p.rank === naturals[0].rank) && kind !== "run") return asSet(pieces, naturals);
  if (naturals.every((p) => p.suit === naturals[0].suit) && kind !== "set") return asRun(pieces, naturals, rules);
  return fault("MELD_MIXED");
}

/** @param {string} code @param {Detail} [detail] @returns {Fault} */
function fault(code, detail = {}) {
  return { ok: false, code, detail };
}

/** @param {Piece[]} pieces @param {Piece[]} naturals @returns {Shape | Fault} */
function asSet(pieces, naturals) {
  const doubled = naturals.filter((p) => naturals.some((q) => q !== p && q.suit === p.suit));
  if (doubled.length > 0) return fault("SET_DUP_SUIT", { cards: doubled.map((p) => p.face) });
  if (pieces.length > SUITS) return fault("SET_TOO_LONG", { at_most: SUITS });
  const { rank, tile } = naturals[0];
  const missing = [0, 1, 2, 3].filter((s) => !naturals.some((p) => p.suit === s)).map((s) => faceOf(rank, s, tile));
  const jokers = pieces.filter((p) => p.joker).sort((a, b) => a.copy - b.copy);
  const ordered = [...naturals].sort((a, b) => a.suit - b.suit);
  return {
    ok: true,
    kind: "set",
    cards: [...ordered, ...jokers].map((p) => p.face),
    jokers: Object.fromEntries(jokers.map((p) => [p.face, missing])),
  };
}

/** @param {Piece[]} pieces @param {Piece[]} naturals @param {MeldRules} rules @returns {Shape | Fault} */
function asRun(pieces, naturals, rules) {
  const doubled = naturals.filter((p) => naturals.some((q) => q !== p && q.rank === p.rank));
  if (doubled.length > 0) return fault("RUN_DUP_RANK", { cards: doubled.map((p) => p.face) });
  const plain = naturals.length === pieces.length;
  const low = plain ? sorted(pieces, lowPlace) : pieces;
  const high = plain ? sorted(pieces, highPlace) : pieces;
  const readings = [{ ordered: low, ace: 1 }, { ordered: high, ace: HIGH_ACE }].slice(0, rules.aceHigh ? 2 : 1);
  for (const { ordered, ace } of readings) {
    const first = firstPlace(ordered, ace);
    if (first !== null && first >= 1 && first <= lastFirst(ordered.length, rules)) {
      if (ordered.length > rules.maxRun) return fault("RUN_TOO_LONG", { at_most: rules.maxRun });
      return runShape(ordered, first, naturals[0]);
    }
  }
  return refuseRun(low, high, naturals, rules);
}

/** @param {Piece[]} pieces @param {(p: Piece) => number} place */
function sorted(pieces, place) {
  return [...pieces].sort((a, b) => place(a) - place(b));
}

/** @param {Piece} p */
function lowPlace(p) {
  return p.rank;
}

/** @param {Piece} p */
function highPlace(p) {
  return p.rank === 1 ? HIGH_ACE : p.rank;
}

/** The highest place at which a run may begin. @param {number} length @param {MeldRules} rules */
function lastFirst(length, rules) {
  return Math.max(1, (rules.aceHigh ? HIGH_ACE : RANKS) - length + 1);
}

/** The place of the first piece if all naturals follow in step. @param {Piece[]} ordered @param {number} ace */
function firstPlace(ordered, ace) {
  const firsts = new Set(ordered.flatMap((p, i) => (p.joker ? [] : [(p.rank === 1 ? ace : p.rank) - i])));
  return firsts.size === 1 ? [...firsts][0] : null;
}

/** @param {Piece[]} ordered @param {number} first @param {Piece} natural @returns {Shape} */
function runShape(ordered, first, natural) {
  const stands = ordered.flatMap((p, i) => (p.joker ? [[p.face, [faceOf(first + i, natural.suit, natural.tile)]]] : []));
  return { ok: true, kind: "run", cards: ordered.map((p) => p.face), jokers: Object.fromEntries(stands) };
}

/** @param {Piece[]} low @param {Piece[]} high @param {Piece[]} naturals @param {MeldRules} rules @returns {Fault} */
function refuseRun(low, high, naturals, rules) {
  const plain = naturals.length === low.length;
  const above = firstPlace(high, HIGH_ACE);
  const topIsAce = above !== null && above >= 1 && above + high.length - 1 === HIGH_ACE;
  if (topIsAce && !rules.aceHigh && !rules.tiles) return fault("RUN_ACE_HIGH");
  if (turnsCorner(low, plain)) return fault("RUN_WRAP");
  return fault("RUN_GAP", plain ? { cards: missing(naturals, rules) } : {});
}

/** Whether the pieces follow in step on the circle of ranks. @param {Piece[]} ordered @param {boolean} plain */
function turnsCorner(ordered, plain) {
  if (plain) {
    const held = new Set(ordered.map((p) => p.rank));
    return [...held].filter((rank) => !held.has((rank % RANKS) + 1)).length === 1;
  }
  const steps = ordered.flatMap((p, i) => (p.joker ? [] : [(((p.rank - i) % RANKS) + RANKS) % RANKS]));
  return new Set(steps).size === 1;
}

/** The cards that would close the gaps, in the reading that needs the fewest. @param {Piece[]} naturals @param {MeldRules} rules */
function missing(naturals, rules) {
  const ranks = naturals.map((p) => p.rank);
  const readings = [ranks, ...(rules.aceHigh ? [ranks.map((r) => (r === 1 ? HIGH_ACE : r))] : [])];
  const gaps = readings.map((held) => {
    const from = Math.min(...held);
    return Array.from({ length: Math.max(...held) - from }, (_, i) => from + i).filter((place) => !held.includes(place));
  });
  const fewest = gaps.reduce((best, gap) => (gap.length < best.length ? gap : best));
  return fewest.map((place) => faceOf(place, naturals[0].suit, naturals[0].tile));
}

/**
 * The order in which a group is shown: a set by suit, anything else by rank; an ace above the king where only that makes a run.
 * A group with a joker keeps its order, because there the place is the meaning.
 * @param {readonly string[]} faces @param {MeldRules} rules
 * @returns {string[]}
 */
export function arrange(faces, rules) {
  const pieces = faces.map(parse);
  if (pieces.some((p) => p.joker)) return [...faces];
  const shape = classify(faces, rules);
  if (shape.ok) return shape.cards;
  const oneRank = pieces.every((p) => p.rank === pieces[0].rank);
  const ordered = [...faces].sort(oneRank ? bySuit : byRank);
  const short = rules.aceHigh && pieces.some((p) => p.rank === 1) && pieces.some((p) => p.rank > 11);
  return short ? [...ordered].sort((a, b) => highPlace(parse(a)) - highPlace(parse(b))) : ordered;
}

/**
 * How a group stands, for the eye: `ok`; `wait` when one or two cards could still become a meld; `bad` otherwise.
 * @typedef {{tone: "ok" | "wait" | "bad", code: string | null, detail: Detail, kind: "set" | "run" | null}} Verdict
 * @param {readonly string[]} faces @param {MeldRules} rules
 * @returns {Verdict}
 */
export function verdict(faces, rules) {
  const found = classify(faces, rules);
  if (found.ok) return { tone: "ok", code: null, detail: {}, kind: found.kind };
  const tone = found.code === "MELD_TOO_SHORT" && promising(faces, rules) ? "wait" : "bad";
  return { tone, code: found.code, detail: found.detail, kind: null };
}

/** Whether some third card would make a meld of these. @param {readonly string[]} faces @param {MeldRules} rules */
function promising(faces, rules) {
  const pieces = faces.map(parse);
  if (pieces.length < 2) return true;
  const [a, b] = pieces;
  if (a.joker || b.joker) return rules.maxJokers > 0;
  if (a.rank === b.rank) return a.suit !== b.suit;
  if (a.suit !== b.suit) return false;
  const near = Math.abs(a.rank - b.rank) <= 2;
  return near || (rules.aceHigh && Math.abs(highPlace(a) - highPlace(b)) <= 2);
}

/**
 * Where a group that is no meld falls into melds by one cut; 0 when there is no such place.
 * @param {readonly string[]} faces @param {MeldRules} rules
 * @returns {number}
 */
export function bestCut(faces, rules) {
  for (let at = 1; at < faces.length; at += 1) {
    if (classify(faces.slice(0, at), rules).ok && classify(faces.slice(at), rules).ok) return at;
  }
  const ranks = faces.map((f) => parse(f).rank);
  const gap = ranks.findIndex((rank, i) => i > 0 && rank - ranks[i - 1] > 1);
  return classify(faces, rules).ok ? 0 : Math.max(gap, 0);
}
