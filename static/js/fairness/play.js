// Follow the cards through a round's recorded actions: every draw must take the card that lay there, and every card laid
// must have been dealt to, or drawn by, the seat that laid it. Who may do what is the rules' matter, not ours.

import { faceWithCopy } from "./decks.js";
import { Node } from "./document.js";
import { Refusal } from "./encoding.js";

/** @typedef {import("./json.js").Json} Json */
/** @typedef {import("./deal.js").Dealt} Dealt */
/** @typedef {{seq: number, actor: number | string, type: string, action: {[key: string]: Node}}} Entry */
/** @typedef {{number: number, seq: number, seat: number, card: string}} DrawnCard `number` counts draws from 1 */
/**
 * @typedef {object} Followed
 * @property {DrawnCard[]} drawn in the order of drawing
 * @property {string[]} left what nobody drew, top first
 * @property {number} laid how many cards came from hands to the table
 * @property {number} reshuffles
 */

/** Actions that move no card. */
const STILL = new Set(["pass", "forfeit", "abort"]);

/** @param {Node} node @returns {Entry} */
function readEntry(node) {
  const { seq, actor, action } = node.fields(["seq", "actor", "action"]);
  const fields = action.fields(["type"], Object.keys(Object(action.value)));
  return {
    seq: seq.integer(0, 2 ** 53),
    actor: typeof actor.value === "number" ? actor.integer(0, 7) : actor.text(),
    type: fields.type.text(),
    action: fields,
  };
}

/** @param {Node} node */
const names = (node) => node.items(0, 256).map((item) => item.text());

/** The cards of one round in motion. */
class Cards {
  /**
   * @param {import("./decks.js").Deck} deck
   * @param {Dealt} dealt
   * @param {number[][]} restocks
   */
  constructor(deck, dealt, restocks) {
    /** @param {number[]} cards */
    const named = (cards) => cards.map((card) => faceWithCopy(deck, card));
    this.dealer = dealt.dealer;
    this.order = named(dealt.order);
    this.stock = named(dealt.stock);
    this.restocks = restocks.map(named);
    this.hands = dealt.hands.map((hand) => new Set(named(hand)));
    this.reshuffles = 0;
    this.laid = 0;
    /** @type {Set<string>} */
    this.table = new Set();
    /** @type {DrawnCard[]} */
    this.drawn = [];
  }

  /** @param {Entry} entry */
  hand({ seq, actor }) {
    const hand = typeof actor === "number" ? this.hands[actor] : undefined;
    if (hand === undefined) throw new Refusal("SEAT_UNKNOWN", `action ${seq}`);
    return hand;
  }

  /** @param {Entry} entry */
  move(entry) {
    if (entry.type === "draw") this.draw(entry);
    else if (entry.type === "layout") this.layout(entry);
    else if (entry.type === "reshuffle") this.reshuffle(entry);
    else if (!STILL.has(entry.type)) throw new Refusal("ACTION_UNKNOWN", `action ${entry.seq}`);
  }

  /** @param {Entry} entry */
  draw(entry) {
    const card = this.stock.shift();
    if (card === undefined) throw new Refusal("STOCK_EMPTY", `action ${entry.seq}`);
    this.hand(entry).add(card);
    this.drawn.push({ number: this.drawn.length + 1, seq: entry.seq, seat: Number(entry.actor), card });
  }

  /** @param {Entry} entry */
  layout(entry) {
    const hand = this.hand(entry);
    const where = `action ${entry.seq}`;
    /** @type {Set<string>} */
    const next = new Set();
    for (const group of entry.action.groups?.items(0, 256) ?? []) {
      for (const card of names(group.fields(["cards"], ["kind"]).cards)) {
        if (next.has(card)) throw new Refusal("CARD_LAID_TWICE", `${where}, ${card}`);
        next.add(card);
        if (this.table.has(card)) continue;
        if (!hand.delete(card)) throw new Refusal("CARD_NOT_HELD", `${where}, ${card}`);
        this.laid += 1;
      }
    }
    for (const card of this.table) if (!next.has(card)) throw new Refusal("CARD_VANISHED", `${where}, ${card}`);
    this.table = next;
  }

  /** @param {Entry} entry */
  reshuffle(entry) {
    const stock = this.restocks[this.reshuffles];
    const recorded = entry.action.stock ? names(entry.action.stock) : [];
    if (stock === undefined || this.stock.length || recorded.join() !== stock.join()) {
      throw new Refusal("RESHUFFLE_DIFFERS", `action ${entry.seq}`);
    }
    this.stock = [...stock];
    this.reshuffles += 1;
  }
}

/**
 * @param {Entry} entry
 * @param {Cards} cards
 */
function checkDeal(entry, cards) {
  const { dealer, order } = entry.action;
  if (dealer?.value !== cards.dealer) throw new Refusal("DEALER_DIFFERS", `action ${entry.seq}`);
  const recorded = order ? names(order) : [];
  const at = cards.order.findIndex((card, index) => card !== recorded[index]);
  if (at >= 0 || recorded.length !== cards.order.length) {
    throw new Refusal("ORDER_DIFFERS", `action ${entry.seq}, card ${(at < 0 ? cards.order.length : at) + 1}`);
  }
}

/**
 * Throws Refusal with the number of the action, and the card where there is one.
 * @param {Json} actions the round's actions as recorded, the Deal first
 * @param {import("./decks.js").Deck} deck
 * @param {Dealt} dealt as computed here
 * @param {number[][]} restocks as computed here
 * @returns {Followed}
 */
export function follow(actions, deck, dealt, restocks) {
  const [deal, ...rest] = new Node(actions, "actions").items(0, 100_000).map(readEntry);
  const cards = new Cards(deck, dealt, restocks);
  if (deal === undefined) return { drawn: [], left: cards.stock, laid: 0, reshuffles: 0 };
  if (deal.type !== "deal") throw new Refusal("DEAL_MISSING", `action ${deal.seq}`);
  checkDeal(deal, cards);
  const opening = rest.find((entry) => typeof entry.actor === "number" && entry.type !== "forfeit");
  if (opening && opening.actor !== dealt.first) throw new Refusal("FIRST_SEAT_DIFFERS", `action ${opening.seq}`);
  for (const entry of rest) cards.move(entry);
  if (cards.reshuffles !== restocks.length) throw new Refusal("RESHUFFLE_MISSING", `reshuffle ${cards.reshuffles + 1}`);
  return { drawn: cards.drawn, left: cards.stock, laid: cards.laid, reshuffles: cards.reshuffles };
}
