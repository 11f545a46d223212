//===- Targets.h - the readers that are fed with anything -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each target takes bytes as a reader gets them from a file, or turns bytes
// into what passes a reader's first checks. A target crashes where a reader
// does harm or contradicts itself. CONTRIBUTING.md says how to run them.
//
// To add a target: a row here, and a function fuzzNAME. Inputs in
// test/fuzz/corpus/name are read by every run of the tests.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_FUZZ_TARGETS_H
#define MEMFACET_TEST_FUZZ_TARGETS_H

#include <string>
#include <string_view>
#include <vector>

namespace memfacet::fuzz {

// Function without "fuzz", name, what it feeds. These need only the rooms that
// read.
#define MEMFACET_READER_TARGETS(X)                                             \
  X(Trace, "trace", "trace files, with their checksums made right")            \
  X(Frames, "frames", "coded frames of traces")                                \
  X(Records, "records", "events, tables and records, decoded and dumped")      \
  X(Tables, "tables", "section tables of a program, and records of theirs")    \
  X(Regions, "regions", "files of raw chunks")                                 \
  X(Held, "held", "the counters that a dead program leaves")                   \
  X(Profile, "profile", "profiles as files")                                   \
  X(Rows, "rows", "profiles whose rows are anything")                          \
  X(Streams, "streams", "counts over time, as profiles pack them")             \
  X(Vectors, "vectors", ".bb files")                                           \
  X(Points, "points", "files of simulation points and weights")                \
  X(Din, "din", "traces of Dinero")                                            \
  X(Lackey, "lackey", "traces of Lackey")                                      \
  X(DrMemtrace, "drmemtrace", "traces of DynamoRIO, plain, by gzip, by zip")   \
  X(Elf, "elf", "ELF files: block maps, symbols")                              \
  X(Layouts, "layouts", "layouts of types from debug information")             \
  X(Names, "names", "names of symbols, functions and types")                   \
  X(Specs, "specs", "specifications of caches, cores, sweeps, signatures")     \
  X(Settings, "settings", "MEMFACET_OPTIONS: options of a recording")          \
  X(Wrappers, "wrappers", "lists of wrappers and containers")

// These need all of the analysis and the tools.
#define MEMFACET_WHOLE_TARGETS(X)                                              \
  X(Analyses, "analyses", "events, tables and records, into each analysis")    \
  X(Reports, "reports", "commands on profiles whose rows are anything")        \
  X(Plans, "plans", "values of options")                                       \
  X(Options, "options", "command lines")                                       \
  X(Compiler, "compiler", "command lines of the compiler wrapper")

#ifdef MEMFACET_FUZZ_READERS
#define MEMFACET_FUZZ_TARGETS(X) MEMFACET_READER_TARGETS(X)
#else
#define MEMFACET_FUZZ_TARGETS(X)                                               \
  MEMFACET_READER_TARGETS(X) MEMFACET_WHOLE_TARGETS(X)
#endif

#define MEMFACET_DECLARATION(Function, ...)                                    \
  void fuzz##Function(std::string_view Bytes);
MEMFACET_FUZZ_TARGETS(MEMFACET_DECLARATION)
#undef MEMFACET_DECLARATION

struct Target {
  const char *Name, *Feeds;
  void (*Run)(std::string_view Bytes);
};
#define MEMFACET_ROW(Function, Name, Feeds) {Name, Feeds, fuzz##Function},
inline constexpr Target AllTargets[] = {MEMFACET_FUZZ_TARGETS(MEMFACET_ROW)};
#undef MEMFACET_ROW

/// Null: there is none.
inline const Target *findTarget(std::string_view Name) {
  for (const Target &T : AllTargets)
    if (T.Name == Name)
      return &T;
  return nullptr;
}

/// An input that is right, in a format whose bytes change with its version.
struct Seed {
  const char *Target;
  std::string Bytes;
};
std::vector<Seed> madeSeeds();
/// Writes them to FOLDER/target/made-N.
void writeSeeds(const std::string &Folder);

} // namespace memfacet::fuzz

#endif
