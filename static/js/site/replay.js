// Playing a replay by itself, arrow keys, and the slider. Every step is a page of its own: this module fetches the next one
// and swaps #replay, so that without it the same links work as plain links.

const PACE_MS = 1400;
const box = document.getElementById("replay");
let timer = 0;
let asked = 0;

/** @param {string} address the page of a step */
async function show(address) {
  const ticket = ++asked;
  const answer = await fetch(address, { headers: { "HX-Request": "true", "X-Requested-With": "fetch" } });
  if (!answer.ok || ticket !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("replay") ?? page.body;
  const focused = document.activeElement?.closest("[data-step]")?.getAttribute("data-step");
  box.replaceChildren(...fresh.childNodes);
  history.replaceState(null, "", address);
  ready();
  if (focused) box.querySelector(`[data-step="${focused}"]`)?.focus();
}

/** @param {string} which first, prev, next or last */
function link(which) {
  return box.querySelector(`a[data-step="${which}"]`);
}

function atEnd() {
  const slider = box.querySelector(".slider");
  return !slider || slider.value === slider.max;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  mark();
}

function play() {
  timer = setInterval(() => (atEnd() ? stop() : show(link("next").href)), PACE_MS);
  mark();
}

/** Say on the button whether the replay runs. */
function mark() {
  box.querySelector("[data-play]")?.setAttribute("aria-pressed", String(timer !== 0));
}

/** Wire what was just swapped in. */
function ready() {
  const button = box.querySelector("[data-play]");
  if (button) button.hidden = false;
  mark();
}

box.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[data-play]")) {
    if (timer) stop();
    else play();
    return;
  }
  const step = target?.closest("a[data-step], a[data-go]");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(step.href);
});
box.addEventListener("input", (event) => {
  const slider = event.target;
  if (!slider.classList.contains("slider")) return;
  stop();
  show(`${slider.form.action}?step=${slider.value}`);
});
document.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
  // time runs from left to right in every language, as the chart does
  const which = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!which || !link(which)) return;
  event.preventDefault();
  stop();
  show(link(which).href);
});
ready();
