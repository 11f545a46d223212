//===- Commands.cpp - the table of commands -------------------------------===//

#include "tools/cli/Commands.h"

namespace memfacet {

static constexpr Command Table[] = {
    {"record", "run an instrumented program and write its profile",
     declareRecord, true},
    {"report", "show a profile: misses by data structure", declareReport},
    {"describe", "say what each data structure is and how it is accessed",
     declareDescribe},
    {"critical", "say whose misses a simulated core waits for",
     declareCritical},
    {"annotate", "show source code with its misses", declareAnnotate},
    {"why", "show why lines missed: compulsory, capacity, conflict, sharing",
     declareWhy},
    {"evictions", "show whose lines evict whose", declareEvictions},
    {"occupancy", "show what each cache level holds, over time",
     declareOccupancy},
    {"table",
     "compare several programs: data profiles, descriptions, evictions",
     declareTable},
    {"simulate", "analyse a recorded trace, with other caches for instance",
     declareSimulate},
    {"import", "simulate an address trace of another tool", declareImport},
    {"curves", "show misses by the size of the cache", declareCurves},
    {"timeline", "show misses and other counts over time, by data structure",
     declareTimeline},
    {"volatility", "show the right sampling period, and phases at it",
     declareVolatility},
    {"advise", "suggest changed layouts, with the misses they would save",
     declareAdvise},
    {"blocks", "show the code that is executed most, and block vectors",
     declareBlocks},
    {"phases",
     "show what threads do when, over runs, and what each phase costs",
     declarePhases},
    {"simpoints", "choose intervals to simulate from block vectors",
     declareSimpoints},
    {"communication", "show which code passes lines between threads",
     declareCommunication},
    {"sharing", "show which structures threads share, exactly, and how",
     declareSharing},
    {"false-sharing",
     "show the members that fight for lines, and what padding would save",
     declareFalseSharing},
    {"compare", "show two profiles side by side", declareCompare},
    {"caches", "list cache models: this machine's and the presets",
     declareCaches},
    {"config", "print compiler flags for use without memfacet-clang",
     declareConfig},
    {"verify", "check a trace of a program built with --memfacet-verify",
     declareVerify},
    {"dump", "print what a trace says, line by line", declareDump},
    {"collect", nullptr, declareCollect},
};

std::span<const Command> commands() { return Table; }

} // namespace memfacet
