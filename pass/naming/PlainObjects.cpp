//===- PlainObjects.cpp - containers of C ---------------------------------===//

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

/// From a local pointer to the parameter that it was set to.
static constexpr unsigned MaxPlainSteps = 4;

namespace {
/// What a function without a class works on.
struct Parameter {
  const DIType *Object = nullptr; ///< as declared; null: on nothing
  bool Indirect = false;          ///< it gets the address of a pointer to it
};
} // namespace

static const DICompositeType *recordAt(const DIType *Pointer) {
  if (!isPointerType(Pointer))
    return nullptr;
  auto *Record =
      dyn_cast_or_null<DICompositeType>(strippedType(pointeeType(Pointer)));
  return Record && Record->getTag() == dwarf::DW_TAG_structure_type ? Record
                                                                    : nullptr;
}

static Parameter parameterOf(const DIType *First) {
  if (recordAt(First))
    return {pointeeType(First), false};
  const DIType *Pointer = isPointerType(First) ? pointeeType(First) : nullptr;
  return recordAt(Pointer) ? Parameter{pointeeType(Pointer), true}
                           : Parameter();
}

static Parameter parameterOf(const DISubprogram *F) {
  if (!F || classAround(F) || isLibraryCode(F) || !F->getType())
    return {};
  DITypeRefArray Types = F->getType()->getTypeArray();
  return Types.size() > 1 ? parameterOf(Types[1]) : Parameter();
}

static bool isSameRecord(const DIType *A, const DIType *B) {
  return A && B && strippedType(A) == strippedType(B);
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
    return !P.Indirect;
  auto *Load = dyn_cast<LoadInst>(V);
  if (Load && P.Indirect && isFirstParameter(Load->getPointerOperand()))
    return true;
  if (auto *Slot =
          Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
      Slot && Depth != MaxPlainSteps) {
    const Value *Only = onlyValueOf(Slot);
    return Only && isObject(Only, P, Depth + 1);
  }
  auto *Call = dyn_cast<CallBase>(V);
  const DISubprogram *Callee = Call ? calleeSubprogram(*Call) : nullptr;
  return Callee && P.Indirect && Call->arg_size() > 0 &&
         isFirstParameter(Call->getArgOperand(0)) &&
         isSameRecord(pointeeType(Callee->getType()->getTypeArray()[0]),
                      P.Object);
}

/// Whether \p Ty, what a member points to, is what a container's users bring:
/// numbers, characters, anything, or a record with a pointer to anything.
static bool isUsers(const DIType *Ty) {
  if (isPointerType(Ty))
    return !strippedType(pointeeType(Ty));
  auto *Record = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  if (!Record)
    return isScalar(Ty);
  return any_of(Record->getElements(), [](const DINode *Node) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    return Member && isPointerType(Member->getBaseType()) &&
           !strippedType(pointeeType(Member->getBaseType()));
  });
}

/// Whether a member of \p Object may keep what a container's users bring.
static bool mayKeep(const DIType *Object) {
  auto *Record = cast<DICompositeType>(strippedType(Object));
  return Record->isForwardDecl() ||
         any_of(Record->getElements(), [](const DINode *Node) {
           auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
           return Member && isPointerType(Member->getBaseType()) &&
                  !isa_and_nonnull<DISubroutineType>(
                      strippedType(pointeeType(Member->getBaseType()))) &&
                  isUsers(pointeeType(Member->getBaseType()));
         });
}

const DIType *memfacet::keptByParameter(const CallBase &Call, StringRef Name) {
  Parameter P = parameterOf(Call.getFunction()->getSubprogram());
  if (!P.Object || !Call.getType()->isPointerTy())
    return nullptr;
  ValueFlow Flow;
  Flow.add(memoryOf(Call));
  bool Kept = Flow.reaches([&](const Value *V, const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    auto *GEP = Store && Store->getValueOperand() == V
                    ? dyn_cast<GEPOperator>(Store->getPointerOperand())
                    : nullptr;
    if (!GEP || !isObject(GEP->getPointerOperand(), P))
      return false;
    Receiver Slot = describeSlot(GEP);
    return Slot.Member && Name.ends_with(Slot.Member->getName()) &&
           isPointerType(Slot.Type) && isUsers(pointeeType(Slot.Type));
  });
  return Kept ? P.Object : nullptr;
}

OwnObject memfacet::plainObjectOf(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  if (!Callee || Call.arg_size() == 0)
    return {};
  const Value *Address = Call.getArgOperand(0);
  const DISubprogram *Described = Callee->getSubprogram();
  Parameter Wanted = parameterOf(Described);
  if (Described && !Wanted.Object)
    return {};
  Parameter Own = parameterOf(Call.getFunction()->getSubprogram());
  bool Same =
      Own.Object && (!Described || isSameRecord(Own.Object, Wanted.Object));
  if (Same && (isFirstParameter(Address) || isObject(Address, Own)))
    return {"", nullptr, AllocationOnSelf};
  bool Addressed = isa<AllocaInst>(Address) || isa<GlobalVariable>(Address) ||
                   isa<GEPOperator>(Address);
  Receiver R = describeStorage(Address);
  if (!Addressed || R.Name.empty() || R.Name == "this")
    return {};
  const DIType *Object = recordAt(R.Type) ? pointeeType(R.Type) : R.Type;
  auto *Record = dyn_cast_or_null<DICompositeType>(strippedType(Object));
  if (!Record || Record->getTag() != dwarf::DW_TAG_structure_type ||
      !mayKeep(Object) || (Described && !isSameRecord(Object, Wanted.Object)))
    return {};
  return {R.Name, Object, AllocationHolds};
}
