// What the scripts of a page share.
window.hamon = (() => {
  "use strict";
  const element = id => document.getElementById(id);
  // Numbers are in base64: an array of them is made of what this returns.
  const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer;
  const units = [[1, "ns"], [1e3, "us"], [1e6, "ms"], [1e9, "s"]];
  const time = (value, digits = 3) => {
    const size = Math.abs(value);
    const [unit, name] = units.filter(([unit]) => size >= unit).pop() || units[0];
    return `${Number((value / unit).toPrecision(Math.min(digits, 17)))} ${name}`;
  };
  const size = value => {
    const units = ["B", "kB", "MB", "GB", "TB"];
    let unit = 0;
    for (; Math.abs(value) >= 999.5 && unit + 1 < units.length; unit++) value /= 1000;
    return `${unit ? Number(value.toPrecision(3)) : Math.round(value)} ${units[unit]}`;
  };
  // Neighbours differ, however many there are.
  const hue = number => number * 137.508 % 360;
  // The first of ordered items from `low` to `high` that isn't before what is searched; `high` where all are.
  function firstNot(isBefore, low, high) {
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle)) low = middle + 1; else high = middle;
    }
    return low;
  }
  // The roots and the children of items whose parents are known, -1 for none. The children are one list behind the other.
  function forest(parents) {
    const starts = new Int32Array(parents.length + 1), children = new Int32Array(parents.length), roots = [];
    for (const parent of parents) if (parent >= 0) starts[parent + 1]++;
    for (let item = 0; item < parents.length; item++) starts[item + 1] += starts[item];
    const next = starts.slice();
    parents.forEach((parent, item) => { if (parent < 0) roots.push(item); else children[next[parent]++] = item; });
    return { roots, childrenOf: item => children.subarray(starts[item], starts[item + 1]) };
  }

  // MARK: drawing

  // Sizes a canvas in the pixels of the screen.
  function fit(context, width, height) {
    const { canvas } = context, scale = devicePixelRatio || 1;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
  }
  // Paints items that lie behind each other in a row. What begins and ends within a painted pixel couldn't be seen: it is passed over.
  function painter({ context, x, view, width }, colourOf) {
    const pixel = (view.to - view.from) / width;
    let painted = -Infinity;
    return (item, begin, end, top, tall) => {
      if (end <= painted) return;
      const left = Math.max(x(begin), 0);
      context.fillStyle = colourOf(item);
      context.fillRect(left, top, Math.max(Math.min(x(end), width) - left, 1), tall);
      painted = Math.max(end, view.from + (Math.floor(left) + 1) * pixel);
    };
  }
  function showTip(tip, text, x, y, width) {
    tip.hidden = !text;
    tip.textContent = text;
    tip.style.left = `${Math.min(x + 14, Math.max(width - 320, 0))}px`;
    tip.style.top = `${y + 18}px`;
  }
  function legendItem(colour, text) {
    const item = document.createElement("li");
    if (colour) {
      const swatch = document.createElement("i");
      swatch.style.background = colour;
      item.append(swatch);
    }
    item.append(text);
    return item;
  }
  // Colours with their meaning, behind a word for what they are about.
  function legendRow(title, items) {
    const row = document.createElement("ul");
    row.className = "legend";
    row.append(...[[null, title], ...items].map(([colour, text]) => legendItem(colour, text)));
    return row;
  }
  // How long each state lasted, as a bar and its legend.
  function showStates(bar, legend, sums, names, colours) {
    bar.replaceChildren();
    legend.replaceChildren();
    sums.forEach((length, state) => {
      if (length <= 0) return;
      const part = document.createElement("span");
      part.style.flexGrow = length;
      part.style.background = colours[state];
      bar.append(part);
      legend.append(legendItem(colours[state], `${names[state]} ${time(length)}`));
    });
  }
  return { element, bytes, time, size, hue, firstNot, forest, fit, painter, showTip, legendItem, legendRow, showStates };
})();
