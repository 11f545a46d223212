//===- AllocatingFunctions.cpp - below which calls is memory made ---------===//

#include "pass/naming/AllocatingFunctions.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/DebugNames.h"
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

/// Functions of libraries that neither allocate nor call back, beside those
/// that are known to touch nothing but what they are given.
static bool neverAllocates(const llvm::Function &F) {
  static constexpr StringRef Names[] = {
      "free",          "pthread_mutex_lock",   "pthread_mutex_trylock",
      "pthread_self",  "pthread_mutex_unlock", "__errno_location",
      "__ctype_b_loc", "__ctype_tolower_loc",  "__ctype_toupper_loc"};
  return is_contained(Names, F.getName()) ||
         F.getName().starts_with("_ZdlPv") || F.getName().starts_with("_ZdaPv");
}

bool AllocatingFunctions::mayReadContexts(const CallBase &Call) const {
  if (mayAllocate(Call))
    return true;
  if (Call.isInlineAsm() || isa<IntrinsicInst>(Call) ||
      Call.onlyReadsMemory() || Call.onlyAccessesArgMemory())
    return false;
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return true;
  return Callee->isDeclaration()
             ? !neverAllocates(*Callee)
             : Callee->isInterposable() || Reading.contains(Callee);
}

void AllocatingFunctions::close(const Module &M, Set &Result,
                                function_ref<bool(const CallBase &)> Property) {
  SmallVector<const llvm::Function *, 64> News;
  for (const llvm::Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Property(*Call)) {
        if (Result.insert(&F).second)
          News.push_back(&F);
        break;
      }
  // And all who call them. A use that is no call is a call through a pointer.
  while (!News.empty())
    for (const User *U : News.pop_back_val()->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Result.insert(Call->getFunction()).second)
        News.push_back(Call->getFunction());
}

AllocatingFunctions::AllocatingFunctions(const Module &M)
    : CLibrary(Triple(M.getTargetTriple())) {
  close(M, Allocating, [&](const CallBase &Call) { return mayAllocate(Call); });
  close(M, Reading,
        [&](const CallBase &Call) { return mayReadContexts(Call); });
}
