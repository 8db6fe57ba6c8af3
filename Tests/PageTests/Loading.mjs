// Runs scripts of pages without a browser: what they ask of a document is made up as far as they use it.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

class Element extends EventTarget {
  constructor(id) { super(); Object.assign(this, { id, children: [], style: {}, textContent: "", title: "" }); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; this.textContent = ""; }
  contains(element) { return this.children.includes(element); }
  focus() { document.activeElement = this; this.happens("focus"); }
  happens(name, fields = {}) { this.dispatchEvent(Object.assign(new Event(name), fields)); }
}
const elements = new Map();
export const element = id => elements.get(id) ?? elements.set(id, new Element(id)).get(id);
const document = { getElementById: element, createElement: () => new Element(), activeElement: null };

const page = createContext({ document, atob, Option: function Option(text, value) { Object.assign(this, { text, value }); } });
page.window = page;
export function load(...names) {
  for (const name of names) {
    const file = new URL(`../../Sources/Suite/CPages/Pages/${name}.js`, import.meta.url);
    runInContext(readFileSync(file, "utf8"), page, { filename: file.pathname });
  }
  return page;
}
