# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a page as a browser has it once all of it is drawn, without any click."""

import sys

from browser import Browser

with Browser() as browser:
    page = browser.open(sys.argv[1])
    page.settle()
    print(page.value("document.documentElement.outerHTML"))
    page.expect_quiet()
