// Draws a flame graph: frames below what called them, the widest first, as far as they are wide enough to be seen.
//
// `root` returns the frame of all. A frame has a `key` that none of its siblings has, a `name`, a `weight` and `children()`.
// The graph has a `colour` and a `title` for each, the `narrowest` width in percent, the text for `nothing`, and `mark`: whether a frame
// is found, null while nothing is searched.
window.hamon.flameGraph = (area, note, graph) => {
  "use strict";
  const { root, colour, title, narrowest, mark = () => null, nothing } = graph;
  const rowHeight = 19, mostFrames = 4000;
  const hash = text => [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 100003, 7);
  // The keys from the top to what is zoomed to. They stay while the frames change.
  let path = [];
  let shown = [];

  function place(frame, left, width, row, above, way) {
    if (width < narrowest || shown.length >= mostFrames) return false;
    const element = document.createElement("button"), isFound = mark(frame);
    element.className = "frame" + (isFound ? " found" : above || isFound !== null ? " faded" : "");
    element.style.left = `${left}%`;
    element.style.width = `${width}%`;
    element.style.top = `${row * rowHeight}px`;
    element.style.background = colour(frame, hash(frame.name));
    element.textContent = frame.name;
    element.title = title(frame);
    element.tabIndex = shown.length ? -1 : 0;
    element.addEventListener("click", () => zoom(way));
    element.addEventListener("mouseenter", () => { note.textContent = element.title; });
    element.addEventListener("focus", () => {
      for (const { element } of shown) element.tabIndex = -1;
      element.tabIndex = 0;
      note.textContent = element.title;
    });
    shown.push({ element, row, left, width, way });
    area.append(element);
    return true;
  }
  function draw() {
    area.replaceChildren();
    shown = [];
    let top = root(), row = 0, depth = 0, way = [];
    if (top.weight <= 0 && nothing) {
      area.style.height = "";
      area.textContent = nothing;
      return;
    }
    for (const key of path) {
      const child = top.children().find(child => child.key === key);
      if (!child) break;
      place(top, 0, 100, row++, true, way);
      way = [...way, key];
      top = child;
    }
    path = way;
    const visit = (frame, left, width, row, way) => {
      if (!place(frame, left, width, row, false, way)) return;
      depth = Math.max(depth, row);
      let at = left;
      for (const child of frame.children().sort((a, b) => b.weight - a.weight)) {
        const part = width * child.weight / frame.weight;
        if (!(part >= narrowest)) break;
        visit(child, at, part, row + 1, [...way, child.key]);
        at += part;
      }
    };
    visit(top, 0, 100, row, way);
    area.style.height = `${(depth + 1) * rowHeight + 4}px`;
  }
  function zoom(way) {
    const hadFocus = area.contains(document.activeElement);
    path = way;
    draw();
    if (hadFocus) shown.find(entry => entry.way.length === way.length)?.element.focus();
  }

  area.addEventListener("keydown", event => {
    const at = shown.find(({ element }) => element === document.activeElement);
    if (!at) return;
    const near = row => shown.filter(entry => entry.row === row)
      .sort((a, b) => Math.abs(a.left - at.left) - Math.abs(b.left - at.left))[0];
    const beside = by => shown.filter(entry => entry.row === at.row && by * (entry.left - at.left) > 0)
      .sort((a, b) => by * (a.left - b.left))[0];
    const keys = {
      ArrowRight: () => beside(1), ArrowLeft: () => beside(-1),
      ArrowDown: () => near(at.row + 1), ArrowUp: () => near(at.row - 1),
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]()?.element.focus();
    } else if (event.key === "Escape") {
      zoom([]);
    }
  });
  return { draw, reset: () => { path = []; draw(); } };
};
