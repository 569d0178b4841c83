// Check a deal from its proof document and the round's recorded actions, trusting nobody: seven steps, one stone of the
// arch each. The first failure is final; what comes after it is not reached.

import { valueAt } from "./chain.js";
import { deal, dealKey, reshuffle } from "./deal.js";
import { faceWithCopy, isStandard } from "./decks.js";
import { Node, readProof } from "./document.js";
import { Refusal, h, sha256, toHex, u16, u8 } from "./encoding.js";
import { canonicalHash } from "./json.js";
import { KIND, STATUS, leafHash, openLeaf, revealLeaf, sealLeaf } from "./leaves.js";
import { follow } from "./play.js";

/** @typedef {import("./json.js").Json} Json */
/** @typedef {import("./document.js").Proof} Proof */
/** @typedef {"form" | "chain" | "seats" | "seal" | "deal" | "play" | "log"} StepId */
/**
 * @typedef {object} Step
 * @property {StepId} id
 * @property {boolean | null} ok null: neither yes nor no, the code says why
 * @property {string | null} code of the refusal, or NOT_REACHED, NO_RECORD, LOG_ABSENT, LOG_NOT_CHECKED
 * @property {{[name: string]: string | number | boolean}} detail what was found, or `where` it failed
 */
/**
 * @typedef {object} Checked what the page shows once the deal has been computed
 * @property {number} dealer
 * @property {number} first
 * @property {string[][]} hands
 * @property {string[]} stock top first
 * @property {import("./play.js").DrawnCard[] | null} drawn null: the play was not, or could not be, followed
 * @property {string[] | null} left what nobody drew
 */
/**
 * @typedef {object} Verdict
 * @property {boolean} ok no step failed
 * @property {Step[]} steps
 * @property {"C" | "-" | null} grade C: no seat had a hand in the order. "-": the public log was not looked up. null: refused
 * @property {Checked | null} deal
 */
/**
 * @typedef {object} Data what a page knows of a deal
 * @property {Json} proof the proof document
 * @property {{deal: Json, actions: Json} | null} record what the match wrote down; null: a proof on its own. `deal` is
 *   {dealer, order, hands}; `hands` (what the table handed out, by seat) may be missing
 * @property {Json} names of the players, by seat; null as with `record`
 * @property {Json} [promised] {tip, open_hash, seal_hash} as the match published them, in hex; missing for a proof on its own
 */

/** @type {readonly StepId[]} */
export const STEPS = Object.freeze(["form", "chain", "seats", "seal", "deal", "play", "log"]);

/** @type {Readonly<{[kind: number]: number[]}>} */
const STATUSES = Object.freeze({
  [KIND.BOT]: [STATUS.BOT],
  [KIND.COMMITTED]: [STATUS.CONTRIBUTED, STATUS.WITHHELD],
  [KIND.ABSENT]: [STATUS.ABSENT],
});
const NO_HISTORY = "00".repeat(32);

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const same = (a, b) => a.length === b.length && Array.from(a).every((byte, index) => byte === b[index]);

/** One check of one deal; each method is one step and leaves behind what later ones need. */
class Check {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
  }

  /** The document is complete and the deck is a standard one. */
  async form() {
    this.proof = readProof(this.data.proof);
    const { deck } = this.proof.seal;
    if (!isStandard(deck)) throw new Refusal("NOT_A_STANDARD_DECK", "seal.deck");
    return { cards: deck.faces.length };
  }

  /** The opened seed is the one that was promised, and the promise the one that was published. @returns {Promise<Step["detail"]>} */
  async chain() {
    const { scope, open, seal, reveal } = this.read();
    if (seal.dealNo > open.chainLen) throw new Refusal("BEYOND_CHAIN", "seal.deal_no");
    const tip = await valueAt(scope, seal.dealNo, reveal.seed, 0);
    if (!same(tip, open.tip)) throw new Refusal("SEED_NOT_PROMISED", "reveal.seed");
    this.openHash = await leafHash(openLeaf(this.read()));
    this.comparePromised("tip", open.tip, "TIP_DIFFERS");
    this.comparePromised("open_hash", this.openHash, "OPEN_HASH_DIFFERS");
    return { tip: toHex(open.tip), seed: toHex(reveal.seed) };
  }

  /**
   * @param {"tip" | "open_hash" | "seal_hash"} name of what the match published
   * @param {ArrayLike<number>} found what it must be
   * @param {string} code
   */
  comparePromised(name, found, code) {
    if (!this.data.promised) return;
    const published = new Node(this.data.promised, "promised").fields(["tip", "open_hash", "seal_hash"])[name];
    if (!same(published.hex(32), found)) published.refuse(code);
  }

  /** The seats that were sealed are those that were opened. */
  async seats() {
    const { scope, open, seal, reveal } = this.read();
    const sealed = seal.seats.length;
    const revealed = reveal.seats.length;
    const seated = this.data.record ? new Node(this.data.names, "names").items(0, 8).length : sealed;
    if (sealed !== revealed) throw new Refusal("SEAT_COUNT", `${sealed} sealed, ${revealed} revealed`);
    if (sealed !== seated) throw new Refusal("SEAT_COUNT", `${sealed} sealed, ${seated} at the table`);
    for (const [seat, { kind, commit }] of seal.seats.entries()) {
      const { status, entropy } = reveal.seats[seat];
      if (!STATUSES[kind].includes(status)) throw new Refusal("STATUS_NOT_OF_KIND", `seat ${seat}`);
      if (!entropy || !commit) continue;
      const c = await h("client-commit", scope.origin, scope.matchId, open.tip, u16(seal.dealNo), u8(seat), entropy);
      if (!same(c, commit)) throw new Refusal("ENTROPY_NOT_COMMITTED", `seat ${seat}`);
    }
    /** @param {number} status */
    const count = (status) => reveal.seats.filter((seat) => seat.status === status).length;
    return { contributed: count(STATUS.CONTRIBUTED), withheld: count(STATUS.WITHHELD) };
  }

  /** Promise, seal and opening follow one another in time; the entries are rebuilt, and the seal is the published one. */
  async seal() {
    const { open, seal, reveal } = this.read();
    if (seal.sealedMs < open.createdMs) throw new Refusal("TIMES_OUT_OF_ORDER", "seal.sealed_ms");
    if (seal.revealByMs < seal.sealedMs) throw new Refusal("TIMES_OUT_OF_ORDER", "seal.reveal_by_ms");
    if (reveal.revealedMs < seal.sealedMs) throw new Refusal("TIMES_OUT_OF_ORDER", "reveal.revealed_ms");
    const openHash = this.openHash ?? new Uint8Array();
    this.sealHash = await leafHash(await sealLeaf(this.read(), openHash));
    this.comparePromised("seal_hash", this.sealHash, "SEAL_HASH_DIFFERS");
    const revealHash = await leafHash(revealLeaf(this.read(), this.sealHash));
    return {
      seal: toHex(this.sealHash),
      open: toHex(openHash),
      reveal: toHex(revealHash),
      sealed_ms: seal.sealedMs,
      revealed_ms: reveal.revealedMs,
      late: reveal.revealedMs > seal.revealByMs,
    };
  }

  /** The deal, computed here, is the one stated and the one recorded. */
  async deal() {
    const { seal, reveal, result } = this.read();
    this.key = await dealKey(this.read(), this.sealHash ?? new Uint8Array());
    const dealt = await deal(seal, this.key);
    this.dealt = dealt;
    /** @type {number[][]} */
    this.restocks = [];
    for (const [at, pile] of reveal.piles.entries()) this.restocks.push(await reshuffle(seal, this.key, at + 1, pile));
    /** @type {{[name: string]: unknown}} */
    const computed = { ...dealt, restocks: this.restocks };
    for (const [name, value] of Object.entries(result ?? {})) {
      if (JSON.stringify(value) !== JSON.stringify(computed[name])) throw new Refusal("RESULT_DIFFERS", `result.${name}`);
    }
    if (this.data.record) this.compareRecordedDeal(this.data.record.deal);
    return { cards: dealt.order.length, order: toHex(await sha256(new Uint8Array(dealt.order))), first: dealt.first };
  }

  /** @param {Json} recorded the Deal that the match wrote down */
  compareRecordedDeal(recorded) {
    const { seal } = this.read();
    const { dealer, order, hands } = new Node(recorded, "record.deal").fields(["dealer", "order"], ["hands"]);
    if (dealer.value !== this.dealt?.dealer) dealer.refuse("DEALER_DIFFERS");
    const cards = order.items(0, 256);
    for (const [at, card] of (this.dealt?.order ?? []).entries()) {
      const place = cards[at] ?? order.at(at);
      if (place.value !== faceWithCopy(seal.deck, card)) place.refuse("ORDER_DIFFERS");
    }
    if (cards.length !== seal.deck.faces.length) order.refuse("ORDER_DIFFERS");
    if (hands) this.compareRecordedHands(hands);
  }

  /** @param {Node} recorded by seat, each hand in any order */
  compareRecordedHands(recorded) {
    const { seal } = this.read();
    const hands = recorded.items(0, 8);
    if (hands.length !== seal.seats.length) recorded.refuse("HAND_DIFFERS");
    for (const [seat, cards] of (this.dealt?.hands ?? []).entries()) {
      const dealt = cards.map((card) => faceWithCopy(seal.deck, card)).sort();
      const shown = hands[seat].items(0, 256).map((card) => card.text()).sort();
      if (dealt.join() !== shown.join()) hands[seat].refuse("HAND_DIFFERS");
    }
  }

  /** The recorded actions are those whose hash was revealed, and their cards are those dealt. */
  async play() {
    const { seal, reveal } = this.read();
    if (!this.data.record) return null;
    const { actions } = this.data.record;
    const stated = toHex(reveal.historyHash);
    const empty = Array.isArray(actions) && actions.length === 0;
    if (stated === NO_HISTORY && !empty) throw new Refusal("HISTORY_NOT_BOUND", "reveal.history_hash");
    if (stated !== NO_HISTORY && stated !== toHex(await canonicalHash(actions))) {
      throw new Refusal("HISTORY_DIFFERS", "record.actions");
    }
    if (!this.dealt) throw new Error("the deal comes before the play");
    this.followed = follow(actions, seal.deck, this.dealt, this.restocks ?? []);
    const { drawn, laid, reshuffles } = this.followed;
    return { actions: Array.isArray(actions) ? actions.length : 0, draws: drawn.length, laid, reshuffles };
  }

  read() {
    if (!this.proof) throw new Error("the document comes first");
    return this.proof;
  }

  /** @returns {Checked | null} */
  shown() {
    if (!this.proof || !this.dealt) return null;
    const { deck } = this.proof.seal;
    /** @param {number[]} cards */
    const named = (cards) => cards.map((card) => faceWithCopy(deck, card));
    const { dealer, first, hands, stock } = this.dealt;
    return {
      dealer,
      first,
      hands: hands.map(named),
      stock: named(stock),
      drawn: this.followed?.drawn ?? null,
      left: this.followed?.left ?? null,
    };
  }
}

/**
 * @param {Data} data
 * @param {(step: Step) => void | Promise<void>} onStep called once for each step, in order
 * @returns {Promise<Verdict>}
 */
export async function verify(data, onStep = () => {}) {
  const check = new Check(data);
  /** @type {Step[]} */
  const steps = [];
  for (const id of STEPS) {
    const failed = steps.some((step) => step.ok === false);
    const step = failed ? open(id, "NOT_REACHED") : await take(check, id);
    steps.push(step);
    await onStep(step);
  }
  const ok = steps.every((step) => step.ok !== false);
  return { ok, steps, grade: ok ? gradeOf(check.read()) : null, deal: check.shown() };
}

/**
 * @param {Check} check
 * @param {StepId} id
 * @returns {Promise<Step>}
 */
async function take(check, id) {
  // the public log comes later: nothing may be claimed here
  if (id === "log") return open(id, check.read().logged ? "LOG_NOT_CHECKED" : "LOG_ABSENT");
  try {
    const detail = await check[id]();
    return detail ? { id, ok: true, code: null, detail } : open(id, "NO_RECORD");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, ok: false, code: error.code, detail: { where: error.where } };
  }
}

/** A step that says neither yes nor no. @param {StepId} id @param {string} code @returns {Step} */
function open(id, code) {
  return { id, ok: null, code, detail: {} };
}

/** @param {Proof} proof @returns {"C" | "-"} */
function gradeOf({ reveal }) {
  return reveal.seats.some((seat) => seat.status === STATUS.CONTRIBUTED) ? "-" : "C";
}
