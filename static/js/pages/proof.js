// The proof page: check the deal in this browser, lay one stone of the arch for each step that holds, then show the cards.
//
// Reads the JSON blocks "proof-data" (see templates/games/proof.html) and "proof-words", and finds its places by data-proof.

import { canHash } from "../fairness/encoding.js";
import { parse } from "../fairness/json.js";
import { verify } from "../fairness/verify.js";

/** @typedef {import("../fairness/verify.js").Step} Step */
/** @typedef {import("../fairness/verify.js").Verdict} Verdict */
/** @typedef {import("../fairness/verify.js").Checked} Checked */
/** @typedef {{[key: string]: string}} Words */

const STONE_MS = 70;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** @param {Document} page */
function still(page) {
  return page.documentElement.dataset.motion === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {string} tag
 * @param {{[name: string]: string}} attributes
 * @param {...(Node | string)} inside
 */
function element(tag, attributes, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** One proof page: its places, its words, its data. */
class ProofPage {
  /**
   * @param {HTMLElement} root
   * @param {any} data the parsed block "proof-data"
   * @param {Words} words
   */
  constructor(root, data, words) {
    this.root = root;
    this.data = data;
    this.words = words;
    this.sprite = this.place("steps").dataset.sprite ?? "";
  }

  /** @param {string} name @returns {HTMLElement} */
  place(name) {
    const found = this.root.querySelector(`[data-proof="${name}"]`);
    if (!(found instanceof HTMLElement)) throw new Error(`the page has no place for ${name}`);
    return found;
  }

  /**
   * Fill a sentence: "{name}" stands for a value, made into an element where it needs one.
   * @param {string} sentence
   * @param {{[name: string]: Node | string}} values
   */
  sentence(sentence, values = {}) {
    return sentence.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? (values[part] ?? `{${part}}`) : part));
  }

  /** A hash short enough to read aloud, whole on request. @param {string} hash */
  hash(hash) {
    return element("span", { class: "hash", title: hash }, `${hash.slice(0, 8)}…${hash.slice(-4)}`);
  }

  /** @param {number} ms */
  time(ms) {
    const when = new Date(ms);
    /** @type {Intl.DateTimeFormatOptions} */
    const form = { dateStyle: "long", timeStyle: "medium", hourCycle: "h23" };
    const text = new Intl.DateTimeFormat(`${document.documentElement.lang || "en"}-u-nu-latn`, form).format(when);
    return element("time", { datetime: when.toISOString(), dir: "auto" }, text);
  }

  /** @param {number} seat */
  name(seat) {
    return element("bdi", {}, String(this.data.names[seat]));
  }

  /** @param {string} symbol @param {string} css */
  drawing(symbol, css) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${this.sprite}#${symbol}`);
    svg.setAttribute("class", css);
    svg.setAttribute("aria-hidden", "true");
    svg.append(use);
    return svg;
  }

  /** @param {string} face with its copy @param {"m" | "s"} size */
  card(face, size) {
    const plain = face.split("#")[0];
    const joker = /^JK?[12]$/.test(plain);
    const tile = /^[RBKO][0-9]|^J[12]$/.test(plain);
    const drawn = joker ? plain.replace(/[12]$/, "") : plain;
    const symbol = `${tile ? "t" : "c"}-${size}-${drawn}`;
    const label = this.words[`card.${plain}`] ?? plain;
    const kind = tile ? "tile" : "card";
    return element("span", { role: "img", class: kind, "aria-label": label }, this.drawing(symbol, `f f-${size}`));
  }

  /** @param {string[]} faces @param {"m" | "s"} size */
  cards(faces, size) {
    const css = size === "s" ? "cards sm" : "cards";
    return element("div", { class: css }, ...faces.map((face) => this.card(face, size)));
  }

  /** Values of a step's sentence, as elements where they need one. @param {Step} step */
  values({ detail }) {
    return Object.fromEntries(
      Object.entries(detail).map(([key, value]) => {
        if (/^[0-9a-f]{64}$/.test(String(value))) return [key, this.hash(String(value))];
        if (key.endsWith("_ms")) return [key, this.time(Number(value))];
        if (key === "first") return [key, this.name(Number(value))];
        return [key, String(value)];
      }),
    );
  }

  /** The sentence under a step's title. @param {Step} step */
  explained(step) {
    if (step.ok === null) return this.sentence(this.words[`open.${step.code}`] ?? "");
    if (step.ok) {
      const alone = step.id === "seats" && step.detail.contributed === 0;
      const text = this.sentence(this.words[`${step.id}.${alone ? "alone" : "text"}`], this.values(step));
      return step.detail.late ? [...text, " ", this.words["seal.late"]] : text;
    }
    const where = element("span", { class: "hash" }, String(step.detail.where));
    return this.sentence(this.words[`code.${step.code}`] ?? this.words["code.any"], { where, code: String(step.code) });
  }

  /** Lay one stone and write its line. @param {Step} step */
  async lay(step) {
    const state = step.ok === null ? "open" : step.ok ? "ok" : "no";
    const line = this.root.querySelector(`[data-step="${step.id}"]`);
    const stone = this.root.querySelector(`[data-stone="${step.id}"]`);
    if (!(line instanceof HTMLElement) || !(stone instanceof SVGElement)) throw new Error(`no stone for ${step.id}`);
    line.dataset.state = state;
    stone.dataset.state = state;
    const sign = { ok: "v-ok", no: "v-bad", open: "v-wait" }[state];
    line.querySelector("use")?.setAttribute("href", `${this.sprite}#${sign}`);
    const said = element("span", { class: "sr" }, `${this.words[`state.${state}`]} `);
    line.querySelector("b")?.replaceChildren(said, this.words[`${step.id}.${state}`]);
    line.querySelector("p")?.replaceChildren(...this.explained(step));
    if (!still(document)) await pause(STONE_MS);
  }

  /** @param {Verdict} verdict */
  judge(verdict) {
    const failed = verdict.steps.find((step) => step.ok === false);
    const kind = verdict.ok ? `grade.${verdict.grade}` : "refused";
    this.root.dataset.verdict = verdict.ok ? "ok" : "no";
    this.place("grade").classList.toggle("gc", verdict.ok);
    this.place("letter").textContent = verdict.grade === "C" ? "C" : "";
    this.place("title").textContent = this.words[`${kind}.title`];
    const step = failed ? this.words[`${failed.id}.no`] : "";
    this.place("lede").replaceChildren(...this.sentence(this.words[`${kind}.lede`], { step }));
  }

  /** @param {Checked} deal */
  show(deal) {
    const you = this.data.you ?? null;
    this.place("deal-title").textContent = this.words[this.root.dataset.verdict === "ok" ? "deal.title" : "deal.computed"];
    this.place("first").replaceChildren(...this.sentence(this.words["deal.first"], { name: this.name(deal.first) }));
    const rows = deal.hands.map((hand, seat) => {
      const note = seat === you ? this.words["deal.you"] : this.words["deal.seat"].replace("{n}", String(seat + 1));
      const head = element("div", { class: "h" }, this.name(seat), element("span", {}, note));
      return element("div", { class: "row" }, head, this.cards(hand, "m"));
    });
    this.place("hands").replaceChildren(...rows);
    this.fates(deal);
    this.place("deal").hidden = false;
  }

  /** The stock, top first: who drew each card and when, then what nobody drew. @param {Checked} deal */
  fates({ stock, drawn, left }) {
    const items = (drawn ?? []).map(({ number, seq, seat, card }) => {
      const move = this.words["deal.move"].replace("{n}", String(seq));
      const who = element("span", { class: "who" }, this.name(seat));
      const fate = element("span", { class: "fate" }, who, element("small", { class: "num" }, move));
      return element("li", { value: String(number) }, this.card(card, "s"), fate);
    });
    const rest = left ?? stock;
    this.place("drawn-row").hidden = drawn === null;
    this.place("drawn").replaceChildren(...items);
    this.place("drawn-none").hidden = items.length > 0;
    this.place("left-title").textContent = this.words[left === null ? "deal.stock" : "deal.left"];
    this.place("left").replaceChildren(...rest.map((card) => this.card(card, "s")));
    this.place("left-none").hidden = rest.length > 0;
    const counts = { n: String(stock.length), drawn: String(items.length) };
    this.place("counts").replaceChildren(...this.sentence(this.words["deal.counts"], counts));
  }

  /** Without WebCrypto nothing is claimed. */
  unable() {
    this.root.dataset.verdict = "unable";
    this.place("title").textContent = this.words["unable.title"];
    this.place("lede").textContent = this.words["unable.lede"];
    for (const line of this.root.querySelectorAll("[data-step] p")) line.textContent = this.words["unable.step"];
  }

  /** Check, step by step, and show what was dealt. */
  async run() {
    if (!canHash()) return this.unable();
    const verdict = await verify(this.data, (step) => this.lay(step));
    this.judge(verdict);
    if (verdict.deal) this.show(verdict.deal);
    return undefined;
  }
}

/** @param {string} id */
const block = (id) => document.getElementById(id)?.textContent ?? "null";

const root = document.querySelector('[data-proof="steps"]')?.closest("main");
if (root) await new ProofPage(root, parse(block("proof-data")), JSON.parse(block("proof-words"))).run();
