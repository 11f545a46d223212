# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that end badly, by themselves."""

from case import EXACT, PLAIN, case
from scene import ALL, MAIN, demand, lost, stores

WORK = 123457  # stores that all of them do


def ends(scene, mode, more=0, exact=True):
    recorded = scene.compare("ends", mode)
    report = scene.report()
    counted = stores(report, "Cells")
    if exact:
        demand(counted == WORK + more, f"{counted} stores; {recorded.messages}")
    else:
        demand(counted >= WORK or lost(report), f"{counted} stores")


def add(name, mode, fault, behaves=PLAIN, bodies=ALL, **options):
    def function(scene, times):
        ends(scene, mode, **options)

    function.__name__ = name
    case(fault, behaves, EXACT, bodies)(function)


SIGNAL = "dies of the signal"
add("crash_in_main", "main", "a crash in the program's own code", SIGNAL)
add("crash_in_handler", "handler", "a crash in a signal handler", SIGNAL)
add("crash_handled", "handler-of-crash", "a crash whose handler ends the program")
add("crash_in_handler_of_crash", "handler-of-crash-crashes",
    "a crash in the handler of a crash", SIGNAL)
add("abort", "abort", "`abort`", SIGNAL)
add("abort_handled", "returning-handler-of-abort",
    "`abort` with a handler that returns", SIGNAL)
add("crash_in_destructor", "destructor", "a crash in a destructor", SIGNAL, more=1)
add("crash_at_exit", "atexit", "a crash in a function of `atexit`", SIGNAL)
add("exit_at_exit", "exit-in-atexit", "`_exit` in a function of `atexit`")
add("crash_in_thread", "thread", "a crash in a thread", SIGNAL, more=1000)
add("kill_from_thread", "kill-from-thread", "SIGKILL from one of its threads", SIGNAL)
add("exit_among_threads", "exit-among-threads", "`exit` while threads work",
    exact=False)
add("crash_among_threads", "crash-among-threads", "a crash while threads work",
    SIGNAL, exact=False)
add("crash_after_main", "pthread-exit-of-main",
    "a crash in a thread, after `pthread_exit` of the main one", SIGNAL, more=1000)
add("trap", "trap", "an instruction that is not allowed", SIGNAL)
add("bus_error", "bus", "SIGBUS: a file shorter than its mapping", SIGNAL)
add("raw_exit", "raw-exit", "`exit_group` by a system call")
add("cpu_limit", "cpu-limit", "SIGXCPU: no processor time is left", SIGNAL,
    ["select"], exact=False)
add("closed_pipe", "closed-pipe", "SIGPIPE: no process reads", SIGNAL)


@case("stack overflow", SIGNAL, "everything up to it", bodies=MAIN)
def stack_overflow(scene, times):
    ends(scene, "overflow")


@case("stack overflow with a handler on another stack", PLAIN, "everything up to it",
      bodies=MAIN)
def stack_overflow_handled(scene, times):
    ends(scene, "overflow-handled")


@case("stack overflow in a thread", SIGNAL, "everything up to it", bodies=MAIN)
def stack_overflow_in_thread(scene, times):
    ends(scene, "overflow-in-thread")
