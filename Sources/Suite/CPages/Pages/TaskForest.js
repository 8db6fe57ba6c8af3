// Draws the forest of tasks: below each the tasks that it has created, on the time axis of the timeline.
//
// How it stays fast with 10^5 tasks: rows are made anew when what is shown changes, and only those in sight are drawn. Many of one parent
// and creator are one row, with how many of them did what, until it is unfolded.
(() => {
  "use strict";
  const {
    tasks, pieces, starts, ends, count, State, colours, data, creatorName, label, describe, ender, firstPiece, choose, chosen, whenChosen,
  } = window.hamonTasks;
  const trace = window.hamonTrace, { view, pan } = trace, { element, time, forest, fit, painter, showTip, legendItem } = window.hamon;
  const scroller = element("tasks-scroll"), space = element("tasks-space"), canvas = element("tasks-canvas");
  const names = element("tasks-rows"), tip = element("tasks-tip"), status = element("tasks-status");
  const show = element("tasks-show"), order = element("tasks-order"), search = element("tasks-search");
  const context = canvas.getContext("2d");
  const rowHeight = 27, titleHeight = 15, barHeight = 9, axisHeight = 20, groupSize = 8, mostArrows = 250;

  const { roots, childrenOf } = forest(tasks.parents);

  // MARK: rows

  let rows = [], marks = null, kept = null, current = -1, active = null, width = 0, height = 0;
  const rowOf = new Int32Array(count), opened = new Map();
  const life = task => tasks.ends[task] - tasks.begins[task];
  const keyOf = row => row.group ? row.key : `task ${row.task}`;

  // 2 for a task that is shown for itself, 1 for one above such a task; nothing where all are.
  function findMarks() {
    const wanted = search.value.trim().toLowerCase(), mode = show.value;
    if (!wanted && mode === "all") return null;
    const marks = new Uint8Array(count);
    const byCreator = data.creators.map(({ name }) => name.toLowerCase().includes(wanted));
    const byName = data.names.map(name => name.toLowerCase().includes(wanted));
    const number = Number(wanted.replace(/^#/, ""));
    for (let task = 0; task < count; task++) {
      if (mode === "view" && (tasks.ends[task] < view.from || tasks.begins[task] > view.to)) continue;
      if (mode === "chosen" && !(kept && kept[task])) continue;
      const isFound = !wanted || byCreator[tasks.creators[task]] || byName[tasks.names[task]] || tasks.ids[task] === number;
      if (!isFound) continue;
      marks[task] = 2;
      for (let parent = tasks.parents[task]; parent >= 0 && !marks[parent]; parent = tasks.parents[parent]) marks[parent] = 1;
    }
    return marks;
  }
  // The rows of some siblings.
  function siblings(list, parent, depth) {
    const shown = marks ? Array.from(list).filter(task => marks[task]) : Array.from(list);
    if (order.value === "life") shown.sort((a, b) => life(b) - life(a));
    const sizes = new Map(), groups = new Map(), found = [];
    for (const task of shown) sizes.set(tasks.creators[task], (sizes.get(tasks.creators[task]) || 0) + 1);
    for (const task of shown) {
      const creator = tasks.creators[task];
      if (sizes.get(creator) <= groupSize) {
        found.push({ task, depth });
        continue;
      }
      let row = groups.get(creator);
      if (!row) {
        row = { group: [], creator, key: `group ${parent} ${creator}`, depth };
        groups.set(creator, row);
        found.push(row);
      }
      row.group.push(task);
    }
    return found;
  }
  const hasRowsBelow = row => row.group ? true : childrenOf(row.task).some(task => !marks || marks[task]);
  function isOpen(row) {
    const known = opened.get(keyOf(row));
    if (known !== undefined) return known;
    if (row.group) return row.group.length <= (marks ? 100 : 40) && rows.length < 300;
    return row.depth < 4 || count <= 400 || marks !== null;
  }
  function build() {
    marks = findMarks();
    rows = [];
    rowOf.fill(-1);
    const waiting = siblings(roots, -1, 0).reverse();
    while (waiting.length) {
      const row = waiting.pop();
      if (!row.group) rowOf[row.task] = rows.length;
      rows.push(row);
      row.isParent = hasRowsBelow(row);
      row.isOpen = row.isParent && isOpen(row);
      if (!row.isOpen) continue;
      const depth = row.depth + 1;
      const below = row.group ? row.group.map(task => ({ task, depth })) : siblings(childrenOf(row.task), row.task, depth);
      for (let index = below.length - 1; index >= 0; index--) waiting.push(below[index]);
    }
    current = active === null ? -1 : rows.findIndex(row => keyOf(row) === active);
    const shown = marks ? marks.reduce((sum, mark) => sum + (mark === 2 ? 1 : 0), 0) : count;
    status.textContent = shown === count ? `${count} tasks` : `${shown} of ${count} tasks`;
    space.style.height = `${rows.length * rowHeight + axisHeight}px`;
    layOut();
  }
  function layOut() {
    width = trace.width();
    height = Math.min(rows.length * rowHeight + axisHeight, Math.max(Math.min(innerHeight * .6, 520), 160));
    scroller.style.height = `${height}px`;
    // As wide as the timeline, with the bar for scrolling beside it.
    scroller.style.width = `${width + scroller.offsetWidth - scroller.clientWidth}px`;
    canvas.style.width = `${width}px`;
    names.style.height = `${height - axisHeight}px`;
    fit(context, width, height);
    drawNames();
    draw();
  }
  const firstRow = () => Math.max(Math.floor(scroller.scrollTop / rowHeight), 0);
  const lastRow = () => Math.min(Math.ceil((scroller.scrollTop + height - axisHeight) / rowHeight), rows.length);
  const topOf = index => axisHeight + index * rowHeight - scroller.scrollTop;

  // The names in sight, as elements that assistive technology can tell.
  function drawNames() {
    const elements = [];
    const now = chosen();
    for (let index = firstRow(); index < lastRow(); index++) {
      const row = rows[index], item = document.createElement("div");
      item.id = `tasks-row-${index}`;
      item.setAttribute("role", "treeitem");
      item.setAttribute("aria-level", row.depth + 1);
      if (row.isParent) item.setAttribute("aria-expanded", row.isOpen);
      const isChosen = now !== null && (row.group ? row.group.every(task => now.mark[task]) : now.mark[row.task] === 1);
      item.setAttribute("aria-selected", isChosen);
      item.className = (index === current ? "current " : "") + (isChosen ? "chosen " : "") +
        (marks && !row.group && marks[row.task] === 1 ? "above" : "");
      item.style.top = `${topOf(index) - axisHeight}px`;
      const text = document.createElement("span");
      text.style.paddingLeft = `${Math.min(row.depth, 24) * 12 + (row.isParent ? 0 : 18)}px`;
      if (row.isParent) {
        const fold = document.createElement("button");
        fold.textContent = row.isOpen ? "\u25be" : "\u25b8";
        fold.tabIndex = -1;
        fold.title = row.isOpen ? "Fold" : "Unfold";
        fold.addEventListener("click", () => toggle(index));
        text.append(fold);
      }
      text.append(row.group ? `${row.group.length} tasks: ${creatorName(row.creator)}` : label(row.task));
      item.append(text);
      elements.push(item);
    }
    names.replaceChildren(...elements);
    if (current >= firstRow() && current < lastRow()) scroller.setAttribute("aria-activedescendant", `tasks-row-${current}`);
    else scroller.removeAttribute("aria-activedescendant");
  }
  function toggle(index, open = !rows[index].isOpen) {
    opened.set(keyOf(rows[index]), open);
    build();
  }

  // MARK: drawing

  const x = value => (value - view.from) / (view.to - view.from) * width;
  // What is suspended is a line; what runs, or wants to, is a bar.
  const tallOf = state => state > State.executor || state === State.created ? 3 : barHeight;
  function drawTask(task, top) {
    const paint = painter({ context, x, view, width }, piece => colours[pieces.states[piece]]);
    for (let piece = firstPiece(task, view.from); piece < starts[task + 1] && pieces.begins[piece] < view.to; piece++) {
      const tall = tallOf(pieces.states[piece]);
      paint(piece, pieces.begins[piece], ends[piece], top + (barHeight - tall) / 2, tall);
    }
  }
  // How many of a group did what, from what runs at the bottom up.
  const stacked = [
    State.running, State.beneath, State.ready, State.executor, State.task, State.group, State.continuation, State.unknown,
    State.created,
  ];
  function heightsOf(row) {
    const key = `${view.from} ${view.to} ${width}`;
    if (row.heightsKey === key) return row.heights;
    const columns = Math.max(Math.ceil(width), 1);
    const sums = stacked.map(() => new Float32Array(columns + 1));
    for (const task of row.group) {
      if (tasks.ends[task] < view.from || tasks.begins[task] > view.to) continue;
      for (let piece = firstPiece(task, view.from); piece < starts[task + 1] && pieces.begins[piece] < view.to; piece++) {
        const left = Math.max(x(pieces.begins[piece]), 0), right = Math.min(x(ends[piece]), columns);
        const sum = sums[stacked.indexOf(pieces.states[piece])];
        const from = Math.floor(left), to = Math.min(Math.floor(right), columns - 1);
        // A part of a column counts as that part.
        if (from === to) { sum[from] += right - left; continue; }
        sum[from] += from + 1 - left;
        for (let column = from + 1; column < to; column++) sum[column]++;
        sum[to] += right - to;
      }
    }
    let most = 0;
    for (let column = 0; column < columns; column++) most = Math.max(most, sums.reduce((all, sum) => all + sum[column], 0));
    row.heights = { sums, most: Math.max(most, 1e-9), columns };
    row.heightsKey = key;
    return row.heights;
  }
  function drawGroup(row, top) {
    const { sums, most, columns } = heightsOf(row), tall = barHeight + 1;
    for (let column = 0; column < columns; column++) {
      let bottom = top + tall;
      sums.forEach((sum, index) => {
        if (sum[column] <= 0) return;
        const part = sum[column] / most * tall;
        context.fillStyle = colours[stacked[index]];
        context.fillRect(column, bottom - part, 1, part);
        bottom -= part;
      });
    }
  }
  function drawArrow(at, from, to, colour) {
    const left = Math.round(x(at)) + .5, down = to > from;
    const end = down ? to - 1 : to + 1;
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(left, from);
    context.lineTo(left, end);
    context.stroke();
    context.beginPath();
    context.moveTo(left, end);
    context.lineTo(left - 3, end + (down ? -5 : 5));
    context.lineTo(left + 3, end + (down ? -5 : 5));
    context.fill();
  }
  // From who has woken, created or let in a task to that task, among the rows in sight; to the one that is chosen from out of sight, too.
  function drawArrows(text) {
    const first = firstRow(), last = lastRow(), drawn = new Set(), now = chosen();
    let left = mostArrows;
    const arrow = (at, from, index, isChosen, colour) => {
      if (left <= 0 || at < view.from || at > view.to) return;
      const isInSight = from >= first && from < last;
      if (from < 0 || from === index || !isInSight && !isChosen) return;
      const key = `${Math.round(x(at))} ${from} ${index}`;
      if (drawn.has(key)) return;
      drawn.add(key);
      left--;
      const begin = from < first ? axisHeight : from >= last ? height : topOf(from) + titleHeight + barHeight / 2;
      drawArrow(at, begin, topOf(index) + titleHeight + (from < index ? 0 : barHeight), colour);
    };
    const each = isOfChosen => {
      for (let index = first; index < last; index++) {
        const { task, group } = rows[index];
        const isChosen = !group && now !== null && now.list.length === 1 && now.mark[task] === 1;
        if (group || isChosen !== isOfChosen) continue;
        const parent = tasks.parents[task];
        if (parent >= 0) arrow(tasks.begins[task], rowOf[parent], index, isChosen, text);
        for (let piece = firstPiece(task, view.from); piece < starts[task + 1] && ends[piece] <= view.to && left > 0; piece++) {
          const state = pieces.states[piece];
          if (state < State.executor || pieces.links[piece] < 0) continue;
          arrow(ends[piece], rowOf[pieces.links[piece]], index, isChosen, state === State.executor ? colours[State.executor] : text);
        }
      }
    };
    each(true);
    context.globalAlpha = now !== null && now.list.length === 1 ? .4 : .7;
    each(false);
    context.globalAlpha = 1;
  }
  function draw() {
    const text = getComputedStyle(document.body).color, isDark = trace.isDark();
    context.clearRect(0, 0, width, height);
    context.font = "11px system-ui, sans-serif";
    const selected = trace.selected();
    if (selected) {
      const left = Math.max(x(selected.from), 0), right = Math.min(x(selected.to), width);
      context.fillStyle = isDark ? "rgb(255 255 255 / .08)" : "rgb(0 0 0 / .06)";
      if (right >= left) context.fillRect(left, axisHeight, Math.max(right - left, 1), height);
    }
    for (let index = firstRow(); index < lastRow(); index++) {
      const row = rows[index], top = topOf(index) + titleHeight;
      context.globalAlpha = marks && !row.group && marks[row.task] === 1 ? .35 : 1;
      if (row.group) drawGroup(row, top); else drawTask(row.task, top);
    }
    context.globalAlpha = 1;
    drawArrows(text);
    context.clearRect(0, 0, width, axisHeight);
    trace.drawAxis(context, text);
  }
  let pending = false;
  const redraw = isMoved => {
    if (isMoved) drawNames();
    if (!pending) { pending = true; requestAnimationFrame(() => { pending = false; draw(); }); }
  };

  // MARK: pointing

  const rowAt = y => {
    const index = Math.floor((y - axisHeight + scroller.scrollTop) / rowHeight);
    return y >= axisHeight && index in rows ? index : -1;
  };
  function activate(index, isShown) {
    const row = rows[index];
    current = index;
    active = keyOf(row);
    if (isShown) {
      const top = index * rowHeight, bottom = top + rowHeight + axisHeight;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      if (bottom > scroller.scrollTop + height) scroller.scrollTop = bottom - height;
    }
    if (row.group) choose(row.group, `${row.group.length} tasks: ${creatorName(row.creator)}`);
    else choose([row.task]);
  }
  // Unfolds what a task is in, and scrolls to it.
  function reveal(task) {
    if (marks && marks[task] !== 2) { show.value = "all"; search.value = ""; }
    for (let child = task; child >= 0; child = tasks.parents[child]) {
      const parent = tasks.parents[child];
      opened.set(`group ${parent} ${tasks.creators[child]}`, true);
      if (parent >= 0) opened.set(`task ${parent}`, true);
    }
    active = `task ${task}`;
    build();
    if (rowOf[task] >= 0) scroller.scrollTop = Math.max((rowOf[task] - 3) * rowHeight, 0);
  }
  function textAt(px, py) {
    const index = rowAt(py);
    if (index < 0) return "";
    const row = rows[index], at = view.from + px / width * (view.to - view.from), slack = (view.to - view.from) / width;
    const when = `at ${time(at, trace.digitsFor(slack))}`;
    if (row.group) {
      const { sums } = heightsOf(row), column = Math.min(Math.floor(px), sums[0].length - 1);
      const parts = stacked.map((state, place) => [data.states[state], sums[place][column]]).filter(([, sum]) => sum >= .05);
      return `${row.group.length} tasks: ${creatorName(row.creator)}\n` +
        parts.map(([name, sum]) => `${Number(sum.toPrecision(3))} ${name}`).join("\n") + `\n${when}`;
    }
    let best = -1, distance = Infinity;
    for (let piece = firstPiece(row.task, at - slack); piece < starts[row.task + 1] && pieces.begins[piece] <= at + slack; piece++) {
      const away = Math.max(pieces.begins[piece] - at, at - ends[piece], 0);
      if (away < distance) { best = piece; distance = away; }
    }
    if (best < 0) return `${label(row.task)}\nlived ${time(life(row.task))}`;
    const by = ender(best);
    return `${label(row.task)}\n${describe(best)}, ${time(ends[best] - pieces.begins[best])}` +
      (by ? `\n${by.verb} ${by.text}` : "") + `\n${when}`;
  }
  let drag = null;
  canvas.addEventListener("pointerdown", event => {
    drag = { x: event.offsetX, y: event.offsetY, from: view.from, to: view.to };
    if (event.pointerType === "mouse") canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointerup", event => {
    if (drag && Math.abs(drag.x - event.offsetX) < 4 && Math.abs(drag.y - event.offsetY) < 4) {
      const index = rowAt(event.offsetY);
      if (index >= 0) activate(index, false); else trace.select(null);
    }
    drag = null;
  });
  canvas.addEventListener("pointercancel", () => { drag = null; });
  canvas.addEventListener("pointermove", event => {
    if (drag) {
      const shift = (drag.x - event.offsetX) / width * (drag.to - drag.from);
      if (Math.abs(drag.x - event.offsetX) >= 4) trace.show(drag.from + shift, drag.to + shift);
      return;
    }
    showTip(tip, textAt(event.offsetX, event.offsetY), event.offsetX, scroller.offsetTop + event.offsetY, width);
  });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("dblclick", () => { const selected = trace.selected(); if (selected) trace.showAround(selected); });
  canvas.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    if (event.ctrlKey) return trace.zoom(Math.exp(event.deltaY * .002), event.offsetX / width);
    pan((event.deltaX || event.deltaY) / width);
  }, { passive: false });
  scroller.addEventListener("scroll", () => redraw(true));
  scroller.addEventListener("keydown", event => {
    const row = rows[current];
    const move = by => { if (rows.length) activate(Math.min(Math.max(current + by, 0), rows.length - 1), true); };
    const page = Math.max(Math.floor(height / rowHeight) - 2, 1);
    const keys = {
      ArrowDown: () => move(1), ArrowUp: () => move(current < 0 ? 0 : -1), PageDown: () => move(page), PageUp: () => move(-page),
      Home: () => move(-rows.length), End: () => move(rows.length),
      ArrowRight: () => {
        if (event.shiftKey) return pan(.2);
        if (row && row.isParent && !row.isOpen) toggle(current, true); else if (row && row.isOpen) move(1);
      },
      ArrowLeft: () => {
        if (event.shiftKey) return pan(-.2);
        if (row && row.isOpen) return toggle(current, false);
        for (let above = current - 1; row && above >= 0; above--) if (rows[above].depth < row.depth) return activate(above, true);
      },
      "+": () => trace.zoom(.5, .5), "=": () => trace.zoom(.5, .5), "-": () => trace.zoom(2, .5),
      Enter: () => { const selected = trace.selected(); if (selected) trace.showAround(selected); },
      Escape: () => trace.select(null),
    };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });

  // MARK: choices

  let later = 0;
  // What was chosen when only that was asked for: one of them may be chosen then.
  const keep = () => { const now = chosen(); kept = now ? now.mark : null; };
  show.addEventListener("change", () => { keep(); build(); });
  order.addEventListener("change", build);
  search.addEventListener("input", () => { clearTimeout(later); later = setTimeout(build, 120); });
  const foldAll = open => {
    opened.clear();
    for (let task = 0; task < count; task++) {
      if (childrenOf(task).length) opened.set(`task ${task}`, open);
      opened.set(`group ${tasks.parents[task]} ${tasks.creators[task]}`, open);
    }
    build();
  };
  element("tasks-fold").addEventListener("click", () => foldAll(false));
  element("tasks-unfold").addEventListener("click", () => foldAll(true));
  const legend = element("tasks-legend");
  data.states.forEach((name, state) => legend.append(legendItem(colours[state], name)));
  window.hamonTaskForest = {
    reveal,
    // Shows what is chosen and nothing else, but for what it is in.
    showChosen: () => { show.value = "chosen"; search.value = ""; keep(); build(); scroller.scrollTop = 0; },
  };
  addEventListener("resize", layOut);
  build();
  let seen = `${view.from} ${view.to}`;
  trace.whenChanged(() => {
    redraw(false);
    const now = `${view.from} ${view.to}`;
    if (show.value !== "view" || now === seen) return;
    seen = now;
    clearTimeout(later);
    later = setTimeout(build, 120);
  });
  whenChosen(drawNames);
})();
