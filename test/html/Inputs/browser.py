# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A headless Chromium, driven through its DevTools protocol.

    with Browser() as browser:
        page = browser.open("report.html")
        page.click("#structures .pick")
        assert page.value("location.hash") == "#structure=3"
        page.expect_quiet()

Needs the package chromium of Debian, and no packages of Python.
"""

import base64
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

NAMES = ["chromium", "chromium-browser", "google-chrome"]
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--force-color-profile=srgb",
    "--remote-debugging-port=0",
    "--remote-allow-origins=*",
]
SECONDS = 60


def find():
    """The path of the browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Socket:
    """The client's side of a WebSocket (RFC 6455), for whole texts only."""

    TEXT, PING, PONG = 1, 9, 10

    def __init__(self, address):
        parts = urllib.parse.urlparse(address)
        self.socket = socket.create_connection((parts.hostname, parts.port), SECONDS)
        self.socket.sendall(
            f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        self.file = self.socket.makefile("rb")
        if b" 101 " not in self.file.readline():
            raise RuntimeError(f"no WebSocket at {address}")
        while self.file.readline().strip():
            pass

    def send(self, text, kind=TEXT):
        data = text if isinstance(text, bytes) else text.encode()
        length = len(data)
        head = bytes([0x80 | kind])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        self.socket.sendall(head + bytes(4) + data)  # a mask of zeros

    def receive(self):
        text = b""
        while True:
            first, second = self.file.read(2)
            length = second & 127
            if length == 126:
                (length,) = struct.unpack(">H", self.file.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.file.read(8))
            data = self.file.read(length)
            if first & 15 == self.PING:
                self.send(data, self.PONG)
                continue
            text += data
            if first & 0x80:
                return text.decode()


class Page:
    """A page; calls wait for their answers."""

    def __init__(self, address):
        self.socket = Socket(address)
        self.number = 0
        self.wrong = []  # errors of the console and of scripts
        self.requests = []
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        name, details = event.get("method"), event.get("params", {})
        if name == "Runtime.exceptionThrown":
            thrown = details["exceptionDetails"]
            self.wrong.append(
                thrown.get("exception", {}).get("description", thrown["text"])
            )
        elif name == "Log.entryAdded" and details["entry"]["level"] == "error":
            self.wrong.append(details["entry"]["text"])
        elif name == "Runtime.consoleAPICalled" and details["type"] in (
            "error",
            "warning",
            "assert",
        ):
            self.wrong.append(json.dumps(details["args"])[:500])
        elif name == "Network.requestWillBeSent":
            self.requests.append(details["request"]["url"])

    def go(self, path, fragment=""):
        """Opens a file, and waits until the page is drawn."""
        self.requests.clear()
        self.address = pathlib.Path(path).resolve().as_uri()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=self.address + fragment)
        self.wait("document.body && document.body.dataset.drawn !== undefined")

    def value(self, script):
        """What the script's expression is, as Python has it."""
        answer = self.call(
            "Runtime.evaluate",
            expression=script,
            returnByValue=True,
            awaitPromise=True,
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(
                details.get("exception", {}).get("description", details["text"])
            )
        return answer["result"].get("value")

    def wait(self, script):
        end = time.monotonic() + SECONDS
        while not self.value(f"Boolean({script})"):
            if time.monotonic() > end or (self.wrong and "dataset" in script):
                raise RuntimeError(f"never: {script}; {self.wrong}")
            time.sleep(0.03)

    def settle(self):
        """Waits until all views show the selection."""
        self.value(
            "new Promise((done) => requestAnimationFrame(() => "
            "setTimeout(() => { refreshAll(); requestAnimationFrame(done); }, 30)))"
        )

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)}).innerText")

    def count(self, selector):
        return self.value(f"document.querySelectorAll({json.dumps(selector)}).length")

    def box(self, selector):
        """x, y, width, height in sight; None if there is no such element."""
        return self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "if (!e) return null; e.scrollIntoView({block: 'center'});"
            "const b = e.getBoundingClientRect();"
            "return [b.x, b.y, b.width, b.height]; })()"
        )

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector, point=(0.5, 0.5)):
        box = self.box(selector)
        if not box:
            raise RuntimeError(f"nothing is {selector}")
        x, y = box[0] + point[0] * box[2], box[1] + point[1] * box[3]
        for kind in ["mousePressed", "mouseReleased"]:
            self.mouse(kind, x, y, button="left", clickCount=1)
        self.settle()

    def drag(self, selector, begin, end, steps=8):
        """From and to places in the element, as shares of its width."""
        x, y, width, height = self.box(selector)
        y += height / 3
        places = [begin + (end - begin) * i / steps for i in range(steps + 1)]
        self.mouse("mouseMoved", x + width * begin, y)
        self.mouse("mousePressed", x + width * begin, y, button="left", clickCount=1)
        for place in places:
            self.mouse("mouseMoved", x + width * place, y, button="left", buttons=1)
        self.mouse("mouseReleased", x + width * end, y, button="left", clickCount=1)
        self.settle()

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        codes = {"Escape": 27, "ArrowRight": 39, "ArrowLeft": 37, "Tab": 9, "Enter": 13}
        text["windowsVirtualKeyCode"] = codes.get(key, ord(key[0].upper()))
        if key == "Enter":
            text["text"] = "\r"
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **text)
        self.settle()

    def size(self, width, height, mobile=False, scale=1):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=mobile,
        )

    def prefer(self, scheme):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def shoot_box(self, path, x, y, width, height):
        """A picture of a part of the page, also where that is not in sight."""
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        answer = self.call(
            "Page.captureScreenshot",
            format="png",
            clip=clip,
            captureBeyondViewport=True,
        )
        pathlib.Path(path).write_bytes(base64.b64decode(answer["data"]))

    def expect_quiet(self):
        """No error was said, and nothing but the file was asked for."""
        self.value("0")
        assert not self.wrong, self.wrong
        rest = [
            url
            for url in self.requests
            if url.split("#")[0] not in (self.address, "about:blank")
        ]
        assert not rest, rest


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="memfacet-browser-")
        environment = {**os.environ, "HOME": self.folder}
        environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
        self.process = subprocess.Popen(
            [find(), *FLAGS, f"--user-data-dir={self.folder}/data", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self.port = self.find_port()

    def find_port(self):
        file = pathlib.Path(self.folder, "data/DevToolsActivePort")
        end = time.monotonic() + SECONDS
        while not (file.exists() and file.read_text().count("\n")):
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("the browser does not start")
            time.sleep(0.05)
        return int(file.read_text().split()[0])

    def open(self, path=None, fragment=""):
        address = f"http://127.0.0.1:{self.port}/json/list"
        with urllib.request.urlopen(address) as answer:
            targets = json.load(answer)
        target = next(t for t in targets if t["type"] == "page")
        page = Page(target["webSocketDebuggerUrl"])
        page.size(1280, 900)
        if path:
            page.go(path, fragment)
        return page

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
