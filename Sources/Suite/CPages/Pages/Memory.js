// Draws the memory of a page: over time into the timeline, as flame graphs, and who holds the blocks of a type.
(() => {
  "use strict";
  const { element, bytes, size, hue, firstNot, stackFlames } = window.hamon;
  const data = JSON.parse(element("memory-data").textContent), trace = window.hamonTrace;
  const numbers = text => new Float64Array(bytes(text));

  // MARK: lanes of the timeline

  const height = 80, rest = "#8a8f9880";
  const colour = (lane, type) => type < lane.names.length - 1 ? `hsl(${hue(type)} 55% 55%)` : rest;
  for (const lane of data.lanes) {
    lane.times = numbers(lane.times);
    lane.layers = lane.layers.map(numbers);
    lane.most = Math.max(1, ...lane.times.map((_, step) => lane.layers.reduce((sum, layer) => sum + layer[step], 0)));
  }
  // The step of a time: the last that isn't after it.
  const stepAt = (lane, time) => firstNot(step => lane.times[step] <= time, 0, lane.times.length) - 1;
  function draw(lane, { context, x, view, width, text }, top) {
    const first = Math.max(stepAt(lane, view.from), 0);
    for (let step = first; step < lane.times.length && lane.times[step] <= view.to; step++) {
      const left = Math.max(x(lane.times[step]), 0);
      const right = Math.min(x(step + 1 < lane.times.length ? lane.times[step + 1] : lane.end), width);
      let y = top + height;
      lane.layers.forEach((layer, type) => {
        const tall = layer[step] / lane.most * height;
        context.fillStyle = colour(lane, type);
        context.fillRect(left, y -= tall, Math.max(right - left, 1), tall);
      });
    }
    for (const { time } of lane.marks) {
      context.fillStyle = text;
      if (time >= view.from && time <= view.to) context.fillRect(x(time), top, 1, height);
    }
  }
  function find(lane, at, slack) {
    const mark = lane.marks.find(({ time }) => Math.abs(time - at) <= 3 * slack);
    const step = stepAt(lane, at);
    if (step < 0 || at > lane.end) return null;
    const parts = lane.names.map((name, type) => [name, lane.layers[type][step]]).filter(([, value]) => value > 0)
      .sort((a, b) => b[1] - a[1]);
    const all = parts.reduce((sum, [, value]) => sum + value, 0);
    return [...mark ? [mark.name] : [], `${size(all)} live`, ...parts.map(([name, value]) => `${name}: ${size(value)}`)].join("\n");
  }
  if (trace) {
    trace.setLanes(data.lanes.map(lane => ({
      name: `${lane.name} (at most ${size(lane.most)})`, height,
      draw: (drawing, top) => draw(lane, drawing, top), find: (at, slack) => find(lane, at, slack),
    })), null, "memory", data.lanes.map(lane => [`Memory of ${lane.name}`, [
      ...lane.names.map((name, type) => [colour(lane, type), name]), ...lane.marks.length ? [[null, "a line: a snapshot"]] : [],
    ]]));
  }

  // MARK: flame graphs

  const weight = element("memory-weight"), search = element("memory-search");
  const parents = new Int32Array(bytes(data.parents)), nodes = new Int32Array(bytes(data.nodes));
  data.weights.forEach(({ name }, index) => weight.append(new Option(name, index)));
  const listeners = [], searchers = [];
  let matches = null;
  const sums = () => ({ own: numbers(data.weights[Number(weight.value || 0)].own), unknown: 0 });
  weight.addEventListener("change", () => { for (const listener of listeners) listener(sums()); });
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    matches = wanted ? data.functions.map(({ n }) => n.toLowerCase().includes(wanted)) : null;
    for (const searcher of searchers) searcher();
  });
  stackFlames({
    parents, nodes, functions: data.functions, matches: () => matches, whenSearched: searcher => searchers.push(searcher),
    whenSummed: listener => { listeners.push(listener); listener(sums()); },
  }, "memory", { hueFrom: 100, text: size, nothing: "Nothing of this is here." });

  // MARK: types

  const shown = element("memory-type"), table = element("memory-types");
  function list(title, rows, text) {
    const heading = document.createElement("h3"), items = document.createElement("ul");
    heading.textContent = title;
    for (const row of rows) {
      const item = document.createElement("li");
      item.textContent = text(row);
      items.append(item);
    }
    return rows.length ? [heading, items] : [];
  }
  function show(name) {
    const type = data.types.find(type => type.name === name);
    const heading = document.createElement("p");
    heading.textContent = !type ? `${name}: no snapshot has its holders.`
      : `${name}: ${size(type.bytes)}; without it ${size(type.dominated)} would be free.`;
    shown.replaceChildren(heading, ...!type ? [] : [
      ...list("Held by", type.holders, ({ name, count }) => `${name}, ${count} times`),
      ...list("Made in", type.places, ({ name, bytes }) => `${name}: ${size(bytes)}`),
    ]);
  }
  for (const cell of table.querySelectorAll("tbody td:first-child")) {
    const button = document.createElement("button"), name = cell.textContent;
    button.textContent = name;
    button.addEventListener("click", () => show(name));
    cell.replaceChildren(button);
  }
})();
