// Cubes: the stack so far, the next cube in the hand, and the cubes unfolded.

import { make } from "./dom.js";
import { Hand } from "./hand.js";
import { nets, paletteOf, stack } from "./scene.js";

export class StackBoard {
  constructor(element, host) {
    Object.assign(this, { element, host, pictures: make("div", { class: "pictures" }) });
    element.classList.add("cubes");
  }

  open(scene, palette, label) {
    Object.assign(this, { palette: palette ?? paletteOf(scene), label });
    this.hand = new Hand(this.host, this.palette);
    this.element.replaceChildren(this.pictures, this.hand.element);
  }

  show(scene, played, moves) {
    Object.assign(this, { scene, played });
    this.#draw(played);
    this.hand.show(scene, played.length, moves);
  }

  // The next cube, pale, where it would lie.
  hint(_track, move) {
    this.#draw([...this.played, move], this.played.length);
  }

  #draw(moves, pale = -1) {
    const stacked = `${this.label}: ${this.played.length} of ${this.scene.cubes.length} cubes stacked`;
    this.pictures.replaceChildren(
      stack(this.scene, moves, this.palette, stacked, pale),
      nets(this.scene, this.palette, "The cubes, unfolded"),
    );
  }
}
