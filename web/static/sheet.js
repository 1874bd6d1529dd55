// A sheet to print: boards, and overleaf their minima with a plan each.

import { $, make } from "./dom.js";
import { paletteOf, picture } from "./scene.js";
import { BOARDS } from "./share.js";
import { goalOf } from "./rules.js";
import { headline } from "./words.js";

export class Sheet {
  constructor(backend) {
    Object.assign(this, { backend, abort: null });
    $("print").addEventListener("click", () => print());
  }

  leave() {
    this.abort?.abort();
  }

  // Draw the boards; they are solved one after the other, while the sheet is shown already.
  async open(boards) {
    this.leave();
    const abort = new AbortController();
    this.abort = abort;
    if (!boards.length || boards.length > BOARDS) throw new Error(`a sheet has 1 to ${BOARDS} boards, this link ${boards.length}`);
    const abouts = await Promise.all(boards.map((instance) => this.backend.ask({ ask: "describe", instance })));
    if (abort.signal.aborted) return;
    $("sheet-boards").replaceChildren(...abouts.map(figure));
    const each = Math.ceil(boards.length / Math.ceil(boards.length / 4)); // on a page
    const columns = each > 2 ? 2 : 1;
    for (const [key, value] of [["--columns", columns], ["--rows", Math.ceil(each / columns)]]) {
      $("sheet-boards").style.setProperty(key, value);
    }
    const plans = abouts.map((about, k) => make("div", {}, make("h3", {}, titleOf(about, k)), make("p", {}, "No solution yet.")));
    $("sheet-plans").replaceChildren(...plans);
    this.#solve(boards, plans, abort.signal);
  }

  async #solve(boards, plans, signal) {
    for (const [k, instance] of boards.entries()) {
      $("sheet-says").textContent = `Solving ${k + 1} of ${boards.length} …`;
      const found = await this.backend.prove(instance, () => {}, signal).catch((error) => ({ error: error.message }));
      if (signal.aborted) return;
      const known = found?.event === "verdict";
      plans[k].lastChild.textContent = known ? headline(found) : `Not solved: ${found?.error ?? "no answer"}`;
      if (known && found.plan?.length) plans[k].append(make("p", { class: "moves" }, found.plan.join(" ")));
    }
    $("sheet-says").textContent = "Ready to print: the solutions begin a page of their own.";
  }
}

const titleOf = (about, k) => `${k + 1}. ${about.title || "A board without a name"}`;

// The start; below it the goals beside each other, the goal in words, and room for a number.
function figure(about, k) {
  const { scene } = about.view;
  const palette = paletteOf(scene);
  const goals = about.goals.slice(0, 4).map((goal) => picture(goal, palette, goal.title));
  return make("figure", {}, make("figcaption", {}, make("b", {}, titleOf(about, k)), ` (metric ${about.metric})`),
    picture(scene, palette, "The board", about.labels), make("div", { class: "goals foot" }, ...goals, make("div", {}, goalOf(about), make("p", {}, "Fewest moves: ______"))));
}
