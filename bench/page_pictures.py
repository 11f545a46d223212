#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the pictures of docs/internals/page.md, in headless Chromium.

usage: bench/page_pictures.py BUILD

Records three examples, writes their pages and takes pictures of their views, in the
light and the dark theme. Look at them before you commit them.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/html/Inputs"))
from browser import Browser  # noqa: E402

CACHES = "L1=32K,8;L2=256K,8"
PHASES = "--phases=all,first-miss-image,miss-image"

# Name, page, address, first and last view of each picture.
PICTURES = [
    ("over-time", "orders", "", "time", "heat"),
    ("selection", "orders", "structure", "time", "heat"),
    ("phases", "orders", "", "phases", "phases"),
    ("structures", "orders", "#measure=l2-misses", "structures", "structures"),
    ("findings", "mincost", "", "findings", "findings"),
    ("members", "mincost", "", "fields", "fields"),
    ("evictions", "mincost", "", "evictions", "evictions"),
    ("cache-size", "mincost", "", "curves", "curves"),
    ("volatility", "mincost", "", "volatility", "volatility"),
    ("threads", "stencil", "", "threads", "threads"),
    ("similarity", "orders", "", "similarity", "similarity"),
    ("interval", "orders", "#time=0-20000000", "interval", "interval"),
    ("advice", "mincost", "", "advice", "advice"),
    ("source", "mincost", "", "source", "source"),
    ("before-and-after", "both", "", "compare", "compare"),
]
MOST_HEIGHT = {"structures": 430, "interval": 600}
USUAL_HEIGHT = 640


def run(*words):
    subprocess.run([str(word) for word in words], check=True, cwd=ROOT)


def make_pages(bin, folder):
    """Writes the pages of the examples, and of the tutorial's change."""
    tool = bin / "memfacet"
    run(
        *[bin / "memfacet-clang", "-O2", "-g", "-o", f"{folder}/mincost"],
        *sorted((ROOT / "examples/mincost").glob("*.c")),
    )
    run(
        *[bin / "memfacet-clang++", "-O2", "-g", "-std=c++20", "-lpthread"],
        *["-o", f"{folder}/stencil"],
        *sorted((ROOT / "examples/stencil").glob("*.cpp")),
    )

    run(
        *[bin / "memfacet-clang++", "-O2", "-g", "-std=c++20"],
        *["-o", f"{folder}/orders"],
        *sorted((ROOT / "examples/orders").glob("*.cpp")),
    )

    def record(profile, program, *options):
        run(
            *[tool, "record", "--cache", CACHES, "--interval", "100K", *options],
            *["-o", f"{folder}/{profile}.mfp", "--", *program],
        )

    mincost = [f"{folder}/mincost", "--size", "1000"]
    trace = f"{folder}/mincost.mft"
    record("mincost", mincost, "--why", "--curves", "--trace", trace)
    stencil = [f"{folder}/stencil", "--size", "200", "--steps", "60"]
    whole = f"{folder}/stencil.mft"
    run(tool, "record", "--no-analysis", "--trace", whole, "--", *stencil)
    run(
        *[tool, "simulate", whole, "--cache", CACHES, "--interval", "100K"],
        *["--sharing", "--phases", "-o", f"{folder}/stencil.mfp"],
    )
    record("orders", [f"{folder}/orders"], PHASES)
    shutil.copytree(ROOT / "examples/orders", f"{folder}/changed")
    run("patch", "-s", "-p1", "-d", f"{folder}/changed", "-i", ROOT / "docs/tutorial/prices.patch")
    run(
        *[bin / "memfacet-clang++", "-O2", "-g", "-std=c++20"],
        *["-o", f"{folder}/faster"],
        *sorted(pathlib.Path(f"{folder}/changed").glob("*.cpp")),
    )
    record("before", [f"{folder}/orders"])
    record("after", [f"{folder}/faster"])
    page = [tool, "html", "-o"]
    run(*page, f"{folder}/mincost.html", f"{folder}/mincost.mfp", "--from-trace", trace)
    for name in ["stencil", "orders"]:
        run(*page, f"{folder}/{name}.html", f"{folder}/{name}.mfp")
    run(*page, f"{folder}/both.html", f"{folder}/before.mfp", f"{folder}/after.mfp")


def shoot(page, folder, picture, theme):
    name, structure, address, first, last = picture
    page.prefer(theme)
    page.go(f"{folder}/{structure}.html", address if address.startswith("#") else "")
    if name == "over-time":
        page.click("#time [data-value=cut]")
    if address == "structure":
        page.value("select({structure: profile().structures.rows[0].id})")
        page.value("select({time: clock().snapped([240e6, 400e6])})")
    page.value("refreshAll()")
    page.settle()
    left, top, right, bottom = page.value(
        f"(() => {{ const [a, b] = ['{first}', '{last}'].map((id) =>"
        "document.getElementById(id).getBoundingClientRect());"
        "return [a.x - 12, a.y + scrollY, a.right + 12, b.bottom + scrollY]; })()"
    )
    height = min(bottom - top, MOST_HEIGHT.get(name, USUAL_HEIGHT))
    file = ROOT / "docs/html" / f"{name}{'-dark' if theme == 'dark' else ''}.png"
    page.shoot_box(file, left, top, right - left, height)
    print(f"{file.name}: {file.stat().st_size / 1000:.0f} KB")


def main(build):
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        make_pages(pathlib.Path(build).resolve() / "bin", folder)
        (ROOT / "docs/html").mkdir(exist_ok=True)
        page = browser.open()
        page.size(1100, 900)
        for picture in PICTURES:
            for theme in ["light", "dark"]:
                shoot(page, folder, picture, theme)


main(*sys.argv[1:])
