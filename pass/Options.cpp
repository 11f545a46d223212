//===- pass/Options.cpp - command-line options of the pass ----------------===//

#include "pass/Options.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

static cl::opt<bool>
    Elide("memfacet-elide", cl::init(true),
          cl::desc("leave out addresses that follow from recorded ones"));
static cl::opt<bool>
    Verify("memfacet-verify", cl::init(false),
           cl::desc("record every address as well, for `memfacet verify`"));
static cl::opt<bool> Names("memfacet-names", cl::init(true),
                           cl::desc("name what each allocation is for"));

memfacet::PassOptions memfacet::passOptions() { return {Elide, Verify, Names}; }
