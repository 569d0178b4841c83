// Turn values into bytes in exactly one way (rummy-fair/v1, section 2). This is the browser's own code: it shares nothing
// with the server but the specification. Integers are unsigned and big-endian.

export const FORMAT = "rummy-fair/v1";

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const ascii = new TextEncoder();

/** Refuse a deal or a proof: `code` says why, `where` names the field, seat or number concerned. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} where
   */
  constructor(code, where) {
    super(`${code} at ${where}`);
    this.code = code;
    this.where = where;
  }
}

/**
 * @param {number} value
 * @param {number} length in bytes
 * @returns {Bytes}
 */
function unsigned(value, length) {
  if (!Number.isSafeInteger(value) && value !== 2 ** 53) throw new RangeError("no whole number");
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  if (value < 0 || rest !== 0) throw new RangeError("number does not fit");
  return bytes;
}

/** @param {number} value */
export const u8 = (value) => unsigned(value, 1);
/** @param {number} value */
export const u16 = (value) => unsigned(value, 2);
/** @param {number} value */
export const u32 = (value) => unsigned(value, 4);
/** @param {number} value milliseconds since 1970 */
export const u64 = (value) => unsigned(value, 8);

/**
 * @param {...Bytes} parts
 * @returns {Bytes}
 */
export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Join a tag and its parts so that no two different lists give the same bytes. Text parts are ASCII.
 * @param {string} tag
 * @param {...(Bytes | string)} parts
 */
export function t(tag, ...parts) {
  const all = [`${FORMAT}/${tag}`, ...parts].map((part) => (typeof part === "string" ? ascii.encode(part) : part));
  return concat(...all.flatMap((part) => [u32(part.length), part]));
}

/**
 * @param {Bytes} bytes
 * @returns {Promise<Bytes>} SHA-256
 */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * @param {Bytes} key
 * @param {Bytes} bytes
 * @returns {Promise<Bytes>} HMAC-SHA-256
 */
export async function hmac(key, bytes) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes));
}

/**
 * @param {string} tag
 * @param {...(Bytes | string)} parts
 */
export const h = (tag, ...parts) => sha256(t(tag, ...parts));

/**
 * @param {Bytes} key
 * @param {string} tag
 * @param {...(Bytes | string)} parts
 */
export const m = (key, tag, ...parts) => hmac(key, t(tag, ...parts));

/** @param {Bytes} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex an even number of hex digits, already checked */
export const fromHex = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

/** Tell whether this page may compute hashes; browsers allow it on https and on the machine itself only. */
export const canHash = () => globalThis.crypto?.subtle !== undefined;
