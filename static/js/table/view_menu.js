// @ts-check
/** "Move to…", and the menu of one group: every outcome as a named choice, legal places first, illegal ones with their reason. */

import { el, fill, glyph } from "./dom.js";
import { groupAt, groupWith, inHand, laid } from "./draft.js";
import { legalPlaces } from "./state.js";
import { verdictKey, meldName } from "./view_table.js";
import { verdict } from "./melds.js";

/**
 * @typedef {import("./state.js").App} App
 * @typedef {import("./words.js").Words} Words
 * @typedef {{key: string, intent: any, label: (string | Node)[], why: (string | Node)[], fits: boolean | null}} Choice
 */

/** @param {HTMLDialogElement} dialog @param {App} app @param {Words} words */
export function paintMenu(dialog, app, words) {
  const { menu } = app.ui;
  if (!menu) {
    if (dialog.open) dialog.close();
    return;
  }
  const title = /** @type {HTMLElement} */ (dialog.querySelector("h2"));
  const list = /** @type {HTMLElement} */ (dialog.querySelector("[role='menu']"));
  const { heading, choices } = contents(app, menu, words);
  fill(title, heading);
  fill(list, choices.map((choice) => choiceButton(choice)));
  if (!dialog.open) {
    dialog.showModal();
    /** @type {HTMLElement | null} */ (list.querySelector("button"))?.focus();
  }
}

/** @param {Choice} choice */
function choiceButton(choice) {
  const sign = choice.fits === null ? null : glyph(choice.fits ? "v-ok" : "v-bad", "sign");
  const node = el(
    "button",
    { type: "button", role: "menuitem", class: `choice ${choice.fits === false ? "bad" : "ok"}`, "data-intent": JSON.stringify(choice.intent) },
    sign,
    el("span", { class: "what" }, ...choice.label),
    choice.why.length > 0 ? el("small", {}, ...choice.why) : null,
  );
  return node;
}

/** @param {App} app @param {NonNullable<import("./state.js").Ui["menu"]>} menu @param {Words} words */
function contents(app, menu, words) {
  if (menu.kind === "move") return { heading: words.nodes("move_to", { cards: { cards: menu.faces } }), choices: moveChoices(app, menu.faces, words) };
  const group = groupAt(app.draft, menu.group);
  const heading = [...words.nodes("group_menu"), " ", ...words.nodes("just_cards", { cards: { cards: group?.cards ?? [] } })];
  if (menu.kind === "merge") return { heading: words.nodes("merge_with"), choices: mergeChoices(app, menu.group, words) };
  return { heading, choices: groupChoices(app, menu.group, words) };
}

/** @param {App} app @param {string[]} faces @param {Words} words @returns {Choice[]} */
function moveChoices(app, faces, words) {
  const places = legalPlaces(app.draft, faces);
  const to = places.map((p) => ({
    key: p.key,
    intent: { type: "drop", faces, place: { group: p.key } },
    label: placeLabel(app, p.cards, words),
    why: p.fits ? [] : words.nodes(...verdictKey([...p.cards, ...faces], p.verdict)),
    fits: p.fits,
  }));
  const fresh = { key: "new", intent: { type: "drop", faces, place: { fresh: true } }, label: words.nodes("new_group"), why: [], fits: null };
  const own = laid(app.draft);
  const back = faces.every((f) => own.has(f))
    ? [{ key: "back", intent: { type: "give_back", faces }, label: words.nodes("back_to_hand"), why: [], fits: null }]
    : [];
  return [...to.filter((c) => c.fits), fresh, ...back, ...handChoices(app, faces, words), ...to.filter((c) => !c.fits)];
}

/** A single card of the hand may be put to either end of the hand. @param {App} app @param {string[]} faces @param {Words} words @returns {Choice[]} */
function handChoices(app, faces, words) {
  if (faces.length !== 1 || groupWith(app.draft, faces[0])) return [];
  const first = inHand(app.draft).find((f) => f !== faces[0]) ?? null;
  const choice = (/** @type {string} */ key, /** @type {"first" | null} */ before) => ({
    key,
    intent: { type: "reorder_end", face: faces[0], end: before === null ? "last" : "first" },
    label: words.nodes(key),
    why: [],
    fits: null,
  });
  return first === null ? [] : [choice("hand_start", "first"), choice("hand_end", null)];
}

/** @param {App} app @param {string} key @param {Words} words @returns {Choice[]} */
function mergeChoices(app, key, words) {
  const cards = groupAt(app.draft, key)?.cards ?? [];
  return legalPlaces(app.draft, cards)
    .sort((a, b) => Number(b.fits) - Number(a.fits))
    .map((p) => ({
      key: p.key,
      intent: { type: "merge", group: key, into: p.key },
      label: placeLabel(app, p.cards, words),
      why: p.fits ? [] : words.nodes(...verdictKey([...p.cards, ...cards], p.verdict)),
      fits: p.fits,
    }));
}

/** @param {App} app @param {string} key @param {Words} words @returns {Choice[]} */
function groupChoices(app, key, words) {
  const group = groupAt(app.draft, key);
  if (!group) return [];
  const own = laid(app.draft);
  const plain = (/** @type {string} */ name, /** @type {any} */ intent) => ({ key: name, intent, label: words.nodes(name), why: [], fits: null });
  return [
    ...(group.cards.length > 1 ? [plain("split_here", { type: "split", group: key })] : []),
    plain("take_all", { type: "take_all", group: key }),
    ...(app.draft.groups.length > 1 ? [plain("merge_with", { type: "ask_merge", group: key })] : []),
    ...(group.cards.some((f) => own.has(f)) ? [plain("give_back_mine", { type: "give_back_from", group: key })] : []),
    ...(group.clash ? [plain("keep_idea", { type: "keep_idea", group: key }), plain("reset_group", { type: "reset_group", group: key })] : []),
  ];
}

/** @param {App} app @param {string[]} cards @param {Words} words */
function placeLabel(app, cards, words) {
  const found = verdict(cards, app.draft.rules);
  const name = found.tone === "ok" ? `${meldName(cards, found.kind, words)} ` : "";
  return [name, ...words.nodes("just_cards", { cards: { cards } })];
}
