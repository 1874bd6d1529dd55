// Scenes as SVG: blocks that fill their squares, pegs in holes, cubes as nets and stacks.

import { draw } from "./dom.js";

const UNIT = 100; // one cell of the board
const PAINTS = [...Array(10).keys()];
const FACES = "frbldu";
const NAMED = { R: 1, G: 5, V: 5, B: 0, Y: 2, J: 2, W: 8, P: 9, O: 3 }; // red, green, vert, blue …
const SIDES = ["front", "right", "back", "left"];

// Colour of a piece -> class. They are the paints of pictures: see render/palette.py.
export function paletteOf(scene) {
  const stacked = scene.form === "stack";
  const grid = stacked ? scene.cubes.flatMap(([f, r, b, l, d, u]) => [["", u], [l, f, r, b], ["", d]])
    : (scene.rows ?? []).map((row) => row.map((k) => scene.pieces[k - 1]?.[2]));
  const beside = new Map();
  grid.forEach((row, r) => row.forEach((colour, c) => {
    const near = [grid[r - 1]?.[c], grid[r + 1]?.[c], row[c - 1], row[c + 1]];
    if (colour) beside.set(colour, [...(beside.get(colour) ?? []), ...near]);
  }));
  const found = new Map();
  for (const [colour, near] of beside) {
    const taken = new Set(near.filter((other) => other !== colour).map((other) => found.get(other)));
    const used = (paint) => [...found.values()].filter((other) => other === paint).length;
    const sum = [...colour].reduce((all, sign) => all + sign.codePointAt(0), -65);
    const wish = (stacked ? NAMED[colour] : undefined) ?? sum;
    const cost = (paint) => taken.has(paint) * 1e6 + used(paint) * 100 + ((paint - wish) % 10 + 10) % 10;
    found.set(colour, PAINTS.reduce((best, paint) => (cost(paint) < cost(best) ? paint : best)));
  }
  return new Map([...found].map(([colour, paint]) => [colour, `c${paint}`]));
}

// Where squares lie. On a triangle of pegs every second square has a hole: it is narrowed.
export function layoutOf(scene) {
  const q = UNIT / scene.scale;
  const height = scene.rows.length;
  const width = scene.rows[0].length;
  const beside = scene.rows.some((row) => row.some((k, c) => k >= 0 && row[c + 1] >= 0));
  const wide = scene.form === "pegs" && !beside && width > 1 ? q / Math.sqrt(3) : q;
  return { q, wide, height, width, at: ([r, c]) => [c * wide, r * q] };
}

// Piece number -> its squares, in reading order.
export function squaresOf(scene) {
  const found = scene.pieces.map(() => []);
  scene.rows.forEach((row, r) => row.forEach((k, c) => k > 0 && found[k - 1].push([r, c])));
  return found;
}

// The sides of a square, each as [the corner where it begins, its direction with the square to the
// right of it, the neighbour to the left of it].
const BORDERS = [[[0, 0], [0, 1], [-1, 0]], [[0, 1], [1, 0], [0, 1]], [[1, 1], [0, -1], [1, 0]], [[1, 0], [-1, 0], [0, -1]]];

// The border of squares as one path, `inset` from it; squares that meet at a corner only stay apart.
export function outline(squares, q, inset, [row, column] = [0, 0]) {
  const has = new Set(squares.map(String));
  const sides = new Set();
  for (const [r, c] of squares) {
    for (const [[y, x], way, [up, left]] of BORDERS) {
      if (!has.has(`${r + up},${c + left}`)) sides.add(String([r + y, c + x, ...way]));
    }
  }
  const parts = [];
  for (const first of sides) {
    const corners = [];
    let side = first;
    do {
      sides.delete(side);
      const [r, c, down, right] = side.split(",").map(Number);
      const turns = [[right, -down], [down, right], [-right, down]]; // to the right, straight on, to the left
      const after = turns.map((way) => [r + down, c + right, ...way]);
      const [y, x, on, beside] = after.find((one) => sides.has(String(one)) || String(one) === first);
      side = String([y, x, on, beside]);
      if (on === down && beside === right) continue;
      const [inY, inX] = [right + beside, -down - on]; // to the inside of both sides
      corners.push(`${(x - column) * q + inset * inX} ${(y - row) * q + inset * inY}`);
    } while (side !== first);
    parts.push(`M${corners.join("L")}z`);
  }
  return parts.join("");
}

// Shapes that share squares are one: the squares of each, in groups.
export function united(shapes) {
  let groups = [];
  for (const shape of shapes) {
    const whole = new Map(shape.map((square) => [String(square), square]));
    const touches = (group) => [...group.keys()].some((key) => whole.has(key));
    const touched = groups.filter(touches);
    groups = groups.filter((group) => !touched.includes(group));
    groups.push(new Map([...touched.flatMap((group) => [...group]), ...whole]));
  }
  return groups.map((group) => [...group.values()]);
}

export function svgFor(scene, label) {
  const { q, wide, width, height } = layoutOf(scene);
  const left = (wide - q) / 2;
  const box = [left - 20, -20, (width - 1) * wide + q + 40, height * q + 40];
  return draw("svg", { viewBox: box.join(" "), role: "img", "aria-label": label });
}

export function floor(scene) {
  const { q, at, wide } = layoutOf(scene);
  const squares = scene.rows.flatMap((row, r) => row.flatMap((k, c) => (k < 0 ? [] : [[r, c]])));
  if (scene.form === "pegs") {
    return draw("g", {}, ...squares.map((square) => {
      const [x, y] = at(square);
      return draw("circle", { class: "hole", cx: x + wide / 2, cy: y + q / 2, r: q * 0.2 });
    }));
  }
  const path = outline(squares, q, 0);
  return draw("g", {}, draw("path", { class: "frame", d: path }), draw("path", { class: "floor", d: path }));
}

// The names that moves give to squares, [name, row, column] each; on a block they stand in a corner.
export function namesOn(scene, labels = []) {
  const { q, at, wide } = layoutOf(scene);
  const middle = scene.form === "pegs";
  return labels.map(([name, r, c]) => {
    const [x, y] = at([r, c]);
    const place = middle ? { x: x + wide / 2, y: y + q / 2 } : { x: x + q * 0.25, y: y + q * 0.19 };
    return draw("text", { ...place, class: `name${scene.rows[r][c] ? " on" : ""}${middle ? "" : " corner"}` }, name);
  });
}

// A piece at its own first square: [group, first square].
export function piece(scene, index, squares, palette) {
  const { q, wide } = layoutOf(scene);
  const [, text, colour, , axis] = scene.pieces[index];
  const group = draw("g", { class: `piece ${palette.get(colour) ?? "c9"}` });
  if (scene.form === "pegs") {
    const middle = { cx: wide / 2, cy: q / 2 };
    group.append(
      draw("circle", { class: "edge", ...middle, r: q * 0.31 }),
      draw("circle", { class: "face", ...middle, r: q * 0.3 }),
    );
  } else {
    const path = outline(squares, q, Math.min(10, q / 6), squares[0]);
    group.append(draw("path", { class: "edge", d: path }), draw("path", { class: "face", d: path }));
  }
  if (text) group.append(...letter(text, axis, squares, q, wide));
  return group;
}

// The letter stands in the middle, if the piece has a square there, else on the nearest square. Arrow
// heads beside it, or above and below it, show the axis of a piece that is bound to one.
function letter(text, axis, squares, q, wide) {
  const [r0, c0] = squares[0];
  const middle = [0, 1].map((k) => {
    const values = squares.map((square) => square[k]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  const has = new Set(squares.map(String));
  const around = [Math.floor, Math.ceil].flatMap((f) => [Math.floor, Math.ceil].map((g) => [f(middle[0]), g(middle[1])]));
  const inside = around.every((square) => has.has(String(square)));
  const far = ([r, c]) => Math.hypot(r - middle[0], c - middle[1]);
  const nearest = squares.reduce((best, square) => (far(square) < far(best) ? square : best));
  const [r, c] = inside ? middle : nearest;
  const size = text.length > 2 ? 30 : text.length > 1 ? 38 : 44;
  const at = { x: (c - c0) * q + wide / 2, y: (r - r0) * q + q / 2 };
  const heads = axis && draw("path", {
    class: "axis", d: "M38 0L25 10V-10zM-38 0L-25 10V-10z",
    transform: `translate(${at.x} ${at.y})${axis === "NS" ? " rotate(90)" : ""}`,
  });
  return [draw("text", { ...at, class: size < 44 ? "dot" : "" }, text), heads].filter(Boolean);
}

export function picture(scene, palette, label, labels) {
  if (scene.form === "stack") return nets(scene, palette, label);
  const svg = svgFor(scene, label);
  svg.append(floor(scene));
  const { at } = layoutOf(scene);
  squaresOf(scene).forEach((squares, index) => {
    const group = piece(scene, index, squares, palette);
    const [x, y] = at(squares[0]);
    group.setAttribute("transform", `translate(${x} ${y})`);
    svg.append(group);
  });
  svg.append(...namesOn(scene, labels));
  return svg;
}

// --- cubes --------------------------------------------------------------------------------

export function colouredFace(x, y, colour, palette) {
  return draw("g", { class: `piece ${palette.get(colour)}`, transform: `translate(${x} ${y})` },
    draw("rect", { class: "edge", x: 8, y: 8, width: 84, height: 84 }),
    draw("rect", { class: "face", x: 8, y: 8, width: 84, height: 84 }),
    draw("text", { x: 50, y: 50 }, colour));
}

// Each cube unfolded: top, then left, front, right, back, then bottom.
export function nets(scene, palette, label) {
  const across = Math.min(scene.cubes.length, 2);
  const down = Math.ceil(scene.cubes.length / across);
  const svg = draw("svg", {
    viewBox: `0 0 ${across * 440 - 40} ${down * 340 - 40}`, role: "img", "aria-label": label,
  });
  scene.cubes.forEach((cube, k) => {
    const [x, y] = [(k % across) * 440, Math.floor(k / across) * 340];
    const places = [[100, 100], [200, 100], [300, 100], [0, 100], [100, 200], [100, 0]];
    svg.append(...places.map(([dx, dy], side) => colouredFace(x + dx, y + dy, cube[side], palette)));
  });
  return svg;
}

// The colours that a placement like 0:frbl shows in front, right, behind and left.
export function sidesOf(cubes, move) {
  const [cube, faces] = move.split(":");
  return [...faces].map((letter) => cubes[Number(cube)][FACES.indexOf(letter)]);
}

// The stack so far, its four sides beside each other; the first cube at the bottom.
export function stack(scene, moves, palette, label, pale = -1) {
  const height = scene.cubes.length;
  const svg = draw("svg", {
    viewBox: `-10 -10 420 ${height * 100 + 60}`, role: "img", "aria-label": label,
  });
  for (let k = 0; k < height; k += 1) {
    const y = (height - 1 - k) * 100;
    const sides = k < moves.length ? sidesOf(scene.cubes, moves[k]) : null;
    svg.append(draw("g", k === pale ? { class: "pale" } : {}, ...SIDES.map((_, j) => (sides
      ? colouredFace(j * 100, y, sides[j], palette)
      : draw("rect", { class: "floor", x: j * 100 + 10, y: y + 10, width: 80, height: 80 })))));
  }
  SIDES.forEach((side, j) => svg.append(
    draw("text", { class: "dot under", x: j * 100 + 50, y: height * 100 + 25 }, side)));
  return svg;
}

export function strip(cubes, move, palette) {
  const svg = draw("svg", { viewBox: "0 0 400 100", width: 88, height: 22, "aria-hidden": "true" });
  svg.append(...sidesOf(cubes, move).map((colour, j) => colouredFace(j * 100, 0, colour, palette)));
  return svg;
}
