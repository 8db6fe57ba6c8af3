import assert from "node:assert/strict";
import test from "node:test";
import { load, element } from "./Loading.mjs";

const page = load("Page", "FlameGraph", "StackFlames");
const floats = (...numbers) => Buffer.from(Float64Array.from(numbers).buffer).toString("base64");
const integers = (...numbers) => Buffer.from(Int32Array.from(numbers).buffer).toString("base64");
// main < insert < grow; a process whose entries grow.
const data = {
  functions: ["main", "insert", "grow"].map(n => ({ n, o: "shop", s: null, y: false })),
  parents: integers(-1, 0, 1), nodes: integers(0, 1, 2),
  weights: [{ name: "what was allocated", own: floats(0, 1000, 3000) }, { name: "what was leaked", own: floats(0, 0, 0) }],
  lanes: [{
    name: "shop (5)", names: ["Entry", "all others"], times: floats(0, 100), end: 200,
    layers: [floats(10, 30), floats(10, 10)], marks: [{ name: "snapshot 1 (signal)", time: 150 }],
  }],
  types: [{
    name: "Entry", bytes: 4000, dominated: 5_000_000,
    holders: [{ name: "global cache", count: 40 }], places: [{ name: "Cache.insert(_:) (Shop.swift:20)", bytes: 4000 }],
  }],
};
let lanes = null, legend = null;
page.hamonTrace = { setLanes: (those, describe, group, legends) => { [lanes, legend] = [those, legends]; } };
element("memory-data").textContent = JSON.stringify(data);
const cells = ["Entry", "Node"].map(textContent => Object.assign(load().document.createElement(), { textContent }));
element("memory-types").querySelectorAll = () => cells;
load("Memory");
const button = cell => cell.children[0];
const words = shown => shown.children.flatMap(child => [child.textContent, ...child.children.map(item => item.textContent)])
  .filter(text => text);

test("sizes have the largest unit that keeps them at least one", () => {
  assert.deepEqual([0, 48, 999, 1000, 1_234_567, 999_999, 5e9, 7e15].map(load().hamon.size),
    ["0 B", "48 B", "999 B", "1 kB", "1.23 MB", "1 MB", "5 GB", "7000 TB"]);
});

test("a lane has the types on top of each other, as high as the largest sum", () => {
  const boxes = [], context = { fillRect: (...box) => boxes.push(box) };
  assert.equal(lanes[0].name, "shop (5) (at most 40 B)");
  lanes[0].draw({ context, x: time => time, view: { from: 0, to: 200 }, width: 200, text: "black" }, 5);
  assert.deepEqual(boxes, [[0, 65, 100, 20], [0, 45, 100, 20], [100, 25, 100, 60], [100, 5, 100, 20], [150, 5, 1, 80]]);
  assert.equal(lanes[0].find(120, 1), "40 B live\nEntry: 30 B\nall others: 10 B");
  assert.match(lanes[0].find(151, 1), /^snapshot 1 \(signal\)\n40 B live/);
  assert.equal(lanes[0].find(250, 1), null);
  assert.deepEqual([...legend[0][1]].map(([, text]) => text), ["Entry", "all others", "a line: a snapshot"]);
});

test("the flame graph is of what is chosen, and of nothing it says so", () => {
  const widths = () => element("flame-memory").children.map(({ textContent, style }) => `${textContent} ${parseFloat(style.width)}`);
  assert.deepEqual(widths(), ["all 100", "main 100", "insert 100", "grow 75"]);
  assert.equal(element("flame-memory").children[2].title, "insert\nshop\n4 kB, 100.00 % of all, 1 kB of it itself");
  Object.assign(element("memory-search"), { value: "gro" }).happens("input");
  assert.equal(element("flame-memory-found").textContent, "found in 75.00 % (3 kB)");
  Object.assign(element("memory-weight"), { value: "1" }).happens("change");
  assert.equal(element("flame-memory").textContent, "Nothing of this is here.");
});

test("a type that is chosen tells who holds it and who made it", () => {
  button(cells[0]).happens("click");
  assert.deepEqual(words(element("memory-type")), [
    "Entry: 4 kB; without it 5 MB would be free.", "Held by", "global cache, 40 times", "Made in", "Cache.insert(_:) (Shop.swift:20): 4 kB",
  ]);
  button(cells[1]).happens("click");
  assert.deepEqual(words(element("memory-type")), ["Node: no snapshot has its holders."]);
});
