// Where one piece may go in one move: a graph of squares, made of the tracks of its legal moves.

export class Tracks {
  constructor(moves) {
    this.start = moves[0].track[0];
    this.edges = [];
    this.ends = new Map(); // square -> the first move that ends there
    const seen = new Set();
    for (const one of moves) {
      one.track.forEach((square, k) => {
        const before = one.track[k - 1];
        if (!before || seen.has(`${before};${square}`)) return;
        seen.add(`${before};${square}`).add(`${square};${before}`);
        this.edges.push([before, square]);
      });
      const last = String(one.track.at(-1));
      if (!this.ends.has(last)) this.ends.set(last, one);
    }
  }

  // The squares at which a move may end.
  get landings() {
    return [...this.ends.values()].map((one) => one.track.at(-1));
  }

  // The point nearest to (row, column) on any track.
  nearest(row, column) {
    let best = [...this.start, Infinity];
    for (const [[r0, c0], [r1, c1]] of this.edges) {
      const [down, right] = [r1 - r0, c1 - c0];
      const along = ((row - r0) * down + (column - c0) * right) / (down * down + right * right);
      const part = Math.min(1, Math.max(0, along));
      const [r, c] = [r0 + part * down, c0 + part * right];
      const far = Math.hypot(r - row, c - column);
      if (far < best[2]) best = [r, c, far];
    }
    return best.slice(0, 2);
  }

  // The landing nearest to a point; the start, where that is nearer still.
  landing(row, column) {
    const far = ([r, c]) => Math.hypot(r - row, c - column);
    return [this.start, ...this.landings].reduce((best, one) => (far(one) < far(best) ? one : best));
  }

  // The next square from here in a direction of the arrow keys; undefined where there is none.
  beside(here, [down, right]) {
    const found = [];
    for (const [one, other] of this.edges) {
      if (String(one) === String(here)) found.push(other);
      if (String(other) === String(here)) found.push(one);
    }
    const along = ([r, c]) => {
      const [dr, dc] = [r - here[0], c - here[1]];
      return (dr * down + dc * right) / Math.hypot(dr, dc);
    };
    return found.filter((one) => along(one) > 0.4).sort((one, other) => along(other) - along(one))[0];
  }

  moveTo(square) {
    return this.ends.get(String(square))?.move;
  }
}
