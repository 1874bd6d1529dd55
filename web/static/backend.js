// Who answers the page. Another backend (in_browser.js: workers that run the program in the browser)
// has to offer the same methods: library, ask, prove, hint, verify. Jobs report events and can be
// aborted. Where it has no explore, hardest or graph, the page does not offer them. site.js names the
// one that is used.

const HERE = new URL("../", import.meta.url); // of the page, whoever imports this file

// The browser's own message about a server that has ended would not help.
const gone = (error) => {
  throw error.name === "AbortError" ? error : new Error("The server does not answer. Start 'puzzleproof serve' again, then try again");
};
const asked = (path, options) => fetch(new URL(path, HERE), options).catch(gone);

export class ServerBackend {
  place = "by the server"; // where proofs and checks are done

  async library() {
    return (await this.#json(await asked("api/library"))).instances;
  }

  // A question of puzzleproof.web.questions; throws an Error with the server's words.
  async ask(question) {
    return this.#json(await asked("api/ask", this.#post(question)));
  }

  prove(instance, onEvent, signal) {
    return this.#job("api/prove", this.#post({ instance }), onEvent, signal);
  }

  hint(instance, moves, onEvent, signal) {
    return this.#job("api/hint", this.#post({ instance, moves }), onEvent, signal);
  }

  // What the state graph says: an event a finding.
  explore(instance, onEvent, signal) {
    return this.#job("api/explore", this.#post({ instance }), onEvent, signal);
  }

  // The same; the last event has the address of a `certificate`, and `grades` of the statistics.
  certify(instance, onEvent, signal) {
    return this.#job("api/certify", this.#post({ instance }), onEvent, signal);
  }

  // The last event has the `text` of the instance with the hardest start.
  hardest(instance, onEvent, signal) {
    return this.#job("api/hardest", this.#post({ instance }), onEvent, signal);
  }

  // The last event has the address of a `picture`.
  graph(instance, kind, onEvent, signal) {
    return this.#job("api/graph", this.#post({ instance, kind }), (event) => onEvent(
      event.picture ? { ...event, picture: event.picture.replace(/^\//, "") } : event), signal);
  }

  verify(bytes, onEvent, signal) {
    const headers = { "content-type": "application/octet-stream" };
    return this.#job("api/verify", { method: "POST", headers, body: bytes }, onEvent, signal);
  }

  #post(question) {
    const headers = { "content-type": "application/json" };
    return { method: "POST", headers, body: JSON.stringify(question) };
  }

  async #json(response) {
    const value = await response.json().catch(() => ({ error: `the server says ${response.status}` }));
    if (value.error) throw new Error(value.error);
    return value;
  }

  // Server-sent events as they arrive; returns the last one.
  async #job(path, options, onEvent, signal) {
    const response = await asked(path, { ...options, signal });
    if (!response.ok) await this.#json(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let last = null;
    for (;;) {
      const { value, done } = await reader.read().catch(gone);
      if (done) return last;
      const lines = (rest + value).split(/\r\n|\n|\r/);
      rest = lines.pop();
      for (const line of lines) {
        if (!line.startsWith("data:")) continue;
        last = JSON.parse(line.slice(5));
        onEvent(last);
      }
    }
  }
}
