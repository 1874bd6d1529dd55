// The panel of the minimum: bounds as they rise, the verdict, its evidence, the certificate.

import { $, make } from "./dom.js";
import { between, evidence, headline, isProven, progress } from "./words.js";
import { outcome } from "./checking.js";

const ALOUD = 2500; // milliseconds between bounds that are read out

export class Proving {
  // `onVerdict(verdict)` is called with what was found out.
  constructor(backend, onVerdict) {
    Object.assign(this, { backend, onVerdict, abort: null });
    $("prove").addEventListener("click", () => this.#run());
    $("cancel").addEventListener("click", () => this.abort?.abort());
    $("recheck").addEventListener("click", () => this.#recheck());
  }

  // Another puzzle or metric: whatever ran is of no use any more.
  open(instance, metric) {
    this.abort?.abort();
    Object.assign(this, { instance, metric });
    for (const id of ["bounds", "verdict", "certificate"]) $(id).hidden = true;
    this.#running(false);
  }

  #running(runs) {
    $("prove").hidden = runs;
    $("cancel").hidden = !runs;
  }

  async #run() {
    const abort = new AbortController();
    const mine = () => this.abort === abort;
    this.abort = abort;
    this.#running(true);
    $("verdict").hidden = true;
    $("bounds").hidden = false;
    $("work").textContent = "";
    $("gauge-low").style.width = "0";
    this.aloud = -ALOUD;
    this.#tell("Asked …");
    this.heard = { lower: 0, upper: null, grade: "claimed" };
    try {
      await this.backend.prove(this.instance, (event) => mine() && this.#hear(event), abort.signal);
    } catch (error) {
      if (mine()) this.#stopped(error.name === "AbortError" ? "Cancelled" : error.message);
    }
    if (mine()) {
      this.#running(false);
      $("prove").focus({ preventScroll: true });
    }
  }

  // For the eye at once, and for the ear; bounds are read out every few seconds only.
  #tell(words, often = false) {
    $("bounds-words").textContent = words;
    if (often && performance.now() < this.aloud + ALOUD) return;
    if (often) this.aloud = performance.now();
    $("bounds-aloud").textContent = words;
  }

  #stopped(words) {
    const { lower, upper } = this.heard;
    const so = lower || upper !== null ? `; so far: ${between({ ...this.heard, metric: this.metric })}` : "";
    this.#tell(`${words}${so}.`);
    $("work").textContent = "";
  }

  #hear(event) {
    switch (event.event) {
      case "queued":
      case "started":
        this.#tell(progress(event));
        break;
      case "layer":
      case "horizon":
        $("work").textContent = progress(event, this.metric);
        break;
      case "bounds":
        this.heard = event;
        this.#tell(between({ ...event, metric: this.metric }), true);
        this.#gauge(event);
        break;
      case "error":
        this.#stopped(event.error);
        break;
      case "verdict":
        this.#show(event);
        break;
    }
  }

  #gauge({ lower, upper }) {
    const whole = upper ?? (lower ?? 0) * 1.3 + 5;
    $("gauge-low").style.width = `${whole ? (100 * (lower ?? whole)) / whole : 100}%`;
  }

  #show(verdict) {
    $("bounds").hidden = true;
    $("verdict").hidden = false;
    $("headline").textContent = headline(verdict);
    $("headline").className = isProven(verdict) ? "headline good" : "headline";
    const rows = verdict.evidence.map((row) => make("li", {}, evidence(row, verdict.metric)));
    const notes = (isProven(verdict) ? [] : verdict.notes).map((note) => make("li", { class: "quiet" }, `note: ${note}`));
    $("evidence").replaceChildren(...rows, ...notes);
    $("certificate").hidden = !verdict.certificate;
    $("download").setAttribute("href", verdict.certificate ? verdict.certificate.replace(/^\//, "") : "");
    $("rechecked").textContent = "";
    this.onVerdict(verdict);
  }

  // The certificate is fetched as the visitor would have it, and checked as a stranger's.
  async #recheck() {
    $("rechecked").textContent = "Checking …";
    try {
      const response = await fetch($("download").getAttribute("href"));
      if (!response.ok) throw new Error("this certificate is no longer kept; prove again");
      const found = await outcome(this.backend, await response.blob());
      $("rechecked").replaceChildren(...found);
    } catch (error) {
      $("rechecked").textContent = error.message;
    }
  }
}
