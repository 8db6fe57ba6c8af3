// Draws the timeline and the curves above it.
//
// How it stays fast with half a million intervals: they lie in typed arrays, lane by lane and in the order of time, so a draw begins by a
// binary search in each lane, and what would fall on a pixel that the lane has already painted is passed over.
//
// Scripts that come later add lanes of their own, each a group of them (`setLanes`), and are told what is seen and which interval is
// selected (`whenChanged`). They select what they like (`select`): a time with a label, and more that other scripts know of.
(() => {
  "use strict";
  const { element, bytes, hue, firstNot, fit, showTip, legendRow } = window.hamon;
  const data = JSON.parse(element("trace-data").textContent);
  const time = (value, digits = 4) => window.hamon.time(value, digits);
  for (const track of data.tracks) {
    track.begins = new Float64Array(bytes(track.begins));
    track.durations = new Float32Array(bytes(track.durations));
    track.labels = new Uint32Array(bytes(track.labels));
    track.threads = track.threads ? new Int32Array(bytes(track.threads)) : null;
    let offset = 0;
    track.offsets = track.lanes.map(count => (offset += count) - count);
    track.laneHeight = track.lanes.length <= 12 ? 15 : Math.max(2, Math.floor(180 / track.lanes.length));
  }
  data.markTimes = new Float64Array(bytes(data.markTimes));
  data.markLabels = new Uint32Array(bytes(data.markLabels));

  const canvas = element("timeline"), context = canvas.getContext("2d");
  const tip = element("timeline-tip"), search = element("timeline-search"), status = element("timeline-status");
  const full = Math.max(data.duration, 1);
  const view = { from: 0, to: full };
  const axisHeight = 22, titleHeight = 16, curveHeight = 34, markHeight = 12;
  let width = 0, height = 0, places = [], matches = null, pending = false;
  let lanes = [], selected = null;
  const groups = new Map(), legends = new Map();
  const curveColours = { maximum: "rgb(128 128 140 / .35)", mean: "#3b82c4" };
  const listeners = [];

  // As many digits as tell two times apart that differ by `step`.
  const digitsFor = step => Math.max(4, Math.ceil(Math.log10(view.to / step)) + 1);
  const endOf = (track, index) =>
    track.durations[index] < 0 ? full : track.begins[index] + track.durations[index];
  const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
  const fadedColour = () => isDark() ? "#3a3a40" : "#dcdce0";
  const colour = label => matches && !matches.has(label)
    ? fadedColour()
    : `hsl(${hue(label)} 55% ${isDark() ? 55 : 62}%)`;

  // MARK: legend

  // The names of intervals, those that took longest in all first; each has its colour.
  const names = (() => {
    const found = new Map();
    for (const track of data.tracks) {
      const kind = track.name.split(": ").pop();
      track.labels.forEach((label, index) => {
        if (!found.has(label)) found.set(label, { label, kind, sum: 0 });
        found.get(label).sum += endOf(track, index) - track.begins[index];
      });
    }
    return [...found.values()].sort((a, b) => b.sum - a.sum);
  })();
  const namesInLegend = 8;
  // Rows of colours with their meaning, each behind a word for what they are about.
  function drawLegend() {
    const rows = [];
    if (names.length) {
      const items = names.slice(0, namesInLegend).map(({ label, kind }) =>
        [colour(label), (kind === "interval" ? "" : `${kind} `) + data.labels[label]]);
      const more = names.length - namesInLegend;
      if (more > 0) items.push([null, `and ${more} more, each with its colour`]);
      if (matches) items.push([fadedColour(), "not what is searched"]);
      rows.push(legendRow("Intervals", items));
    }
    if (data.curves.length) {
      rows.push(legendRow("Curves", [[curveColours.mean, "mean"], [curveColours.maximum, "greatest value"]]));
    }
    for (const items of [...legends.values()].flat()) rows.push(legendRow(...items));
    element("timeline-legend").replaceChildren(...rows);
  }

  function layOut() {
    width = canvas.clientWidth;
    places = [];
    let y = axisHeight;
    for (const curve of data.curves) {
      places.push({ curve, y, height: titleHeight + curveHeight });
      y += titleHeight + curveHeight + 4;
    }
    if (data.markTimes.length) {
      places.push({ marks: true, y, height: titleHeight + markHeight });
      y += titleHeight + markHeight + 4;
    }
    for (const track of data.tracks) {
      const tall = titleHeight + track.lanes.length * track.laneHeight;
      places.push({ track, y, height: tall });
      y += tall + 4;
    }
    for (const lane of lanes) {
      places.push({ lane, y, height: titleHeight + lane.height });
      y += titleHeight + lane.height + 4;
    }
    height = y;
    fit(context, width, height);
    draw();
  }

  // The first interval of a lane that ends after `from`; in a lane they don't overlap, but in the
  // last one of many they may, which costs it a few that begin before the window.
  function firstVisible(track, lane, from) {
    const offset = track.offsets[lane];
    return Math.max(offset, firstNot(index => track.begins[index] < from, offset, offset + track.lanes[lane]) - 1);
  }

  const x = value => (value - view.from) / (view.to - view.from) * width;

  function drawTrack(track, top) {
    const pixel = (view.to - view.from) / width;
    const tall = track.laneHeight;
    for (let lane = 0; lane < track.lanes.length; lane++) {
      const y = top + lane * tall;
      const end = track.offsets[lane] + track.lanes[lane];
      let painted = -Infinity;
      for (let index = firstVisible(track, lane, view.from); index < end; index++) {
        const begin = track.begins[index];
        if (begin > view.to) break;
        const stop = endOf(track, index);
        if (stop < view.from || stop <= painted) continue;
        const left = Math.max(x(begin), 0), right = Math.min(x(stop), width);
        const wide = Math.max(right - left, 1);
        context.fillStyle = colour(track.labels[index]);
        context.fillRect(left, y, wide, tall > 3 ? tall - 1 : tall);
        if (wide > 40 && tall > 10) {
          context.fillStyle = isDark() ? "#101014" : "#1c1c1e";
          context.save();
          context.beginPath();
          context.rect(left, y, wide - 2, tall);
          context.clip();
          context.fillText(data.labels[track.labels[index]], left + 3, y + tall - 4);
          context.restore();
        }
        // What ends within this pixel would be painted over it.
        painted = Math.max(stop, view.from + (Math.floor(left) + 1) * pixel);
        if (index + 2 < end && track.begins[index + 2] < painted) {
          // Pass over all that begin in the same pixel, but for the last, which may go on.
          index = firstNot(next => track.begins[next] < painted, index + 1, end) - 2;
        }
      }
    }
  }

  function drawCurve(curve, top) {
    const peak = Math.max(1, ...curve.maxima);
    const base = top + curveHeight;
    for (const [values, style] of [[curve.maxima, curveColours.maximum], [curve.means, curveColours.mean]]) {
      context.fillStyle = style;
      values.forEach((value, index) => {
        const left = x(curve.begin + index * curve.step);
        const right = x(curve.begin + (index + 1) * curve.step);
        if (right < 0 || left > width || value <= 0) return;
        const tall = value / peak * curveHeight;
        context.fillRect(Math.max(left, 0), base - tall, Math.max(Math.min(right, width) - Math.max(left, 0), 1), tall);
      });
    }
  }

  function drawMarks(top) {
    let painted = -1;
    for (let index = 0; index < data.markTimes.length; index++) {
      const left = Math.floor(x(data.markTimes[index]));
      if (left < 0 || left > width || left === painted) continue;
      context.fillStyle = colour(data.markLabels[index]);
      context.fillRect(left, top, 1.5, markHeight);
      painted = left;
    }
  }

  function drawAxis(context, text) {
    context.fillStyle = text;
    const span = view.to - view.from;
    const rough = span / Math.max(width / 110, 1);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= rough);
    for (let tick = Math.ceil(view.from / step) * step; tick <= view.to; tick += step) {
      const left = x(tick);
      context.fillRect(left, axisHeight - 6, 1, 4);
      context.fillText(time(tick, digitsFor(step)), left + 3, axisHeight - 8);
    }
  }

  // What is selected, over all rows; its interval has a frame.
  function drawSelection(text) {
    if (!selected) return;
    const left = Math.max(x(selected.from), -2), right = Math.min(x(selected.to), width + 2);
    if (right < 0 || left > width) return;
    context.fillStyle = isDark() ? "rgb(255 255 255 / .08)" : "rgb(0 0 0 / .06)";
    context.fillRect(left, axisHeight, Math.max(right - left, 1), height - axisHeight);
    for (const place of places) {
      if (!place.track || place.track !== selected.track) continue;
      const lane = place.track.offsets.findLastIndex(offset => offset <= selected.index);
      const y = place.y + titleHeight + lane * place.track.laneHeight;
      context.strokeStyle = text;
      context.lineWidth = 2;
      context.strokeRect(left, y - 1, Math.max(right - left, 2), place.track.laneHeight + 1);
    }
  }

  function draw() {
    pending = false;
    const text = getComputedStyle(document.body).color;
    context.clearRect(0, 0, width, height);
    context.font = "11px system-ui, sans-serif";
    drawAxis(context, text);
    for (const place of places) {
      const title = place.curve ? `${place.curve.name} (max ${Math.max(...place.curve.maxima)})`
        : place.marks ? `points (${data.markTimes.length})`
        : place.lane ? place.lane.name : place.track.name;
      const top = place.y + titleHeight;
      if (place.track) drawTrack(place.track, top);
      else if (place.curve) drawCurve(place.curve, top);
      else if (place.lane) place.lane.draw({ context, x, view, width, text, isDark: isDark() }, top);
      else drawMarks(top);
      context.fillStyle = text;
      context.fillText(title, 2, place.y + 12);
    }
    drawSelection(text);
    const digits = digitsFor((view.to - view.from) / 100);
    status.textContent =
      `${time(view.from, digits)} to ${time(view.to, digits)} (${time(view.to - view.from)})`;
    for (const listener of listeners) listener();
  }
  const redraw = () => { if (!pending) { pending = true; requestAnimationFrame(draw); } };

  function show(from, to) {
    const span = Math.min(Math.max(to - from, 10), full);
    view.from = Math.min(Math.max(from, 0), full - span);
    view.to = view.from + span;
    redraw();
  }
  const pan = part => {
    const shift = part * (view.to - view.from);
    show(view.from + shift, view.to + shift);
  };
  function zoom(factor, at) {
    const centre = view.from + (view.to - view.from) * at;
    show(centre - (centre - view.from) * factor, centre + (view.to - centre) * factor);
  }

  function find(px, py) {
    const at = view.from + px / width * (view.to - view.from);
    const slack = (view.to - view.from) / width;
    for (const place of places) {
      if (py < place.y + titleHeight || py >= place.y + place.height) continue;
      if (place.curve) {
        const index = Math.floor((at - place.curve.begin) / place.curve.step);
        if (!(index in place.curve.means)) return null;
        return { text: `${place.curve.name}: mean ${Number(place.curve.means[index].toPrecision(4))}, ` +
          `max ${place.curve.maxima[index]}\nat ${time(at, digitsFor(slack))}` };
      }
      if (place.lane) {
        const text = place.lane.find(at, slack, py - place.y - titleHeight);
        const pick = place.lane.pick ? () => place.lane.pick(at, slack, py - place.y - titleHeight) : null;
        return text ? { text: `${text}\nat ${time(at, digitsFor(slack))}`, pick } : null;
      }
      if (!place.track) return null;
      const track = place.track;
      const lane = Math.floor((py - place.y - titleHeight) / track.laneHeight);
      if (!(lane in track.lanes)) return null;
      const end = track.offsets[lane] + track.lanes[lane];
      for (let index = firstVisible(track, lane, at - slack); index < end; index++) {
        if (track.begins[index] > at + slack) return null;
        if (endOf(track, index) < at - slack) continue;
        const duration = track.durations[index];
        const text = `${data.labels[track.labels[index]]}\n${track.name}\n` +
          `began at ${time(track.begins[index], digitsFor(slack))}, ` +
          (duration < 0 ? "never ended" : `took ${time(duration)}`);
        return { text, track, index };
      }
    }
    return null;
  }

  // An interval of a row, or any `{ from, to, label, thread }`; nothing selects nothing.
  const interval = (track, index) => ({
    track, index, from: track.begins[index], to: endOf(track, index),
    label: data.labels[track.labels[index]], thread: track.threads ? track.threads[index] : -1,
  });
  function select(what) {
    selected = what;
    redraw();
    for (const listener of listeners) listener();
  }
  // The next interval of the row of the selected one, or else the first that is seen.
  function step(by) {
    if (selected && selected.track) {
      const index = selected.index + by;
      if (index >= 0 && index < selected.track.begins.length) select(interval(selected.track, index));
    } else {
      const track = data.tracks.find(track => track.begins.length);
      if (track) select(interval(track, Math.min(firstVisible(track, 0, view.from), track.begins.length - 1)));
    }
    if (selected && (selected.to < view.from || selected.from > view.to)) showAround(selected);
  }
  function showAround({ from, to }) {
    const margin = Math.max((to - from) * .05, 5);
    show(from - margin, to + margin);
  }

  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      pan((event.deltaX || event.deltaY) / width);
    } else {
      zoom(Math.exp(event.deltaY * .002), event.offsetX / width);
    }
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", event => {
    drag = { x: event.offsetX, from: view.from, to: view.to };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointerup", event => {
    // A press that hasn't moved is no drag.
    if (drag && Math.abs(drag.x - event.offsetX) < 4) {
      const found = find(event.offsetX, event.offsetY);
      if (found && found.pick) found.pick();
      else select(found && found.track ? interval(found.track, found.index) : null);
    }
    drag = null;
  });
  canvas.addEventListener("pointermove", event => {
    if (drag) {
      const shift = (drag.x - event.offsetX) / width * (drag.to - drag.from);
      show(drag.from + shift, drag.to + shift);
      return;
    }
    const found = find(event.offsetX, event.offsetY);
    const text = found ? found.text + (found.track ? describe(interval(found.track, found.index)) : "") : "";
    showTip(tip, text, event.offsetX, event.offsetY, width);
  });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("dblclick", () => show(0, full));
  canvas.addEventListener("keydown", event => {
    const keys = {
      ArrowLeft: () => pan(-.2), ArrowRight: () => pan(.2),
      "+": () => zoom(.5, .5), "=": () => zoom(.5, .5), "-": () => zoom(2, .5),
      Home: () => show(0, full),
      n: () => step(1), p: () => step(-1), Escape: () => select(null),
      Enter: () => { if (selected) showAround(selected); },
    };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    matches = wanted ? new Set(data.labels.flatMap((label, index) =>
      label.toLowerCase().includes(wanted) ? [index] : [])) : null;
    drawLegend();
    redraw();
  });
  element("timeline-in").addEventListener("click", () => zoom(.5, .5));
  element("timeline-out").addEventListener("click", () => zoom(2, .5));
  element("timeline-all").addEventListener("click", () => show(0, full));
  addEventListener("resize", layOut);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { drawLegend(); redraw(); });
  // The interval that begins and ends nearest to two times.
  function nearest(from, to) {
    let found = null, least = Infinity;
    for (const track of data.tracks) {
      track.begins.forEach((begin, index) => {
        const distance = Math.abs(begin - from) + Math.abs(endOf(track, index) - to);
        if (distance < least) [found, least] = [interval(track, index), distance];
      });
    }
    return found;
  }
  let describe = () => "";
  // A link with #from-to, in nanoseconds, opens the page there; #select-from-to selects the interval with these ends.
  const range = /^#(select-)?(\d+)-(\d+)$/.exec(location.hash);
  drawLegend();
  layOut();
  if (range && range[1]) {
    select(nearest(Number(range[2]), Number(range[3])));
    if (selected) showAround(selected);
  } else if (range) {
    show(Number(range[2]), Number(range[3]));
  }
  window.hamonTrace = {
    data, view, show, showAround, zoom, pan, drawAxis, isDark, time, digitsFor, select,
    selected: () => selected, width: () => width,
    // The legend: rows of a title with colours and their meaning.
    setLanes: (those, describeInterval, group, legend) => {
      groups.set(group, those);
      legends.set(group, legend);
      drawLegend();
      lanes = [...groups.values()].flat();
      if (describeInterval) describe = describeInterval;
      layOut();
    },
    whenChanged: listener => { listeners.push(listener); listener(); },
  };
})();
