// Small helpers for elements. Text always goes in as text, never as markup.

export const $ = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// Whether the clipboard has taken the text.
export const copied = (text) => navigator.clipboard?.writeText(text).then(() => true, () => false);

// Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z press the buttons of the view that is shown.
export function undoKeys(view, undo, redo) {
  document.addEventListener("keydown", (event) => {
    if ($(view).hidden || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const again = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && !again) return;
    event.preventDefault();
    $(again ? redo : undo).click();
  });
}

export function debounce(milliseconds, work) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
}

export function saveAs(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
