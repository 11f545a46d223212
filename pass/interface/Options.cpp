//===- Options.cpp - command-line options of the pass ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/interface/Options.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

static cl::opt<bool>
    Elide("memfacet-elide", cl::init(true),
          cl::desc("leave out addresses that follow from recorded ones"));
static cl::opt<bool>
    SharePaths("memfacet-paths", cl::init(true),
               cl::desc("blocks go on with the record of the one before"));
static cl::opt<bool>
    ShareLoops("memfacet-loops", cl::init(true),
               cl::desc("iterations of a loop go on with the record of the "
                        "one before"));
static cl::opt<bool>
    Carry("memfacet-carry", cl::init(true),
          cl::desc("carry the cursor from function to function in a register "
                   "as well"));
static cl::opt<bool>
    Verify("memfacet-verify", cl::init(false),
           cl::desc("record every address as well, for `memfacet verify`"));
static cl::opt<bool> Names("memfacet-names", cl::init(true),
                           cl::desc("name what each allocation is for"));
static cl::opt<bool> Pools("memfacet-pools", cl::init(true),
                           cl::desc("what pools hand out are objects"));
static cl::opt<std::string>
    NoPools("memfacet-not-pools",
            cl::desc("functions that hand out no objects, by their names or "
                     "by patterns with *, between commas"));
static cl::opt<bool> Allocations("memfacet-allocations", cl::init(true),
                                 cl::desc("allocating calls say who they are"));
static cl::opt<bool>
    Select("memfacet-select",
           cl::desc("make a second body of each function that records only "
                    "accesses to chosen lines (by default where accesses are "
                    "recorded)"));
static cl::opt<unsigned> MostChecks(
    "memfacet-most-checks", cl::init(3000),
    cl::desc("a function with more checks of accesses than that has no such "
             "body"));
static cl::opt<bool>
    PlainLog("memfacet-plain-log", cl::init(false),
             cl::desc("tell every access to __memfacet_plain_access as well"));
static cl::opt<bool> CountBlocks("memfacet-count-blocks", cl::init(false),
                                 cl::desc("count blocks, and record nothing"));
static cl::opt<bool> CountEach("memfacet-count-each", cl::init(false),
                               cl::desc("count every block by itself"));
static cl::opt<std::string>
    InputFolder("memfacet-dump-input",
                cl::desc("folder for the code that reaches the recording "
                         "pass, without debug information"));

/// Returns false where blocks are counted, or each access is recorded by
/// itself.
static bool selects() {
  if (Select.getNumOccurrences() != 0)
    return Select;
  return !CountBlocks && !Verify && !PlainLog;
}

memfacet::interface::PassOptions memfacet::interface::passOptions() {
  return {Elide,      SharePaths, ShareLoops,  Carry,       Verify,
          Names,      Pools,      NoPools,     Allocations, selects(),
          MostChecks, PlainLog,   CountBlocks, CountEach,   InputFolder};
}
