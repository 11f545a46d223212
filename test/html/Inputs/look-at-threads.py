# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens PAGE.html, of a program with many threads: each can be chosen, and the matrix of
threads is as wide as its place at most."""

import sys

from browser import Browser

with Browser() as browser:
    page = browser.open()
    page.size(1280, 800, mobile=False)
    page.go(sys.argv[1])
    threads = page.value("profile().head.threads.length")
    assert page.count("#run .key[data-thread]") == threads > 64, threads
    page.click("#run .key[data-thread='64']")
    assert page.value("state.thread") == 64
    page.value("document.getElementById('threads').scrollIntoView()")
    page.settle()
    matrix = page.value("document.querySelector('#threads table.heat').offsetWidth")
    place = page.value("document.querySelector('#threads .scrolls').clientWidth")
    assert 0 < matrix <= place, (matrix, place)
    page.expect_quiet()
    print(f"{threads} threads can be chosen, and fit")
