// Small comforts of forms: show a password, and say how long a new one is. Without this script the forms work all the same.

for (const button of document.querySelectorAll("[data-reveal]")) {
  const input = document.getElementById(button.dataset.reveal);
  if (!(input instanceof HTMLInputElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const show = input.type === "password";
    input.type = show ? "text" : "password";
    button.setAttribute("aria-pressed", String(show));
    input.focus();
  });
}

/** Length alone counts: each step of the line is one of these. */
const STEPS = [8, 10, 12, 16];

for (const meter of document.querySelectorAll("[data-strength]")) {
  const input = document.getElementById(meter.dataset.strength);
  if (!(input instanceof HTMLInputElement)) continue;
  meter.hidden = false;
  const show = () => {
    const length = [...input.value].length;
    [...meter.children].forEach((step, i) => step.classList.toggle("f", length >= STEPS[i]));
  };
  input.addEventListener("input", show);
  show();
}
