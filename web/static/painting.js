// Painting the cells of a drawing. The text of the instance stays the truth: a stroke changes one
// character of it.

import { $, make } from "./dom.js";

const DRAWING = /^(\w+)[ \t]*=[ \t]*"""\n([^"]*)"""/gm;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BRUSHES = { pegs: "xo.", frogs: "FT.", sliding: null }; // null: pieces by letters, '.' and '#'
const NAMES = { ".": "empty", "#": "wall" };

export class Painting {
  // `text()` is the instance, `onPaint(text)` takes the new one.
  constructor(text, onPaint) {
    Object.assign(this, { text, onPaint, layer: "board", brush: "." });
    for (const [id, rows, columns] of [["row-more", 1, 0], ["row-less", -1, 0], ["column-more", 0, 1], ["column-less", 0, -1]]) {
      $(id).addEventListener("click", () => this.#resize(rows, columns));
    }
    $("canvas").addEventListener("pointerdown", (event) => event.target.releasePointerCapture?.(event.pointerId));
    $("canvas").addEventListener("pointerover", (event) => {
      if (event.buttons & 1 && event.target.dataset.at) this.#paint(event.target);
    });
  }

  // Show the drawings of the text; nothing where there is none that can be painted.
  show() {
    const family = /^family[ \t]*=[ \t]*"(\w+)"/m.exec(this.text())?.[1];
    this.drawings = [...this.text().matchAll(DRAWING)].map(([, key, body]) => ({ key, rows: body.replace(/\n$/, "").split("\n") }));
    const paintable = family in BRUSHES && this.drawings.length > 0;
    $("painter").hidden = !paintable;
    if (!paintable) return;
    const keys = this.drawings.map(({ key }) => key);
    if (!keys.includes(this.layer)) [this.layer] = keys;
    this.#chips("layers", keys, this.layer, (key) => { this.layer = key; }, (key) => key);
    const letters = [...(BRUSHES[family] ?? this.#pieces())];
    if (!letters.includes(this.brush)) [this.brush] = letters;
    this.#chips("brushes", letters, this.brush, (letter) => { this.brush = letter; }, (letter) => (NAMES[letter] ? `${letter} ${NAMES[letter]}` : letter));
    this.#grid();
  }

  // The pieces of all drawings, one that is not used yet, empty, wall.
  #pieces() {
    const used = new Set(this.drawings.flatMap(({ rows }) => [...rows.join("")]));
    for (const letter of ".# ") used.delete(letter);
    const next = [...LETTERS].find((letter) => !used.has(letter));
    return [...[...used].sort(), ...(next ? [next] : []), ".", "#"];
  }

  #chips(id, values, chosen, choose, name) {
    $(id).replaceChildren(...values.map((value) => make("button", {
      type: "button",
      "aria-pressed": String(value === chosen),
      onclick: () => {
        choose(value);
        this.show();
        [...$(id).children].find((one) => one.getAttribute("aria-pressed") === "true")?.focus();
      },
    }, name(value))));
  }

  #grid() {
    const { rows } = this.drawings.find(({ key }) => key === this.layer);
    const width = Math.max(...rows.map((row) => row.length));
    $("canvas").style.gridTemplateColumns = `repeat(${width}, minmax(0, 44px))`;
    $("canvas").replaceChildren(...rows.flatMap((row, r) => [...row.padEnd(width)].map((letter, c) => make("button", {
      type: "button", "data-at": `${r},${c}`, class: letter === "#" || letter === " " ? "wall" : "",
      "aria-label": `row ${r + 1}, column ${c + 1}: ${NAMES[letter] ?? letter}`,
      onclick: (event) => this.#paint(event.currentTarget),
    }, letter === "." ? "" : letter))));
  }

  #paint(cell) {
    const at = cell.dataset.at;
    const [r, c] = at.split(",").map(Number);
    const { rows } = this.drawings.find(({ key }) => key === this.layer);
    if (rows[r][c] === this.brush) return;
    rows[r] = rows[r].padEnd(c).slice(0, c) + this.brush + rows[r].slice(c + 1);
    this.#write();
    $("canvas").querySelector(`[data-at="${at}"]`)?.focus();
  }

  // Every drawing grows or shrinks at the bottom or on the right.
  #resize(rows, columns) {
    for (const drawing of this.drawings) {
      const width = Math.max(...drawing.rows.map((row) => row.length));
      if (rows > 0) drawing.rows.push(".".repeat(width));
      if (rows < 0 && drawing.rows.length > 1) drawing.rows.pop();
      if (columns > 0) drawing.rows = drawing.rows.map((row) => `${row}.`);
      if (columns < 0 && width > 1) drawing.rows = drawing.rows.map((row) => row.slice(0, -1));
    }
    this.#write();
  }

  #write() {
    const rest = [...this.drawings];
    this.onPaint(this.text().replace(DRAWING, (_whole, key) => `${key} = """\n${rest.shift().rows.join("\n")}\n"""`));
  }
}
