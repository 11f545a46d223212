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
};
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

static Parameter parameterOf(const DIType *First) {
  if (recordAt(First))
    return {types::pointeeType(First), false};
  const DIType *Pointer =
      types::isPointerType(First) ? types::pointeeType(First) : nullptr;
  return recordAt(Pointer) ? Parameter{types::pointeeType(Pointer), true}
                           : Parameter();
}

static Parameter parameterOf(const DISubprogram *F) {
  if (!F || types::classAround(F) || types::isLibraryCode(F))
    return {};
  return parameterOf(types::parameterType(F, 0));
}

static bool isSameRecord(const DIType *A, const DIType *B) {
  return A && B && types::strippedType(A) == types::strippedType(B);
}

/// Whether \p V is the first parameter's value.
static bool isFirstParameter(const Value *V) {
  auto *Load = dyn_cast<LoadInst>(V);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Slot && any_of(Slot->users(), [&](const User *U) {
           auto *Store = dyn_cast<StoreInst>(U);
           auto *Value =
               Store ? dyn_cast<Argument>(Store->getValueOperand()) : nullptr;
           return Value && Store->getPointerOperand() == Slot &&
                  Value->getArgNo() == 0;
         });
}

/// Whether \p V points to the object that \p P describes: it is the parameter,
/// what is read through it, a local pointer to it, or what a function makes of
/// the parameter: `list = deref (plist)`.
static bool isObject(const Value *V, const Parameter &P, unsigned Depth = 0) {
  if (isFirstParameter(V))
    return !P.IsIndirect;
  auto *Load = dyn_cast<LoadInst>(V);
  if (Load && P.IsIndirect && isFirstParameter(Load->getPointerOperand()))
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
         isFirstParameter(Call->getArgOperand(0)) &&
         isSameRecord(types::pointeeType(types::resultType(Callee)), P.Object);
}

/// Whether \p Ty, what a member points to, is what a container's users bring:
/// numbers, characters, anything, or a record with a pointer to anything.
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

/// Whether a member of \p Object may keep what a container's users bring.
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

const DIType *memfacet::naming::keptByParameter(const CallBase &Call,
                                                StringRef Name) {
  Parameter P = parameterOf(Call.getFunction()->getSubprogram());
  if (!P.Object || !Call.getType()->isPointerTy())
    return nullptr;
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

/// Returns the record at \p Address, an argument in \p F: of type \p Wanted, or
/// any that may keep something if that is null.
static OwnObject objectAtAddress(const llvm::Function &F, const Value *Address,
                                 const DIType *Wanted) {
  Parameter SelfParameter = parameterOf(F.getSubprogram());
  bool IsSame = SelfParameter.Object &&
                (!Wanted || isSameRecord(SelfParameter.Object, Wanted));
  if (IsSame && (isFirstParameter(Address) || isObject(Address, SelfParameter)))
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
  if (!Callee || Call.arg_size() == 0)
    return {};
  const DISubprogram *Described = Callee->getSubprogram();
  Parameter Wanted = parameterOf(Described);
  if (Described && !Wanted.Object)
    return {};
  const Value *Address = Call.getArgOperand(0);
  if (auto *Cursor = dyn_cast<AllocaInst>(Address))
    if (OwnObject Target = targetOf(*Cursor, Call); Target.Flags != 0)
      return Target;
  return objectAtAddress(*Call.getFunction(), Address, Wanted.Object);
}
