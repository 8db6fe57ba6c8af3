// Reads the tasks of a page, draws the lanes of actors and pools into the timeline, and keeps which tasks are chosen.
//
// What is chosen is what the timeline has selected (`select`), so that there is one selection on the page. The scripts of the forest and
// of the tables are told of it (`whenChosen`).
(() => {
  "use strict";
  const { element, bytes, time, hue, firstNot, painter } = window.hamon;
  const data = JSON.parse(element("task-data").textContent), trace = window.hamonTrace;
  const ticks = text => Float64Array.from(new Uint32Array(bytes(text)), value => value * data.tick);
  const words = text => new Int32Array(bytes(text));
  const tasks = {
    begins: ticks(data.tasks.begins), ends: ticks(data.tasks.ends), ids: new Float64Array(bytes(data.tasks.ids)),
    parents: words(data.tasks.parents), creators: words(data.tasks.creators), names: words(data.tasks.names),
    processes: words(data.tasks.processes), counts: words(data.tasks.counts), flags: new Uint8Array(bytes(data.tasks.flags)),
  };
  const pieces = {
    begins: ticks(data.pieces.begins), states: new Uint8Array(bytes(data.pieces.states)),
    details: words(data.pieces.details), links: words(data.pieces.links),
  };
  const count = tasks.begins.length;
  // The first piece of each task, and of each piece its end and its task.
  const starts = new Int32Array(count + 1), ends = new Float64Array(pieces.begins.length), owners = new Int32Array(ends.length);
  for (let task = 0; task < count; task++) {
    starts[task + 1] = starts[task] + tasks.counts[task];
    for (let piece = starts[task]; piece < starts[task + 1]; piece++) {
      ends[piece] = piece + 1 < starts[task + 1] ? pieces.begins[piece + 1] : tasks.ends[task];
      owners[piece] = task;
    }
  }
  const State = { created: 0, running: 1, beneath: 2, ready: 3, executor: 4, task: 5, group: 6, continuation: 7, unknown: 8 };
  const colours = ["#b9bcc4", "#3a9e4b", "#93cf9d", "#e0a030", "#d6494b", "#3b82c4", "#25a9b8", "#9a6fc9", "#8a8f98"];
  const types = words(data.executors.types), numbers = words(data.executors.numbers);
  const severalProcesses = new Set(tasks.processes).size > 1;

  // MARK: words

  const creatorName = creator => creator < 0 ? "a task whose creation isn't in the trace" : data.creators[creator].name;
  const executorName = executor => data.executors.names[types[executor]] + (numbers[executor] ? ` ${numbers[executor]}` : "");
  function label(task) {
    const creator = creatorName(tasks.creators[task]);
    const name = tasks.names[task] < 0 ? "" : `"${data.names[tasks.names[task]]}"`;
    const process = severalProcesses ? ` of ${data.processes[tasks.processes[task]]}` : "";
    return `#${tasks.ids[task]}${name && !creator.includes(name) ? ` ${name}` : ""} ${creator}${process}`;
  }
  function describe(piece) {
    const state = pieces.states[piece], detail = pieces.details[piece];
    if (state === State.running) {
      const thread = data.threads[pieces.links[piece]];
      return `running${detail < 0 ? "" : ` on ${executorName(detail)}`}, ${thread ? thread.name : "on a thread"}`;
    }
    if (state === State.executor) return `waits for ${detail < 0 ? "an actor" : executorName(detail)}`;
    return data.states[state] + (state > State.executor && detail >= 0 && data.calls[detail] ? `: ${data.calls[detail]}` : "");
  }
  // By whom a piece was ended, as words around a task; nothing where it isn't known.
  function ender(piece) {
    const state = pieces.states[piece], link = pieces.links[piece];
    if (state === State.running || state === State.beneath || link === -1) return null;
    const verb = state === State.executor ? "until it was left by" : state < State.executor ? "asked to run by" : "woken by";
    const text = link >= 0 ? label(link) : link === -2 ? "a task that isn't on this page" : "a thread that ran no task";
    return { verb, task: link, text };
  }

  // MARK: times

  // The first piece of a task that ends after a time.
  const firstPiece = (task, from) => firstNot(piece => ends[piece] <= from, starts[task], starts[task + 1]);
  function statesOf(list) {
    const sums = new Float64Array(data.states.length);
    for (const task of list) {
      for (let piece = starts[task]; piece < starts[task + 1]; piece++) {
        sums[pieces.states[piece]] += ends[piece] - pieces.begins[piece];
      }
    }
    return sums;
  }

  // MARK: what is chosen

  let chosen = null;
  const listeners = [];
  // Calls with each lane of samples and time in which one of some tasks ran.
  const eachPart = list => body => {
    for (const task of list) {
      for (let piece = starts[task]; piece < starts[task + 1]; piece++) {
        const thread = pieces.states[piece] === State.running ? data.threads[pieces.links[piece]] : null;
        if (thread && thread.lane >= 0) body(thread.lane, pieces.begins[piece], ends[piece]);
      }
    }
  };
  function choose(list, text) {
    if (!list.length) return trace.select(null);
    let from = Infinity, to = -Infinity;
    for (const task of list) {
      from = Math.min(from, tasks.begins[task]);
      to = Math.max(to, tasks.ends[task]);
    }
    trace.select({ from, to, label: text || label(list[0]), thread: -1, tasks: list, eachPart: eachPart(list) });
  }
  const where = holds => {
    const list = [];
    for (let task = 0; task < count; task++) if (holds(task)) list.push(task);
    return list;
  };
  const hasPiece = holds => {
    const found = new Uint8Array(count);
    for (let piece = 0; piece < owners.length; piece++) if (holds(piece)) found[owners[piece]] = 1;
    return where(task => found[task]);
  };

  // MARK: lanes of the timeline

  const stripHeight = 12, stepsHeight = 20, allBusy = "#2e7d3a";
  const colourOf = (creator, isDark) => `hsl(${hue(creator + 2)} 55% ${isDark ? 55 : 60}%)`;
  const firstAfter = (times, from) => firstNot(index => times[index] <= from, 0, times.length);
  // A curve of steps; of those within a pixel the highest is seen.
  function drawSteps({ context, x, view, width }, times, values, most, top, height, colour) {
    let column = -1, highest = 0, last = 0;
    const fill = (from, to, value) => {
      if (value <= 0 || to <= from) return;
      const tall = Math.max(value / most * height, 1);
      context.fillStyle = colour(value);
      context.fillRect(from, top + height - tall, to - from, tall);
    };
    const flush = to => {
      if (column < 0) return;
      fill(column, Math.min(column + 1, to), highest);
      fill(column + 1, to, last);
    };
    for (let index = Math.max(firstAfter(times, view.from) - 1, 0); index < times.length && times[index] < view.to; index++) {
      const left = Math.max(Math.floor(x(times[index])), 0);
      if (left !== column) {
        flush(left);
        column = left;
        highest = 0;
      }
      last = values[index];
      highest = Math.max(highest, last);
    }
    flush(width);
  }
  // Who was on some executors, and how many have waited for them, at each time.
  function histories(executors) {
    const found = new Map(executors.map(executor => [executor, { executor, stays: [], changes: [] }]));
    for (let piece = 0; piece < owners.length; piece++) {
      const state = pieces.states[piece];
      if (state !== State.running && state !== State.executor) continue;
      const history = found.get(pieces.details[piece]);
      if (!history) continue;
      if (state === State.running) history.stays.push(piece);
      else history.changes.push([pieces.begins[piece], 1], [ends[piece], -1]);
    }
    for (const history of found.values()) {
      history.stays.sort((a, b) => pieces.begins[a] - pieces.begins[b]);
      history.begins = Float64Array.from(history.stays, piece => pieces.begins[piece]);
      history.changes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      history.times = Float64Array.from(history.changes, ([time]) => time);
      let waiting = 0;
      history.waiting = Int32Array.from(history.changes, ([, change]) => waiting += change);
      history.most = history.waiting.reduce((most, value) => Math.max(most, value), 0);
      delete history.changes;
    }
    return executors.map(executor => found.get(executor));
  }
  function stayAt({ begins, stays }, at, slack) {
    const index = firstAfter(begins, at) - 1;
    for (const near of [index, index + 1]) {
      const piece = stays[near];
      if (piece !== undefined && pieces.begins[piece] <= at + slack && ends[piece] >= at - slack) return piece;
    }
    return null;
  }
  const valueAt = (times, values, at) => { const index = firstAfter(times, at) - 1; return index < 0 ? 0 : values[index]; };
  function executorLane(history) {
    const name = executorName(history.executor);
    return {
      name: history.most ? `${name}, at most ${history.most} wait` : name,
      height: stripHeight + (history.most ? stepsHeight : 0),
      draw(drawing, top) {
        const { view, isDark } = drawing;
        const paint = painter(drawing, piece => {
          const isFaded = chosen && !chosen.mark[owners[piece]];
          return isFaded ? (isDark ? "#4a4a52" : "#d4d4da") : colourOf(tasks.creators[owners[piece]], isDark);
        });
        for (let index = Math.max(firstAfter(history.begins, view.from) - 1, 0); index < history.stays.length; index++) {
          const piece = history.stays[index];
          if (pieces.begins[piece] > view.to) break;
          if (ends[piece] >= view.from) paint(piece, pieces.begins[piece], ends[piece], top, stripHeight - 1);
        }
        if (history.most) {
          const { times, waiting, most } = history;
          drawSteps(drawing, times, waiting, most, top + stripHeight, stepsHeight, () => colours[State.executor]);
        }
      },
      find(at, slack, y) {
        const waiters = valueAt(history.times, history.waiting, at);
        const waiting = `${waiters} ${waiters === 1 ? "waits" : "wait"} for ${name}`;
        const piece = y < stripHeight ? stayAt(history, at, slack) : null;
        return piece === null ? waiting :
          `${label(owners[piece])}\nruns on ${name} for ${time(ends[piece] - pieces.begins[piece])}\n${waiting}`;
      },
      pick(at, slack, y) {
        if (y < stripHeight) {
          const piece = stayAt(history, at, slack);
          return piece === null ? trace.select(null) : choose([owners[piece]]);
        }
        const list = hasPiece(piece => pieces.states[piece] === State.executor && pieces.details[piece] === history.executor &&
          pieces.begins[piece] <= at && ends[piece] >= at);
        choose(list, list.length === 1 ? "" : `${list.length} tasks that wait for ${name}`);
      },
    };
  }
  function poolLane(pool) {
    const times = ticks(pool.times), busy = words(pool.busy), waiting = words(pool.waiting);
    const mostBusy = busy.reduce((most, value) => Math.max(most, value), pool.processors || 1);
    const mostWaiting = waiting.reduce((most, value) => Math.max(most, value), 0);
    const rough = pool.step ? `; the most of each ${time(pool.step)}` : "";
    return {
      name: `pool${severalProcesses ? ` of ${pool.name}` : ""} of ${pool.processors || "?"} threads, ` +
        `at most ${mostWaiting} tasks wait${rough}`,
      height: stepsHeight + (mostWaiting ? stepsHeight + 2 : 0),
      draw(drawing, top) {
        drawSteps(drawing, times, busy, mostBusy, top, stepsHeight, value =>
          pool.processors && value >= pool.processors ? allBusy : colours[State.running]);
        if (!mostWaiting) return;
        drawSteps(drawing, times, waiting, mostWaiting, top + stepsHeight + 2, stepsHeight, () => colours[State.ready]);
      },
      find(at) {
        const threads = valueAt(times, busy, at), tasks = valueAt(times, waiting, at);
        return `${threads} ${threads === 1 ? "thread of the pool is" : "threads of the pool are"} busy, ` +
          `${tasks} ${tasks === 1 ? "task waits" : "tasks wait"} for one`;
      },
      pick(at) {
        const list = hasPiece(piece => pieces.states[piece] === State.ready && pieces.begins[piece] <= at && ends[piece] >= at);
        choose(list, list.length === 1 ? "" : `${list.length} tasks that wait for a thread`);
      },
    };
  }
  const pools = data.pools.map(poolLane);
  let shown = histories(data.executors.drawn);
  const setLanes = () => trace.setLanes([...pools, ...shown.map(executorLane)], null, "tasks", [
    ["Pool", [
      [colours[State.running], "threads that run tasks"], [allBusy, "as many as processors"],
      [colours[State.ready], "tasks that wait for one"],
    ]],
    ["Actors", [[null, "who runs there, coloured by creator"], [colours[State.executor], "below, how many tasks wait for it"]]],
  ]);
  // Draws some executors more, the first of them.
  function showExecutors(executors) {
    const missing = executors.slice(0, 6).filter(executor => !shown.some(history => history.executor === executor));
    if (!missing.length) return;
    shown = [...shown, ...histories(missing)];
    setLanes();
  }

  window.hamonTasks = {
    data, tasks, pieces, starts, ends, owners, count, State, colours, words,
    creatorName, executorName, label, describe, ender, firstPiece, statesOf,
    choose, where, hasPiece, showExecutors, stays: executor => histories([executor])[0], chosen: () => chosen,
    whenChosen: listener => { listeners.push(listener); listener(); },
  };
  setLanes();
  trace.whenChanged(() => {
    const selected = trace.selected();
    const list = selected && selected.tasks ? selected.tasks : null;
    if (list === (chosen && chosen.list)) return;
    chosen = null;
    if (list) {
      const mark = new Uint8Array(count);
      for (const task of list) mark[task] = 1;
      chosen = { list, mark, label: selected.label };
    }
    for (const listener of listeners) listener();
  });
})();
