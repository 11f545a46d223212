//===- Homes.cpp - where memory goes from the variable that receives it ---===//

#include "pass/naming/Homes.h"
#include "pass/compat/Compat.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/ContainerClasses.h"
#include "pass/naming/DebugNames.h"
#include "pass/naming/PassedOn.h"
#include "pass/naming/ValueFlow.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;

/// More uses than any function has that only makes an object.
static constexpr unsigned MaxValues = 256;
/// From a variable to what it points to, or to what that is stored in.
static constexpr unsigned MaxSteps = 8;

namespace {
/// Follows a pointer through the local variables of a function.
class Journey {
public:
  Journey(const CallBase &Call, const DIType *Element)
      : Root(Call), Element(Element) {
    Values.insert(memoryOf(Call));
    for (size_t I = 0; I != Values.size() && I != MaxValues; ++I) {
      const Value *V = Values[I];
      for (const User *U : V->users())
        visit(V, U);
    }
  }

  SmallVector<const DILocalVariable *, 4> Variables; ///< that held the pointer
  SmallVector<const DILocalVariable *, 4> Keepers;   ///< and nothing else
  bool Carried = false; ///< in a variable that has a value before, or after
  /// Where it was stored beyond them.
  SmallVector<std::pair<Receiver, const Value *>, 2> Slots;
  /// The same, of some objects only.
  SmallVector<std::pair<Receiver, const Value *>, 2> SomeSlots;
  const DIType *Built = nullptr; ///< by a constructor
  bool Returned = false;         ///< or stored where a parameter points to
  bool Freed = false;
  bool Given = false; ///< to a function, as an argument

private:
  void visit(const Value *V, const User *U);
  void store(const Value *V, const StoreInst &Store);
  void throughVariable(const AllocaInst &Slot, const StoreInst &Store);
  void call(const Value *V, const CallBase &Call);
  bool repeatsWithout(const StoreInst &Store) const;

  const CallBase &Root;
  const DIType *Element; ///< what the pointer points to; null: unknown
  SmallSetVector<const Value *, 16> Values;
};
} // namespace

static bool isPointerType(const DIType *Ty) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(strippedType(Ty));
  return Derived && Derived->getTag() == dwarf::DW_TAG_pointer_type;
}

static bool isNamedRecord(const DIType *Ty) {
  return isa_and_nonnull<DICompositeType>(strippedType(Ty)) &&
         strippedType(Ty)->getTag() != dwarf::DW_TAG_array_type &&
         strippedType(Ty)->getTag() != dwarf::DW_TAG_enumeration_type &&
         !typeName(Ty).empty();
}

/// Objects of one type that are linked with one another: no link is the place
/// where all of them live.
static bool isLink(const Receiver &Slot, const DIType *Element) {
  auto *Class =
      Slot.Member ? dyn_cast_or_null<DIType>(Slot.Member->getScope()) : nullptr;
  return Class && Element && strippedType(Class) == strippedType(Element);
}

/// Whether control may come back to the block \p At, without \p Avoided.
static bool mayRepeat(const BasicBlock *At, const BasicBlock *Avoided) {
  SmallPtrSet<const BasicBlock *, 32> Seen;
  SmallVector<const BasicBlock *, 32> Next = {At};
  while (!Next.empty())
    for (const BasicBlock *To : successors(Next.pop_back_val())) {
      if (To == At)
        return true;
      if (To != Avoided && Seen.insert(To).second)
        Next.push_back(To);
    }
  return false;
}

/// Whether the function may make the next object without \p Store, as one that
/// remembers the first of many.
bool Journey::repeatsWithout(const StoreInst &Store) const {
  return Root.getParent() != Store.getParent() &&
         mayRepeat(Root.getParent(), Store.getParent());
}

/// Whether \p V is what the function returns.
static bool isReturnedAtOnce(const Value *V) {
  return any_of(V->users(), [&](const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    auto *Slot = Store && Store->getValueOperand() == V
                     ? dyn_cast<AllocaInst>(Store->getPointerOperand())
                     : nullptr;
    return isa<ReturnInst>(U) ||
           (Slot && any_of(Slot->users(), [](const User *W) {
              return isa<LoadInst>(W) && any_of(W->users(), [](const User *X) {
                       return isa<ReturnInst>(X);
                     });
            }));
  });
}

/// Whether \p Store happens to some objects only: those that a comparison of
/// numbers finds, as when one is to be traced.
static bool isForSome(const StoreInst &Store) {
  const BasicBlock *Before = Store.getParent()->getSinglePredecessor();
  auto *Branch =
      Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  auto *Compare = Branch && Branch->isConditional()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  return Compare && !isa<Constant>(Compare->getOperand(1));
}

/// A variable that holds other values at other times: only what follows in the
/// same block is known to be this one.
void Journey::throughVariable(const AllocaInst &Slot, const StoreInst &Store) {
  bool Only = none_of(Slot.users(), [&](const User *U) {
    auto *Other = dyn_cast<StoreInst>(U);
    return Other && Other != &Store && Other->getPointerOperand() == &Slot &&
           !isa<Constant>(Other->getValueOperand());
  });
  for (DILocalVariable *V :
       compat::declaredVariables(const_cast<AllocaInst *>(&Slot)))
    if (isPointerType(V->getType())) {
      Variables.push_back(V);
      if (Only)
        Keepers.push_back(V);
    }
  Carried |= count_if(Slot.users(), [&](const User *U) {
               auto *Other = dyn_cast<StoreInst>(U);
               return Other && Other->getPointerOperand() == &Slot;
             }) > 1;
  if (Only) {
    for (const User *U : Slot.users())
      if (isa<LoadInst>(U))
        Values.insert(U);
    return;
  }
  Returned |= any_of(Slot.users(), [](const User *U) {
    return isa<LoadInst>(U) && isReturnedAtOnce(U);
  });
  for (const Instruction *I = Store.getNextNode(); I; I = I->getNextNode()) {
    if (auto *Other = dyn_cast<StoreInst>(I);
        Other && Other->getPointerOperand() == &Slot)
      return;
    if (auto *Load = dyn_cast<LoadInst>(I);
        Load && Load->getPointerOperand() == &Slot)
      Values.insert(Load);
  }
}

/// Whether \p Address is what a parameter of \p F points to.
static bool isOutput(const Value *Address) {
  auto *Load = dyn_cast<LoadInst>(Address);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Slot && any_of(Slot->users(), [&](const User *U) {
           auto *Store = dyn_cast<StoreInst>(U);
           return Store && Store->getPointerOperand() == Slot &&
                  isa<Argument>(Store->getValueOperand());
         });
}

void Journey::store(const Value *V, const StoreInst &Store) {
  const Value *Address = Store.getPointerOperand();
  if (auto *Slot = dyn_cast<AllocaInst>(Address)) {
    throughVariable(*Slot, Store);
    return;
  }
  Receiver Slot = describeSlot(Address);
  if (!Slot.Member && isOutput(Address)) {
    Returned = true;
    return;
  }
  const Value *Base = Address;
  while (auto *GEP = dyn_cast<GEPOperator>(Base))
    Base = GEP->getPointerOperand();
  // In itself, at an end of it, among its like, or in what holds anything.
  bool Each = StringRef(Slot.Name).ends_with("[]") || !repeatsWithout(Store);
  // Macros of the library, such as obstack_free, may get the pointer back.
  bool Librarys = Slot.Member && isLibraryFile(Slot.Member->getFilename());
  bool Elsewhere = !Librarys && !Values.contains(Base) &&
                   !isa<GEPOperator>(V) && !isa<AllocaInst>(Base) &&
                   !isLink(Slot, Element) && Each;
  const DIType *Held = strippedType(pointeeType(Slot.Type));
  bool Says = !Slot.Name.empty() && Slot.Name != "this" &&
              isPointerType(Slot.Type) && Held &&
              (!isNamedRecord(Element) || isNamedRecord(Held));
  // *place = p says nothing.
  bool Through = isa<LoadInst>(Address) && !Slot.Member;
  if (Elsewhere && Says && !Through)
    (isForSome(Store) ? SomeSlots : Slots).push_back({Slot, Address});
  else if (Elsewhere)
    Given = true;
}

void Journey::call(const Value *V, const CallBase &Call) {
  const llvm::Function *Callee = calleeOf(Call);
  if (!Callee || Callee->isIntrinsic()) {
    Given |= !Callee;
    return;
  }
  StringRef Name = Callee->getName();
  if (Name == "free" || Name.starts_with("_ZdlPv") ||
      Name.starts_with("_ZdaPv")) {
    // A constructor that throws gives the memory back by itself.
    Freed |= V != &Root;
    return;
  }
  const DISubprogram *Method = Callee->getSubprogram();
  const DICompositeType *Class = classOf(Method);
  bool First = Class && Call.arg_size() > 0 && Call.getArgOperand(0) == V;
  bool OnItself = First && isOrDerivesFrom(Element, Class);
  if (First && !Built &&
      Method->getName().split('<').first == Class->getName().split('<').first) {
    Built = Class;
    return;
  }
  bool Library = isLibrarySymbol(Name) || (Method && isLibraryCode(Method));
  if (!OnItself && !Library && Method)
    Given = true;
}

void Journey::visit(const Value *V, const User *U) {
  if (isa<ReturnInst>(U)) {
    Returned |= !isa<GEPOperator>(V);
  } else if (auto *Store = dyn_cast<StoreInst>(U)) {
    if (Store->getValueOperand() == V)
      store(V, *Store);
  } else if (auto *GEP = dyn_cast<GEPOperator>(U)) {
    if (GEP->getPointerOperand() == V)
      Values.insert(U);
  } else if (auto *Call = dyn_cast<CallBase>(U)) {
    call(V, *Call);
    // check(malloc(n))
    if (V == &Root && Call->getType()->isPointerTy() && Call->arg_size() > 0 &&
        Call->getArgOperand(0) == V)
      Values.insert(U);
  } else if (isa<PHINode>(U) || isa<SelectInst>(U) || isa<CastInst>(U)) {
    Values.insert(U);
  }
}

/// Of several members of one class, the first; else what comes first.
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

/// What \p Call makes: `new` or a constructor says it. Else the first of the
/// variables that hold it, each of which has a pointer type, and that says more
/// than `void *`.
static const DIType *elementOf(const CallBase &Call, const Receiver &First) {
  if (auto *Made = dyn_cast_or_null<DIType>(Call.getMetadata("heapallocsite")))
    return Made;
  const DIType *Made = pointeeType(First.Type);
  Journey Way(Call, Made);
  if (Way.Built)
    return Way.Built;
  if (!isScalar(Made))
    return Made;
  for (const DILocalVariable *V : Way.Variables)
    if (const DIType *Element = pointeeType(V->getType()); !isScalar(Element))
      return Element;
  return Made;
}

/// Whether \p Name is a role in a call: "return of f", "f(parameter)".
static bool isRole(StringRef Name) {
  return Name.starts_with("return of ") || Name.ends_with(")");
}

static Home homeBehind(const AllocaInst *Pointer, const Receiver &Part,
                       unsigned Depth);

/// The local pointer by which \p Address is reached, in one step; or null.
static const AllocaInst *pointerTo(const Value *Address) {
  while (auto *GEP = dyn_cast<GEPOperator>(Address))
    Address = GEP->getPointerOperand();
  auto *Load = dyn_cast<LoadInst>(Address);
  return Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
}

/// Of memory that leaves the function by its result or a parameter.
static Home returned(const Receiver &First, const DIType *Made) {
  if (isNamedRecord(Made))
    return {{typeName(Made), Made}, true, true};
  return {First, false, true, true};
}

/// Of memory that a local variable receives.
static Home homeOfLocal(const CallBase &Call, const Receiver &First,
                        unsigned Depth = 0) {
  const DIType *Made = elementOf(Call, First);
  Journey Way(Call, Made);
  auto IsFirst = [&](const DILocalVariable *V) {
    return V->getName() == First.Name;
  };
  bool Role = isRole(First.Name);
  if (!Role && none_of(Way.Variables, IsFirst))
    return {First};
  if (!Way.Returned)
    Way.Slots.append(Way.SomeSlots);
  if (!Way.Slots.empty() && !(Way.Freed && !Way.Returned))
    return homeBehind(pointerTo(firstOf(Way.Slots).second),
                      firstOf(Way.Slots).first, Depth + 1);
  if (Made && Way.Returned)
    return returned(First, Made);
  bool Leaves =
      Way.Given && !Way.Freed &&
      (Role || (!Way.Carried && mayRepeat(Call.getParent(), nullptr)));
  if (Leaves && isNamedRecord(Made))
    return {{typeName(Made), Made}, true};
  // p = table = malloc(n), and p moves on.
  if (!Role && !Way.Keepers.empty() && none_of(Way.Keepers, IsFirst))
    return {{Way.Keepers.front()->getName().str(), First.Type}};
  return {First};
}

/// The call that fills \p Pointer, if there is but one.
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

/// Of \p Part, which is reached by \p Pointer, a local variable: if the
/// function only makes what that points to, the variable says nothing here,
/// either.
static Home homeBehind(const AllocaInst *Pointer, const Receiver &Part,
                       unsigned Depth) {
  const CallBase *Filler = Pointer ? fillerOf(*Pointer) : nullptr;
  StringRef Rest = Part.Name;
  Receiver Variable = Pointer ? describeStorage(Pointer) : Receiver();
  if (!Filler || Depth > MaxSteps || Variable.Name.empty() ||
      !Rest.consume_front(Variable.Name) || !isPointerType(Variable.Type))
    return {Part};
  Home Whole = homeOfLocal(*Filler, Variable, MaxSteps);
  Home Result{Part};
  // Two objects may point to one another.
  if (Whole.Slot.Member && !StringRef(Whole.Slot.Name).contains("::"))
    return Result;
  if (Whole.Made && Rest.consume_front("->"))
    Result.Slot.Name = (Whole.Slot.Name + "::" + Rest).str();
  else if (!Whole.Made && !Whole.PassedOn)
    Result.Slot.Name = (Whole.Slot.Name + Rest).str();
  Result.Returned = Whole.Returned;
  Result.PassedOn = Whole.PassedOn;
  Result.Owner = Whole.Returned && Whole.Made ? Whole.Slot.Type : nullptr;
  return Result;
}

Home memfacet::homeFrom(const CallBase &Call, const Receiver &First) {
  if (First.Name.empty() || !Call.getType()->isPointerTy() ||
      !isPointerType(First.Type) || isPassedOn(Call))
    return {First};
  const AllocaInst *Pointer = nullptr;
  bool Output = false;
  ValueFlow Flow;
  Flow.add(memoryOf(Call));
  bool Beyond = Flow.reaches([&](const Value *V, const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() != V ||
        describeSlot(Store->getPointerOperand()).Name != First.Name)
      return false;
    Pointer = pointerTo(Store->getPointerOperand());
    Output = isOutput(Store->getPointerOperand());
    return Pointer != nullptr;
  });
  if (Output && !First.Member)
    return returned(First, elementOf(Call, First));
  if (!Beyond)
    return First.Member ? Home{First} : homeOfLocal(Call, First);
  const DIType *Made = elementOf(Call, First);
  Journey Way(Call, Made);
  // a->next = malloc(sizeof *a)
  if (isLink(First, Made) && Way.Slots.empty())
    return {{typeName(Made), Made}, true};
  // a->end = a->begin = malloc(n)
  if (First.Member && !Way.Slots.empty())
    if (auto [Slot, Address] = firstOf(Way.Slots);
        Slot.Member && Slot.Member->getScope() == First.Member->getScope())
      return homeBehind(pointerTo(Address), Slot, 0);
  return homeBehind(Pointer, First, 0);
}

/// Whether \p V is what a smart pointer points to.
static bool givesObject(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const llvm::Function *Callee = Call ? calleeOf(*Call) : nullptr;
  const DISubprogram *Method = Callee ? Callee->getSubprogram() : nullptr;
  return Method && Call->arg_size() == 1 && isLibraryCode(Method) &&
         (Method->getName() == "operator->" ||
          Method->getName() == "operator*");
}

Home memfacet::homeOfObject(const CallBase &Call, const Receiver &Object) {
  const Value *Address = Call.getArgOperand(0);
  const Value *Base = Address;
  while (isa<GEPOperator>(Base) || givesObject(Base))
    Base = isa<GEPOperator>(Base) ? cast<GEPOperator>(Base)->getPointerOperand()
                                  : cast<CallBase>(Base)->getArgOperand(0);
  auto *Parameter = dyn_cast<Argument>(Base);
  bool Result = Parameter && Parameter->hasStructRetAttr();
  if (!Result && Object.Name != "this")
    return homeBehind(pointerTo(Address), Object, 0);
  return {Object, false, true, true, true};
}
