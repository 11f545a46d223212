//===- pass/AllocatingFunctions.cpp - below which calls is memory made ----===//

#include "pass/AllocatingFunctions.h"
#include "pass/AllocationCalls.h"
#include "pass/DebugNames.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace memfacet;

/// Functions of the run-time systems, which no header declares by itself.
static bool isRunTimeSupport(StringRef Name) {
  static constexpr StringRef Prefixes[] = {"__cxa_",  "_Unwind_",   "__gxx_",
                                           "__kmpc_", "omp_",       "pthread_",
                                           "__isoc",  "__memfacet_"};
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
}

/// Functions that never enter instrumented code and whose own memory is
/// nobody's but the library's.
bool AllocatingFunctions::isQuietLibrary(const llvm::Function &F) const {
  LibFunc Known;
  return F.isIntrinsic() || isRunTimeSupport(F.getName()) ||
         isLibrarySymbol(F.getName()) ||
         CLibrary.getLibFunc(F.getName(), Known);
}

bool AllocatingFunctions::mayAllocate(const CallBase &Call) const {
  if (Call.isInlineAsm() || isa<IntrinsicInst>(Call))
    return false;
  if (allocationKind(Call) != AllocationKind::Unknown ||
      mayAllocateInLibrary(Call))
    return true;
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return !Call.onlyReadsMemory();
  if (isLibraryDestructor(*Callee))
    return false;
  if (Callee->isDeclaration())
    return !isQuietLibrary(*Callee) && !Call.onlyReadsMemory();
  return Callee->isInterposable() || Allocating.contains(Callee);
}

AllocatingFunctions::AllocatingFunctions(const Module &M)
    : CLibrary(Triple(M.getTargetTriple())) {
  SmallVector<const llvm::Function *, 64> News;
  for (const llvm::Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && mayAllocate(*Call)) {
        if (Allocating.insert(&F).second)
          News.push_back(&F);
        break;
      }
  // And all who call them. A use that is no call is a call through a pointer.
  while (!News.empty())
    for (const User *U : News.pop_back_val()->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Allocating.insert(Call->getFunction()).second)
        News.push_back(Call->getFunction());
}
