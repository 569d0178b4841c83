// Read a proof document strictly (section 11): every field is there, none is extra, each has its length and its range.

import { FORMAT, Refusal, fromHex } from "./encoding.js";

/** @typedef {import("./encoding.js").Bytes} Bytes */
/** @typedef {import("./json.js").Json} Json */
/** @typedef {import("./chain.js").Scope} Scope */
/**
 * @typedef {object} Proof
 * @property {Scope} scope
 * @property {{tip: Bytes, chainLen: number, createdMs: number, rulesHash: Bytes, prevMatchId: Bytes}} open
 * @property {Seal} seal
 * @property {Reveal} reveal
 * @property {Result | null} result the cards as stated; a verifier computes them anew
 * @property {boolean} logged whether the document carries a log section
 */
/**
 * @typedef {object} Seal
 * @property {number} dealNo
 * @property {number} roundNo
 * @property {number} dealerIn
 * @property {{name: string, faces: string[]}} deck
 * @property {number} firstOffset
 * @property {number} handSize
 * @property {number} starterExtra
 * @property {number} upcards
 * @property {number} packet
 * @property {number} maxReshuffles
 * @property {{kind: number, commit: Bytes | null}[]} seats
 * @property {number} sealedMs
 * @property {number} revealByMs
 */
/**
 * @typedef {object} Reveal
 * @property {number} outcome
 * @property {Bytes} seed
 * @property {{status: number, entropy: Bytes | null}[]} seats
 * @property {number[][]} piles
 * @property {Bytes} historyHash
 * @property {number} revealedMs
 */
/**
 * @typedef {object} Result
 * @property {number} dealer
 * @property {number[]} order
 * @property {number[][]} hands
 * @property {number[]} upcards
 * @property {number[]} stock
 * @property {number[][]} restocks
 */

const MAX_MS = 2 ** 53;
const BASE64_HASH = /^[A-Za-z0-9+/]{43}=$/;

/** A JSON value and the path that leads to it; each method reads it as one kind of thing or refuses it by name. */
export class Node {
  /**
   * @param {Json | undefined} value
   * @param {string} path
   */
  constructor(value, path) {
    this.value = value;
    this.path = path;
  }

  /** @param {string} code @returns {never} */
  refuse(code) {
    throw new Refusal(code, this.path);
  }

  /** @param {string | number} key @param {Json} [value] */
  at(key, value) {
    return new Node(value, this.path ? `${this.path}.${key}` : String(key));
  }

  /**
   * @param {string[]} required
   * @param {string[]} optional
   * @returns {{[key: string]: Node}}
   */
  fields(required, optional = []) {
    const value = this.value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.refuse("WRONG_TYPE");
    const keys = Object.keys(value);
    for (const key of keys) if (!required.includes(key) && !optional.includes(key)) this.at(key).refuse("EXTRA_FIELD");
    for (const key of required) if (!keys.includes(key)) this.at(key).refuse("MISSING_FIELD");
    return Object.fromEntries(keys.map((key) => [key, this.at(key, value[key])]));
  }

  /** @param {number} low @param {number} high */
  items(low, high) {
    const value = this.value;
    if (!Array.isArray(value)) this.refuse("WRONG_TYPE");
    if (value.length < low || value.length > high) this.refuse("WRONG_LENGTH");
    return value.map((item, index) => this.at(index, item));
  }

  /** @param {number} low @param {number} high */
  integer(low, high) {
    const value = this.value;
    if (typeof value !== "number") this.refuse("WRONG_TYPE");
    if (value < low || value > high) this.refuse("OUT_OF_RANGE");
    return value;
  }

  /** @param {RegExp} pattern anchored at both ends */
  text(pattern = /^/) {
    const value = this.value;
    if (typeof value !== "string") this.refuse("WRONG_TYPE");
    if (!pattern.test(value)) this.refuse("WRONG_TEXT");
    return value;
  }

  /** @param {number} length in bytes */
  hex(length) {
    const value = this.value;
    if (typeof value !== "string") this.refuse("WRONG_TYPE");
    if (Array.from(value).length !== 2 * length) this.refuse("WRONG_LENGTH");
    if (!/^[0-9a-f]*$/.test(value)) this.refuse("NOT_LOWER_HEX");
    return fromHex(value);
  }

  /** @param {number} low */
  cards(low = 0) {
    return this.items(low, 256).map((item) => item.integer(0, 255));
  }
}

/** @param {Node} node @returns {Proof["open"]} */
function readOpen(node) {
  const fields = node.fields(["tip", "chain_len", "created_ms", "rules_hash", "prev_match_id"]);
  return {
    tip: fields.tip.hex(32),
    chainLen: fields.chain_len.integer(1, 1024),
    createdMs: fields.created_ms.integer(0, MAX_MS),
    rulesHash: fields.rules_hash.hex(32),
    prevMatchId: fields.prev_match_id.hex(16),
  };
}

const SEAL_FIELDS = [
  "deal_no", "round_no", "dealer_in", "deck", "first_offset", "hand_size", "starter_extra", "upcards", "packet",
  "max_reshuffles", "seats", "sealed_ms", "reveal_by_ms",
];

/** @param {Node} node @returns {Seal} */
function readSeal(node) {
  const fields = node.fields(SEAL_FIELDS);
  return {
    dealNo: fields.deal_no.integer(1, 1024),
    roundNo: fields.round_no.integer(1, 65535),
    dealerIn: fields.dealer_in.integer(0, 255),
    deck: readDeck(fields.deck),
    firstOffset: fields.first_offset.integer(0, 7),
    handSize: fields.hand_size.integer(1, 60),
    starterExtra: fields.starter_extra.integer(0, 2),
    upcards: fields.upcards.integer(0, 4),
    packet: fields.packet.integer(1, 60),
    maxReshuffles: fields.max_reshuffles.integer(0, 16),
    seats: fields.seats.items(1, 8).map(readSealedSeat),
    sealedMs: fields.sealed_ms.integer(0, MAX_MS),
    revealByMs: fields.reveal_by_ms.integer(0, MAX_MS),
  };
}

/** @param {Node} node */
function readDeck(node) {
  const fields = node.fields(["name", "faces"]);
  const faces = fields.faces.items(2, 256);
  return { name: fields.name.text(/^[a-z0-9]{1,32}$/), faces: faces.map((face) => face.text(/^[A-Za-z0-9]{1,4}$/)) };
}

/** @param {Node} node */
function readSealedSeat(node) {
  const kind = node.fields(["kind"], ["commit"]).kind.integer(0, 2);
  const fields = node.fields(kind === 1 ? ["kind", "commit"] : ["kind"]);
  return { kind, commit: kind === 1 ? fields.commit.hex(32) : null };
}

/** @param {Node} node @returns {Reveal} */
function readReveal(node) {
  const fields = node.fields(["outcome", "seed", "seats", "reshuffles", "history_hash", "revealed_ms"]);
  return {
    outcome: fields.outcome.integer(1, 3),
    seed: fields.seed.hex(32),
    seats: fields.seats.items(1, 8).map(readRevealedSeat),
    piles: fields.reshuffles.items(0, 16).map(readPile),
    historyHash: fields.history_hash.hex(32),
    revealedMs: fields.revealed_ms.integer(0, MAX_MS),
  };
}

/** @param {Node} node */
function readRevealedSeat(node) {
  const status = node.fields(["status"], ["entropy"]).status.integer(0, 3);
  const fields = node.fields(status === 1 ? ["status", "entropy"] : ["status"]);
  return { status, entropy: status === 1 ? fields.entropy.hex(32) : null };
}

/** @param {Node} node */
function readPile(node) {
  const pile = node.cards(1);
  if (new Set(pile).size !== pile.length) node.refuse("REPEATED_CARD");
  return pile;
}

/** @param {Node} node @returns {Result} */
function readResult(node) {
  const fields = node.fields(["dealer", "order", "hands", "upcards", "stock", "restocks"]);
  return {
    dealer: fields.dealer.integer(0, 7),
    order: fields.order.cards(),
    hands: fields.hands.items(0, 256).map((hand) => hand.cards()),
    upcards: fields.upcards.cards(),
    stock: fields.stock.cards(),
    restocks: fields.restocks.items(0, 256).map((restock) => restock.cards()),
  };
}

/** The log section is read but not looked up: that comes with the public log. @param {Node} node */
function readLog(node) {
  const fields = node.fields(["checkpoint", "entries"]);
  const entries = fields.entries.fields(["open", "seal", "reveal"]);
  fields.checkpoint.text();
  for (const name of ["open", "seal", "reveal"]) {
    const entry = entries[name].fields(["index", "path"]);
    for (const item of entry.path.items(0, 63)) item.text(BASE64_HASH);
    entry.index.integer(0, MAX_MS);
  }
}

/**
 * Throws Refusal with one of the parse codes and the path of the field.
 * @param {Json} value
 * @returns {Proof}
 */
export function readProof(value) {
  const root = new Node(value, "");
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("WRONG_TYPE", "");
  if (value.format !== FORMAT) root.at("format").refuse("UNKNOWN_FORMAT");
  const top = root.fields(["format", "origin", "match_id", "open", "seal", "reveal"], ["result", "log"]);
  const scope = { origin: top.origin.text(/^[!-*,-~]{1,128}$/), matchId: top.match_id.hex(16) };
  const proof = {
    scope,
    open: readOpen(top.open),
    seal: readSeal(top.seal),
    reveal: readReveal(top.reveal),
    result: top.result ? readResult(top.result) : null,
    logged: Boolean(top.log),
  };
  if (top.log) readLog(top.log);
  return proof;
}
