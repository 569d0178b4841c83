// @ts-check
/**
 * Cards by face, as they stand on the wire: `7H`, second copy `7H#2`, jokers `JK1 JK2`; tiles `R5`, `K13#2`, `J1`.
 * Pure: no DOM, no words. A face is the identity of one physical card; nothing here ever uses an index.
 */

/**
 * @typedef {object} Piece
 * @property {string} face the physical card
 * @property {number} rank 1 (ace) to 13 (king); 0 for a joker
 * @property {number} suit 0 S, 1 H, 2 D, 3 C (tiles: R B K O); -1 for a joker
 * @property {number} copy 1 or 2
 * @property {boolean} joker
 * @property {boolean} tile
 */

export const RANKS = "A23456789TJQK";
export const SUITS = "SHDC";
export const COLOURS = "RBKO";

/** @type {Map<string, Piece>} */
const read = new Map();

/**
 * Read a face; throws a RangeError for anything that is not one.
 * @param {string} face
 * @returns {Piece}
 */
export function parse(face) {
  const known = read.get(face);
  if (known) return known;
  const piece = parseNew(face);
  read.set(face, piece);
  return piece;
}

/** @param {string} face @returns {Piece} */
function parseNew(face) {
  let m = /^JK?([12])$/.exec(face);
  if (m) return { face, rank: 0, suit: -1, copy: Number(m[1]), joker: true, tile: !face.startsWith("JK") };
  m = /^([A23456789TJQK])([SHDC])(#2)?$/.exec(face);
  if (m) {
    return { face, rank: RANKS.indexOf(m[1]) + 1, suit: SUITS.indexOf(m[2]), copy: m[3] ? 2 : 1, joker: false, tile: false };
  }
  m = /^([RBKO])([1-9]|1[0-3])(#2)?$/.exec(face);
  if (m) return { face, rank: Number(m[2]), suit: COLOURS.indexOf(m[1]), copy: m[3] ? 2 : 1, joker: false, tile: true };
  throw new RangeError(`not a card: ${String(face).slice(0, 20)}`);
}

/**
 * Write the face of the first copy of a card.
 * @param {number} rank 1-13; 14 is the ace again
 * @param {number} suit
 * @param {boolean} [tile]
 * @returns {string}
 */
export function faceOf(rank, suit, tile = false) {
  const low = rank > 13 ? rank - 13 : rank;
  return tile ? `${COLOURS[suit]}${low}` : `${RANKS[low - 1]}${SUITS[suit]}`;
}

/** The face without its copy mark: what a player reads on the card. @param {string} face */
export function printed(face) {
  return face.replace(/#2$/, "");
}

/** @param {string} a @param {string} b @returns {number} */
export function byRank(a, b) {
  const x = parse(a);
  const y = parse(b);
  return last(x) - last(y) || x.rank - y.rank || x.suit - y.suit || x.copy - y.copy;
}

/** @param {string} a @param {string} b @returns {number} */
export function bySuit(a, b) {
  const x = parse(a);
  const y = parse(b);
  return last(x) - last(y) || x.suit - y.suit || x.rank - y.rank || x.copy - y.copy;
}

/** @param {Piece} piece */
function last(piece) {
  return piece.joker ? 1 : 0;
}

/**
 * The name of a card in words, for the ear and for labels: "7 of hearts".
 * @param {string} face
 * @param {(key: string, values?: Record<string, string>) => string} say the page's catalogue
 * @returns {string}
 */
export function spoken(face, say) {
  const piece = parse(face);
  if (piece.joker) return say("joker");
  const rank = piece.tile ? String(piece.rank) : say(`rank_${RANKS[piece.rank - 1]}`);
  const suit = say(piece.tile ? `colour_${COLOURS[piece.suit]}` : `suit_${SUITS[piece.suit]}`);
  return say("card_name", { rank, suit });
}
