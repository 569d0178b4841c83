// @ts-check
/** The page: holds the state, paints it, and does what the state machine asks for outside (send, focus, announce, sound). */

import { Announcer } from "./announce.js";
import { arrive } from "./arrivals.js";
import { start } from "./draft.js";
import { fly, measure } from "./flight.js";
import { askedAgain, EMPTY, left, myTurn } from "./frame.js";
import { rove } from "./keys.js";
import { HAND_RUSSIAN } from "./melds.js";
import { pack, unpack } from "./rebase.js";
import { Line } from "./socket.js";
import { Sound } from "./sound.js";
import { offered } from "./standing.js";
import { baseOf, QUIET, step } from "./state.js";
import { asText, phrases } from "./story.js";
import { Store, uuid } from "./store.js";
import { paintActs, paintDraft, paintNotes } from "./view_acts.js";
import { paintClock, paintTurn } from "./view_clock.js";
import { paintHand } from "./view_hand.js";
import { paintChat, paintLog, paintMutes, paintUnread } from "./view_log.js";
import { paintMenu } from "./view_menu.js";
import { paintResult } from "./view_result.js";
import { paintSeats } from "./view_seats.js";
import { fitDensity, paintTable } from "./view_table.js";

const RING_MS = 4000;
const TICK_MS = 250;
const HINT_MS = 5000;

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./state.js").Effect} Effect
 * @typedef {import("./state.js").Intent} Intent
 */

export class Page {
  /** @param {HTMLElement} root @param {import("./words.js").Words} words */
  constructor(root, words) {
    this.root = root;
    this.words = words;
    this.doc = root.ownerDocument;
    this.match = root.dataset.match ?? "";
    this.store = new Store(this.match);
    const order = this.store.order() ?? QUIET.order;
    const rules = HAND_RUSSIAN;
    /** @type {App} */
    this.app = { model: EMPTY, draft: start(baseOf(EMPTY), rules), ui: { ...QUIET, order } };
    this.voice = new Announcer(this.part("say-polite"), this.part("say-loud"));
    this.sound = new Sound(this.store.prefs().sound);
    this.muted = this.store.muted();
    /** @type {import("./socket.js").LinkState} */
    this.link = "connecting";
    /** @type {Set<string>} */
    this.ring = new Set();
    this.offering = false;
    /** @type {number | undefined} the version for which the ten seconds were told */
    this.warned = undefined;
    /** @type {import("./state.js").Note | null} the hint that goes by itself */
    this.hint = null;
    /** @type {(() => boolean) | undefined} closes the sheet, if there is one */
    this.closeSheet = undefined;
    /** @type {((refused: boolean) => void) | undefined} what was said last was heard, or was refused */
    this.answered = undefined;
    this.unread = 0;
    /** Server's time of the first frame: what was said before is no news. */
    this.opened = Infinity;
    this.title = this.doc.title;
    this.tile = this.part("new-group");
    this.line = this.connect();
    setInterval(() => this.tick(), TICK_MS);
    new ResizeObserver(() => fitDensity(this.part("melds"))).observe(this.part("melds"));
    // A hidden tab's timers sleep: whoever looks again asks at once what was missed.
    this.doc.addEventListener("visibilitychange", () => {
      if (!this.doc.hidden) this.line.beat();
    });
  }

  /** @param {string} id @returns {HTMLElement} */
  part(id) {
    return /** @type {HTMLElement} */ (this.doc.getElementById(id));
  }

  connect() {
    const { socket, frameUrl, actUrl } = this.root.dataset;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new Line({
      socketUrl: `${scheme}//${location.host}${socket}`,
      frameUrl: frameUrl ?? "",
      actUrl: actUrl ?? "",
      csrf: /** @type {HTMLInputElement | null} */ (this.doc.querySelector("[name='csrfmiddlewaretoken']"))?.value ?? "",
      held: () => ({ version: this.app.model.frame?.version ?? -1, meta_version: this.app.model.frame?.meta_version ?? -1 }),
      chatted: () => this.app.model.chat.at(-1)?.id ?? 0,
      onMessage: (message, sent) => this.receive(message, sent),
      onState: (state) => {
        this.link = state;
        if (this.line) this.paintNotes();
      },
    });
  }

  /** @param {any} message @param {number} [sentAt] performance time of the ping that this answers */
  receive(message, sentAt) {
    const now = Date.now();
    const sent = sentAt === undefined ? undefined : now - (performance.now() - sentAt);
    const first = this.app.model.frame === null;
    const seen = this.app.model.log.at(-1)?.seq ?? 0;
    const chatted = this.app.model.chat.at(-1)?.id ?? 0;
    const fresh = new Set(Object.values(this.app.model.marks).flatMap((m) => m.fresh));
    const result = arrive(this.app, message, now, sent);
    if (first && result.app.model.frame) {
      this.opened = result.app.model.frame.server_ms;
      const draft = unpack(this.store.draft(), this.match, baseOf(result.app.model), result.app.draft.rules);
      result.app = { ...result.app, draft };
    }
    this.settle(result, first ? null : this.sourceOf(message));
    if (!first && message.type === "frame") this.tellNews(seen);
    if (message.type === "chat") this.countChat(chatted);
    if (message.type === "error") this.answered?.(true);
    else if (message.type === "chat" && message.items.some((/** @type {any} */ line) => line.seat === this.app.model.frame?.you)) {
      this.answered?.(false);
    }
    this.ringNew(fresh);
    if (this.app.model.resync !== null) {
      const since = this.app.model.resync;
      this.app = { ...this.app, model: askedAgain(this.app.model) };
      this.line.resync(since);
    }
  }

  /** Where the cards of a change come from: the seat that acted. @param {any} message @returns {DOMRect | null} */
  sourceOf(message) {
    if (message.type !== "frame") return null;
    const actor = message.log?.filter((/** @type {any} */ e) => typeof e.actor === "number").at(-1)?.actor;
    const seat = actor === message.you ? this.part("draw") : this.doc.querySelector(`.seat[data-seat='${actor}']`);
    return seat?.getBoundingClientRect() ?? null;
  }

  /** @param {Intent} intent @param {{still?: boolean}} [how] */
  act(intent, how = {}) {
    this.settle(step(this.app, intent), null, how.still);
  }

  /** Take over a new state: paint, let cards fly, then do the effects. @param {{app: App, effects: Effect[]}} result @param {DOMRect | null} source @param {boolean} [still] */
  settle(result, source, still = false) {
    const before = still ? null : measure(this.root);
    const focused = this.focusKey();
    const { menu } = this.app.ui;
    this.app = result.app;
    this.paint();
    this.refocus(focused);
    if (menu && !result.app.ui.menu) this.leaveMenu(menu);
    if (before) fly(this.root, before, source);
    for (const effect of result.effects) this.perform(effect);
    this.forgetHint();
    if (this.app.model.frame) this.store.keep(pack(this.match, this.app.draft), this.app.ui.order);
  }

  paint() {
    const { doc, app, words } = this;
    paintSeats(this.part("seats"), app, words);
    paintTable(this.part("melds"), this.tile, app, words, this.ring);
    fitDensity(this.part("melds"));
    if (app.ui.open !== null) this.doc.querySelector(".group.open")?.scrollIntoView({ block: "nearest" });
    paintHand(this.part("handzone"), this.part("hand"), app, words);
    paintDraft(doc, app, words);
    paintActs(doc, app, words);
    paintTurn(doc, app, words);
    paintClock(doc, app, words, Date.now());
    paintLog(this.part("log"), app, words);
    paintChat(this.part("chat"), app, words, this.muted);
    paintMutes(this.part("mutes"), app, words, this.muted);
    paintUnread(doc, this.unread, words);
    paintMenu(/** @type {HTMLDialogElement} */ (this.part("choices")), app, words);
    paintResult(doc, app, words);
    this.part("peek").setAttribute("aria-disabled", String(app.model.before === null));
    this.root.classList.toggle("watching", app.model.frame?.you === null);
    this.paintNotes();
    this.paintTitle();
    rove(doc);
  }

  /** A hint goes by itself after a while; a refusal stays until something is done about it. */
  forgetHint() {
    const { note } = this.app.ui;
    if (note === null || note.tone === "bad" || note === this.hint) return;
    this.hint = note;
    setTimeout(() => {
      if (this.app.ui.note === note) this.act({ type: "dismiss" });
    }, HINT_MS);
  }

  paintNotes() {
    this.offering = offered(this.app, Date.now());
    const notes = this.part("notes");
    paintNotes(notes, this.app, this.words, { offer: this.offering, link: this.link });
    notes.classList.remove("up");
    const open = this.doc.querySelector(".group.open")?.getBoundingClientRect();
    if (open && notes.childElementCount > 0) notes.classList.toggle("up", open.bottom > notes.getBoundingClientRect().top);
  }

  paintTitle() {
    const mine = myTurn(this.app.model);
    this.doc.title = mine ? `\u25cf ${this.words.t("your_turn")} \u00b7 ${this.title}` : this.title;
  }

  tick() {
    const { app } = this;
    paintClock(this.doc, app, this.words, Date.now());
    const ms = left(app.model, Date.now());
    const late = ms !== null && ms > 0 && ms <= 10_000 && myTurn(app.model);
    if (late && this.warned !== app.model.frame?.version) {
      this.warned = app.model.frame?.version;
      this.voice.say(this.words.t("ten_seconds"), true);
      this.sound.play("ten");
    }
    if (offered(app, Date.now()) !== this.offering) this.paintNotes();
  }

  /** @param {Effect} effect */
  perform(effect) {
    switch (effect.do) {
      case "send":
        return this.line.send({ type: "act", command_id: uuid(), version: this.app.model.frame?.version ?? 0, action: effect.action });
      case "focus":
        return /** @type {HTMLElement | null} */ (this.find(effect.at))?.focus();
      case "say":
        return this.voice.say(this.words.t(effect.key, effect.values), effect.loud);
      case "cue":
        return this.sound.play(effect.name);
    }
  }

  resign() {
    this.app = { ...this.app, ui: { ...this.app.ui, pending: "resign" } };
    this.line.send({ type: "resign", command_id: uuid() });
    this.paint();
  }

  /** @param {string} at `group:KEY`, `card:FACE` or `id:ID` @returns {Element | null} */
  find(at) {
    const [kind, key] = [at.slice(0, at.indexOf(":")), CSS.escape(at.slice(at.indexOf(":") + 1))];
    if (kind === "group") return this.doc.querySelector(`.group[data-group="${key}"]`);
    if (kind === "card") return this.doc.querySelector(`.card[data-face="${key}"]`);
    return this.doc.getElementById(at.slice(3));
  }

  /** The focused thing by name, so that a redraw can give the focus back. */
  focusKey() {
    const node = this.doc.activeElement;
    if (!(node instanceof HTMLElement) || !this.root.contains(node)) return null;
    if (node.dataset.face) return { at: `card:${node.dataset.face}`, near: node.closest(".group")?.getAttribute("data-group") ?? null };
    const group = node.closest(".group")?.getAttribute("data-group") ?? null;
    return group === null ? null : { at: `group:${group}`, near: null };
  }

  /** @param {{at: string, near: string | null} | null} key */
  refocus(key) {
    if (!key || (this.doc.activeElement && this.doc.activeElement !== this.doc.body)) return;
    const node = this.find(key.at) ?? (key.near ? this.find(`group:${key.near}`) : null) ?? this.doc.querySelector("#hand .card");
    /** @type {HTMLElement | null} */ (node)?.focus({ preventScroll: true });
  }

  /** A menu is over: the focus goes to what it was about. @param {NonNullable<import("./state.js").Ui["menu"]>} menu */
  leaveMenu(menu) {
    const node = this.find(menu.kind === "move" ? `card:${menu.faces[0]}` : `group:${menu.group}`);
    /** @type {HTMLElement | null} */ (node)?.focus({ preventScroll: true });
  }

  /** What others did, told politely. @param {number} seen the last row told before */
  tellNews(seen) {
    const { frame, log } = this.app.model;
    if (!frame) return;
    const told = log
      .filter((e) => e.seq > seen && e.actor !== frame.you)
      .map((e) => phrases(e, frame, this.words))
      .filter((p) => p.length > 0)
      .slice(-3);
    if (told.length > 0) this.voice.say(told.map((p) => asText(p, this.words)).join(". "));
  }

  /** @param {Set<string>} before cards that were marked already */
  ringNew(before) {
    const fresh = Object.values(this.app.model.marks).flatMap((m) => m.fresh).filter((f) => !before.has(f));
    if (fresh.length === 0) return;
    for (const face of fresh) this.ring.add(face);
    this.paint();
    setTimeout(() => {
      for (const face of fresh) this.ring.delete(face);
      this.paint();
    }, RING_MS);
  }

  /** @param {number} seen last chat line known before */
  countChat(seen) {
    const news = this.app.model.chat.filter(
      (c) => c.id > seen && c.at_ms > this.opened && c.seat !== this.app.model.frame?.you && !this.muted.has(c.name),
    );
    if (this.chatShown()) return;
    this.unread += news.length;
    paintUnread(this.doc, this.unread, this.words);
  }

  chatShown() {
    return !this.part("panel-chat").hidden && this.part("side").offsetParent !== null;
  }
}
