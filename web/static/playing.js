// The view of one puzzle: the board, the game, hints, the plan.

import { Board } from "./board.js";
import { $, copied, make, undoKeys } from "./dom.js";
import { Game } from "./game.js";
import { Proving } from "./proving.js";
import { goalOf, rulesOf } from "./rules.js";
import { paletteOf, picture, strip } from "./scene.js";
import { fragmentOf } from "./share.js";
import { StackBoard } from "./stack.js";
import { Surveying } from "./surveying.js";
import { FAMILIES, gradeOf, moves, progress, published, sureness } from "./words.js";

export class Playing {
  constructor(backend) {
    Object.assign(this, { backend, opened: 0 });
    this.proving = new Proving(backend, (verdict) => this.#proven(verdict));
    this.surveying = new Surveying(backend);
    const act = (id, work) => $(id).addEventListener("click", () => this.#do(work));
    act("undo", () => this.#undo());
    act("redo", () => this.#redo());
    act("reset", () => this.game.reset());
    act("share", () => this.#share());
    $("hint").addEventListener("click", () => (this.looking ? this.abort.abort() : this.#hint()));
    $("run").addEventListener("click", () => (this.timer ? this.#stop() : this.#start()));
    $("step").addEventListener("input", () => this.#goTo(Number($("step").value)));
    $("metric").addEventListener("change", () => this.#otherMetric());
    $("copy-plan").addEventListener("click", async () => {
      $("plan-copied").textContent = (await copied($("plan-moves").textContent)) ? "Copied." : "Mark the moves to copy them.";
    });
    undoKeys("view-play", "undo", "redo");
  }

  async open(instance, moves) {
    this.leave();
    const mine = this.opened;
    const game = new Game(this.backend, instance);
    const about = await game.open(moves);
    if (mine !== this.opened) return;
    Object.assign(this, { game, about, verdict: null, busy: false, hinted: null });
    const { scene } = about.view;
    this.palette = paletteOf(scene);
    const host = { onMove: (move) => this.#do(() => this.#play(move)), onSay: (words) => this.say(words) };
    this.board = scene.form === "stack" ? new StackBoard($("board"), host) : new Board($("board"), host);
    this.board.open(scene, this.palette, `Board of ${about.title || "the puzzle"}`, about.labels);
    $("legal").open = scene.form === "stack";
    $("keys").hidden = scene.form === "stack";
    $("hint").hidden = !about.hints;
    $("plan").hidden = true;
    this.#tell();
    this.proving.open({ ...instance, metric: about.metric }, about.metric);
    this.surveying.open({ ...instance, metric: about.metric }, about);
    this.say("");
    $("shared").textContent = "";
    this.#show();
  }

  // Whatever is asked, or works, for this board is of no use any more.
  leave() {
    this.opened += 1;
    this.#stop();
    this.abort?.abort();
    this.abort = null;
    if (this.looking) this.#look("");
    this.proving.abort?.abort();
    this.surveying.leave();
  }

  say(words) {
    $("says").textContent = words;
  }

  get instance() {
    return { ...this.game.instance, metric: this.game.metric };
  }

  get text() {
    return this.about.text;
  }

  // --- what stands beside the board ---------------------------------------------------------

  #tell() {
    const { about } = this;
    $("title").textContent = about.title || "A board without a name";
    const by = [about.author, about.year].filter(Boolean).join(", ");
    $("byline").textContent = [FAMILIES[about.family], by].filter(Boolean).join(" · ");
    $("metric").replaceChildren(...about.metrics.map((metric) => make("option", { value: metric }, metric)));
    $("metric").value = about.metric;
    $("metric").disabled = about.metrics.length < 2;
    $("goal-words").textContent = goalOf(about);
    $("rules").textContent = rulesOf(about);
    $("goals").replaceChildren(...about.goals.slice(0, 8).map((goal) => make("figure", {},
      picture(goal, this.palette, goal.title), make("figcaption", {}, goal.title))));
    const known = about.known.map((row) => make("p", {},
      `${row.optimum === null ? "unsolvable" : moves(row.optimum, row.metric)}: ${row.source}`));
    const source = about.source && `Source: ${about.source}`;
    const about_text = [...about.remarks.map((text) => `Remark: ${text}`), about.note, source].filter(Boolean);
    $("about-text").replaceChildren(...about_text.map((line) => make("p", {}, line)), ...known);
    $("about").hidden = !known.length && !about_text.length;
  }

  #score() {
    const { game, verdict } = this;
    const proven = verdict?.status === "optimal" ? `minimum ${verdict.optimum}, ${gradeOf(verdict)}` : "";
    const none = verdict?.status === "unsolvable" ? `unsolvable, ${gradeOf(verdict)}` : "";
    const claim = published(this.about.known, game.metric);
    const best = proven || none || (claim && `${claim}, not checked here`);
    const number = game.moves.length;
    $("score").replaceChildren(make("b", {}, String(number)),
      ` ${number === 1 ? "move" : "moves"} (${game.metric})${best ? ` / ${best}` : ""}`);
  }

  #show(track = null) {
    const { game } = this;
    const { view } = game;
    if (view.scene.form === "stack") this.board.show(view.scene, game.moves, view.moves);
    else this.board.show(view.scene, view.moves, track);
    $("undo").disabled = !game.moves.length;
    $("redo").disabled = !game.future.length;
    $("reset").disabled = !game.moves.length;
    $("hint").disabled = view.solved && !this.looking;
    this.#score();
    this.#listMoves(view);
    this.#showStep();
  }

  #listMoves(view) {
    const chips = view.moves.map(({ move }) => make("button", {
      type: "button", "data-move": move, onclick: () => this.#do(() => this.#play(move)),
    }, ...(view.scene.form === "stack" ? [strip(view.scene.cubes, move, this.palette)] : []), move));
    $("legal-moves").replaceChildren(...chips);
    if (!chips.length) $("legal-moves").textContent = "There is none.";
  }

  // --- the game -----------------------------------------------------------------------------

  // One thing at a time; what fails leaves the board as it was.
  async #do(work) {
    if (this.busy) return;
    this.busy = true;
    this.#stop();
    let track = null;
    try {
      track = (await work()) ?? null;
    } catch (error) {
      this.say(error.message);
    }
    this.busy = false;
    this.#show(Array.isArray(track) ? track : null);
  }

  async #play(move) {
    const track = await this.game.play(move);
    this.#sayMove(move);
    return track;
  }

  #sayMove(move) {
    const { game, verdict } = this;
    const made = moves(game.moves.length, game.metric);
    if (!game.view.solved) return this.say(`${move}. ${made}.`);
    const least = verdict?.status === "optimal" && game.moves.length === verdict.optimum;
    return this.say(`${move}. Solved in ${made}${least ? `: the minimum, ${gradeOf(verdict)}` : ""}.`);
  }

  async #undo() {
    const track = await this.game.undo();
    this.say(`Taken back. ${moves(this.game.moves.length, this.game.metric)}.`);
    return track;
  }

  async #redo() {
    const [move] = this.game.future;
    const track = await this.game.redo();
    this.#sayMove(move);
    return track;
  }

  // Show the game in the other metric: its moves are counted anew along the same way.
  async #otherMetric() {
    const { game, instance } = this;
    const to = $("metric").value;
    try {
      const { moves: played } = await this.backend.ask({ ask: "recount", instance, moves: game.moves, to });
      if (game === this.game) location.hash = await fragmentOf({ instance: { ...instance, metric: to }, moves: played });
    } catch (error) {
      $("metric").value = game.metric;
      this.say(error.message);
    }
  }

  async #share() {
    const fragment = await fragmentOf({ instance: this.instance, moves: this.game.moves });
    const link = location.href.replace(/#.*$/, "") + fragment;
    history.replaceState(null, "", fragment);
    $("shared").textContent = (await copied(link)) ? "Copied: the link holds the board and the moves."
      : "The link in the address bar holds the board and the moves.";
  }

  // --- hints --------------------------------------------------------------------------------

  // In the degrees of 'solve --hint': about how many moves are left; the piece to move; its move.
  async #hint() {
    const { game } = this;
    this.#stop();
    let { guide } = game;
    if (!guide) {
      guide = await this.#findPlan(game);
      if (game !== this.game) return;
    }
    if (!guide?.moves.length) return;
    const [move] = guide.moves;
    const track = game.trackOf(move) ?? [];
    const here = game.moves.join(" ");
    const degree = this.hinted?.here === here ? this.hinted.degree + 1 : 1;
    this.hinted = { here, degree };
    if (!track.length || degree > 2) {
      this.board.hint(track, move);
      for (const chip of $("legal-moves").children) chip.classList.toggle("hinted", chip.dataset.move === move);
      this.say(`Hint: ${move}. ${moves(guide.moves.length, game.metric)} to go, ${guide.words}.`);
    } else if (degree === 2) {
      this.board.hint(track.slice(0, 1));
      const { pieces, rows } = game.view.scene;
      const [[r, c]] = track;
      this.say(`Hint: move piece ${pieces[rows[r][c] - 1][0]} next. Press again for its move.`);
    } else {
      const enough = (Math.floor(guide.moves.length / 5) + 1) * 5;
      this.say(`Hint: fewer than ${moves(enough, game.metric)} are enough from here. Press again for the piece.`);
    }
  }

  // What the search is about stands below the board, and the button cancels it.
  async #findPlan(game) {
    const from = game.moves;
    const abort = new AbortController();
    this.abort = abort;
    let found = null;
    this.#look("Asked …");
    this.say("Looking for a plan from here …");
    try {
      await this.backend.hint(this.instance, from, (event) => {
        found = event;
        const words = progress(event, game.metric);
        if (words && this.abort === abort) this.#look(words);
      }, abort.signal);
    } catch (error) {
      found = { error: error.name === "AbortError" ? "cancelled" : error.message };
    }
    if (this.abort !== abort || game !== this.game) return null;
    this.#look("");
    if (!found?.plan) {
      this.say(found?.error ? `No hint: ${found.error}` : `No hint: ${found?.status === "unsolvable" ? `there is no plan from here, ${found.grade}` : "no plan was found in time"}`);
      return null;
    }
    game.known = { from, moves: found.plan, words: sureness(found) };
    if (!game.guide) this.say("A plan was found, but the board has changed since; ask again.");
    return game.guide;
  }

  // What a search for a hint is doing; empty: there is none.
  #look(words) {
    this.looking = Boolean(words);
    $("hint").textContent = words ? "Cancel the hint" : "Hint";
    $("hint").disabled = !words && this.game.view.solved;
    $("looking").textContent = words;
    $("looking").hidden = !words;
  }

  // --- the plan -----------------------------------------------------------------------------

  #proven(verdict) {
    this.verdict = verdict;
    if (verdict.plan?.length) {
      const words = verdict.status === "optimal" ? `along a plan that is ${verdict.grade} to be shortest` : "along a plan, perhaps not the shortest";
      this.game.known = { from: [], moves: verdict.plan, words };
      $("plan").hidden = false;
      $("plan-title").textContent = `A plan of ${moves(verdict.plan.length, verdict.metric)}`;
      $("step").max = verdict.plan.length;
      $("plan-moves").textContent = verdict.plan.join(" ");
      $("plan-copied").textContent = "";
    }
    this.#score();
    this.#showStep();
  }

  // Where the game stands on the plan.
  #showStep() {
    const plan = this.verdict?.plan;
    if (!plan) return;
    const here = this.game.moves.length;
    const on = here <= plan.length && this.game.moves.every((move, k) => move === plan[k]);
    if (on) $("step").value = here;
    const last = here ? `, after ${this.game.moves.at(-1)}` : "";
    $("step-words").textContent = on ? `Step ${here} of ${plan.length}${last}` : `Off the plan; the slider leads back`;
    $("step").setAttribute("aria-valuetext", $("step-words").textContent);
  }

  async #goTo(step) {
    this.#stop();
    this.wanted = step;
    if (this.busy) return;
    this.busy = true;
    while (this.wanted !== null) {
      const target = this.wanted;
      this.wanted = null;
      try {
        await this.#stepTo(target);
      } catch (error) {
        this.say(error.message);
      }
    }
    this.busy = false;
  }

  async #stepTo(step) {
    const { game } = this;
    const { plan } = this.verdict;
    const next = step === game.moves.length + 1 && game.guide?.moves[0] === plan[step - 1];
    const track = next ? game.trackOf(plan[step - 1]) : null;
    await game.goTo(plan, step);
    if (game === this.game) this.#show(track);
  }

  #start() {
    const { plan } = this.verdict;
    const { game } = this;
    $("run").textContent = "Pause";
    const here = Number($("step").value);
    let step = here >= plan.length ? 0 : here;
    const tick = async () => {
      if (this.game !== game) return;
      try {
        await this.#stepTo(step);
      } catch (error) {
        this.say(error.message);
        step = plan.length;
      }
      step += 1;
      if (step > plan.length) this.#stop();
      else if (this.timer) this.timer = setTimeout(tick, Number($("speed").value));
    };
    this.timer = setTimeout(tick, 0);
  }

  #stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    $("run").textContent = "Play";
  }
}
