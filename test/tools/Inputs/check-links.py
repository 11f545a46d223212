# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links between the project's pages lead somewhere: files and headings; and the
paths that CONTRIBUTING.md names exist."""

import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
CODE = re.compile(r"^(```|    ).*?$", re.MULTILINE)


def anchor(heading):
    """As GitHub makes them."""
    saved = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
    return saved.replace(" ", "-")


def anchors(page):
    return {anchor(h) for h in HEADING.findall(page.read_text())}


def broken(page):
    """Links of a page that lead nowhere."""
    for link in LINK.findall(CODE.sub("", page.read_text())):
        if "://" in link:
            continue
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists():
            yield link, "no such file"
        elif heading and heading not in anchors(target):
            yield link, "no such heading"


def stale_paths(page):
    """Code of a page that begins with a folder next to it and names no file."""
    for code in re.findall(r"`([^`\s]+)`", CODE.sub("", page.read_text())):
        first, slash, _ = code.partition("/")
        if slash and (page.parent / first).is_dir() and not any(page.parent.glob(code)):
            yield code, "no such file"


top = pathlib.Path(sys.argv[1])
pages = [*top.glob("*.md"), *top.glob("*/*.md"), *top.glob("*/*/*.md")]
links = sum(len(LINK.findall(p.read_text())) for p in pages)
wrong = [(p, *b) for p in pages for b in broken(p)]
wrong += [(p, *b) for p in pages if p.name == "CONTRIBUTING.md" for b in stale_paths(p)]
for page, link, reason in wrong:
    print(f"{page.relative_to(top)}: '{link}': {reason}")
print(f"{len(pages)} pages, {links} links, {len(wrong)} broken")
sys.exit(bool(wrong))
