// Certificates that a visitor brings: dropped anywhere on the page, or chosen.

import { $, make } from "./dom.js";

const LIMIT = 32_000_000;

// What the checker says of a file, as elements.
export async function outcome(backend, file, signal) {
  if (file.size > LIMIT) return [make("p", { class: "bad" }, "Not checked: over 32 MB")];
  let found = null;
  await backend.verify(file, (event) => { found = event; }, signal);
  if (found?.accepted) {
    return [
      make("p", { class: "good" }, make("b", {}, "Accepted: "), found.words),
      make("p", { class: "quiet" }, `${found.checked}; ${found.seconds.toFixed(2)} s`),
    ];
  }
  return [make("p", { class: "bad" }, make("b", {}, found?.exit === 50 ? "Rejected: " : "Not checked: "), found?.error ?? "no answer")];
}

export class Checking {
  constructor(backend, onOpen) {
    this.backend = backend;
    $("file").addEventListener("change", (event) => this.#check(event.target.files[0]));
    for (const kind of ["dragenter", "dragover"]) {
      document.addEventListener(kind, (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        document.body.classList.add("over");
      });
    }
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("over");
    });
    document.addEventListener("drop", (event) => {
      document.body.classList.remove("over");
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      onOpen();
      this.#check(file);
    });
  }

  async #check(file) {
    if (!file) return;
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    $("check-result").replaceChildren(make("p", {}, `Checking ${file.name} …`));
    try {
      const found = await outcome(this.backend, file, abort.signal);
      if (this.abort === abort) $("check-result").replaceChildren(make("p", {}, file.name), ...found);
    } catch (error) {
      if (this.abort === abort) $("check-result").replaceChildren(make("p", { class: "bad" }, error.message));
    }
    $("file").value = "";
  }
}
