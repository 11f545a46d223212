# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether commands give the same bytes whatever the number of threads.

usage: same_bytes.py MEMFACET LIBRARY FOLDER

Each command is run in a folder of its own for 1, 2, 3 and 7 threads and once
more for 2, on the files of FOLDER. LIBRARY lets memfacet believe that the machine
has so many processors; where a command has --jobs, it gets them, too. What is
printed and every file that is written must be those of one thread.
"""

import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

THREADS = [1, 2, 3, 7, 2]

# {n}: threads. The files that are read lie one folder above.
COMMANDS = [
    "simulate ../two.mft --cache small -o a.mfp",
    "simulate ../two.mft --why --curves --cache small -o why.mfp",
    "simulate ../two.mft --why --curves=exact --cache small -o exact.mfp",
    "simulate ../two.mft --core inorder --perfect top:1 -o core.mfp",
    "simulate ../two.mft --phases --interval 10K -o phases.mfp",
    "simulate ../two.mft --sharing=pad -o sharing.mfp",
    "simulate ../two.mft --communication=period=10 -o pairs.mfp",
    "simulate ../two.mft --sweep L1=4K..64K,4 --jobs {n}",
    "simulate ../two.mft --sweep L1=4K..64K,4 --jobs {n} --json",
    "simulate ../two.mft --sweep L1=4K..64K,4 --shard 0/2 -o part.mfp",
    "curves ../all.mfp --json",
    "volatility ../all.mfp --json",
    "phases ../all.mfp --jobs {n} --json",
    "phases ../all.mfp --jobs {n} --signature blocks+wavelet --simpoints p --weights w --labels l",
    "simpoints ../all.mfp --jobs {n} --simpoints p --weights w --labels l",
    "communication ../pairs.mfp --json",
    "communication ../pairs.mfp --pairs --json",
    "sharing ../sharing.mfp --edges --json",
    "advise ../two.mft --tries 3 --json",
    "merge ../pairs.mfp ../sharing.mfp --rank-names 0,1 -o merged.mfp",
    "import ../text.din --format din -o imported.mfp",
    "import ../text.din --format din --trace imported.mft",
    "html ../all.mfp -o page.html",
    "html ../sharing.mfp -o sharing.html",
    "report ../all.mfp --json",
    "report ../selected.mfp --json",
    "html ../selected.mfp -o selected.html",
    "export callgrind ../all.mfp -o c",
    "export pprof ../all.mfp -o p",
    "export json ../all.mfp -o j",
    "export speedscope ../all.mfp -o s",
    "export perfetto ../all.mfp -o t",
    "export din ../two.mft -o d",
]


def run(memfacet, library, folder, command, threads):
    """The name and hash of each file that COMMAND writes, and of what it prints."""
    inner = folder / "run"
    shutil.rmtree(inner, ignore_errors=True)
    inner.mkdir()
    words = shlex.split(command.format(n=threads).replace("small", "'L1=4K,4;L2=64K,8'"))
    environment = dict(os.environ, LD_PRELOAD=library, PROCESSORS=str(threads))
    outcome = subprocess.run(
        [memfacet, *words], cwd=inner, env=environment, capture_output=True, check=False
    )
    if outcome.returncode:
        return {"error": outcome.stderr.decode()}
    found = {"what is printed": hashlib.sha256(outcome.stdout).hexdigest()}
    for path in sorted(inner.rglob("*")):
        if path.is_file():
            found[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def main():
    memfacet, library, folder = sys.argv[1:]
    bad = 0
    for command in COMMANDS:
        first = run(memfacet, library, pathlib.Path(folder), command, THREADS[0])
        if "error" in first:
            print(f"{command}: {first['error']}")
            bad += 1
            continue
        for threads in THREADS[1:]:
            other = run(memfacet, library, pathlib.Path(folder), command, threads)
            for name in sorted(first.keys() | other.keys()):
                if first.get(name) != other.get(name):
                    print(f"{command}: {name} differs with {threads} threads")
                    bad += 1
    print(f"{len(COMMANDS)} commands, {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
