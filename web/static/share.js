// Links that hold a whole game in the fragment, which no server is ever sent.
// #p=NAME&metric=M or #i=TEXT&metric=M (deflated, base64url), perhaps with &m=MOVES.

const LIMIT = 60_000;

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

// What a fragment asks for: {view, instance, moves}.
export async function readFragment(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const metric = words.get("metric") ?? undefined;
  const moves = (words.get("m") ?? "").split(" ").filter(Boolean);
  if (words.has("p")) return { view: "play", instance: { name: words.get("p"), metric }, moves };
  if (words.has("i")) {
    const text = await unpack(words.get("i")).catch(() => {
      throw new Error("this link is damaged: the board cannot be read from it");
    });
    return { view: words.has("edit") ? "edit" : "play", instance: { text, metric }, moves };
  }
  if (words.has("edit")) return { view: "edit" };
  if (words.has("check")) return { view: "check" };
  return { view: "library" };
}
