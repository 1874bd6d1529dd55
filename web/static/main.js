// The page: which view is shown, by what stands after the # of the address.

import { Checking } from "./checking.js";
import { $ } from "./dom.js";
import { Editing } from "./editing.js";
import { Library } from "./library.js";
import { Playing } from "./playing.js";
import { readFragment } from "./share.js";
import { Sheet } from "./sheet.js";
import { makeBackend } from "./site.js";

const VIEWS = ["library", "play", "edit", "check", "sheet"];

const backend = makeBackend();
backend.listen?.((words) => {
  $("engine").textContent = words;
  $("engine").hidden = !words;
});
const library = new Library(backend);
const playing = new Playing(backend);
const editing = new Editing(backend);
const sheet = new Sheet(backend);
new Checking(backend, () => show("check"));

function show(view) {
  for (const name of VIEWS) $(`view-${name}`).hidden = name !== view;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function trouble(words) {
  $("trouble-words").textContent = words;
  $("trouble").hidden = !words;
}

let asked = 0;

async function route(first = false) {
  const mine = (asked += 1);
  trouble("");
  try {
    const { view, instance, moves, boards } = await readFragment(location.hash);
    if (view !== "library") backend.warm?.();
    if (view !== "play") playing.leave();
    if (view !== "edit") editing.leave();
    sheet.leave();
    if (view === "library") await Promise.resolve(show(view)).then(() => library.open());
    else if (view === "play" || view === "sheet") {
      await (view === "play" ? playing.open(instance, moves) : sheet.open(boards));
      if (mine === asked) show(view);
    } else {
      show(view);
      if (view === "edit") await editing.open(instance?.text);
    }
    if (mine !== asked) return;
    document.title = view === "play" ? `${$("title").textContent} – puzzleproof` : "puzzleproof";
    if (!first) {
      scrollTo(0, 0);
      $("main").focus({ preventScroll: true });
    }
  } catch (error) {
    if (mine !== asked) return;
    show("");
    trouble(error.message);
  }
}

$("edit-this").addEventListener("click", () => {
  if (editing.take(playing.text)) location.hash = "#edit";
});
addEventListener("hashchange", () => route());
route(true);
