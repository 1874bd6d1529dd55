// Cubes: the stack so far and the cubes unfolded; placements are chosen from the list of moves.

import { nets, paletteOf, stack } from "./scene.js";

export class StackBoard {
  constructor(host) {
    this.host = host;
    host.classList.add("cubes");
  }

  open(scene, palette, label) {
    Object.assign(this, { palette: palette ?? paletteOf(scene), label });
  }

  show(scene, played) {
    this.host.replaceChildren(
      stack(scene, played, this.palette, `${this.label}: ${played.length} of ${scene.cubes.length} cubes stacked`),
      nets(scene, this.palette, `The cubes, unfolded`),
    );
  }
}
