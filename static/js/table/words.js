// @ts-check
/**
 * Everything the page says, in the reader's language. The catalogue comes from the server (a JSON block made with gettext), so
 * there is one place where words live; counted phrases carry every plural form of the language and `Intl.PluralRules` picks.
 */

import { spoken } from "./cards.js";
import { el, name, token } from "./dom.js";

/**
 * A value in a sentence: plain text or number, a card, several cards, or a person's name.
 * @typedef {string | number | {card: string} | {cards: string[]} | {name: string}} Value
 * @typedef {Record<string, Value>} Values
 * @typedef {object} Catalogue
 * @property {string} lang
 * @property {Record<string, string>} plain
 * @property {Record<string, Record<string, string>>} counted
 */

export class Words {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this.lang = catalogue.lang;
    this.plain = catalogue.plain;
    this.counted = catalogue.counted;
    this.rules = new Intl.PluralRules(catalogue.lang);
    this.list = new Intl.ListFormat(catalogue.lang, { type: "conjunction" });
  }

  /** @param {string} key @returns {boolean} */
  has(key) {
    return Object.hasOwn(this.plain, key) || Object.hasOwn(this.counted, key);
  }

  /**
   * The sentence as text: cards in words, names as they are. Used for labels and for announcements.
   * @param {string} key
   * @param {Values} [values] `n` picks the plural form where the phrase is counted
   * @returns {string}
   */
  t(key, values = {}) {
    return this.pieces(key, values)
      .map((p) => (typeof p === "string" ? p : this.text(p)))
      .join("");
  }

  /**
   * The sentence as nodes: cards as tokens, names isolated, so that mixed directions never reorder a line.
   * @param {string} key
   * @param {Values} [values]
   * @returns {(string | Node)[]}
   */
  nodes(key, values = {}) {
    return this.pieces(key, values).flatMap((p) => (typeof p === "string" ? [p] : this.show(p)));
  }

  /** @param {string} face @returns {string} */
  card(face) {
    return spoken(face, (key, values) => this.t(key, values));
  }

  /**
   * @param {string} key @param {Values} values
   * @returns {(string | {value: Value})[]}
   */
  pieces(key, values) {
    return this.template(key, values)
      .split(/(\{[a-z_]+\})/)
      .filter((part) => part !== "")
      .map((part) => {
        const slot = part.startsWith("{") && part.endsWith("}") ? part.slice(1, -1) : null;
        return slot !== null && Object.hasOwn(values, slot) ? { value: values[slot] } : part;
      });
  }

  /** @param {string} key @param {Values} values @returns {string} */
  template(key, values) {
    const forms = this.counted[key];
    if (forms) {
      const n = Number(values.n ?? 0);
      return forms[this.rules.select(n)] ?? forms.other ?? key;
    }
    // A code this page has never heard of still gets a sentence.
    return this.plain[key] ?? this.plain[`${key.slice(0, key.indexOf("_"))}_other`] ?? key;
  }

  /** @param {{value: Value}} slot @returns {string} */
  text({ value }) {
    if (typeof value !== "object") return String(value);
    if ("card" in value) return this.card(value.card);
    if ("cards" in value) return this.list.format(value.cards.map((face) => this.card(face)));
    return value.name;
  }

  /** @param {{value: Value}} slot @returns {(string | Node)[]} */
  show({ value }) {
    if (typeof value === "number") return [el("bdi", { class: "num", dir: "ltr" }, String(value))];
    if (typeof value === "string") return [value];
    if ("card" in value) return [token(value.card, this.card(value.card))];
    if ("cards" in value) return value.cards.map((face) => token(face, this.card(face)));
    return [name(value.name)];
  }
}
