"""Checks the site as its readers use it: each link leads to a page that is there, at an anchor that it has, and the search finds
something in each module."""
import html.parser, json, shutil, subprocess, urllib.parse


class PageReader(html.parser.HTMLParser):
    """The links and anchors of a page."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.doubled = [], set(), []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "action"):
                self.links.append(value)
            elif name == "id":
                if value in self.anchors:
                    self.doubled.append(value)
                self.anchors.add(value)


def problems(site, modules):
    """What is wrong with the site in a folder."""
    found = []
    pages = {}
    for file in sorted(site.rglob("*.html")):
        reader = PageReader()
        reader.feed(file.read_text())
        pages[file.resolve()] = reader
    for file, reader in pages.items():
        name = file.relative_to(site.resolve())
        found += [f"{name}: two elements are called {anchor}" for anchor in reader.doubled]
        for link in reader.links:
            problem = follow(link, file, pages, site.resolve())
            if problem:
                found.append(f"{name}: the link {link} leads nowhere: {problem}")
    index = json.loads((site / "search-index.js").read_text().removeprefix("window.hamonSearchIndex = ").rstrip(";\n"))
    for title, _, address, _, _ in index:
        problem = follow(address, site.resolve() / "search.html", pages, site.resolve())
        if problem:
            found.append(f"search-index.js: {title} leads nowhere: {problem}")
    return found + search(site, modules, index)


def follow(link, file, pages, site):
    """Why a link leads nowhere, or None."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme in ("http", "https", "mailto"):
        return None
    if parts.scheme or link.startswith("/"):
        return "it isn't relative"
    target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
    if not target.is_relative_to(site):
        return "it leaves the site"
    if not target.is_file():
        return f"there is no {target.relative_to(site)}"
    anchor = urllib.parse.unquote(parts.fragment)
    if anchor and anchor not in pages[target].anchors:
        return f"{target.relative_to(site)} has no #{anchor}"
    return None


def search(site, modules, index):
    """Searches for each module and for one of its symbols, by the site's own script where node is there to run it."""
    found = []
    queries = {}
    for module in modules:
        queries[module] = f"modules/{module.lower()}/"
        own = [entry for entry in index if entry[2].startswith(queries[module]) and entry[1] != "module"]
        if not own:
            found.append(f"{module}: no symbol of it is in the search")
        else:
            queries[f"{module} {own[0][0]}"] = queries[module]
    if shutil.which("node") is None:
        print("docs: there is no node to run the search with; its index was looked at only")
        return found
    script = """
      const { search } = require(process.argv[1]);
      const text = require("fs").readFileSync(process.argv[2], "utf8");
      const window = {}; eval(text);
      const queries = JSON.parse(process.argv[3]);
      console.log(JSON.stringify(queries.map((query) => search(window.hamonSearchIndex, query, 10).map((entry) => entry[2]))));
    """
    files = [str((site / name).resolve()) for name in ("site.js", "search-index.js")]
    outcome = subprocess.run(["node", "-e", script, *files, json.dumps(list(queries))], capture_output=True, text=True)
    if outcome.returncode != 0:
        return found + [f"site.js: the search fails: {outcome.stderr.strip()}"]
    for (query, folder), hits in zip(queries.items(), json.loads(outcome.stdout)):
        if not any(hit.startswith(folder) for hit in hits):
            found.append(f"search: {query} finds nothing of {folder}, but {hits[:3]}")
    return found
