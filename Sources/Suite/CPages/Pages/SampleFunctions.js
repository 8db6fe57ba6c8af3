// Fills the table of functions, which takes the place of the one that a page without scripts shows.
(() => {
  "use strict";
  const { data, parents, functions, matches, whenSearched, whenSummed } = window.hamonSamples, { element, time } = window.hamon;
  element("sample-functions-all").hidden = true;
  const area = element("sample-functions"), more = element("sample-functions-more"), note = element("sample-functions-note");
  const count = parents.length;
  // A function that calls itself has the time of its outermost call.
  const isOutermost = Uint8Array.from(parents, (parent, node) => {
    for (; parent >= 0; parent = parents[parent]) if (functions[parent] === functions[node]) return 0;
    return 1;
  });
  // The line where a closure begins is the name's, unless a line is told besides.
  const shown = (name, source) => source ? name.replace(/^((?:implicit )?closure .+), [^,]+:\d+$/, "$1") : name;
  const file = source => source ? source.split("/").pop() : "-";
  const columns = [
    { title: "function", value: row => row.name, text: row => row.name, rises: true },
    { title: "of", value: row => row.object, text: row => row.object, rises: true },
    { title: "self", value: row => row.self, text: row => time(row.self), isNumber: true },
    { title: "self %", value: row => row.self, text: row => (row.self / row.all * 100).toFixed(1), isNumber: true },
    { title: "total", value: row => row.total, text: row => time(row.total), isNumber: true },
    { title: "blocked", value: row => row.blocked, text: row => time(row.blocked), isNumber: true },
    { title: "line", value: row => file(row.source), text: row => file(row.source), rises: true },
  ];
  let rows = [], column = 2, rises = false, most = 40;

  function summed(sums) {
    const total = sums.running.slice(), blocked = sums.waiting.slice();
    for (let node = count - 1; node >= 0; node--) {
      if (parents[node] < 0) continue;
      total[parents[node]] += total[node];
      blocked[parents[node]] += blocked[node];
    }
    const all = Math.max(sums.running.reduce((sum, value) => sum + value, sums.runningUnknown), 1);
    rows = data.functions.map(({ n, o, s }, fn) => ({ fn, name: shown(n, s), object: o, source: s, self: 0, total: 0, blocked: 0, all }));
    for (let node = 0; node < count; node++) {
      const row = rows[functions[node]];
      row.self += sums.running[node];
      if (!isOutermost[node]) continue;
      row.total += total[node];
      row.blocked += blocked[node];
    }
    rows = rows.filter(row => row.total > 0 || row.blocked > 0);
    draw();
  }
  function draw() {
    const matched = matches();
    const { value } = columns[column];
    const sorted = rows.filter(row => !matched || matched[row.fn]).sort((a, b) => {
      const [left, right] = rises ? [a, b] : [b, a];
      return value(left) < value(right) ? -1 : value(left) > value(right) ? 1 :
        b.total + b.blocked - a.total - a.blocked;
    });
    const table = document.createElement("table");
    const head = table.createTHead().insertRow();
    columns.forEach(({ title, isNumber }, index) => {
      const cell = document.createElement("th"), button = document.createElement("button");
      cell.scope = "col";
      if (isNumber) cell.className = "number";
      if (index === column) cell.ariaSort = rises ? "ascending" : "descending";
      button.textContent = title + (index === column ? (rises ? " \u25b2" : " \u25bc") : "");
      button.addEventListener("click", () => {
        rises = index === column ? !rises : !!columns[index].rises;
        column = index;
        draw();
        area.querySelectorAll("th button")[index].focus();
      });
      cell.append(button);
      head.append(cell);
    });
    const body = table.createTBody();
    for (const row of sorted.slice(0, most)) {
      const line = body.insertRow();
      for (const { text, isNumber, title } of columns) {
        const cell = line.insertCell();
        cell.textContent = text(row);
        if (isNumber) cell.className = "number";
        if (title === "line" && row.source) cell.title = row.source;
      }
    }
    area.replaceChildren(table);
    more.hidden = sorted.length <= most;
    note.textContent = sorted.length > most ? `The first ${most} of ${sorted.length} functions.` : `${sorted.length} functions.`;
  }
  more.addEventListener("click", () => { most += 200; draw(); });
  whenSearched(draw);
  whenSummed(summed);
})();
