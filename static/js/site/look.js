// Day or night, the deck, and motion: kept in cookies, so that the server can write them into the page before it is drawn.
// Also closes an open menu on Escape or on a press outside it, and lets a hidden page rest.

/** What each choice may be; the empty string means "as the system says" or the default. */
const CHOICES = { theme: ["", "noon", "night"], deck: ["", "two", "safe"], motion: ["", "still"] };
const YEAR = 60 * 60 * 24 * 365;
const root = document.documentElement;

/**
 * Keep one choice and show it at once.
 * @param {"theme" | "deck" | "motion"} name
 * @param {string} value
 */
export function choose(name, value) {
  if (!CHOICES[name].includes(value)) return;
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
  const age = value ? YEAR : 0;
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`;
}

/** @returns {"noon" | "night"} the theme that is on show */
export function shown() {
  const set = root.dataset.theme;
  if (set === "noon" || set === "night") return set;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "noon";
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.hidden = false;
  button.addEventListener("click", () => choose("theme", shown() === "noon" ? "night" : "noon"));
}

for (const input of document.querySelectorAll("input[data-look]")) {
  input.checked = (root.dataset[input.name] ?? "") === input.value;
  input.addEventListener("change", () => choose(input.name, input.value));
}

/** @param {Element | null} inside what stays open */
function closeMenus(inside) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!inside || !menu.contains(inside)) menu.open = false;
  }
}
document.addEventListener("click", (event) => closeMenus(event.target instanceof Element ? event.target : null));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.querySelector("details.menu[open] > summary");
  closeMenus(null);
  open?.focus();
});

// Parts marked data-poll are asked for every few seconds by htmx; nobody looks at a hidden page. (A filter in hx-trigger would
// need eval, which the content policy forbids.)
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target instanceof Element && event.target.hasAttribute("data-poll")) event.preventDefault();
});
