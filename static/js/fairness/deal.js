// Deal the cards again from the deal key (sections 5 to 7): streams, exact uniform numbers, shuffles, hands.

import { Refusal, hmac, m, u32, u8 } from "./encoding.js";
import { seatsRevealed } from "./leaves.js";

/** @typedef {import("./encoding.js").Bytes} Bytes */
/** @typedef {import("./document.js").Proof} Proof */
/**
 * @typedef {object} Dealt card indexes, in the order in which they were dealt
 * @property {number} dealer
 * @property {number} first the seat that gets the first card and has the first turn
 * @property {number[]} order the whole deck, top first
 * @property {number[][]} hands by seat
 * @property {number[]} upcards
 * @property {number[]} stock what is left, top first
 */

const DRAWN_DEALER = 255;

/** Bytes without end from a deal key and a label. */
export class Stream {
  #key;
  #block = new Uint8Array();
  #blocks = 0;
  #used = 0;

  /**
   * @param {Bytes} key the deal key
   * @param {string} label
   * @param {...Bytes} parts
   */
  constructor(key, label, ...parts) {
    this.#key = m(key, "stream", label, ...parts);
  }

  async nextByte() {
    if (this.#used === this.#block.length) {
      this.#block = await hmac(await this.#key, u32(this.#blocks));
      this.#blocks += 1;
      this.#used = 0;
    }
    this.#used += 1;
    return this.#block[this.#used - 1];
  }

  /** A number in 0..bound-1, each equally likely: bytes that would favour small numbers are thrown away. @param {number} bound */
  async uniform(bound) {
    if (bound === 1) return 0;
    const limit = 256 - (256 % bound);
    let byte = await this.nextByte();
    while (byte >= limit) byte = await this.nextByte();
    return byte % bound;
  }

  /** @param {readonly number[]} items */
  async shuffled(items) {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = await this.uniform(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

/** K, the one secret from which every card follows. @param {Proof} proof @param {Bytes} sealHash */
export const dealKey = ({ reveal }, sealHash) => m(reveal.seed, "deal-key", sealHash, seatsRevealed(reveal));

/**
 * Throws Refusal DEALER_NOT_SEATED, TOO_FEW_CARDS.
 * @param {Proof["seal"]} seal
 * @param {Bytes} key
 * @returns {Promise<Dealt>}
 */
export async function deal(seal, key) {
  const seats = seal.seats.length;
  const size = seal.deck.faces.length;
  if (seal.dealerIn !== DRAWN_DEALER && seal.dealerIn >= seats) {
    throw new Refusal("DEALER_NOT_SEATED", `seat ${seal.dealerIn} of ${seats}`);
  }
  const needed = seats * seal.handSize + seal.starterExtra + seal.upcards;
  if (needed > size) throw new Refusal("TOO_FEW_CARDS", `${needed} of ${size}`);
  const dealer = seal.dealerIn === DRAWN_DEALER ? await new Stream(key, "first-dealer").uniform(seats) : seal.dealerIn;
  const order = await new Stream(key, "deck").shuffled(Array.from({ length: size }, (_, index) => index));
  const first = (dealer + seal.firstOffset) % seats;
  /** @type {number[][]} */
  const hands = Array.from({ length: seats }, () => []);
  let at = 0;
  /** @param {number} count */
  const take = (count) => order.slice(at, (at += count));
  for (let left = seal.handSize; left > 0; left -= seal.packet) {
    for (let turn = 0; turn < seats; turn += 1) hands[(first + turn) % seats].push(...take(Math.min(seal.packet, left)));
  }
  hands[first].push(...take(seal.starterExtra));
  const upcards = take(seal.upcards);
  return { dealer, first, order, hands, upcards, stock: order.slice(at) };
}

/**
 * The new stock of the `number`-th reshuffle (from 1). Throws Refusal TOO_MANY_RESHUFFLES, CARD_NOT_IN_DECK.
 * @param {Proof["seal"]} seal
 * @param {Bytes} key
 * @param {number} number
 * @param {number[]} pile bottom first
 */
export async function reshuffle(seal, key, number, pile) {
  if (number > seal.maxReshuffles) {
    throw new Refusal("TOO_MANY_RESHUFFLES", `reshuffle ${number} of ${seal.maxReshuffles}`);
  }
  if (pile.some((card) => card >= seal.deck.faces.length)) throw new Refusal("CARD_NOT_IN_DECK", `reshuffle ${number}`);
  return new Stream(key, "reshuffle", u8(number), new Uint8Array(pile)).shuffled(pile);
}
