// Steps through a plan in a notebook.  Browser and kernel both set `position`; the plan is fixed.

const BUTTONS = [
  ["start", "|\u25c2", "to the start"],
  ["back", "\u25c2", "one move back"],
  ["play", "\u25b6", "play"],
  ["next", "\u25b8", "one move on"],
  ["end", "\u25b8|", "to the end"],
];
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "start", End: "end", " ": "play" };

function render({ model, el }) {
  const frames = model.get("frames");
  const captions = model.get("captions");
  const last = frames.length - 1;
  let timer = null;

  const root = make("div", { class: `puzzleproof-widget puzzleproof-${model.get("theme")}` });
  root.tabIndex = 0;
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", model.get("heading"));
  const style = make("style", {}, model.get("style_sheet"));
  const picture = make("div", { class: "picture" });
  const words = make("p", { "aria-live": "polite" });
  const bar = make("div", { role: "toolbar", "aria-label": "positions" });
  const buttons = {};
  for (const [name, sign, label] of BUTTONS) {
    const button = make("button", { type: "button", "data-do": name, "aria-label": label }, sign);
    button.addEventListener("click", () => actions[name]());
    bar.append((buttons[name] = button));
  }
  const slider = make("input", { type: "range", min: 0, max: last, "aria-label": "moves made" });
  slider.addEventListener("input", () => stopAndGo(Number(slider.value)));
  bar.append(slider);
  root.append(style, make("p", {}, model.get("heading")), picture, bar, words);

  const at = () => model.get("position");
  const actions = {
    start: () => stopAndGo(0),
    back: () => stopAndGo(at() - 1),
    next: () => stopAndGo(at() + 1),
    end: () => stopAndGo(last),
    play: () => (timer === null ? play() : stop()),
  };

  function go(position) {
    const within = Math.min(last, Math.max(0, position));
    if (within !== at()) {
      model.set("position", within);
      model.save_changes();
    }
  }

  function stopAndGo(position) {
    stop();
    go(position);
  }

  function play() {
    if (at() === last) go(0);
    timer = setInterval(() => (at() < last ? go(at() + 1) : stop()), 1000 * model.get("seconds"));
    showPlaying();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    showPlaying();
  }

  function showPlaying() {
    buttons.play.textContent = timer === null ? "\u25b6" : "\u275a\u275a";
    buttons.play.setAttribute("aria-label", timer === null ? "play" : "pause");
  }

  function show() {
    const position = at();
    const svg = new DOMParser().parseFromString(frames[position], "image/svg+xml");
    picture.replaceChildren(document.importNode(svg.documentElement, true));
    slider.value = position;
    slider.setAttribute("aria-valuetext", captions[position]);
    words.textContent = `${position} / ${last}`;
    for (const name of ["start", "back"]) buttons[name].disabled = position === 0;
    for (const name of ["next", "end"]) buttons[name].disabled = position === last;
  }

  root.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    // The slider and the buttons handle these keys themselves.
    if (!name || event.target !== root || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    actions[name]();
  });
  model.on("change:position", show);
  show();
  el.append(root);
  return () => {
    stop();
    model.off("change:position", show);
  };
}

function make(name, attributes, text) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

export default { render };
