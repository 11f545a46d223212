//===- OwnObjects.cpp - objects that keep memory --------------------------===//

#include "pass/naming/OwnObjects.h"
#include "memfacet/Tables.h"
#include "pass/compat/Compat.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/ContainerClasses.h"
#include "pass/naming/DebugNames.h"
#include "pass/naming/Receivers.h"
#include "pass/naming/Temporaries.h"
#include "pass/naming/ValueFlow.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;

/// From a temporary to the object that it becomes, or from a member outwards.
static constexpr unsigned MaxOwnSteps = 16;

static const DILocalVariable *variableOf(const Value *Storage) {
  for (DILocalVariable *V :
       compat::declaredVariables(const_cast<Value *>(Storage)))
    return V;
  return nullptr;
}

static bool isThis(const Value *V) {
  auto *Load = dyn_cast<LoadInst>(V);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  const DILocalVariable *Variable = Slot ? variableOf(Slot) : nullptr;
  return Variable && Variable->isArtificial() && Variable->getName() == "this";
}

namespace {
/// How an address follows from `this`.
struct FromThis {
  bool Found = false;
  bool Through = false; ///< a pointer in a member was read
};
} // namespace

static FromThis fromThis(const Value *Address) {
  FromThis Result;
  for (unsigned I = 0; I != MaxOwnSteps; ++I) {
    if (isThis(Address)) {
      Result.Found = true;
      return Result;
    }
    if (auto *GEP = dyn_cast<GEPOperator>(Address)) {
      Address = GEP->getPointerOperand();
    } else if (auto *Load = dyn_cast<LoadInst>(Address)) {
      Address = Load->getPointerOperand();
      Result.Through = true;
    } else {
      break;
    }
  }
  return Result;
}

static const DISubprogram *calleeSubprogram(const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  return Callee ? Callee->getSubprogram() : nullptr;
}

static const DICompositeType *ownClass(const CallBase &Call) {
  return classOf(Call.getFunction()->getSubprogram());
}

static bool isResult(const Value *Storage) {
  auto *Parameter = dyn_cast<Argument>(Storage);
  return Parameter && Parameter->hasStructRetAttr();
}

static OwnObject resolve(const CallBase &Call, const Value *Address,
                         unsigned Depth);

/// The object that takes what \p Storage holds: it is made or assigned from it.
static OwnObject finalHomeOf(const Value *Storage, unsigned Depth) {
  for (const User *U : Storage->users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->arg_size() < 2 || Call->getArgOperand(0) == Storage ||
        Call->paramHasAttr(0, Attribute::StructRet))
      continue;
    const DISubprogram *Method = calleeSubprogram(*Call);
    const DICompositeType *Class = classOf(Method);
    if (!Class || isLibraryCode(Method))
      continue;
    bool Makes = Method->getName() == "operator=" ||
                 Method->getName().split('<').first ==
                     Class->getName().split('<').first ||
                 Method->getName().contains_insensitive("swap");
    if (Makes)
      return resolve(*Call, Call->getArgOperand(0), Depth + 1);
  }
  return {};
}

/// Whether \p Storage, a variable of the function's own class, becomes what its
/// object is: swapped with it or moved into it.
static bool becomesSelf(const Value *Storage) {
  return any_of(Storage->users(), [&](const User *U) {
    auto *Call = dyn_cast<CallBase>(U);
    const DISubprogram *Callee = Call ? calleeSubprogram(*Call) : nullptr;
    return Callee &&
           (Callee->getName() == "operator=" ||
            Callee->getName().contains_insensitive("swap")) &&
           any_of(Call->args(), [](const Use &A) { return isThis(A); });
  });
}

static OwnObject inVariable(const CallBase &Call, const AllocaInst *Storage,
                            const DILocalVariable *Variable, unsigned Depth) {
  const DICompositeType *Class = ownClass(Call);
  if (Class && isOrDerivesFrom(Variable->getType(), Class) &&
      becomesSelf(Storage))
    return {"", nullptr, AllocationOnSelf};
  if (OwnObject Taker = finalHomeOf(Storage, Depth);
      Taker.Flags & AllocationOnResult)
    return Taker;
  Receiver R = describeObjectOf(Call);
  if (R.Name.empty() || Call.getArgOperand(0) != Storage)
    R = describeStorage(Storage);
  if (const DIType *Element = arrayElement(R.Type))
    R = {R.Name + "[]", Element};
  return {R.Name, R.Type, AllocationHolds};
}

/// The object that `new` makes at \p Made.
static OwnObject onNew(const CallBase &Made) {
  bool Own = false;
  ValueFlow Flow;
  Flow.add(&Made);
  Flow.reaches([&](const Value *V, const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    Own = Store && Store->getValueOperand() == V &&
          fromThis(Store->getPointerOperand()).Found;
    return Own;
  });
  Receiver R = receiverOf(Made);
  const DIType *Class = pointeeType(R.Type);
  bool Kept = Own && isContainerTemplate(ownClass(Made));
  return {R.Name, Class,
          uint16_t(AllocationHolds | AllocationOnNew |
                   (Kept ? AllocationOnMember : 0))};
}

static OwnObject inMember(const CallBase &Call, const Value *Address,
                          const FromThis &From) {
  const DICompositeType *Class = ownClass(Call);
  const DICompositeType *Callees = classOf(calleeSubprogram(Call));
  if (Class && Callees && !From.Through && isOrDerivesFrom(Class, Callees))
    return {"", nullptr, AllocationOnSelf};
  Receiver R = Address == Call.getArgOperand(0) ? describeObjectOf(Call)
                                                : describeStorage(Address);
  if (const DIType *Element = arrayElement(R.Type))
    R = {R.Name + "[]", Element};
  if (R.Name.empty() || R.Name == "this")
    return {};
  uint16_t Flags = AllocationHolds;
  if (isContainerHandle(Class))
    Flags |= AllocationOnMember;
  return {R.Name, R.Type, Flags};
}

static OwnObject resolve(const CallBase &Call, const Value *Address,
                         unsigned Depth) {
  if (Depth > MaxOwnSteps)
    return {};
  if (isResult(Address))
    return {"", nullptr, AllocationOnResult};
  // The elements of an array, one after another.
  if (auto *Phi = dyn_cast<PHINode>(Address)) {
    OwnObject First = Phi->getNumIncomingValues() > 0
                          ? resolve(Call, Phi->getIncomingValue(0), Depth + 1)
                          : OwnObject();
    if (!First.Name.empty() && !StringRef(First.Name).ends_with("[]"))
      First.Name += "[]";
    return First;
  }
  if (FromThis From = fromThis(Address); From.Found)
    return inMember(Call, Address, From);
  const Value *Base = Address;
  while (auto *GEP = dyn_cast<GEPOperator>(Base))
    Base = GEP->getPointerOperand();
  if (auto *Made = dyn_cast<CallBase>(Base))
    if (allocationKind(*Made) != AllocationKind::Unknown)
      return onNew(*Made);
  if (auto *Storage = dyn_cast<AllocaInst>(Base)) {
    const DILocalVariable *Variable = variableOf(Storage);
    if (Variable && Address == Storage)
      return inVariable(Call, Storage, Variable, Depth);
    if (!Variable) {
      OwnObject Taker = finalHomeOf(Storage, Depth);
      if (!Taker.Name.empty() || Taker.Flags != 0)
        return Taker;
      Receiver R = describeTemporaryOf(Call);
      return {R.Name, R.Type, 0};
    }
  }
  Receiver R = Address == Call.getArgOperand(0) ? describeObjectOf(Call)
                                                : describeStorage(Address);
  bool Held = isa<AllocaInst>(Base) || isa<GlobalVariable>(Base);
  return {R.Name, R.Type, uint16_t(Held ? AllocationHolds : 0)};
}

OwnObject memfacet::objectOf(const CallBase &Call) {
  if (Call.arg_size() == 0 || !Call.getArgOperand(0)->getType()->isPointerTy())
    return {};
  if (allocationKind(Call) != AllocationKind::Unknown)
    return {};
  const DISubprogram *Callee = calleeSubprogram(Call);
  bool Returns = Call.paramHasAttr(0, Attribute::StructRet);
  if (!Returns && !classOf(Callee))
    return {};
  if (Callee && isLibraryCode(Callee))
    return {};
  return resolve(Call, Call.getArgOperand(0), 0);
}

/// Where \p U keeps \p V in a member of the function's object, swaps included;
/// or null.
static const Value *keeperOf(const Value *V, const User *U) {
  auto *Store = dyn_cast<StoreInst>(U);
  if (!Store || Store->getValueOperand() != V)
    return nullptr;
  const Value *Address = Store->getPointerOperand();
  if (fromThis(Address).Found)
    return Address;
  if (!isa<AllocaInst>(Address))
    return nullptr;
  for (const User *Other : Address->users()) {
    auto *Call = dyn_cast<CallBase>(Other);
    const DISubprogram *Callee = Call ? calleeSubprogram(*Call) : nullptr;
    if (Callee && Callee->getName().starts_with("swap<"))
      for (const Value *A : Call->args())
        if (fromThis(A).Found)
          return A;
  }
  return nullptr;
}

/// Of members that point to the same linked nodes, the first: a list's nodes
/// are of one kind, whether they are reached by its head or by its tail.
static void chooseFirstOfLinked(Receiver &Kept) {
  const DIType *Element = strippedType(pointeeType(Kept.Type));
  auto *Node = dyn_cast_or_null<DICompositeType>(Element);
  auto *Class = Kept.Member
                    ? dyn_cast_or_null<DICompositeType>(Kept.Member->getScope())
                    : nullptr;
  auto PointsToNode = [&](const DINode *N) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(N);
    return Member && Member->getTag() == dwarf::DW_TAG_member &&
           !Member->isStaticMember() &&
           strippedType(pointeeType(Member->getBaseType())) == Node;
  };
  if (!Node || !Class || none_of(Node->getElements(), PointsToNode))
    return;
  auto First = find_if(Class->getElements(), PointsToNode);
  if (First == Class->getElements().end() || *First == Kept.Member)
    return;
  StringRef Name = Kept.Name;
  if (!Name.consume_back(Kept.Member->getName()))
    return;
  Kept.Member = cast<DIDerivedType>(*First);
  Kept.Name = (Name + Kept.Member->getName()).str();
}

KeptMemory memfacet::keptBy(const CallBase &Call) {
  const DICompositeType *Class = ownClass(Call);
  if (!Class || !Call.getType()->isPointerTy())
    return {};
  Receiver Kept;
  ValueFlow Flow;
  Flow.add(&Call);
  Flow.reaches([&](const Value *V, const User *U) {
    const Value *Where = keeperOf(V, U);
    if (!Where)
      return false;
    Receiver R = describeSlot(Where);
    bool Better =
        Kept.Name.empty() ||
        (R.Member && Kept.Member &&
         R.Member->getScope() == Kept.Member->getScope() &&
         R.Member->getOffsetInBits() < Kept.Member->getOffsetInBits());
    if (!R.Name.empty() && R.Name != "this" && Better)
      Kept = R;
    return false;
  });
  if (Kept.Name.empty())
    return {};
  chooseFirstOfLinked(Kept);
  if (isContainerTemplate(Class))
    return {Kept, AllocationKept};
  if (isScalar(pointeeType(Kept.Type)))
    return {Kept, AllocationKeptPlainly};
  return {};
}
