// Verdicts in words. No count without its metric, no claim without its grade.

export const FAMILIES = {
  sliding: "Sliding blocks", tiles: "Sliding tiles", "alike-tiles": "Alike tiles", pegs: "Peg solitaire",
  frogs: "Frogs and toads", cubes: "Instant Insanity",
};

export const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

export const moves = (number, metric) => `${count(number, "move")} (metric ${metric})`;

// A verdict is proven if its status is an answer, and its grade is better than 'claimed'.
export const isProven = ({ status, grade }) => ANSWERS.includes(status) && PROVEN.includes(grade);

const PROVEN = ["certified", "cross-checked"];
const ANSWERS = ["optimal", "unsolvable"];

// What stands behind an answer.
export const gradeOf = ({ grade }) => (PROVEN.includes(grade) ? grade : `${grade}: found by one search, not proven`);

// How sure it is that the plan which a search has found is shortest.
export function sureness({ status, grade, lower, upper }) {
  if (status === "optimal") return `the fewest, ${grade}`;
  return lower === upper ? "the fewest, as one search claims" : "perhaps not the fewest";
}

// What a job says while it works; empty for an event that is no news of the work.
export function progress(event, metric) {
  switch (event.event) {
    case "queued": return `Waiting: ${count(event.ahead, "job")} before this one.`;
    case "started": return `Working, for at most ${count(event.seconds, "second")} …`;
    case "working": return `Working: ${event.phase}${event.done ? `, ${count(event.done, event.unit.replace(/s$/, "") || "step")}` : ""} …`;
    case "layer": return `No goal within ${moves(event.depth, metric)}: ${count(event.states, "state")} searched`;
    case "horizon": return `'At most ${moves(event.at_most, metric)}': ${event.answer}`;
    default: return "";
  }
}

export function headline({ status, grade, optimum, lower, upper, proven, metric }) {
  if (status === "optimal") return `Minimum ${moves(optimum, metric)}, ${gradeOf({ grade })}`;
  if (status === "unsolvable") return `Unsolvable (metric ${metric}), ${gradeOf({ grade })}`;
  return `Not proven: ${between({ lower, upper, proven, grade, metric })}`;
}

export function between({ lower, upper, grade, proven, metric }) {
  const more = grade === "claimed" && proven > 0 && proven < lower ? `, ${proven} proven` : "";
  const low = lower ? `at least ${lower} (${grade}${more})` : "no lower bound yet";
  if (upper === null || upper === undefined) return `${low}, no plan yet (metric ${metric})`;
  return `${low}, at most ${upper} moves (metric ${metric})`;
}

export function evidence({ kind, bound, checked, checker, states, note, seconds }, metric) {
  const claim = bound === null ? "there is no plan" : `every plan has at least ${count(bound, "move")}`;
  const by = checker === "none" ? "" : `by ${checker}`;
  const details = [
    states === undefined ? "" : count(states, "state"),
    checked ? `accepted ${by}` : by,
    note ?? "",
    checked ? "" : "not checked",
  ].filter(Boolean).join(", ");
  return `${kind}: ${claim} (metric ${metric}); ${details}; ${seconds.toFixed(2)} s`;
}

// A published result is not checked here, and says so.
export function published(known, metric) {
  const row = known.find((one) => one.metric === metric);
  if (!row) return "";
  return row.optimum === null ? "published: unsolvable" : `published minimum ${row.optimum}`;
}
