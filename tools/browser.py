"""A chromium that is driven through its debugging pipe, and what somebody does who visits a page with it; for tools/check-page."""
import contextlib, json, os, pathlib, select, shutil, subprocess, time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def browser_command():
    for installs in (True, False):
        for name in ("chromium", "chromium-browser", "google-chrome"):
            if shutil.which(name):
                return name
        if installs:
            subprocess.run([ROOT / "tools/setup", "--browser"], check=False)
    return None


class Wrong(Exception):
    """What the page doesn't do."""


class Browser:
    """A chromium that is driven through a pipe: messages of JSON, each with a zero at its end."""

    def __init__(self, command, folder):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        # Its sandbox refuses root, as whom containers run; what it shows is a page of our own.
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        words = [command, "--headless=new", *sandbox, "--disable-gpu", "--force-device-scale-factor=1", "--window-size=1200,900",
                 "--disable-background-networking", "--disable-component-update", "--no-first-run",
                 f"--user-data-dir={folder}/profile", "--remote-debugging-pipe", "about:blank"]
        # The pipe has to be the descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "browser", *words],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.buffer, self.session, self.errors, self.isLoaded = 0, b"", None, [], False
        target = next(target for target in self.call("Target.getTargets")["targetInfos"] if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime"):
            self.call(f"{domain}.enable")

    def close(self):
        with contextlib.suppress(Wrong, OSError):
            self.session = None
            self.call("Browser.close")
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        os.close(self.output)

    def message(self, deadline):
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], max(deadline - time.monotonic(), 0))[0]:
                raise Wrong("the browser doesn't answer")
            piece = os.read(self.input, 1 << 16)
            if not piece:
                raise Wrong("the browser has ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        if message.get("method") == "Page.loadEventFired":
            self.isLoaded = True
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 120
        while True:
            answer = self.message(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Wrong(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, path):
        self.errors, self.isLoaded = [], False
        self.call("Page.navigate", url=f"file://{path}")
        deadline = time.monotonic() + 120
        while not self.isLoaded:
            self.message(deadline)

    def run(self, script):
        """The value of an expression, for which it is waited where it is a promise."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Wrong(f"{script[:80]}: {details.get('exception', {}).get('description') or details['text']}")
        return result["result"].get("value")

    def key(self, name, shift=False):
        for kind in ("keyDown", "keyUp"):
            text = {"text": name} if kind == "keyDown" and len(name) == 1 else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=name, modifiers=8 if shift else 0, **text)

    def mouse(self, x, y, *kinds):
        for kind in kinds:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", clickCount=1)


# What a visitor does and sees, in words of the checks. Canvases keep a colour but for what is drawn half over it.
LIBRARY = r"""
window.check = {
  text: id => document.getElementById(id).textContent,
  // What comes later, of a drag, has come by then.
  later: () => new Promise(done => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 20)), 150)),
  choose: (id, value) => {
    const element = document.getElementById(id);
    element.value = value;
    element.dispatchEvent(new Event("change"));
  },
  search: (id, value) => {
    const element = document.getElementById(id);
    element.value = value;
    element.dispatchEvent(new Event("input"));
  },
  pixels: id => {
    const canvas = document.getElementById(id);
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  },
  // How many points of a canvas have a colour.
  points: (colour, id = "timeline") => {
    const data = check.pixels(id), wanted = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 255 && wanted.every((part, place) => Math.abs(data[at + place] - part) <= 2)) count++;
    }
    return count;
  },
  // How many different colours there are besides those of the text.
  hues: (id = "timeline") => {
    const data = check.pixels(id), found = new Map();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 255) continue;
      const [least, most] = [Math.min(data[at], data[at + 1], data[at + 2]), Math.max(data[at], data[at + 1], data[at + 2])];
      if (most - least < 60) continue;
      const key = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      found.set(key, (found.get(key) || 0) + 1);
    }
    // Edges of letters have some of their own.
    return [...found].filter(([, count]) => count > 20).length;
  },
  // What is told of the points of a canvas, at some parts of its width and each so many pixels down.
  tips: (id, tip, parts, step) => {
    const canvas = document.getElementById(id), box = canvas.getBoundingClientRect(), texts = [];
    for (let y = 0; y < box.height; y += step) {
      for (const part of parts) {
        canvas.dispatchEvent(new PointerEvent("pointermove", {
          clientX: box.left + box.width * part, clientY: box.top + y, bubbles: true }));
        if (!document.getElementById(tip).hidden) texts.push(document.getElementById(tip).textContent);
      }
    }
    return texts.join("\n\n");
  },
  box: id => {
    const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
    return [left, top, width, height];
  },
  at: (element, part = .5) => {
    element.scrollIntoView({ block: "center" });
    const box = element.getBoundingClientRect();
    return [box.left + box.width * part, box.top + box.height / 2];
  },
};
"""


class Visit:
    """Somebody who looks at a page. Each kind of page has its own, with `everything()` that is to be done there."""

    # More words for what that page shows.
    library = ""

    def __init__(self, browser, path):
        self.browser = browser
        browser.open(path)
        browser.run(LIBRARY + self.library)
        self.settle()

    def run(self, script):
        return self.browser.run(script)

    def settle(self):
        self.run("check.later()")

    def expect(self, condition, message):
        if not condition:
            raise Wrong(message)

    def equal(self, found, wanted, message):
        self.expect(found == wanted, f"{message}: {found!r}, not {wanted!r}")

    def press(self, *keys, on="timeline"):
        self.run(f"document.getElementById('{on}').focus()")
        for key in keys:
            self.browser.key(key)
        self.settle()
