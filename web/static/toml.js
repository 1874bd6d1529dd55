// As much of TOML as the editor needs: where the top-level keys of a text are, and its strings.

const TOKEN = new RegExp([
  /#[^\n]*/, // a comment
  /^[ \t]*(?<key>[\w-]+)[ \t]*=[ \t]*/,
  /"""(?<text>(?:[^\\]|\\[^])*?)"""(?!")/,
  /'''(?<plain>[^]*?)'''(?!')/,
  /"(?<line>(?:[^"\\\n]|\\.)*)"/,
  /'(?<bare>[^'\n]*)'/,
].map(({ source }) => source).join("|"), "gm");

// Every string with the key before it: {key, from, to, body, quotes}; the body is what stands between
// the quotes. A key whose value is no string has none.
export function stringsOf(text) {
  const found = [];
  let key = "";
  for (const { index, 0: whole, groups } of text.matchAll(TOKEN)) {
    if (groups.key) key = groups.key;
    const quotes = { text: '"""', plain: "'''", line: '"', bare: "'" };
    const kind = Object.keys(quotes).find((one) => groups[one] !== undefined);
    if (kind) found.push({ key, from: index, to: index + whole.length, body: groups[kind], quotes: quotes[kind] });
  }
  return found;
}

// What a string means; null where it has escapes other than those of a quote and a backslash.
export function meaning({ body, quotes }) {
  if (quotes.startsWith("'")) return body;
  const rest = body.replace(/\\["\\]/g, "");
  return rest.includes("\\") ? null : body.replace(/\\(["\\])/g, "$1");
}

// A string of one line.
export const quoted = (words) => `"${words.replace(/["\\]/g, "\\$&")}"`;

// The rows as a string with the same quotes, or with other quotes if these occur in the rows.
export function drawn(rows, quotes) {
  const body = rows.join("\n");
  if (quotes === "'''" && !body.includes("'''")) return `'''\n${body}\n'''`;
  return `"""\n${body.replace(/\\/g, "\\\\").replace(/"""/g, '""\\"')}\n"""`;
}

// The text with the line of a key replaced, or removed if `line` is empty; a new key follows `family`.
export function withLine(text, key, line) {
  const strings = stringsOf(text);
  const inside = (at) => strings.some(({ from, to }) => from < at && at < to);
  const lineOf = (name) => [...text.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*=.*(?:\\n|$)`, "gm"))].find(({ index }) => !inside(index));
  const there = lineOf(key);
  const family = lineOf("family");
  const put = line && `${line}\n`;
  if (there) return text.slice(0, there.index) + put + text.slice(there.index + there[0].length);
  if (!family || !line) return text;
  const end = family.index + family[0].length;
  return `${text.slice(0, end)}${family[0].endsWith("\n") ? "" : "\n"}${put}${text.slice(end)}`;
}
