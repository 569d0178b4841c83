// @ts-check
/**
 * One state machine behind taps, drags, keys and menus: `step(app, intent)` gives the next state and what has to happen outside
 * (send, focus, announce). Pure, so that no way of playing can drift from another.
 */

import * as D from "./draft.js";
import { lockedForMe, myTurn } from "./frame.js";
import { arrange, bestCut, classify, verdict } from "./melds.js";
import { placed, shown, sorted } from "./order.js";
import { drawAct, dueCards, notNow, playAct, unready, verdicts } from "./standing.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./frame.js").Model} Model
 * @typedef {import("./order.js").Order} Order
 * @typedef {import("./words.js").Values} Values
 *
 * @typedef {object} Note a message in the page
 * @property {"bad" | "wait" | "turn" | "plain"} tone
 * @property {string} key
 * @property {Values} values
 * @property {string | null} group the group to show
 * @property {string | null} hint key of a second sentence
 *
 * @typedef {object} Ui
 * @property {string | null} open group opened in place
 * @property {Order} order
 * @property {Note | null} note
 * @property {"draw" | "reset" | null} confirm waits for the second tap
 * @property {"layout" | "draw" | "pass" | "resign" | null} pending command without an answer
 * @property {boolean} peek the table before the last change is shown
 * @property {{kind: "move", faces: string[]} | {kind: "group", group: string} | {kind: "merge", group: string} | null} menu
 *
 * @typedef {{model: Model, draft: Draft, ui: Ui}} App
 *
 * @typedef {{do: "send", kind: "layout" | "draw" | "pass", action: any}
 *   | {do: "focus", at: string}
 *   | {do: "say", key: string, values?: Values, loud?: boolean}
 *   | {do: "cue", name: "turn" | "card" | "refused" | "over"}} Effect
 *
 * @typedef {{type: "tap_card", face: string, small?: boolean, again?: boolean, extend?: boolean}
 *   | {type: "tap_group", group: string} | {type: "tap_gap", group: string, at: number} | {type: "tap_new"} | {type: "tap_hand"}
 *   | {type: "hold", face: string} | {type: "pick", faces: string[]} | {type: "drop", faces: string[], place: D.Place}
 *   | {type: "give_back", faces: string[]} | {type: "give_back_from", group: string} | {type: "split", group: string}
 *   | {type: "take_all", group: string} | {type: "merge", group: string, into: string} | {type: "ask_move"}
 *   | {type: "ask_group", group: string} | {type: "ask_merge", group: string} | {type: "close_menu"} | {type: "toggle", group: string}
 *   | {type: "undo"} | {type: "redo"} | {type: "reset"} | {type: "draw"} | {type: "play"} | {type: "cancel"} | {type: "show_fault"}
 *   | {type: "sort", mode: "suit" | "rank"} | {type: "reorder", face: string, before: string | null} | {type: "reorder_end", face: string, end: "first" | "last"}
 *   | {type: "keep_idea", group: string} | {type: "reset_group", group: string} | {type: "peek", on: boolean}
 *   | {type: "dismiss"}} Intent
 */

/** @type {Ui} */
export const QUIET = {
  open: null,
  order: { mode: "suit", list: [], fresh: [] },
  note: null,
  confirm: null,
  pending: null,
  peek: false,
  menu: null,
};

/** What the draft stands on: the table and the own hand of the present frame. @param {Model} model @returns {D.Base} */
export function baseOf(model) {
  const view = model.frame?.view;
  return { melds: view?.melds ?? [], hand: view?.hand ?? [], locked: lockedForMe(model) };
}

/**
 * @param {App} app @param {Intent} intent
 * @returns {{app: App, effects: Effect[]}}
 */
export function step(app, intent) {
  // A question waits for its second tap only: anything else takes it back.
  const asked = intent.type === "draw" || intent.type === "reset" || intent.type === "peek";
  const calm = asked || app.ui.confirm === null ? app : ui(app, { confirm: null });
  return handle(calm, intent);
}

/** @param {App} app @param {Intent} intent @returns {{app: App, effects: Effect[]}} */
function handle(app, intent) {
  const { draft } = app;
  switch (intent.type) {
    case "tap_card":
      return tapCard(app, intent);
    case "tap_group":
      return draft.chosen.length > 0 ? moveChosen(app, { group: intent.group }) : toggleOpen(app, intent.group);
    case "tap_gap":
      return tapGap(app, intent.group, intent.at);
    case "tap_new":
      return draft.chosen.length > 0 ? moveChosen(app, { fresh: true }) : hint(app, "choose_first");
    case "tap_hand":
      return draft.chosen.some((f) => D.groupWith(draft, f)) ? turned(app, D.giveBack(draft, draft.chosen)) : done(app);
    case "hold":
      return hold(app, intent.face);
    case "pick":
      return quietly(app, D.chooseAll(draft, intent.faces));
    case "drop":
      return turned(app, D.move(draft, intent.faces, intent.place));
    case "give_back":
      return turned(app, D.giveBack(draft, intent.faces));
    case "give_back_from":
      return turned(app, D.giveBackFrom(draft, intent.group));
    case "split":
      return splitGroup(app, intent.group);
    case "take_all":
      return quietly(ui(app, { menu: null }), D.chooseAll(draft, D.groupAt(draft, intent.group)?.cards ?? []));
    case "merge":
      return turned(ui(app, { menu: null }), D.merge(draft, intent.group, intent.into));
    case "undo":
      return went(app, D.undo(draft), "undone");
    case "redo":
      return went(app, D.redo(draft), "redone");
    case "keep_idea":
      return turned(app, D.keepIdea(draft, intent.group));
    case "reset_group":
      return turned(app, D.resetGroup(draft, intent.group));
    default:
      return handleRest(app, intent);
  }
}

/** Intents that leave the cards where they are. @param {App} app @param {Intent} intent @returns {{app: App, effects: Effect[]}} */
function handleRest(app, intent) {
  switch (intent.type) {
    case "toggle":
      return toggleOpen(app, intent.group);
    case "ask_move":
      return app.draft.chosen.length > 0 ? done(ui(app, { menu: { kind: "move", faces: app.draft.chosen } })) : hint(app, "choose_first");
    case "ask_group":
      return done(ui(app, { menu: { kind: "group", group: intent.group } }));
    case "ask_merge":
      return done(ui(app, { menu: { kind: "merge", group: intent.group } }));
    case "close_menu":
      return done(ui(app, { menu: null }));
    case "reset":
      return reset(app);
    case "draw":
      return draw(app);
    case "play":
      return play(app);
    case "show_fault":
      return showFault(app);
    case "cancel":
      return cancel(app);
    case "sort":
      return done(ui(app, { order: sorted(app.ui.order, intent.mode, app.draft.base.hand) }), [{ do: "say", key: `sorted_${intent.mode}` }]);
    case "reorder":
      return reorder(app, intent.face, intent.before);
    case "reorder_end":
      return reorder(app, intent.face, intent.end === "first" ? (shown(app.draft.base.hand, app.ui.order).find((f) => f !== intent.face) ?? null) : null);
    case "peek":
      return done(ui(app, { peek: intent.on && app.model.before !== null }));
    case "dismiss":
      return done(ui(app, { note: null }));
    default:
      return done(app);
  }
}

/**
 * `small`: the card is drawn too small to be a target of its own; `again`: a second tap in quick succession; `extend`: add to the
 * selection (a modifier key).
 * @param {App} app @param {{face: string, small?: boolean, again?: boolean, extend?: boolean}} tap
 */
function tapCard(app, { face, small = false, again = false, extend = false }) {
  const { draft } = app;
  const group = D.groupWith(draft, face);
  if (app.model.frame?.you === null) return group ? toggleOpen(app, group.key) : done(app);
  if (!group) return again ? playOrAsk(app, face) : quietly(fresh(app), D.choose(draft, face));
  if (extend) return quietly(app, D.choose(draft, face));
  const elsewhere = draft.chosen.length > 0 && !draft.chosen.some((f) => group.cards.includes(f));
  if (elsewhere) return moveChosen(app, { group: group.key });
  // On a phone the strip is one target; its cards are targets once it is open.
  if (small && app.ui.open !== group.key && draft.chosen.length === 0) return toggleOpen(app, group.key);
  return quietly(app, D.choose(draft, face));
}

/** Double tap: to the only legal place, otherwise the chooser. @param {App} app @param {string} face */
function playOrAsk(app, face) {
  const faces = [...new Set([...app.draft.chosen, face])];
  const places = legalPlaces(app.draft, faces).filter((p) => p.fits);
  if (places.length === 1) return turned(app, D.move(app.draft, faces, { group: places[0].key }));
  const chosen = D.chooseAll(app.draft, faces).draft;
  return done({ ...ui(app, { menu: { kind: "move", faces } }), draft: chosen });
}

/** @param {App} app @param {D.Place} place */
function moveChosen(app, place) {
  return turned(app, D.move(app.draft, app.draft.chosen, place));
}

/**
 * A gap: with cards in the hand they go in there, splitting the group where that makes melds; without, the group is cut.
 * @param {App} app @param {string} key @param {number} at
 */
function tapGap(app, key, at) {
  const { draft } = app;
  const group = D.groupAt(draft, key);
  if (!group) return done(app);
  const faces = draft.chosen;
  if (faces.length === 0) return turned(app, D.split(draft, key, at));
  const whole = [...group.cards.filter((f) => !faces.includes(f)), ...faces];
  if (at <= 0 || at >= group.cards.length || isMeld(draft, whole)) return turned(app, D.move(draft, faces, { group: key, at }));
  const [first, second] = [group.cards.slice(0, at), group.cards.slice(at)].map((c) => c.filter((f) => !faces.includes(f)));
  if (isMeld(draft, [...first, ...faces]) && isMeld(draft, second)) return turned(app, D.split(draft, key, at, { faces, side: "first" }));
  if (isMeld(draft, first) && isMeld(draft, [...faces, ...second])) return turned(app, D.split(draft, key, at, { faces, side: "second" }));
  return turned(app, D.move(draft, faces, { group: key, at }));
}

/** @param {Draft} draft @param {string[]} cards */
function isMeld(draft, cards) {
  return classify(arrange(cards, draft.rules), draft.rules).ok;
}

/** Block pick-up: this card and all that follow it in its group. @param {App} app @param {string} face */
function hold(app, face) {
  const group = D.groupWith(app.draft, face);
  const faces = group ? group.cards.slice(group.cards.indexOf(face)) : [face];
  return quietly(app, D.chooseAll(app.draft, faces));
}

/** @param {App} app @param {string} key */
function splitGroup(app, key) {
  const group = D.groupAt(app.draft, key);
  if (!group) return done(app);
  const picked = group.cards.findIndex((f) => app.draft.chosen.includes(f));
  const at = picked > 0 ? picked : bestCut(group.cards, app.draft.rules);
  const closed = ui(app, { menu: null });
  return at > 0 ? turned(closed, D.split(app.draft, key, at)) : hint(ui(closed, { open: key }), "tap_a_gap");
}

/** Where cards may go: groups in order, each with the verdict it would have. @param {Draft} draft @param {string[]} faces */
export function legalPlaces(draft, faces) {
  return draft.groups
    .filter((g) => !D.isLocked(draft, g) && !faces.every((f) => g.cards.includes(f)))
    .map((g) => {
      const cards = arrange([...g.cards.filter((f) => !faces.includes(f)), ...faces], draft.rules);
      const found = verdict(cards, draft.rules);
      return { key: g.key, cards: g.cards, fits: found.tone === "ok", verdict: found };
    });
}

/** @param {App} app @param {string} face @param {string | null} before */
function reorder(app, face, before) {
  const order = placed(app.ui.order, app.draft.base.hand, face, before);
  return done({ ...ui(app, { order, menu: null }), draft: D.unchoose(app.draft) });
}

/** @param {App} app */
function reset(app) {
  if (!D.dirty(app.draft)) return done(ui(app, { confirm: null }));
  if (app.ui.confirm !== "reset") return done(ui(app, { confirm: "reset" }), [{ do: "say", key: "reset_again" }]);
  return went(ui(app, { confirm: null, open: null, note: null }), D.reset(app.draft), "was_reset");
}

/** @param {App} app @returns {{app: App, effects: Effect[]}} */
function draw(app) {
  const act = drawAct(app);
  if (!act.can) {
    // Beside the button stand the cards left, also while others play; who presses it wants to know why not.
    const due = notNow(app) === null && act.label === "pass" ? dueCards(app) : [];
    if (due.length > 0) return mustLay(app, due);
    const { why, values } = notNow(app) ?? act;
    return done(app, [{ do: "say", key: why, values, loud: true }]);
  }
  if (D.laid(app.draft).size > 0 && app.ui.confirm !== "draw") {
    return done(ui(app, { confirm: "draw" }), [{ do: "say", key: "draft_goes_back", loud: true }]);
  }
  const kind = act.label === "pass" ? "pass" : "draw";
  return done(ui(app, { pending: kind, confirm: null, note: null }), [{ do: "send", kind, action: { type: kind } }]);
}

/** Passing is barred: the page says by which cards, and selects those that are still in the hand. @param {App} app @param {string[]} due */
function mustLay(app, due) {
  const held = D.inHand(app.draft);
  const { draft } = D.chooseAll(app.draft, due.filter((face) => held.includes(face)));
  const values = { cards: { cards: due } };
  /** @type {Note} */
  const note = { tone: "bad", key: "refusal_PASS_HAS_PLAY", values, group: null, hint: null };
  return done({ ...ui(app, { note }), draft }, [{ do: "say", key: note.key, values, loud: true }, { do: "cue", name: "refused" }]);
}

/** @param {App} app @returns {{app: App, effects: Effect[]}} */
function play(app) {
  const act = playAct(app);
  if (act.can) return done(ui(app, { pending: "layout", note: null }), [{ do: "send", kind: "layout", action: D.proposal(app.draft) }]);
  if (act.look === "busy") return done(app);
  const bad = verdicts(app).find((v) => v.verdict.tone !== "ok");
  if (bad && myTurn(app.model)) {
    const note = faultNote(bad.key, bad.verdict.code ?? "MELD_MIXED", bad.verdict.detail);
    return done(ui(app, { note, open: bad.key }), [{ do: "focus", at: `group:${bad.key}` }, { do: "cue", name: "refused" }]);
  }
  return done(ui(app, { note: { tone: "wait", key: act.why, values: act.values, group: null, hint: null } }));
}

/**
 * @param {string | null} group @param {string} code @param {import("./melds.js").Detail} detail
 * @returns {Note}
 */
export function faultNote(group, code, detail) {
  return { tone: "bad", key: `refusal_${code}`, values: { cards: { cards: detail.cards ?? [] }, n: detail.at_least ?? detail.at_most ?? 0 }, group, hint: "draft_safe" };
}

/** @param {App} app */
function showFault(app) {
  const key = app.ui.note?.group ?? unready(app)[0] ?? null;
  return key === null ? done(app) : done(ui(app, { open: key }), [{ do: "focus", at: `group:${key}` }]);
}

/** Esc: first the menu, then the question, then the selection, then the open group. @param {App} app */
function cancel(app) {
  if (app.ui.menu) return done(ui(app, { menu: null }));
  if (app.draft.chosen.length > 0) return done({ ...app, draft: D.unchoose(app.draft) }, [{ do: "say", key: "unchosen" }]);
  if (app.ui.open !== null) return done(ui(app, { open: null }));
  return done(ui(app, { note: null }));
}

/** @param {App} app @param {string} key */
function toggleOpen(app, key) {
  return done(ui(app, { open: app.ui.open === key ? null : key }));
}

/** The player acts: cards are not news any more. @param {App} app */
function fresh(app) {
  return app.ui.order.fresh.length > 0 ? ui(app, { order: { ...app.ui.order, fresh: [] } }) : app;
}

/** A change of selection. @param {App} app @param {D.Outcome} outcome @returns {{app: App, effects: Effect[]}} */
function quietly(app, outcome) {
  return outcome.hindrance ? hint(app, `hint_${outcome.hindrance}`) : done({ ...app, draft: outcome.draft });
}

/** A step of the draft, told and shown. @param {App} app @param {D.Outcome} outcome @returns {{app: App, effects: Effect[]}} */
function turned(app, outcome) {
  if (outcome.hindrance) return hint(app, `hint_${outcome.hindrance}`);
  const next = { ...ui(app, { menu: null, note: null }), draft: outcome.draft };
  const open = next.ui.open !== null && !D.groupAt(outcome.draft, next.ui.open) ? null : next.ui.open;
  return done(ui(next, { open }), [{ do: "say", ...tellDraft(next) }, { do: "cue", name: "card" }]);
}

/** The draft in one line: what rides, and what is not ready. @param {App} app @returns {{key: string, values: Values}} */
export function tellDraft(app) {
  const bad = unready(app).length;
  return bad > 0 ? { key: "not_ready", values: { n: bad } } : { key: "ride", values: { n: D.laid(app.draft).size } };
}

/** @param {App} app @param {Draft} draft @param {string} key @returns {{app: App, effects: Effect[]}} */
function went(app, draft, key) {
  if (draft === app.draft) return done(app);
  const open = app.ui.open !== null && D.groupAt(draft, app.ui.open) ? app.ui.open : null;
  return done({ ...ui(app, { open, note: null }), draft }, [{ do: "say", key }]);
}

/** @param {App} app @param {string} key @returns {{app: App, effects: Effect[]}} */
function hint(app, key) {
  return done(ui(app, { note: { tone: "wait", key, values: {}, group: null, hint: null } }), [{ do: "say", key }]);
}

/** @param {App} app @param {Effect[]} [effects] @returns {{app: App, effects: Effect[]}} */
function done(app, effects = []) {
  return { app, effects };
}

/** @param {App} app @param {Partial<Ui>} change @returns {App} */
function ui(app, change) {
  return { ...app, ui: { ...app.ui, ...change } };
}
