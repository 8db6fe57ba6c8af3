/// The script that draws the flame graph.
///
/// A frame is as wide as the time that it and all below it took themselves, so that children which ran
/// at the same time stand beside each other, and a parent that only waited for them is as wide as they.
enum FlameGraphScript {
  static let text = #"""
    (() => {
      "use strict";
      const { data, time } = window.hamonTrace;
      const root = { name: "all", own: 0, count: 0, total: 0, children: [], weight: 0, parent: null };
      const nodes = data.frames.map(frame => ({ ...frame, children: [], weight: 0 }));
      // A parent comes before its children, so weights are summed from the end.
      for (let index = nodes.length - 1; index >= 0; index--) {
        const node = nodes[index];
        const parent = data.frames[index].parent < 0 ? root : nodes[data.frames[index].parent];
        node.weight += Math.max(node.own, 0);
        parent.weight += node.weight;
        parent.children.push(node);
        node.parent = parent;
      }
      const area = document.getElementById("flame");
      const note = document.getElementById("flame-note");
      const rowHeight = 19;
      const hash = text => [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 100003, 7);

      function show(top) {
        area.replaceChildren();
        let depth = 0;
        const ancestors = [];
        for (let node = top.parent; node; node = node.parent) ancestors.unshift(node);
        const place = (node, left, width, row, faded) => {
          if (width < .08) return;
          depth = Math.max(depth, row);
          const frame = document.createElement("button");
          frame.className = faded ? "frame faded" : "frame";
          frame.style.left = `${left}%`;
          frame.style.width = `${width}%`;
          frame.style.top = `${row * rowHeight}px`;
          frame.style.background = `hsl(${20 + hash(node.name) % 40} 80% ${60 + hash(node.name) % 12}%)`;
          frame.textContent = node.name;
          frame.title = node === root ? "all" :
            `${node.name}\n${node.count} in ${time(node.total)}, ${time(node.own)} of it itself, ` +
            `${(node.weight / root.weight * 100).toFixed(2)} % of all`;
          frame.addEventListener("click", () => show(node));
          frame.addEventListener("mouseenter", () => { note.textContent = frame.title; });
          area.append(frame);
        };
        ancestors.forEach((node, row) => place(node, 0, 100, row, true));
        const visit = (node, left, width, row) => {
          place(node, left, width, row, false);
          let next = left;
          for (const child of node.children.sort((a, b) => b.weight - a.weight)) {
            const part = node.weight > 0 ? width * child.weight / node.weight : 0;
            visit(child, next, part, row + 1);
            next += part;
          }
        };
        visit(top, 0, 100, ancestors.length);
        area.style.height = `${(depth + 1) * rowHeight + 4}px`;
      }
      show(root);
    })();
    """#
}
