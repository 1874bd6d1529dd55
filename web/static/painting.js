// Painting the cells of a drawing, by hand or by keys.

import { $, make } from "./dom.js";
import { Drawings } from "./drawings.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BRUSHES = { pegs: "xo.", frogs: "FT.#", sliding: null }; // null: pieces by letters, '.' and '#'
const NAMES = { ".": "empty", "#": "wall", " ": "outside" };
const PEG_NAMES = { x: "peg", o: "hole", ".": "outside" };
const COLOURS = { x: "c1", F: "c5", T: "c9" };
const NEXT_AXIS = { "": "EW", EW: "NS", NS: "" };
const AXIS_NAMES = { "": "free", EW: "east–west", NS: "north–south" };
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Painting {
  // `text()` is the instance, `onPaint(text)` takes the new one, `onSay(words)` what cannot be done.
  constructor(text, onPaint, onSay) {
    Object.assign(this, { text, onPaint, onSay, layer: "board", brush: ".", here: "0,0", fault: "", colours: new Map() });
    for (const [id, rows, columns] of [["row-more", 1, 0], ["row-less", -1, 0], ["column-more", 0, 1], ["column-less", 0, -1]]) {
      $(id).addEventListener("click", () => this.#change((drawings) => drawings.resize(rows, columns)));
    }
    $("half").addEventListener("click", () => this.#halve());
    const canvas = $("canvas");
    canvas.addEventListener("pointerdown", (event) => event.target.releasePointerCapture?.(event.pointerId));
    canvas.addEventListener("pointerover", (event) => {
      if (event.buttons & 1 && event.target.dataset.at) this.#paint(event.target.dataset.at);
    });
    canvas.addEventListener("click", (event) => event.target.dataset.at && this.#paint(event.target.dataset.at));
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  // Show the drawings of the text; nothing where there is none that can be painted.
  show() {
    const drawings = new Drawings(this.text());
    this.drawings = drawings;
    const paintable = Object.hasOwn(BRUSHES, drawings.family) && drawings.all.length > 0;
    $("painter").hidden = !paintable;
    $("written-only").textContent = Object.hasOwn(BRUSHES, drawings.family) ? writtenOnly([...drawings.unread]) : "";
    if (!paintable) return;
    if (!drawings.named(this.layer)) this.layer = drawings.all[0].name;
    const wrong = drawings.placeOf(this.fault);
    const layers = drawings.all.map(({ name }) => name);
    this.#chips("layers", layers, (name) => name === this.layer, (name) => { this.layer = name; },
      (name) => (wrong?.name === name ? `${name} (error)` : name));
    if (!this.#brushes().includes(this.brush)) [this.brush] = this.#brushes();
    this.#chips("brushes", this.#brushes(), (one) => one === this.brush, (one) => { this.brush = one; }, (one) => this.#nameOf(one, true));
    const sliding = drawings.family === "sliding";
    for (const id of ["labels", "axes"]) $(id).parentElement.hidden = !sliding;
    $("half").hidden = !sliding;
    $("half").setAttribute("aria-pressed", String(drawings.half));
    if (sliding) this.#labels(drawings, drawings.on("board"));
    if (sliding) this.#axes(drawings, drawings.on("board"));
    this.#grid(drawings.named(this.layer), wrong);
  }

  // `fault`: what is wrong with the text by the rules, or empty. `colours`: letter -> class.
  tell(fault, colours = this.colours) {
    Object.assign(this, { fault, colours });
    this.show();
  }

  // The pieces of all drawings, one that is not used yet, empty, wall.
  #brushes() {
    const own = BRUSHES[this.drawings.family];
    if (own) return [...own];
    const { pieces } = this.drawings;
    const next = [...LETTERS].find((letter) => !pieces.includes(letter));
    return [...pieces, ...(next ? [next] : []), ".", "#"];
  }

  #nameOf(letter, short = false) {
    const name = (this.drawings.family === "pegs" ? PEG_NAMES : NAMES)[letter];
    if (short) return name ? `${letter} ${name}` : letter;
    return name ?? letter;
  }

  #labels(drawings, letters) {
    const every = drawings.labelled === "*";
    const has = (letter) => (letter === "*" ? every : every || drawings.labelled.includes(letter));
    this.#chips("labels", [...letters, "*"], has, (letter) => {
      const now = letters.filter((one) => has(one) !== (one === letter)).join("");
      drawings.label(letter === "*" ? (every ? "" : "*") : now);
      this.onPaint(drawings.written());
    }, (letter) => (letter === "*" ? "all" : letter));
  }

  // Each button gives its piece the next axis; other values of the key are left to the rules.
  #axes(drawings, letters) {
    this.#chips("axes", letters, (letter) => drawings.axisOf(letter) !== "", (letter) => {
      drawings.bind(letter, NEXT_AXIS[drawings.axisOf(letter)] ?? "");
      this.onPaint(drawings.written());
    }, (letter) => `${letter} ${AXIS_NAMES[drawings.axisOf(letter)] ?? "?"}`);
  }

  #chips(id, values, pressed, choose, name) {
    $(id).replaceChildren(...values.map((value) => make("button", {
      type: "button",
      class: this.#colour(value),
      "aria-pressed": String(pressed(value)),
      onclick: () => {
        choose(value);
        this.show();
        [...$(id).children][values.indexOf(value)]?.focus();
      },
    }, name(value))));
  }

  #colour(letter) {
    return letter.length > 1 ? "" : this.colours.get(letter) ?? COLOURS[letter] ?? "";
  }

  #grid({ rows }, wrong) {
    const width = Math.max(...rows.map((row) => row.length));
    const at = wrong?.name === this.layer ? new Set(wrong.cells.map(String)) : new Set();
    if (!this.#has(this.here, rows, width)) this.here = "0,0";
    $("canvas").classList.toggle("half", this.drawings.half);
    $("canvas").style.gridTemplateColumns = `repeat(${width}, minmax(0, ${this.drawings.half ? 24 : 44}px))`;
    $("canvas").replaceChildren(...rows.flatMap((row, r) => [...row.padEnd(width)].map((letter, c) => {
      const bad = at.has(`${r},${c}`);
      const outside = letter === "#" || letter === " ";
      return make("button", {
        type: "button", "data-at": `${r},${c}`, tabindex: `${r},${c}` === this.here ? "0" : "-1",
        class: [outside ? "wall" : this.#colour(letter), bad ? "wrong" : ""].join(" ").trim(),
        "aria-label": `row ${r + 1}, column ${c + 1}: ${this.#nameOf(letter)}${bad ? ", error" : ""}`,
        "aria-describedby": bad ? "fault" : null,
      }, letter === "." ? "" : letter);
    })));
  }

  #has(at, rows, width) {
    const [r, c] = at.split(",").map(Number);
    return r < rows.length && c < width;
  }

  // Arrows go from cell to cell; a letter that can be painted is painted.
  #key(event) {
    const { at } = event.target.dataset;
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      const [r, c] = at.split(",").map((value, k) => Number(value) + step[k]);
      this.#focus(`${r},${c}`);
    } else if (this.#brushes().includes(event.key)) {
      this.brush = event.key;
      this.#paint(at);
    } else return;
    event.preventDefault();
  }

  #focus(at) {
    const cell = $("canvas").querySelector(`[data-at="${at}"]`);
    if (!cell) return;
    $("canvas").querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    cell.focus();
    this.here = at;
  }

  #paint(at) {
    const [r, c] = at.split(",").map(Number);
    this.here = at;
    const { layer, brush } = this;
    this.#change((drawings) => {
      const drawing = drawings.named(layer);
      drawing.rows[r] = drawing.rows[r].padEnd(c + 1);
      drawings.paint(drawing, r, c, brush);
    });
    this.#focus(at);
  }

  #halve() {
    this.#change((drawings) => {
      if (!drawings.halve(!drawings.half)) this.onSay("Something stands half-way between cells: put it on whole cells first.");
    });
  }

  #change(work) {
    const drawings = new Drawings(this.text());
    work(drawings);
    const text = drawings.written();
    if (text !== this.text()) this.onPaint(text);
  }
}

// Words about drawings that the text has but the painter cannot show.
const writtenOnly = (keys) => keys.map((key) => (
  `'${key}': this drawing can only be written, not painted. Painted are drawings with a row a line, between """ and """.`)).join(" ");
