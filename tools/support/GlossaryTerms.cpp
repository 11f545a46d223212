//===- GlossaryTerms.cpp - words of the project ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Terms.h"

namespace memfacet {

namespace {

constexpr Term WhatIsAccessed[] = {
    {"access",
     "one load or store of the program, as the optimised IR has it. A copy "
     "of a range is one load and one store of the whole range"},
    {"touch",
     "what an access does to one line. An access touches every line that it "
     "overlaps; misses are of touches"},
    {"object",
     "one piece of memory with a beginning and an end: a piece of the heap, a "
     "variable, a local. (An *object file* is what the compiler writes.)"},
    {"structure",
     "all objects with one name: those of one allocation site, one global, "
     "one local. A row of the report"},
    {"element", "one of the equal parts of an object that is an array"},
    {"member, field",
     "a named part of a record type. \"Field\" is used in options and column "
     "names; `[no field]`: which one is not known"},
    {"record type", "a struct, class or union of the program"},
    {"owner",
     "the structure that an address belongs to; of a line in a cache, the "
     "structure whose touch brought it there"},
};

constexpr Term WhereItIsAccessed[] = {
    {"site", "the loads or the stores of one place in the source: file, line "
             "and column"},
    {"allocation site", "the place that allocates an object"},
    {"context", "the calls in progress when an object was allocated"},
    {"basic block",
     "instructions that are executed one after the other: no branch leads "
     "into them"},
    {"code run",
     "consecutive instructions of one basic block without a call: the unit "
     "that is recorded. In the sources, `Run`"},
    {"path", "code runs that share one record"},
    {"body, version",
     "one of several copies of a function: recording (every access), selecting "
     "(chosen lines), counting (no accesses: block vectors)"},
    {"region of interest",
     "the part of a run that the program marked to be counted"},
    {"mark",
     "an annotation: an object or a range of addresses that the program "
     "named itself ([annotations](names.md#annotations))"},
};

constexpr Term When[] = {
    {"run",
     "one execution of the program; in tables, the whole of it, or its number "
     "among several"},
    {"instruction", "an instruction of the optimised IR; the unit of time"},
    {"interval, intervals",
     "a piece of a thread's execution of fixed (or marked) length: the unit "
     "over which counts are kept; its number, from 0"},
    {"phase, phases, phase N", "intervals that behave alike, not necessarily "
                               "adjacent; in tables, how many were found"},
    {"period",
     "the distance from one sample to the next: instructions between the "
     "points of a curve or the ends of intervals, accesses between chosen "
     "ones. `volatility` shows the shortest at which a curve is calm"},
    {"wavelength", "the length after which a curve repeats"},
    {"simulation point",
     "an interval that stands for others in a simulator, with a weight"},
    {"signature",
     "numbers that say what an interval looks like: block vector, wavelet "
     "picture, working set ([signatures](phases.md#signatures))"},
};

constexpr Term Caches[] = {
    {"line",
     "the unit of a cache; 64 bytes unless the model says otherwise. A line of "
     "a source file is a *source line*"},
    {"set, way", "where a line may be in a cache"},
    {"MRU line",
     "a set's most-recently-used line. A second access to it changes "
     "nothing in an LRU cache"},
    {"level", "a cache of the model; L1 is the first"},
    {"private, shared",
     "of one thread; of several. A private level has one cache for each "
     "thread, a shared one a cache for all. A private line was touched by one "
     "thread only"},
    {"miss", "a touch whose line is not in the level"},
    {"compulsory miss", "the cache is asked for the line for the first time"},
    {"capacity miss",
     "a fully associative cache of the same size misses as well"},
    {"conflict miss",
     "a fully associative cache of the same size hits: the line's set had "
     "no room for it"},
    {"coherence miss",
     "another thread wrote the line: true sharing if the same bytes were "
     "used, false sharing otherwise"},
    {"victim, evictor",
     "the line that leaves, or its structure; the structure whose touch "
     "made it leave"},
    {"eviction",
     "a line leaves a level for another one; premature if the next event of "
     "it there is a miss"},
    {"write-back", "an evicted line was modified and goes to the next level"},
    {"reuse distance",
     "the number of different lines accessed between two accesses of one "
     "line"},
    {"reuse time", "the number of accesses between two accesses of one line"},
    {"miss curve", "misses as a function of the cache's size"},
    {"volatility", "how much a count changes from one interval to the next, as "
                   "a part of its range"},
};

constexpr Term ASimulatedCore[] = {
    {"operation", "an IR instruction as a simulated core executes it"},
    {"stall cycle",
     "a cycle in which no operation leaves the core; it is charged to a "
     "structure, to computation, to branches or to the start"},
    {"critical",
     "a structure with at least 1 % of the stall cycles, and more than "
     "twice its share of the misses"},
    {"perfect", "a structure whose accesses are served in one cycle, to see "
                "what its misses cost; in tables, how many are"},
};

constexpr Term Threads[] = {
    {"reuse pair", "two accesses to one line with no access to it in between"},
    {"communication", "a reuse pair of two threads, the first of which writes"},
    {"hot-spot",
     "a place in the code and a structure with many misses because another "
     "thread wrote the line"},
    {"unit",
     "what a sample of reuse pairs counts: an access of at most 64 bytes, "
     "or one line of a longer access"},
    {"vertex",
     "a site where it accesses a structure in a thread: an end of reuse "
     "pairs"},
    {"happens before",
     "an order between threads that locks, waits and starts of threads "
     "enforce"},
    {"race", "two accesses of two threads without such an order"},
};

constexpr Term HowItIsRecorded[] = {
    {"record",
     "the words that one execution of a path writes: a header and addresses"},
    {"word", "8 bytes of a record"},
    {"header",
     "the first word of a record: which path, and where its tables are"},
    {"slot", "a word of a record that holds an address"},
    {"elided address",
     "an address that follows from another one and is not written"},
    {"event",
     "a record of something that is no access: an allocation, a thread's "
     "start, a lock"},
    {"selecting body",
     "a second body of a function, which records accesses to chosen lines "
     "only"},
    {"chosen line",
     "a line whose accesses are recorded: all lines, or those with some of the "
     "64 residues; all others of its sets are chosen, too"},
    {"followed line",
     "a line of which a program with several threads keeps, while it runs, "
     "which threads have a copy: chosen lines, and a few that threads fight "
     "for"},
    {"residue", "a line's number modulo 64; lines are chosen by it"},
    {"visit",
     "a million instructions in which a thread records lines of some other "
     "residues, too: so all sets of the first level are seen in turn"},
    {"stretch",
     "a part of a run in which the same lines are chosen; a miss counts for as "
     "many lines as one was chosen from"},
    {"window, window of accesses",
     "some thousand accesses of a thread that are all recorded, whatever line "
     "they are to"},
    {"direct access", "an access to a variable by its name"},
    {"cursor", "where the thread writes its next word"},
    {"limit",
     "the thread's records may begin below it: the end of the chunk, minus "
     "room for one record"},
    {"check",
     "inserted code that asks whether a record still fits in the chunk"},
    {"chunk", "a buffer of one thread; full ones go to the collector"},
    {"region", "the shared memory that holds the chunks"},
    {"collector", "the process that reads chunks and runs the analysis"},
    {"segment",
     "whole records of one thread, in the merged order of all threads"},
    {"trace",
     "the merged records and events of all threads in a file (`.mft`)"},
    {"profile", "the result of an analysis in a file (`.mfp`, SQLite)"},
    {"live", "analysed while the program runs, without a trace"},
    {"pin",
     "a name attached to a place in the source between the first and the "
     "last pass"},
};

constexpr Term HowItIsAnalysed[] = {
    {"batch", "some thousand decoded accesses that are processed together"},
    {"stage", "a step of the analysis with its own input queue"},
    {"stage scheduler", "gives idle threads a stage that has input"},
    {"observer", "an analysis that looks at every access"},
    {"sink", "what a stage hands its output to"},
    {"attribution", "finding the owner of each access"},
    {"filter, MRU filter", "leaves out accesses to the most recently used line "
                           "of a set: they hit, and "
                           "change nothing"},
    {"predict",
     "to compute a word of a trace from earlier ones, so that it need not "
     "be stored"},
    {"digest", "a check value over all of a profile"},
    {"estimate",
     "a count that was computed from a sample; it comes with a 95 % "
     "interval"},
};

} // namespace

std::span<const TermSection> glossarySections() {
  static constexpr TermSection All[] = {
      {"What is accessed", WhatIsAccessed},
      {"Where it is accessed", WhereItIsAccessed},
      {"When", When},
      {"Caches", Caches},
      {"A simulated core", ASimulatedCore},
      {"Threads", Threads},
      {"How it is recorded", HowItIsRecorded},
      {"How it is analysed", HowItIsAnalysed},
  };
  return All;
}

} // namespace memfacet
