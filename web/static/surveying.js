// The panel of the state graph: what a search counts, one finding after the other, and pictures.

import { $, make } from "./dom.js";
import { moves, progress } from "./words.js";

const DRAWN = 30_000; // states of a picture that shows each of them

// A finding in words: [what, value]; null for one that nobody has to see.
const WORDS = {
  states: (value) => ["States that the start reaches", value.toLocaleString("en")],
  degrees: (value, metric) => {
    const numbers = Object.keys(value).map(Number);
    return ["Moves to choose from", `${Math.min(...numbers)} to ${Math.max(...numbers)} (metric ${metric})`];
  },
  mean_degree: (value) => ["On average", value.toFixed(1)],
  start: (value, metric) => ["Farthest state from the start", moves(value.eccentricity, metric)],
  symmetric_states: (value) => ["Symmetric states", Object.entries(value)
    .filter(([, number]) => number).map(([name, number]) => `${number.toLocaleString("en")} (${name})`).join(", ") || "none"],
  diameter: (value, metric) => value !== null && ["Farthest two states (diameter)", moves(value, metric)],
};

function goalRows(value, metric) {
  const rows = [];
  if (value.states !== undefined) rows.push(["Goal states", value.states.toLocaleString("en")]);
  if (value.optimum !== null && value.optimum !== undefined) {
    rows.push(["From the start to a goal", moves(value.optimum, metric)]);
    if (value.plans) rows.push(["Shortest plans", value.plans.toLocaleString("en")]);
  }
  const hardest = value.hardest_start;
  if (hardest) {
    rows.push(["From the hardest start", moves(hardest.moves, metric)]);
    rows.push(["Starts as hard as this", hardest.states.toLocaleString("en")]);
  }
  return rows;
}

export class Surveying {
  constructor(backend) {
    Object.assign(this, { backend, abort: null, drawing: null });
    $("explore").addEventListener("click", () => (this.abort ? this.abort.abort() : this.#run("explore")));
    $("certify").addEventListener("click", () => this.#run("certify"));
    $("graph-kind").addEventListener("change", () => this.#draw($("graph-kind").value));
  }

  // Another puzzle or metric.
  open(instance, about) {
    this.leave();
    Object.assign(this, { instance, metric: about.metric });
    $("graph").hidden = !this.backend.explore || about.view.scene.form === "stack";
    for (const id of ["graph-facts", "graph-picture"]) $(id).replaceChildren();
    for (const id of ["graph-kinds", "graph-facts", "graph-certificate"]) $(id).hidden = true;
    $("graph-says").textContent = "";
  }

  leave() {
    this.abort?.abort();
    this.drawing?.abort();
    this.abort = null;
    $("explore").textContent = "Explore the state graph";
    $("certify").hidden = false;
  }

  async #run(job) {
    const abort = new AbortController();
    const mine = () => this.abort === abort;
    this.abort = abort;
    this.states = 0;
    $("explore").textContent = "Cancel";
    $("certify").hidden = true;
    $("graph-certificate").hidden = true;
    $("graph-facts").replaceChildren();
    $("graph-facts").hidden = false;
    $("graph-says").textContent = "Asked …";
    let words = "Counted by one search; nothing here is certified.";
    try {
      await this.backend[job](this.instance, (event) => {
        if (!mine()) return;
        if (event.event === "error") words = event.error;
        if (event.event === "survey" && event.stopped) words = `Not everything was counted: ${event.stopped}. What is shown was counted by one search.`;
        else if (event.event === "survey" && event.certificate) words = this.#certified(event);
        else if (event.event === "survey" && event.fault) words = `${event.fault}. What is shown was counted by one search.`;
        this.#hear(event);
      }, abort.signal);
    } catch (error) {
      words = error.name === "AbortError" ? "Cancelled." : error.message;
    }
    if (!mine()) return;
    this.leave();
    $("graph-says").textContent = words;
    if (this.states && this.backend.graph) {
      $("graph-kinds").hidden = false;
      $("graph-kind").value = this.states <= DRAWN ? "rings" : "distances";
      await this.#draw($("graph-kind").value);
    }
  }

  // What the rules confirm, and the file that shows it.
  #certified(event) {
    $("graph-download").setAttribute("href", event.certificate.replace(/^\//, ""));
    $("graph-certificate").hidden = false;
    const names = Object.keys(event.grades).filter((name) => event.grades[name] === "certified");
    return `Certified, by the rules: ${names.join(", ").replaceAll("_", " ")}. All else was counted by one search.`;
  }

  #hear(event) {
    if (event.event !== "layer" && progress(event)) $("graph-says").textContent = progress(event);
    if (event.event !== "finding") return;
    if (event.name === "states") this.states = event.value;
    const rows = event.name === "goal" ? goalRows(event.value, this.metric) : [WORDS[event.name]?.(event.value, this.metric)];
    for (const row of rows.filter(Boolean)) {
      $("graph-facts").append(make("div", {}, make("dt", {}, row[0]), make("dd", {}, row[1])));
    }
  }

  async #draw(kind) {
    this.drawing?.abort();
    const abort = new AbortController();
    this.drawing = abort;
    $("graph-picture").replaceChildren(make("p", { class: "quiet" }, "Drawing …"));
    let found = null;
    try {
      await this.backend.graph(this.instance, kind, (event) => { found = event; }, abort.signal);
    } catch (error) {
      found = { error: error.message };
    }
    if (this.drawing !== abort || abort.signal.aborted) return;
    const name = $("graph-kind").selectedOptions[0].textContent;
    $("graph-picture").replaceChildren(found?.picture
      ? make("a", { href: found.picture, target: "_blank" }, make("img", { src: found.picture, alt: `${name}: the state graph of ${$("title").textContent}` }))
      : make("p", { class: "quiet" }, `No picture: ${found?.error ?? "no answer"}`));
  }
}
