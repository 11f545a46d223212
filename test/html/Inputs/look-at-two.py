# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks at a page of two profiles of `memfacet-bench-page`."""

import sys

from browser import Browser

with Browser() as browser:
    page = browser.open(sys.argv[1])
    print("first view:", page.value("views.find((v) => v.section).id"))
    print(
        "instructions",
        page.value(
            "document.querySelector('#compare .before-after .quiet').textContent"
        ),
    )
    print("rows:", page.count("#compare tbody tr"))
    missing = page.value(
        "[...document.querySelectorAll('#compare tbody tr')]"
        ".filter((tr) => tr.children[3].innerText === '-')"
        ".map((tr) => tr.children[0].innerText.trim())"
    )
    print("gone:", sorted(missing)[-1])
    previous = page.value("profile().structures.rows.length")
    page.click("#compare tbody tr:nth-child(1) .pick")
    name = page.value("structureName(state.structure)")
    page.click("#top [data-value='1']")
    following = page.value("profile().structures.rows.length")
    print(f"after has {following} structures, before {previous}")
    assert page.value("location.hash").startswith("#profile=2")
    assert page.value("structureName(state.structure)") == name
    print("the same structure stays selected")
    page.expect_quiet()
