// The standard decks and the names of their cards (section 7). In a proof a card is its index in the deck's list of faces.

import { h } from "./encoding.js";

/** @typedef {{name: string, faces: string[]}} Deck */

const COPY = 52;
const cards = ["S", "H", "D", "C"].flatMap((suit) => Array.from("A23456789TJQK", (rank) => rank + suit));
const tiles = Array.from("RBKO", (colour) => Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`)).flat();

/** The decks a proof may name. @type {Readonly<{[name: string]: readonly string[]}>} */
export const STANDARD = Object.freeze({
  fr104: [...cards, ...cards],
  fr106: [...cards, ...cards, "JK1", "JK2"],
  tile106: [...tiles, ...tiles, "J1", "J2"],
});

/** @param {Deck} deck */
export const isStandard = (deck) =>
  Object.hasOwn(STANDARD, deck.name) && STANDARD[deck.name].join() === deck.faces.join();

/** @param {Deck} deck */
export const deckHash = (deck) => h("deck", deck.name, deck.faces.join(","));

/** Name one physical card as play does: "AS", the second copy "AS#2". @param {Deck} deck @param {number} index */
export const faceWithCopy = (deck, index) => deck.faces[index] + (Math.floor(index / COPY) === 1 ? "#2" : "");
