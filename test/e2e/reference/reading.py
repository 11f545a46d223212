"""How tests read what memfacet writes."""

import csv
import json
import os
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
    """Blocks and their executions (docs/profile-schema.md)."""
    numbers = list(varints(packed))
    block = -1
    for skipped, count in zip(numbers[::2], numbers[1::2]):
        block += skipped + 1
        yield block, count
