# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How tests read what memfacet writes."""

import base64
import csv
import gzip
import json
import os
import re
import subprocess


def read_json(path, *options):
    """A file of JSON; of a profile, what `memfacet report --json` says."""
    if ".mfp" in os.path.basename(path):
        command = [os.environ["MEMFACET"], "report", "--json", *options, path]
        return json.loads(subprocess.check_output(command))
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class PageData:
    """What a page of `memfacet html` shows (tools/html/PageData.h)."""

    def __init__(self, page):
        packed = re.search(r'id="data">([^<]*)</script>', page)[1]
        data = gzip.decompress(base64.b64decode(packed))
        length = int.from_bytes(data[:4], "little")
        self.head = json.loads(data[4 : 4 + length])
        self.bytes = data[4 + length :]

    def numbers(self, ref):
        """The numbers that a part of the JSON stands for."""
        position, count, planes = ref["at"], ref["n"], ref["planes"]
        if planes == 0:
            return list(self.bytes[position : position + count])
        values, previous = [], 0
        for i in range(count):
            step = sum(
                self.bytes[position + p * count + i] << 8 * p for p in range(max(planes, 0))
            )
            previous += -(step + 1) // 2 if step % 2 else step // 2
            values.append(previous)
        return values


def read_page(path):
    with open(path, encoding="utf-8") as file:
        return PageData(file.read())


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def varints(data):
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def block_counts(packed):
    """Blocks and their executions (docs/internals/profile-schema.md)."""
    numbers = list(varints(packed))
    block = -1
    for skipped, count in zip(numbers[::2], numbers[1::2]):
        block += skipped + 1
        yield block, count
