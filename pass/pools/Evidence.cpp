//===- Evidence.cpp - other uses of the block of a function ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/Evidence.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/ValueFlow.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

/// More functions than lie between an allocator's fast path and the system.
static constexpr size_t MaxCalledFunctions = 64;
static constexpr unsigned MaxOriginSteps = 12;

SmallSetVector<const llvm::Function *, 16>
memfacet::pools::calledFunctions(const llvm::Function &F) {
  SmallSetVector<const llvm::Function *, 16> Functions;
  Functions.insert(&F);
  for (size_t I = 0;
       I != Functions.size() && Functions.size() < MaxCalledFunctions; ++I)
    for (const Instruction &In : instructions(*Functions[I]))
      if (auto *Call = dyn_cast<CallBase>(&In))
        if (const llvm::Function *Callee = naming::calleeOf(*Call);
            Callee && !Callee->isDeclaration())
          Functions.insert(Callee);
  return Functions;
}

/// Returns whether a call of another object's function, or of a hook, looks
/// like an allocator's.
static bool looksAllocating(const CallBase &Call) {
  const llvm::Function *Callee = naming::calleeOf(Call);
  if (isa<IntrinsicInst>(Call) || Call.isInlineAsm())
    return false;
  if (!Callee)
    return !naming::allocatorByType(Call).empty();
  if (!Callee->isDeclaration() || !Call.getType()->isPointerTy())
    return false;
  return any_of(Call.args(), [](const Use &A) {
    return A->getType()->isIntegerTy(64) || A->getType()->isIntegerTy(32);
  });
}

/// Returns whether a call allocates memory, and does not only use some.
static bool allocates(const CallBase &Call) {
  const llvm::Function *Callee = naming::calleeOf(Call);
  if (Callee && Callee->getName().starts_with("__memfacet_"))
    return false;
  static constexpr StringRef MemoryUsers[] = {
      "memchr", "memset",  "memcpy",  "strchr",  "strrchr", "strncpy",
      "fgets",  "memmove", "strndup", "memrchr", "strncat", "rawmemchr"};
  if (Callee && is_contained(MemoryUsers, Callee->getName()))
    return false;
  return naming::allocationKind(Call) != AllocationKind::Unknown ||
         looksAllocating(Call) || (Callee && Callee->getName() == "sbrk");
}

bool memfacet::pools::getsMemory(const llvm::Function &F) {
  return any_of(calledFunctions(F), [](const llvm::Function *Called) {
    return any_of(instructions(*Called), [](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && allocates(*Call);
    });
  });
}

/// Finds the member or global that \p V was loaded from, through variables,
/// offsets and casts; or the call that yields it.
static const Value *originOf(const Value *V) {
  for (unsigned I = 0; I != MaxOriginSteps; ++I) {
    if (auto *GEP = dyn_cast<GEPOperator>(V)) {
      V = GEP->getPointerOperand();
      continue;
    }
    if (auto *Cast = dyn_cast<CastInst>(V)) {
      V = Cast->getOperand(0);
      continue;
    }
    auto *Load = dyn_cast<LoadInst>(V);
    auto *Slot =
        Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
    if (!Slot)
      return V;
    const Value *StoredValue = nullptr;
    for (const User *U : Slot->users())
      if (auto *Store = dyn_cast<StoreInst>(U);
          Store && Store->getPointerOperand() == Slot && !StoredValue)
        StoredValue = Store->getValueOperand();
    if (!StoredValue)
      return V;
    V = StoredValue;
  }
  return V;
}

namespace {
/// The pointers to a function's block: the cursor, its base, and the members
/// that they are set to.
class BlockMembers {
public:
  BlockMembers(ArrayRef<const llvm::Function *> Functions, const HandOut &Out);

  bool isKeptIn(const Value *Address) const {
    std::string Name = memberAt(Address).Name;
    return !Name.empty() && Names.contains(Name);
  }
  bool isFromBlock(const Value *V) const {
    auto *Load = dyn_cast<LoadInst>(originOf(V));
    return Load && isKeptIn(Load->getPointerOperand());
  }
  /// Returns whether the value of \p V becomes the block.
  bool becomesBlock(const Value *V) const;
  bool isNewBlock(const Value *V) const {
    const Value *Origin = originOf(V);
    return isa<CallBase>(Origin) && becomesBlock(Origin);
  }

private:
  StringSet<> Names;
};
} // namespace

BlockMembers::BlockMembers(ArrayRef<const llvm::Function *> Functions,
                           const HandOut &Out) {
  for (const std::string &Name : {Out.Cursor.Name, Out.Block.Name})
    if (!Name.empty())
      Names.insert(Name);
  StringSet<> More;
  for (const llvm::Function *F : Functions)
    for (const Instruction &I : instructions(F)) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store || isa<AllocaInst>(Store->getPointerOperand()) ||
          !Store->getValueOperand()->getType()->isPointerTy() ||
          !isKeptIn(Store->getPointerOperand()))
        continue;
      if (auto *Load = dyn_cast<LoadInst>(originOf(Store->getValueOperand())))
        if (std::string Name = memberAt(Load->getPointerOperand()).Name;
            !Name.empty())
          More.insert(Name);
    }
  for (const auto &Entry : More)
    Names.insert(Entry.getKey());
}

bool BlockMembers::becomesBlock(const Value *V) const {
  naming::ValueFlow Flow;
  Flow.add(V);
  return Flow.reaches([&](const Value *Part, const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    return Store && Store->getValueOperand() == Part &&
           isKeptIn(Store->getPointerOperand());
  });
}

/// Returns whether \p F or a function that it calls calls realloc.
static bool callsRealloc(const llvm::Function &F) {
  return any_of(calledFunctions(F), [](const llvm::Function *Called) {
    return any_of(instructions(*Called), [](const Instruction &I) {
      auto *Inner = dyn_cast<CallBase>(&I);
      return Inner && naming::allocationKind(*Inner) == AllocationKind::Realloc;
    });
  });
}

static bool releases(StringRef Name) {
  return Name == "free" || Name.starts_with("_ZdlPv") ||
         Name.starts_with("_ZdaPv");
}

/// Returns whether \p Callee reallocates or releases what the pointer at which
/// its argument number \p Index points leads to.
static bool movesThrough(const llvm::Function &Callee, unsigned Index) {
  return any_of(instructions(Callee), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const llvm::Function *Inner = Call ? naming::calleeOf(*Call) : nullptr;
    if (!Inner || Call->arg_size() == 0 ||
        !(naming::allocationKind(*Call) == AllocationKind::Realloc ||
          releases(Inner->getName())))
      return false;
    auto *Old = dyn_cast<LoadInst>(originOf(Call->getArgOperand(0)));
    return Old && originOf(Old->getPointerOperand()) == Callee.getArg(Index);
  });
}

/// Returns whether \p Call gets the address of the pointer to the block, and
/// puts another block there: grow(&b->data, n).
static bool movesByAddress(const CallBase &Call, const BlockMembers &Block) {
  const llvm::Function *Callee = naming::calleeOf(Call);
  if (!Callee || isa<IntrinsicInst>(Call) ||
      Callee->getName().starts_with("__memfacet_"))
    return false;
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    const Value *A = Call.getArgOperand(I);
    if (!A->getType()->isPointerTy() || !Block.isKeptIn(A))
      continue;
    bool IsKnown = !Callee->isDeclaration() && I < Callee->arg_size();
    if (IsKnown ? movesThrough(*Callee, I)
                : Call.getType()->isPointerTy() && Block.becomesBlock(&Call))
      return true;
  }
  return false;
}

/// Returns whether \p Call gets the block as a later argument, reallocates
/// it and returns it: resized(n, b->data).
static bool movesLaterArgument(const CallBase &Call,
                               const BlockMembers &Block) {
  const llvm::Function *Callee = naming::calleeOf(Call);
  if (!Callee || Callee->isDeclaration() || !Call.getType()->isPointerTy())
    return false;
  for (unsigned I = 1; I < Call.arg_size(); ++I) {
    const Value *A = Call.getArgOperand(I);
    if (A->getType()->isPointerTy() && Block.isFromBlock(A) &&
        Block.becomesBlock(&Call) && callsRealloc(*Callee))
      return true;
  }
  return false;
}

/// Returns the argument that points to memory into which \p Callee reads from
/// outside, or -1.
static int inputArgument(StringRef Callee) {
  return StringSwitch<int>(Callee)
      .Cases("read", "pread", "pread64", "recv", "recvfrom", 1)
      .Cases("__read_chk", "__recv_chk", "BIO_read", "SSL_read", 1)
      .Case("gzread", 1)
      .Cases("fread", "fgets", "__fread_chk", "__fgets_chk", 0)
      .Cases("fread_unlocked", "fgets_unlocked", "gzfread", 0)
      .Default(-1);
}

static bool fillsOrMovesBy(const CallBase &Call, const BlockMembers &Block) {
  const llvm::Function *Callee = naming::calleeOf(Call);
  StringRef Name = Callee ? Callee->getName() : "";
  int Input = inputArgument(Name);
  if (Input >= 0 && unsigned(Input) < Call.arg_size()) {
    const Value *Target = Call.getArgOperand(Input);
    return Block.isFromBlock(Target) || Block.isNewBlock(Target);
  }
  bool Copies = isa<MemTransferInst>(Call) || Name == "memcpy" ||
                Name == "memmove" || Name == "__memcpy_chk";
  if (Copies)
    return Block.isFromBlock(Call.getArgOperand(1)) &&
           Block.isNewBlock(Call.getArgOperand(0));
  // The content of a freed block was copied before.
  if (releases(Name))
    return Block.isFromBlock(Call.getArgOperand(0));
  if (movesByAddress(Call, Block) || movesLaterArgument(Call, Block))
    return true;
  // realloc, under any name, also as a method of an allocator.
  return Call.getType()->isPointerTy() && !isa<IntrinsicInst>(Call) &&
         Call.arg_size() >= 2 &&
         Call.getArgOperand(0)->getType()->isPointerTy() &&
         (naming::allocationKind(Call) == AllocationKind::Realloc ||
          Block.isFromBlock(Call.getArgOperand(0))) &&
         !Name.starts_with("__memfacet_") && Block.becomesBlock(&Call);
}

bool memfacet::pools::fillsOrMoves(const llvm::Function &F,
                                   const HandOut &Out) {
  auto Functions = calledFunctions(F);
  BlockMembers Block(Functions.getArrayRef(), Out);
  return any_of(Functions, [&](const llvm::Function *Called) {
    return any_of(instructions(*Called), [&](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && fillsOrMovesBy(*Call, Block);
    });
  });
}

bool memfacet::pools::callersOnlyRead(const llvm::Function &F) {
  bool Reads = false;
  for (const User *U : F.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledOperand() != &F)
      return false;
    naming::ValueFlow Flow;
    Flow.add(Call);
    bool Other = Flow.reaches([&](const Value *Part, const User *User) {
      if (isa<LoadInst>(User)) {
        Reads = true;
        return false;
      }
      if (auto *Store = dyn_cast<StoreInst>(User))
        return Store->getPointerOperand() == Part ||
               !isa<AllocaInst>(Store->getPointerOperand());
      // Comparisons, offsets. What other functions do is not known.
      return isa<ReturnInst>(User) ||
             (isa<CallBase>(User) && !isa<DbgInfoIntrinsic>(User));
    });
    if (Other)
      return false;
  }
  return Reads;
}

/// Returns whether another function than \p F stores in \p Cursor a value that
/// \p Matches accepts.
static bool storesElsewhere(const llvm::Function &F, const Member &Cursor,
                            function_ref<bool(const Value *)> Matches) {
  return any_of(*F.getParent(), [&](const llvm::Function &Other) {
    return &Other != &F &&
           any_of(instructions(Other), [&](const Instruction &I) {
             auto *Store = dyn_cast<StoreInst>(&I);
             return Store && !isa<AllocaInst>(Store->getPointerOperand()) &&
                    Matches(Store->getValueOperand()) &&
                    memberAt(Store->getPointerOperand()).Name == Cursor.Name;
           });
  });
}

bool memfacet::pools::movesElsewhere(const llvm::Function &F,
                                     const Member &Cursor) {
  return Cursor.Name.empty() ||
         storesElsewhere(F, Cursor, [](const Value *NewValue) {
           return isa<BinaryOperator>(NewValue) ||
                  isa<GetElementPtrInst>(NewValue);
         });
}

/// Returns whether \p V is 0 - x, or a number below 0.
static bool isNegative(const Value *V) {
  if (auto *Number = dyn_cast<ConstantInt>(V))
    return Number->isNegative();
  auto *Minus = dyn_cast<BinaryOperator>(V);
  auto *Zero = Minus && Minus->getOpcode() == Instruction::Sub
                   ? dyn_cast<ConstantInt>(Minus->getOperand(0))
                   : nullptr;
  return Zero && Zero->isZero();
}

bool memfacet::pools::isMovedBack(const llvm::Function &F,
                                  const Member &Cursor) {
  return !Cursor.Name.empty() &&
         storesElsewhere(F, Cursor, [](const Value *NewValue) {
           if (auto *GEP = dyn_cast<GetElementPtrInst>(NewValue))
             return GEP->getNumIndices() == 1 && isNegative(GEP->getOperand(1));
           auto *Sum = dyn_cast<BinaryOperator>(NewValue);
           return Sum && (Sum->getOpcode() == Instruction::Sub ||
                          isNegative(Sum->getOperand(1)));
         });
}
