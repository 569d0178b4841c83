// @ts-check
/**
 * The draft table: a working copy of the table and of the own hand, rearranged before one proposal goes to the server.
 *
 * Pure and immutable: no DOM, no clock, no network. Tap, drag, keyboard and tests all drive these functions. Whatever happens, the
 * cards of the groups and of the hand are together exactly the cards of the table and of the hand the draft started from; a step
 * that cannot be made changes nothing and leaves no trace in the undo history.
 */

import { arrange } from "./melds.js";

/**
 * @typedef {import("./melds.js").MeldRules} MeldRules
 * @typedef {object} Meld a meld on the table as the server sent it
 * @property {number} id
 * @property {string[]} cards
 * @property {string} kind
 *
 * @typedef {object} Base what the draft stands on
 * @property {Meld[]} melds
 * @property {string[]} hand
 * @property {boolean} locked table melds may not be touched in the coming turn (the go-around)
 *
 * @typedef {object} Group
 * @property {string} key lasting name of the group in this draft
 * @property {number | null} from the meld it grew out of
 * @property {string[]} cards
 * @property {boolean} clash the table changed under an idea of this group
 *
 * @typedef {object} Draft
 * @property {Base} base
 * @property {MeldRules} rules
 * @property {Group[]} groups
 * @property {string[]} chosen selected cards, in the order of selection
 * @property {Group[][]} past
 * @property {Group[][]} future
 * @property {number} serial names new groups
 *
 * @typedef {"LOCKED" | "TABLE_CARD_STAYS" | "NOTHING_CHOSEN" | "NOTHING_CHANGES" | "NO_SUCH_PLACE"} Hindrance
 * @typedef {{draft: Draft, hindrance: Hindrance | null}} Outcome
 *
 * @typedef {{group: string, at?: number} | {fresh: true}} Place a group (and a place in it, for jokers), or a new group
 */

/** Start of a turn: every meld is a group, every own card is in the hand. @param {Base} base @param {MeldRules} rules @returns {Draft} */
export function start(base, rules) {
  return { base, rules, groups: base.melds.map(groupOf), chosen: [], past: [], future: [], serial: 0 };
}

/** @param {Meld} meld @returns {Group} */
export function groupOf(meld) {
  return { key: `m${meld.id}`, from: meld.id, cards: [...meld.cards], clash: false };
}

/** Own cards that are not on the draft table. @param {Draft} draft @returns {string[]} */
export function inHand(draft) {
  const down = laid(draft);
  return draft.base.hand.filter((face) => !down.has(face));
}

/** Own cards that ride the draft table. @param {Draft} draft @returns {Set<string>} */
export function laid(draft) {
  const own = new Set(draft.base.hand);
  return new Set(draft.groups.flatMap((g) => g.cards).filter((face) => own.has(face)));
}

/** Whether anything differs from the table as it stands. @param {Draft} draft */
export function dirty(draft) {
  const { melds } = draft.base;
  return draft.groups.length !== melds.length || draft.groups.some((g, i) => !same(g.cards, melds[i].cards));
}

/** @param {Draft} draft @param {string} key @returns {Group | undefined} */
export function groupAt(draft, key) {
  return draft.groups.find((g) => g.key === key);
}

/** @param {Draft} draft @param {string} face @returns {Group | undefined} */
export function groupWith(draft, face) {
  return draft.groups.find((g) => g.cards.includes(face));
}

/** A group nobody may touch before the go-around is over. @param {Draft} draft @param {Group} group */
export function isLocked(draft, group) {
  return draft.base.locked && group.from !== null;
}

/**
 * Select a card, or deselect it.
 * @param {Draft} draft @param {string} face
 * @returns {Outcome}
 */
export function choose(draft, face) {
  const group = groupWith(draft, face);
  if (!group && !draft.base.hand.includes(face)) return stay(draft, "NO_SUCH_PLACE");
  if (group && isLocked(draft, group)) return stay(draft, "LOCKED");
  const chosen = draft.chosen.includes(face) ? draft.chosen.filter((f) => f !== face) : [...draft.chosen, face];
  return { draft: { ...draft, chosen }, hindrance: null };
}

/** Select exactly these cards (block pick-up, drag). @param {Draft} draft @param {string[]} faces @returns {Outcome} */
export function chooseAll(draft, faces) {
  return faces.reduce(
    (/** @type {Outcome} */ done, face) => (done.hindrance ? done : choose(done.draft, face)),
    { draft: unchoose(draft), hindrance: null },
  );
}

/** @param {Draft} draft @returns {Draft} */
export function unchoose(draft) {
  return draft.chosen.length ? { ...draft, chosen: [] } : draft;
}

/**
 * Move cards to a group or to a new one.
 * @param {Draft} draft @param {string[]} faces @param {Place} place
 * @returns {Outcome}
 */
export function move(draft, faces, place) {
  if (faces.length === 0) return stay(draft, "NOTHING_CHOSEN");
  const refused = mayLeave(draft, faces);
  if (refused) return stay(draft, refused);
  if ("fresh" in place) {
    const key = `n${draft.serial + 1}`;
    const groups = [...without(draft.groups, faces), { key, from: null, cards: arrange(faces, draft.rules), clash: false }];
    return step(draft, groups, draft.serial + 1);
  }
  const target = groupAt(draft, place.group);
  if (!target) return stay(draft, "NO_SUCH_PLACE");
  if (isLocked(draft, target)) return stay(draft, "LOCKED");
  const rest = target.cards.filter((f) => !faces.includes(f));
  const before = target.cards.slice(0, place.at ?? target.cards.length).filter((f) => !faces.includes(f)).length;
  const cards = arrange([...rest.slice(0, before), ...faces, ...rest.slice(before)], draft.rules);
  if (same(cards, target.cards)) return stay(draft, "NOTHING_CHANGES");
  const groups = without(draft.groups, faces, place.group).map((g) => (g.key === place.group ? { ...g, cards } : g));
  return step(draft, groups);
}

/**
 * Cut a group before the card at `at`; the cards to add go to the first or the second part.
 * @param {Draft} draft @param {string} key @param {number} at
 * @param {{faces: string[], side: "first" | "second"} | null} [adding]
 * @returns {Outcome}
 */
export function split(draft, key, at, adding = null) {
  const group = groupAt(draft, key);
  if (!group || at < 1 || at >= group.cards.length) return stay(draft, "NO_SUCH_PLACE");
  if (isLocked(draft, group)) return stay(draft, "LOCKED");
  const faces = adding?.faces ?? [];
  const refused = mayLeave(draft, faces);
  if (refused) return stay(draft, refused);
  const halves = [group.cards.slice(0, at), group.cards.slice(at)].map((cards, i) => {
    const kept = cards.filter((f) => !faces.includes(f));
    return adding && i === (adding.side === "first" ? 0 : 1) ? arrange([...kept, ...faces], draft.rules) : kept;
  });
  const fresh = { key: `n${draft.serial + 1}`, from: null, cards: halves[1], clash: false };
  const groups = without(draft.groups, faces, key).flatMap((g) => (g.key === key ? [{ ...g, cards: halves[0] }, fresh] : [g]));
  return step(draft, groups.filter((g) => g.cards.length > 0), draft.serial + 1);
}

/** Put all cards of one group into another. @param {Draft} draft @param {string} key @param {string} into @returns {Outcome} */
export function merge(draft, key, into) {
  const group = groupAt(draft, key);
  if (!group || key === into) return stay(draft, "NO_SUCH_PLACE");
  return move(draft, group.cards, { group: into });
}

/**
 * Take own cards back into the hand; table cards stay on the table.
 * @param {Draft} draft @param {string[]} faces
 * @returns {Outcome}
 */
export function giveBack(draft, faces) {
  if (faces.length === 0) return stay(draft, "NOTHING_CHOSEN");
  const own = laid(draft);
  const table = faces.filter((f) => !own.has(f) && groupWith(draft, f));
  if (table.length > 0) return stay(draft, "TABLE_CARD_STAYS");
  const back = faces.filter((f) => own.has(f));
  if (back.length === 0) return stay(draft, "NOTHING_CHANGES");
  return step(draft, without(draft.groups, back));
}

/** Take back the own cards of one group. @param {Draft} draft @param {string} key @returns {Outcome} */
export function giveBackFrom(draft, key) {
  const own = laid(draft);
  return giveBack(draft, groupAt(draft, key)?.cards.filter((f) => own.has(f)) ?? []);
}

/**
 * Put one group back: own cards to the hand, table cards to the melds they lie in.
 * @param {Draft} draft @param {string} key
 * @returns {Outcome}
 */
export function resetGroup(draft, key) {
  const group = groupAt(draft, key);
  if (!group) return stay(draft, "NO_SUCH_PLACE");
  const homes = draft.base.melds.filter((m) => m.cards.some((f) => group.cards.includes(f)));
  let groups = draft.groups.filter((g) => g.key !== key);
  for (const meld of homes) {
    const back = meld.cards.filter((f) => group.cards.includes(f));
    const home = groups.find((g) => g.from === meld.id);
    if (home) {
      const cards = arrange([...home.cards, ...back], draft.rules);
      groups = groups.map((g) => (g === home ? { ...g, cards } : g));
    } else groups.push({ ...groupOf(meld), cards: back });
  }
  return step(draft, groups);
}

/** Keep the own idea where the table changed. @param {Draft} draft @param {string} key @returns {Outcome} */
export function keepIdea(draft, key) {
  return step(draft, draft.groups.map((g) => (g.key === key ? { ...g, clash: false } : g)));
}

/** @param {Draft} draft @returns {Draft} */
export function undo(draft) {
  const groups = draft.past.at(-1);
  if (!groups) return draft;
  return { ...draft, groups, chosen: [], past: draft.past.slice(0, -1), future: [...draft.future, draft.groups] };
}

/** @param {Draft} draft @returns {Draft} */
export function redo(draft) {
  const groups = draft.future.at(-1);
  if (!groups) return draft;
  return { ...draft, groups, chosen: [], past: [...draft.past, draft.groups], future: draft.future.slice(0, -1) };
}

/** Exactly the start of the turn. @param {Draft} draft @returns {Draft} */
export function reset(draft) {
  return start(draft.base, draft.rules);
}

/**
 * The whole table as one proposal, in the order shown, so that `group` in a refusal is a place in this list.
 * @param {Draft} draft
 * @returns {{type: "layout", groups: {cards: string[], kind: null}[]}}
 */
export function proposal(draft) {
  return { type: "layout", groups: draft.groups.map((g) => ({ cards: g.cards, kind: null })) };
}

/** @param {readonly string[]} a @param {readonly string[]} b */
export function same(a, b) {
  return a.length === b.length && a.every((face) => b.includes(face));
}

/** Why these cards may not leave their places, or null. @param {Draft} draft @param {string[]} faces @returns {Hindrance | null} */
function mayLeave(draft, faces) {
  for (const face of faces) {
    const group = groupWith(draft, face);
    if (!group && !draft.base.hand.includes(face)) return "NO_SUCH_PLACE";
    if (group && isLocked(draft, group)) return "LOCKED";
  }
  return null;
}

/**
 * @param {Group[]} groups @param {string[]} faces @param {string} [keep] a group that stays even when it is empty for now
 * @returns {Group[]}
 */
function without(groups, faces, keep) {
  return groups
    .map((g) => (g.cards.some((f) => faces.includes(f)) ? { ...g, cards: g.cards.filter((f) => !faces.includes(f)) } : g))
    .filter((g) => g.cards.length > 0 || g.key === keep);
}

/** @param {Draft} draft @param {Group[]} groups @param {number} [serial] @returns {Outcome} */
function step(draft, groups, serial = draft.serial) {
  return { draft: { ...draft, groups, chosen: [], past: [...draft.past, draft.groups], future: [], serial }, hindrance: null };
}

/** @param {Draft} draft @param {Hindrance} hindrance @returns {Outcome} */
function stay(draft, hindrance) {
  return { draft, hindrance };
}
