#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how soon a page is open and how fast its brush moves, in headless Chromium.

usage: bench/page.py BUILD [INTERVALS STRUCTURES]

Makes a profile (bench/page.cpp), writes its page and drives it. Prints the size of the
file, the time from the navigation to the first picture and to the picture of all views,
and frames per second while the brush moves over the whole run. The processor draws all
visible views in each frame.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/html/Inputs"))
from browser import Browser  # noqa: E402

FRAMES = 120

# Moves the brush once in each frame, and waits for the last one to be drawn.
BRUSH = """
new Promise((done) => {
  const at = clock(), wide = at.end / 5;
  let frame = 0, start = 0;
  const step = (now) => {
    start = start || now;
    if (frame === FRAMES)
      return done((now - start) / FRAMES);
    const from = (at.end - wide) * frame++ / FRAMES;
    select({time: at.snapped([from, from + wide])}, true);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})
""".replace("FRAMES", str(FRAMES))


def main(build, intervals="1000000", structures="100"):
    build = pathlib.Path(build)
    with tempfile.TemporaryDirectory() as folder:
        profile, page = f"{folder}/made-up.mfp", f"{folder}/page.html"
        maker = build / "bench/memfacet-bench-page"
        subprocess.run([maker, profile, intervals, structures], check=True)
        start = time.monotonic()
        subprocess.run(
            [build / "bin/memfacet", "html", profile, "-o", page], check=True
        )
        written = time.monotonic() - start
        with Browser() as browser:
            driven = browser.open()
            driven.go(page)
            driven.value("document.getElementById('time').scrollIntoView()")
            driven.settle()
            frame = driven.value(BRUSH)
            opened, drawn = (
                float(driven.value(f"document.body.dataset.{name}")) / 1000
                for name in ("opened", "drawn")
            )
            driven.expect_quiet()
        size = pathlib.Path(page).stat().st_size / 1e6
        print(f"intervals x structures  {intervals} x {structures}")
        print(f"written                 {written:.1f} s")
        print(f"file                    {size:.1f} MB")
        print(f"open                    {opened:.2f} s; all views {drawn:.2f} s")
        print(f"brush                   {1000 / frame:.0f} frames a second")


main(*sys.argv[1:])
