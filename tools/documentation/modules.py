"""The modules that programs import: which they are, and their documentation as archives of DocC.

Symbols are read from modules that are built already, which takes some tenths of a second each; `swift package dump-symbol-graph`
builds everything anew, the tests among it.
"""
import concurrent.futures, functools, hashlib, json, os, pathlib, re, shutil, subprocess, tempfile

import pages

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Failure(Exception):
    """What can't be built, as it is told: `<subject>: <what is wrong>; <what to do>`."""


class Module:
    """A module that is documented."""

    def __init__(self, name, folder, dependencies):
        self.name = name
        self.folder = pathlib.Path(folder)
        self.dependencies = dependencies

    @property
    def wing(self):
        """Sources/Suite, Sources/Signposts or Sources/Framework."""
        return self.folder.parent.name

    @property
    def catalogue(self):
        return ROOT / self.folder / f"{self.name}.docc"


def run(*command, subject, remedy, **options):
    """Runs a command; what it says is told only if it fails."""
    outcome = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if outcome.returncode != 0:
        raise Failure(f"{subject}: {command[0]} ended with {outcome.returncode}; {remedy}\n{outcome.stdout.strip()}")
    return outcome.stdout


def find_modules():
    """The modules of library products and those that these hand on, each behind the ones that it depends on, and all others of Sources."""
    # A scratch folder of its own: the package's may be in use.
    dump = subprocess.run(
        ["swift", "package", "--scratch-path", ".build/docs-work/manifest", "dump-package"],
        cwd=ROOT, text=True, capture_output=True)
    if dump.returncode != 0:
        raise Failure(f"Package.swift: it can't be read; mend it\n{dump.stderr.strip()}")
    manifest = json.loads(dump.stdout)
    targets = {target["name"]: target for target in manifest["targets"]}
    names = {name for product in manifest["products"] if "library" in product["type"] for name in product["targets"]}
    exported = re.compile(r"^@_exported public import (\w+)$", re.M)
    for name in sorted(names):
        for file in (ROOT / targets[name]["path"]).rglob("*.swift"):
            names.update(exported.findall(file.read_text()))

    def below(name, seen):
        for dependency in targets[name]["dependencies"]:
            kind = next(iter(dependency))
            other = dependency[kind][0]
            if kind != "product" and other in targets and other not in seen:
                seen.add(other)
                below(other, seen)
        return seen

    modules = {name: Module(name, targets[name]["path"], below(name, set()) & names) for name in sorted(names)}
    ordered = []
    while len(ordered) < len(modules):
        done = {module.name for module in ordered}
        ordered += [m for m in modules.values() if m.name not in done and m.dependencies <= done]
    # Those of C have no comments that DocC reads.
    others = [
        Module(name, target["path"], set()) for name, target in sorted(targets.items())
        if name not in modules and target.get("path", "").startswith("Sources/") and target["type"] != "system"
        and any((ROOT / target["path"]).rglob("*.swift"))]
    return ordered, others


def build():
    """Builds what is documented, with all else: where the tests are built there is nothing left to do."""
    run("tools/swift-build", subject="build", remedy="mend it first")


@functools.cache
def compiler():
    """What the compiler says of itself and its target, as JSON."""
    return run("swift", "-print-target-info", subject="swift", remedy="is it in PATH?")


def extract(modules, into, level="public"):
    """Writes the symbol graph of each module into a folder of its own: what is declared with that access or a wider one."""
    products = pathlib.Path(run("swift", "build", "--show-bin-path", subject="build", remedy="mend Package.swift").strip().splitlines()[-1])
    flags = []
    # The C modules below: generated maps of those that have none, and headers.
    for map in sorted(products.glob("*.build/module.modulemap")) + sorted((ROOT / "Sources").rglob("module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={map}"]
    checkouts = (ROOT / ".build/checkouts").glob("*/Sources/*/include")
    for headers in sorted((ROOT / "Sources").rglob("include")) + sorted(checkouts):
        flags += ["-Xcc", f"-I{headers}"]
    target = json.loads(compiler())["target"]["unversionedTriple"]

    def read(module):
        folder = into / module.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        run("swift", "symbolgraph-extract", "-module-name", module.name, "-I", str(products / "Modules"), "-target", target,
            *flags, "-minimum-access-level", level, "-skip-inherited-docs", "-skip-synthesized-members",
            "-emit-extension-block-symbols", "-output-dir", str(folder),
            subject=module.name, remedy="its symbols can't be read: build it again")
        for file in folder.iterdir():
            # In one order, so that what hasn't changed needn't be converted again.
            graph = json.loads(file.read_text())
            graph["symbols"].sort(key=lambda symbol: symbol["identifier"]["precise"])
            graph["relationships"].sort(key=lambda relation: json.dumps(relation, sort_keys=True))
            file.write_text(json.dumps(graph, sort_keys=True))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(read, modules))


def digest(*folders, also=""):
    """Stands for what is converted, and for what converts it."""
    sum = hashlib.sha256((also + compiler() + pathlib.Path(__file__).read_text()).encode())
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                sum.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return sum.hexdigest()


def convert(modules, work):
    """Makes an archive of each module, which knows the symbols of those below; a warning is an error.

    An archive is made again only where its symbols or pages, or those below, have changed.
    """
    archives, keys = work / "archives", {}

    def one(module):
        if not module.catalogue.is_dir():
            raise Failure(f"{module.name}: nothing says what it is for; write {module.catalogue.relative_to(ROOT)}/{module.name}.md")
        catalogue = work / "catalogues" / f"{module.name}.docc"
        pages.copy_catalogue(module.catalogue, catalogue)
        archive, stamp = archives / module.name, archives / f"{module.name}.key"
        graphs = work / "graphs" / module.name
        key = digest(graphs, catalogue, also=" ".join(keys.get(name, "") for name in sorted(module.dependencies)))
        keys[module.name] = key
        if archive.is_dir() and stamp.is_file() and stamp.read_text() == key:
            return
        shutil.rmtree(archive, ignore_errors=True)
        command = ["docc", "convert", str(catalogue),
            "--warnings-as-errors", "--fallback-display-name", module.name,
            "--fallback-bundle-identifier", f"hamon.{module.name}", "--additional-symbol-graph-dir", str(graphs),
            "--default-code-listing-language", "swift", "--no-transform-for-static-hosting", "--disable-mentioned-in",
            "--enable-experimental-external-link-support", "--output-path", str(archive)]
        for name in sorted(module.dependencies):
            command += ["--dependency", str(archives / name)]
        run(*command, subject=module.name, remedy="mend the comments and pages that are named below")
        stamp.write_text(key)

    archives.mkdir(parents=True, exist_ok=True)
    # Those whose dependencies are done, as many at once as there are processors.
    waiting, running, failures = list(modules), {}, []
    done = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        while waiting or running:
            for module in [m for m in waiting if m.dependencies <= done]:
                waiting.remove(module)
                running[pool.submit(one, module)] = module
            finished, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in finished:
                module = running.pop(future)
                try:
                    future.result()
                except Failure as failure:
                    failures.append(str(failure))
                done.add(module.name)
    if failures:
        raise Failure("\nerror: ".join(failures))
    return {module.name: archives / module.name for module in modules}


def check_comments(modules, work):
    """Converts modules that no program imports, for the links of their comments; nothing is kept but that they were right."""
    keys = work / "checked"
    keys.mkdir(parents=True, exist_ok=True)

    def one(module):
        graphs, stamp = work / "graphs" / module.name, keys / module.name
        key = digest(graphs)
        if stamp.is_file() and stamp.read_text() == key:
            return None
        with tempfile.TemporaryDirectory() as output:
            try:
                run("docc", "convert", "--warnings-as-errors", "--fallback-display-name", module.name,
                    "--fallback-bundle-identifier", f"hamon.{module.name}", "--additional-symbol-graph-dir", str(graphs),
                    "--no-transform-for-static-hosting", "--output-path", output,
                    subject=module.name, remedy="mend the comments that are named below")
            except Failure as failure:
                return str(failure)
        stamp.write_text(key)
        return None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for failure in pool.map(one, modules) if failure]
    if failures:
        raise Failure("\nerror: ".join(failures))


def convert_guides(work):
    """Makes an archive of the guides."""
    catalogue, archive, stamp = work / "catalogues/Guides.docc", work / "archives/Guides", work / "archives/Guides.key"
    pages.write_guides(catalogue)
    key = digest(catalogue)
    if archive.is_dir() and stamp.is_file() and stamp.read_text() == key:
        return archive
    archive.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(archive, ignore_errors=True)
    run("docc", "convert", str(catalogue), "--warnings-as-errors", "--fallback-display-name", "Guides", "--fallback-bundle-identifier",
        "hamon.Guides", "--no-transform-for-static-hosting", "--output-path", str(archive),
        subject="docs", remedy="mend the guides that are named below")
    stamp.write_text(key)
    return archive
