// @ts-check
/**
 * Cards fly from where they were to where they are. Places are measured before and after a redraw; the card itself is already at its
 * goal, so nothing ever waits for the motion. Reduced motion: a short fade in the new place.
 */

const MOVE_MS = 220;
const FADE_MS = 120;
const EASE = "cubic-bezier(.2,.7,.2,1)";

/** Where every card button is now. @param {ParentNode} root @returns {Map<string, DOMRect>} */
export function measure(root) {
  const places = new Map();
  for (const card of root.querySelectorAll(".card[data-face]")) {
    places.set(/** @type {HTMLElement} */ (card).dataset.face, card.getBoundingClientRect());
  }
  return places;
}

/**
 * @param {ParentNode} root @param {Map<string, DOMRect>} before @param {DOMRect | null} source where cards come from that were
 *   nowhere: the seat that played them, or the stock
 */
export function fly(root, before, source) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "still";
  for (const node of root.querySelectorAll(".card[data-face]")) {
    const card = /** @type {HTMLElement} */ (node);
    const face = card.dataset.face ?? "";
    const from = before.get(face) ?? source;
    if (!from) continue;
    const to = card.getBoundingClientRect();
    const dx = from.x + from.width / 2 - (to.x + to.width / 2);
    const dy = from.y + from.height / 2 - (to.y + to.height / 2);
    if (Math.hypot(dx, dy) < 3) continue;
    if (still) {
      if (!before.has(face)) card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
    } else {
      card.animate([{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 20 }, { transform: "none", zIndex: 20 }], { duration: MOVE_MS, easing: EASE });
    }
  }
}
