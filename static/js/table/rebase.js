// @ts-check
/**
 * What becomes of a draft when the table changes under it, and how it outlives a reload.
 *
 * Groups of the draft that nobody else touched follow the new table silently; an idea built on cards of a meld that somebody else
 * changed is kept and marked (`clash`), so that the player chooses: keep my idea, or reset group. Pure.
 */

import { groupOf, same, start } from "./draft.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./draft.js").Base} Base
 * @typedef {import("./draft.js").Group} Group
 */

/** Whether two bases hold the same table and the same hand. @param {Base} a @param {Base} b */
export function sameBase(a, b) {
  return sameTable(a, b) && same(a.hand, b.hand);
}

/** @param {Base} a @param {Base} b */
function sameTable(a, b) {
  return a.melds.length === b.melds.length && a.melds.every((m) => b.melds.some((n) => n.id === m.id && same(n.cards, m.cards)));
}

/**
 * Carry a draft over to a new table. When the own hand changed, the own turn went by (a draw, a play, a covering bot, another
 * tab): the draft goes back, as the clock's sentence promises.
 * @param {Draft} draft @param {Base} base
 * @returns {Draft}
 */
export function rebase(draft, base) {
  if (!same(draft.base.hand, base.hand)) return start(base, draft.rules);
  if (sameTable(draft.base, base)) return { ...draft, base };
  const carry = (/** @type {Group[]} */ groups) => carryOver(groups, draft.base, base);
  const chosen = draft.chosen.filter((face) => base.hand.includes(face));
  return { ...draft, base, chosen, groups: carry(draft.groups), past: draft.past.map(carry), future: draft.future.map(carry) };
}

/**
 * @param {Group[]} groups @param {Base} old @param {Base} base
 * @returns {Group[]}
 */
function carryOver(groups, old, base) {
  const gone = old.melds.filter((m) => !base.melds.some((n) => same(n.cards, m.cards)));
  const come = base.melds.filter((n) => !old.melds.some((m) => same(m.cards, n.cards)));
  const moved = new Set(gone.flatMap((m) => m.cards));
  const untouched = (/** @type {Group} */ g) => gone.some((m) => same(m.cards, g.cards));
  const ideas = groups.filter((g) => !untouched(g) && g.cards.some((f) => moved.has(f)));
  const taken = new Set(ideas.flatMap((g) => g.cards));
  const renew = new Map(old.melds.map((m) => [m.id, base.melds.find((n) => same(n.cards, m.cards))?.id ?? null]));
  const kept = groups
    .filter((g) => !untouched(g))
    .map((g) => {
      if (ideas.includes(g)) return { ...g, from: null, clash: true };
      const from = g.from === null ? null : (renew.get(g.from) ?? null);
      return { ...g, key: from === null ? g.key : `m${from}`, from };
    });
  const fresh = come
    .map((n) => ({ ...groupOf(n), cards: n.cards.filter((f) => !taken.has(f)) }))
    .filter((g) => g.cards.length > 0);
  return inTableOrder(rename([...kept, ...fresh]), base);
}

/** Two groups must never share a name: an idea that outlives its meld takes another one. @param {Group[]} groups @returns {Group[]} */
function rename(groups) {
  const seen = new Set(groups.filter((g) => g.from !== null).map((g) => g.key));
  return groups.map((g) => {
    if (g.from !== null) return g;
    let key = g.key;
    while (seen.has(key)) key = `${key}x`;
    seen.add(key);
    return { ...g, key };
  });
}

/** Melds in the order of the table, then the ideas. @param {Group[]} groups @param {Base} base @returns {Group[]} */
function inTableOrder(groups, base) {
  const place = new Map(base.melds.map((m, i) => [m.id, i]));
  const rank = (/** @type {Group} */ g) => (g.from === null ? base.melds.length : (place.get(g.from) ?? base.melds.length));
  return groups.map((g, i) => ({ g, i })).sort((a, b) => rank(a.g) - rank(b.g) || a.i - b.i).map(({ g }) => g);
}

/** A draft as text for the session's storage; rules and selection are not kept. @param {string} match @param {Draft} draft */
export function pack(match, draft) {
  const { base, groups, past, future, serial } = draft;
  return JSON.stringify({ v: 1, match, base, groups, past, future, serial });
}

/**
 * Bring a packed draft back onto the present table; a text that is not ours, or whose cards do not add up, gives a fresh start.
 * @param {string | null} text @param {string} match @param {Base} base @param {Draft["rules"]} rules
 * @returns {Draft}
 */
export function unpack(text, match, base, rules) {
  const fresh = start(base, rules);
  if (!text) return fresh;
  try {
    const kept = JSON.parse(text);
    if (kept.v !== 1 || kept.match !== match) return fresh;
    const draft = { base: kept.base, rules, groups: kept.groups, chosen: [], past: kept.past, future: kept.future, serial: kept.serial };
    return [draft.groups, ...draft.past, ...draft.future].every((groups) => addsUp(groups, draft.base)) ? rebase(draft, base) : fresh;
  } catch {
    return fresh;
  }
}

/** @param {Group[]} groups @param {Base} base */
function addsUp(groups, base) {
  const table = base.melds.flatMap((m) => m.cards);
  const down = groups.flatMap((g) => g.cards);
  const all = new Set([...table, ...base.hand]);
  return new Set(down).size === down.length && down.every((f) => all.has(f)) && table.every((f) => down.includes(f));
}
