// @ts-check
/** The end of the match: who won, in words, with the way on to the match page, the proof and a rematch. */

import { el, fill, sync } from "./dom.js";

/** @param {Document} doc @param {import("./state.js").App} app @param {import("./words.js").Words} words */
export function paintResult(doc, app, words) {
  const frame = app.model.frame;
  const box = /** @type {HTMLElement} */ (doc.getElementById("result"));
  const over = frame !== null && ["finished", "aborted", "void"].includes(frame.status);
  const shown = over && box.dataset.away !== frame.match;
  const appeared = shown && box.hidden;
  box.hidden = !shown;
  if (!frame || !over) return;
  fill(/** @type {HTMLElement} */ (doc.getElementById("result-title")), headline(frame, words));
  sync(
    /** @type {HTMLElement} */ (doc.getElementById("result-seats")),
    frame.seats,
    (seat) => String(seat.seat),
    (seat) => el("li", {}, el("bdi", {}, seat.name), el("span", {})),
    (node, seat) => {
      const n = frame.view.counts[seat.seat] ?? 0;
      fill(/** @type {Element} */ (node.lastElementChild), [words.t(seat.resigned ? "resigned" : "cards_left", { n })]);
      node.classList.toggle("lead", (frame.view.standing?.winners ?? []).includes(seat.seat));
    },
  );
  if (appeared) box.focus({ preventScroll: true });
}

/** @param {import("./frame.js").Frame} frame @param {import("./words.js").Words} words */
function headline(frame, words) {
  if (frame.status !== "finished") return words.nodes(frame.status === "void" ? "match_void" : "match_aborted");
  /** @type {number[]} */
  const winners = frame.view.standing?.winners ?? [];
  if (winners.length === 1 && winners[0] === frame.you) return words.nodes("you_won");
  const names = winners.map((w) => frame.seats.find((s) => s.seat === w)?.name ?? "");
  if (names.length === 1) return words.nodes("won", { who: { name: names[0] } });
  return names.length === 0 ? words.nodes("match_over") : words.nodes("drawn", { who: words.list.format(names) });
}
