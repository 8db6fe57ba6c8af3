// Search over the site's pages. The index is a script, because a page that is opened from a folder may fetch nothing.
"use strict";

/**
 * The entries that have all words of a query, best first: what is called so before what begins so, and that before
 * what only mentions it; types before their members.
 * An entry is [title, kind, address, context, text].
 */
function search(index, query, limit) {
  const words = query.toLowerCase().split(/[\s.]+/).filter((word) => word.length > 0);
  if (words.length === 0) return [];
  const found = [];
  for (const entry of index) {
    const title = entry[0].toLowerCase();
    const name = title.replace(/\(.*/, "");
    const context = entry[3].toLowerCase();
    let score = 0;
    for (const word of words) {
      let best = 0;
      if (name === word || title === word) best = 100;
      else if (name.startsWith(word)) best = 60;
      else if (title.includes(word)) best = title.split(/[\s(:_]+/).includes(word) ? 45 : 30;
      else if (context.includes(word)) best = 12;
      else if (entry[4].toLowerCase().includes(word)) best = 6;
      if (best === 0) { score = 0; break; }
      score += best;
    }
    if (score === 0) continue;
    if (/^(module|class|structure|enumeration|protocol|function|guide|article)$/.test(entry[1])) score += 8;
    if (entry[1] === "module") score += 10;
    score -= Math.min(title.length + context.length, 90) / 20;
    found.push([score, entry]);
  }
  found.sort((one, other) => other[0] - one[0]);
  // Of overloads the first is enough: the others stand below it.
  const seen = new Set();
  const distinct = found.filter(([, entry]) => {
    const name = entry[0] + "\n" + entry[3];
    return !seen.has(name) && seen.add(name);
  });
  return distinct.slice(0, limit).map((pair) => pair[1]);
}

function show(entries, root, into) {
  into.replaceChildren();
  for (const [title, kind, address, context, text] of entries) {
    const hit = document.createElement("a");
    hit.className = "hit";
    hit.href = root + address;
    const name = document.createElement("b");
    name.textContent = title;
    const about = document.createElement("small");
    about.textContent = [context, kind].filter((part) => part).join(" · ") + (text ? ": " + text.slice(0, 140) : "");
    hit.append(name, about);
    into.append(hit);
  }
  if (entries.length === 0) into.textContent = "Nothing has all of these words.";
}

function start() {
  const root = document.currentScript.dataset.root;
  const field = document.getElementById("site-query");
  const results = document.getElementById("site-results");
  const page = document.getElementById("site-found");
  let loading = null;
  const load = () => loading ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = () => done(window.hamonSearchIndex);
    document.head.append(script);
  });

  const asked = new URLSearchParams(location.search).get("q");
  if (page && asked) {
    field.value = asked;
    load().then((index) => show(search(index, asked, 100), root, page));
  }
  const update = () => load().then((index) => {
    results.hidden = field.value.trim() === "";
    if (!results.hidden) show(search(index, field.value, 20), root, results);
  });
  field.addEventListener("input", update);
  field.addEventListener("focus", () => { load(); if (field.value && !page) update(); });
  document.addEventListener("click", (event) => {
    if (!results.contains(event.target) && event.target !== field) results.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing) { event.preventDefault(); field.focus(); }
    if (event.key === "Escape") { results.hidden = true; field.blur(); }
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !results.hidden) {
      const hits = [...results.querySelectorAll(".hit")];
      const next = hits.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
      (hits[next] ?? field).focus();
    }
  });
  const current = document.querySelector("nav a[aria-current]");
  if (current && current.getBoundingClientRect().bottom > innerHeight) current.scrollIntoView({ block: "center" });
}

if (typeof document !== "undefined") start();
else module.exports = { search };
