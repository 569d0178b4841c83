// Buttons that copy the text of another element: <button data-copy="id" data-done="Copied" hidden>.
// Without a clipboard (plain http in a local network) the button stays hidden and the text can be selected.

for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.setAttribute("aria-label", button.dataset.done);
    button.title = button.dataset.done;
  });
}
