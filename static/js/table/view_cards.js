// @ts-check
/** One card as a button, wherever it lies. Faces of two sizes are in it; the style sheet shows the one that fits the place. */

import { drawing, el, glyph, reglyph, set } from "./dom.js";

/**
 * @typedef {object} CardLook
 * @property {string} face
 * @property {"table" | "hand"} zone
 * @property {string} label
 * @property {boolean} [own] from the own hand, riding the draft
 * @property {boolean} [chosen]
 * @property {boolean} [fresh] new here
 * @property {boolean} [dead] shown only, not to be touched
 * @property {string | null} [stands] the card a joker stands for
 */

/** @param {CardLook} look @returns {HTMLElement} */
export function makeCard(look) {
  const sizes = look.zone === "table" ? /** @type {const} */ (["s", "m"]) : /** @type {const} */ (["m", "l"]);
  const faces = sizes.map((size) => glyph(drawing(size, look.face, look.stands ?? null), `f f-${size}`));
  return el("button", { type: "button", class: "card", tabindex: "-1", "data-do": "card", "data-face": look.face, "data-zone": look.zone }, ...faces);
}

/** @param {Element} node @param {CardLook} look */
export function updateCard(node, look) {
  const { classList } = node;
  classList.toggle("own", look.own ?? false);
  classList.toggle("sel", look.chosen ?? false);
  classList.toggle("fresh", look.fresh ?? false);
  set(node, {
    "aria-label": look.label,
    "aria-pressed": look.dead ? null : String(look.chosen ?? false),
    "aria-disabled": look.dead ? "true" : null,
  });
  const dot = node.querySelector(".dot");
  if (look.own && !dot) node.append(el("i", { class: "dot" }));
  else if (!look.own && dot) dot.remove();
  if (look.stands !== undefined) {
    node.querySelectorAll("svg").forEach((svg) => {
      const size = svg.classList.contains("f-s") ? "s" : svg.classList.contains("f-m") ? "m" : "l";
      reglyph(svg, drawing(size, look.face, look.stands));
    });
  }
}
