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
  X(select, "0",                                                               \
    "1: record accesses to chosen lines only, and count the rest", "0|1")      \
  X(lines, "auto",                                                             \
    "which lines are chosen: 1, 1/2, ... 1/64 of them, or auto: all at "       \
    "first, and fewer as the run gets longer",                                 \
    "auto|1|1/2|1/4|1/8|1/16|1/32|1/64")                                       \
  X(visits, "1",                                                               \
    "0: threads do not visit other lines in turn for the first level", "0|1")  \
  X(verbose, "0", "1: say on stderr what the runtime does", "0|1")

//   name, default, help; some rows have more
#define MEMFACET_COLLECTOR_OPTIONS(X)                                          \
  X(output, "memfacet.mfp",                                                    \
    "profile to write; %p is the process id, %h the host, %r the rank")        \
  X(trace, "", "trace to write; %p, %h and %r as in output")                   \
  X(analysis, "1", "0: write the trace only, for memfacet simulate")           \
  X(coding, "predicted", "coding of the trace: predicted, or plain (larger)")  \
  X(cache, "host", "cache model: host, a preset, or L1=32K,8;L2=...;line=64")  \
  X(interval, "1000000", "instructions per interval")                          \
  X(checkpoint, "30",                                                          \
    "write the profile so far every so many seconds, in case the collector "   \
    "is killed; 0: at the end only")                                           \
  X(context, "0", "calls around an allocation that distinguish its structure") \
  X(wrappers, "",                                                              \
    "file with functions that return fresh memory, one per line")              \
  X(containers, "", "file with classes that are containers, one per line")     \
  X(why, "0", "1: find the causes of misses and evictions; slower")            \
  X(core, "", "core to simulate: a preset, or width=4,window=80,...")          \
  MEMFACET_ANALYSES(X)

// The analyses of the stream. The collector runs those that these options, or
// `--name` of `record` and `simulate`, ask for. This is the only list of
// analyses; add##Enumerator is in analysis/measure/observers.
//   name, default (of all: off), help, enumerator, what `--name` alone means
//   (empty: it takes no value and means 1), name of the value
#define MEMFACET_ANALYSES(X)                                                   \
  X(curves, "",                                                                \
    "compute miss curves (memfacet curves): sampled (default) or exact",       \
    Curves, "sampled", "KIND")                                                 \
  X(blocks, "0", "keep block vectors (memfacet blocks, simpoints); slower",    \
    Blocks, "", "")                                                            \
  X(phases, "",                                                                \
    "keep signatures of intervals (memfacet phases): all (default) or a "      \
    "list, for example image,reuse,modulo=64K; slower",                        \
    Phases, "all", "LIST")

/// The environment variable that holds the options.
#define MEMFACET_OPTIONS_VARIABLE "MEMFACET_OPTIONS"
/// Set by `memfacet record`: descriptor of a region waiting for its program.
#define MEMFACET_REGION_VARIABLE "MEMFACET_REGION_FD"

#endif
