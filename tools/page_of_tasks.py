"""What somebody does with a page of tasks, and what that page must not get through with; for tools/check-page."""
import itertools, re

from browser import Visit

# What is replaced in the page's scripts, and by what. Each has to be there once at least.
MUTATIONS = [
    # What is chosen.
    ("for (const listener of listeners) listener();", ""),
    ("state === State.running || state === State.beneath || link === -1)", "true)"),
    ("sums[pieces.states[piece]] += ends[piece] - pieces.begins[piece];", "sums[pieces.states[piece]] += 1;"),
    # The lanes of the timeline.
    ("setLanes();\n  trace.whenChanged", "trace.whenChanged"),
    ("return isFaded ?", "return true ?"),
    ("return piece === null ? trace.select(null) : choose([owners[piece]]);", ""),
    ("const list = hasPiece(piece => pieces.states[piece] === State.ready && pieces.begins[piece] <= at && ends[piece] >= at);",
     "const list = [];"),
    ("pieces.details[piece] === history.executor &&", ""),
    # The forest.
    ("piece => colours[pieces.states[piece]]", 'piece => "#123456"'),
    ("const tallOf = state => state > State.executor || state === State.created ? 3 : barHeight;", "const tallOf = state => barHeight;"),
    ("if (row.group) drawGroup(row, top); else drawTask", "if (row.group) {} else drawTask"),
    ("drawArrows(text);\n    context.clearRect", "context.clearRect"),
    ("arrow(tasks.begins[task], rowOf[parent], index, isChosen, text);", ""),
    ("arrow(ends[piece], rowOf[pieces.links[piece]], index, isChosen,", "(() => {})("),
    ("if (sizes.get(creator) <= groupSize) {", "if (true) {"),
    ('fold.addEventListener("click", () => toggle(index));', ""),
    ("if (event.shiftKey) return pan(.2);", "if (event.shiftKey) return;"),
    ("if (row && row.isOpen) return toggle(current, false);", ""),
    ("if (rows[above].depth < row.depth) return activate(above, true);", ""),
    ("ArrowDown: () => move(1), ArrowUp", "ArrowDown: () => move(2), ArrowUp"),
    ("if (index >= 0) activate(index, false); else trace.select(null);", ""),
    ("if (index >= 0) activate(index, false); else trace.select(null);", "if (index >= 0) activate(index, false);"),
    ("showTip(tip, textAt(event.offsetX, event.offsetY),", 'showTip(tip, "",'),
    ("if (drag && Math.abs(drag.x", "if (false && Math.abs(drag.x"),
    ('element("tasks-fold").addEventListener("click", () => foldAll(false));', ""),
    ('element("tasks-unfold").addEventListener("click", () => foldAll(true));', ""),
    ('order.addEventListener("change", build);', ""),
    ("if (order.value === \"life\") shown.sort(", "if (false) shown.sort("),
    ("marks[parent] = 1;", "break;"),
    ("|| tasks.ids[task] === number;", ";"),
    ("|| byName[tasks.names[task]]", ""),
    ('if (mode === "view" &&', "if (false &&"),
    ('if (mode === "chosen" && !(kept && kept[task])) continue;', ""),
    ('if (show.value !== "view" || now === seen) return;', "return;"),
    ("if (selected) trace.showAround(selected); },\n      Escape: () => trace.select(null),",
     "if (selected) trace.showAround(selected); },"),
    ("whenChosen(drawNames);", ""),
    # What is told, and the tables.
    ('button.addEventListener("click", () => { choose([task]); forest.reveal(task); });', ""),
    ('if (parent >= 0) first.append(" Created by ", link(parent), ".");', ""),
    ("part.style.flexGrow = length;", "part.style.flexGrow = 1;"),
    ("if (place >= 0) found.push(", "if (false) found.push("),
    ("longest.sort((a, b) =>", "[].sort((a, b) =>"),
    ("if (length <= 0) continue;\n      count++;", "count++;"),
    ('else told.replaceChildren(...(now.list.length === 1 ? tellOne(now.list[0]) : tellSome(now)));', ""),
    ("forest.reveal(list[0]); else forest.showChosen();", "forest.reveal(list[0]);"),
    ("if (range) trace.showAround(range);", ""),
    ("const list = where(task => tasks.creators[task] === creator);", "const list = where(task => true);"),
    ("found.has(pieces.details[piece]));", "true);"),
    ("const list = Array.from(words(data.rows.hops[row]));", "const list = [];"),
    ("const list = Array.from(words(data.rows.suspended[row]));", "const list = [];"),
    ("slowest(row) { const task = data.rows.slowest[row];", "slowest(row) { const task = 0;"),
    # No script at all.
    ("window.hamonTasks = {", 'throw new Error("broken"); window.hamonTasks = {'),
]

READY, RUNNING, ACTOR, OTHER, CONTINUATION = "#e0a030", "#3a9e4b", "#d6494b", "#3b82c4", "#9a6fc9"
HOLDER, WAITER, STUCK = '#2 task "holder" of 0x2000', '#3 task "waiter" of 0x2100', '#4 task "stuck" of 0x2200'
MAIN, MANY, ODD = "#1 main of 0x1000", "50 tasks: task of 0x5000", '#40 "odd" task of 0x5000'


class TaskVisit(Visit):
    """Somebody who looks at the tasks and knows what they did in 40 ms: the main one has created a holder, which had an actor from 2
    to 20 ms, and a waiter, which wanted it from 3 on and the main actor from 24 to 25, and ended at 30; the waiter has created one that
    nobody resumes; and the main one 50 at 30 ms, which ran one after the other for 0.2 ms each, and for whose end it waited."""

    library = r"""
Object.assign(window.check, {
  // The lines of the forest in sight: how deep they are, whether they are folded, chosen, or only above what is looked for.
  lines: () => [...document.querySelectorAll("#tasks-rows > div")].map(line => ({
    level: Number(line.getAttribute("aria-level")), isOpen: line.getAttribute("aria-expanded"),
    isChosen: line.getAttribute("aria-selected") === "true", isAbove: line.classList.contains("above"),
    isCurrent: line.classList.contains("current"), name: line.textContent.replace(/^[\u25be\u25b8]/, ""),
  })),
  fold: name => [...document.querySelectorAll("#tasks-rows > div")].find(line => line.textContent.endsWith(name)).querySelector("button"),
  cell: (rows, row) => document.querySelectorAll(`.task-rows[data-rows=${rows}] tbody tr`)[row].cells[0],
  bar: () => [...document.querySelectorAll("#tasks-told .tasks-bar span")].map(part => part.getBoundingClientRect().width),
  // The height of the first column of a line that has a colour, at a part of the width.
  tall: (colour, part) => {
    const canvas = document.getElementById("tasks-canvas"), data = check.pixels("tasks-canvas");
    const wanted = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16)), x = Math.floor(canvas.width * part);
    let count = 0;
    for (let y = 0; y < canvas.height; y++) {
      const at = (y * canvas.width + x) * 4;
      if (data[at + 3] === 255 && wanted.every((value, place) => Math.abs(data[at + place] - value) <= 2)) count++;
    }
    return count;
  },
  // How many points there are between the bars of two lines at a part of the width: of an arrow, where there is one.
  arrow: (from, to, part) => {
    const canvas = document.getElementById("tasks-canvas"), data = check.pixels("tasks-canvas");
    const middle = Math.round(canvas.width * part);
    let count = 0;
    for (let y = 20 + from * 27 + 25; y < 20 + to * 27 + 14; y++) {
      if ([-1, 0, 1].some(x => data[(y * canvas.width + middle + x) * 4 + 3] > 40)) count++;
    }
    return count;
  },
});
"""

    def everything(self):
        for part in (self.overview, self.drawing, self.tips, self.lanes, self.choosing, self.keyboard, self.folding, self.looking,
                     self.tables):
            part()
        self.expect(not self.browser.errors, "a script has failed: " + "; ".join(self.browser.errors))

    def lines(self):
        return self.run("check.lines()")

    def names(self):
        return [line["name"] for line in self.lines()]

    def chosen(self):
        return [line["name"] for line in self.lines() if line["isChosen"]]

    def told(self):
        return self.run("document.getElementById('tasks-told').innerText")

    def status(self):
        return self.run("check.text('tasks-status')")

    def seen(self):
        return self.run("check.text('timeline-status')")

    def click(self, canvas, part, y):
        """A click on a canvas, so far to the right of it and so many pixels down."""
        self.run(f"document.getElementById('{canvas}').scrollIntoView({{ block: 'center' }})")
        left, top, width, _ = self.run(f"check.box('{canvas}')")
        self.browser.mouse(left + width * part, top + y, "mousePressed", "mouseReleased")
        self.settle()

    def line(self, index):
        """The middle of a line's bar, in pixels below the top of the forest."""
        return 20 + index * 27 + 19

    def row(self, table, row):
        self.run(f"check.cell('{table}', {row}).click()")
        self.settle()

    def overview(self):
        self.equal(self.status(), "54 tasks", "how many tasks there are")
        self.equal([(line["level"], line["isOpen"], line["name"]) for line in self.lines()], [
            (1, "true", MAIN), (2, None, HOLDER), (2, "true", WAITER), (3, None, STUCK), (2, "false", MANY)], "the forest")
        self.expect(self.told().startswith("No task is chosen."), f"what is told at first: {self.told()}")
        self.expect("waits for an actor" in self.run("check.text('tasks-legend')"), "the legend tells no actor")

    def drawing(self):
        self.run("window.scrollTo(0, 0)")
        for name, colour in (("running", RUNNING), ("ready", READY), ("an actor", ACTOR), ("a task", OTHER),
                             ("a continuation", CONTINUATION)):
            self.expect(self.run(f"check.points('{colour}', 'tasks-canvas')") > 40, f"the forest doesn't show {name}")
        # At 10 ms the waiter wants the actor, the main task is suspended, and so is the one that nobody resumes.
        for name, colour, tall in (("the actor", ACTOR, 9), ("a task", OTHER, 3), ("a continuation", CONTINUATION, 3)):
            self.equal(self.run(f"check.tall('{colour}', .25)"), tall, f"how tall a wait for {name} is")
        # At 35 ms one of the many runs, and half of them wait.
        self.expect(self.run(f"check.tall('{READY}', .875)") in (4, 5), "how many of a group wait for a thread is told by a height")
        # From the main task to the holder and the waiter, created at 1 ms; and from the holder to the waiter, at 20.
        self.expect(self.run("check.arrow(0, 2, 1 / 40)") > 10, "an arrow leads from who creates a task to it")
        self.expect(self.run("check.arrow(1, 2, 20 / 40)") >= 10, "an arrow leads from who leaves an actor to who goes on")

    def tips(self):
        self.run("document.getElementById('tasks-area').scrollIntoView({ block: 'start' })")
        found = self.run("check.tips('tasks-canvas', 'tasks-tip', [.25, .55, .875], 9)")
        for words in (
                r"#3 task \"waiter\" of 0x2100\nwaits for Bank, 17 ms\nuntil it was left by #2 task \"holder\" of 0x2000\nat 10",
                r"#2 task \"holder\" of 0x2000\nrunning on Bank, [^\n]*, 18 ms\nat 10",
                r"#1 main of 0x1000\nsuspended, waits for a task: [^\n]*, 24 ms\nwoken by #3 task \"waiter\" of 0x2100",
                r"50 tasks: task of 0x5000\n1 running\n2\d(\.\d)? ready, waits for a thread\nat 35"):
            self.expect(re.search(words, found), f"no tip of the forest says {words}:\n{found}")

    def lanes(self):
        self.expect(self.run("check.hues()") >= 5, f"colours of tasks in the timeline: {self.run('check.hues()')}")
        self.run("document.getElementById('timeline').scrollIntoView({ block: 'start' })")
        found = self.run("check.tips('timeline', 'timeline-tip', [.25, .875], 3)")
        for words in (
                r"#2 task \"holder\" of 0x2000\nruns on Bank for 18 ms\n1 waits for Bank", r"0 wait for Bank", r"0 wait for MainActor",
                r"1 thread of the pool is busy, 0 tasks wait for one", r"1 thread of the pool is busy, 2\d tasks wait for one"):
            self.expect(re.search(words, found), f"no tip of the timeline says {words}:\n{found}")
        # Each click, from the top down: at 10 ms on who has the actor and who wants it, at 35 on who wants a thread.
        _, _, _, height = self.run("check.box('timeline')")
        for part, wanted, unwanted in (
                (.25, (f"{HOLDER}: lived", f"{WAITER}: lived"), MAIN), (.875, ("24 tasks that wait for a thread: lived",), STUCK)):
            found = []
            for y in range(4, int(height), 6):
                self.click("timeline", part, y)
                found.append(self.told().split("\n")[0])
            for words in wanted:
                self.expect(any(told.startswith(words) for told in found), f"a click on a lane at {part * 40} ms tells {words!r}: {found}")
            self.expect(not any(told.startswith(unwanted) for told in found), f"no click at {part * 40} ms tells of {unwanted}: {found}")
        # At 24.5 ms one waits for the main actor, and nobody for the other: only the lane of the first tells of it.
        found = []
        for y in range(4, int(height), 6):
            self.click("timeline", 24.5 / 40, y)
            found.append(self.told().startswith(f"{WAITER}: lived"))
        self.equal([told for told, _ in itertools.groupby(found)].count(True), 1, "lanes that tell who waits for the main actor")
        self.press("Escape")

    def choosing(self):
        self.click("tasks-canvas", .25, self.line(2))
        self.equal(self.chosen(), [WAITER], "a click on a line chooses")
        told = self.told()
        for words in (
                f"{WAITER}: lived 29 ms from 1 ms on, ended. Created by {MAIN}.", "running 10 ms", "waits for an actor 18 ms",
                "17 ms, from 3 ms on: waits for Bank; meanwhile others ran there once, mostly task \"holder\" of 0x2000, 17 ms; "
                f"until it was left by {HOLDER}",
                "29.0 ms from its creation: 18.0 ms waiting for Bank, 17.0 ms of it while others ran there once"):
            self.expect(words in told, f"what is told of the waiter has no {words!r}: {told}")
        self.expect(told.index("17 ms, from 3 ms") < told.index("1 ms, from 1 ms"), f"its longest wait comes first: {told}")
        running, ready, actor = self.run("check.bar()")
        self.expect(abs(running / actor - 10 / 18) < .02 and abs(ready / actor - 1 / 18) < .02, "its bar has the shares of its times")
        # What the others did is pale in the lanes, where colours tell creators.
        self.expect(self.run("check.points('#d4d4da')") > 200, "others fade in the lanes")
        self.run("[...document.querySelectorAll('#tasks-told button')].find(button => button.textContent.startsWith('#2')).click()")
        self.settle()
        self.equal(self.chosen(), [HOLDER], "a name that is told leads to its task")
        self.expect("waits for an actor 1 ms" in self.told(), f"what is told of the holder: {self.told()}")
        self.click("tasks-canvas", .875, self.line(4))
        self.equal(self.chosen(), [MANY], "a click on a group chooses all of it")
        told = self.told()
        self.expect(told.startswith(f"{MANY}: lived 255 ms together. The longest, 10 ms: #60 "), f"what is told of it: {told}")
        self.equal(self.run("check.points('#d4d4da')") > 100, True, "others fade for a group, too")
        self.click("tasks-canvas", .5, 5)
        self.equal(self.chosen(), [], "a click beside all lines chooses none")

    def keyboard(self):
        on = "tasks-scroll"
        self.press("Home", on=on)
        self.equal(self.chosen(), [MAIN], "Home chooses the first")
        self.press("ArrowDown", on=on)
        self.equal(self.chosen(), [HOLDER], "an arrow leads down")
        self.press("ArrowDown", "ArrowDown", on=on)
        self.equal(self.chosen(), [STUCK], "and further")
        self.press("ArrowLeft", on=on)
        self.equal(self.chosen(), [WAITER], "an arrow leads to who created it")
        self.press("ArrowLeft", on=on)
        self.expect(STUCK not in self.names(), "an arrow folds")
        self.press("ArrowRight", on=on)
        self.expect(STUCK in self.names(), "an arrow unfolds")
        self.press("ArrowRight", on=on)
        self.equal(self.chosen(), [STUCK], "an arrow leads to what it created")
        self.press("ArrowUp", on=on)
        self.equal([line["name"] for line in self.lines() if line["isCurrent"]], [WAITER], "an arrow leads up")
        self.press("+", on=on)
        self.expect("(20 ms)" in self.seen(), f"a key zooms in: {self.seen()}")
        before = self.seen()
        self.browser.key("ArrowRight", shift=True)
        self.settle()
        self.expect("(20 ms)" in self.seen() and self.seen() != before, f"with shift an arrow moves in time: {self.seen()}")
        self.press("-", on=on)
        self.press("Enter", on=on)
        self.expect("(40 ms)" not in self.seen(), f"Enter shows what is chosen: {self.seen()}")
        self.press("Escape", on=on)
        self.equal(self.chosen(), [], "Escape chooses none")
        self.press("Home")
        self.expect("(40 ms)" in self.seen(), f"all is seen again: {self.seen()}")

    def folding(self):
        self.run(f"check.fold('{MANY}').click()")
        self.settle()
        self.expect(any(name.startswith("#11 ") for name in self.names()), f"a button unfolds a group: {self.names()}")
        self.run("document.getElementById('tasks-fold').click()")
        self.settle()
        self.equal(self.names(), [MAIN], "all is folded")
        self.run("document.getElementById('tasks-unfold').click()")
        self.settle()
        self.expect(len(self.names()) > 5 and any(name.startswith("#11 ") for name in self.names()), "all is unfolded")
        self.run(f"check.fold('{MANY}').click()")
        self.settle()
        self.equal(self.names(), [MAIN, HOLDER, WAITER, STUCK, MANY], "a button folds a group")

    def looking(self):
        for words, name in (("STUCK", STUCK), ("0x2200", STUCK), ("#4", STUCK), ("holder", HOLDER), ("odd", ODD)):
            self.run(f"check.search('tasks-search', '{words}')")
            self.settle()
            self.equal(self.status(), "1 of 54 tasks", f"how many {words!r} finds")
            lines = self.lines()
            above = [MAIN, WAITER] if name == STUCK else [MAIN]
            self.equal([line["name"] for line in lines if line["isAbove"]], above, f"what is above what {words!r} finds")
            self.equal([line["name"] for line in lines if not line["isAbove"]], [name], f"what {words!r} finds")
        self.run("check.search('tasks-search', '')")
        self.settle()
        self.run("check.choose('tasks-order', 'life')")
        self.settle()
        self.equal(self.names(), [MAIN, WAITER, STUCK, HOLDER, MANY], "in the order of their lives")
        self.run("check.choose('tasks-order', 'begin')")
        # From 10 to 30 ms the many don't live yet, but for the moment in which they begin; from 15 to 25 none of them does.
        self.run("check.choose('tasks-show', 'view')")
        self.press("+", "+")
        self.equal(self.status(), "4 of 54 tasks", "those of what the timeline shows")
        self.press("Home")
        self.equal(self.status(), "54 tasks", "they follow the timeline")
        self.click("tasks-canvas", .25, self.line(1))
        self.run("check.choose('tasks-show', 'chosen')")
        self.settle()
        self.equal(self.names(), [MAIN, HOLDER], "the chosen one, and what is above")
        self.run("check.choose('tasks-show', 'all')")
        self.press("Escape")
        self.equal(self.status(), "54 tasks", "all again")

    def tables(self):
        for table, row, status, wanted in (
                # By creators the many are the first, by lives altogether.
                ("creators", 0, "50 of 54 tasks", "50 tasks: task of 0x5000: lived"),
                ("creators", 3, "54 tasks", f"{WAITER}: lived"),
                ("executors", 0, "2 of 54 tasks", "2 tasks: on Bank, or waiting for it: lived 48 ms together"),
                # Of two threads both were busy from 2 to 3 ms, when one task waited.
                ("pools", 0, "54 tasks", f"{STUCK}: lived"),
                ("hops", 0, "54 tasks", f"{WAITER}: lived"),
                ("suspended", 0, "54 tasks", f"{STUCK}: lived 39 ms from 1 ms on, had not ended when the trace did."),
                ("slowest", 2, "54 tasks", f"{HOLDER}: lived")):
            self.run("check.choose('tasks-show', 'all')")
            self.press("Escape", "Home")
            self.row(table, row)
            self.expect(self.told().startswith(wanted), f"row {row} of {table} tells {wanted!r}: {self.told()}")
            self.equal(self.status(), status, f"what row {row} of {table} shows")
        self.run("check.choose('tasks-show', 'all')")
        self.press("Escape", "Home")
        self.row("pools", 0)
        self.expect("(40 ms)" not in self.seen(), f"the time in which the pool was starved is shown: {self.seen()}")
