// @ts-check
/**
 * Dragging, as an addition to tapping: it ends in the same intents. A pointer that stays within its slop is a tap; a drop snaps to
 * the nearest place within 32 px; a drop nowhere does nothing. Holding a table card for 250 ms picks up the block from it on.
 */

const SLOP_MOUSE = 6;
const SLOP_TOUCH = 10;
const SNAP = 32;
const HOLD_MS = 250;

/**
 * @typedef {{kind: "place", place: import("./draft.js").Place, node: Element} | {kind: "hand", before: string | null, node: Element}} Target
 * @typedef {object} Hooks
 * @property {(face: string) => string[]} block faces picked up with this one: the selection, or itself
 * @property {(face: string) => string[]} tail this card and those after it in its group
 * @property {(face: string) => boolean} may whether the card can be moved
 * @property {(face: string) => boolean} fromHand
 * @property {(faces: string[]) => void} onHold
 * @property {(faces: string[], target: Target) => void} onDrop
 */

export class Drag {
  /** @param {HTMLElement} root @param {Hooks} hooks */
  constructor(root, hooks) {
    this.root = root;
    this.hooks = hooks;
    /** @type {{id: number, face: string, card: HTMLElement, x: number, y: number, touch: boolean, held: boolean} | null} */
    this.press = null;
    /** @type {{faces: string[], ghosts: HTMLElement[], target: Target | null} | null} */
    this.drag = null;
    this.timer = 0;
    this.swallow = false;
    root.addEventListener("pointerdown", (e) => this.down(e));
    root.addEventListener("pointermove", (e) => this.moved(e));
    root.addEventListener("pointerup", (e) => this.up(e));
    root.addEventListener("pointercancel", () => this.stop());
    // A finger on a card that was picked up, or on a card of a hand that is whole in view, does not scroll.
    root.addEventListener("touchmove", (e) => this.keepStill(e), { passive: false });
    root.addEventListener("contextmenu", (e) => {
      if (this.press?.touch) e.preventDefault();
    });
    root.addEventListener("click", (e) => this.afterDrag(e), { capture: true });
  }

  /** @param {PointerEvent} e */
  down(e) {
    // Not every drag is followed by a click; a new press never inherits an old one's.
    this.swallow = false;
    const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (e.target).closest(".card[data-face]"));
    if (!card || !e.isPrimary || e.button !== 0 || this.drag) return;
    const face = card.dataset.face ?? "";
    if (!this.hooks.may(face)) return;
    this.press = { id: e.pointerId, face, card, x: e.clientX, y: e.clientY, touch: e.pointerType !== "mouse", held: false };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hold(), HOLD_MS);
  }

  hold() {
    if (!this.press || this.drag || this.hooks.fromHand(this.press.face)) return;
    this.press.held = true;
    this.swallow = true;
    this.hooks.onHold(this.hooks.tail(this.press.face));
  }

  /** @param {PointerEvent} e */
  moved(e) {
    const { press } = this;
    if (!press || e.pointerId !== press.id) return;
    if (this.drag) return this.follow(e);
    const far = Math.hypot(e.clientX - press.x, e.clientY - press.y);
    if (far <= (press.touch ? SLOP_TOUCH : SLOP_MOUSE)) return;
    clearTimeout(this.timer);
    // The first move of a finger belongs to scrolling when it goes up or down where more lies than there is room for.
    const upright = Math.abs(e.clientY - press.y) > Math.abs(e.clientX - press.x);
    if (press.touch && upright && !press.held && this.scrolls(press.card)) {
      this.press = null;
      return;
    }
    this.begin(press, e);
  }

  /** Whether the table, or the hand, that holds this card is longer than its place. @param {HTMLElement} card */
  scrolls(card) {
    const box = card.closest(".melds, .handzone");
    return box !== null && box.scrollHeight > box.clientHeight + 1;
  }

  /** @param {NonNullable<Drag["press"]>} press @param {PointerEvent} e */
  begin(press, e) {
    const faces = press.held ? this.hooks.tail(press.face) : this.hooks.block(press.face);
    const ghosts = faces.map((face) => this.ghost(face, press.card)).filter((g) => g !== null);
    this.drag = { faces, ghosts, target: null };
    this.swallow = true;
    this.root.setPointerCapture(press.id);
    this.root.classList.add("dragging");
    this.follow(e);
  }

  /** @param {string} face @param {HTMLElement} model */
  ghost(face, model) {
    const card = /** @type {HTMLElement | null} */ (this.root.querySelector(`.card[data-face="${CSS.escape(face)}"]`));
    if (!card) return null;
    const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
    const box = model.getBoundingClientRect();
    ghost.removeAttribute("data-face");
    ghost.classList.add("lifted");
    ghost.classList.remove("sel");
    const shown = model.querySelector(".f-l, .f-m, .f-s");
    const size = [...model.querySelectorAll("svg.f")].find((svg) => getComputedStyle(svg).display !== "none") ?? shown;
    ghost.querySelectorAll("svg.f").forEach((svg) => {
      const same = size !== null && svg.getAttribute("class") === size.getAttribute("class");
      /** @type {SVGElement} */ (svg).style.display = same ? "block" : "none";
    });
    ghost.style.inlineSize = `${box.width}px`;
    ghost.style.blockSize = `${box.height}px`;
    ghost.style.left = "0";
    ghost.style.top = "0";
    document.body.append(ghost);
    card.classList.add("ghosted");
    return ghost;
  }

  /** @param {PointerEvent} e */
  follow(e) {
    const { drag } = this;
    if (!drag) return;
    drag.ghosts.forEach((ghost, i) => {
      const { width, height } = ghost.getBoundingClientRect();
      ghost.style.transform = `translate(${e.clientX - width / 2 + i * (width + 2)}px, ${e.clientY - height * 0.6}px)`;
    });
    const target = this.nearest(e.clientX, e.clientY);
    if (target?.node !== drag.target?.node) {
      drag.target?.node.classList.remove("over");
      target?.node.classList.add("over");
    }
    drag.target = target;
  }

  /** @param {PointerEvent} e */
  up(e) {
    const { press, drag } = this;
    clearTimeout(this.timer);
    if (!press || e.pointerId !== press.id) return;
    if (drag) {
      const target = this.nearest(e.clientX, e.clientY);
      const { faces } = drag;
      this.stop();
      if (target) this.hooks.onDrop(faces, target);
    } else this.press = null;
  }

  /** Esc, a lost pointer, or the end: everything goes back. */
  stop() {
    clearTimeout(this.timer);
    this.drag?.ghosts.forEach((ghost) => ghost.remove());
    this.drag?.target?.node.classList.remove("over");
    this.root.querySelectorAll(".ghosted").forEach((card) => card.classList.remove("ghosted"));
    this.root.classList.remove("dragging");
    this.press = null;
    this.drag = null;
  }

  /** The click that follows a drag or a hold is not a tap. @param {MouseEvent} e */
  afterDrag(e) {
    if (!this.swallow || e.detail === 0) return;
    this.swallow = false;
    e.stopPropagation();
    e.preventDefault();
  }

  /** @param {TouchEvent} e */
  keepStill(e) {
    if (!e.cancelable || !this.press) return;
    const whole = this.hooks.fromHand(this.press.face) && !this.scrolls(this.press.card);
    if (this.drag || this.press.held || whole) e.preventDefault();
  }

  /** The nearest place within reach; the smaller one where several are equally near. @param {number} x @param {number} y @returns {Target | null} */
  nearest(x, y) {
    let best = null;
    let least = SNAP + 0.001;
    let size = Infinity;
    for (const node of this.root.querySelectorAll("[data-drop]:not([hidden]), .group:not(.locked), .slot")) {
      const box = node.getBoundingClientRect();
      if (box.width === 0) continue;
      const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      const area = box.width * box.height;
      if (away < least - 0.5 || (away <= least && area < size)) [best, least, size] = [node, away, area];
    }
    return best ? this.target(/** @type {HTMLElement} */ (best), x, y) : null;
  }

  /** @param {HTMLElement} node @param {number} x @param {number} y @returns {Target} */
  target(node, x, y) {
    const group = /** @type {HTMLElement | null} */ (node.closest(".group"))?.dataset.group;
    if (node.dataset.drop === "new") return { kind: "place", place: { fresh: true }, node };
    if (node.dataset.drop === "hand") return { kind: "hand", before: this.before(x, y), node };
    const at = node.classList.contains("slot") ? Number(node.dataset.at) : undefined;
    return { kind: "place", place: { group: group ?? "", ...(at === undefined ? {} : { at }) }, node };
  }

  /** The hand card before which a card would be put. @param {number} x @param {number} y */
  before(x, y) {
    const rtl = document.documentElement.dir === "rtl";
    for (const node of this.root.querySelectorAll(".hand .card:not(.ghosted)")) {
      const box = node.getBoundingClientRect();
      const middle = box.left + box.width / 2;
      if (y < box.top || (y <= box.bottom && (rtl ? x > middle : x < middle))) return /** @type {HTMLElement} */ (node).dataset.face ?? null;
    }
    return null;
  }
}
