# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debian's programs for the benchmarks, built by their own build systems."""

import importlib.util
import os
import stat
import subprocess
import sys
from dataclasses import dataclass

from unseen import inputs as unseen

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(SOURCE, "test", "programs"))

import samples  # noqa: E402
from more_subjects import BENCH_SUBJECTS, MORE_SUBJECTS  # noqa: E402
from subjects import SUBJECTS  # noqa: E402

LUA = """local t, s = {}, 0
for i = 1, 400000 do t[i % 5000 + 1] = {key = i, text = "item" .. i % 97} end
for pass = 1, 40 do
  for i = 1, #t do s = s + #t[i].text + t[i].key % 7 end
  table.sort(t, function(a, b) return a.key * 7919 % 5003 < b.key * 7919 % 5003 end)
end
print(s)
"""

SQL = """
create table visit (city integer, day integer, cost real);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000)
insert into visit select i * 31 % 4000 + 1, i * 17 % 365, i % 97 + 0.25 from n;
create index by_city on visit (city, day);
select count(*), sum(cost), max(day) from visit;
select city, round(sum(cost), 2) from visit group by city order by 2 desc limit 8;
select a.day, count(*) from visit a join visit b on a.city = b.city
  and b.day = a.day + 1 where a.city < 60 group by a.day order by 2 limit 5;
delete from visit where city % 3 = 0;
pragma integrity_check;
"""

# Arguments by name; {text}, {sql} and similar words are files. Then the package,
# if its name differs, and the number of threads.
ARGUMENTS = {
    "gzip": (["-9c", "{text}"],),
    "zstd": (["-qc", "-12", "{text}"], "libzstd"),
    "lua": (["{lua}"], "lua5.4"),
    "sqlite3": ([":memory:", ".read {sql}"],),
    "lzip": (["-2", "-c", "{text}"],),
    "expat": (["{xml}"],),
    "flac": (["-s", "-8", "-c", "--force-raw-format", "--endian=little",
              "--sign=signed", "--channels=2", "--bps=16",
              "--sample-rate=44100", "{sound}"],),
    "brotli": (["-q", "8", "-c", "{text}"],),
    "pbzip2": (["-kc", "-p2", "{text}"], "pbzip2", 2),
    "xz": (["-2", "-T2", "--block-size=1MiB", "-kc", "{text}"], "xz-utils", 2),
    "fasttree": (["-nt", "-quiet", "-nosupport", "{alignment}"], "fasttree", 2),
}
# The same for programs for which MemFacet was not tuned. A limit ends the solver:
# with an answer, its exit code would not be 0.
UNSEEN = {
    "mujs": (["{javascript}"],),
    "tinyscheme": (["{scheme}"],),
    "picosat": (["-n", "-l", "36000", "{clauses}"],),
    "byacc": (["-o", "/dev/null", "{grammar}"],),
    "eprover": (["--auto", "-s", "{proof}"],),
}
ALL = {**ARGUMENTS, **UNSEEN}
SINGLE = [name for name, (_, *rest) in ARGUMENTS.items() if len(rest) < 2]
THREADED = [name for name in ARGUMENTS if name not in SINGLE]


def run_programs():
    """Returns the module test/programs/run.py, whose name this folder uses as well."""
    path = os.path.join(SOURCE, "test", "programs", "run.py")
    spec = importlib.util.spec_from_file_location("run_programs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Missing(Exception):
    """Carries a line that names the source that could not be fetched."""


class Fetched:
    """A subject of test/programs, and the files that a benchmark makes for it. options:
    bin and work, two folders."""

    def __init__(self, subject, options):
        self.subject, self.options = subject, options
        self.memfacet = os.path.join(options.bin, "memfacet")

    def folder(self, *names):
        return os.path.join(self.options.work, *names)

    def fetch(self):
        script = os.path.join(SOURCE, "scripts", "fetch-source")
        for name in [self.subject.package, *self.subject.dependencies]:
            if subprocess.run([script, name, self.folder("source")]).returncode:
                raise Missing(f"the source of {name} could not be fetched")


@dataclass
class Package:
    """A program with the interface of programs.Program, for modes.build and
    run.measure."""
    name: str
    subject: object
    source: str
    files: dict
    threads: int = 1

    @property
    def arguments(self):
        return [word.format(**self.files) for word in ALL[self.name][0]]

    def build(self, folder, compilers):
        """Builds the program; returns the binary's path. compilers: commands for C and
        C++."""
        tools = folder + ".tools"
        os.makedirs(tools, exist_ok=True)
        for name, command in zip(("clang", "clang++"), compilers):
            path = os.path.join(tools, name)
            with open(path, "w") as file:
                file.write("#!/bin/sh\nexec " + " ".join(command) + ' "$@"\n')
            os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        marker = run_programs().Build(self.subject, self.source, folder,
                                      os.path.join(tools, "clang"),
                                      self.files["samples"])
        marker.make()
        return os.path.join(folder, self.subject.binary)


def write_once(path, text):
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(text)
    return path


def inputs(work, text):
    folder = os.path.join(work, "samples")
    samples.write_samples(folder)

    def repeated(name, times, head=b"", tail=b""):
        with open(os.path.join(folder, name), "rb") as file:
            body = file.read()
        return write_once(os.path.join(work, "large-" + name),
                          head + body * times + tail)

    def written(name, data):
        return write_once(os.path.join(work, "unseen." + name), data.encode())

    return {"samples": folder, "text": text,
            "javascript": written("js", unseen.JAVASCRIPT),
            "scheme": written("scm", unseen.SCHEME),
            "clauses": written("cnf", unseen.clauses(300, 1290, 3)),
            "grammar": written("y", unseen.grammar(350)),
            "proof": written("p", unseen.PROOF),
            "xml": repeated("text.xml", 250, b"<all>", b"</all>"),
            "lua": write_once(os.path.join(work, "bench.lua"), LUA.encode()),
            "sql": write_once(os.path.join(work, "bench.sql"), SQL.encode()),
            "sound": repeated("sound", 40),
            "alignment": write_once(os.path.join(work, "alignment.fasta"),
                                    samples.alignment(60, 500))}


def package(name, work, text):
    """Returns a package, or None if its source could not be fetched."""
    _, *rest = ALL[name]
    wanted = rest[0] if rest else name
    subject = next(s for s in [*SUBJECTS, *MORE_SUBJECTS, *BENCH_SUBJECTS]
                   if s.package == wanted)
    folder = os.path.join(work, "source")
    fetch = os.path.join(SOURCE, "scripts", "fetch-source")
    for item in [wanted, *subject.dependencies]:
        if subprocess.run([fetch, item, folder]).returncode != 0:
            print(f"bench: skipped {name}: the source of {item} could not be "
                  "fetched", file=sys.stderr)
            return None
    return Package(name, subject, os.path.join(folder, wanted),
                   inputs(work, text), rest[1] if len(rest) > 1 else 1)
