// @ts-check
/**
 * What the page knows of the match: a reducer over the server's messages. Pure; time comes in as a number.
 *
 * A frame is complete by itself, so a lost message only leaves a hole in the log: it shows as a version that does not follow, and
 * the model asks for a resync. The server's clock is kept as an offset, taken from the quickest answer seen.
 */

/**
 * @typedef {object} SeatInfo
 * @property {number} seat
 * @property {string} name
 * @property {"human" | "bot" | "guest"} kind
 * @property {string | null} level
 * @property {boolean} present
 * @property {boolean} covered
 * @property {boolean} resigned
 *
 * @typedef {object} LogEntry
 * @property {number} seq
 * @property {number} version
 * @property {number | "chance" | "table"} actor
 * @property {any[]} events
 *
 * @typedef {object} Frame
 * @property {string} match
 * @property {number} version
 * @property {number} meta_version
 * @property {string} status
 * @property {number} server_ms
 * @property {number | null} deadline_ms
 * @property {number | null} turn_seconds
 * @property {number | null} you
 * @property {SeatInfo[]} seats
 * @property {any} view the PlayerView
 * @property {LogEntry[]} log
 * @property {{draw: string | null, layout: string | null, pass: string | null} | null} can
 * @property {{pass: {cards?: string[]} | null} | null} [can_detail] what stands behind a bar on passing
 * @property {{tip: string | null, open_hash: string | null, seal_hash: string | null, revealed: boolean} | null} deal
 *
 * @typedef {{id: number, seat: number | null, name: string, text: string | null, phrase: string | null, at_ms: number}} ChatLine
 *
 * @typedef {{actor: number | null, made: boolean, fresh: string[]}} Mark whose doing a meld is, whether it was made then, and the
 *   cards that are new to the table
 *
 * @typedef {object} Model
 * @property {Frame | null} frame
 * @property {LogEntry[]} log oldest first
 * @property {ChatLine[]} chat oldest first
 * @property {number} offset server clock minus ours, ms
 * @property {number} delay the round trip behind `offset`, ms
 * @property {{id: number, kind: string, cards: string[]}[] | null} before the table before its last change
 * @property {Record<string, Mark>} marks what others changed since the viewer acted last, by `meldKey`
 * @property {number | null} resync version from which the log is to be asked again, or null
 * @property {number} asked version for which a resync was asked last
 */

const LOG_KEPT = 400;
const CHAT_KEPT = 200;

/** @type {Model} */
export const EMPTY = { frame: null, log: [], chat: [], offset: 0, delay: Infinity, before: null, marks: {}, resync: null, asked: -1 };

/**
 * @param {Model} model
 * @param {any} message one server message
 * @param {number} now our clock, ms
 * @param {number} [sent] when the ping that this answers was sent
 * @returns {Model}
 */
export function receive(model, message, now, sent) {
  switch (message.type) {
    case "frame":
      return onFrame(model, message, now);
    case "pong":
      return onPong(model, message, now, sent);
    case "chat":
      return { ...model, chat: merged(model.chat, message.items, (c) => c.id).slice(-CHAT_KEPT) };
    default:
      return model;
  }
}

/** The resync was sent. @param {Model} model @returns {Model} */
export function askedAgain(model) {
  return { ...model, asked: model.frame?.version ?? -1, resync: null };
}

/** @param {Model} model @param {Frame} frame @param {number} now @returns {Model} */
function onFrame(model, frame, now) {
  const old = model.frame;
  if (old && (frame.version < old.version || (frame.version === old.version && frame.meta_version < old.meta_version))) return model;
  const log = merged(model.log, frame.log, (e) => e.seq).slice(-LOG_KEPT);
  const hole = old ? holeIn(log, old.version, frame.version) : false;
  const first = old === null || model.delay === Infinity;
  return {
    ...model,
    frame,
    log,
    offset: first ? frame.server_ms - now : model.offset,
    ...tableChange(model, frame),
    resync: old && hole && model.asked !== frame.version ? old.version : null,
  };
}

/** @param {Model} model @param {{server_ms: number, version: number, meta_version: number}} pong @param {number} now @param {number} [sent] */
function onPong(model, pong, now, sent) {
  const version = model.frame?.version ?? -1;
  const behind = pong.version > version || pong.meta_version > (model.frame?.meta_version ?? -1);
  const delay = sent === undefined ? Infinity : now - sent;
  const better = delay <= model.delay * 1.5;
  return {
    ...model,
    offset: better ? pong.server_ms + delay / 2 - now : model.offset,
    delay: better ? delay : model.delay * 1.1,
    resync: behind && model.asked !== pong.version ? version : model.resync,
  };
}

/** Whether some version in (from, to] has no row in the log. @param {LogEntry[]} log @param {number} from @param {number} to */
function holeIn(log, from, to) {
  const seen = new Set(log.map((e) => e.version));
  for (let v = from + 1; v <= to; v += 1) if (!seen.has(v)) return true;
  return false;
}

/**
 * What the frame changes on the table: the table before, and who did it. The viewer's own act wipes the marks.
 * @param {Model} model @param {Frame} frame
 * @returns {{before: Model["before"], marks: Model["marks"]}}
 */
function tableChange(model, frame) {
  const old = model.frame;
  const acts = old ? frame.log.filter((e) => typeof e.actor === "number" && e.version > old.version) : [];
  const kept = acts.some((e) => e.actor === frame.you) ? {} : model.marks;
  if (!old || !changed(old.view.melds, frame.view.melds)) return { before: model.before, marks: kept };
  const last = acts.at(-1)?.actor;
  const actor = typeof last === "number" ? last : null;
  const was = new Set(old.view.melds.flatMap((/** @type {{cards: string[]}} */ m) => m.cards));
  const ids = new Set(old.view.melds.map((/** @type {{id: number}} */ m) => m.id));
  const keys = new Set(old.view.melds.map((/** @type {{cards: string[]}} */ m) => meldKey(m.cards)));
  /** @type {Record<string, Mark>} */
  const marks = {};
  for (const { id, cards } of frame.view.melds) {
    const key = meldKey(cards);
    if (keys.has(key)) {
      if (kept[key]) marks[key] = kept[key];
    } else if (actor !== frame.you) {
      marks[key] = { actor, made: !ids.has(id), fresh: cards.filter((/** @type {string} */ f) => !was.has(f)) };
    }
  }
  return { before: old.view.melds, marks };
}

/** @param {{cards: string[]}[]} a @param {{cards: string[]}[]} b */
function changed(a, b) {
  return a.length !== b.length || a.some((m, i) => m.cards.join() !== b[i].cards.join());
}

/** @template T @param {T[]} a @param {T[]} b @param {(item: T) => number} key @returns {T[]} */
function merged(a, b, key) {
  const all = new Map([...a, ...b].map((item) => [key(item), item]));
  return [...all.values()].sort((x, y) => key(x) - key(y));
}

/** Milliseconds to the end of the turn, or null without a clock. @param {Model} model @param {number} now */
export function left(model, now) {
  const deadline = model.frame?.deadline_ms ?? null;
  return deadline === null ? null : Math.max(0, deadline - (now + model.offset));
}

/** @param {readonly string[]} cards */
export function meldKey(cards) {
  return [...cards].sort().join();
}

/** Whether the viewer is to act. @param {Model} model */
export function myTurn(model) {
  const f = model.frame;
  return f !== null && f.status === "playing" && f.you !== null && f.view.to_act === f.you;
}

/** Whether the viewer's next turn still belongs to the go-around, in which melds on the table are locked. @param {Model} model */
export function lockedForMe(model) {
  const f = model.frame;
  if (!f || f.you === null || f.view.phase !== "lap" || typeof f.view.to_act !== "number") return false;
  const n = f.seats.length;
  return f.view.turn + ((f.you - f.view.to_act + n) % n) < n;
}
