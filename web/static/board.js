// A board to play on: by drag, by tap and tap, or by the keyboard alone.

import { draw } from "./dom.js";
import { floor, layoutOf, namesOn, outline, piece, squaresOf, svgFor, united } from "./scene.js";
import { Tracks } from "./tracks.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const TAP = 0.15; // of a square: less is no drag

export class Board {
  // `onMove(move)` is called with a legal move, `onSay(words)` with what a screen reader should say.
  constructor(host, { onMove, onSay }) {
    Object.assign(this, { host, onMove, onSay, moves: [], pieces: new Map(), held: null, chosen: null });
  }

  // Start with another puzzle; `labels`: see `namesOn`.
  open(scene, palette, label, labels) {
    Object.assign(this, { palette, labels });
    this.svg = svgFor(scene, label);
    this.svg.removeAttribute("role");
    this.svg.setAttribute("role", "group");
    this.marks = draw("g");
    this.group = draw("g");
    this.names = draw("g");
    this.svg.append(floor(scene), this.group, this.names, this.marks);
    this.pieces.clear();
    this.host.classList.remove("cubes");
    this.host.replaceChildren(this.svg);
    this.svg.addEventListener("click", (event) => this.#tapTarget(event));
    this.show(scene, []);
  }

  // Show a state; `track` tells which piece went where, so that it keeps its element.
  show(scene, moves, track = null) {
    this.#rename(scene, track);
    Object.assign(this, { scene, moves, layout: layoutOf(scene), held: null });
    this.squares = squaresOf(scene);
    this.names.replaceChildren(...namesOn(scene, this.labels));
    const gone = new Set(this.pieces.keys());
    this.squares.forEach((squares, index) => {
      const [name] = scene.pieces[index];
      gone.delete(name);
      this.#place(this.#pieceOf(name, index, squares), squares[0]);
    });
    for (const name of gone) {
      this.pieces.get(name).element.remove();
      this.pieces.delete(name);
    }
    this.#label();
    this.#choose(null);
  }

  hint(track) {
    this.#choose(null);
    const index = track.length ? this.#at(track[0]) : undefined;
    if (index === undefined) return;
    this.pieces.get(this.scene.pieces[index][0]).element.classList.add("hinted");
    this.#targets(index, track[0], [track.at(-1)]);
  }

  // --- pieces -----------------------------------------------------------------------------

  // Pegs and frogs are named by their place: the one that moved takes its new name.
  #rename(scene, track) {
    if (!track?.length || !this.scene) return;
    const before = this.#nameIn(this.scene, track[0]);
    const after = this.#nameIn(scene, track.at(-1));
    if (!before || !after || before === after || this.pieces.has(after)) return;
    const one = this.pieces.get(before);
    if (!one || scene.pieces.some(([name]) => name === before)) return;
    this.pieces.delete(before);
    this.pieces.set(after, one);
    one.name = after;
  }

  #nameIn(scene, [row, column]) {
    return scene.pieces[(scene.rows[row]?.[column] ?? 0) - 1]?.[0];
  }

  #pieceOf(name, index, squares) {
    let one = this.pieces.get(name);
    if (one) return one;
    one = { name, element: piece(this.scene, index, squares, this.palette) };
    one.element.addEventListener("pointerdown", (event) => this.#take(one, event));
    one.element.addEventListener("keydown", (event) => this.#key(one, event));
    one.element.addEventListener("blur", () => this.#letGo(one));
    this.pieces.set(name, one);
    this.group.append(one.element);
    return one;
  }

  #place(one, square) {
    const [x, y] = this.layout.at(square);
    one.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  #label() {
    this.squares.forEach((squares, index) => {
      const [name, text, , , axis] = this.scene.pieces[index];
      const { element } = this.pieces.get(name);
      const number = this.#movesOf(index).length;
      const [r, c] = squares[0];
      const scale = this.scene.scale;
      const where = `row ${Math.floor(r / scale) + 1}, column ${Math.floor(c / scale) + 1}`;
      const what = this.scene.form === "pegs" ? "peg" : text === name ? "piece" : "animal";
      const bound = { EW: ", slides east and west", NS: ", slides north and south" }[axis] ?? "";
      element.setAttribute("aria-label", `${what} ${name}, ${where}${bound}, ${number} ${number === 1 ? "move" : "moves"}`);
      element.setAttribute("role", number ? "button" : "img");
      element.setAttribute("tabindex", number ? "0" : "-1");
      element.setAttribute("class", element.getAttribute("class").replace(/ (free|held|chosen|hinted)/g, ""));
      element.classList.toggle("free", number > 0);
    });
  }

  #indexOf(one) {
    return this.scene.pieces.findIndex(([name]) => name === one.name);
  }

  #at([row, column]) {
    const k = this.scene.rows[row]?.[column];
    return k > 0 ? k - 1 : undefined;
  }

  #movesOf(index) {
    return this.moves.filter(({ track }) => track.length && this.#at(track[0]) === index);
  }

  #tracksOf(one) {
    const moves = this.#movesOf(this.#indexOf(one));
    return moves.length ? new Tracks(moves) : null;
  }

  // The tiles that a tile pushes before it: all up to the first empty square.
  #pushed(tracks) {
    const [from, to] = tracks.edges[0];
    const [down, right] = [to[0] - from[0], to[1] - from[1]];
    if (tracks.edges.length !== 1 || Math.abs(down) + Math.abs(right) !== 1) return [];
    const found = [];
    for (let [r, c] = to; this.#at([r, c]) !== undefined; r += down, c += right) {
      if (this.#at([r, c]) === this.#at(from)) return [];
      found.push([this.pieces.get(this.#nameIn(this.scene, [r, c])), [r, c]]);
    }
    return found;
  }

  // --- the hand ---------------------------------------------------------------------------

  // Asking where the board is costs a layout, so a drag asks once.
  #screen() {
    return this.svg.getScreenCTM().inverse();
  }

  #point(event, inverse = this.#screen()) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    return [y / this.layout.q, x / this.layout.wide];
  }

  #take(one, event) {
    const tracks = this.#tracksOf(one);
    if (!tracks || event.button || this.held) return;
    event.preventDefault();
    one.element.focus({ preventScroll: true });
    one.element.setPointerCapture(event.pointerId);
    const screen = this.#screen();
    const from = this.#point(event, screen);
    const held = { one, tracks, from, at: tracks.start, pushed: this.#pushed(tracks), dragged: false };
    this.held = held;
    one.element.classList.add("held");
    const move = (next) => this.#drag(held, this.#point(next, screen));
    const drop = (last) => {
      one.element.removeEventListener("pointermove", move);
      one.element.classList.remove("held");
      if (last.type === "pointercancel") this.#putBack(held);
      else this.#drop(held);
    };
    one.element.addEventListener("pointermove", move);
    one.element.addEventListener("pointerup", drop, { once: true });
    one.element.addEventListener("pointercancel", drop, { once: true });
  }

  #drag(held, [row, column]) {
    if (this.held !== held) return;
    const [r0, c0] = held.tracks.start;
    held.at = held.tracks.nearest(r0 + row - held.from[0], c0 + column - held.from[1]);
    const [down, right] = [held.at[0] - r0, held.at[1] - c0];
    held.dragged ||= Math.hypot(down, right) > TAP;
    this.#place(held.one, held.at);
    for (const [other, [r, c]] of held.pushed) {
      other.element.classList.add("held");
      this.#place(other, [r + down, c + right]);
    }
  }

  #drop(held) {
    if (this.held !== held) return;
    const target = held.tracks.landing(...held.at);
    const move = held.dragged ? held.tracks.moveTo(target) : null;
    if (move) {
      this.held = null;
      this.onMove(move);
      return;
    }
    this.#putBack(held);
    if (held.dragged) return;
    const { landings } = held.tracks;
    if (landings.length === 1) this.onMove(held.tracks.moveTo(landings[0]));
    else this.#choose(held.one, held.tracks);
  }

  #putBack(held) {
    this.held = null;
    this.#place(held.one, held.tracks.start);
    for (const [other, square] of held.pushed) {
      other.element.classList.remove("held");
      this.#place(other, square);
    }
  }

  // A piece was tapped that may go to several places: show them, and wait for a tap on one.
  #choose(one, tracks = null) {
    for (const { element } of this.pieces.values()) element.classList.remove("chosen", "hinted");
    this.marks.replaceChildren();
    this.chosen = one ? { one, tracks, at: tracks.start } : null;
    if (!one) return;
    one.element.classList.add("chosen");
    this.#targets(this.#indexOf(one), tracks.start, tracks.landings);
    this.onSay(`${one.name}: ${tracks.landings.length} places to go; choose one`);
  }

  // The outlines of a piece where it may go, a dot on each; those that overlap are one.
  #targets(index, from, places) {
    const { q, wide, at } = this.layout;
    const middle = (place) => {
      const [x, y] = at(place);
      return { cx: x + wide / 2, cy: y + q / 2 };
    };
    if (this.scene.form === "pegs") {
      this.marks.append(...places.map((to) => draw("circle", { class: "ghost", ...middle(to), r: q * 0.33 })));
      return;
    }
    const there = ([down, right]) => this.squares[index].map(([r, c]) => [r + down - from[0], c + right - from[1]]);
    const paths = united(places.map(there)).map((squares) => outline(squares, q, Math.min(14, q / 5)));
    this.marks.append(
      ...paths.map((d) => draw("path", { class: "ghost", d })),
      ...places.map((to) => draw("circle", { class: "spot", ...middle(to), r: q * 0.08 })),
    );
  }

  #tapTarget(event) {
    if (!this.chosen || event.target.closest(".piece") === this.chosen.one.element) return;
    const { one, tracks } = this.chosen;
    const [row, column] = this.#point(event);
    const own = this.squares[this.#indexOf(one)];
    const covers = ([r, c]) => own.some(([a, b]) => {
      const [down, right] = [r + a - tracks.start[0], c + b - tracks.start[1]];
      return Math.floor(row) === down && Math.abs(column - right - 0.5) <= 0.5 * Math.max(1, this.layout.q / this.layout.wide);
    });
    const far = ([r, c]) => Math.hypot(r + 0.5 - row, c + 0.5 - column);
    const [best] = tracks.landings.filter(covers).sort((a, b) => far(a) - far(b));
    if (best) this.onMove(tracks.moveTo(best));
    else this.#choose(null);
  }

  // --- the keyboard -----------------------------------------------------------------------

  #key(one, event) {
    const arrow = ARROWS[event.key];
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (arrow && plain) this.#step(one, arrow);
    else if ((event.key === "Enter" || event.key === " ") && plain) this.#putDown(one);
    else if (event.key === "Escape") this.#letGo(one);
    else return;
    event.preventDefault();
  }

  #step(one, arrow) {
    const tracks = this.#tracksOf(one);
    if (!tracks) return;
    if (this.chosen?.one !== one) this.#choose(one, tracks);
    const next = this.chosen.tracks.beside(this.chosen.at, arrow);
    if (!next) {
      this.onSay(`${one.name} cannot go there`);
      return;
    }
    if (tracks.landings.length === 1) {
      this.onMove(tracks.moveTo(tracks.landings[0]));
      return;
    }
    this.chosen.at = next;
    this.#place(one, next);
    const move = this.chosen.tracks.moveTo(next);
    this.onSay(move ? `${move}: Enter makes this move` : `${one.name} is on its way`);
  }

  #putDown(one) {
    const tracks = this.#tracksOf(one);
    if (!tracks) return;
    const move = this.chosen?.one === one ? tracks.moveTo(this.chosen.at) : null;
    if (move) this.onMove(move);
    else if (tracks.landings.length === 1) this.onMove(tracks.moveTo(tracks.landings[0]));
    else this.#choose(one, tracks);
  }

  #letGo(one) {
    if (this.chosen?.one !== one || this.held) return;
    if (String(this.chosen.at) === String(this.chosen.tracks.start) && this.host.getRootNode().activeElement !== one.element) return;
    this.#place(one, this.chosen.tracks.start);
    this.#choose(null);
  }
}
