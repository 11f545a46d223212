# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether what pictures of phases are made of is consistent.

usage: check-pictures.py ribbon|similarity|projection RESULT.json
       check-pictures.py accesses RESULT.json SUM
       check-pictures.py drawings FOLDER SIMILARITY.json
"""

import json
import math
import pathlib
import struct
import sys
import xml.dom.minidom
import zlib


def read(path):
    return json.loads(pathlib.Path(path).read_text())


def ribbon(path):
    picture = read(path)
    for thread in picture["threads"]:
        end = 0
        for piece in thread["pieces"]:
            assert end <= piece["begin"] < piece["end"] <= picture["instructions"]
            end = piece["end"]
    assert [t["thread"] for t in picture["threads"]] == [0, 1]
    assert {p["phase"] for p in picture["threads"][1]["pieces"]} == {"3"}
    for curve in picture["curves"]:
        rate = {"L1 hit rate": 0.5, "L2 hit rate": 0}[curve["metric"]]
        assert all(abs(v - rate) < 0.001 for v in curve["values"]), curve


def similarity(path):
    picture = read(path)
    rows = picture["distances"]
    phases = [i["phase"] for i in picture["intervals"]]
    assert picture["cells"] == len(rows) == len(phases)
    close, far = [], []
    for i, row in enumerate(rows):
        assert len(row) == len(rows) and row[i] == 0
        for j, distance in enumerate(row):
            assert distance == rows[j][i] >= 0
            (close if phases[i] == phases[j] else far).append(distance)
    # Most intervals are wholly in their phase.
    median = lambda values: sorted(values)[len(values) // 2]
    assert median(close) < 0.01 < 0.5 < median(far), (median(close), median(far))


def projection(path):
    picture = read(path)
    first, second = picture["shares"]
    assert 0.5 < first <= 1 + 1e-9 and 0 <= second <= first and first + second < 1 + 1e-6
    for axis in "xy":
        values = [p[axis] for p in picture["points"]]
        assert all(math.isfinite(v) for v in values)
    # The sizes of dots: each touch of a line misses; starting a thread may, too.
    misses = lambda thread: sum(
        p["misses"] for p in picture["points"] if p["thread"] == thread
    )
    assert misses(1) == 10 * 16384
    assert 0 <= misses(0) - 6 * 20 * 16384 < 20


def accesses(path, total):
    picture = read(path)
    names = [band["band"] for band in picture["bands"]]
    assert names == ["hits", "L1 misses, not L2 misses", "L2 misses"], names
    sums = [sum(map(sum, band["rows"])) for band in picture["bands"]]
    assert sums == [0, 0, int(total)], sums
    end = 0
    for slice in picture["slices"]:
        assert slice["begin"] == end < slice["end"]
        end = slice["end"]
    assert end == len(picture["bands"][0]["rows"][0])


def png_size(path):
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR"
    width, height = struct.unpack(">II", data[16:24])
    length = struct.unpack(">I", data[33:37])[0]
    rows = zlib.decompress(data[41 : 41 + length])
    assert len(rows) == height * (1 + 3 * width)
    return width, height


def drawings(folder, path):
    folder = pathlib.Path(folder)
    images = {"similarity": 1, "accesses": 3, "sweep": 2}
    names = sorted(p.stem for p in folder.glob("*.svg"))
    assert len(names) == 7, names
    for name in names:
        document = xml.dom.minidom.parse(str(folder / f"{name}.svg"))
        assert len(document.getElementsByTagName("image")) == images.get(name, 0)
    lines = xml.dom.minidom.parse(str(folder / "scaling-time.svg"))
    assert len(lines.getElementsByTagName("polyline")) == 3
    cells = read(path)["cells"]
    assert png_size(folder / "similarity.png") == (cells, cells)
    width, height = png_size(folder / "accesses.png")
    assert width <= 1600 and height == 3 * 200 + 2 * 4, (width, height)


globals()[sys.argv[1]](*sys.argv[2:])
