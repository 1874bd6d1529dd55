// The drawings in the text of an instance: read, changed and written back, a character a cell. The
// text stays the truth, so whatever else it says is left as it is.

import { drawn, meaning, quoted, stringsOf, withLine } from "./toml.js";

const KEYS = ["board", "goal", "tour", "halfway", "start"]; // whose strings are drawings

export class Drawings {
  constructor(text) {
    this.text = text;
    const strings = stringsOf(text);
    const word = (key) => {
      const found = strings.find((one) => one.key === key);
      return found && meaning(found);
    };
    this.family = word("family");
    this.half = /^cell[ \t]*=[ \t]*2\b/m.test(text);
    this.labelled = word("labelled") ?? "";
    this.axes = (word("axes") ?? "").split(/\s+/).filter(Boolean);
    this.all = [];
    this.unread = new Set(); // keys of drawings that can be written only
    for (const one of strings.filter(({ key }) => KEYS.includes(key))) {
      const rows = rowsOf(one);
      if (rows) this.all.push({ ...one, rows });
      else if (!(this.family === "pegs" && one.quotes.length === 1)) this.unread.add(one.key);
    }
    for (const [k, one] of this.all.entries()) {
      const alike = this.all.filter((other) => other.key === one.key);
      one.name = alike.length > 1 ? `${one.key}[${alike.indexOf(this.all[k]) + 1}]` : one.key;
    }
  }

  named(name) {
    return this.all.find((one) => one.name === name) ?? this.all.find((one) => one.key === name?.replace(/\[\d+\]$/, ""));
  }

  // The letters of all pieces, in their order.
  get pieces() {
    const used = new Set(this.all.flatMap(({ rows }) => [...rows.join("")]));
    for (const letter of ".# ") used.delete(letter);
    return [...used].sort();
  }

  // The pieces that stand in a drawing.
  on(name) {
    const letters = new Set(this.named(name)?.rows.join("") ?? "");
    return this.pieces.filter((letter) => letters.has(letter));
  }

  // Put a letter on one cell, or on the two by two characters of one. Walls go through all drawings.
  paint(drawing, r, c, letter) {
    const size = this.half ? 2 : 1;
    const wall = letter === "#" || drawing.rows[r][c] === "#";
    const through = wall && this.family === "sliding";
    const [top, left] = through ? [r - (r % size), c - (c % size)] : [r, c];
    for (const one of through ? this.all : [drawing]) {
      for (let row = top; row < Math.min(top + size, one.rows.length); row += 1) {
        for (let column = left; column < Math.min(left + size, one.rows[row].length); column += 1) {
          if (one === drawing) put(one, row, column, letter);
          else if (letter === "#" || one.rows[row][column] === "#") put(one, row, column, letter === "#" ? "#" : ".");
        }
      }
    }
  }

  // Every drawing grows or shrinks at the bottom or on the right, by one cell.
  resize(rows, columns) {
    const size = this.half ? 2 : 1;
    for (const drawing of this.all) {
      const width = Math.max(...drawing.rows.map((row) => row.length));
      if (rows > 0) drawing.rows.push(...Array(size).fill(".".repeat(width)));
      if (rows < 0 && drawing.rows.length > size) drawing.rows.splice(-size);
      if (columns > 0) drawing.rows = drawing.rows.map((row) => row + ".".repeat(size));
      if (columns < 0 && width > size) drawing.rows = drawing.rows.map((row) => row.slice(0, -size));
    }
  }

  // Draw each cell by two by two characters, or by one again; false if something is between cells.
  halve(on) {
    const doubled = (row) => row.replace(/./gs, "$&$&");
    const whole = this.all.every(({ rows }) => rows.every((row, r) => (
      rows[r - (r % 2)] === row && doubled(row.replace(/(.)./gs, "$1")) === row)));
    if (!on && !whole) return false;
    for (const drawing of this.all) {
      drawing.rows = on ? drawing.rows.flatMap((row) => [doubled(row), doubled(row)])
        : drawing.rows.filter((_, r) => r % 2 === 0).map((row) => row.replace(/(.)./gs, "$1"));
    }
    this.#set("cell", on ? "cell = 2" : "");
    return true;
  }

  label(letters) {
    this.#set("labelled", letters ? `labelled = ${quoted(letters)}` : "");
  }

  axisOf(letter) {
    return this.axes.find((word) => word.startsWith(`${letter}:`))?.slice(letter.length + 1) ?? "";
  }

  // Bind a piece to an axis, 'EW' or 'NS'; '' takes it out of the key.
  bind(letter, axis) {
    const others = this.axes.filter((word) => !word.startsWith(`${letter}:`));
    const words = axis ? [...others, `${letter}:${axis}`].sort() : others;
    this.#set("axes", words.length ? `axes = ${quoted(words.join(" "))}` : "");
  }

  #set(key, line) {
    this.text = withLine(this.written(), key, line);
    const places = stringsOf(this.text).filter((one) => KEYS.includes(one.key) && rowsOf(one));
    for (const [k, { from, to }] of places.entries()) Object.assign(this.all[k], { from, to });
  }

  // The text with the drawings as they are now.
  written() {
    let text = this.text;
    for (const { from, to, quotes, rows } of this.all.toReversed()) {
      text = text.slice(0, from) + drawn(rows, quotes) + text.slice(to);
    }
    return text;
  }

  // The cells that an error is about: {name of the drawing, cells}; null where it names none.
  placeOf(fault) {
    const drawing = this.named(/key '(\w+(?:\[\d+\])?)'/.exec(fault)?.[1] ?? "board");
    if (!drawing || !fault) return null;
    const here = fault.split("drawn here at ").at(-1); // before it, a place on the board may be named
    const exact = [...here.matchAll(/row (\d+), column (\d+)/g)].map(([, r, c]) => [r - 1, c - 1]);
    if (exact.length) return { name: drawing.name, cells: exact };
    const row = /row (\d+)/.exec(fault)?.[1];
    const letter = /(?:piece|stop|block) '(.)'/.exec(fault)?.[1];
    const cells = drawing.rows.flatMap((line, r) => [...line].map((one, c) => [r, c, one]))
      .filter(([r, , one]) => (row ? r === row - 1 : one === letter)).map(([r, c]) => [r, c]);
    return cells.length ? { name: drawing.name, cells } : null;
  }
}

// The rows of a drawing: a string of several lines, the first of which is the one after the quotes.
function rowsOf(string) {
  const words = string.quotes.length === 3 ? meaning(string) : null;
  if (!words?.startsWith("\n")) return null;
  return words.slice(1).replace(/\n$/, "").split("\n");
}

function put(drawing, r, c, letter) {
  const row = drawing.rows[r];
  drawing.rows[r] = row.slice(0, c) + letter + row.slice(c + 1);
}
