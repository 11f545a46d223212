# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens pages of `memfacet-bench-page ... hostile` and looks for harm."""

import os
import sys

from browser import Browser

with Browser() as browser:
    page = browser.open()
    for path in sys.argv[1:]:
        name = os.path.basename(path)
        page.go(path)
        shown = page.value(
            "[...document.querySelectorAll('#structures tbody .pick')]"
            ".map((b) => b.textContent)"
        )
        print(f"{name}: {len(shown)} names are shown")
        assert any("<script>" in text for text in shown)
        for view in page.value("views.filter((v) => v.section).map((v) => v.id)"):
            page.value(f"document.getElementById({view!r}).scrollIntoView()")
            page.settle()
        for _ in shown:
            page.key("j")
        for summary in range(page.count(".behind summary")):
            page.value(
                f"document.querySelectorAll('.behind summary')[{summary}].click()"
            )
            page.settle()
        # Two scripts of ours; the data were removed once they were read.
        assert page.count("script") == 2, page.count("script")
        assert page.count("img, svg, iframe, object, embed, link, form") == 0
        assert page.count("[onerror], [onload], [onclick]") == 0
        assert page.value("document.title").startswith("MemFacet: made-up")
        text = page.value("document.body.innerText")
        assert not [c for c in text if ord(c) < 32 and c not in "\n\t"]
        assert not set("\u202e\u202c\x9b") & set(text)
        page.expect_quiet()
        print(f"{name}: nothing has happened")
