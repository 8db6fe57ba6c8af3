"""One site of all modules and guides: pages of HTML with relative links, which open from a folder, and an index to search in."""
import html, json, pathlib, posixpath, re, shutil, urllib.parse

from highlight import highlight
from pages import ROOT, document_name, guides, tracked
from render import Renderer, escape, quote, slug

HERE = pathlib.Path(__file__).resolve().parent
# Symbols that have members have pages of their own, and so has what a module declares at its top; the rest is on its owner's page.
WITH_PAGES = {"module", "class", "struct", "enum", "protocol", "actor", "extension"}
WINGS = [("Suite", "Modules: benchmarks"), ("Signposts", "Modules: signposts"), ("Framework", "Modules: framework")]
INDEX = "docs/README.md"
LANGUAGES = {".swift": "swift", ".yml": "yaml", ".json": "json", ".c": "c", ".h": "c", ".def": "c"}
TEXT_LIMIT = 1_200


class Document:
    """What DocC has made of a symbol or an article, and where on the site it is."""

    def __init__(self, data, module):
        self.data = data
        self.module = module
        self.identifier = data["identifier"]["url"]
        self.path = data["variants"][0]["paths"][0] if data.get("variants") else self.identifier.split("/", 2)[2].lower()
        self.metadata = data["metadata"]
        self.title = self.metadata["title"]
        self.kind = self.metadata.get("symbolKind")
        self.role = self.metadata.get("role")
        self.children = []
        self.page = None
        self.anchor = None

    @property
    def parent(self):
        return self.identifier.rsplit("/", 1)[0]

    @property
    def is_article(self):
        return self.data["kind"] == "article" and self.role != "collectionGroup"

    @property
    def role_heading(self):
        heading = self.metadata.get("roleHeading", "")
        return {"Framework": "Module", "Article": ""}.get(heading, heading)

    @property
    def address(self):
        return quote_path(self.page) + (f"#{quote(self.anchor)}" if self.anchor else "")


class Site:
    def __init__(self, modules, output):
        self.modules = modules
        self.output = output
        self.problems = []
        self.documents = {}
        self.addresses = {}
        self.usrs = {}
        self.names = {}
        self.entries = []
        self.copied = set()
        self.listed = {}
        self.shown = None
        self.guides = guides()

    def report(self, problem):
        if problem not in self.problems:
            self.problems.append(problem)

    # MARK: Reading

    def read(self, archives, guides_archive):
        for module, archive in archives.items():
            for file in sorted((archive / "data/documentation").rglob("*.json")):
                self.add(Document(json.loads(file.read_text()), module))
        self.guide_documents = {}
        for path in self.guides:
            file = guides_archive / "data/documentation/guides" / f"{document_name(path).lower()}.json"
            self.guide_documents[path] = Document(json.loads(file.read_text()), None)
        self.place()

    def add(self, document):
        self.documents[document.identifier.lower()] = document

    def place(self):
        """Says where each document is."""
        taken = {}
        for document in self.documents.values():
            parts = document.path.split("/")[2:]
            owner = self.documents.get(document.parent.lower())
            has_page = (document.is_article or document.kind in WITH_PAGES or owner is None
                        or owner.kind in ("module", "extension") and owner.role == "collection" and document.role != "collectionGroup")
            if has_page:
                parts = [re.sub(r"[^a-z0-9._+-]+", "-", part).strip("-") or "operator" for part in parts]
                page = "modules/" + "/".join(parts) + ("/index.html" if len(parts) == 1 else ".html")
                if taken.setdefault(page, document) is not document:
                    page = page.removesuffix(".html") + f"-{sum(p.startswith(page[:-5]) for p in taken)}.html"
                    taken[page] = document
                document.page = page
        for document in self.documents.values():
            if document.page is None:
                owner = document
                while owner.page is None or owner.anchor is not None:
                    owner = self.documents[owner.parent.lower()]
                document.page = owner.page
                document.anchor = document.identifier.removeprefix(owner.identifier + "/")
                owner.children.append(document)
        for document in self.documents.values():
            self.addresses[document.identifier.lower()] = document.address
            self.addresses[document.path.lower()] = document.address
            if "externalID" in document.metadata:
                self.usrs.setdefault(document.metadata["externalID"], document.address)
            is_type = document.anchor is None and document.kind in WITH_PAGES | {"typealias"} and document.role != "collection"
            if is_type or document.kind == "module":
                self.names.setdefault(document.title, []).append(document)

    # MARK: Resolving

    def symbol(self, identifier):
        path, _, anchor = identifier.partition("#")
        address = self.addresses.get(path.lower())
        if address and anchor:
            # A part of an article.
            return f"{address}#{quote(anchor)}"
        return address

    def usr(self, usr):
        return self.usrs.get(usr)

    def name(self, code):
        """The page of the type that code names, where there is one only, or one of the module that is shown."""
        if not re.fullmatch(r"[A-Z]\w{2,}(\.[A-Z]\w+)?", code):
            return None
        found = self.names.get(code, [])
        own = [document for document in found if self.shown and document.module == self.shown.module]
        found = own if len(own) == 1 else found
        return found[0].address if len(found) == 1 and found[0] is not self.shown else None

    @staticmethod
    def guide_page(path):
        if path == "README.md":
            return "index.html"
        return re.sub(r"(^|/)README\.md$", r"\1index.html", path) if path.endswith("README.md") else path.removesuffix(".md") + ".html"

    def file(self, source, path, anchor):
        """The page of a file or folder of the repository, by its path from a page of it."""
        resolved = posixpath.normpath(posixpath.join(posixpath.dirname(source), path)) if path else source
        fragment = f"#{quote(anchor)}" if anchor else ""
        if resolved in self.guide_documents:
            return quote_path(self.guide_page(resolved)) + fragment
        readme = posixpath.join(resolved, "README.md")
        if readme in self.guide_documents:
            return quote_path(self.guide_page(readme)) + fragment
        if resolved.startswith("..") or not (ROOT / resolved).exists():
            return None
        if (ROOT / resolved).is_dir():
            page = posixpath.join(resolved, "index.html")
        else:
            page = resolved + ".html"
        self.listed[resolved] = page
        return quote_path(page) + fragment

    def picture(self, source, path):
        resolved = posixpath.normpath(posixpath.join(posixpath.dirname(source), urllib.parse.unquote(path)))
        if not (ROOT / resolved).is_file():
            return None
        if resolved not in self.copied:
            self.copied.add(resolved)
            target = self.output / resolved
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / resolved, target)
        return quote_path(resolved)

    # MARK: Writing

    def write(self):
        shutil.rmtree(self.output, ignore_errors=True)
        self.output.mkdir(parents=True)
        for name in ("site.css", "site.js"):
            shutil.copyfile(HERE / name, self.output / name)
        self.read_index()
        for path, document in self.guide_documents.items():
            self.write_guide(path, document)
        for document in self.documents.values():
            if document.anchor is None:
                self.shown = document
                if document.is_article:
                    self.write_article(document)
                else:
                    self.write_symbol(document)
        self.shown = None
        done = set()
        while set(self.listed) - done:
            for path in sorted(set(self.listed) - done):
                done.add(path)
                self.write_listed(path, self.listed[path])
        self.write_page("search.html", "Search", [], '<h1>Search</h1><div id="site-found" aria-live="polite"></div>'
                        "<noscript><p>Searching needs JavaScript; the contents don't.</p></noscript>", None)
        entries = json.dumps(self.entries, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        (self.output / "search-index.js").write_text(f"window.hamonSearchIndex = {entries};\n")

    def read_index(self):
        """The order of guides in the sidebar: the sections of docs/README.md and what they link to."""
        self.sections, seen = [], set()
        text = (ROOT / INDEX).read_text()
        for part in re.split(r"^## ", text, flags=re.M)[1:]:
            title, _, body = part.partition("\n")
            links = []
            for match in re.finditer(r"\[([^\]]+)\]\(([^)\s#]+)\)", body):
                path = posixpath.normpath(posixpath.join("docs", match.group(2)))
                if path in self.guide_documents and path not in seen:
                    seen.add(path)
                    links.append(path)
            if links:
                self.sections.append((title, links))
        for path in self.guides:
            if path.startswith("docs/") and path not in seen and path != INDEX:
                self.report(f"{path}: no section of {INDEX} links to it; the sidebar is made of those")

    def entry(self, title, kind, address, context, text):
        text = re.sub(r"\s+", " ", text).strip()
        self.entries.append([title, kind, address, context, text[:TEXT_LIMIT]])

    def write_guide(self, path, document):
        page = self.guide_page(path)
        renderer = Renderer(self, document.data.get("references", {}), path, page.count("/"), is_guide=True)
        renderer.anchors.add(slug(document.title))
        body = [f'<h1 id="{escape(slug(document.title))}">{escape(document.title)}</h1>']
        blocks = self.content(document)
        body.append(renderer.blocks(blocks))
        self.index_sections(page, document.title, "guide", renderer, [], blocks)
        crumbs = [] if path == "README.md" else [("Hamon", "index.html")]
        self.write_page(page, document.title, crumbs, "\n".join(body), renderer.headings, guide=path)

    @staticmethod
    def content(document):
        """The blocks of an article, without the heading that DocC adds."""
        sections = document.data.get("primaryContentSections", [])
        blocks = [block for section in sections if section["kind"] == "content" for block in section["content"]]
        if blocks and blocks[0]["type"] == "heading" and blocks[0]["text"] in ("Overview", "Discussion"):
            blocks = blocks[1:]
        return blocks

    def index_sections(self, page, title, kind, renderer, abstract, blocks):
        """An entry for each section of an article."""
        anchors = Renderer(self, {}, "", 0, renderer.is_guide)
        anchors.anchors.add(slug(title))
        heading, anchor, words = title, "", [renderer.plain(abstract)]
        for block in blocks:
            if block["type"] == "heading" and block["level"] <= 3:
                self.entry(heading, kind, page + anchor, title if anchor else "", " ".join(words))
                heading, words = block["text"], []
                anchor = "#" + quote(anchors.anchor(slug(heading) if renderer.is_guide else block["anchor"]))
            else:
                words.append(self.words(block, renderer))
        self.entry(heading, kind, page + anchor, title if anchor else "", " ".join(words))

    def words(self, block, renderer):
        match block["type"]:
            case "paragraph":
                return renderer.plain(block["inlineContent"])
            case "codeListing":
                return " ".join(block["code"])
            case "table":
                return " ".join(self.words(b, renderer) for row in block["rows"] for cell in row for b in cell)
            case "unorderedList" | "orderedList":
                return " ".join(self.words(b, renderer) for item in block["items"] for b in item["content"])
            case "aside":
                return " ".join(self.words(b, renderer) for b in block["content"])
        return ""

    def article_source(self, document):
        """The file of an article or of a page about a symbol, from whose folder its links go."""
        folder = self.modules[document.module].catalogue
        return (folder.relative_to(ROOT) / "page.md").as_posix()

    def renderer(self, document):
        """What renders a symbol or an article of a catalogue."""
        references = document.data.get("references", {})
        return Renderer(self, references, self.article_source(document), document.page.count("/"), is_guide=False)

    def write_article(self, document):
        renderer = self.renderer(document)
        abstract, blocks = document.data.get("abstract", []), self.content(document)
        body = [f"<h1>{escape(document.title)}</h1>", f'<p class="abstract">{renderer.inline(abstract)}</p>', renderer.blocks(blocks)]
        body.append(self.topics(document, renderer, inlined=False))
        self.index_sections(document.page, document.title, "article", renderer, abstract, blocks)
        self.write_page(document.page, document.title, self.crumbs(document), "\n".join(body), renderer.headings, module=document.module)

    def crumbs(self, document):
        crumbs, identifier = [], document.parent
        while (owner := self.documents.get(identifier.lower())) is not None:
            crumbs.append((owner.title, owner.address))
            identifier = owner.parent
        return [("Hamon", "index.html")] + crumbs[::-1]

    def write_symbol(self, document):
        renderer = self.renderer(document)
        self.emitted = set()
        body = [f'<p class="role">{escape(document.role_heading)}</p>', f"<h1>{breakable(document.title)}</h1>"]
        body.append(self.description(document, renderer, 0))
        body.append(self.topics(document, renderer, inlined=True))
        left = [child for child in document.children if child.identifier not in self.emitted and child.role != "collectionGroup"]
        if left:
            body.append(renderer.heading("More", 2, "more"))
            body += [self.member(child) for child in left]
        body.append(self.relations(document, renderer))
        context = ".".join(title for title, _ in self.crumbs(document)[1:])
        self.entry(document.title, document.role_heading.lower(), document.page, context, self.abstract_words(document))
        for child in document.children:
            if child.role != "collectionGroup":
                owner = self.documents[child.parent.lower()]
                context = f"{document.module}.{owner.title}"
                self.entry(child.title, child.role_heading.lower(), child.address, context, self.abstract_words(child))
        if document.kind == "module":
            self.index_sections(document.page, document.title, "article", renderer, [], self.content(document))
        self.write_page(document.page, document.title, self.crumbs(document), "\n".join(body), renderer.headings, module=document.module)

    def abstract_words(self, document):
        renderer = Renderer(self, document.data.get("references", {}), "", 0, False)
        blocks = self.content(document) if document.kind != "module" else []
        return " ".join([renderer.plain(document.data.get("abstract", []))] + [
            self.words(block, renderer) for block in blocks if block["type"] != "codeListing"])

    def description(self, document, renderer, level):
        """Abstract, declaration, parameters and discussion of a symbol."""
        parts = []
        abstract = document.data.get("abstract", [])
        if abstract:
            parts.append(f'<p class="abstract">{renderer.inline(abstract)}</p>')
        for section in document.data.get("primaryContentSections", []):
            match section["kind"]:
                case "declarations":
                    parts += [renderer.declaration(declaration["tokens"]) for declaration in section["declarations"]]
                case "parameters":
                    items = "".join(
                        f"<dt><code>{escape(item['name'])}</code></dt><dd>{renderer.tight(item['content'], level)}</dd>"
                        for item in section["parameters"])
                    parts.append(f'<dl class="parameters">{items}</dl>')
                case "content":
                    blocks = section["content"]
                    if blocks and blocks[0]["type"] == "heading":
                        name = blocks[0]["text"]
                        if name in ("Overview", "Discussion"):
                            blocks = blocks[1:]
                        elif name in ("Return Value", "Throws") or level:
                            label = {"Return Value": "Returns"}.get(name, name)
                            rest = renderer.tight(blocks[1:], level) if len(blocks) == 2 else renderer.blocks(blocks[1:], level)
                            parts.append(f'<dl class="parameters"><dt>{escape(label)}</dt><dd>{rest}</dd></dl>')
                            continue
                    if level:
                        # Headings within a member's text would collide with those of the page.
                        blocks = [bold(block["text"]) if block["type"] == "heading" else block for block in blocks]
                    parts.append(renderer.blocks(blocks, level))
        return "\n".join(parts)

    def relations(self, document, renderer):
        parts = []
        for section in document.data.get("relationshipsSections", []):
            names = []
            for identifier in section["identifiers"]:
                reference = document.data["references"].get(identifier, {})
                title = f"<code>{escape(reference.get('title', identifier))}</code>"
                names.append(renderer.link(self.symbol(identifier), title))
            parts.append(f"<dt>{escape(section['title'])}</dt><dd>{', '.join(names)}</dd>")
        if not parts:
            return ""
        return renderer.heading("Relationships", 2, "relationships") + f'<dl class="parameters">{"".join(parts)}</dl>'

    def topics(self, document, renderer, inlined, level=2):
        """The groups of what belongs to a document: members with all that is said of them, and links to pages."""
        parts = []
        for section in document.data.get("topicSections", []):
            cards, members = [], []
            for identifier in section["identifiers"]:
                child = self.documents.get(identifier.lower())
                if child is None:
                    self.report(f"{document.identifier}: {identifier} has no page")
                elif child.role == "collectionGroup" and child.page == document.page:
                    members.append(self.topics(child, renderer, inlined, level + 1))
                elif inlined and child.anchor is not None and child.page == document.page and child.identifier not in self.emitted:
                    self.emitted.add(child.identifier)
                    members.append(self.member(child))
                else:
                    cards.append(self.card(child, renderer))
            content = (f'<dl class="cards">{"".join(cards)}</dl>' if cards else "") + "\n".join(members)
            if content and section.get("title") and not (len(members) == 1 and not cards and members[0].startswith("<h3")):
                anchor = section.get("anchor") or slug(section["title"])
                title = section["title"] if level == 2 else f"{document.title}: {section['title'].lower()}"
                parts.append(renderer.heading(title, level, anchor) + content)
            else:
                parts.append(content)
        return "\n".join(parts)

    def card(self, child, renderer):
        inner = Renderer(self, child.data.get("references", {}), renderer.source, renderer.up.count("../"), False)
        abstract = inner.inline(child.data.get("abstract", []))
        title = breakable(child.title)
        name = title if child.is_article else f"<code>{title}</code>"
        role = "" if child.is_article or child.kind is None else f' <span class="kind">{escape(child.role_heading.lower())}</span>'
        return f'<dt><a href="{escape(renderer.up + child.address)}">{name}</a>{role}</dt><dd>{abstract}</dd>'

    def member(self, child):
        renderer = self.renderer(child)
        anchor = escape(child.anchor)
        text = self.description(child, renderer, 1)
        return (f'<section class="member" id="{anchor}"><h3><a href="#{escape(quote(child.anchor))}">{breakable(child.title)}</a>'
                f' <span class="kind">{escape(child.role_heading.lower())}</span></h3>{text}</section>')

    # MARK: Files that pages link to

    def write_listed(self, path, page):
        depth = page.count("/")
        if (ROOT / path).is_dir():
            items = []
            for name in tracked(path):
                if "/Snapshots/" in name or (ROOT / name).suffix in (".png", ".svg", ".ttf"):
                    continue
                target = self.file("README.md", name, "")
                short = escape(name.removeprefix(path + "/"))
                items.append(f'<li><a href="{escape("../" * depth + target)}"><code>{short}</code></a></li>')
            body = f"<h1><code>{escape(path)}</code></h1><p>A folder of the repository.</p><ul>{''.join(items)}</ul>"
        else:
            try:
                text = (ROOT / path).read_text()
            except UnicodeDecodeError:
                self.report(f"{path}: a page links to it, and it is no text")
                return
            language = LANGUAGES.get(pathlib.Path(path).suffix)
            if language is None and text.startswith("#!"):
                language = "sh"
            if len(text) > 400_000:
                text = text[:400_000].rsplit("\n", 1)[0] + "\n... (the rest is in the file)\n"
            code = html.escape(text, quote=False) if len(text) > 100_000 else highlight(text, language)
            body = f'<h1><code>{escape(path)}</code></h1><p>A file of the repository.</p><pre class="code"><code>{code}</code></pre>'
        self.write_page(page, path, [("Hamon", "index.html")], body, [])

    # MARK: The frame of a page

    def write_page(self, page, title, crumbs, body, headings, guide=None, module=None):
        up = "../" * page.count("/")
        trail = "".join(f'<a href="{escape(up + address)}">{escape(name)}</a> <span>/</span> ' for name, address in crumbs)
        trail = f'<p class="crumbs">{trail}{escape(title)}</p>' if crumbs else ""
        name = title if page == "index.html" else f"{title} · Hamon"
        text = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(name)}</title>
<link rel="stylesheet" href="{up}site.css">
</head>
<body>
<a class="skip" href="#site-main">Skip to the text</a>
<header>
<label for="site-menu">Contents</label>
<a class="home" href="{up}index.html">Hamon</a>
<form action="{up}search.html" role="search">
<input type="search" name="q" id="site-query" placeholder="Search" aria-label="Search" autocomplete="off">
</form>
</header>
<div id="site-results" hidden></div>
<input type="checkbox" id="site-menu" aria-label="Show the contents">
<nav aria-label="Contents">
{self.sidebar(up, page, headings, guide, module)}
</nav>
<main id="site-main">
{trail}
{body}
</main>
<script src="{up}site.js" data-root="{up}"></script>
</body>
</html>
"""
        file = self.output / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def sidebar(self, up, page, headings, guide, module):
        parts = []

        def item(address, title, is_code=False, inner=""):
            here = ' aria-current="page"' if address == page else ""
            title = escape(title)
            return f'<li><a href="{escape(up + quote_path(address))}"{here}>{f"<code>{title}</code>" if is_code else title}</a>{inner}</li>'

        def on_page():
            items = "".join(f'<li><a href="#{escape(quote(anchor))}">{escape(text)}</a></li>' for anchor, text in headings or [])
            return f"<ul>{items}</ul>" if items else ""

        if module:
            root = self.documents[f"doc://hamon.{module}/documentation/{module}".lower()]
            items = []
            for section in root.data.get("topicSections", []):
                inner = []
                for identifier in section["identifiers"]:
                    child = self.documents.get(identifier.lower())
                    if child and child.anchor is None:
                        inner.append(item(child.page, child.title, not child.is_article, on_page() if child.page == page else ""))
                items.append(f"<li><span>{escape(section['title'] or 'Topics')}</span><ul>{''.join(inner)}</ul></li>")
            here = ' aria-current="page"' if root.page == page else ""
            parts.append(f'<h2><a href="{up}{root.page}"{here}>{escape(module)}</a></h2><ul>{"".join(items)}</ul>')
        for title, links in self.sections:
            items = [
                item(self.guide_page(path), self.guide_documents[path].title, inner=on_page() if path == guide else "")
                for path in links]
            parts.append(f"<h2>{escape(title)}</h2><ul>{''.join(items)}</ul>")
        for wing, title in WINGS:
            names = sorted(name for name, other in self.modules.items() if other.wing == wing)
            items = [item(self.documents[f"doc://hamon.{name}/documentation/{name}".lower()].page, name) for name in names]
            parts.append(f"<h2>{escape(title)}</h2><ul>{''.join(items)}</ul>")
        return "\n".join(parts)


def quote_path(path):
    return "/".join(quote(part) for part in path.split("/"))


def breakable(title):
    """A title that may be broken behind each part of a long name."""
    escaped = html.escape(title, quote=False)
    return re.sub(r"(?<=[a-z0-9:.])(?=[A-Z(_])|(?<=[:(])", "<wbr>", escaped) if len(title) > 16 else escaped


def bold(text):
    return {"type": "paragraph", "inlineContent": [{"type": "strong", "inlineContent": [{"type": "text", "text": text}]}]}
