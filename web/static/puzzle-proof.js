// <puzzle-proof src="ane-rouge" metric="piece" certificate="ane-rouge.cert"></puzzle-proof>
//
// A board to play on, with its minimum, in any page. `src` is a name of the library or the address of
// an instance file; `certificate` the address of a certificate, which is checked before anything is
// claimed. Where there is no server, Python starts when the visitor touches the board; what stands
// inside the element is shown until the board is drawn.

import { Board } from "./board.js";
import { make } from "./dom.js";
import { Game } from "./game.js";
import { paletteOf, strip } from "./scene.js";
import { makeBackend } from "./site.js";
import { StackBoard } from "./stack.js";
import { between, gradeOf, isProven, moves, progress, published, sureness } from "./words.js";

const TEXT_LIMIT = 50_000;
const FILE_LIMIT = 32_000_000;
const HEADER_LIMIT = 8_000_000;

let shared = null; // one backend for all elements of the page
const backendOf = () => (shared ??= makeBackend());

const sheets = Promise.all(["board.css", "puzzle-proof.css"].map(async (name) => {
  const response = await fetch(new URL(name, import.meta.url));
  return new CSSStyleSheet().replace(await response.text());
}));

// The bytes at an address that stands in the page.
async function fetched(address, limit) {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(`${address}: the server says ${response.status}`);
  const bytes = await response.blob();
  if (bytes.size > limit) throw new Error(`${address}: over ${limit.toLocaleString("en")} bytes`);
  return bytes;
}

// The instance that a certificate is about, which its first line holds.
async function claimed(certificate) {
  const line = (await certificate.slice(0, HEADER_LIMIT).text()).split("\n", 1)[0];
  const { instance, metric } = JSON.parse(line);
  return { text: instance, metric };
}

class PuzzleProof extends HTMLElement {
  static observedAttributes = ["src", "metric", "certificate"];

  #root = null;
  #opened = 0;

  connectedCallback() {
    if (!this.#root) this.#build();
    this.#open();
  }

  disconnectedCallback() {
    this.#opened += 1;
    this.abort?.abort();
  }

  attributeChangedCallback(_name, before, after) {
    if (this.#root && this.isConnected && before !== after) this.#open();
  }

  #build() {
    this.#root = this.attachShadow({ mode: "open" });
    sheets.then((found) => { this.#root.adoptedStyleSheets = found; }, () => {});
    const button = (name, words, work) => make("button", { type: "button", class: name, onclick: work }, words);
    const parts = {
      slot: make("slot"),
      head: make("p", { class: "head" }),
      board: make("div", { class: "board" }),
      score: make("p", { class: "score" }),
      bar: make("div", { class: "bar" },
        button("undo", "Undo", () => this.#do(() => this.#undo())),
        button("redo", "Redo", () => this.#do(() => this.game.redo())),
        button("reset", "Reset", () => this.#do(() => this.game.reset())),
        button("hint", "Hint", () => this.#hint()),
        button("prove main", "", () => this.#settle()),
        button("cancel", "Cancel", () => this.abort?.abort())),
      says: make("p", { class: "says quiet", role: "status", "aria-live": "polite" }),
      legal: make("div", { class: "chips", role: "group", "aria-label": "Legal moves from here" }),
      fault: make("p", { class: "fault", role: "alert", hidden: "" }),
    };
    this.parts = { ...parts };
    for (const name of ["undo", "redo", "reset", "hint", "prove", "cancel"]) {
      this.parts[name] = parts.bar.querySelector(`.${name}`);
    }
    this.#root.append(...Object.values(parts));
    this.#root.addEventListener("keydown", (event) => this.#shortcut(event));
    for (const kind of ["pointerdown", "focusin"]) {
      parts.board.addEventListener(kind, () => this.#touch());
    }
    backendOf().listen?.((words) => {
      if (this.touched && (words || this.loading)) this.#say(words);
      this.loading = Boolean(words);
    });
  }

  // --- opening ----------------------------------------------------------------------------

  async #open() {
    const mine = (this.#opened += 1);
    this.abort?.abort();
    Object.assign(this, { game: null, board: null, verdict: null, touched: false, busy: false });
    for (const name of ["head", "score", "bar", "legal", "fault"]) this.parts[name].hidden = true;
    this.parts.slot.hidden = false;
    this.parts.board.replaceChildren();
    this.#say("");
    try {
      const instance = await this.#instance();
      if (instance.text && backendOf().warm && !(await this.#wanted())) return;
      const game = new Game(backendOf(), instance);
      await game.open();
      if (mine === this.#opened) this.#start(game);
    } catch (error) {
      if (mine === this.#opened) this.#fail(error.message);
    }
  }

  async #instance() {
    const src = this.getAttribute("src") ?? "";
    const metric = this.getAttribute("metric") ?? undefined;
    if (!src) throw new Error('puzzle-proof: expected src="a name of the library, or an address"');
    if (/^[\w-]+$/.test(src)) return { name: src, metric };
    return { text: await (await fetched(src, TEXT_LIMIT)).text(), metric };
  }

  // A file can be drawn by Python only. It starts when the element is seen, or, where a picture
  // stands in the element, when that is touched.
  #wanted() {
    return new Promise((resolve) => {
      const go = () => {
        this.#touch();
        resolve(true);
      };
      if (this.childElementCount) {
        this.addEventListener("pointerdown", go, { once: true });
        this.#say("Touch the picture to play.");
        return;
      }
      const seen = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        go();
      });
      seen.observe(this);
    });
  }

  #start(game) {
    const { about } = game;
    const { scene } = about.view;
    this.game = game;
    this.palette = paletteOf(scene);
    const host = { onMove: (move) => this.#do(() => this.#play(move)), onSay: (words) => this.#say(words) };
    this.board = scene.form === "stack" ? new StackBoard(this.parts.board, host) : new Board(this.parts.board, host);
    this.board.open(scene, this.palette, `Board of ${about.title || "the puzzle"}`, about.labels);
    const by = [about.author, about.year].filter(Boolean).join(", ");
    this.parts.head.replaceChildren(make("b", {}, about.title || "A board"), by && ` · ${by}`);
    for (const name of ["head", "score", "bar"]) this.parts[name].hidden = false;
    this.parts.slot.hidden = true;
    this.parts.hint.hidden = !about.hints;
    this.parts.legal.hidden = scene.form !== "stack";
    this.parts.prove.textContent = this.certificate ? "Check the certificate" : "Prove the minimum";
    this.#working(false);
    this.#show();
    if (this.touched) this.#begun();
  }

  get certificate() {
    return this.getAttribute("certificate");
  }

  get instance() {
    return { ...this.game.instance, metric: this.game.metric };
  }

  #fail(words) {
    this.parts.fault.textContent = words;
    this.parts.fault.hidden = false;
    this.#say("");
  }

  #say(words) {
    this.parts.says.textContent = words;
  }

  // The visitor wants to play: Python is needed, and the certificate can be checked.
  #touch() {
    if (this.touched) return;
    this.touched = true;
    backendOf().warm?.();
    if (this.game) this.#begun();
  }

  #begun() {
    if (this.certificate && !this.verdict && this.parts.cancel.hidden) this.#settle();
  }

  // --- the game ---------------------------------------------------------------------------

  #show(track = null) {
    const { game } = this;
    const { view } = game;
    if (view.scene.form === "stack") {
      this.board.show(view.scene, game.moves, view.moves);
      this.parts.legal.replaceChildren(...view.moves.map(({ move }) => make("button", {
        type: "button", onclick: () => this.#do(() => this.#play(move)),
      }, strip(view.scene.cubes, move, this.palette), move)));
    } else this.board.show(view.scene, view.moves, track);
    this.parts.undo.disabled = this.parts.reset.disabled = !game.moves.length;
    this.parts.redo.disabled = !game.future.length;
    this.parts.hint.disabled = view.solved;
    this.#score();
  }

  #score() {
    const { game } = this;
    const number = game.moves.length;
    const known = published(game.about.known, game.metric);
    const claim = this.verdict?.words ?? (known && `${known}, not checked here`);
    this.parts.score.replaceChildren(make("b", {}, String(number)),
      ` ${number === 1 ? "move" : "moves"} (${game.metric})`,
      ...(claim ? [" / ", make("span", { class: this.verdict?.proven ? "claim good" : "claim" }, claim)] : []));
  }

  async #do(work) {
    if (this.busy || !this.game) return;
    const { game } = this;
    this.busy = true;
    this.#touch();
    let track = null;
    try {
      track = await work();
    } catch (error) {
      this.#say(error.message);
    }
    if (game !== this.game) return;
    this.busy = false;
    this.#show(Array.isArray(track) ? track : null);
  }

  async #play(move) {
    const { game } = this;
    const track = await game.play(move);
    const made = moves(game.moves.length, game.metric);
    this.#say(game.view.solved ? `${move}. Solved in ${made}.` : `${move}. ${made}.`);
    return track;
  }

  async #undo() {
    const track = await this.game.undo();
    this.#say("Taken back.");
    return track;
  }

  #shortcut(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
    event.preventDefault();
    (key === "y" || event.shiftKey ? this.parts.redo : this.parts.undo).click();
  }

  // --- jobs -------------------------------------------------------------------------------

  #working(works) {
    this.parts.prove.hidden = works || Boolean(this.verdict);
    this.parts.cancel.hidden = !works;
  }

  // One job at a time; its errors are one line, and a cancelled one leaves nothing. `work` changes
  // nothing that is shown: it returns {words, verdict, next}, and the board may be another one by then.
  async #job(work) {
    const { game } = this;
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.touched = true;
    this.#working(true);
    this.parts.fault.hidden = true;
    let found = await work(abort.signal, game).catch((error) => ({ error }));
    if (game !== this.game || this.abort !== abort) return;
    if (abort.signal.aborted) found = { error: abort.signal.reason };
    this.verdict = found.verdict ?? this.verdict;
    this.#working(false);
    this.#score();
    if (found.next) this.board.hint?.(game.trackOf(found.next) ?? [], found.next);
    if (!found.error) this.#say(found.words);
    else if (found.error.name === "AbortError") this.#say("Cancelled.");
    else this.#fail(found.error.message);
  }

  #settle() {
    return this.#job((signal, game) => (this.certificate ? this.#check(signal) : this.#prove(signal, game)));
  }

  async #check(signal) {
    const { instance } = this;
    this.#say("Checking the certificate …");
    const file = await fetched(this.certificate, FILE_LIMIT);
    let found = null;
    await backendOf().verify(file, (event) => { found = event; }, signal);
    if (!found?.accepted) {
      const how = found?.exit === 50 ? "is rejected" : "was not checked";
      throw new Error(`The certificate ${how}: ${found?.error ?? "no answer"}`);
    }
    const { same } = await backendOf().ask({ ask: "same", instance, other: await claimed(file) });
    if (!same) throw new Error("The certificate is about another board, goal or metric.");
    const what = found.unsolvable ? "unsolvable" : found.optimum === null ? `at least ${found.at_least}` : `minimum ${found.optimum}`;
    const words = `${what} (${found.metric}), certified: checked ${backendOf().place}`;
    return { words: "The certificate is accepted.", verdict: { words, proven: true } };
  }

  async #prove(signal, game) {
    const { metric } = game;
    this.#say("Working …");
    const last = await backendOf().prove(this.instance, (event) => {
      if (event.event === "bounds" && !signal.aborted) this.#say(between({ ...event, metric }));
    }, signal);
    if (last?.event !== "verdict") throw new Error(last?.error ?? "no answer");
    const { status, grade, optimum } = last;
    if (!["optimal", "unsolvable"].includes(status)) return { words: `Not proven: ${between({ ...last, metric })}` };
    const what = status === "optimal" ? `minimum ${optimum} (${metric})` : `unsolvable (${metric})`;
    game.known = { from: [], moves: last.plan ?? [], words: `along a plan that is ${grade} to be shortest` };
    const proven = isProven(last);
    const how = proven ? `${grade}: proven ${backendOf().place}` : gradeOf(last);
    return { words: "", verdict: { words: `${what}, ${how}`, proven } };
  }

  #hint() {
    return this.#job(async (signal, game) => {
      const from = game.moves;
      let found = null;
      if (!game.guide) {
        this.#say("Looking for a plan from here …");
        await backendOf().hint(this.instance, from, (event) => {
          found = event;
          const words = progress(event, game.metric);
          if (words && !signal.aborted) this.#say(words);
        }, signal);
        if (!found?.plan) return { words: `No hint: ${found?.error ?? "no plan was found"}` };
        game.known = { from, moves: found.plan, words: sureness(found) };
      }
      const { guide } = game;
      if (!guide?.moves.length) return { words: "No hint from here." };
      const [next] = guide.moves;
      return { words: `Hint: ${next}. ${moves(guide.moves.length, game.metric)} to go, ${guide.words}.`, next };
    });
  }
}

customElements.define("puzzle-proof", PuzzleProof);
