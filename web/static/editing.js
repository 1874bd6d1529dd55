// The editor: the text of an instance, read as it is typed, and cells that can be painted.

import { $, debounce, make, saveAs } from "./dom.js";
import { Painting } from "./painting.js";
import { paletteOf, picture } from "./scene.js";
import { fragmentOf } from "./share.js";

const TEMPLATES = {
  "": "…",
  sliding: 'family = "sliding"\nname = "My board"\nmetric = "piece"\nboard = """\nABBC\nABBC\nDEEF\nDGHF\nI..J\n"""\ngoal = """\n....\n....\n....\n.BB.\n.BB.\n"""\nlabelled = "B"\n',
  pegs: 'family = "pegs"\nname = "My pegs"\nmetric = "move"\nstart = """\n.xxx.\nxxxxx\nxxoxx\nxxxxx\n.xxx.\n"""\nfinish = "any"\n',
  frogs: 'family = "frogs"\nname = "My pond"\nboard = """\nFFF.TTT\n"""\n',
  tiles: 'family = "tiles"\nname = "My tiles"\nmetric = "single"\nboard = """\n8 6 7\n2 5 4\n3 0 1\n"""\n',
  cubes: 'family = "cubes"\nname = "My cubes"\ncubes = ["RGBYRG", "YYRGBB", "GBYRGY", "RBGYRB"]\n',
};

export class Editing {
  constructor(backend) {
    this.backend = backend;
    this.asked = 0;
    this.soon = debounce(250, () => this.#read());
    this.painting = new Painting(() => $("source").value, (text) => this.#set(text, this.soon));
    $("source").addEventListener("input", () => {
      $("open-it").disabled = true;
      this.painting.show();
      this.soon();
    });
    $("template").append(...Object.keys(TEMPLATES).map((key) => make("option", { value: key }, key || "…")));
    $("template").addEventListener("change", () => {
      if ($("template").value) this.take(TEMPLATES[$("template").value]);
      $("template").value = "";
    });
    $("open-it").addEventListener("click", () => this.#play());
    $("save-it").addEventListener("click", () => saveAs("board.toml", $("source").value));
    $("load-it").addEventListener("change", (event) => this.#load(event.target));
  }

  async open(text) {
    if (text) this.take(text);
    else if (!$("source").value) this.take(TEMPLATES.sliding);
    else await this.#read();
  }

  take(text) {
    this.#set(text, () => this.#read());
  }

  #set(text, then) {
    $("source").value = text;
    $("open-it").disabled = true;
    this.painting.show();
    then();
  }

  async #load(input) {
    const [file] = input.files;
    if (file && file.size <= 50_000) this.take(await file.text());
    else if (file) $("fault").textContent = `${file.name}: over 50,000 bytes, which is no board`;
    input.value = "";
  }

  async #play() {
    location.hash = await fragmentOf({ instance: { text: $("source").value } });
  }

  async #read() {
    const mine = (this.asked += 1);
    let about = null;
    let fault = "";
    try {
      about = await this.backend.ask({ ask: "describe", instance: { text: $("source").value } });
    } catch (error) {
      fault = error.message;
    }
    if (mine !== this.asked) return;
    $("fault").textContent = fault;
    $("open-it").disabled = !about;
    $("preview").classList.toggle("pale", !about);
    if (about) this.#preview(about);
  }

  #preview(about) {
    const { scene } = about.view;
    const palette = paletteOf(scene, about.wanted);
    $("preview").classList.add("still");
    $("preview").replaceChildren(picture(scene, palette, "The board"));
    $("preview-goals").replaceChildren(...about.goals.slice(0, 8).map((goal) => make("figure", {},
      picture(goal, palette, goal.title), make("figcaption", {}, goal.title))));
  }
}
