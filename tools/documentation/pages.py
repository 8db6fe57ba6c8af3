"""The pages that are written by hand: guides of the repository, and articles of DocC catalogues.

DocC reads both, so that there is one reader of Markdown and one renderer. What it would not take as it stands is changed in copies:
images become links to `https://image.invalid/`, comments go, and a line that begins with `@` is no directive.
"""
import itertools, pathlib, re, shutil, subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
IMAGE_HOST = "https://image.invalid/"
ABSTRACT = "A guide."
# Pages that are part of tests, or of catalogues, which belong to their modules.
SKIPPED = re.compile(r"^Tests/|\.docc/")
CODE = re.compile(r"^([ ]*)(```+|~~~+)[^\n]*\n.*?^[ ]*\2[ ]*$|(?<!`)(`+)(?!`).+?(?<!`)\3(?!`)", re.M | re.S)
COMMENT = re.compile(r"<!--.*?-->\n?", re.S)
# A link's text is kept by its target, so that of two links to one target one would lose its own: each gets a mark.
LINK_MARK = re.compile(r"~\d+~$")
LINK = re.compile(r"\]\((?!doc:)([^)\s]+)\)")
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")


def tracked(*patterns):
    listing = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *patterns],
                             cwd=ROOT, check=True, capture_output=True, text=True)
    return sorted(name for name in set(listing.stdout.splitlines()) if (ROOT / name).is_file())


def guides():
    """The pages of the repository, by their paths in it."""
    return [name for name in tracked("*.md") if not SKIPPED.search(name)]


def document_name(path):
    """`docs--store` of docs/store.md: names of documents have no folders."""
    return path.removesuffix(".md").replace("/", "--")


def readable(text):
    """What DocC reads in place of `text`."""
    marks = itertools.count()

    def prose(text):
        text = IMAGE.sub(lambda match: f"[{match.group(1)}]({IMAGE_HOST}{match.group(2).strip('<>')})", text)
        text = LINK.sub(lambda match: f"]({match.group(1)}~{next(marks)}~)", text)
        return re.sub(r"^(\s*)@(?=\w)(?!(?:Metadata|TechnologyRoot|DisplayName)\b)", r"\1\\@", text, flags=re.M)

    parts, end = [], 0
    text = without_comments(text)
    for match in CODE.finditer(text):
        parts += [prose(text[end:match.start()]), match.group()]
        end = match.end()
    return "".join(parts + [prose(text[end:])])


def without_comments(text):
    """Comments may hold code, and code may hold comments: the one that begins first decides."""
    result, position = [], 0
    while position < len(text):
        code, comment = CODE.search(text, position), COMMENT.search(text, position)
        if comment and (not code or comment.start() < code.start()):
            result.append(text[position:comment.start()])
            position = comment.end()
        elif code:
            result.append(text[position:code.end()])
            position = code.end()
        else:
            result.append(text[position:])
            break
    return "".join(result)


def copy_catalogue(source, target):
    """Copies a module's catalogue, with pages as DocC reads them."""
    shutil.rmtree(target, ignore_errors=True)
    for file in source.rglob("*"):
        if file.is_file():
            copy = target / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            if file.suffix == ".md":
                copy.write_text(readable(file.read_text()))
            else:
                shutil.copyfile(file, copy)


def write_guides(target):
    """A catalogue of the guides."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    (target / "Guides.md").write_text("# Guides\n\n@Metadata {\n  @TechnologyRoot\n}\n\nThe pages of the repository.\n")
    for path in guides():
        text = readable((ROOT / path).read_text())
        # DocC takes the first paragraph for an abstract, and of that it forgets what links say.
        text = re.sub(r"^(# .*\n)", rf"\1\n{ABSTRACT}\n\n", text, count=1)
        (target / f"{document_name(path)}.md").write_text(text)
