//===- Pools.cpp - functions that hand out pieces of a block --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/Pools.h"
#include "memfacet/Entry.h"
#include "pass/compat/Compat.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/PassedOn.h"
#include "pass/pools/AllocatorEntries.h"
#include "pass/pools/DefinedAllocators.h"
#include "pass/pools/Evidence.h"
#include "pass/pools/Lists.h"
#include "pass/pools/MemoryResources.h"
#include "pass/pools/Obstacks.h"
#include "pass/pools/PieceEmitter.h"
#include "pass/pools/Searches.h"
#include "pass/pools/Verdict.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

/// Larger functions are no allocators, and take long to look at.
static constexpr unsigned MaxPoolInstructions = 1500;
/// Largest helper that is analysed as a part of its caller.
static constexpr unsigned MaxHelperInstructions = 120;

static bool isAnnotated(const llvm::Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const llvm::Function *Callee = Call ? naming::calleeOf(*Call) : nullptr;
    return Callee && Callee->getName().starts_with("__memfacet_");
  });
}

static bool endsObjects(const llvm::Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const llvm::Function *Callee = Call ? naming::calleeOf(*Call) : nullptr;
    return Callee && (Callee->getName() == "__memfacet_object_end" ||
                      Callee->getName() == MEMFACET_PIECE_END);
  });
}

/// Returns whether \p F stores a pointer that it has just loaded through
/// another one anywhere but in a variable: the next of a list becomes its head.
static bool takesFromList(const llvm::Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    auto *Next = Store ? dyn_cast<LoadInst>(Store->getValueOperand()) : nullptr;
    return Next && Next->getType()->isPointerTy() &&
           !isa<AllocaInst>(Store->getPointerOperand()) &&
           isa<LoadInst>(
               Next->getPointerOperand()->stripInBoundsConstantOffsets());
  });
}

/// Returns whether \p F can be copied and analysed.
static bool isPlain(const llvm::Function &F) {
  if (F.isDeclaration() || F.isVarArg() || F.hasFnAttribute(Attribute::Naked) ||
      F.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) ||
      F.isPresplitCoroutine() || F.doesNotReturn() ||
      F.callsFunctionThatReturnsTwice())
    return false;
  return none_of(F, [](const BasicBlock &B) {
    return B.hasAddressTaken() || isa<IndirectBrInst>(B.getTerminator()) ||
           isa<CallBrInst>(B.getTerminator());
  });
}

namespace {
class PoolFinder {
public:
  PoolFinder(Module &M, StringRef NoPools);
  bool run();

private:
  bool handsOut(llvm::Function &F);
  bool find(llvm::Function &F);
  bool findFirst(llvm::Function &F);
  bool findTaken(llvm::Function &F);
  bool findSearches(llvm::Function &F, const PromotedCopy &Copy);
  bool findObstacks(llvm::Function &F);
  bool isCandidate(const llvm::Function &F) const;
  bool mayRelease(const llvm::Function &F) const;
  bool isHelper(const llvm::Function &F);
  bool isExcluded(const llvm::Function &F) const;
  bool emit(llvm::Function &F, const PromotedCopy &Copy,
            ArrayRef<HandOut> Found);

  Module &M;
  std::vector<GlobPattern> Excluded;
  DenseSet<const llvm::Function *> GlobalAllocators;
  DenseMap<const llvm::Function *, bool> Known;
  StringSet<> Cursors;
  FreeLists Lists;
};
} // namespace

PoolFinder::PoolFinder(Module &M, StringRef NoPools)
    : M(M), GlobalAllocators(globalAllocators(M)) {
  SmallVector<StringRef, 8> Words;
  NoPools.split(Words, ',', -1, false);
  for (StringRef Word : Words)
    if (Expected<GlobPattern> Pattern = GlobPattern::create(Word.trim()))
      Excluded.push_back(std::move(*Pattern));
    else
      M.getContext().emitError("-memfacet-not-pools: '" + Word +
                               "': " + toString(Pattern.takeError()));
}

bool PoolFinder::isExcluded(const llvm::Function &F) const {
  if (!F.getSubprogram())
    return false;
  std::string Name = types::qualifiedName(F.getSubprogram());
  return any_of(Excluded, [&](const GlobPattern &P) { return P.match(Name); });
}

bool PoolFinder::isHelper(const llvm::Function &F) {
  return F.getInstructionCount() <= MaxHelperInstructions && isPlain(F) &&
         !GlobalAllocators.contains(&F) &&
         !handsOut(const_cast<llvm::Function &>(F));
}

/// Returns whether callers of \p F get pieces, which \p F then reports.
bool PoolFinder::handsOut(llvm::Function &F) {
  auto [Entry, IsNew] = Known.try_emplace(&F, false);
  if (!IsNew)
    return Entry->second;
  bool Result = find(F);
  Known[&F] = Result;
  return Result;
}

/// Returns whether \p F changes anything that lasts.
static bool stores(const llvm::Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return isa<AtomicRMWInst>(I) ||
           (Store && !isa<AllocaInst>(Store->getPointerOperand())) ||
           (isa<CallBase>(I) && !isa<IntrinsicInst>(I));
  });
}

/// Returns whether \p F is the program's and can be looked at.
bool PoolFinder::isCandidate(const llvm::Function &F) const {
  const DISubprogram *Subprogram = F.getSubprogram();
  return !F.isDeclaration() && Subprogram &&
         !types::isLibraryCode(Subprogram) && !GlobalAllocators.contains(&F) &&
         !isAnnotated(F) && F.getInstructionCount() <= MaxPoolInstructions &&
         isPlain(F) && stores(F) && !isExcluded(F);
}

bool PoolFinder::find(llvm::Function &F) {
  if (!mayHandOut(F))
    return false;
  if (!isCandidate(F))
    return isAnnotated(F) && !GlobalAllocators.contains(&F);
  PromotedCopy Copy(F, [&](const llvm::Function &G) { return isHelper(G); });
  std::vector<HandOut> Found = findHandOuts(Copy);
  setListSizes(F, Copy, resultElement(F), Found);
  llvm::erase_if(Found, [&](const HandOut &O) { return !isPiece(F, Copy, O); });
  if (Found.empty() && getsMemory(F))
    return findSearches(F, Copy);
  return emit(F, Copy, Found);
}

/// Finds and reports pieces if \p F searches a list for one that is large
/// enough, and another function puts them back.
bool PoolFinder::findSearches(llvm::Function &F, const PromotedCopy &Copy) {
  const Argument *Size = requestedArgument(F);
  if (!Size || naming::pointerKind(F.getSubprogram(),
                                   types::resultType(F.getSubprogram())) ==
                   naming::PointerKind::Typed)
    return false;
  std::vector<HandOut> Found =
      findSearched(Copy, *Copy.body().getArg(Size->getArgNo()));
  return emitSearchedReleases(F, Copy, Found) && emit(F, Copy, Found);
}

bool PoolFinder::emit(llvm::Function &F, const PromotedCopy &Copy,
                      ArrayRef<HandOut> Found) {
  DenseSet<const Value *> Results;
  for (const HandOut &Out : Found) {
    if (Results.contains(Out.Result) || !emitPiece(F, Copy, Out))
      continue;
    Results.insert(Out.Result);
    if (Out.Cursor.Name.empty())
      continue;
    if (Out.Kind == HandOutKind::List)
      Lists.try_emplace(Out.Cursor.Name, FreeList{Out.Header, Out.IsNumbered});
    else
      Cursors.insert(Out.Cursor.Name);
  }
  return !Results.empty();
}

/// Finds and reports pieces if \p F makes a chunk and returns its beginning.
bool PoolFinder::findFirst(llvm::Function &F) {
  if (Known.lookup(&F) || !mayHandOut(F) || !isCandidate(F) || !getsMemory(F))
    return false;
  PromotedCopy Copy(F, [&](const llvm::Function &G) { return isHelper(G); });
  std::vector<HandOut> Found = findFirstPieces(
      Copy, [&](const Member &C) { return Cursors.contains(C.Name); },
      [&](const Member &C) { return compat::contains(Lists, C.Name); });
  llvm::erase_if(Found, [&](const HandOut &O) {
    return O.Kind != HandOutKind::List && !asksForSize(Copy, O);
  });
  return emit(F, Copy, Found);
}

/// Finds and reports pieces if \p F takes them off a list for its own use.
bool PoolFinder::findTaken(llvm::Function &F) {
  if (Known.lookup(&F) || !isCandidate(F) || !takesFromList(F) ||
      !getsMemory(F))
    return false;
  PromotedCopy Copy(F, [](const llvm::Function &) { return false; });
  return emit(F, Copy, findPopped(Copy));
}

bool PoolFinder::findObstacks(llvm::Function &F) {
  if (!isCandidate(F) || !usesObstacks(F))
    return false;
  PromotedCopy Copy(F, [](const llvm::Function &) { return false; });
  bool Frees = emitObstackFrees(F, Copy);
  bool HandsOut = emit(F, Copy, findFinished(Copy));
  return Frees || HandsOut;
}

/// Returns whether \p F may put pieces back. Functions with annotations do not
/// count.
bool PoolFinder::mayRelease(const llvm::Function &F) const {
  return !GlobalAllocators.contains(&F) && isPlain(F) && !isExcluded(F) &&
         !endsObjects(F) && F.getInstructionCount() <= MaxPoolInstructions;
}

bool PoolFinder::run() {
  bool Changed = false;
  SmallVector<llvm::Function *, 64> Functions;
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      Functions.push_back(&F);
  for (const llvm::Function *F : emitAllocatorEntries(M, GlobalAllocators)) {
    Known[F] = true;
    Changed = true;
  }
  for (llvm::Function *F : Functions) {
    // Calls must stay, for they say what the memory is for.
    if (definesAllocator(*F) && !F->hasFnAttribute(Attribute::AlwaysInline)) {
      F->addFnAttr(Attribute::NoInline);
      Changed = true;
    }
    Changed |= emitMemoryResource(*F);
    if (!findObstacks(*F))
      continue;
    Known[F] = false;
    Changed = true;
  }
  for (llvm::Function *F : Functions)
    Changed |= handsOut(*F);
  for (llvm::Function *F : Functions)
    Changed |= findTaken(*F);
  if (!Cursors.empty() || !Lists.empty())
    for (llvm::Function *F : Functions)
      Changed |= findFirst(*F);
  if (!Lists.empty())
    for (llvm::Function *F : Functions)
      Changed |= mayRelease(*F) && emitReleases(*F, Lists);
  return Changed;
}

/// Drops the declarations of intrinsics that only analysed copies needed.
static void
dropDeclarations(Module &M,
                 const DenseSet<const llvm::Function *> &OldFunctions) {
  for (llvm::Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && !OldFunctions.contains(&F))
      F.eraseFromParent();
}

PreservedAnalyses PoolPass::run(Module &M, ModuleAnalysisManager &) {
  DenseSet<const llvm::Function *> OldFunctions;
  for (const llvm::Function &F : M)
    OldFunctions.insert(&F);
  bool Changed = PoolFinder(M, Options.NoPools).run();
  dropDeclarations(M, OldFunctions);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
