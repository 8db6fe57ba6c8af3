// Draws the flame graphs of samples and of waits.
(() => {
  "use strict";
  const { data, parents, functions, matches, whenSearched, whenSummed } = window.hamonSamples;
  const { time, stackFlames } = window.hamon;
  for (const [kind, hueFrom, nothing] of [["running", 15, "No sample is here."], ["waiting", 185, "Nothing has waited here."]]) {
    stackFlames({
      parents, nodes: functions, functions: data.functions, matches, whenSearched,
      whenSummed: listener => whenSummed(sums => listener({ own: sums[kind], unknown: sums[`${kind}Unknown`] })),
    }, kind, { hueFrom, text: time, nothing });
  }
})();
