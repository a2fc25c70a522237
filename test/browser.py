"""A headless Chromium, driven through its debugging pipe: nothing but Python's own library is needed.

    with Browser() as browser:
        browser.open("file:///...")
        browser.value("document.title")
"""
import argparse
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

import common

PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
PATIENCE = 60


def program():
    """The browser that is installed; None when there is none."""
    return next((found for found in map(shutil.which, PROGRAMS) if found), None)


class Browser:
    def __init__(self, width=1280, height=900):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def inherit():  # the browser reads descriptor 3 and writes descriptor 4
            os.dup2(to_browser, 63)
            os.dup2(from_browser, 64)
            os.dup2(63, 3)
            os.dup2(64, 4)

        self.process = subprocess.Popen(
            [program(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--no-first-run", "--hide-scrollbars", "--user-data-dir=" + self.profile.name],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=inherit)
        os.close(to_browser)
        os.close(from_browser)
        self.pending, self.number, self.events = b"", 0, []
        target = self.call("Target.createTarget", url="about:blank", width=width, height=height)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    session = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.write_end)
        self.process.terminate()
        self.process.wait()
        os.close(self.read_end)
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.pending:
            more = os.read(self.read_end, 1 << 16)
            if not more:
                raise OSError("the browser has ended")
            self.pending += more
        message, _, self.pending = self.pending.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise ValueError("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.events.append(answer)

    def open(self, address):
        self.events.clear()
        self.call("Page.navigate", url=address)
        end = time.monotonic() + PATIENCE
        while self.value("document.readyState") != "complete" or self.value("location.href") == "about:blank":
            if time.monotonic() > end:
                raise ValueError("the page is not loaded in time")
            time.sleep(0.05)

    def value(self, expression):
        """What a JavaScript expression is worth (as JSON)."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise ValueError("%s: %s" % (expression, answer["exceptionDetails"].get("exception", {}).get("description")))
        return answer["result"].get("value")

    def key(self, key):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def settle(self):
        """Waits until what was begun (a new address, a drawing) is done."""
        self.value("new Promise(done => setTimeout(() => requestAnimationFrame(() => done(1)), 30))")

    def complaints(self):
        """Errors of scripts and of the page, since the page was opened."""
        result = []
        for event in self.events:
            if event.get("method") == "Runtime.exceptionThrown":
                result.append(event["params"]["exceptionDetails"]["text"])
            if event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                result.append(event["params"]["entry"]["text"])
        return result

    def requests(self):
        """What the page has asked for, since it was opened."""
        return [event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


# ---- Suites that look at pages ----

def tests(page, test, is_needed):
    """The test in a browser, where there is one."""
    if program():
        yield "browser", test
    elif is_needed:
        yield "browser", lambda: "there is no Chromium"
    else:
        print("skipped: %s in a browser: there is no Chromium (make test-browser installs one)" % page, flush=True)


def main(description, suite):
    """The command of a suite: tests(loci, needs_browser) of names and functions that return a complaint or None."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--loci", default=os.path.join(common.ROOT, "build", "loci"))
    parser.add_argument("--browser", action="store_true", help="a missing Chromium is a failure")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    failed = passed = 0
    for name, test in suite(os.path.abspath(arguments.loci), arguments.browser):
        if arguments.only not in name:
            continue
        complaint = test()
        if complaint:
            print("FAILED %s\n%s\n" % (name, complaint))
        failed, passed = failed + bool(complaint), passed + (not complaint)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0
