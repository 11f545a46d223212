# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives `memfacet` files that are damaged in many ways and says what it does.

usage: damage.py MEMFACET PROFILE TRACE FOLDER

For each file: "refused" (exit code 1, one line on stderr that names the file,
nothing on stdout), "analysed and reported" (exit code 1, and the profile of what
could be read says so), "read" (exit code 0), or what was wrong. Besides, 100 files with random
bytes changed may be read or refused, but never crash.
"""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys


class Subject:
    """One of the two file formats and the command that reads it."""

    def __init__(self, memfacet, kind, good, other, folder):
        self.memfacet = memfacet
        self.kind = kind
        self.good = open(good, "rb").read()
        self.other = open(other, "rb").read()
        self.path = os.path.join(folder, "subject." + kind)
        self.output = os.path.join(folder, "output.mfp")

    def run(self, *arguments):
        return subprocess.run(
            [self.memfacet, *arguments], capture_output=True, timeout=120
        )

    def read(self):
        if self.kind == "profile":
            return self.run("report", "--json", self.path)
        return self.run("simulate", self.path, "-o", self.output)

    def reported_damage(self):
        """Whether the profile that came out says it is incomplete."""
        report = self.run("report", "--json", self.output)
        loss = json.loads(report.stdout)["loss"]
        return loss["truncated"] and loss["truncated_why"]

    def verdict(self):
        outcome = self.read()
        lines = outcome.stderr.decode(errors="replace").splitlines()
        if outcome.returncode == 0:
            return "read"
        if outcome.returncode != 1:
            return f"exit code {outcome.returncode}: CRASH?"
        if "data loss" in lines[0] and self.reported_damage():
            return "analysed and reported"
        if len(lines) != 1 or self.path not in lines[0] or outcome.stdout:
            return f"refused badly: {lines}"
        return "refused"

    def try_bytes(self, name, data):
        with open(self.path, "wb") as file:
            file.write(data)
        print(f"{self.kind} {name}: {self.verdict()}")

    def crashes(self, count, seed):
        """How many of COUNT files with random damage end otherwise than 0, 1."""
        dice = random.Random(seed)
        crashed = 0
        for _ in range(count):
            data = bytearray(self.good)
            for _ in range(dice.choice([1, 4, 64])):
                data[dice.randrange(len(data))] = dice.randrange(256)
            if dice.random() < 0.3:
                del data[dice.randrange(len(data)) :]
            with open(self.path, "wb") as file:
                file.write(data)
            crashed += self.read().returncode not in (0, 1)
        return crashed


def other_database(path):
    database = sqlite3.connect(path)
    database.execute("create table structures (name text)")
    database.commit()
    database.close()
    return open(path, "rb").read()


memfacet, profile, trace, folder = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
profiles = Subject(memfacet, "profile", profile, trace, folder)
traces = Subject(memfacet, "trace", trace, profile, folder)
text = b"This is a letter to my aunt.\n" * 400

crashed = 0
for subject, other in [(profiles, "trace instead"), (traces, "profile instead")]:
    print(f"{subject.kind} missing: {subject.verdict()}")
    subject.try_bytes("whole", subject.good)
    subject.try_bytes("empty", b"")
    subject.try_bytes("text", text)
    subject.try_bytes(other, subject.other)
    subject.try_bytes("cut at a half", subject.good[: len(subject.good) // 2])
    crashed += subject.crashes(50, seed=len(other))
database = other_database(os.path.join(folder, "other.db"))
profiles.try_bytes("another database", database)
# The version follows the eight bytes of the magic number.
newer = traces.good[:8] + b"\xff\xff\x00\x00" + traces.good[12:]
traces.try_bytes("newer version", newer)
traces.try_bytes("cut by one byte", traces.good[:-1])
traces.try_bytes("cut behind its header", traces.good[:100])
print(f"{crashed} crashes")
