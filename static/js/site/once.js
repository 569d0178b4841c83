// A form goes out once: a doubled press sends no second one while the answer to the first is on its way. (The second would be
// answered instead of the first: whoever signs up would read that the name is taken, by themselves.)

const WAIT_MS = 8000; // an answer that does not come may be asked for again

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, WAIT_MS);
});

// Whoever comes back to a page that the browser has kept finds its forms as new.
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
