// The backend of a page without a server: Python in workers of this browser.
//
// One worker answers questions and does jobs. While a job takes long a second one is started, so
// that the board can be played meanwhile. A job that is cancelled, or too late, ends its worker.

const HERE = new URL("../", import.meta.url);
const SECONDS = { prove: 300, explore: 300, certify: 300, hardest: 300, hint: 30, graph: 60, verify: 60 }; // of the visitor's own machine
const GRACE = 10; // seconds beyond the limit, which Python looks at between the layers of a search
const SPARE = 2000; // milliseconds of a job until a second worker is started
const LARGE = 300_000_000; // bytes: a worker that holds more is not kept, as it never gives them back
const LOADING = "Loading Python, once (13 MB) …";

// A worker from another host is refused, one that imports from there is not.
function workerFrom(url) {
  if (url.origin === location.origin) return new Worker(url, { type: "module" });
  const source = URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" }));
  return new Worker(source, { type: "module" });
}

class Engine {
  // `onChange(engine)` is called when it is ready, idle again, or has failed. What the worker says of a
  // task has its number; what it says of itself has none.
  constructor(onChange) {
    Object.assign(this, { ready: false, task: null, fault: "", onChange });
    this.worker = workerFrom(new URL("engine.js", import.meta.url));
    this.worker.addEventListener("message", ({ data }) => this.#hear(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(event.message || "a file is missing, or WebAssembly is not allowed");
    });
    this.worker.postMessage({ program: new URL("python/puzzleproof.zip", HERE).href });
  }

  get idle() {
    return this.ready && !this.task;
  }

  run(task) {
    this.task = task;
    const { ask, job, bytes } = task;
    this.worker.postMessage({ id: task.id, ask, job, bytes });
  }

  end() {
    this.worker.terminate();
  }

  #fail(words) {
    this.fault = `Python does not run here: ${words}`;
    this.onChange(this);
  }

  #hear(data) {
    if (data.ready) {
      this.ready = true;
      this.onChange(this);
    } else if (data.id === undefined) { // it could not start
      this.#fail(data.fault);
    } else if (data.done) {
      const { task } = this;
      this.task = null;
      this.worn = data.fatal || data.held > LARGE;
      if (data.fault) task.reject(new Error(data.fault));
      else task.resolve(data.answer);
      this.onChange(this);
    } else {
      this.task.onEvent(data.event, data.file);
    }
  }
}

export class WorkerBackend {
  place = "here"; // where proofs and checks are done: in the visitor's browser

  constructor() {
    Object.assign(this, { engines: [], tasks: [], known: new Map(), listeners: new Set(), kept: {}, number: 0 });
  }

  // `hear(words)` gets what Python is doing; empty words: nothing to be shown.
  listen(hear) {
    this.listeners.add(hear);
  }

  // Start Python, if it does not run yet.
  warm() {
    if (!this.engines.length) this.#start();
  }

  async library() {
    return (await this.#file("library.json")).instances;
  }

  // A question of puzzleproof.web.questions; throws an Error with Python's words.
  async ask(question) {
    return (await this.#atHand(question)) ?? this.#ask(question);
  }

  prove(instance, onEvent, signal) {
    return this.#job("prove", { instance }, onEvent, signal);
  }

  hint(instance, moves, onEvent, signal) {
    return this.#job("hint", { instance, moves }, onEvent, signal);
  }

  // What the state graph says: an event a finding.
  explore(instance, onEvent, signal) {
    return this.#job("explore", { instance }, onEvent, signal);
  }

  // The same; the last event has the address of a `certificate`, and `grades` of the statistics.
  certify(instance, onEvent, signal) {
    return this.#job("certify", { instance }, onEvent, signal);
  }

  // The last event has the `text` of the instance with the hardest start.
  hardest(instance, onEvent, signal) {
    return this.#job("hardest", { instance }, onEvent, signal);
  }

  // The last event has the address of a `picture`.
  graph(instance, kind, onEvent, signal) {
    return this.#job("graph", { instance, kind }, onEvent, signal);
  }

  async verify(file, onEvent, signal) {
    const bytes = new Uint8Array(await new Response(file).arrayBuffer());
    return this.#job("verify", {}, onEvent, signal, bytes);
  }

  // --- questions --------------------------------------------------------------------------

  async #ask(question) {
    const answer = JSON.parse(await this.#run({ ask: JSON.stringify(question), onEvent: () => {} }));
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  // What the site's files say of a board of the library, without Python.
  async #atHand({ ask, instance, moves }) {
    const { name, metric } = instance ?? {};
    const isStart = ask === "describe" || (ask === "view" && !moves?.length);
    if (!isStart || !name) return null;
    if (!this.known.has(name)) this.known.set(name, this.#file(`instances/${encodeURIComponent(name)}.json`));
    const found = await this.known.get(name).catch((error) => {
      this.known.delete(name);
      throw error.status === 404 ? new Error(`there is no '${name}' in the library`) : error;
    });
    const { default: own, ...metrics } = found;
    const about = Object.hasOwn(metrics, metric ?? own) ? metrics[metric ?? own] : null;
    return about ? structuredClone(ask === "view" ? about.view : about) : null;
  }

  async #file(path) {
    const response = await fetch(new URL(path, HERE));
    if (!response.ok) throw Object.assign(new Error(`${path}: the server says ${response.status}`), { status: response.status });
    return response.json();
  }

  // --- jobs -------------------------------------------------------------------------------

  async #job(kind, question, onEvent, signal, bytes) {
    const seconds = SECONDS[kind];
    let last = null;
    const hear = (event, file) => {
      if (file && event.picture) event.picture = this.#keep("picture", file, "image/svg+xml");
      else if (file) event.certificate = this.#keep("certificate", file, "application/octet-stream");
      last = event;
      onEvent(event);
    };
    const late = (seconds + GRACE) * 1000;
    const task = { job: JSON.stringify({ job: kind, seconds, ...question }), bytes, onEvent: hear, signal, late };
    await this.#run(task);
    return last;
  }

  // The last file of each kind can be fetched, under an address of this document.
  #keep(kind, file, type) {
    URL.revokeObjectURL(this.kept[kind]);
    this.kept[kind] = URL.createObjectURL(new Blob([file], { type }));
    return this.kept[kind];
  }

  #run(task) {
    return new Promise((resolve, reject) => {
      Object.assign(task, { id: (this.number += 1), resolve, reject });
      const { signal } = task;
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener("abort", () => this.#drop(task, () => reject(signal.reason)));
      this.tasks.push(task);
      return this.#next();
    });
  }

  // Give idle workers what waits: one job at a time, and questions before it.
  #next() {
    if (!this.engines.length && this.tasks.length) this.#start();
    for (const engine of this.engines.filter(({ idle }) => idle)) {
      const working = this.engines.some(({ task }) => task?.job);
      const task = this.tasks.find(({ ask }) => ask) ?? (working ? undefined : this.tasks[0]);
      if (!task) continue;
      this.tasks.splice(this.tasks.indexOf(task), 1);
      engine.run(task);
      if (task.job) this.#watch(task);
    }
    const waiting = this.tasks.filter(({ job }) => job);
    waiting.forEach(({ onEvent }, place) => {
      const ahead = place + Number(this.#isWorking);
      if (ahead) onEvent({ event: "queued", ahead });
    });
    this.#tell();
  }

  get #isWorking() {
    return this.engines.some(({ task }) => task?.job);
  }

  #watch(task) {
    const running = () => this.engines.some((engine) => engine.task === task);
    setTimeout(() => running() && this.engines.length < 2 && this.#start(), SPARE);
    setTimeout(() => running() && this.#drop(task, () => {
      task.onEvent({ event: "error", error: "the time limit was reached" });
      task.resolve();
    }), task.late);
  }

  // Python cannot be interrupted: the worker that is at this task goes, and another takes its place.
  #drop(task, then) {
    const engine = this.engines.find((one) => one.task === task);
    const waited = this.tasks.includes(task);
    if (!engine && !waited) return;
    this.tasks = this.tasks.filter((one) => one !== task);
    if (engine) this.#remove(engine);
    then();
    if (engine) this.warm();
    this.#next();
  }

  // --- workers ----------------------------------------------------------------------------

  #start() {
    this.engines.push(new Engine((engine) => this.#changed(engine)));
    this.#tell();
  }

  #changed(engine) {
    if (engine.fault) {
      this.#remove(engine);
      const lost = [engine.task, ...(this.engines.length ? [] : this.tasks.splice(0))];
      for (const task of lost) task?.reject(new Error(engine.fault));
    } else if (engine.worn) {
      this.#remove(engine);
      this.warm();
    }
    this.#next();
  }

  #remove(engine) {
    engine.end();
    this.engines = this.engines.filter((one) => one !== engine);
  }

  // Tell the listeners that Python is loading; empty words: it is not.
  #tell() {
    const words = this.engines.length && !this.engines.some(({ ready }) => ready) ? LOADING : "";
    for (const hear of this.listeners) hear(words);
  }
}
