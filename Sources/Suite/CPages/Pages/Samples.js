// Reads the samples of a page, draws the lanes of threads into the timeline, and adds up what is selected there.
//
// The scripts of the flame graphs and of the table are told the sums (`whenSummed`).
(() => {
  "use strict";
  const { element, bytes, time, hue, firstNot, painter, showStates } = window.hamon;
  const data = JSON.parse(element("sample-data").textContent), trace = data.isAligned ? window.hamonTrace : null;
  const parents = new Int32Array(bytes(data.parents));
  const functions = new Int32Array(bytes(data.nodes));
  // Nodes have 16 bits, of which the largest is none.
  const numbers = text => Int32Array.from(new Uint16Array(bytes(text)), node => node === 0xffff ? -1 : node);
  for (const lane of data.lanes) {
    lane.times = Float64Array.from(new Uint32Array(bytes(lane.times)), time => time * data.tick);
    lane.nodes = numbers(lane.nodes);
    lane.counts = lane.counts ? new Uint32Array(bytes(lane.counts)) : new Uint32Array(lane.times.length).fill(1);
    lane.begins = new Float64Array(bytes(lane.begins));
    lane.states = new Uint8Array(bytes(lane.states));
    lane.waits = numbers(lane.waits);
  }
  const unknown = 0, running = 1, ready = 2, firstWait = 3;
  const colours = ["#8a8f9840", "#3a9e4b", "#e0a030", "#8a8f98", "#d6494b", "#9a6fc9", "#b9bcc4", "#3b82c4", "#25a9b8", "#a5765c", "#d16ba5"];

  const scope = element("sample-scope"), laneChoice = element("sample-lane"), search = element("sample-search");
  data.lanes.forEach((lane, index) => laneChoice.append(new Option(lane.name, index)));
  if (!trace) scope.value = "all";
  scope.disabled = !trace;

  // The first of an ordered array that is not less.
  const first = (array, value) => firstNot(index => array[index] < value, 0, array.length);
  const endOf = (lane, piece) => piece + 1 < lane.begins.length ? lane.begins[piece + 1] : lane.end;
  // Calls with each piece in a time, and how much of it is there.
  function eachPiece(lane, from, to, body) {
    for (let piece = Math.max(first(lane.begins, from) - 1, 0); piece < lane.begins.length && lane.begins[piece] < to; piece++) {
      const length = Math.min(endOf(lane, piece), to) - Math.max(lane.begins[piece], from);
      if (length > 0) body(piece, length);
    }
  }
  function statesIn(lane, from, to) {
    const states = new Float64Array(data.states.length);
    eachPiece(lane, from, to, (piece, length) => { states[lane.states[piece]] += length; });
    return states;
  }
  function words(states) {
    const waits = data.states.map((name, state) => [name, states[state]]).slice(firstWait)
      .filter(([, length]) => length > 0).sort((a, b) => b[1] - a[1]);
    const blocked = waits.reduce((sum, [, length]) => sum + length, 0);
    return `running ${time(states[running])}, ready ${time(states[ready])}, blocked ${time(blocked)}` +
      (waits.length ? ` (${waits.map(([name, length]) => `${name} ${time(length)}`).join(", ")})` : "");
  }
  // The functions of a path from the innermost.
  function names(node, count) {
    const names = [];
    for (; node >= 0 && names.length < count; node = parents[node]) names.push(data.functions[functions[node]].n);
    return names.join(" < ") + (node >= 0 ? " < ..." : "") || "stack unknown";
  }

  // MARK: lanes of the timeline

  const stripHeight = 9, ticksTop = 11, ticksHeight = 9;
  function drawLane(lane, drawing, top) {
    const { context, x, view, isDark } = drawing, paint = painter(drawing, piece => colours[lane.states[piece]]);
    eachPiece(lane, view.from, view.to, piece => {
      if (lane.states[piece] !== unknown) paint(piece, lane.begins[piece], endOf(lane, piece), top, stripHeight);
    });
    let last = -1;
    for (let index = first(lane.times, view.from); index < lane.times.length && lane.times[index] <= view.to; index++) {
      const left = Math.floor(x(lane.times[index]));
      if (left === last) continue;
      last = left;
      context.fillStyle = lane.nodes[index] < 0 ? "#8a8f98" : `hsl(${hue(functions[lane.nodes[index]])} 55% ${isDark ? 60 : 45}%)`;
      context.fillRect(left, top + ticksTop, 1, ticksHeight);
    }
  }
  function findInLane(lane, at, slack, y) {
    if (y < ticksTop) {
      let found = null;
      eachPiece(lane, at, at + 1e-3, piece => { found = piece; });
      if (found === null || lane.states[found] === unknown) return null;
      const state = lane.states[found];
      const length = time(endOf(lane, found) - lane.begins[found]);
      const verb = state < firstWait ? data.states[state] : `blocked: ${data.states[state]},`;
      return `${lane.name}: ${verb} ${length}` + (state > firstWait ? `\n${names(lane.waits[found], 6)}` : "");
    }
    const after = first(lane.times, at);
    const near = [after - 1, after].filter(index => index in lane.times && Math.abs(lane.times[index] - at) <= 2 * slack)
      .sort((a, b) => Math.abs(lane.times[a] - at) - Math.abs(lane.times[b] - at))[0];
    if (near === undefined) return null;
    const count = lane.counts[near];
    return `${lane.name}: ${count === 1 ? "sample" : `${count} samples`}\n${names(lane.nodes[near], 8)}`;
  }
  // States that occur; what isn't known isn't drawn.
  const shownStates = data.states.map((_, state) => state)
    .filter(state => state !== unknown && data.lanes.some(lane => lane.states.includes(state)));
  let shownLane = -1;
  function setLanes() {
    trace.setLanes(
      data.lanes.filter((lane, index) => lane.isDrawn || index === shownLane).map(lane => ({
        name: lane.name, height: ticksTop + ticksHeight,
        draw: (drawing, top) => drawLane(lane, drawing, top),
        find: (at, slack, y) => findInLane(lane, at, slack, y),
      })),
      interval => interval.thread < 0 ? "\nended on another thread than it began on" :
        `\n${words(statesIn(data.lanes[interval.thread], interval.from, interval.to))}`,
      "samples", [["Threads", [
        ...shownStates.map(state => [colours[state], state <= firstWait ? data.states[state] : `blocked: ${data.states[state]}`]),
        [null, "a gap: not known or not there"], [null, "below, a tick for each sample, coloured by its function"],
      ]]]);
  }

  // MARK: sums of what is selected

  const listeners = [];
  let told = "", waiting = 0, sums = null;
  function what() {
    const selected = trace && trace.selected();
    if (scope.value === "selected" && selected) return selected;
    if (scope.value !== "all" && trace) return { ...trace.view, label: null };
    return { from: -Infinity, to: Infinity, label: null };
  }
  // Of what is selected, or of its parts, each of a lane and a time (`eachPart`).
  function sum({ from, to, eachPart }, only) {
    const result = {
      running: new Float64Array(parents.length), waiting: new Float64Array(parents.length),
      runningUnknown: 0, waitingUnknown: 0, states: new Float64Array(data.states.length), samples: 0,
    };
    const add = (index, from, to) => {
      if (only >= 0 && index !== only) return;
      const lane = data.lanes[index];
      for (let place = first(lane.times, from); place < lane.times.length && lane.times[place] <= to; place++) {
        const length = lane.counts[place] * data.period;
        result.samples += lane.counts[place];
        if (lane.nodes[place] < 0) result.runningUnknown += length; else result.running[lane.nodes[place]] += length;
      }
      eachPiece(lane, from, to, (piece, length) => {
        const state = lane.states[piece];
        result.states[state] += length;
        if (state < firstWait) return;
        if (lane.waits[piece] < 0) result.waitingUnknown += length; else result.waiting[lane.waits[piece]] += length;
      });
    };
    if (eachPart) eachPart(add); else data.lanes.forEach((lane, index) => add(index, from, to));
    return result;
  }
  function tell(which, only) {
    const place = only >= 0 ? data.lanes[only].name : which.eachPart ? "on its threads" : `${data.lanes.length} threads`;
    const isWhole = which.from === -Infinity;
    const subject = which.label ?? (isWhole ? "The whole recording" : "Seen in the timeline");
    const length = isWhole ? "" : ` (${time(which.to - which.from)})`;
    const moved = which.label !== null && which.thread < 0 && only < 0 && !which.eachPart
      ? " It ended on another thread than it began on: told is what all threads did meanwhile." : "";
    element("sample-told").textContent =
      `${subject}${length}, ${place}: ${words(sums.states)}; ${sums.samples} samples.${moved}`;
    showStates(element("sample-bar"), element("sample-states"), sums.states, data.states, colours);
  }
  function update() {
    waiting = 0;
    const which = what(), only = Number(laneChoice.value);
    const key = [which.from, which.to, which.label, only].join();
    if (key === told) return;
    told = key;
    sums = sum(which, only);
    tell(which, only);
    for (const listener of listeners) listener(sums);
  }
  // A drag changes what is seen many times a second.
  const later = () => { if (!waiting) waiting = setTimeout(update, 80); };

  scope.addEventListener("change", update);
  laneChoice.addEventListener("change", update);
  if (trace) {
    setLanes();
    let before = null;
    trace.whenChanged(() => {
      const selected = trace.selected();
      if (selected !== before) {
        before = selected;
        scope.value = selected ? "selected" : "view";
        laneChoice.value = selected ? selected.thread : -1;
        if (selected && selected.thread >= 0 && !data.lanes[selected.thread].isDrawn && shownLane !== selected.thread) {
          shownLane = selected.thread;
          setTimeout(setLanes);
        }
      }
      later();
    });
    for (const button of document.querySelectorAll("#sample-slowest button")) {
      button.addEventListener("click", () => {
        const { from, to, lane, label } = button.dataset;
        const interval = { from: Number(from), to: Number(to), thread: Number(lane), label };
        trace.select(interval);
        trace.showAround(interval);
        element("sample-told").scrollIntoView({ block: "center" });
      });
    }
  }

  // MARK: search

  let matches = null;
  const searchers = [];
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    matches = wanted ? data.functions.map(({ n }) => n.toLowerCase().includes(wanted)) : null;
    for (const searcher of searchers) searcher();
  });
  window.hamonSamples = {
    data, parents, functions, matches: () => matches,
    whenSearched: searcher => searchers.push(searcher),
    whenSummed: listener => { listeners.push(listener); if (sums) listener(sums); },
  };
  update();
})();
