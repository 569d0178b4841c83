// @ts-check
/** The order of the own hand: by suit, by rank, or as the player put it. A new card never disturbs the others. Pure. */

import { byRank, bySuit } from "./cards.js";

/**
 * @typedef {object} Order
 * @property {"suit" | "rank" | "manual"} mode
 * @property {string[]} list the hand as shown last; only `manual` depends on it
 * @property {string[]} fresh cards that came since the player acted last
 */

/** @type {Order} */
export const BY_SUIT = { mode: "suit", list: [], fresh: [] };

/**
 * The hand in its order; in `manual` mode new cards stand at the end.
 * @param {readonly string[]} hand @param {Order} order
 * @returns {string[]}
 */
export function shown(hand, order) {
  if (order.mode === "suit") return [...hand].sort(bySuit);
  if (order.mode === "rank") return [...hand].sort(byRank);
  const held = new Set(hand);
  const known = order.list.filter((face) => held.has(face));
  return [...known, ...hand.filter((face) => !order.list.includes(face))];
}

/**
 * Take note of the hand as it is now: what is new is marked.
 * @param {Order} order @param {readonly string[]} old @param {readonly string[]} hand
 * @returns {Order}
 */
export function noted(order, old, hand) {
  const gained = hand.filter((face) => !old.includes(face));
  // The whole list stays, also cards that lie in a draft: when they come back they find their place again.
  const list = [...order.list.filter((face) => hand.includes(face)), ...hand.filter((face) => !order.list.includes(face))];
  return { ...order, list, fresh: old.length === 0 || gained.length === 0 ? order.fresh.filter((f) => hand.includes(f)) : gained };
}

/** @param {Order} order @param {"suit" | "rank"} mode @param {readonly string[]} hand @returns {Order} */
export function sorted(order, mode, hand) {
  return { mode, list: shown(hand, { ...order, mode }), fresh: [] };
}

/**
 * Put one card before another (null: at the end); from now on the order is the player's.
 * @param {Order} order @param {readonly string[]} hand the whole own hand @param {string} face @param {string | null} before
 * @returns {Order}
 */
export function placed(order, hand, face, before) {
  const rest = shown(hand, order).filter((f) => f !== face);
  const at = before === null ? rest.length : rest.indexOf(before);
  if (at < 0) return order;
  return { mode: "manual", list: [...rest.slice(0, at), face, ...rest.slice(at)], fresh: order.fresh.filter((f) => f !== face) };
}
