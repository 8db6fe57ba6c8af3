"""What tools/culprits and tools/planted-verdicts plant changes in: a copy of Lab/PlantedChanges."""
import contextlib, pathlib, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURE = ROOT / "Lab/PlantedChanges"
READING, STORING, MEETING = (f"Benchmarks/Planted/{name}.swift" for name in ("Reading", "Storing", "Meeting"))


def run(*words, cwd=None, allowed=(0,)):
    result = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True)
    if result.returncode not in allowed:
        sys.exit(f"error: {words[0]} {words[1]}: it ended with {result.returncode}; see\n{result.stdout}{result.stderr}")
    return result


class Fixture:
    """The package in a repository of its own below .build, where only the first build takes long."""

    def __init__(self, hamon):
        self.hamon = hamon
        self.place = ROOT / ".build/planted-changes"
        self.place.mkdir(parents=True, exist_ok=True)
        for path in sorted(FIXTURE.rglob("*.swift")):
            text = path.read_text().replace('path: "../.."', f'path: "{ROOT}"')
            self.write(str(path.relative_to(FIXTURE)), text)
        self.write(".gitignore", ".build/\nPackage.resolved\n")
        if not (self.place / ".git").exists():
            self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("-c", "user.name=hamon", "-c", "user.email=hamon@example.com",
                 "commit", "--quiet", "--allow-empty", "--message", "What changes are planted in")
        self.report = self.place / ".build/report.json"
        self.report.parent.mkdir(exist_ok=True)

    def git(self, *words):
        return run("git", "-C", self.place, *words)

    def write(self, name, text):
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # What is newer is built anew.
        if not path.exists() or path.read_text() != text:
            path.write_text(text)

    @contextlib.contextmanager
    def planted(self, name, *replacements):
        """A file with each (old, new) replaced, meanwhile."""
        text = (self.place / name).read_text()
        for old, new in replacements:
            if text.count(old) != 1:
                sys.exit(f"error: {name}: it has {text.count(old)} times\n{old}; change the planted change")
            text = text.replace(old, new)
        self.write(name, text)
        try:
            yield
        finally:
            self.git("checkout", "--quiet", ".")
