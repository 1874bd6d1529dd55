// The worker: Python in the browser, with the program. It answers one message at a time:
// {program} starts it, {ask} is a question about the rules, {job} a proof, a hint or a check.

import { loadPyodide } from "../pyodide/pyodide.mjs";

const MEMORY = 1_000_000_000; // bytes that Python may hold; beyond, it is out of memory
const FILE = "/tmp/puzzleproof"; // what a job leaves, or has to check
const SUFFIXES = { graph: ".svg" };
const FIRST = "puzzleproof.cli.embedded";
const SOON = ["prove", "verify", "solve"].map((verb) => `puzzleproof.cli.verbs.${verb}`);

let python = null;
let embedded = null;

// Emscripten asks for more memory here, and treats a refusal as out of memory.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function growWithin(pages) {
  if (this.buffer.byteLength + pages * 65536 > MEMORY) throw new RangeError("out of memory");
  return grow.call(this, pages);
};

async function start(program) {
  const indexURL = new URL("../pyodide/", import.meta.url).href;
  const [runtime, response] = await Promise.all([loadPyodide({ indexURL }), fetch(program, { cache: "no-cache" })]);
  if (!response.ok) throw new Error(`${program}: the server says ${response.status}`);
  runtime.unpackArchive(await response.arrayBuffer(), "wheel");
  python = runtime;
  embedded = python.pyimport(FIRST);
  postMessage({ ready: true });
  for (const name of SOON) python.pyimport(name).destroy();
}

function job(id, question, bytes) {
  const path = FILE + (SUFFIXES[JSON.parse(question).job] ?? ".cert");
  if (bytes) python.FS.writeFile(path, bytes);
  embedded.job(question, path, (line) => {
    const event = JSON.parse(line);
    const last = event.event === "verdict" || event.event === "survey";
    if (!event.picture && !(last && event.certificate)) return postMessage({ id, event });
    const file = python.FS.readFile(path);
    return postMessage({ id, event, file }, [file.buffer]);
  });
}

addEventListener("message", async ({ data }) => {
  const { id } = data;
  try {
    if (data.program) return await start(data.program);
    const answer = data.ask ? embedded.ask(data.ask) : job(id, data.job, data.bytes);
    postMessage({ id, done: true, answer, held: python._module.HEAPU8.length });
  } catch (error) {
    const [fault] = String(error.message ?? error).trim().split("\n").slice(-1);
    postMessage({ id, done: true, fault, fatal: true });
  }
  return undefined;
});
