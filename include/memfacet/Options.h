//===- Options.h - options of a recording ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options are in the environment of the program:
// `MEMFACET_OPTIONS=name=value:name=value`. `memfacet record` sets the
// variable; users may set it, too. The runtime reads the first group and passes
// the whole string on to the collector.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OPTIONS_H
#define MEMFACET_OPTIONS_H

//   name, default, help, values that it takes (none: any)
#define MEMFACET_RUNTIME_OPTIONS(X)                                            \
  X(record, "1", "0: run without recording", "0|1")                            \
  X(discard, "0", "1: for measurements, make events and drop them", "0|1")     \
  X(fork, "follow", "follow: a forked child records too; stop: it does not",   \
    "follow|stop")                                                             \
  X(collector, "", "path of the collector; default: the one of this build",    \
    "")                                                                        \
  X(help, "0", "1: print all options with their values to stderr", "0|1")      \
  X(visits, "1",                                                               \
    "0: threads do not visit other lines in turn for the first level", "0|1")  \
  X(verbose, "0", "1: say on stderr what the runtime does", "0|1")

// The options that `record` sets: of the collector, and of the runtime. A row
// is the only place that spells an option: the settings
// (tools/record/CollectorSettings.h), what `record` writes into the
// environment, and the options of `record` and `simulate` follow from it.
//   name, default, help, values that it takes (none: any),
//   member of the settings, and its kind: Text, Path, Count, Calls, Flag (1:
//   set),
//     Plan (of an analysis: empty or 0: none),
//   group of the commands' options: Recording (record), Model, Analyses (record
//     and simulate), None (declared by hand),
//   spelling there, name of the value, value of the option alone
#define MEMFACET_COLLECTOR_OPTIONS(X)                                          \
  X(output, "memfacet.mfp",                                                    \
    "profile to write; %p is the process id, %h the host, %r the rank", "",    \
    Output, Path, None, "", "", "")                                            \
  X(trace, "",                                                                 \
    "write the complete trace as well, for memfacet simulate; %p, %h and %r "  \
    "as in output",                                                            \
    "", Trace, Path, Recording, "--trace", "FILE", "")                         \
  X(analysis, "1", "0: write the trace only, for memfacet simulate", "",       \
    Analyse, Flag, None, "", "", "")                                           \
  X(checkpoint, "30",                                                          \
    "write the profile so far every SECONDS of the run, in case memfacet is "  \
    "killed; 0: at the end only",                                              \
    "", Checkpoint, Text, Recording, "--checkpoint", "SECONDS", "")            \
  X(cache, "host",                                                             \
    "cache model to simulate: host, a preset, or L1=32K,8;L2=...;line=64; "    \
    "'memfacet caches' lists models",                                          \
    "", Cache, Text, Model, "--cache", "MODEL", "")                            \
  X(core, "",                                                                  \
    "processor core to simulate as well: alpha21264, inorder, zen4 or a "      \
    "specification; without --cache, use its caches",                          \
    "", Core, Text, Model, "--core", "CORE", "")                               \
  X(interval, "1000000",                                                       \
    "instructions per interval, the unit of counts over time; K, M and G are " \
    "powers of 1000",                                                          \
    "", Interval, Count, Model, "--interval", "N", "")                         \
  X(context, "0",                                                              \
    "calls around an allocation that distinguish its structure from others",   \
    "", Context, Calls, Model, "--context", "N", "")                           \
  X(wrappers, "",                                                              \
    "file with functions that return fresh memory, one name per line; !NAME "  \
    "excludes one",                                                            \
    "", Wrappers, Path, Model, "--wrappers", "FILE", "")                       \
  X(containers, "",                                                            \
    "file with classes whose objects name the memory that they keep, one "     \
    "name per line; !NAME excludes one",                                       \
    "", Containers, Path, Model, "--containers", "FILE", "")                   \
  X(why, "0",                                                                  \
    "find the causes of misses in a complete recording or a trace, too "       \
    "(memfacet why, evictions, occupancy); slower",                            \
    "", MissCauses, Flag, Analyses, "--why", "", "")                           \
  X(select, "0",                                                               \
    "1: record accesses to chosen lines only, and count the rest", "0|1",      \
    Select, Flag, None, "", "", "")                                            \
  X(lines, "auto",                                                             \
    "simulate this share of all cache lines: 1, 1/2, ... 1/64, each exactly; " \
    "auto: all at first, and fewer as the run gets longer",                    \
    "auto|1|1/2|1/4|1/8|1/16|1/32|1/64", Lines, Text, None, "--lines",         \
    "SHARE", "")                                                               \
  X(windows, "short",                                                          \
    "long: now and then record all accesses of a whole interval, for "         \
    "memfacet advise; short: 4096 or 65,536 of them",                          \
    "short|long", Windows, Text, None, "", "", "")                             \
  MEMFACET_ANALYSES(X)

// The analyses that are functions of their own: the function add##Member in
// analysis/measure/observers gets the plan.
#define MEMFACET_ANALYSES(X)                                                   \
  X(curves, "",                                                                \
    "compute miss curves (memfacet curves): sampled (default) or exact", "",   \
    Curves, Plan, Analyses, "--curves", "KIND", "sampled")                     \
  X(blocks, "0", "keep block vectors (memfacet blocks, simpoints); slower",    \
    "", Blocks, Plan, Analyses, "--blocks", "", "")                            \
  X(phases, "",                                                                \
    "keep signatures of intervals (memfacet phases): all (default) or a "      \
    "list, for example image,reuse,modulo=64K; slower",                        \
    "", Phases, Plan, Analyses, "--phases", "LIST", "all")

/// The environment variable that holds the options.
#define MEMFACET_OPTIONS_VARIABLE "MEMFACET_OPTIONS"
/// Set by `memfacet record`: descriptor of a region waiting for its program.
#define MEMFACET_REGION_VARIABLE "MEMFACET_REGION_FD"
/// Set by `memfacet record` where it preloads the runtime: "LD_PRELOAD=..." as
/// the program would have it, or nothing. The runtime removes both.
#define MEMFACET_PRELOAD_VARIABLE "MEMFACET_PRELOAD"
/// Set by `memfacet record`: fills the environment, so that the stack begins at
/// the same place in each folder. The runtime removes it.
#define MEMFACET_PADDING_VARIABLE "MEMFACET_PADDING"

#endif
