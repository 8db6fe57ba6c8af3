// Tells of the chosen tasks, and lets the rows of the tables choose theirs.
(() => {
  "use strict";
  const {
    data, tasks, pieces, starts, ends, State, colours, words, creatorName, executorName, label, describe, ender, statesOf,
    choose, where, hasPiece, showExecutors, stays, owners, chosen, whenChosen,
  } = window.hamonTasks;
  const trace = window.hamonTrace, forest = window.hamonTaskForest, { element, time, showStates } = window.hamon;
  const told = element("tasks-told");
  const paragraph = (...parts) => {
    const made = document.createElement("p");
    made.append(...parts);
    return made;
  };
  // A task as a button that goes to it.
  function link(task) {
    const button = document.createElement("button");
    button.textContent = label(task);
    button.addEventListener("click", () => { choose([task]); forest.reveal(task); });
    return button;
  }

  // MARK: what is told of the chosen ones

  function bar(sums) {
    const bar = document.createElement("div"), legend = document.createElement("ul");
    bar.className = "tasks-bar";
    legend.className = "legend";
    showStates(bar, legend, sums, data.states, colours);
    return [bar, legend];
  }
  // Who was on an executor in a time, in words.
  function occupants(executor, from, to) {
    const history = stays(executor), lengths = new Map();
    let count = 0;
    for (const piece of history.stays) {
      const length = Math.min(ends[piece], to) - Math.max(pieces.begins[piece], from);
      if (length <= 0) continue;
      count++;
      const creator = tasks.creators[owners[piece]];
      lengths.set(creator, (lengths.get(creator) || 0) + length);
    }
    const [most] = [...lengths].sort((a, b) => b[1] - a[1]);
    const often = count === 1 ? "once" : `${count} times`;
    return most ? `; meanwhile others ran there ${often}, mostly ${creatorName(most[0])}, ${time(most[1])}` : "";
  }
  function waits(task) {
    const list = document.createElement("ol");
    const longest = [];
    for (let piece = starts[task]; piece < starts[task + 1]; piece++) {
      if (pieces.states[piece] >= State.ready) longest.push(piece);
    }
    longest.sort((a, b) => ends[b] - pieces.begins[b] - ends[a] + pieces.begins[a]);
    for (const piece of longest.slice(0, 5)) {
      const item = document.createElement("li"), by = ender(piece), state = pieces.states[piece];
      const meanwhile = state === State.executor && pieces.details[piece] >= 0
        ? occupants(pieces.details[piece], pieces.begins[piece], ends[piece]) : "";
      const length = time(ends[piece] - pieces.begins[piece]), from = trace.time(pieces.begins[piece], 6);
      item.append(`${length}, from ${from} on: ${describe(piece)}${meanwhile}`);
      if (by) item.append(`; ${by.verb} `, by.task >= 0 ? link(by.task) : by.text);
      list.append(item);
    }
    return list;
  }
  function tellOne(task) {
    const flags = tasks.flags[task], parent = tasks.parents[task];
    const title = document.createElement("strong");
    title.textContent = label(task);
    const end = flags & 1 ? "ended" : "had not ended when the trace did";
    const life = time(tasks.ends[task] - tasks.begins[task]);
    const cancelled = flags & 2 ? ", was cancelled" : "";
    const first = paragraph(title, `: lived ${life} from ${trace.time(tasks.begins[task], 6)} on, ${end}${cancelled}.`);
    if (parent >= 0) first.append(" Created by ", link(parent), ".");
    else if (parent === -2) first.append(" Created by a task that isn't on this page.");
    const found = [first, ...bar(statesOf([task]))];
    const place = data.rows.slowest.indexOf(task);
    if (place >= 0) found.push(paragraph(`${data.sentences[place]}.`));
    if (flags & 4) found.push(paragraph("Its short times are added up: not in their order."));
    const list = waits(task);
    if (list.children.length) found.push(paragraph("Its longest waits:"), list);
    return found;
  }
  function tellSome({ list, label: text }) {
    const title = document.createElement("strong");
    title.textContent = text;
    const lives = list.map(task => tasks.ends[task] - tasks.begins[task]);
    const all = lives.reduce((sum, life) => sum + life, 0), most = lives.reduce((most, life) => Math.max(most, life), 0);
    return [
      paragraph(title, `: lived ${time(all)} together. The longest, ${time(most)}: `, link(list[lives.indexOf(most)]), "."),
      ...bar(statesOf(list)),
    ];
  }
  whenChosen(() => {
    const now = chosen();
    if (!now) told.replaceChildren(paragraph("No task is chosen. Click one, or a row of the tables below."));
    else told.replaceChildren(...(now.list.length === 1 ? tellOne(now.list[0]) : tellSome(now)));
  });

  // MARK: rows of the tables

  const amount = (list, text) => `${list.length} ${list.length === 1 ? "task" : "tasks"}: ${text}`;
  const select = {
    creators(row) {
      const creator = data.rows.creators[row];
      const list = where(task => tasks.creators[task] === creator);
      const all = data.creators[creator].count;
      const text = list.length < all ? `${creatorName(creator)}, of ${all}; the others aren't on this page` : creatorName(creator);
      return [list, amount(list, text)];
    },
    executors(row) {
      const executors = data.rows.executors[row], found = new Set(executors);
      showExecutors(executors);
      const list = hasPiece(piece => (pieces.states[piece] === State.running || pieces.states[piece] === State.executor) &&
        found.has(pieces.details[piece]));
      return [list, amount(list, `on ${executorName(executors[0]).replace(/ \d+$/, "")}, or waiting for it`)];
    },
    pools(row) {
      const [from, to] = data.rows.pools[row];
      if (from === undefined) return [[], ""];
      const list = hasPiece(piece => pieces.states[piece] === State.ready && pieces.begins[piece] < to && ends[piece] > from);
      const text = `waiting for a thread in the ${time(to - from)} in which the pool was starved longest`;
      return [list, amount(list, text), { from, to }];
    },
    hops(row) {
      const list = Array.from(words(data.rows.hops[row]));
      return [list, amount(list, "that came to the main actor from there")];
    },
    suspended(row) {
      const list = Array.from(words(data.rows.suspended[row]));
      return [list, amount(list, "that wait for the same at the end")];
    },
    slowest(row) { const task = data.rows.slowest[row]; return [task < 0 ? [] : [task], ""]; },
  };
  for (const area of document.querySelectorAll(".task-rows")) {
    const selected = select[area.dataset.rows];
    const note = document.createElement("p");
    note.setAttribute("aria-live", "polite");
    area.append(note);
    area.querySelectorAll("tbody tr").forEach((line, row) => {
      const cell = line.cells[0], button = document.createElement("button");
      button.append(...cell.childNodes);
      button.title = "Show these tasks";
      cell.append(button);
      line.addEventListener("click", () => {
        // Whoever marks text wants to copy it.
        if (getSelection().toString()) return;
        const [list, text, range] = selected(row);
        note.textContent = list.length ? "" : "None of its tasks is on this page.";
        if (!list.length) return;
        choose(list, list.length === 1 ? "" : text);
        if (list.length === 1) forest.reveal(list[0]); else forest.showChosen();
        if (range) trace.showAround(range);
        element("tasks-area").scrollIntoView({ block: "center" });
      });
    });
  }
})();
