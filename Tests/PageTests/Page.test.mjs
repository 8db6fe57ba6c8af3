import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./Loading.mjs";

const { bytes, time, firstNot, forest, painter, legendRow, showStates } = load("Page").hamon;

test("times have the largest unit that keeps them at least one", () => {
  assert.deepEqual([0, 7, 999, 1e3, 2_345_678, 1.5e9, 86_400e9].map(value => time(value)),
    ["0 ns", "7 ns", "999 ns", "1 us", "2.35 ms", "1.5 s", "86400 s"]);
  assert.equal(time(-2_345_678, 6), "-2.34568 ms");
});

test("numbers are read from base64", () => {
  assert.deepEqual([...new Uint16Array(bytes("AQD//w=="))], [1, 0xffff]);
});

test("a search finds the first item that isn't before, in any part of a list", () => {
  const items = [1, 3, 3, 5, 9];
  for (let low = 0; low <= items.length; low++) {
    for (let value = 0; value < 11; value++) {
      const found = items.findIndex((item, index) => index >= low && item >= value);
      assert.equal(firstNot(index => items[index] < value, low, items.length), found < 0 ? items.length : found);
    }
  }
});

test("a forest has the children of each item in their order", () => {
  const { roots, childrenOf } = forest(Int32Array.of(-1, 0, 0, -1, 1, 0));
  assert.deepEqual([...roots], [0, 3]);
  assert.deepEqual([0, 1, 2, 3, 4].map(item => [...childrenOf(item)]), [[1, 2, 5], [4], [], [], []]);
});

test("of items within a pixel one is painted, and none beyond the width", () => {
  const painted = [], context = { fillRect: (...box) => painted.push([context.fillStyle, ...box]) };
  const paint = painter({ context, view: { from: 0, to: 1000 }, width: 100, x: value => value / 10 }, item => `colour ${item}`);
  for (const [item, begin, end] of [[0, -50, 3], [1, 4, 9], [2, 9, 25], [3, 24, 25], [4, 990, 2000]]) paint(item, begin, end, 5, 8);
  assert.deepEqual(painted, [["colour 0", 0, 5, 1, 8], ["colour 2", .9, 5, 1.6, 8], ["colour 4", 99, 5, 1, 8]]);
});

test("a row of a legend has a title, and colours or nothing before what they mean", () => {
  const { children } = legendRow("Threads", [["red", "running"], [null, "a gap"]]);
  assert.deepEqual(children.map(({ children }) => children.map(part => part.style ? part.style.background : part)),
    [["Threads"], ["red", "running"], ["a gap"]]);
});

test("states that took no time have no part in a bar", () => {
  const { document } = load(), [bar, legend] = [document.createElement(), document.createElement()];
  for (let round = 0; round < 2; round++) showStates(bar, legend, [3, 0, 2e6], ["ran", "slept", "waited"], ["red", "green", "blue"]);
  assert.deepEqual(bar.children.map(({ style }) => [style.flexGrow, style.background]), [[3, "red"], [2e6, "blue"]]);
  assert.deepEqual(legend.children.map(({ children }) => children[1]), ["ran 3 ns", "waited 2 ms"]);
});
