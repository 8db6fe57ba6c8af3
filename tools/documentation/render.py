"""HTML of what DocC has read: blocks, inline content and declarations (RenderNode, https://github.com/swiftlang/swift-docc)."""
import html, re, urllib.parse

from highlight import highlight
from pages import IMAGE_HOST, LINK_MARK

RULED_PAGE = re.compile(r"(?<![\w/.-])(docs/[\w/-]+\.md)\b((?:,\s+|\s+and\s+|\s+to\s+)?(?:[A-Z]\d+(?:(?:,| and| to|, and)\s+)?)*)")
RULE = re.compile(r"\b[A-Z]\d+\b")


def slug(heading):
    """The anchor of a heading, as forges make it of Markdown."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def escape(text):
    return html.escape(text, quote=True)


class Renderer:
    """Renders the parts of one page.

    `site` resolves links: `site.symbol(identifier)`, `site.usr(usr)`, `site.file(path, anchor)` and `site.name(code)` give the address of a
    page, with its anchor, from the site's root, or None.
    """

    def __init__(self, site, references, source, depth, is_guide):
        self.site = site
        self.references = references
        self.source = source
        self.up = "../" * depth
        self.is_guide = is_guide
        self.headings = []
        self.anchors = set()

    # MARK: Links

    def address(self, target):
        return self.up + target

    def link(self, target, text):
        return f'<a href="{escape(self.address(target))}">{text}</a>' if target else text

    def reference(self, node):
        reference = self.references.get(node["identifier"], {})
        title = node.get("overridingTitleInlineContent") or reference.get("titleInlineContent")
        url = LINK_MARK.sub("", reference.get("url", node["identifier"]))
        if url.startswith(IMAGE_HOST):
            return self.picture(url.removeprefix(IMAGE_HOST), reference.get("title", ""))
        if title:
            text = self.inline(title, linked=False)
        else:
            text = escape(node.get("overridingTitle") or reference.get("title") or url)
            if reference.get("kind") == "symbol" or reference.get("role") == "symbol":
                text = f"<code>{text}</code>"
        if re.match(r"(https?|mailto):", url):
            return f'<a href="{escape(url)}" class="outside">{text}</a>'
        if not reference and not node["identifier"].startswith("doc:"):
            self.site.report(f"{self.source}: DocC has lost the text of the link to {url}; put it behind the first paragraph")
        target = self.site.symbol(node["identifier"]) or self.site.symbol(url)
        if target is None and not node["identifier"].startswith("doc:") and not url.startswith("/documentation/"):
            path, _, anchor = url.partition("#")
            target = self.site.file(self.source, path, anchor)
        if target is None:
            self.site.report(f"{self.source}: the link leads nowhere: {url}")
        return self.link(target, text)

    def picture(self, path, alternative):
        target = self.site.picture(self.source, path)
        if target is None:
            self.site.report(f"{self.source}: there is no picture {path}")
            return ""
        address = escape(self.address(target))
        return f'<a class="picture" href="{address}"><img src="{address}" alt="{escape(alternative)}" loading="lazy"></a>'

    # MARK: Inline content

    def inline(self, nodes, linked=True):
        return "".join(self.one_inline(node, linked) for node in nodes)

    def one_inline(self, node, linked):
        match node["type"]:
            case "text":
                return self.text(node["text"]) if linked else escape(node["text"])
            case "codeVoice":
                code = f"<code>{escape(node['code'])}</code>"
                return self.link(self.site.name(node["code"]), code) if linked else code
            case "emphasis" | "newTerm":
                return f"<em>{self.inline(node['inlineContent'], linked)}</em>"
            case "strong" | "inlineHead":
                return f"<strong>{self.inline(node['inlineContent'], linked)}</strong>"
            case "strikethrough":
                return f"<s>{self.inline(node['inlineContent'], linked)}</s>"
            case "superscript" | "subscript":
                tag = node["type"][:3]
                return f"<{tag}>{self.inline(node['inlineContent'], linked)}</{tag}>"
            case "reference":
                return self.reference(node)
            case "link":
                return f'<a href="{escape(node["destination"])}" class="outside">{escape(node["title"])}</a>'
            case "image":
                return self.picture(node["identifier"], "")
        self.site.report(f"{self.source}: inline content of an unknown kind: {node['type']}")
        return ""

    def text(self, text):
        """Text, in which comments of code name pages and numbered rules."""
        parts, end = [], 0
        for match in RULED_PAGE.finditer(text):
            page = self.site.file("README.md", match.group(1), "")
            if page is None:
                continue

            def linked(rule, page=match.group(1)):
                return self.link(self.site.file("README.md", page, rule.group()), rule.group())

            rules = RULE.sub(linked, match.group(2))
            parts += [escape(text[end:match.start()]), self.link(page, escape(match.group(1))), rules]
            end = match.end()
        return "".join(parts) + escape(text[end:])

    def plain(self, nodes):
        """The text of inline content."""
        words = []
        for node in nodes:
            if node["type"] == "reference":
                reference = self.references.get(node["identifier"], {})
                title = node.get("overridingTitleInlineContent") or reference.get("titleInlineContent")
                words.append(self.plain(title) if title else node.get("overridingTitle") or reference.get("title", ""))
            else:
                words.append(node.get("text") or node.get("code") or self.plain(node.get("inlineContent", [])))
        return "".join(words)

    # MARK: Blocks

    def blocks(self, nodes, level=0):
        return "\n".join(self.block(node, level) for node in nodes)

    def block(self, node, level):
        match node["type"]:
            case "paragraph":
                return f"<p{self.rule_anchor(node['inlineContent'])}>{self.inline(node['inlineContent'])}</p>"
            case "heading":
                return self.heading(node["text"], node["level"] + level, None if self.is_guide else node.get("anchor"))
            case "codeListing":
                return self.code("\n".join(node["code"]), node.get("syntax"))
            case "aside":
                name = node.get("name") or node.get("style", "note").capitalize()
                return f'<aside class="note"><strong>{escape(name)}</strong>{self.blocks(node["content"], level)}</aside>'
            case "unorderedList" | "orderedList":
                tag = node["type"][0] + "l"
                start = f' start="{node["start"]}"' if node.get("start", 1) != 1 else ""
                items = "".join(f"<li>{self.tight(item['content'], level)}</li>" for item in node["items"])
                return f"<{tag}{start}>{items}</{tag}>"
            case "termList":
                items = "".join(
                    f"<dt>{self.inline(item['term']['inlineContent'])}</dt><dd>{self.tight(item['definition']['content'], level)}</dd>"
                    for item in node["items"])
                return f"<dl>{items}</dl>"
            case "table":
                return self.table(node, level)
            case "thematicBreak":
                return "<hr>"
        self.site.report(f"{self.source}: a block of an unknown kind: {node['type']}")
        return ""

    def rule_anchor(self, content):
        """Rules of docs/semantics are paragraphs that begin with a bold number, or with a bold sentence that has one."""
        first = content[0] if content else {}
        rule = re.match(r"([A-Z]\d+)\.(?: |$)", self.plain([first])) if first.get("type") == "strong" else None
        return f' id="{self.anchor(rule.group(1))}"' if rule else ""

    def tight(self, content, level):
        if len(content) == 1 and content[0]["type"] == "paragraph":
            return self.inline(content[0]["inlineContent"])
        return self.blocks(content, level)

    def anchor(self, wanted):
        anchor, count = wanted, 0
        while anchor in self.anchors:
            count += 1
            anchor = f"{wanted}-{count}"
        self.anchors.add(anchor)
        return anchor

    def heading(self, text, level, anchor=None):
        anchor = self.anchor(anchor or slug(text))
        if level == 2:
            self.headings.append((anchor, text))
        level = min(level, 6)
        rule = re.match(r"([A-Z]\d+)\. ", text) if self.is_guide else None
        if rule:
            # So that rules have one kind of anchor, whether they are headings or paragraphs.
            rule = f'<span id="{self.anchor(rule.group(1))}"></span>'
        return f'<h{level} id="{escape(anchor)}">{rule or ""}<a href="#{escape(quote(anchor))}">{escape(text)}</a></h{level}>'

    def code(self, code, language):
        return f'<pre class="code"><code>{highlight(code, language)}</code></pre>'

    def table(self, node, level):
        rows, alignments = node["rows"], node.get("alignments") or []

        def cells(row, tag):
            result = []
            for index, cell in enumerate(row):
                alignment = alignments[index] if index < len(alignments) else "unset"
                style = f' class="{alignment}"' if alignment in ("right", "center") else ""
                result.append(f"<{tag}{style}>{self.tight(cell, level)}</{tag}>")
            return "<tr>" + "".join(result) + "</tr>"

        head = ""
        if node.get("header") in ("row", "both"):
            head, rows = f"<thead>{cells(rows[0], 'th')}</thead>", rows[1:]
        body = "".join(cells(row, "td") for row in rows)
        return f'<div class="table"><table>{head}<tbody>{body}</tbody></table></div>'

    # MARK: Declarations

    def declaration(self, tokens):
        pieces = [self.token(token) for token in tokens]
        plain = "".join(token["text"] for token in tokens)
        if len(plain) > 72:
            pieces = broken(tokens, pieces)
        return f'<pre class="declaration"><code>{"".join(pieces)}</code></pre>'

    def token(self, token):
        text = escape(token["text"])
        target = None
        if "identifier" in token:
            target = self.site.symbol(token["identifier"])
        if target is None and "preciseIdentifier" in token:
            target = self.site.usr(token["preciseIdentifier"])
        kind = {"keyword": "keyword", "attribute": "attribute", "typeIdentifier": "type", "genericParameter": "type", "number": "number",
                "string": "string", "identifier": "name", "externalParam": "label"}.get(token["kind"])
        if target:
            text = self.link(target, text)
        return f'<i class="{kind}">{text}</i>' if kind else text


def broken(tokens, pieces):
    """Breaks a long declaration behind its attributes, before each parameter, and before `where`."""
    result, depth, breaks = [], 0, False
    for index, (token, piece) in enumerate(zip(tokens, pieces)):
        text = token["text"]
        if token["kind"] == "keyword" and text == "where" and depth == 0:
            result[-1:] = [result[-1].rstrip(" ")] if result else []
            result.append("\n  " + piece)
            continue
        if token["kind"] != "text":
            if "(" in text:
                depth += text.count("(") - text.count(")")
            result.append(piece)
            continue
        made = ""
        for position, character in enumerate(text):
            # `->` closes nothing.
            closes = character in ")]" or character == ">" and text[position - 1:position] != "-"
            opens = character in "([<"
            if closes:
                depth -= 1
                if depth == 0 and breaks and character == ")":
                    made += "\n"
                    breaks = False
            made += escape(character)
            if opens:
                depth += 1
                following = text[position + 1:].strip()
                if depth == 1 and character == "(" and not following.startswith(")"):
                    made += "\n  "
                    breaks = True
            elif character == "," and depth == 1 and breaks:
                made += "\n  "
        made = re.sub(r"\n  +", "\n  ", made)
        result.append(made)
    return [re.sub(r"\n   +", "\n  ", piece) for piece in result]


def quote(text):
    """An anchor or path in an address."""

    return urllib.parse.quote(text, safe="()_:!$*+,;=@-.~")
