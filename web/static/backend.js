// Who answers the page. Another backend (a worker that runs the program in the browser) has to offer
// the same methods: library, ask, prove, hint, verify. Jobs report events and can be aborted.

export class ServerBackend {
  async library() {
    return (await this.#json(await fetch("api/library"))).instances;
  }

  // A question of puzzleproof.web.questions; throws an Error with the server's words.
  async ask(question) {
    return this.#json(await fetch("api/ask", this.#post(question)));
  }

  prove(instance, onEvent, signal) {
    return this.#job("api/prove", this.#post({ instance }), onEvent, signal);
  }

  hint(instance, moves, onEvent, signal) {
    return this.#job("api/hint", this.#post({ instance, moves }), onEvent, signal);
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
    const response = await fetch(path, { ...options, signal });
    if (!response.ok) await this.#json(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let last = null;
    for (;;) {
      const { value, done } = await reader.read();
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
