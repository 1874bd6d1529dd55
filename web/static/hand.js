// The next cube in the hand: turned by dragging, buttons or keys, put on the stack where it fits.

import { draw, make } from "./dom.js";
import { colouredFace, sidesOf } from "./scene.js";

const HELD = [0, 1, 2, 3, 4, 5]; // faces in front, right, behind, left, below, above
const WORDS = ["front", "right", "back", "left"];
const DRAG = 36; // pixels of a quarter turn

// Quarter turns: where each of the six places has its face from.
const TURNS = {
  ArrowLeft: { words: "Turn left", sign: "↶", from: [1, 2, 3, 0, 4, 5] },
  ArrowRight: { words: "Turn right", sign: "↷", from: [3, 0, 1, 2, 4, 5] },
  ArrowUp: { words: "Tip back", sign: "↥", from: [4, 1, 5, 3, 2, 0] },
  ArrowDown: { words: "Tip forward", sign: "↧", from: [5, 1, 4, 3, 0, 2] },
};

// Corner of each visible face, its direction across and its direction down, in an oblique view.
const VIEWS = [
  [0, "matrix(.866 .5 0 1 0 50)"],
  [1, "matrix(.866 -.5 0 1 86.6 100)"],
  [5, "matrix(.866 .5 -.866 .5 86.6 0)"],
];

export class Hand {
  constructor(host, palette) {
    Object.assign(this, { host, palette, faces: HELD, number: -1 });
    this.picture = make("div", { class: "held", tabindex: 0, role: "group" });
    this.picture.addEventListener("keydown", (event) => this.#key(event));
    this.picture.addEventListener("pointerdown", (event) => this.#take(event));
    this.words = make("p", { class: "fits", "aria-live": "polite" });
    this.put = make("button", { type: "button", class: "put", onclick: () => this.#put() }, "Put on the stack");
    const turns = Object.values(TURNS).map((turn) => make("button", {
      type: "button", title: turn.words, "aria-label": turn.words, onclick: () => this.#turn(turn),
    }, turn.sign));
    this.element = make("div", { class: "hand" }, this.picture, this.words,
      make("div", { class: "turns" }, ...turns, this.put));
  }

  // The cube that comes next, and the moves that put it somewhere; none once all are stacked.
  show(scene, number, moves) {
    this.element.hidden = number >= scene.cubes.length;
    if (this.element.hidden) return;
    if (number !== this.number) this.faces = HELD;
    Object.assign(this, { cube: scene.cubes[number], number });
    this.fits = new Map(moves.map(({ move }) => [sidesOf(scene.cubes, move).join(""), move]));
    this.#draw();
  }

  #draw() {
    const { cube, faces } = this;
    const sides = WORDS.map((_, j) => cube[faces[j]]);
    this.move = this.fits.get(sides.join(""));
    const named = WORDS.map((word, j) => `${word} ${sides[j]}`).join(", ");
    const label = `Cube ${this.number} in the hand: ${named}, above ${cube[faces[5]]}, below ${cube[faces[4]]}`;
    this.picture.setAttribute("aria-label", `${label}. Arrow keys turn it, Enter puts it on the stack.`);
    const svg = draw("svg", { viewBox: "-4 -4 181 208", "aria-hidden": "true" });
    svg.append(...VIEWS.map(([place, matrix]) => draw("g", { transform: matrix },
      colouredFace(0, 0, cube[faces[place]], this.palette))));
    this.picture.replaceChildren(svg);
    this.words.textContent = `Cube ${this.number}: ${named}${this.move ? "" : " – a colour would stand twice on one side"}`;
    this.put.disabled = !this.move;
  }

  #turn({ from }) {
    this.faces = from.map((place) => this.faces[place]);
    this.#draw();
  }

  #put() {
    if (this.move) this.host.onMove(this.move);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = TURNS[event.key];
    if (!turn && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (turn) this.#turn(turn);
    else this.#put();
  }

  // Each stretch of a drag is a quarter turn, towards where the pointer goes.
  #take(event) {
    let [x, y] = [event.clientX, event.clientY];
    const drag = ({ clientX, clientY }) => {
      const [dx, dy] = [clientX - x, clientY - y];
      if (Math.max(Math.abs(dx), Math.abs(dy)) < DRAG) return;
      [x, y] = [clientX, clientY];
      const across = Math.abs(dx) > Math.abs(dy);
      this.#turn(TURNS[across ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : (dy > 0 ? "ArrowDown" : "ArrowUp")]);
    };
    const leave = new AbortController();
    const { signal } = leave;
    this.picture.setPointerCapture(event.pointerId);
    this.picture.addEventListener("pointermove", drag, { signal });
    for (const end of ["pointerup", "pointercancel"]) {
      this.picture.addEventListener(end, () => leave.abort(), { signal });
    }
  }
}
