# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a program runs, as whom, and what it may do there."""

import os
import shutil

from case import EXACT, PLAIN, case
from scene import ALL, MAIN, NotHere, demand, stores

STEPS = 2 * 123457 + sum(1 + (i * 7) % 100 for i in range(3000))  # of places.c
RECORDED = [b for b in ALL if b != "alone"]


def must_be_root():
    if os.getuid() != 0:
        raise NotHere("not root")


def mounted(commands, *inner):
    """Words that change mounts in a namespace of their own, then go on."""
    must_be_root()
    return ["unshare", "-m", "sh", "-c", f'{commands}; exec "$@"', "sh", *inner]


def check(scene, recorded, wanted=STEPS):
    """All is recorded, or a line says that it is not."""
    if recorded.code == 77:
        raise NotHere("the machine refuses")
    if not os.path.exists(scene.profile) and scene.body != "no-analysis":
        demand(recorded.admits(), "nothing is recorded, and nothing says so")
        return
    counted = stores(scene.report(), "Cells")
    demand(counted == wanted or recorded.admits(), f"{counted} stores of {wanted}")


def place(scene, mode, *arguments, wanted=STEPS, **more):
    recorded = scene.compare("places", mode, *arguments, **more)
    check(scene, recorded, wanted)
    return recorded


@case("no /dev/shm", PLAIN, EXACT, bodies=MAIN)
def no_shared_memory_folder(scene, times):
    for mount in ("mount -t tmpfs -o size=4k none /dev/shm",
                  "mount -t tmpfs -o ro none /dev/shm",
                  "umount -l /dev/shm"):
        recorded = place(scene, "plain", prefix=())
        scene.fresh()
        words = [scene.instrumented("places"), "plain"]
        second = scene.run(mounted(mount, *scene.record_words(words)))
        demand((second.code, second.out) == (recorded.code, recorded.out),
               f"{mount}: {second.code} {second.messages}")
        demand(stores(scene.report(), "Cells") == STEPS, mount)


@case("no /proc", PLAIN, "everything, but for what is read there", bodies=MAIN)
def no_proc(scene, times):
    plain = scene.run([scene.plain("places"), "plain"])
    scene.fresh()
    words = [scene.instrumented("places"), "plain"]
    second = scene.run(mounted("mount -t tmpfs none /proc", *scene.record_words(words)))
    scene.must_be_same(plain, second)
    check(scene, second)


def on_disk(scene, size, *inner, full=False):
    """Runs on a small disk in place of the folder; returns its last files."""
    listing = os.path.join(scene.tools.work, "listing")
    fill = "head -c 100M /dev/zero > fill 2> /dev/null; " if full else ""
    commands = (f"mount -t tmpfs -o {size} none {scene.folder}; "
                f"cd {scene.folder}; {fill} \"$@\"; code=$?; sleep 0.5; ls > {listing}; "
                "exit $code; false")
    ended = scene.run(mounted(commands, *inner))
    with open(listing) as file:
        return ended, set(file.read().split()) - {"fill"}


@case("a full disk", PLAIN, "nothing more; one line says so",
      bodies=["select", "trace", "no-analysis", "alone"])
def full_disk(scene, times):
    plain = scene.run([scene.plain("places"), "plain"])
    for size, full in (("size=8k", False), ("size=64k", True)):
        words = scene.record_words([scene.instrumented("places"), "plain"])
        ended, left = on_disk(scene, size, *words, full=full)
        if ended.code == 1 and not ended.out:
            ended.code, ended.out, ended.err = plain.code, plain.out, plain.err
        scene.must_be_same(plain, ended)
        # What a collector of the program's own cannot write is said nowhere, but
        # the file is not there.
        unsaid = scene.options is None or "memfacet.mfp" in left
        demand(unsaid or ended.says("cannot write") or ended.says("No space"),
               f"{size}: nothing is said: {ended.messages}")
        demand(left <= {"memfacet.mfp", "run.mft"}, f"{size}: files are left: {left}")


@case("a folder that cannot be written", "with `record`: does not start, one line "
      "says why; else " + PLAIN, "nothing; one line says so", bodies=MAIN)
def read_only_folder(scene, times):
    plain = scene.run([scene.plain("places"), "plain"])
    words = scene.record_words([scene.instrumented("places"), "plain"])
    ended, left = on_disk(scene, "size=8k,ro", *words)
    if scene.options is None:
        scene.must_be_same(plain, ended)
    else:
        demand(ended.code == 1 and not ended.out, f"exit code {ended.code}")
    demand(ended.says("Read-only file system") or ended.says("not writable"),
           f"nothing is said: {ended.messages}")
    demand(not left, f"files are left: {left}")


@case("the folder of the profile is removed during the run", PLAIN,
      "nothing; one line says so", bodies=RECORDED)
def vanishing_folder(scene, times):
    plain = scene.run([scene.plain("places"), "plain"])
    os.makedirs(os.path.join(scene.folder, "out"))
    inner = ["sh", "-c", 'rm -r out; exec "$@"', "sh", scene.instrumented("places"),
             "plain"]
    options = [o.replace("run.mft", "out/run.mft") for o in scene.options]
    words = [scene.tools.memfacet, "record", "-o", "out/p.mfp", *options, "--", *inner]
    ended = scene.run(words)
    scene.must_be_same(plain, ended)
    if scene.body != "no-analysis":
        demand(ended.says("cannot write"), f"nothing is said: {ended.messages}")
    scene.check_files()


@case("the current folder is removed by the program", PLAIN,
      "everything with `record`; else nothing, and one line says so", bodies=MAIN)
def vanishing_current_folder(scene, times):
    place(scene, "vanish")


@case("`chroot`", PLAIN, "everything with `record`; else in a file that one line names",
      bodies=MAIN)
def chroot(scene, times):
    must_be_root()
    scene.expected_files.add("jail")
    place(scene, "chroot")


@case("`chdir`", PLAIN, EXACT, bodies=MAIN)
def chdir(scene, times):
    scene.expected_files.add("sub")
    sub = os.path.join(scene.folder, "sub")
    os.makedirs(sub)
    place(scene, "chdir", sub, follow_up=lambda: os.makedirs(sub))


@case("another user from the middle on", PLAIN, EXACT, bodies=MAIN)
def other_user(scene, times):
    must_be_root()
    place(scene, "user")


@case("namespaces for mounts, network, IPC and names", PLAIN, EXACT, bodies=MAIN)
def namespaces(scene, times):
    must_be_root()
    place(scene, "namespaces")


@case("a user namespace", PLAIN, EXACT, bodies=MAIN)
def user_namespace(scene, times):
    place(scene, "user-namespace")


@case("the process with number 1 of a namespace, which waits for all children",
      PLAIN, EXACT, bodies=MAIN)
def init_process(scene, times):
    must_be_root()
    place(scene, "init", prefix=["unshare", "-p", "-f"])


@case("a program in a namespace of processes that is made below `record`", PLAIN,
      EXACT, bodies=["select", "trace"])
def inner_process_namespace(scene, times):
    must_be_root()
    place(scene, "init", prefix=["unshare", "-p", "-f", "--mount-proc"])
    # And it is noticed when such a program dies.
    scene.fresh()
    inner = ["unshare", "-p", "-f", scene.instrumented("ends"), "main"]
    ended = scene.run(scene.record_words(inner))
    demand(ended.code == 139, f"exit code {ended.code}")
    demand(stores(scene.report(), "Cells") == 123457, "not all is recorded")


@case("a subreaper, which waits for all children", PLAIN, EXACT, bodies=MAIN)
def subreaper(scene, times):
    place(scene, "subreaper")


@case("`unshare` of processes, then `fork`", PLAIN, "everything of the parent",
      bodies=MAIN)
def unshared_processes(scene, times):
    must_be_root()
    place(scene, "unshare-processes", wanted=STEPS + 300)


@case("`daemon`", PLAIN, "everything up to it; what follows has a profile of its own",
      bodies=["select", "trace"])
def daemon(scene, times):
    recorded = scene.compare("places", "daemon")
    counted = sum(stores(scene.report(p), "Cells") for p in scene.profiles())
    # The daemon's collector may have a moment to go.
    demand(counted == STEPS, f"{counted} stores of {STEPS}; {recorded.messages}")


@case("`exec` of itself in the middle", PLAIN, "everything, in two profiles",
      bodies=MAIN)
def exec_in_the_middle(scene, times):
    scene.compare("places", "exec", "now")
    counted = sum(stores(scene.report(p), "Cells") for p in scene.profiles())
    wanted = STEPS + 123457 + 1000
    demand(counted == wanted, f"{counted} stores of {wanted}")


@case("`vfork` and `exec` of another program", PLAIN, EXACT, bodies=ALL)
def vfork_and_exec(scene, times):
    place(scene, "vfork")


@case("no `fork` and no `exec` is allowed (seccomp)", PLAIN,
      "everything with `record`; else in a file that one line names", bodies=MAIN)
def no_spawn(scene, times):
    place(scene, "no-spawn")


@case("any other system call than a few kills (seccomp)", PLAIN,
      "what was before, and counts of the code", bodies=MAIN)
def few_calls(scene, times):
    scene.compare("places", "few-calls")
    if os.path.exists(scene.profile):
        counted = stores(scene.report(), "Cells")
        demand(123457 <= counted <= STEPS, f"{counted} stores of {STEPS}")


@case("no file may be opened (seccomp), then a thread begins", PLAIN,
      "what was before, and counts of the code", bodies=MAIN)
def no_open(scene, times):
    scene.compare("places", "no-open")


def as_other(*words):
    return ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", *words]


@case("a setuid program", PLAIN, "nothing: no file is written, no variable obeyed",
      bodies=MAIN)
def setuid_program(scene, times):
    must_be_root()
    os.chmod(scene.tools.work, 0o755)
    open_folder = os.path.join(scene.folder, "open")
    for kind in (scene.plain, scene.instrumented):
        shutil.copy(kind("places"), os.path.join(scene.folder, kind.__name__))
        os.chmod(os.path.join(scene.folder, kind.__name__), 0o4755)
    os.makedirs(open_folder)
    os.chmod(open_folder, 0o777)
    # The loader takes such variables out, so the environment becomes shorter.
    used = {"TMPDIR": "/tmp", "MALLOC_ARENA_MAX": "9"}
    plain = scene.run(as_other("../plain", "plain"), cwd=open_folder)
    options = f"output={open_folder}/x.mfp:help=1:verbose=1:collector=/bin/touch"
    words = scene.record_words(["../instrumented", "plain"])
    ended = scene.run(as_other(*words), cwd=open_folder,
                      env={"MEMFACET_OPTIONS": options, **used})
    scene.must_be_same(plain, ended)
    left = os.listdir(open_folder)
    demand(not left, f"files are left: {left}")
    if scene.options is None:
        demand(not ended.messages, f"it says {ended.messages}")
    else:
        demand(ended.says("nothing was recorded"), f"it says {ended.messages}")


@case("clocks that jump forth and back", PLAIN, EXACT, bodies=MAIN)
def clock_jumps(scene, times):
    library = scene.tools.build("clock", None, ["-shared", "-fPIC"])
    arguments = ["100", "2", "progress"]
    plain = scene.run([scene.plain("steps"), *arguments])
    scene.fresh()
    for preload in (library, None):
        words = scene.record_words([scene.instrumented("steps"), *arguments])
        if preload is None:
            must_be_root()
            words = ["unshare", "-T", "--monotonic", "100000000", *words]
        ended = scene.run(words, env={"LD_PRELOAD": preload})
        scene.must_be_same(plain, ended)
        counted = stores(scene.report(), "Cells")
        demand(counted == 200000, f"{counted} stores")
