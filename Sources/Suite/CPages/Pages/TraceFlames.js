// Draws the flame graph of a trace.
//
// A frame is as wide as the time that it and all below it took themselves, so that children which ran at the same time stand beside each
// other, and a parent that only waited for them is as wide as they.
(() => {
  "use strict";
  const { data } = window.hamonTrace, { element, flameGraph } = window.hamon, time = value => window.hamon.time(value, 4);
  const node = (frame, key) => ({ ...frame, key, weight: 0, below: [], children() { return this.below; } });
  const root = node({ name: "all" }, -1), nodes = data.frames.map(node);
  // A parent comes before its children, so weights are summed from the end.
  for (const node of [...nodes].reverse()) {
    const parent = nodes[node.parent] ?? root;
    node.weight += Math.max(node.own, 0);
    parent.weight += node.weight;
    parent.below.push(node);
  }
  flameGraph(element("flame"), element("flame-note"), {
    root: () => root, narrowest: .08,
    colour: (frame, hash) => `hsl(${20 + hash % 40} 80% ${60 + hash % 12}%)`,
    title: frame => frame === root ? "all" :
      `${frame.name}\n${frame.count} in ${time(frame.total)}, ${time(frame.own)} of it itself, ` +
      `${(frame.weight / root.weight * 100).toFixed(2)} % of all`,
  }).draw();
})();
