// Read and write JSON as a verifier must: JSON.parse would let doubled keys and fractions through (section 11), and a hash
// over JSON needs the one form of RFC 8785 (section 8.1).

import { Refusal, sha256 } from "./encoding.js";

/** @typedef {{[key: string]: Json}} JsonObject */
/** @typedef {Json[]} JsonArray */
/** @typedef {null | boolean | number | string | JsonArray | JsonObject} Json */

const MAX_DEPTH = 100;
const MAX_INTEGER = 2 ** 53;
const NUMBER = /-?(?:0|[1-9][0-9]*)/y;
const FRACTION = /[.][0-9]|[eE][-+]?[0-9]/y;
const NO_NUMBER = /NaN|-?Infinity/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;
/** @type {[string, Json][]} */
const WORDS = [["true", true], ["false", false], ["null", null]];

/** One walk over one text. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /**
   * @param {string} code
   * @param {string} where
   * @returns {never}
   */
  refuse(code = "NOT_JSON", where = "the whole text") {
    throw new Refusal(code, where);
  }

  /** @param {RegExp} pattern sticky */
  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** @param {string} mark */
  take(mark) {
    this.match(SPACE);
    if (!this.text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  string() {
    this.match(SPACE);
    const found = this.match(STRING);
    return found === undefined ? undefined : /** @type {string} */ (JSON.parse(found));
  }

  number() {
    if (this.match(NO_NUMBER) !== undefined) this.refuse("NOT_AN_INTEGER", "a number");
    const found = this.match(NUMBER);
    if (found === undefined) return undefined;
    if (this.match(FRACTION) !== undefined) this.refuse("NOT_AN_INTEGER", found);
    const digits = found.replace("-", "");
    if (digits.length > 16 || BigInt(digits) > BigInt(MAX_INTEGER)) this.refuse("OUT_OF_RANGE", found.slice(0, 20));
    return Number(found) + 0; // "-0" is 0
  }

  /**
   * @param {number} depth
   * @returns {Json}
   */
  value(depth) {
    if (depth > MAX_DEPTH) this.refuse();
    if (this.take("{")) return this.object(depth);
    if (this.take("[")) return this.array(depth);
    for (const [word, value] of WORDS) if (this.take(word)) return value;
    return this.string() ?? this.number() ?? this.refuse();
  }

  /** @param {number} depth */
  object(depth) {
    /** @type {{[key: string]: Json}} */
    const found = Object.create(null);
    if (this.take("}")) return found;
    do {
      const key = this.string() ?? this.refuse();
      if (!this.take(":")) this.refuse();
      const value = this.value(depth + 1);
      if (key in found) this.refuse("DUPLICATE_KEY", key);
      found[key] = value;
    } while (this.take(","));
    return this.take("}") ? found : this.refuse();
  }

  /** @param {number} depth */
  array(depth) {
    /** @type {Json[]} */
    const found = [];
    if (this.take("]")) return found;
    do found.push(this.value(depth + 1));
    while (this.take(","));
    return this.take("]") ? found : this.refuse();
  }
}

/**
 * Read a JSON text; throws Refusal NOT_JSON, DUPLICATE_KEY, NOT_AN_INTEGER, OUT_OF_RANGE. Objects come without a prototype.
 * @param {string} text
 * @returns {Json}
 */
export function parse(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.match(SPACE);
  return reader.at === text.length ? value : reader.refuse();
}

/**
 * Write a value in the form of RFC 8785; whole numbers only. Throws Refusal NOT_CANONICAL.
 * @param {Json} value
 * @returns {string}
 */
export function canonical(value) {
  if (typeof value === "string") {
    if (/\p{Surrogate}/u.test(value)) throw new Refusal("NOT_CANONICAL", "text");
    return JSON.stringify(value);
  }
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new Refusal("NOT_CANONICAL", "number");
    return String(value);
  }
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  // sort() without a comparison goes by UTF-16 code units, as the form wants
  const pairs = Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`);
  return `{${pairs.join(",")}}`;
}

/** @param {Json} value */
export const canonicalHash = (value) => sha256(new TextEncoder().encode(canonical(value)));
