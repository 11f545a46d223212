//===- PlainObjects.cpp - containers of C ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/PlainObjects.h"
#include "memfacet/Tables.h"
#include "pass/naming/Accessors.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/SelfAddresses.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Most steps from a local pointer to the parameter that it was set to.
static constexpr unsigned MaxPlainSteps = 4;

namespace {
/// The object that a function without a class works on.
struct Parameter {
  const DIType *Object = nullptr; ///< as declared; null: on nothing
  bool IsIndirect = false;        ///< it gets the address of a pointer to it
  unsigned Number = 0;
};

/// The object is the first parameter, or the second one after that of a heap or
/// of a state of the program: `list_append (heap, &list, item)`.
constexpr unsigned ObjectParameters = 2;
} // namespace

static const DICompositeType *asRecord(const DIType *Ty) {
  auto *Record = dyn_cast_or_null<DICompositeType>(types::strippedType(Ty));
  return Record && Record->getTag() == dwarf::DW_TAG_structure_type ? Record
                                                                    : nullptr;
}

/// Returns the record that \p Pointer points to, or null.
static const DICompositeType *recordAt(const DIType *Pointer) {
  return types::isPointerType(Pointer) ? asRecord(types::pointeeType(Pointer))
                                       : nullptr;
}

/// Returns parameter \p Number of \p F, if it may be the object that \p F works
/// on.
static Parameter parameterOf(const DISubprogram *F, unsigned Number) {
  if (!F || types::classAround(F) || types::isLibraryCode(F))
    return {};
  const DIType *Ty = types::parameterType(F, Number);
  if (recordAt(Ty))
    return {types::pointeeType(Ty), false, Number};
  const DIType *Pointer =
      types::isPointerType(Ty) ? types::pointeeType(Ty) : nullptr;
  return recordAt(Pointer)
             ? Parameter{types::pointeeType(Pointer), true, Number}
             : Parameter();
}

static bool isSameRecord(const DIType *A, const DIType *B) {
  return A && B && types::strippedType(A) == types::strippedType(B);
}

/// Returns whether \p V is the value of parameter \p Number.
static bool isParameter(const Value *V, unsigned Number) {
  auto *Load = dyn_cast<LoadInst>(V);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Slot && any_of(Slot->users(), [&](const User *U) {
           auto *Store = dyn_cast<StoreInst>(U);
           auto *Value =
               Store ? dyn_cast<Argument>(Store->getValueOperand()) : nullptr;
           return Value && Store->getPointerOperand() == Slot &&
                  Value->getArgNo() == Number;
         });
}

/// Returns whether \p V points to the object that \p P describes: it is the
/// parameter, what is read through it, a local pointer to it, or what a
/// function makes of the parameter: `list = deref (plist)`.
static bool isObject(const Value *V, const Parameter &P, unsigned Depth = 0) {
  if (isParameter(V, P.Number))
    return !P.IsIndirect;
  auto *Load = dyn_cast<LoadInst>(V);
  if (Load && P.IsIndirect && isParameter(Load->getPointerOperand(), P.Number))
    return true;
  if (auto *Slot =
          Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
      Slot && Depth != MaxPlainSteps) {
    const Value *OnlyValue = onlyValueOf(Slot);
    return OnlyValue && isObject(OnlyValue, P, Depth + 1);
  }
  auto *Call = dyn_cast<CallBase>(V);
  const DISubprogram *Callee = Call ? calleeSubprogram(*Call) : nullptr;
  return Callee && P.IsIndirect && Call->arg_size() > 0 &&
         isParameter(Call->getArgOperand(0), P.Number) &&
         isSameRecord(types::pointeeType(types::resultType(Callee)), P.Object);
}

/// Returns whether \p Ty, what a member points to, is what a container's users
/// bring: numbers, characters, anything, or a record with a pointer to
/// anything.
static bool isUsers(const DIType *Ty) {
  if (types::isPointerType(Ty))
    return !types::strippedType(types::pointeeType(Ty));
  auto *Record = dyn_cast_or_null<DICompositeType>(types::strippedType(Ty));
  if (!Record)
    return types::isScalar(Ty);
  return any_of(types::elementsOf(Record), [](const DINode *Node) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    return Member && types::isPointerType(Member->getBaseType()) &&
           !types::strippedType(types::pointeeType(Member->getBaseType()));
  });
}

/// Returns whether a member of \p Object may keep what a container's users
/// bring.
static bool mayKeep(const DIType *Object) {
  const DICompositeType *Record = asRecord(Object);
  return Record->isForwardDecl() ||
         any_of(types::elementsOf(Record), [](const DINode *Node) {
           auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
           return Member && types::isPointerType(Member->getBaseType()) &&
                  !isa_and_nonnull<DISubroutineType>(types::strippedType(
                      types::pointeeType(Member->getBaseType()))) &&
                  isUsers(types::pointeeType(Member->getBaseType()));
         });
}

/// Returns the record that \p Pointer leads to if that is the object that \p P
/// describes, or if a member of the object, as of a cursor, points to it; or
/// null.
static const DIType *pointeeRecord(const Value *Pointer, const Parameter &P) {
  if (isObject(Pointer, P))
    return P.Object;
  const Value *V = Pointer;
  auto *Local = dyn_cast<LoadInst>(V);
  if (auto *Slot =
          Local ? dyn_cast<AllocaInst>(Local->getPointerOperand()) : nullptr)
    V = onlyValueOf(Slot);
  auto *Load = dyn_cast_or_null<LoadInst>(V);
  auto *Member =
      Load ? dyn_cast<GEPOperator>(Load->getPointerOperand()) : nullptr;
  if (!Member || !isObject(Member->getPointerOperand(), P))
    return nullptr;
  const DIType *Target = describeStorage(Pointer).Type;
  bool IsOther = asRecord(Target) && !isSameRecord(Target, P.Object);
  return IsOther ? Target : nullptr;
}

/// Returns the record that keeps the memory of \p Call in its member \p Name,
/// if \p P or a part of it does; else null.
static const DIType *keptBy(const Parameter &P, const CallBase &Call,
                            StringRef Name) {
  const DIType *Keeper = nullptr;
  ValueFlow Flow;
  Flow.add(memoryOf(Call));
  Flow.reaches([&](const Value *V, const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    auto *GEP = Store && Store->getValueOperand() == V
                    ? dyn_cast<GEPOperator>(Store->getPointerOperand())
                    : nullptr;
    const DIType *Record =
        GEP ? pointeeRecord(GEP->getPointerOperand(), P) : nullptr;
    Receiver Slot = Record ? describeSlot(GEP) : Receiver();
    if (Slot.Member && Name.ends_with(Slot.Member->getName()) &&
        types::isPointerType(Slot.Type) &&
        isUsers(types::pointeeType(Slot.Type)))
      Keeper = Record;
    return Keeper != nullptr;
  });
  return Keeper;
}

const DIType *memfacet::naming::keptByParameter(const CallBase &Call,
                                                StringRef Name) {
  if (!Call.getType()->isPointerTy())
    return nullptr;
  for (unsigned Number = 0; Number != ObjectParameters; ++Number) {
    Parameter P = parameterOf(Call.getFunction()->getSubprogram(), Number);
    if (const DIType *Keeper = P.Object ? keptBy(P, Call, Name) : nullptr)
      return Keeper;
  }
  return nullptr;
}

/// Returns whether \p Address is the object, of type \p Wanted or any type if
/// that is null, that \p F works on itself.
static bool isOwnObject(const llvm::Function &F, const Value *Address,
                        const DIType *Wanted) {
  for (unsigned Number = 0; Number != ObjectParameters; ++Number) {
    Parameter Self = parameterOf(F.getSubprogram(), Number);
    bool IsSame = Self.Object && (!Wanted || isSameRecord(Self.Object, Wanted));
    if (IsSame && (isParameter(Address, Number) || isObject(Address, Self)))
      return true;
  }
  return false;
}

/// Returns the record at \p Address, an argument in \p F: of type \p Wanted, or
/// any that may keep something if that is null.
static OwnObject objectAtAddress(const llvm::Function &F, const Value *Address,
                                 const DIType *Wanted) {
  if (isOwnObject(F, Address, Wanted))
    return {"", nullptr, AllocationOnSelf};
  bool IsAddressed = isa<AllocaInst>(Address) || isa<GlobalVariable>(Address) ||
                     isa<GEPOperator>(Address);
  Receiver R = describeStorage(Address);
  if (!IsAddressed || R.Name.empty() || R.Name == "this")
    return {};
  const DIType *Object = recordAt(R.Type) ? types::pointeeType(R.Type) : R.Type;
  if (!asRecord(Object) || !mayKeep(Object) ||
      (Wanted && !isSameRecord(Object, Wanted)))
    return {};
  return {R.Name, Object, AllocationHolds};
}

/// Returns the container that the local record \p Cursor points to when \p Call
/// gets it: another call fills it, `hash_find (&table, key, &cursor)`.
static OwnObject targetOf(const AllocaInst &Cursor, const CallBase &Call) {
  const DILocalVariable *Variable = variableOf(&Cursor);
  const DICompositeType *Record =
      Variable ? asRecord(Variable->getType()) : nullptr;
  if (!Record)
    return {};
  for (const DINode *Node : types::elementsOf(Record)) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    const DICompositeType *Target =
        Member ? recordAt(Member->getBaseType()) : nullptr;
    if (!Target || Target == Record || !mayKeep(Target))
      continue;
    for (const User *U : Cursor.users()) {
      auto *Filler = dyn_cast<CallBase>(U);
      if (!Filler || Filler == &Call || Filler->getArgOperand(0) == &Cursor ||
          !Filler->getArgOperand(0)->getType()->isPointerTy())
        continue;
      OwnObject Found = objectAtAddress(*Call.getFunction(),
                                        Filler->getArgOperand(0), Target);
      if (Found.Flags != 0)
        return Found;
    }
  }
  return {};
}

OwnObject memfacet::naming::plainObjectOf(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  const DISubprogram *Described = Callee ? Callee->getSubprogram() : nullptr;
  unsigned Count = std::min(Call.arg_size(), ObjectParameters);
  for (unsigned Number = 0; Callee && Number != Count; ++Number) {
    Parameter Wanted = parameterOf(Described, Number);
    const Value *Address = Call.getArgOperand(Number);
    // What is not described says by its first argument what it works on.
    if (Described ? !Wanted.Object : Number != 0)
      continue;
    if (auto *Cursor = dyn_cast<AllocaInst>(Address); Cursor && Number == 0)
      if (OwnObject Target = targetOf(*Cursor, Call); Target.Flags != 0)
        return Target;
    OwnObject Found =
        objectAtAddress(*Call.getFunction(), Address, Wanted.Object);
    if (Found.Flags != 0)
      return Found;
  }
  return {};
}
