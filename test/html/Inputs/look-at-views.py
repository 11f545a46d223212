# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens PAGE.html and says of each view whether its drawings have anything in them,
and its text; in light and dark, and as wide as a phone."""

import sys

from browser import Browser

DRAWN = """
(() => {
  const section = document.getElementById(%r);
  return [...section.querySelectorAll("canvas")].map((canvas) => {
    if (canvas.width === 0)
      return 0;
    const dots = canvas.getContext("2d").getImageData(
        0, 0, canvas.width, canvas.height).data;
    return new Set(new Uint32Array(dots.buffer)).size;
  });
})()
"""


def look(page, aloud):
    for name in page.value("views.filter((v) => v.section).map((v) => v.id)"):
        page.value(f"document.getElementById({name!r}).scrollIntoView()")
        page.settle()
        colours = page.value(DRAWN % name)
        assert all(many > 2 for many in colours), (name, colours)
        if aloud and colours:
            print(f"{name}: drawn")
        if aloud:
            print(f"{name}:", page.text("#" + name).replace("\n", " ")[:400])
    wide = page.value("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"wider than the screen by {wide}"


with Browser() as browser:
    page = browser.open()
    for scheme, width in [("light", 1280), ("dark", 1280), ("light", 390)]:
        page.prefer(scheme)
        page.size(width, 800, mobile=width < 600)
        page.go(sys.argv[1])
        assert page.value("document.documentElement.dataset.theme") == scheme
        look(page, scheme == "light" and width > 600)
        page.expect_quiet()
    print("no complaint, no request")
