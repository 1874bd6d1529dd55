// Links that hold a whole game in the fragment, which no server is ever sent.
// #p=NAME&metric=M or #i=TEXT&metric=M (deflated, base64url), perhaps with &m=MOVES; a sheet to print
// is #sheet=1 with several of these. puzzleproof/web/links.py writes them, too.

const LIMIT = 60_000;
export const BOARDS = 24; // of a sheet

async function through(stream, bytes) {
  const found = new Response(new Blob([bytes]).stream().pipeThrough(stream)).body.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await found.read();
    if (done) break;
    size += value.length;
    if (size > LIMIT) throw new Error("the link holds more than a board");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(word) {
  const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

export async function fragmentOf({ instance, moves = [] }) {
  const words = new URLSearchParams();
  if (instance.name) words.set("p", instance.name);
  else words.set("i", await pack(instance.text));
  if (instance.metric) words.set("metric", instance.metric);
  if (moves.length) words.set("m", moves.join(" "));
  return `#${words}`;
}

export const fragmentOfSheet = (names) => `#${new URLSearchParams([["sheet", "1"], ...names.map((name) => ["p", name])])}`;

// What a fragment asks for: {view, instance, moves}, or {view, boards} of a sheet.
export async function readFragment(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const boards = await boardsOf(words);
  if (words.has("sheet")) return { view: "sheet", boards };
  const moves = (words.get("m") ?? "").split(" ").filter(Boolean);
  const [instance] = boards;
  if (instance) return { view: instance.text && words.has("edit") ? "edit" : "play", instance, moves };
  if (words.has("edit")) return { view: "edit" };
  if (words.has("check")) return { view: "check" };
  return { view: "library" };
}

// The boards in their order; a metric is that of the board before it.
async function boardsOf(words) {
  const boards = [];
  for (const [key, value] of words) {
    if (key === "p") boards.push({ name: value });
    else if (key === "i") {
      boards.push({ text: await unpack(value).catch(() => {
        throw new Error("this link is damaged: the board cannot be read from it");
      }) });
    } else if (key === "metric" && boards.length) boards.at(-1).metric = value;
  }
  return boards;
}
