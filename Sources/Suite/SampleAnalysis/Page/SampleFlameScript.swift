/// The script that draws the flame graphs of samples and of waits.
///
/// Frames are made as far as they are wide enough to be seen, from the widest callers down, or, inverted, from what ran or waited.
enum SampleFlameScript {
  static let text = #"""
    (() => {
      "use strict";
      const { data, parents, functions, time, matches, whenSearched, whenSummed } = window.hamonSamples;
      const rowHeight = 19, narrowest = .15, mostFrames = 4000;
      const count = parents.length;
      // The children of each node, one list behind the other.
      const starts = new Int32Array(count + 1), children = new Int32Array(count), outermost = [];
      for (const parent of parents) if (parent >= 0) starts[parent + 1]++;
      for (let node = 0; node < count; node++) starts[node + 1] += starts[node];
      const next = starts.slice();
      parents.forEach((parent, node) => { if (parent < 0) outermost.push(node); else children[next[parent]++] = node; });
      const hash = text => [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 100003, 7);

      function graph(kind, hueFrom) {
        const area = document.getElementById(`flame-${kind}`), note = document.getElementById(`flame-${kind}-note`);
        const order = document.getElementById(`flame-${kind}-order`), found = document.getElementById(`flame-${kind}-found`);
        let own = null, total = null, unknown = 0, all = 0;
        // The functions from the top to what is zoomed to; it stays while what is selected changes.
        let path = [];
        let shown = [];

        const callers = node => ({
          fn: functions[node], weight: total[node], own: own[node],
          children: () => Array.from(children.subarray(starts[node], starts[node + 1])).filter(child => total[child] > 0).map(callers),
        });
        // One function with the nodes that lead to it, each with its part of the weight.
        const inverted = (fn, nodes) => ({
          fn, weight: nodes.reduce((sum, [, weight]) => sum + weight, 0),
          own: nodes.reduce((sum, [node, weight]) => parents[node] < 0 ? sum + weight : sum, 0),
          children: () => grouped(nodes.filter(([node]) => parents[node] >= 0).map(([node, weight]) => [parents[node], weight])),
        });
        function grouped(nodes) {
          const groups = new Map();
          for (const entry of nodes) {
            const fn = functions[entry[0]];
            if (groups.has(fn)) groups.get(fn).push(entry); else groups.set(fn, [entry]);
          }
          return [...groups].map(([fn, nodes]) => inverted(fn, nodes));
        }
        function root() {
          const rest = unknown > 0 ? [{ fn: -1, weight: unknown, own: unknown, children: () => [] }] : [];
          return {
            fn: -2, weight: all, own: 0,
            children: () => rest.concat(order.value === "inverted"
              ? grouped(Array.from(own.keys()).filter(node => own[node] > 0).map(node => [node, own[node]]))
              : outermost.filter(node => total[node] > 0).map(callers)),
          };
        }
        const name = fn => fn === -2 ? "all" : fn === -1 ? "stack unknown" : data.functions[fn].n;
        function describe(frame) {
          if (frame.fn < 0) return `${name(frame.fn)}\n${time(frame.weight)}`;
          const { o, s } = data.functions[frame.fn];
          return `${name(frame.fn)}\n${[o, s].filter(part => part).join(", ")}\n` +
            `${time(frame.weight)}, ${(frame.weight / all * 100).toFixed(2)} % of all` +
            (order.value === "inverted" ? "" : `, ${time(frame.own)} of it itself`);
        }

        function place(frame, left, width, row, above, way) {
          if (width < narrowest || shown.length >= mostFrames) return false;
          const element = document.createElement("button");
          const matched = matches();
          const isFound = matched !== null && frame.fn >= 0 && matched[frame.fn];
          element.className = "frame" + (isFound ? " found" : above || matched !== null ? " faded" : "");
          element.style.left = `${left}%`;
          element.style.width = `${width}%`;
          element.style.top = `${row * rowHeight}px`;
          const own = name(frame.fn);
          element.style.background = frame.fn < 0 ? "#c9c9cf" :
            `hsl(${hueFrom + hash(own) % 35} ${data.functions[frame.fn].y ? 35 : 75}% ${68 + hash(own) % 10}%)`;
          element.textContent = own;
          element.title = describe(frame);
          element.tabIndex = shown.length ? -1 : 0;
          const entry = { element, row, left, width, way };
          element.addEventListener("click", () => zoom(way));
          element.addEventListener("mouseenter", () => { note.textContent = element.title; });
          element.addEventListener("focus", () => {
            for (const { element } of shown) element.tabIndex = -1;
            element.tabIndex = 0;
            note.textContent = element.title;
          });
          shown.push(entry);
          area.append(element);
          return true;
        }
        function draw() {
          area.replaceChildren();
          shown = [];
          if (all <= 0) {
            area.style.height = "";
            area.textContent = kind === "running" ? "No sample is here." : "Nothing has waited here.";
            return;
          }
          let top = root(), row = 0, depth = 0, way = [];
          for (const fn of path) {
            const child = top.children().find(child => child.fn === fn);
            if (!child) break;
            place(top, 0, 100, row++, true, way);
            way = [...way, fn];
            top = child;
          }
          path = way;
          const visit = (frame, left, width, row, way) => {
            if (!place(frame, left, width, row, false, way)) return;
            depth = Math.max(depth, row);
            let at = left;
            for (const child of frame.children().sort((a, b) => b.weight - a.weight)) {
              const part = width * child.weight / frame.weight;
              if (part < narrowest) break;
              visit(child, at, part, row + 1, [...way, child.fn]);
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
        function tellFound() {
          const matched = matches();
          found.textContent = "";
          if (!matched || all <= 0) return;
          const isFound = new Uint8Array(count);
          let sum = 0;
          for (let node = 0; node < count; node++) {
            isFound[node] = matched[functions[node]] || (parents[node] >= 0 && isFound[parents[node]]) ? 1 : 0;
            if (isFound[node]) sum += own[node];
          }
          found.textContent = `found in ${(sum / all * 100).toFixed(2)} % (${time(sum)})`;
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
        order.addEventListener("change", () => { path = []; draw(); });
        whenSearched(() => { draw(); tellFound(); });
        whenSummed(sums => {
          own = sums[kind];
          unknown = sums[`${kind}Unknown`];
          total = own.slice();
          for (let node = count - 1; node >= 0; node--) if (parents[node] >= 0) total[parents[node]] += total[node];
          all = outermost.reduce((sum, node) => sum + total[node], unknown);
          draw();
          tellFound();
        });
      }
      graph("running", 15);
      graph("waiting", 185);
    })();
    """#
}
