// @ts-check
/** Entry point of the live table page. */

import { useSprite } from "./dom.js";
import { Page } from "./page.js";
import { furnish } from "./panels.js";
import { listen } from "./taps.js";
import { Words } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("table"));
useSprite(root.dataset.sprite ?? "");
const catalogue = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("words")).textContent ?? "{}");
const page = new Page(root, new Words(catalogue));
listen(page);
furnish(page);
const first = document.getElementById("first-frame");
if (first?.textContent) {
  const frame = JSON.parse(first.textContent);
  if (frame) page.receive(frame);
}
