// Follow the server's chain of promises (section 3): S[i-1] = H("chain", origin, match_id, u16(i), S[i]), tip = S[0].

import { h, u16 } from "./encoding.js";

/** @typedef {import("./encoding.js").Bytes} Bytes */
/** @typedef {{origin: string, matchId: Bytes}} Scope */

/**
 * Return S[low] from S[high]; nobody can go the other way.
 * @param {Scope} scope
 * @param {number} high
 * @param {Bytes} value S[high]
 * @param {number} low
 */
export async function valueAt(scope, high, value, low) {
  if (low < 0 || low > high) throw new RangeError("the chain only goes down");
  let current = value;
  for (let at = high; at > low; at -= 1) current = await h("chain", scope.origin, scope.matchId, u16(at), current);
  return current;
}
