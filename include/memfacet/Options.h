//===- Options.h - options of a recording ---------------------------------===//
//
// `MEMFACET_OPTIONS=name=value:name=value` in the environment of the program;
// `memfacet record` sets it, users may. The runtime reads the first group and
// passes the whole string on to the collector.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OPTIONS_H
#define MEMFACET_OPTIONS_H

//   name, default, help; some rows have more
#define MEMFACET_RUNTIME_OPTIONS(X)                                            \
  X(record, "1", "0: run without recording")                                   \
  X(discard, "0",                                                              \
    "1: produce the events and drop them; fast: only count them where the "    \
    "program has counting versions (to measure)")                              \
  X(fork, "follow", "follow: a forked child records too; stop: it does not")   \
  X(collector, "", "path of the collector, instead of the one built with")     \
  X(help, "0", "1: print all options with their values to stderr")             \
  X(filter, "0",                                                               \
    "1: accesses that hit a cache in the program are counted, not recorded; "  \
    "of so many ways")                                                         \
  X(filter_sets, "64", "sets of that cache")                                   \
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
  X(core, "", "core to simulate: a preset, or width=4,window=80,...")          \
  X(sample, "", "record windows only: 2%, or period=50M,window=1M,warm=1M")    \
  X(communication, "", "reuse pairs only: period=1000,seed=1")                 \
  X(pairs, "", "file for the reuse pairs one by one; %p is the process id")    \
  MEMFACET_ANALYSES(X)

// The analyses of the stream that the collector makes where they are asked for,
// by these options or by `--name` of `record` and `simulate`. Nothing else says
// which there are; add##Enumerator is in analysis/observers.
//   name, default (of all: off), help, enumerator, what `--name` alone means
//   (empty: it takes no value and means 1), name of the value, whether windows
//   of a run do for it
#define MEMFACET_ANALYSES(X)                                                   \
  X(curves, "",                                                                \
    "compute miss curves (memfacet curves): sampled (default) or exact",       \
    Curves, "sampled", "KIND", false)                                          \
  X(blocks, "0", "keep block vectors (memfacet blocks, simpoints); slower",    \
    Blocks, "", "", true)                                                      \
  X(phases, "",                                                                \
    "keep signatures of intervals (memfacet phases): all (default) or a "      \
    "list, for example image,reuse,modulo=64K; slower",                        \
    Phases, "all", "LIST", false)                                              \
  X(sharing, "",                                                               \
    "count misses due to other threads' writes (memfacet sharing): "           \
    "map=threads (default, one cache per thread), map=pairs, map=groups=N, "   \
    "map=sockets=N or map=0,1|2,3; no-range: only in the recorded order; "     \
    "pad: simulate padding, too (simulate only); slower",                      \
    Sharing, "map=threads", "PLAN", false)

/// The environment variable that holds the options.
#define MEMFACET_OPTIONS_VARIABLE "MEMFACET_OPTIONS"
/// Set by `memfacet record`: descriptor of a region waiting for its program.
#define MEMFACET_REGION_VARIABLE "MEMFACET_REGION_FD"

#endif
