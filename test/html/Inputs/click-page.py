# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Clicks, drags and types on PAGE.html, a page of two-phases.c with a thread."""

import sys

from browser import Browser

PAGE = sys.argv[1]


def state(page, key):
    return page.value(f"state[{key!r}]")


def address(page):
    return page.value("location.hash")


def row(page, name):
    """The cells of a row of the table of structures."""
    return page.value(
        "[...document.querySelectorAll('#structures tr')].map((tr) => "
        "[...tr.children].map((cell) => cell.innerText.trim()))"
        f".find((cells) => cells[0] === {name!r})"
    )


def click_structure(page):
    page.click("#structures tbody tr:nth-child(1) .pick")
    chosen = state(page, "structure")
    assert chosen is not None
    name = page.value(f"structureName({chosen})")
    assert address(page) == f"#structure={chosen}"
    assert page.text("[data-chip=structure]").startswith(name)
    assert page.count("#structures tbody tr[aria-selected=true]") == 1
    assert page.count(f"#time .key[data-structure='{chosen}'][aria-pressed=true]") == 1
    assert page.count("#evictions tr.chosen") == 1
    assert page.value("views.find((v) => v.id === 'time').stack.rows.length") == 1
    print("a click selects a structure")
    page.click("#structures tbody tr[aria-selected=true] .pick")
    assert state(page, "structure") is None and address(page) in ("", "#")
    print("a second click takes it back")


def drag_time(page):
    page.drag("#time canvas.brush", 0.25, 0.5)
    begin, end = state(page, "time")
    whole = page.value("clock().end")
    assert abs(begin / whole - 0.25) < 0.02 and abs(end / whole - 0.5) < 0.02
    assert address(page) == f"#time={begin}-{end}"
    # The same sum in another way: bin by bin.
    expected = page.value(
        "(() => { const c = clock(); let sum = 0;"
        "for (let row = 0; row <= c.others; ++row)"
        f" for (let b = {begin} / c.step; b < {end} / c.step; ++b)"
        "  sum += c.bin(0, row)[b];"
        "return sum; })()"
    )
    assert expected > 0
    assert page.value("selectedCounts().total.counts[0]") == expected
    assert row(page, "TOTAL")[3] == page.value(f"count({expected})")
    print("a drag selects a time, and counts are those of its bins")
    page.drag("#time canvas.brush", 0.35, 0.55)
    moved = state(page, "time")
    assert moved[1] - moved[0] == end - begin and moved[0] > begin, moved
    page.drag("#time canvas.brush", moved[1] / whole, 0.9)
    assert state(page, "time")[0] == moved[0]
    assert abs(state(page, "time")[1] / whole - 0.9) < 0.02
    page.key("Escape")
    assert state(page, "time") is None
    print("the brush moves")


def choose_thread(page):
    page.drag("#time canvas.brush", 0.1, 0.2)
    page.click("#run [data-thread='1']")
    assert state(page, "thread") == 1 and state(page, "time") is None
    assert page.value("clock().thread") == 1
    # Thread 1 walks one array, ten times; each line misses.
    assert page.value("selectedCounts().total.counts[0]") in range(163840, 163860)
    page.click("#clear")
    print("a thread has its own clock")


def choose_phase(page):
    page.click("#phases tbody tr:nth-child(1) .pick")
    phase = state(page, "phase")
    assert page.value("selectedCounts().exact") is True
    expected = page.value(
        "(() => { const i = profile().phases.intervals, m = numbers(i.misses[0]);"
        "const p = numbers(i.phase);"
        f"return m.reduce((sum, v, k) => sum + (p[k] === {phase} ? v : 0), 0); }})()"
    )
    assert page.value("selectedCounts().total.counts[0]") == expected > 0
    assert address(page) == f"#phase={phase + 1}"
    page.key("Escape")
    print("a phase has its exact counts")


def see_what_is_left(page):
    """Of a time, the source has the misses of sites; evictions are of the whole."""
    page.drag("#time canvas.brush", 0.1, 0.3)
    shown = "[...document.querySelectorAll('.left:not([hidden])')].map((e) => "
    shown += "e.parentElement.id + ': ' + e.textContent)"
    left = page.value(shown)
    assert "evictions: of every time" in left and "curves: of every time" in left
    for name in ["time", "heat", "phases", "structures", "similarity", "source"]:
        assert not [text for text in left if text.startswith(name + ":")], left
    # The sites of the intervals miss as often as the intervals do.
    expected = page.value(
        "(() => { const i = profile().phases.intervals; let sum = 0;"
        "for (let k = 0; k < i.n; ++k)"
        " if (isSelected(i, k)) sum += numbers(i.misses[1])[k];"
        "return sum; })()"
    )
    sites = page.value("[...selectedSites().values()].reduce((a, b) => a + b, 0)")
    assert sites == expected > 0, (sites, expected)
    assert "L2 misses" in page.text("#source table")
    page.click("#time .key")
    assert "phases: of every structure" not in page.value(shown)
    assert "source: of every time" in page.value(shown)
    page.key("Escape")
    assert page.value(shown) == []
    print("views say what they cannot show of the selection")


def press_keys(page):
    for key, name in [("j", "structure"), ("t", "thread"), ("p", "phase")]:
        page.key(key)
        assert state(page, name) is not None, key
    assert page.count("#chips .chip") == 3
    page.key("m")
    assert state(page, "measure") == 1
    page.key("+")
    zoomed = state(page, "time")
    page.key("ArrowRight")
    assert state(page, "time")[0] > zoomed[0]
    page.key("0")
    assert state(page, "time") is None
    page.key("k")
    assert state(page, "structure") is None
    page.key("/")
    assert page.value("document.activeElement.className") == "filter"
    page.key("Escape")
    page.key("?")
    assert page.value("document.getElementById('help').open") is True
    page.click("#help button")
    assert page.value("document.getElementById('help').open") is False
    page.key("Escape")
    assert not page.value("hasSelection()")
    print("keys select")


def use_address(page):
    structure = page.value("profile().structures.rows[1].id")
    fragment = f"#measure=l2-misses&time=2000000-6000000&structure={structure}"
    page.go(PAGE, fragment + "&phase=1")
    assert state(page, "measure") == 1 and state(page, "phase") == 0
    assert state(page, "time") == [2000000, 6000000]
    assert state(page, "structure") == structure
    assert page.count("#chips .chip") == 3
    print("the address says all")
    nonsense = "#structure=<script>&time=9-3&thread=1e9&phase=-4"
    page.go(PAGE, nonsense + "&measure=constructor")
    assert not page.value("hasSelection()") and state(page, "measure") == 0
    print("nonsense in the address is left out")
    page.click("#time .key")
    chosen = state(page, "structure")
    page.click("#phases tbody tr:nth-child(2) .pick")
    page.value("history.back()")
    page.wait("state.phase === null")
    assert state(page, "structure") == chosen
    page.key("Escape")
    print("back goes back")


def use_tables(page):
    names = (
        "[...document.querySelectorAll('#structures tbody .pick')]"
        ".map((b) => b.innerText.trim())"
    )
    page.click("#structures th:nth-child(1) button")
    visible = page.value(names)
    page.click("#structures th:nth-child(1) button")
    assert page.value(names) == visible[::-1] and len(visible) > 2
    sort = page.value("document.querySelector('#structures th').ariaSort")
    assert sort == "descending"
    page.click("#structures .filter")
    for letter in "left":
        page.key(letter)
    assert page.value(names) == ["left"], page.value(names)
    page.value("document.querySelector('#structures .filter').value = ''")
    page.key("Escape")
    print("tables are sorted and filtered")
    tables = page.value("views.filter((v) => v.details).map((v) => v.id)")
    assert len(tables) >= 8, tables
    for name in tables:
        page.click(f"#{name} .behind summary", (0.1, 0.5))
        assert page.count(f"#{name} .behind tbody tr") > 0, name
    print("a table is behind each drawing")


def use_views(page):
    previous = page.text("#curves output")
    page.value(
        "(() => { const s = document.getElementById('size'); s.value = s.max;"
        "s.dispatchEvent(new Event('input')); })()"
    )
    assert page.text("#curves output") != previous
    print("the slider changes the size of the cache")
    page.click("#next")
    chosen = state(page, "interval")
    number = page.value(f"numbers(profile().phases.intervals.number)[{chosen}]")
    assert f"Interval {number} of thread" in page.text("#interval h3")
    page.click("#interval .legend .key")
    assert state(page, "interval") != chosen
    page.key("[")
    assert "interval=" in address(page)
    print("an interval is looked at")
    theme = page.value("isDark()")
    page.key("d")
    assert page.value("isDark()") != theme
    page.click("#theme")
    assert page.value("isDark()") == theme
    print("the theme changes")
    page.call("Emulation.setEmulatedMedia", media="print")
    page.value("dispatchEvent(new Event('beforeprint'))")
    page.settle()


with Browser() as browser:
    page = browser.open(PAGE)
    click_structure(page)
    drag_time(page)
    choose_thread(page)
    choose_phase(page)
    see_what_is_left(page)
    press_keys(page)
    use_address(page)
    use_tables(page)
    use_views(page)
    page.expect_quiet()
    print("nobody complains")
