"""Colours of code, for the languages that the pages have: enough to read by, no parser."""
import html, re

WORDS = {
    "swift": """actor any as associatedtype async await borrowing break case catch class consuming continue convenience default defer deinit
        do else enum extension fallthrough false fileprivate final for func get guard if import in indirect init inout internal is isolated
        lazy let mutating nil nonisolated open operator override package private protocol public required return self Self sending set some
        static struct subscript super switch throw throws true try typealias unowned unsafe var weak where while""",
    "sh": "case do done elif else esac exec exit export fi for function if in local return set then trap while",
    "c": "char const double else enum float for if include int long return short sizeof static struct switch unsigned void while",
}
WORDS = {language: set(words.split()) for language, words in WORDS.items()}
ALIASES = {"bash": "sh", "shell": "sh", "console": "sh", "yml": "yaml", "h": "c"}
SLASHES = r"(?P<comment>//[^\n]*|/\*.*?\*/)"
HASHES = r"(?P<comment>(?:(?<=\s)|^)#[^\n]*)"
STRING = r"""|(?P<string>\"\"\".*?\"\"\"|"(?:\\.|[^"\\\n])*"|'(?:[^'\\\n])*')"""
REST = STRING + r"|(?P<attribute>[@#]\w+)|(?P<number>\b\d[\d_.]*\b)|(?P<word>\b[A-Za-z_]\w*)"
PATTERNS = {True: re.compile(HASHES + REST, re.S | re.M), False: re.compile(SLASHES + REST, re.S | re.M)}


def highlight(code, language):
    """HTML of code; of a language that isn't known, the code as it is."""
    language = ALIASES.get(language, language)
    if language not in ("swift", "sh", "c", "json", "yaml"):
        return html.escape(code, quote=False)
    words = WORDS.get(language, set())
    parts, end = [], 0
    for match in PATTERNS[language in ("sh", "yaml")].finditer(code):
        kind, text = match.lastgroup, match.group()
        if kind == "word":
            kind = "keyword" if text in words else "type" if language == "swift" and text[0].isupper() else None
        if kind is None or kind == "string" and language == "sh" and text[0] == "'" and "\n" in text:
            continue
        parts += [html.escape(code[end:match.start()], quote=False), f'<i class="{kind}">{html.escape(text, quote=False)}</i>']
        end = match.end()
    return "".join(parts) + html.escape(code[end:], quote=False)
