import assert from "node:assert/strict";
import test from "node:test";
import { load, element } from "./Loading.mjs";

const { flameGraph } = load("Page", "FlameGraph").hamon;

// A program that is changed by the tests: 60 % of it is `work`, of which `hot` is most.
const frame = (name, weight, ...children) => ({ key: name, name, weight, children: () => children });
const program = (hot = 50) => frame("all", 100,
  frame("rest", 30), frame("work", 60, frame("cold", 10), frame("hot", hot)), frame("odd", .1));

function graph(options = {}) {
  const area = element(`area ${Math.random()}`), note = element("note");
  const graph = flameGraph(area, note, {
    root: () => program(), narrowest: .2, colour: ({ name }, hash) => `${name} ${hash}`, title: ({ weight }) => `${weight} in all`,
    ...options,
  });
  graph.draw();
  const find = name => area.children.find(({ textContent }) => textContent === name);
  return { ...graph, area, note, find, names: () => area.children.map(({ textContent }) => textContent) };
}

test("frames are below what called them, the widest first, and as wide as their weight", () => {
  const { area, names, find } = graph();
  assert.deepEqual(names(), ["all", "work", "hot", "cold", "rest"]);
  assert.deepEqual(area.children.map(({ style }) => [style.left, style.width, style.top]),
    [["0%", "100%", "0px"], ["0%", "60%", "19px"], ["0%", "50%", "38px"], ["50%", "10%", "38px"], ["60%", "30%", "19px"]]);
  assert.equal(area.style.height, "61px");
  assert.match(find("hot").style.background, /^hot \d+$/);
});

test("what is too narrow isn't drawn, nor what is below it", () => {
  assert.deepEqual(graph({ narrowest: .05 }).names().at(-1), "odd");
  assert.deepEqual(graph({ narrowest: 20 }).names(), ["all", "work", "hot", "rest"]);
});

test("a click zooms to a frame, and the zoom stays as far as what it leads to is there", () => {
  let hot = 50;
  const { draw, reset, names, find } = graph({ root: () => program(hot) });
  find("hot").happens("click");
  assert.deepEqual(names(), ["all", "work", "hot"]);
  assert.deepEqual(["all", "work", "hot"].map(name => find(name).className), ["frame faded", "frame faded", "frame"]);
  assert.equal(find("hot").style.width, "100%");
  hot = 0;
  draw();
  assert.deepEqual(names(), ["all", "work", "hot"]);
  find("work").happens("click");
  assert.deepEqual(names(), ["all", "work", "cold"]);
  reset();
  assert.deepEqual(names(), ["all", "work", "cold", "rest"]);
});

test("one frame can be reached by tabs, and arrows lead to the others", () => {
  const { area, find, note } = graph();
  const press = key => area.happens("keydown", { key });
  assert.deepEqual(area.children.map(({ tabIndex }) => tabIndex), [0, -1, -1, -1, -1]);
  find("all").focus();
  for (const [key, name] of [
    ["ArrowDown", "work"], ["ArrowRight", "rest"], ["ArrowLeft", "work"], ["ArrowDown", "hot"], ["ArrowRight", "cold"],
    ["ArrowRight", "cold"], ["ArrowLeft", "hot"], ["ArrowUp", "work"], ["ArrowUp", "all"], ["ArrowUp", "all"],
  ]) {
    press(key);
    assert.equal(load().document.activeElement, find(name), `${key} leads to ${name}`);
  }
  find("cold").focus();
  assert.equal(note.textContent, "10 in all");
  assert.deepEqual(area.children.filter(({ tabIndex }) => tabIndex === 0), [find("cold")]);
  find("cold").happens("click");
  press("Escape");
  assert.deepEqual(load().document.activeElement, find("all"));
});

test("frames that are searched stand out from all others", () => {
  const { area } = graph({ mark: ({ name }) => name === "hot" });
  assert.deepEqual(area.children.map(({ className }) => className),
    ["frame faded", "frame faded", "frame found", "frame faded", "frame faded"]);
});

test("a graph of nothing says so", () => {
  const { area, names } = graph({ root: () => frame("all", 0), nothing: "No sample is here." });
  assert.deepEqual([area.textContent, names()], ["No sample is here.", []]);
  assert.deepEqual(graph({ root: () => frame("all", 0, frame("never", 0)) }).names(), ["all"]);
});

test("the graph of a trace is as wide as what all calls took themselves", () => {
  load().hamonTrace = { data: { frames: [
    { parent: -1, name: "dispatch", count: 2, total: 9e6, own: 1e6 }, { parent: 0, name: "save", count: 4, total: 8e6, own: 3e6 },
    { parent: 0, name: "load", count: 1, total: 8e6, own: 6e6 },
  ] } };
  load("TraceFlames");
  const frames = element("flame").children;
  assert.deepEqual(frames.map(({ textContent, style }) => [textContent, style.width]),
    [["all", "100%"], ["dispatch", "100%"], ["load", "60%"], ["save", "30%"]]);
  assert.deepEqual([frames[0].title, frames[3].title], ["all", "save\n4 in 8 ms, 3 ms of it itself, 30.00 % of all"]);
});

test("the graph of samples has callers below each other, or what ran first and its callers below", () => {
  const searchers = [], page = load();
  let matched = null, told = null;
  page.hamonSamples = {
    // main < work < hot, main < later
    data: { functions: ["main", "work", "hot", "later"].map(n => ({ n, o: "shop", s: null, y: false })) },
    parents: Int32Array.of(-1, 0, 1, 0), functions: Int32Array.of(0, 1, 2, 3),
    matches: () => matched, whenSearched: searcher => searchers.push(searcher),
    whenSummed: listener => { if (!told) told = listener; },
  };
  load("StackFlames", "SampleFlames");
  told({ running: Float64Array.of(0, 1e6, 6e6, 2e6), runningUnknown: 1e6 });
  const widths = () => element("flame-running").children.map(({ textContent, style }) => `${textContent} ${parseFloat(style.width)}`);
  assert.deepEqual(widths(), ["all 100", "main 90", "work 70", "hot 60", "later 20", "stack unknown 10"]);
  assert.equal(element("flame-running").children[2].title, "work\nshop\n7 ms, 70.00 % of all, 1 ms of it itself");
  matched = [false, true, false, false];
  searchers[0]();
  assert.equal(element("flame-running-found").textContent, "found in 70.00 % (7 ms)");
  matched = null;
  Object.assign(element("flame-running-order"), { value: "inverted" }).happens("change");
  assert.deepEqual(widths(), ["all 100", "hot 60", "work 60", "main 60", "later 20", "main 20", "stack unknown 10", "work 10", "main 10"]);
});
