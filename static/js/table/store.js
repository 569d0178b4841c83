// @ts-check
/** What this browser remembers: the draft for the session, the order of the hand, and the player's habits. Storage may be off. */

/** @typedef {{sound: boolean, letters: boolean}} Prefs */

const PREFS = "jalsa-table";
const MUTED = "jalsa-muted";

export class Store {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
  }

  /** @returns {string | null} */
  draft() {
    return read(() => sessionStorage.getItem(`jalsa-draft-${this.match}`));
  }

  /** @returns {import("./order.js").Order | null} */
  order() {
    const kept = json(read(() => localStorage.getItem(`jalsa-hand-${this.match}`)));
    const modes = ["suit", "rank", "manual"];
    return kept && modes.includes(kept.mode) && Array.isArray(kept.list) ? { mode: kept.mode, list: kept.list, fresh: [] } : null;
  }

  /** @param {string} draft @param {import("./order.js").Order} order */
  keep(draft, order) {
    write(() => sessionStorage.setItem(`jalsa-draft-${this.match}`, draft));
    write(() => localStorage.setItem(`jalsa-hand-${this.match}`, JSON.stringify({ mode: order.mode, list: order.list })));
  }

  /** @returns {Prefs} */
  prefs() {
    return { sound: true, letters: true, ...json(read(() => localStorage.getItem(PREFS))) };
  }

  /** @param {Partial<Prefs>} change */
  prefer(change) {
    write(() => localStorage.setItem(PREFS, JSON.stringify({ ...this.prefs(), ...change })));
  }

  /** @returns {Set<string>} */
  muted() {
    const kept = json(read(() => localStorage.getItem(MUTED)));
    return new Set(Array.isArray(kept) ? kept : []);
  }

  /** @param {Set<string>} names */
  mute(names) {
    write(() => localStorage.setItem(MUTED, JSON.stringify([...names])));
  }
}

/** @param {() => string | null} get */
function read(get) {
  try {
    return get();
  } catch {
    return null;
  }
}

/** @param {() => void} put */
function write(put) {
  try {
    put();
  } catch {
    // A full or forbidden storage costs the memory, not the game.
  }
}

/** @param {string | null} text @returns {any} */
function json(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** A random UUID also where the page came over plain http, which has no `crypto.randomUUID`. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
