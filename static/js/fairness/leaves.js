// Rebuild the log entries of a deal from their fields (section 8.1); an entry's bytes are never taken as given.

import { deckHash } from "./decks.js";
import { concat, sha256, t, u16, u64, u8 } from "./encoding.js";

/** @typedef {import("./encoding.js").Bytes} Bytes */
/** @typedef {import("./document.js").Proof} Proof */

export const KIND = Object.freeze({ BOT: 0, COMMITTED: 1, ABSENT: 2 });
export const STATUS = Object.freeze({ BOT: 0, CONTRIBUTED: 1, ABSENT: 2, WITHHELD: 3 });

/** Hash an entry as a Merkle leaf (RFC 6962: prefix 0x00). @param {Bytes} entry */
export const leafHash = (entry) => sha256(concat(u8(0), entry));

/** @param {Proof} proof */
export function openLeaf({ scope, open }) {
  return t(
    "leaf/open", scope.origin, scope.matchId, open.tip, u16(open.chainLen), u64(open.createdMs), open.rulesHash,
    open.prevMatchId,
  );
}

/** @param {Proof["seal"]} seal */
async function params(seal) {
  const numbers = [
    seal.seats.length, seal.firstOffset, seal.handSize, seal.starterExtra, seal.upcards, seal.packet, seal.maxReshuffles,
  ];
  return t("params", seal.deck.name, await deckHash(seal.deck), ...numbers.map(u8));
}

/**
 * @param {Proof} proof
 * @param {Bytes} openHash
 */
export async function sealLeaf({ scope, seal }, openHash) {
  const seats = t("seats", ...seal.seats.map((seat) => concat(u8(seat.kind), seat.commit ?? new Uint8Array())));
  return t(
    "leaf/seal", scope.origin, scope.matchId, openHash, u16(seal.dealNo), u16(seal.roundNo), u8(seal.dealerIn),
    await params(seal), seats, u64(seal.sealedMs), u64(seal.revealByMs),
  );
}

/** Statuses and entropies in the form that the deal key and the REVEAL entry share. @param {Proof["reveal"]} reveal */
export function seatsRevealed(reveal) {
  return t("seats", ...reveal.seats.map((seat) => concat(u8(seat.status), seat.entropy ?? new Uint8Array())));
}

/**
 * @param {Proof} proof
 * @param {Bytes} sealHash
 */
export function revealLeaf({ scope, seal, reveal }, sealHash) {
  const piles = t("piles", ...reveal.piles.map((pile) => new Uint8Array(pile)));
  return t(
    "leaf/reveal", scope.origin, scope.matchId, sealHash, u16(seal.dealNo), u8(reveal.outcome), reveal.seed,
    seatsRevealed(reveal), piles, reveal.historyHash, u64(reveal.revealedMs),
  );
}
