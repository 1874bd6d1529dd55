// A game: the instance, the moves made and those taken back. The rules are asked of the backend.

export class Game {
  constructor(backend, instance) {
    Object.assign(this, { backend, instance, moves: [], future: [], known: null, busy: false });
  }

  async open(moves = []) {
    this.about = await this.backend.ask({ ask: "describe", instance: this.instance });
    this.view = this.about.view;
    if (moves.length) await this.#go(moves, []);
    return this.about;
  }

  get metric() {
    return this.about.metric;
  }

  trackOf(move) {
    return this.view.moves.find((one) => one.move === move)?.track ?? null;
  }

  // The rest of a known plan, if the game follows it: {moves, words}.
  get guide() {
    const plan = this.known;
    if (!plan || !plan.moves.length) return null;
    const played = [...plan.from, ...plan.moves];
    const follows = this.moves.length >= plan.from.length && this.moves.every((move, k) => move === played[k]);
    return follows ? { moves: played.slice(this.moves.length), words: plan.words } : null;
  }

  // Each returns the track of the piece that moved, or null.
  async play(move) {
    const track = this.trackOf(move);
    await this.#go([...this.moves, move], this.future[0] === move ? this.future.slice(1) : []);
    return track;
  }

  async undo() {
    const last = this.moves.at(-1);
    await this.#go(this.moves.slice(0, -1), [last, ...this.future]);
    return this.trackOf(last)?.toReversed?.() ?? null;
  }

  async redo() {
    return this.play(this.future[0]);
  }

  async reset() {
    await this.#go([], [...this.moves, ...this.future]);
  }

  // Stand at one step of a plan; the rest of it can be redone.
  async goTo(plan, step) {
    await this.#go(plan.slice(0, step), plan.slice(step));
  }

  async #go(moves, future) {
    const view = await this.backend.ask({ ask: "view", instance: this.instance, moves });
    Object.assign(this, { moves, future, view });
  }
}
