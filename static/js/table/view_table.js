// @ts-check
/** The cloth: every group with its cards, its rail and its verdict in words, and the New group tile. */

import { parse, RANKS, SUITS } from "./cards.js";
import { el, fill, glyph, reglyph, set, sync } from "./dom.js";
import { isLocked, laid } from "./draft.js";
import { meldKey } from "./frame.js";
import { bestCut, verdict } from "./melds.js";
import { actorName } from "./standing.js";
import { legalPlaces } from "./state.js";
import { makeCard, updateCard } from "./view_cards.js";

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./draft.js").Group} Group
 * @typedef {import("./melds.js").Verdict} Verdict
 * @typedef {{app: App, words: Words, own: Set<string>, targets: Set<string>, ring: Set<string>}} Scene
 */

/**
 * @param {HTMLElement} melds @param {HTMLElement} tile @param {App} app @param {Words} words @param {Set<string>} ring cards that
 *   came a moment ago
 */
export function paintTable(melds, tile, app, words, ring) {
  const peeking = app.ui.peek && app.model.before !== null;
  const groups = peeking
    ? (app.model.before ?? []).map((m) => ({ key: `b${m.id}`, from: m.id, cards: m.cards, clash: false }))
    : app.draft.groups;
  const chosen = app.draft.chosen;
  const places = chosen.length > 0 && !peeking ? legalPlaces(app.draft, chosen) : [];
  const targets = new Set(places.filter((p) => p.verdict.tone !== "bad").map((p) => p.key));
  const scene = { app, words, own: laid(app.draft), targets, ring };
  melds.classList.toggle("before", peeking);
  sync(melds, [...groups, null], (g) => g?.key ?? "new", (g) => (g ? makeGroup(g, words) : tile), (node, g, i) => {
    if (g) updateGroup(/** @type {HTMLElement} */ (node), g, i, scene, peeking);
  });
  tile.hidden = app.model.frame?.you === null || peeking;
  tile.classList.toggle("target", chosen.length > 0);
}

/** @param {Group} group @param {Words} words @returns {HTMLElement} */
function makeGroup(group, words) {
  const tool = (/** @type {string} */ act, /** @type {string} */ icon, /** @type {string | null} */ text, /** @type {string} */ label) =>
    el("button", { type: "button", class: "tool", tabindex: "-1", "data-do": act, "aria-label": label }, glyph(icon, "ic"), text);
  return el(
    "section",
    { class: "group", role: "group", "data-group": group.key, tabindex: "-1" },
    el("div", { class: "cards" }),
    el(
      "div",
      { class: "rail", "data-do": "rail" },
      glyph("v-ok", "sign"),
      el("span", { class: "why" }),
      el(
        "span",
        { class: "tools" },
        tool("split", "i-split", words.t("split"), words.t("split_here")),
        tool("more", "i-dots", null, words.t("more_for_group")),
        tool("fold", "i-cross", null, words.t("close_group")),
      ),
    ),
    el("span", { class: "lock" }, glyph("i-lock", "ic")),
  );
}

/** @param {HTMLElement} node @param {Group} group @param {number} index @param {Scene} scene @param {boolean} dead */
function updateGroup(node, group, index, scene, dead) {
  const { app, words } = scene;
  const found = verdict(group.cards, app.draft.rules);
  const open = app.ui.open === group.key && !dead;
  const locked = !dead && isLocked(app.draft, group);
  const mark = dead || found.tone !== "ok" ? undefined : app.model.marks[meldKey(group.cards)];
  const names = ["group", found.tone];
  if (open) names.push("open");
  if (!open && found.tone !== "ok") names.push("said");
  if (scene.targets.has(group.key)) names.push("target");
  if (mark) names.push("was");
  if (locked) names.push("locked");
  if (group.clash) names.push("clash");
  set(node, { class: names.join(" "), "data-group": group.key, "aria-label": groupLabel(group, index, found, locked, scene) });
  const cards = /** @type {HTMLElement} */ (node.querySelector(".cards"));
  paintCards(cards, group, found, open, dead, scene);
  const sign = /** @type {Element} */ (node.querySelector(".rail .sign"));
  reglyph(sign, `v-${found.tone}`);
  fill(/** @type {HTMLElement} */ (node.querySelector(".why")), railWords(group, found, mark, open, scene));
  const tools = node.querySelector(".tools");
  if (tools) set(tools, { hidden: app.model.frame?.you === null || locked });
  clashBox(node, group, scene);
}

/** @param {HTMLElement} cards @param {Group} group @param {Verdict} found @param {boolean} open @param {boolean} dead @param {Scene} scene */
function paintCards(cards, group, found, open, dead, scene) {
  const { app, words, own, ring } = scene;
  const may = open && app.model.frame?.you !== null && !isLocked(app.draft, group);
  const chosen = app.draft.chosen;
  const cut = found.code === "RUN_GAP" && chosen.length === 0 ? bestCut(group.cards, app.draft.rules) : 0;
  /** @type {{face: string | null, at: number}[]} */
  const items = group.cards.flatMap((face, at) => {
    const card = { face, at };
    return may && at > 0 ? [{ face: null, at }, card] : [card];
  });
  if (may && chosen.length > 0) items.push({ face: null, at: group.cards.length });
  const mark = app.model.marks[meldKey(group.cards)];
  sync(
    cards,
    items,
    (item) => item.face ?? `gap${item.at}`,
    (item) => (item.face ? makeCard({ face: item.face, zone: "table", label: "" }) : makeSlot()),
    (node, item) => {
      if (item.face === null) return updateSlot(node, item.at, group, cut, chosen.length > 0, words);
      const isOwn = own.has(item.face) && !dead;
      const fresh = ring.has(item.face) && (mark?.fresh.includes(item.face) ?? false);
      const label = isOwn ? words.t("yours", { card: { card: item.face } }) : words.card(item.face);
      return updateCard(node, { face: item.face, zone: "table", label, own: isOwn, chosen: chosen.includes(item.face), fresh, dead });
    },
  );
}

/** @returns {HTMLElement} */
function makeSlot() {
  return el("button", { type: "button", class: "slot", tabindex: "-1", "data-do": "gap" }, glyph("i-split", "ic"));
}

/** @param {Element} node @param {number} at @param {Group} group @param {number} cut @param {boolean} adding @param {Words} words */
function updateSlot(node, at, group, cut, adding, words) {
  const end = at === group.cards.length;
  node.classList.toggle("cut", at === cut && !adding);
  node.classList.toggle("here", end);
  reglyph(/** @type {Element} */ (node.querySelector("svg")), end ? "i-plus" : "i-split");
  const label = end ? words.t("add_at_end") : words.t(adding ? "add_between" : "split_between", { a: at, b: at + 1 });
  set(node, { "data-at": at, "aria-label": label });
}

/**
 * @param {Group} group @param {Verdict} found @param {import("./frame.js").Mark | undefined} mark @param {boolean} open
 * @param {Scene} scene
 * @returns {(string | Node)[]}
 */
function railWords(group, found, mark, open, { app, words }) {
  if (found.tone !== "ok") return verdictWords(group.cards, found, words);
  if (mark) {
    const who = { name: mark.actor === null ? "" : actorName(app, mark.actor) };
    if (mark.fresh.length === 1 && !mark.made) return words.nodes("card_from", { card: { card: mark.fresh[0] }, who });
    return words.nodes(mark.made ? "new_from" : "changed_by", { who });
  }
  return open ? words.nodes("cards_valid", { n: group.cards.length }) : [];
}

/** The reason beside the sign: "two ♥", "gap: 6♣ is missing". @param {string[]} cards @param {Verdict} found @param {Words} words */
export function verdictWords(cards, found, words) {
  return words.nodes(...verdictKey(cards, found));
}

/**
 * @param {string[]} cards @param {Verdict} found
 * @returns {[string, import("./words.js").Values]}
 */
export function verdictKey(cards, found) {
  if (found.code === "MELD_TOO_SHORT") {
    return found.tone === "wait" ? ["needs_more", { n: 3 - cards.length }] : ["verdict_no_pair", {}];
  }
  const named = found.detail.cards ?? [];
  const values = { cards: { cards: named }, card: { card: named[0] ?? cards[0] }, n: named.length };
  if (found.code === "SET_DUP_SUIT") return ["verdict_SET_DUP_SUIT", { ...values, cards: { cards: named.slice(0, 2) } }];
  return [found.code === "RUN_GAP" && named.length === 0 ? "verdict_gap" : `verdict_${found.code}`, values];
}

/** @param {Group} group @param {number} index @param {Verdict} found @param {boolean} locked @param {Scene} scene */
function groupLabel(group, index, found, locked, { words }) {
  const n = group.cards.length;
  const what = found.tone === "ok" ? meldName(group.cards, found.kind, words) : words.t("cards_counted", { n });
  const state = locked ? words.t("locked") : found.tone === "ok" ? words.t("valid") : words.t(...verdictKey(group.cards, found));
  return words.t("group_label", { number: index + 1, what, state, count: words.t("cards_counted", { n }) });
}

/** "run of hearts, 4 to 8", "set of nines". @param {string[]} cards @param {"set" | "run" | null} kind @param {Words} words */
export function meldName(cards, kind, words) {
  const pieces = cards.map(parse).filter((p) => !p.joker);
  const [first, last] = [pieces[0], pieces[pieces.length - 1]];
  const rank = (/** @type {import("./cards.js").Piece} */ p) => (p.tile ? String(p.rank) : words.t(`rank_${RANKS[p.rank - 1]}`));
  if (kind === "run") {
    const suit = first.tile ? words.t(`colour_${"RBKO"[first.suit]}`) : words.t(`suit_${SUITS[first.suit]}`);
    return words.t("run_of", { suit, from: rank(first), to: rank(last) });
  }
  return words.t("set_of", { rank: rank(first) });
}

/** "The table changed here": keep the idea or put the group back. @param {HTMLElement} node @param {Group} group @param {Scene} scene */
function clashBox(node, group, { words }) {
  const box = node.querySelector(".clashbox");
  if (!group.clash) box?.remove();
  else if (!box) {
    node.append(
      el(
        "div",
        { class: "clashbox" },
        el("p", {}, words.t("table_changed_here")),
        el("button", { type: "button", class: "btn", tabindex: "-1", "data-do": "keep" }, words.t("keep_idea")),
        el("button", { type: "button", class: "btn", tabindex: "-1", "data-do": "restore" }, words.t("reset_group")),
      ),
    );
  }
}

/**
 * The largest density that fits without scrolling. A group opened in place does not count: it scrolls into view instead of making
 * all others smaller.
 * @param {HTMLElement} melds
 */
export function fitDensity(melds) {
  const open = melds.querySelector(".group.open");
  open?.classList.remove("open");
  for (const name of ["roomy", "", "dense", "tight"]) {
    melds.classList.remove("roomy", "dense", "tight");
    if (name) melds.classList.add(name);
    if (melds.scrollHeight <= melds.clientHeight + 1) break;
  }
  open?.classList.add("open");
}
