// The library: thumbnails, search, families, published minima.

import { $, make } from "./dom.js";
import { paletteOf, picture } from "./scene.js";
import { BOARDS, fragmentOfSheet } from "./share.js";
import { count, FAMILIES } from "./words.js";

// Kind -> whether a published minimum (null: there is none) is of this kind.
const MINIMA = {
  any: () => true,
  "up to 20": (row) => row?.optimum <= 20 && row.optimum !== null,
  "21 to 60": (row) => row?.optimum > 20 && row.optimum <= 60,
  "above 60": (row) => row?.optimum > 60,
  unsolvable: (row) => row?.optimum === null,
  "not published": (row) => !row,
};

export class Library {
  constructor(backend) {
    this.backend = backend;
    this.family = "";
    this.cards = null;
    $("search").addEventListener("input", () => this.#filter());
    for (const id of ["by-minimum", "by-metric"]) $(id).addEventListener("change", () => this.#filter());
    $("cards").addEventListener("change", () => this.#pick());
    $("search").form.addEventListener("submit", (event) => event.preventDefault());
  }

  async open() {
    if (this.cards) return;
    const instances = await this.backend.library();
    if (this.cards) return;
    this.cards = instances.map((one) => ({ one, element: card(one) }));
    $("cards").replaceChildren(...this.cards.map(({ element }) => element));
    const present = new Set(instances.map(({ family }) => family));
    const names = [["", "All"], ...Object.entries(FAMILIES).filter(([key]) => present.has(key))];
    $("families").append(...names.map(([key, name]) => make("button", {
      type: "button", "data-family": key, "aria-pressed": String(key === ""),
      onclick: () => this.#choose(key),
    }, name)));
    const metrics = new Set(instances.flatMap(({ known }) => known.map(({ metric }) => metric)));
    for (const [id, words] of [["by-minimum", Object.keys(MINIMA)], ["by-metric", ["any", ...[...metrics].sort()]]]) {
      $(id).replaceChildren(...words.map((word) => make("option", { value: word }, word)));
    }
    this.#filter();
    drawWhenSeen(this.cards);
  }

  #choose(family) {
    this.family = family;
    for (const button of $("families").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.family === family));
    }
    this.#filter();
  }

  // The puzzles that are ticked, shown or not, make a sheet to print.
  #pick() {
    const names = [...$("cards").querySelectorAll("input:checked")].map(({ value }) => value);
    $("picked").hidden = !names.length;
    $("sheet-link").textContent = names.length > BOARDS ? `A sheet has ${BOARDS} puzzles at most` : `A sheet to print: ${count(names.length, "puzzle")}`;
    $("sheet-link").setAttribute("href", names.length > BOARDS ? "#" : fragmentOfSheet(names));
  }

  #filter() {
    if (!this.cards) return;
    const words = plain($("search").value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { one, element } of this.cards) {
      const text = plain([one.name, one.title, one.author, one.year, one.source, FAMILIES[one.family]].join(" "));
      const fits = (!this.family || one.family === this.family) && words.every((word) => text.includes(word));
      const here = fits && this.#isOfMinimum(one);
      element.hidden = !here;
      shown += here;
    }
    $("found").textContent = count(shown, "puzzle");
  }

  // Some minimum published in the metric has to be of the kind; null stands for 'not published'.
  #isOfMinimum({ known }) {
    const [kind, metric] = [$("by-minimum").value, $("by-metric").value];
    const rows = known.filter((row) => metric === "any" || row.metric === metric);
    if (kind === "any") return metric === "any" || rows.length > 0;
    return (rows.length ? rows : [null]).some(MINIMA[kind]);
  }
}

// Without accents, so that 'ane' finds 'Âne'.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function card(one) {
  const known = one.known.map((row) => (row.optimum === null ? `unsolvable (${row.metric})` : `${row.optimum} (${row.metric})`));
  return make("li", {},
    make("a", { href: `#p=${encodeURIComponent(one.name)}` },
      make("div", { class: "thumb", "aria-hidden": "true" }),
      make("b", {}, one.title || one.name),
      make("span", {}, FAMILIES[one.family] ?? one.family),
      make("span", {}, known.length ? `published: ${known.join(", ")}` : "nothing published")),
    make("label", {}, make("input", { type: "checkbox", value: one.name }), " on the sheet",
      make("span", { class: "unseen" }, `: ${one.title || one.name}`)));
}

function drawWhenSeen(cards) {
  const scenes = new Map(cards.map(({ one, element }) => [element, one]));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const { scene } = scenes.get(target);
      if (scene.form !== "text") target.querySelector(".thumb").append(picture(scene, paletteOf(scene), ""));
    }
  }, { rootMargin: "300px" });
  for (const { element } of cards) seen.observe(element);
}

