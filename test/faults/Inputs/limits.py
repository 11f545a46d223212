# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Limits of memory, files, processes; streams that are closed."""

import os

from case import EXACT, PLAIN, case
from places import STEPS
from scene import ALL, MAIN, NotHere, demand, stores

WORK = 123457


def check_work(scene, recorded, name="Cells", wanted=WORK):
    """All is recorded, or a line says that it is not."""
    marker = scene.trace if scene.body == "no-analysis" else scene.profile
    if not os.path.exists(marker):
        demand(recorded.admits(), "nothing is recorded, and nothing says so")
        return
    report = scene.report()
    counted = stores(report, name)
    loss = sum(v for v in report["loss"].values() if isinstance(v, int))
    demand(counted == wanted or loss or recorded.admits(), f"{counted} stores")


@case("objects larger than the address space", PLAIN, EXACT)
def huge_allocations(scene, times):
    check_work(scene, scene.compare("memory", "huge"))


@case("an object of 64 GiB that is hardly touched", PLAIN, EXACT)
def large_object(scene, times):
    check_work(scene, scene.compare("memory", "large"))


@case("no memory is left (`setrlimit` in the program)", PLAIN + ", with less memory",
      EXACT, bodies=ALL)
def out_of_memory(scene, times):
    check_work(scene, scene.compare("memory", "all", "4000"), wanted=WORK + 200000)


def limit_prefix(limit):
    """Words that set a limit for the program only."""
    return ["sh", "-c", f'{limit}; exec "$@"', "sh"]


@case("`ulimit -v` of 300 MB for the program", PLAIN + ", with less memory",
      "everything")
def little_address_space(scene, times):
    recorded = scene.compare("memory", "all", "0", prefix=limit_prefix("ulimit -v 300000"))
    check_work(scene, recorded, wanted=WORK + 200000)


@case("`ulimit -v` of 40 MB for the program", PLAIN, "nothing; one line says so")
def tiny_address_space(scene, times):
    scene.marks_may_stay = True
    recorded = scene.compare("storms", "none", prefix=limit_prefix("ulimit -v 40000"))
    check_work(scene, recorded)


@case("`ulimit -f 0` for the program: no file may grow", PLAIN,
      "everything, or one line says why not")
def no_file_size(scene, times):
    recorded = scene.compare("storms", "none", prefix=limit_prefix("ulimit -f 0"))
    check_work(scene, recorded)


@case("`ulimit -f` of 4 KB, set by the program itself", PLAIN,
      "everything, or one line says why not")
def small_file_size(scene, times):
    check_work(scene, scene.compare("places", "file-size"),
               wanted=STEPS)


@case("`ulimit -n 3` for the program: no file may be opened", PLAIN, EXACT)
def no_descriptors(scene, times):
    recorded = scene.compare("places", "files")
    check_work(scene, recorded, wanted=STEPS)


@case("closed standard streams, each and all", PLAIN + "; files that get their "
      "numbers have only its own text", EXACT, bodies=MAIN + ["no-analysis"])
def closed_streams(scene, times):
    def look():
        texts = []
        for name in ("first", "second", "third"):
            with open(os.path.join(scene.folder, name)) as file:
                texts.append(file.read())
        return texts

    scene.expected_files |= {"first", "second", "third"}
    for closed in ("0", "1", "2", "01", "12", "02", "012"):
        redirections = " ".join(f"{fd}>&-" for fd in closed)
        shell = ["sh", "-c", f'exec "$@" {redirections}', "sh"]
        plain_words = [*shell, scene.plain("streams")]
        scene.fresh()
        plain = scene.run(plain_words)
        found = look()
        scene.fresh()
        # The limits hold for record as well.
        recorded = scene.run([*shell, *scene.record_words(
            [scene.instrumented("streams")])])
        scene.must_be_same(plain, recorded)
        demand(look() == found, f"closed {closed}: {look()} instead of {found}")
        scene.check_files()
        report = scene.report()
        demand(stores(report, "Cells") == 1234567, f"closed {closed}")
        # Closed by the program itself.
        scene.compare("streams", *closed, look=look)


@case("`ulimit -u`: no further process", PLAIN,
      "everything with `record`; else a file that one line names", bodies=MAIN)
def no_processes(scene, times):
    if os.getuid() != 0:
        raise NotHere("not root")
    os.chmod(scene.tools.work, 0o755)
    allow(scene)
    recorded = scene.compare("places", "spawn-denied", follow_up=lambda: allow(scene))
    if recorded.code == 77:
        raise NotHere("no other user")


def allow(scene):
    """Another user may write to the folder."""
    os.chmod(scene.folder, 0o777)
