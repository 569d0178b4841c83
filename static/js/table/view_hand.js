// @ts-check
/** The own hand in its order, and the buttons that sort it. */

import { set, sync } from "./dom.js";
import { inHand } from "./draft.js";
import { shown } from "./order.js";
import { makeCard, updateCard } from "./view_cards.js";

/**
 * @param {HTMLElement} zone @param {HTMLElement} hand @param {import("./state.js").App} app @param {import("./words.js").Words} words
 */
export function paintHand(zone, hand, app, words) {
  const held = new Set(inHand(app.draft));
  const faces = shown(app.draft.base.hand, app.ui.order).filter((face) => held.has(face));
  zone.classList.toggle("many", faces.length > 10);
  zone.classList.toggle("crowd", faces.length > 16);
  set(hand, { "aria-label": words.t("your_hand", { n: faces.length }) });
  sync(
    hand,
    faces,
    (face) => face,
    (face) => makeCard({ face, zone: "hand", label: "" }),
    (node, face) => {
      const fresh = app.ui.order.fresh.includes(face);
      const label = fresh ? words.t("new_card", { card: { card: face } }) : words.card(face);
      updateCard(node, { face, zone: "hand", label, chosen: app.draft.chosen.includes(face), fresh });
    },
  );
  for (const button of document.querySelectorAll("[data-do='sort']")) {
    set(button, { "aria-pressed": String(button.getAttribute("data-mode") === app.ui.order.mode) });
  }
}
