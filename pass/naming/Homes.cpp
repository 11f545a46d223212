//===- Homes.cpp - where memory goes from the variable that receives it ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/Homes.h"
#include "memfacet/Check.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/Journey.h"
#include "pass/naming/OwnObjects.h"
#include "pass/naming/PassedOn.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <optional>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Chooses among several members of one class the first; else the first slot.
static std::pair<Receiver, const Value *>
firstOf(ArrayRef<std::pair<Receiver, const Value *>> Slots) {
  auto Best = Slots.front();
  for (const auto &S : Slots)
    if (S.first.Member && Best.first.Member &&
        S.first.Member->getScope() == Best.first.Member->getScope() &&
        S.first.Member->getOffsetInBits() <
            Best.first.Member->getOffsetInBits())
      Best = S;
  return Best;
}

/// Returns where a list begins to which a function adds nodes. \p Last gets
/// each node. A member before it, of the same record and type and in \p First,
/// gets only the first node: that is where the list begins. Returns \p Last if
/// there is none.
static std::pair<Receiver, const Value *>
beginOf(std::pair<Receiver, const Value *> Last,
        ArrayRef<std::pair<Receiver, const Value *>> First) {
  for (const auto &S : First)
    if (S.first.Member && Last.first.Member &&
        types::strippedType(S.first.Type) ==
            types::strippedType(Last.first.Type))
      Last = firstOf({Last, S});
  return Last;
}

/// Returns the type of what \p Call makes, as `new` or a constructor says it.
/// Otherwise returns the type that the first of the variables which hold it
/// points to, if that says more than `void *`.
static const DIType *elementOf(const CallBase &Call, const Receiver &First) {
  if (auto *Element =
          dyn_cast_or_null<DIType>(Call.getMetadata("heapallocsite")))
    return Element;
  const DIType *Element = types::pointeeType(First.Type);
  Journey Way(Call, Element);
  if (Way.BuiltType)
    return Way.BuiltType;
  if (!types::isScalar(Element))
    return Element;
  for (const DILocalVariable *V : Way.Variables)
    if (const DIType *VariableElement = types::pointeeType(V->getType());
        !types::isScalar(VariableElement))
      return VariableElement;
  return Element;
}

/// Returns whether \p Name is a role in a call: "return of f", "f(parameter)".
static bool isRole(StringRef Name) {
  return Name.starts_with("return of ") || Name.ends_with(")");
}

static Home homeOfPointer(const AllocaInst *Pointer, const Receiver &Part);

/// Returns the local pointer by which \p Address is reached in one step; or
/// null.
static const AllocaInst *pointerTo(const Value *Address) {
  while (auto *GEP = dyn_cast<GEPOperator>(Address))
    Address = GEP->getPointerOperand();
  auto *Load = dyn_cast<LoadInst>(Address);
  return Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
}

/// Returns the home of memory that leaves the function by its result or a
/// parameter.
static Home returned(const Receiver &First, const DIType *Element) {
  if (isNamedRecord(Element))
    return {{types::typeName(Element), Element}, true, true};
  return {First, false, true, true};
}

/// Returns whether the function sets \p Member, which has the address of what
/// \p Call yields, to null later. Then an error handler was to find it there.
static bool isClearedAgain(const CallBase &Call, const Receiver &Member) {
  const llvm::Function &F = *Call.getFunction();
  std::optional<DominatorTree> Order;
  for (const Instruction &I : instructions(F)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !isa<ConstantPointerNull>(Store->getValueOperand()) ||
        describeSlot(Store->getPointerOperand()).Name != Member.Name)
      continue;
    if (!Order)
      Order.emplace(const_cast<llvm::Function &>(F));
    if (Order->dominates(&Call, Store))
      return true;
  }
  return false;
}

/// Returns the home of memory that a local variable receives. \p Outwards: the
/// owner of a member in which it is stored may be another such variable.
static Home homeOfLocal(const CallBase &Call, const Receiver &First,
                        bool Outwards = true) {
  const DIType *Element = elementOf(Call, First);
  Journey Way(Call, Element);
  auto IsFirst = [&](const DILocalVariable *V) {
    return V->getName() == First.Name;
  };
  bool HasRole = isRole(First.Name);
  if (!HasRole && none_of(Way.Variables, IsFirst) &&
      none_of(Way.References, IsFirst))
    return {First};
  if (!Way.IsReturned)
    Way.Slots.append(Way.SomeSlots);
  else
    erase_if(Way.Slots,
             [&](const auto &S) { return isClearedAgain(Call, S.first); });
  if (!Way.Slots.empty() && !(Way.IsFreed && !Way.IsReturned)) {
    auto [Slot, Address] = beginOf(firstOf(Way.Slots), Way.FirstSlots);
    return Outwards ? homeOfPointer(pointerTo(Address), Slot) : Home{Slot};
  }
  if (Element && Way.IsReturned)
    return returned(First, Element);
  if (Way.IsKept)
    return {{types::typeName(Element), Element}, true};
  bool Leaves =
      Way.IsArgument && !Way.IsFreed &&
      (HasRole || (!Way.IsCarried && mayRepeat(Call.getParent(), nullptr)));
  if (Leaves && isNamedRecord(Element))
    return {{types::typeName(Element), Element}, true};
  // p = table = malloc(n), and p moves on.
  if (!HasRole && !Way.Keepers.empty() && none_of(Way.Keepers, IsFirst))
    return {{Way.Keepers.front()->getName().str(), First.Type}};
  return {First};
}

/// Returns the only call that fills \p Pointer, or null.
static const CallBase *fillerOf(const AllocaInst &Pointer) {
  const CallBase *Filler = nullptr;
  for (const User *U : Pointer.users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getPointerOperand() != &Pointer ||
        isa<Constant>(Store->getValueOperand()))
      continue;
    auto *Call = dyn_cast<CallBase>(Store->getValueOperand());
    if (!Call || Filler)
      return nullptr;
    Filler = Call;
  }
  return Filler;
}

/// Returns the home of \p Part, which is reached by the local variable \p
/// Pointer: if the function only makes the object, this variable does not
/// indicate anything, either.
static Home homeOfPointer(const AllocaInst *Pointer, const Receiver &Part) {
  const CallBase *Filler = Pointer ? fillerOf(*Pointer) : nullptr;
  StringRef Rest = Part.Name;
  Receiver Variable = Pointer ? describeStorage(Pointer) : Receiver();
  if (!Filler || Variable.Name.empty() || !Rest.consume_front(Variable.Name) ||
      !types::isPointerType(Variable.Type))
    return {Part};
  Home Whole = homeOfLocal(*Filler, Variable, false);
  Home Result{Part};
  // Two objects may point to one another.
  if (Whole.Slot.Member && !StringRef(Whole.Slot.Name).contains("::"))
    return Result;
  if (Whole.IsCalledByType && Rest.consume_front("->"))
    Result.Slot.Name = (Whole.Slot.Name + "::" + Rest).str();
  else if (!Whole.IsCalledByType && !Whole.IsPassedOn)
    Result.Slot.Name = (Whole.Slot.Name + Rest).str();
  Result.IsReturned = Whole.IsReturned;
  Result.IsPassedOn = Whole.IsPassedOn;
  Result.Owner =
      Whole.IsReturned && Whole.IsCalledByType ? Whole.Slot.Type : nullptr;
  return Result;
}

Home memfacet::naming::homeFrom(const CallBase &Call, const Receiver &First) {
  if (First.Name.empty() || !Call.getType()->isPointerTy() ||
      !types::isPointerType(First.Type) || isPassedOn(Call))
    return {First};
  const AllocaInst *Pointer = nullptr;
  bool IsOutput = false;
  ValueFlow Flow;
  Flow.add(memoryOf(Call));
  bool IsStored = Flow.reaches([&](const Value *V, const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() != V ||
        describeSlot(Store->getPointerOperand()).Name != First.Name)
      return false;
    MemoryPart Target = copyTarget(Store->getPointerOperand());
    Pointer = Target.Base && pointerTo(Target.Base)
                  ? pointerTo(Target.Base)
                  : pointerTo(Store->getPointerOperand());
    IsOutput = isOutput(Store->getPointerOperand());
    return Pointer != nullptr;
  });
  if (IsOutput && !First.Member) {
    const DIType *Element = elementOf(Call, First);
    Journey Way(Call, Element);
    if (Way.IsKept && !Way.IsReturned)
      return {{types::typeName(Element), Element}, true};
    return returned(First, Element);
  }
  if (!IsStored)
    return First.Member ? Home{First}
                        : homeOfLocal(Call, referenceFor(Call, First));
  const DIType *Element = elementOf(Call, First);
  Journey Way(Call, Element);
  // a->next = malloc(sizeof *a)
  if (isLink(First, Element) && Way.Slots.empty())
    return {{types::typeName(Element), Element}, true};
  // p = a->pending = malloc(n); a->pending = NULL; return p
  if (First.Member && Way.IsReturned && !Way.Variables.empty() &&
      isClearedAgain(Call, First)) {
    const DILocalVariable *Local =
        Way.Keepers.empty() ? Way.Variables.front() : Way.Keepers.front();
    return returned({Local->getName().str(), Local->getType()}, Element);
  }
  // a->end = a->begin = malloc(n)
  if (First.Member && !Way.Slots.empty())
    if (auto [Slot, Address] = firstOf(Way.Slots);
        Slot.Member && Slot.Member->getScope() == First.Member->getScope())
      return homeOfPointer(pointerTo(Address), Slot);
  return homeOfPointer(Pointer, First);
}

/// Returns whether \p V is what a smart pointer points to.
static bool givesObject(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const llvm::Function *Callee = Call ? calleeOf(*Call) : nullptr;
  const DISubprogram *Method = Callee ? Callee->getSubprogram() : nullptr;
  return Method && Call->arg_size() == 1 && types::isLibraryCode(Method) &&
         (Method->getName() == "operator->" ||
          Method->getName() == "operator*");
}

Home memfacet::naming::homeOfObject(const CallBase &Call,
                                    const Receiver &Object) {
  MEMFACET_CHECK(Call.arg_size() != 0 &&
                     Call.getArgOperand(0)->getType()->isPointerTy(),
                 "the first argument is the object");
  const Value *Address = Call.getArgOperand(0);
  const Value *Base = Address;
  while (isa<GEPOperator>(Base) || givesObject(Base))
    Base = isa<GEPOperator>(Base) ? cast<GEPOperator>(Base)->getPointerOperand()
                                  : cast<CallBase>(Base)->getArgOperand(0);
  auto *Parameter = dyn_cast<Argument>(Base);
  if (isa<AllocaInst>(Base) && Base == Address)
    if (Receiver Taker = takerOfAll(Base); !Taker.Name.empty())
      return {Taker};
  bool IsResult = Parameter && Parameter->hasStructRetAttr();
  if (!IsResult && Object.Name != "this")
    return homeOfPointer(pointerTo(Address), Object);
  return {Object, false, true, true, true};
}
