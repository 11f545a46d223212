//===- Options.h - options of a recording ---------------------------------===//
//
// `MEMFACET_OPTIONS=name=value:name=value` in the environment of the program;
// `memfacet record` sets it, users may. The runtime reads the first group and
// passes the whole string on to the collector.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OPTIONS_H
#define MEMFACET_OPTIONS_H

//   name, default, help
#define MEMFACET_RUNTIME_OPTIONS(X)                                            \
  X(record, "1", "0: run without recording")                                   \
  X(discard, "0",                                                              \
    "1: produce the events and drop them; fast: only count them where the "    \
    "program has counting versions (to measure)")                              \
  X(fork, "follow", "follow: a forked child records too; stop: it does not")   \
  X(collector, "", "path of the collector, instead of the one built with")     \
  X(help, "0", "1: print all options with their values to stderr")             \
  X(filter, "0",                                                               \
    "1: accesses to the lines touched last are counted, not recorded")         \
  X(alternate, "0", "to test: stop and go on recording after so many words")   \
  X(verbose, "0", "1: say on stderr what the runtime does")

#define MEMFACET_COLLECTOR_OPTIONS(X)                                          \
  X(output, "memfacet.mfp", "profile to write; %p is the process id")          \
  X(trace, "", "complete trace to write; %p is the process id")                \
  X(analysis, "1", "0: keep the trace only, to simulate it later")             \
  X(coding, "predicted", "of the trace: predicted, or plain (larger)")         \
  X(cache, "host", "cache model: host, a preset, or L1=32K,8;L2=...;line=64")  \
  X(interval, "1000000", "instructions per interval")                          \
  X(context, "0", "calls around an allocation that tell it from others")       \
  X(wrappers, "", "file that lists functions which hand on fresh memory")      \
  X(why, "0", "1: why lines miss and who evicted them; slower")                \
  X(curves, "", "misses by cache size, too: sampled or exact")                 \
  X(core, "", "core to simulate: a preset, or width=4,window=80,...")          \
  X(sample, "", "record windows only: 2%, or period=50M,window=1M,warm=1M")    \
  X(blocks, "0", "1: block vectors as well; slower")                           \
  X(communication, "", "reuse pairs only: period=1000,seed=1")                 \
  X(pairs, "", "file for the reuse pairs one by one; %p is the process id")    \
  X(phases, "", "signatures of intervals: all, or a list of kinds")            \
  X(sharing, "", "lines that threads share: map=threads, map=pairs,no-range")

/// The environment variable that holds the options.
#define MEMFACET_OPTIONS_VARIABLE "MEMFACET_OPTIONS"
/// Set by `memfacet record`: descriptor of a region waiting for its program.
#define MEMFACET_REGION_VARIABLE "MEMFACET_REGION_FD"

#endif
