"""What somebody does with a page of samples and intervals, and what that page must not get through with; for tools/check-page."""
import re

from browser import Visit

# What is replaced in the page's scripts, and by what. Each has to be there once at least.
MUTATIONS = [
    # The timeline.
    ('element("timeline-in").addEventListener("click", () => zoom(.5, .5));', ""),
    ("track.durations[index] < 0 ? full :", "true ? full :"),
    ('n: () => step(1), p: () => step(-1), Escape: () => select(null),', 'n: () => step(1), p: () => step(-1),'),
    ("matches = wanted ? new Set(data.labels", "matches = wanted ? null && new Set(data.labels"),
    ("if (place.track) drawTrack(place.track, top);", "if (place.track) {}"),
    ("else if (place.lane) place.lane.draw(", "else if (place.lane) (() => {})("),
    ("select(found && found.track ? interval(found.track, found.index) : null);", ""),
    # The lanes and sums of samples.
    ("painter(drawing, piece => colours[lane.states[piece]])", 'painter(drawing, piece => "#123456")'),
    ("const stripHeight = 9, ticksTop = 11, ticksHeight = 9;", "const stripHeight = 9, ticksTop = 11, ticksHeight = 0;"),
    ("const length = Math.min(endOf(lane, piece), to) - Math.max(lane.begins[piece], from);", "const length = 1;"),
    ('scope.value = selected ? "selected" : "view";', ""),
    ("laneChoice.addEventListener(\"change\", update);", ""),
    ("if (only >= 0 && index !== only) return;", ""),
    ("trace.select(interval);", ""),
    ("matches = wanted ? data.functions.map(", "matches = false ? data.functions.map("),
    ("if (key === told) return;", "if (told) return;"),
    # The flame graphs.
    ('element.addEventListener("click", () => zoom(way));', ""),
    ("const part = width * child.weight / frame.weight;", "const part = width / frame.children().length;"),
    ('order.addEventListener("change", reset);', ""),
    ("zoom([]);", "zoom(path);"),
    ('element.className = "frame" + (isFound ? " found"', 'element.className = "frame" + (false ? " found"'),
    ("if (isFound[node]) sum += own[node];", "sum += own[node];"),
    ("ArrowDown: () => near(at.row + 1), ArrowUp", "ArrowDown: () => null, ArrowUp"),
    ('element.addEventListener("mouseenter", () => { note.textContent = element.title; });', ""),
    # The table of functions.
    ("rises = index === column ? !rises : !!columns[index].rises;", ""),
    ("const sorted = rows.filter(row => !matched || matched[row.fn])", "const sorted = rows.filter(row => true)"),
    ("row.self += sums.running[node];", "row.self += 0;"),
    ("row.blocked += blocked[node];", ""),
    # No script at all.
    ('window.hamonTrace = {', 'throw new Error("broken"); window.hamonTrace = {'),
]

RUNNING, READY, LOCK = "#3a9e4b", "#e0a030", "#d6494b"


class SampleVisit(Visit):
    """Somebody who looks at the page and knows what has happened: two threads for 40 ms, of which the first ran `hot` and `cold` seven
    and three times in the first 10 ms, waited for a lock for 20, and ran `later` for 10; the second ran for 10 ms and was ready then."""

    library = r"""
Object.assign(window.check, {
  frames: kind => [...document.querySelectorAll(`#flame-${kind} .frame`)].map(frame => ({
    name: frame.textContent, width: parseFloat(frame.style.width), row: parseFloat(frame.style.top) / 19,
    isFound: frame.classList.contains("found"), isFaded: frame.classList.contains("faded"),
  })),
  frame: (kind, name) => [...document.querySelectorAll(`#flame-${kind} .frame`)].find(frame => frame.textContent === name),
  rows: () => [...document.querySelectorAll("#sample-functions tbody tr")].map(row => [...row.cells].map(cell => cell.textContent)),
  head: title => [...document.querySelectorAll("#sample-functions th button")].find(button => button.textContent.startsWith(title)),
});
"""

    def told(self):
        return self.run("check.text('sample-told')")

    def frames(self, kind="running"):
        return self.run(f"check.frames('{kind}')")

    def names(self, kind="running"):
        return {frame["name"] for frame in self.frames(kind)}

    def width(self, name, kind="running"):
        return next((frame["width"] for frame in self.frames(kind) if frame["name"] == name), 0)

    def everything(self):
        for part in (self.overview, self.lanes, self.timeline, self.selection, self.threads, self.flames, self.keyboard, self.search,
                     self.table):
            part()
        self.expect(not self.browser.errors, "a script has failed: " + "; ".join(self.browser.errors))

    def overview(self):
        told = self.told()
        self.expect(told.startswith("Seen in the timeline (40 ms), 2 threads: running 30 ms, ready 30 ms, blocked 20 ms (lock 20 ms)"),
                    f"what is told of all at first: {told}")
        self.expect(told.endswith("; 30 samples."), f"how many samples there are: {told}")
        self.expect("lock 20 ms" in self.run("check.text('sample-states')"), "the legend tells no lock")
        self.equal(self.run("document.getElementById('sample-functions-all').hidden"), True, "the table without scripts is hidden")

    def lanes(self):
        for name, colour in (("running", RUNNING), ("ready", READY), ("a lock", LOCK)):
            self.expect(self.run(f"check.points('{colour}')") > 200, f"the lanes don't show {name}")
        # hot, cold, later and idle as marks, three states, two intervals, and the curve of how many run.
        self.expect(self.run("check.hues()") >= 10, f"colours in the timeline: {self.run('check.hues()')}")
        # What is below the pointer is told. The lane of the thread that waits is the first.
        self.run("window.scrollTo(0, 0), document.getElementById('timeline').scrollIntoView({ block: 'start' })")
        found = self.run("check.tips('timeline', 'timeline-tip', [.1125, .5], 4)")
        for words in (
                r"worker: running 10 ms", r"worker: blocked: lock, 20 ms", r"other: ready 30 ms",
                r"__lll_lock_wait < pthread_mutex_lock < Cache\.get\(\) < work < main", r"sample\n(hot|cold) < work < main",
                r"waits\n[^\n]*\nbegan at 9 ms, took 22 ms\nrunning 2 ms, ready 0 ns, blocked 20 ms"):
            self.expect(re.search(words, found), f"no tip of the timeline says {words}:\n{found}")

    def timeline(self):
        status = self.run("check.text('timeline-status')")
        self.expect("(40 ms)" in status, f"the whole is shown at first: {status}")
        self.run("document.getElementById('timeline-in').click()")
        self.settle()
        self.expect("(20 ms)" in self.run("check.text('timeline-status')"), "a button zooms in")
        # From 10 to 30 ms: the samples of the ends are told, and no others.
        told = self.told()
        self.expect(told.startswith("Seen in the timeline (20 ms)") and "(lock 20 ms)" in told and "; 0 samples." in told,
                    f"what is told follows the zoom: {told}")
        self.equal(self.run("check.points('" + RUNNING + "')"), 0, "what ran before isn't seen")
        self.run("document.getElementById('timeline-out').click()")
        self.settle()
        self.expect("(40 ms)" in self.run("check.text('timeline-status')"), "a button zooms out")
        self.press("+")
        self.expect("(20 ms)" in self.run("check.text('timeline-status')"), "a key zooms in")
        self.press("Home")
        before = self.run("check.hues()")
        self.run("check.search('timeline-search', 'computes')")
        self.settle()
        self.expect(self.run("check.hues()") == before - 1, "a search leaves one of two intervals its colour")
        self.run("check.search('timeline-search', '')")
        self.settle()

    def selection(self):
        self.press("n")
        self.equal(self.run("document.getElementById('sample-scope').value"), "selected", "a key selects")
        told = self.told()
        self.expect("waits (22 ms), " in told and "running 2 ms, ready 0 ns, blocked 20 ms (lock 20 ms); 2 samples." in told,
                    f"what is told of the first interval: {told}")
        self.equal(self.names() & {"hot", "cold", "later", "idle"}, {"cold", "later"}, "functions of the first interval")
        self.press("n")
        told = self.told()
        self.expect("computes (7 ms), " in told and "7 samples." in told, f"what is told of the next one: {told}")
        self.equal(self.names(), {"all", "main", "later"}, "functions of the next one")
        self.equal(self.run("check.text('flame-waiting')"), "Nothing has waited here.", "nothing has waited there")
        self.equal([row[0] for row in self.run("check.rows()")][:1], ["later"], "the first of its functions")
        self.press("Escape")
        self.expect(self.told().startswith("Seen in the timeline"), "Escape selects nothing")
        # By a click on the interval itself, at 20 of 40 ms: its row is the first.
        self.run("document.getElementById('timeline').scrollIntoView({ block: 'start' })")
        left, top, width, height = self.run("check.box('timeline')")
        for y in range(24, int(height), 4):
            self.browser.mouse(left + width / 2, top + y, "mousePressed", "mouseReleased")
            self.settle()
            if self.run("document.getElementById('sample-scope').value") == "selected":
                break
        self.expect("waits (22 ms), " in self.told(), f"a click selects: {self.told()}")
        self.press("Escape")
        self.run("document.querySelectorAll('#sample-slowest button')[1].click()")
        self.settle()
        self.expect("computes (7 ms), " in self.told(), f"a button of the slowest selects: {self.told()}")
        status = self.run("check.text('timeline-status')")
        self.expect("(7.7 ms)" in status, f"and shows it: {status}")
        self.run("check.choose('sample-scope', 'all')")
        self.expect(self.told().startswith("The whole recording, "), f"a choice tells of all: {self.told()}")
        self.press("Escape", "Home")

    def threads(self):
        lanes = self.run("[...document.getElementById('sample-lane').options].map(option => option.textContent)")
        self.equal(len(lanes), 3, "the threads to choose from")
        other = next(place for place, name in enumerate(lanes) if name.endswith(" other"))
        self.run(f"check.choose('sample-lane', {other - 1})")
        self.expect("running 10 ms, ready 30 ms, blocked 0 ns; 10 samples." in self.told(), f"of the other thread: {self.told()}")
        self.equal(self.names(), {"all", "main", "idle"}, "functions of the other thread")
        self.run("check.choose('sample-lane', -1)")

    def flames(self):
        self.equal(self.names(), {"all", "main", "work", "hot", "cold", "later", "idle"}, "functions that ran")
        for name, wanted in (("all", 100), ("main", 100), ("work", 100 / 3), ("hot", 70 / 3), ("cold", 10), ("later", 100 / 3)):
            self.expect(abs(self.width(name) - wanted) < .01, f"the frame of {name} is {self.width(name)} % wide, not {wanted}")
        self.equal(self.names("waiting") - {"all"}, {"main", "work", "Cache.get()", "pthread_mutex_lock", "__lll_lock_wait"},
                   "functions that waited")
        x, y = self.run("check.at(check.frame('running', 'work'))")
        self.browser.mouse(x, y, "mouseMoved")
        self.settle()
        note = self.run("check.text('flame-running-note')")
        self.expect(note.startswith("work\n") and "10 ms, 33.33 % of all, 0 ns of it itself" in note, f"the note of a frame: {note}")
        self.browser.mouse(x, y, "mousePressed", "mouseReleased")
        self.settle()
        self.equal(self.names(), {"all", "main", "work", "hot", "cold"}, "functions below the frame that was clicked")
        self.equal((self.width("work"), round(self.width("hot"), 3)), (100, 70), "their widths")
        # The zoom stays while what is selected changes, as far as it is there.
        self.press("n")
        self.equal(self.names(), {"all", "main", "work", "cold"}, "the zoom follows the selection")
        self.press("Escape")
        self.run("check.frame('running', 'all').click()")
        self.run("check.choose('flame-running-order', 'inverted')")
        rows = {frame["name"]: frame["row"] for frame in self.frames() if frame["row"] == 1}
        self.equal(set(rows), {"hot", "cold", "later", "idle"}, "what ran, inverted")
        self.equal(sum(frame["name"] == "main" for frame in self.frames()), 4, "its outermost callers")
        self.run("check.choose('flame-running-order', 'callers')")
        self.equal(self.width("main"), 100, "the callers again")

    def keyboard(self):
        self.run("check.frame('running', 'all').focus()")
        focused = "document.activeElement.textContent"
        self.browser.key("ArrowDown")
        self.equal(self.run(focused), "main", "an arrow leads down")
        self.browser.key("ArrowDown")
        first = self.run(focused)
        self.browser.key("ArrowRight")
        self.expect(self.run(focused) not in (first, "main"), "an arrow leads beside")
        self.browser.key("ArrowUp")
        self.equal(self.run(focused), "main", "an arrow leads up")
        self.run("check.frame('running', 'work').click()")
        self.run("check.frame('running', 'work').focus()")
        self.browser.key("Escape")
        self.expect("later" in self.names(), "Escape shows all again")

    def search(self):
        self.run("check.search('sample-search', 'HOT')")
        self.equal({frame["name"] for frame in self.frames() if frame["isFound"]}, {"hot"}, "frames that are found")
        self.expect(all(frame["isFaded"] for frame in self.frames() if not frame["isFound"]), "the others fade")
        self.equal(self.run("check.text('flame-running-found')"), "found in 23.33 % (7 ms)", "how much is found")
        self.equal([row[0] for row in self.run("check.rows()")], ["hot"], "functions that are found")
        self.run("check.search('sample-search', '')")
        self.expect(not any(frame["isFound"] or frame["isFaded"] for frame in self.frames()), "nothing is looked for any more")

    def table(self):
        rows = {row[0]: row for row in self.run("check.rows()")}
        self.equal(rows.get("hot", [])[1:6], ["shop", "7 ms", "23.3", "7 ms", "0 ns"], "the row of hot")
        self.equal(rows.get("main", [])[2:6], ["0 ns", "0.0", "30 ms", "20 ms"], "the row of main")
        self.expect(rows.get("Cache.get()", [""] * 7)[5] == "20 ms", "the time that Cache.get() was blocked")
        column = "check.rows().map(row => row[0])"
        self.equal(self.run(column)[:3], ["later", "idle", "hot"] if self.run(column)[0] == "later" else ["idle", "later", "hot"],
                   "sorted by the time itself")
        self.run("check.head('function').click()")
        self.equal(self.run(column), sorted(rows), "sorted by name")
        self.run("check.head('function').click()")
        self.equal(self.run(column), sorted(rows, reverse=True), "sorted by name, the other way")
        self.run("check.head('blocked').click()")
        self.expect(self.run("check.rows()[0][5]") == "20 ms", "sorted by the time that is blocked")
