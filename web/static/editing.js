// The editor: the text of an instance, read as it is typed, and cells that can be painted.

import { $, copied, debounce, make, saveAs, undoKeys } from "./dom.js";
import { Painting } from "./painting.js";
import { paletteOf, picture } from "./scene.js";
import { fragmentOf } from "./share.js";
import { progress } from "./words.js";

const TEMPLATES = {
  "": "…",
  sliding: 'family = "sliding"\nname = "My board"\nmetric = "piece"\nboard = """\nABBC\nABBC\nDEEF\nDGHF\nI..J\n"""\ngoal = """\n....\n....\n....\n.BB.\n.BB.\n"""\nlabelled = "B"\n',
  pegs: 'family = "pegs"\nname = "My pegs"\nmetric = "move"\nstart = """\n.xxx.\nxxxxx\nxxoxx\nxxxxx\n.xxx.\n"""\nfinish = "any"\n',
  frogs: 'family = "frogs"\nname = "My pond"\nboard = """\nFFF.TTT\n"""\n',
  tiles: 'family = "tiles"\nname = "My tiles"\nmetric = "single"\nboard = """\n8 6 7\n2 5 4\n3 0 1\n"""\ngoal = """\n1 2 3\n4 5 6\n7 8 0\n"""\n',
  cubes: 'family = "cubes"\nname = "My cubes"\ncubes = ["RGBYRG", "YYRGBB", "GBYRGY", "RBGYRB"]\n',
};

const STEPS = 200; // that can be undone

export class Editing {
  // `given`: the text as it was brought here, which may be replaced without a question; `texts`: all
  // that the editor has held, of which number `at` is shown. A reload of the page keeps the text.
  constructor(backend) {
    const [text, given] = JSON.parse(sessionStorage.getItem("editor") ?? '["", ""]');
    Object.assign(this, { backend, asked: 0, abort: null, given, texts: [], at: -1 });
    $("source").value = text;
    this.soon = debounce(250, () => this.#read());
    this.painting = new Painting(() => $("source").value, (painted) => this.#set(painted, this.soon), (words) => this.#say(words));
    $("source").addEventListener("input", () => {
      this.#changed();
      this.soon();
    });
    $("edit-undo").addEventListener("click", () => this.#step(-1));
    $("edit-redo").addEventListener("click", () => this.#step(1));
    undoKeys("view-edit", "edit-undo", "edit-redo");
    $("template").append(...Object.keys(TEMPLATES).map((key) => make("option", { value: key }, key || "…")));
    $("template").addEventListener("change", () => {
      if ($("template").value) this.take(TEMPLATES[$("template").value]);
      $("template").value = "";
    });
    $("open-it").addEventListener("click", () => this.#play());
    $("save-it").addEventListener("click", () => saveAs("board.toml", $("source").value));
    $("load-it").addEventListener("change", (event) => this.#load(event.target));
    $("link-it").addEventListener("click", () => this.#link());
    $("hardest").hidden = !backend.hardest;
    $("hardest").addEventListener("click", () => (this.abort ? this.abort.abort() : this.#hardest()));
  }

  async open(text) {
    if (text && text !== this.given) {
      if (!this.take(text)) history.replaceState(null, "", "#edit");
    } else if (!$("source").value) this.take(TEMPLATES.sliding);
    this.painting.show();
    await this.#read();
  }

  // Another view is shown: whatever is searched for is of no use any more.
  leave() {
    this.abort?.abort();
  }

  // Whether the text has been taken: what the visitor has changed is not replaced without a question.
  take(text) {
    const own = $("source").value;
    if (own && ![text, this.given].includes(own) && !confirm("Replace the board in the editor? Undo brings it back.")) return false;
    this.given = text;
    this.#say("");
    this.#set(text, () => this.#read());
    return true;
  }

  #say(words) {
    $("editor-says").textContent = words;
  }

  #set(text, then) {
    this.#remember();
    $("source").value = text;
    this.#changed();
    then();
  }

  #changed() {
    $("open-it").disabled = true;
    this.#keep();
    this.painting.show();
  }

  #keep() {
    sessionStorage.setItem("editor", JSON.stringify([$("source").value, this.given]));
  }

  #remember() {
    const { value } = $("source");
    if (value && value !== this.texts[this.at]) {
      this.texts = [...this.texts.slice(0, this.at + 1), value].slice(-STEPS);
      this.at = this.texts.length - 1;
    }
    $("edit-undo").disabled = this.at < 1;
    $("edit-redo").disabled = this.at >= this.texts.length - 1;
  }

  #step(by) {
    this.#remember();
    if (this.texts[this.at + by] === undefined) return;
    $("source").value = this.texts[(this.at += by)];
    this.#changed();
    this.#read();
  }

  async #load(input) {
    const [file] = input.files;
    if (file && file.size <= 50_000) this.take(await file.text());
    else if (file) this.#say(`${file.name}: over 50,000 bytes, which is no board`);
    input.value = "";
  }

  async #play() {
    location.hash = await fragmentOf({ instance: { text: $("source").value } });
  }

  async #link() {
    const fragment = `${await fragmentOf({ instance: { text: $("source").value } })}&edit`;
    history.replaceState(null, "", fragment);
    this.given = $("source").value;
    this.#keep();
    this.#say((await copied(location.href)) ? "Copied: the link holds the whole text." : "The link in the address bar holds the whole text.");
  }

  async #read() {
    this.#remember();
    const mine = (this.asked += 1);
    let about = null;
    let fault = "";
    try {
      about = await this.backend.ask({ ask: "describe", instance: { text: $("source").value } });
    } catch (error) {
      fault = error.message;
    }
    if (mine !== this.asked) return null;
    $("fault").textContent = fault;
    $("open-it").disabled = !about;
    $("hardest").disabled = !about && !this.abort;
    $("preview").classList.toggle("pale", !about);
    if (about) this.#preview(about);
    else this.painting.tell(fault);
    return about;
  }

  #preview(about) {
    const { scene } = about.view;
    const palette = paletteOf(scene);
    const colours = new Map((scene.pieces ?? []).map(([name, , colour]) => [name, palette.get(colour)]));
    this.painting.tell("", colours);
    $("preview").classList.add("still");
    $("preview").replaceChildren(picture(scene, palette, "The board", about.labels));
    $("preview-goals").replaceChildren(...about.goals.slice(0, 8).map((goal) => make("figure", {},
      picture(goal, palette, goal.title), make("figcaption", {}, goal.title))));
  }

  // The start of this board that is farthest from its goals takes the place of this one.
  async #hardest() {
    const abort = new AbortController();
    const before = $("source").value;
    this.abort = abort;
    $("hardest").textContent = "Cancel the search";
    this.#say("Asked …");
    let found = null;
    let words = "";
    try {
      await this.backend.hardest({ text: before }, (event) => {
        if (event.event === "answer") found = event.text;
        else if (event.event === "error") words = event.error;
        else if (progress(event)) this.#say(progress(event));
      }, abort.signal);
    } catch (error) {
      words = error.name === "AbortError" ? "cancelled" : error.message;
    }
    this.abort = null;
    $("hardest").textContent = "Hardest start";
    if (!found) this.#say(`No hardest start: ${words || "the server gave no answer"}.`);
    else if ($("source").value !== before) this.#say("The text was changed in between, so it is left as it is.");
    else {
      this.#set(found, () => this.#read());
      const about = await this.backend.ask({ ask: "describe", instance: { text: found } }).catch(() => null);
      if (about && $("source").value === found) this.#say(`Found: ${about.note}. Play it to have it proven, or undo it.`);
    }
  }
}
