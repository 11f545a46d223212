#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that memory stays flat while a real program is recorded for an hour.

usage: bench/trust/hour.py [--bin FOLDER] [--work FOLDER] [--seconds S] [--period S]

The program is Debian's sqlite3, with a database in memory, which serves as a small
server: every half second (--period) it gets a transaction that appends rows, removes
as many old ones and asks questions. With a period of 0 it never waits. The answers must
be those of the plain program, and `memfacet check` must succeed.

Prints the rounds, the share of a processor that the program and `memfacet` took, their
private memory after a quarter, a half and all of the time, the size of the profile, and
the number of checkpoints.
"""

import argparse
import os
import subprocess
import sys
import time

TRUST = os.path.dirname(os.path.abspath(__file__))
BENCH = os.path.dirname(TRUST)
SOURCE = os.path.dirname(BENCH)
sys.path += [BENCH, TRUST]
import packages  # noqa: E402
from long import MOST_GROWTH, memory_of  # noqa: E402

ROWS = 400  # appended by each round and later removed
HISTORY = 100  # rounds whose rows are kept

START = """create table visit (round integer, city integer, day integer, cost real);
create index by_city on visit (city, day);
create index by_round on visit (round);
"""
ROUND = """begin;
with recursive n(i) as (select 1 union all select i + 1 from n where i < {rows})
insert into visit select {round}, (i * 31 + {round} * 7) % 400, i * 17 % 365, i % 97 + 0.25 from n;
delete from visit where round <= {round} - {kept};
commit;
select {round}, count(*), sum(cost), max(day) from visit;
select city, round(sum(cost), 2) from visit group by city order by 2 desc, 1 limit 5;
select a.day, count(*) from visit a join visit b on a.city = b.city
  and b.day = a.day + 1 where a.city < 5 group by a.day order by 2, 1 limit 3;
"""


def statements(number):
    head = START if number == 0 else ""
    return (head + ROUND.format(rows=ROWS, round=number, kept=HISTORY)).encode()


def processor_seconds(process):
    """Returns the processor time of a process and its children so far."""
    ticks, waiting = 0, [process]
    while waiting:
        single = waiting.pop()
        try:
            with open(f"/proc/{single}/stat") as file:
                words = file.read().rsplit(") ", 1)[1].split()
            with open(f"/proc/{single}/task/{single}/children") as file:
                waiting += file.read().split()
        except OSError:
            continue
        ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Run:
    """One recording, from its start to its end."""

    def __init__(self, binary, options):
        self.options = options
        self.notes, self.rounds, self.checkpoints = [], 0, 0
        self.profile = os.path.join(options.work, "live.mfp")
        self.answers = os.path.join(options.work, "live.out")
        self.memfacet = os.path.join(options.bin, "memfacet")
        self.command = [self.memfacet, "record", "-o", self.profile, "--", binary,
                        ":memory:"]

    def go(self):
        begin, last = time.monotonic(), None
        if os.path.exists(self.profile):
            os.remove(self.profile)
        with open(self.answers, "wb") as out:
            outcome = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=out,
                                       stderr=subprocess.DEVNULL)
            while time.monotonic() - begin < self.options.seconds:
                outcome.stdin.write(statements(self.rounds))
                outcome.stdin.flush()
                self.rounds += 1
                last = self.look(outcome.pid, last)
                due = begin + self.options.period * self.rounds
                time.sleep(max(0, due - time.monotonic()))
            self.used = processor_seconds(outcome.pid)
            outcome.stdin.close()
            self.code = outcome.wait()
        self.seconds = time.monotonic() - begin

    def look(self, process, last):
        """Notes the memory; returns the time of the last write of the profile."""
        self.notes.append(memory_of(process))
        try:
            current = os.stat(self.profile).st_mtime_ns
        except OSError:
            return last
        self.checkpoints += current != last
        return current

    def memory_at(self, share, name):
        last = max(1, int(share * len(self.notes)))
        return max(n.get(name, 0) for n in self.notes[int(last * 0.9):last])

    def grows(self):
        return self.memory_at(1, "memfacet") > MOST_GROWTH * self.memory_at(0.25, "memfacet") + 8

    def right(self, plain):
        text = b"".join(statements(i) for i in range(self.rounds))
        wanted = subprocess.run([plain, ":memory:"], input=text, capture_output=True,
                                check=True).stdout
        with open(self.answers, "rb") as file:
            equal = file.read() == wanted
        holds = subprocess.run([self.memfacet, "check", self.profile],
                               capture_output=True, check=False).returncode == 0
        return equal and holds and self.code == 0

    def tell(self, plain):
        right, grows = self.right(plain), self.grows()
        memory = "; ".join(
            f"{name} " + ", ".join(f"{self.memory_at(share, name):.0f}"
                                   for share in (0.25, 0.5, 1))
            for name in ("sqlite3", "memfacet"))
        print(f"| {self.seconds:.0f} | {self.rounds} | "
              f"{100 * self.used / self.seconds:.0f} % | {memory}"
              f"{' GROWS' if grows else ''} | "
              f"{os.path.getsize(self.profile) / 2**20:.1f} | {self.checkpoints} | "
              f"{'right' if right else 'WRONG'} |", flush=True)
        return right and not grows


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    build = os.path.join(SOURCE, "build")
    parser.add_argument("--bin", default=os.path.join(build, "bin"))
    parser.add_argument("--work", default=os.path.join(build, "bench", "hour"))
    parser.add_argument("--seconds", type=float, default=3600, metavar="S")
    parser.add_argument("--period", type=float, default=0.5, metavar="S")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    sqlite = packages.package("sqlite3", options.work, "")
    if not sqlite:
        return 1
    result = os.path.join(options.bin, "memfacet-clang")
    plain = sqlite.build(os.path.join(options.work, "plain"), [["clang-19"]] * 2)
    run = Run(sqlite.build(os.path.join(options.work, "built"), [[result]] * 2), options)
    print("| time, s | rounds | of a processor | own memory at a quarter, "
          "half, end, MiB | profile, MiB | checkpoints | answers |\n"
          "|---|---|---|---|---|---|---|", flush=True)
    run.go()
    return 0 if run.tell(plain) else 1


if __name__ == "__main__":
    sys.exit(main())
