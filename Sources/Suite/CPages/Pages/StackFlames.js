// Draws a flame graph of stacks: from the outermost callers down, or, inverted, from the innermost functions to their callers.
//
// A source has the tree of stacks: for each node the place of its caller (`parents`), that of its function (`nodes`), and the functions.
// It tells `whenSearched` and `whenSummed`, then with each node's `own` weight, and the weight of what has no stack, `unknown`.
window.hamon.stackFlames = (source, kind, look) => {
  "use strict";
  const { hueFrom, text, nothing } = look;
  const { parents, nodes: functions, functions: names, matches, whenSearched, whenSummed } = source;
  const { element, forest, flameGraph } = window.hamon;
  const count = parents.length, { roots, childrenOf } = forest(parents);
  const order = element(`flame-${kind}-order`), found = element(`flame-${kind}-found`);
  let own = null, total = null, unknown = 0, all = 0;

  const frame = (fn, weight, own, children) => ({
    key: fn, name: fn === -2 ? "all" : fn === -1 ? "stack unknown" : names[fn].n, weight, own, children,
  });
  const callers = node => frame(functions[node], total[node], own[node],
    () => Array.from(childrenOf(node)).filter(child => total[child] > 0).map(callers));
  // One function with the nodes that lead to it, each with its part of the weight.
  const inverted = (fn, nodes) => frame(fn, nodes.reduce((sum, [, weight]) => sum + weight, 0),
    nodes.reduce((sum, [node, weight]) => parents[node] < 0 ? sum + weight : sum, 0),
    () => grouped(nodes.filter(([node]) => parents[node] >= 0).map(([node, weight]) => [parents[node], weight])));
  function grouped(nodes) {
    const groups = new Map();
    for (const entry of nodes) {
      const fn = functions[entry[0]];
      if (groups.has(fn)) groups.get(fn).push(entry); else groups.set(fn, [entry]);
    }
    return [...groups].map(([fn, nodes]) => inverted(fn, nodes));
  }
  function root() {
    const rest = unknown > 0 ? [frame(-1, unknown, unknown, () => [])] : [];
    return frame(-2, all, 0, () => rest.concat(order.value === "inverted"
      ? grouped(Array.from(own.keys()).filter(node => own[node] > 0).map(node => [node, own[node]]))
      : roots.filter(node => total[node] > 0).map(callers)));
  }
  const { draw, reset } = flameGraph(element(`flame-${kind}`), element(`flame-${kind}-note`), {
    root, narrowest: .15, nothing,
    mark: ({ key }) => matches() && key >= 0 && matches()[key],
    colour: ({ key }, hash) => key < 0 ? "#c9c9cf" :
      `hsl(${hueFrom + hash % 35} ${names[key].y ? 35 : 75}% ${68 + hash % 10}%)`,
    title({ key, name, weight, own }) {
      if (key < 0) return `${name}\n${text(weight)}`;
      const { o, s } = names[key];
      return `${name}\n${[o, s].filter(part => part).join(", ")}\n` +
        `${text(weight)}, ${(weight / all * 100).toFixed(2)} % of all` +
        (order.value === "inverted" ? "" : `, ${text(own)} of it itself`);
    },
  });
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
    found.textContent = `found in ${(sum / all * 100).toFixed(2)} % (${text(sum)})`;
  }
  order.addEventListener("change", reset);
  whenSearched(() => { draw(); tellFound(); });
  whenSummed(sums => {
    own = sums.own;
    unknown = sums.unknown;
    total = own.slice();
    for (let node = count - 1; node >= 0; node--) if (parents[node] >= 0) total[parents[node]] += total[node];
    all = roots.reduce((sum, node) => sum + total[node], unknown);
    draw();
    tellFound();
  });
};
