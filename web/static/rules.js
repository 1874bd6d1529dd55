// The rules in two sentences, and the goal in one or two.

import { Drawings } from "./drawings.js";
import { outline, squaresOf } from "./scene.js";

// Family -> the rules, by what the text of the instance says, and what one move is in each metric.
const RULES = {
  sliding: [(has) => `Pieces slide over empty cells; none is turned or lifted${has("axes|axis_locked") ? ", and those bound to an axis keep to it" : ""}.`, {
    piece: "One move takes one piece anywhere it can get, round corners too.",
    line: "One move slides one piece straight on, any number of cells.",
    unit: "One move takes one piece one cell on.",
  }],
  tiles: [() => "A tile beside the empty cell slides into it.", {
    single: "One move is one tile.",
    multi: "One move is a tile with all that stand between it and the empty cell.",
  }],
  pegs: [(has) => `A peg jumps over its neighbour into the empty hole behind it, ${has("diagonal") ? "along diagonals too" : "in a straight line"}; the neighbour is taken off.`, {
    move: "One move is one or more jumps in a row by one peg.",
    jump: "One move is one jump.",
  }],
  frogs: [(has) => `${has("backward") ? "Frogs and toads go along rows and columns" : "Frogs go right or down, toads left or up"}: one step, or a jump over one animal${has("jump_own") ? "" : " of the other kind"} onto the empty cell behind it.`, {
    move: "One move is one step or one jump.",
  }],
  cubes: [() => "The cubes are stacked in their order, each turned as you like.", { cube: "One move puts one cube on the stack." }],
};

RULES["alike-tiles"] = RULES.tiles;

export function rulesOf({ family, metric, text }) {
  const [rules, metrics] = RULES[family] ?? [() => "", {}];
  const has = (keys) => new RegExp(`^(${keys}) *=`, "m").test(text);
  return `${rules(has)} ${metrics[metric] ?? ""}`;
}

const list = (names) => names.join(", ").replace(/, (?=[^,]*$)/, " and ");

export function goalOf({ family, goals, text, view: { scene } }) {
  if (scene.form === "stack") return "Goal: each side of the stack shows no colour twice.";
  if (!goals.length) return family === "pegs" ? "Goal: one peg is left, anywhere." : "";
  const [{ title, form, pieces }] = goals;
  if (title.startsWith("tour")) return `Goal: pass ${goals.length === 1 ? "the position" : `the ${goals.length} positions`} shown, in ${/^tour_order = "any"/m.test(text) ? "any" : "this"} order.`;
  if (goals.length > 1) return `Goal: reach one of the ${goals.length} positions shown.`;
  if (form === "pegs") return pieces.length === 1 ? `Goal: one peg is left, in hole ${pieces[0][0]}.` : `Goal: ${pieces.length} pegs are left, in the holes shown.`;
  const names = pieces.map(([name]) => name);
  const alike = family === "sliding" ? likeOthers(names, scene, new Drawings(text).labelled) : [];
  const where = names.length < scene.pieces.length ? `${list(names)} ${names.length === 1 ? "stands" : "stand"} where shown; the others stand anywhere.`
    : "every piece stands where shown.";
  return `Goal: ${where}${alike.length ? ` For ${list(alike.sort())} any piece of that shape will do.` : ""}`;
}

// The names of unlabelled pieces that have the shape and the axis of some other piece.
function likeOthers(names, scene, labelled) {
  const forms = squaresOf(scene).map((squares, k) => outline(squares, 1, 0, squares[0]) + (scene.pieces[k][4] ?? ""));
  const kinds = new Map(scene.pieces.map(([name], k) => [name, forms[k]]));
  const shared = (name) => forms.filter((form) => form === kinds.get(name)).length > 1;
  return labelled === "*" ? [] : names.filter((name) => !labelled.includes(name) && shared(name));
}
