//===- OwnObjects.cpp - objects that keep memory --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/OwnObjects.h"
#include "memfacet/Tables.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/Journey.h"
#include "pass/naming/NewObjects.h"
#include "pass/naming/PlainObjects.h"
#include "pass/naming/Receivers.h"
#include "pass/naming/SelfAddresses.h"
#include "pass/naming/Temporaries.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "pass/types/LibraryClasses.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Most steps from a temporary to the object that it becomes, or from a member
/// outwards.
static constexpr unsigned MaxOwnSteps = 16;

static bool isResult(const Value *Storage) {
  auto *Parameter = dyn_cast<Argument>(Storage);
  return Parameter && Parameter->hasStructRetAttr();
}

static OwnObject resolve(const CallBase &Call, const Value *Address,
                         unsigned Depth);
static Owner ownerAfter(const CallBase &NewCall, unsigned Depth);

/// Returns whether \p Method takes the content of its argument.
static bool takesAll(const DISubprogram *Method) {
  const DIType *ArgumentType = types::parameterType(Method, 1);
  return Method->getName().contains_insensitive("swap") ||
         (ArgumentType &&
          ArgumentType->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

/// Returns the object that \p Call makes or assigns from the content of \p
/// Storage, or swaps with it; or null.
static const Value *objectMadeFrom(const CallBase &Call, const Value *Storage) {
  const DISubprogram *Method = calleeSubprogram(Call);
  const DICompositeType *Class = types::classOf(Method);
  if (!Class || Call.arg_size() < 2 ||
      Call.paramHasAttr(0, Attribute::StructRet))
    return nullptr;
  StringRef Name = Method->getName();
  bool Swaps = Name.contains_insensitive("swap");
  if (Call.getArgOperand(0) == Storage) // tmp.swap(items), tmp.moveTo(items)
    return (Swaps || Name.contains_insensitive("moveTo")) &&
                   pathFromThis(Call.getArgOperand(1)).IsFound
               ? Call.getArgOperand(1)
               : nullptr;
  bool Makes = Swaps || Name == "operator=" || Name.starts_with("operator=<") ||
               types::plainName(Method) == types::plainName(Class);
  return Makes ? Call.getArgOperand(0) : nullptr;
}

/// Returns whether \p Address is that of a member of an object, or of a global.
static bool isLasting(const Value *Address) {
  if (ThisPath Path = pathFromThis(Address); Path.IsFound)
    return !Path.IsByLocal;
  bool IsPart = false;
  for (; isa<GEPOperator>(Address); IsPart = true)
    Address = cast<GEPOperator>(Address)->getPointerOperand();
  return isa<GlobalVariable>(Address) || (IsPart && isa<LoadInst>(Address));
}

/// Returns the object that takes all of the object at \p Variable by \p Call.
static Receiver takerBy(const CallBase &Call, const Value *Variable) {
  const Value *Taker = objectMadeFrom(Call, Variable);
  bool IsWhole = Taker && (Call.getArgOperand(0) == Variable ||
                           takesAll(calleeSubprogram(Call)));
  if (!IsWhole || !isLasting(Taker))
    return {};
  return Taker == Call.getArgOperand(0) ? describeObjectOf(Call)
                                        : describeStorage(Taker);
}

/// Returns the object that takes all if \p Call passes a reference to a
/// function of the program: `void put(Buffer &b) { q[i].in.swap(b); }`
static Receiver takerInCallee(const CallBase &Call, const Value *Variable) {
  const llvm::Function *Callee = calleeOf(Call);
  if (!Callee || Callee->isDeclaration() ||
      types::isLibraryCode(Callee->getSubprogram()))
    return {};
  Receiver Found;
  for (const Argument &A : Callee->args()) {
    if (A.getArgNo() >= Call.arg_size() ||
        Call.getArgOperand(A.getArgNo()) != Variable)
      continue;
    ValueFlow Flow;
    Flow.add(&A);
    Flow.reaches([&](const Value *V, const User *U) {
      auto *Further = dyn_cast<CallBase>(U);
      Receiver Taker = Further ? takerBy(*Further, V) : Receiver();
      if (Taker.Name != "this" && Found.Name.empty())
        Found = Taker;
      return !Found.Name.empty();
    });
  }
  return Found;
}

Receiver memfacet::naming::takerOfAll(const Value *Variable) {
  for (const User *U : Variable->users())
    if (auto *Call = dyn_cast<CallBase>(U)) {
      Receiver Found = takerBy(*Call, Variable);
      if (Found.Name.empty())
        Found = takerInCallee(*Call, Variable);
      if (!Found.Name.empty())
        return Found;
    }
  return {};
}

/// Returns whether \p Callee is the library's, and of no smart pointer, which
/// may take what another one holds.
static bool isPassive(const DISubprogram *Callee) {
  return types::isLibraryCode(Callee) &&
         !types::heldType(types::classOf(Callee));
}

/// Returns the object that is made or assigned from the content of \p Storage.
static OwnObject finalHomeOf(const Value *Storage, unsigned Depth) {
  for (const User *U : Storage->users())
    if (auto *Call = dyn_cast<CallBase>(U))
      if (const Value *Taker = isPassive(calleeSubprogram(*Call))
                                   ? nullptr
                                   : objectMadeFrom(*Call, Storage)) {
        OwnObject Home = resolve(*Call, Taker, Depth + 1);
        // A variable keeps what is only copied.
        bool IsWhole = Call->getArgOperand(0) == Storage ||
                       takesAll(calleeSubprogram(*Call));
        if (!IsWhole && variableOf(Storage))
          Home.Flags &= ~AllocationOnMember;
        return Home;
      }
  return {};
}

/// Returns whether \p Storage, a variable of the function's own class, becomes
/// what its object is: swapped with it or moved into it.
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

static OwnObject objectInVariable(const CallBase &Call,
                                  const AllocaInst *Storage,
                                  const DILocalVariable *Variable,
                                  unsigned Depth) {
  const DICompositeType *Class = ownClass(Call);
  if (Class && types::isOrDerivesFrom(Variable->getType(), Class) &&
      becomesSelf(Storage))
    return {"", nullptr, AllocationOnSelf};
  // A function returns it, or one of a container moves it into a member.
  if (OwnObject Taker = finalHomeOf(Storage, Depth);
      Taker.Flags & (AllocationOnResult | AllocationOnMember))
    return Taker;
  if (Receiver Taker = takerOfAll(Storage); !Taker.Name.empty())
    return {Taker.Name, Taker.Type, AllocationHolds};
  Receiver R = describeObjectOf(Call);
  if (R.Name.empty() || Call.getArgOperand(0) != Storage)
    R = describeStorage(Storage);
  if (const DIType *Element = types::arrayElement(R.Type))
    R = {R.Name + "[]", Element};
  return {R.Name, R.Type, AllocationHolds};
}

/// Returns the object that `new` makes by \p NewCall.
static OwnObject objectOfNew(const CallBase &NewCall, unsigned Depth) {
  // A handle has it: `Handle density(new Cells(n))`.
  if (auto [Handle, HasMany] = ownerAfter(NewCall, Depth + 1);
      Handle.Flags != 0 && !HasMany)
    return {Handle.Name, madeType(NewCall),
            uint16_t(Handle.Flags | AllocationOnNew)};
  bool IsOwn = false;
  ValueFlow Flow;
  Flow.add(&NewCall);
  Flow.reaches([&](const Value *V, const User *U) {
    auto *Store = dyn_cast<StoreInst>(U);
    IsOwn = Store && Store->getValueOperand() == V &&
            pathFromThis(Store->getPointerOperand()).IsFound;
    return IsOwn;
  });
  Receiver R = referenceFor(NewCall, receiverOf(NewCall));
  const DIType *Class = types::pointeeType(R.Type);
  // The object may be for a smart pointer of the library's, or a container of
  // them.
  if (R.Name.empty())
    if (Receiver Taker = describeNewObject(NewCall); Taker.Type)
      if (Taker.Name != types::typeName(types::strippedType(Taker.Type))) {
        R.Name = Taker.Name;
        Class = Taker.Type;
      }
  bool IsKept = IsOwn && types::isContainerTemplate(ownClass(NewCall));
  return {R.Name, Class,
          uint16_t(AllocationHolds | AllocationOnNew |
                   (IsKept ? AllocationOnMember : 0))};
}

static OwnObject objectInMember(const CallBase &Call, const Value *Address,
                                const ThisPath &Path) {
  const DICompositeType *Class = ownClass(Call);
  const DICompositeType *CalleeClass = types::classOf(calleeSubprogram(Call));
  if (Class && CalleeClass && !Path.ReadsPointer &&
      types::isOrDerivesFrom(Class, CalleeClass))
    return {"", nullptr, AllocationOnSelf};
  Receiver R = Path.IsByLocal                     ? describeMember(Path)
               : Address == Call.getArgOperand(0) ? describeObjectOf(Call)
                                                  : describeStorage(Address);
  if (const DIType *Element = types::arrayElement(R.Type))
    R = {R.Name + "[]", Element};
  if (R.Name.empty() || R.Name == "this")
    return {};
  uint16_t Flags = Path.IsByLocal ? 0 : AllocationHolds;
  if (types::isContainerHandle(Class) &&
      types::isContainer(describeMember(Path).Type))
    Flags |= AllocationOnMember;
  else if (types::onlyMember(Class))
    Flags |= AllocationOnOnlyMember;
  return {R.Name, R.Type, Flags};
}

/// Returns where the address of an object is kept that is made in the memory to
/// which the local pointer `void *` at \p Address points; without a name: it is
/// none.
static Receiver placedIn(const Value *Address) {
  auto *Load = dyn_cast<LoadInst>(Address);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  const DILocalVariable *Variable = Slot ? variableOf(Slot) : nullptr;
  if (!Variable || !types::isPointerType(Variable->getType()) ||
      !types::isScalar(types::pointeeType(Variable->getType())))
    return {};
  for (const User *U : Load->users())
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && Store->getValueOperand() == Load)
      return describeSlot(Store->getPointerOperand());
  return {};
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
  if (ThisPath Path = pathFromThis(Address); Path.IsFound)
    return objectInMember(Call, Address, Path);
  const Value *Base = Address;
  while (auto *GEP = dyn_cast<GEPOperator>(Base))
    Base = GEP->getPointerOperand();
  if (auto *NewCall = dyn_cast<CallBase>(Base))
    if (allocationKind(*NewCall) != AllocationKind::Unknown ||
        NewCall->getMetadata("heapallocsite"))
      return objectOfNew(*NewCall, Depth);
  if (Receiver Placed = placedIn(Address); !Placed.Name.empty())
    return {Placed.Name, types::pointeeType(Placed.Type),
            AllocationHolds | AllocationOnNew};
  if (auto *Storage = dyn_cast<AllocaInst>(Base)) {
    const DILocalVariable *Variable = variableOf(Storage);
    if (Variable && Address == Storage)
      return objectInVariable(Call, Storage, Variable, Depth);
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
  bool IsVariable = isa<AllocaInst>(Base) || isa<GlobalVariable>(Base);
  return {R.Name, R.Type, uint16_t(IsVariable ? AllocationHolds : 0)};
}

OwnObject memfacet::naming::sharedObjectOf(const CallBase &Call) {
  const DISubprogram *Callee = calleeSubprogram(Call);
  if (!Callee || !types::isLibraryCode(Callee) ||
      !Call.paramHasAttr(0, Attribute::StructRet))
    return {};
  const DIType *MadeType = types::heldType(types::resultType(Callee));
  auto *Class =
      dyn_cast_or_null<DICompositeType>(types::strippedType(MadeType));
  if (!Class || types::isLibraryContainer(Class))
    return {};
  OwnObject Pointer = resolve(Call, Call.getArgOperand(0), 0);
  if (!(Pointer.Flags & (AllocationHolds | AllocationOnResult)))
    return {};
  return {Pointer.Name, Class, uint16_t(Pointer.Flags | AllocationOnNew)};
}

/// Returns the same as ownerOf(NewCall). \p Depth: the number of steps that led
/// from another object to it.
static Owner ownerAfter(const CallBase &NewCall, unsigned Depth) {
  auto [Taker, HasMany] = handoverOf(NewCall);
  if (!Taker)
    return {};
  return {resolve(*Taker, Taker->getArgOperand(0), Depth), HasMany};
}

Owner memfacet::naming::ownerOf(const CallBase &Call) {
  return ownerAfter(Call, 0);
}

/// Returns whether \p Call is to a static function of the class that it stands
/// in, or to any of its nodes'.
static bool isOnOwnClass(const CallBase &Call, const DISubprogram *Callee) {
  const DICompositeType *Enclosing = types::classAround(Callee);
  const DICompositeType *Class = ownClass(Call);
  if (!Enclosing || !Class || types::isLibraryCode(Callee) ||
      Call.paramHasAttr(0, Attribute::StructRet))
    return false;
  return types::homeOfNodes(Class, Enclosing).Class ||
         (!types::classOf(Callee) && types::isOrDerivesFrom(Class, Enclosing));
}

/// Returns whether \p Call is through the table of the object that is its first
/// argument.
static bool isVirtualCall(const CallBase &Call) {
  auto *Function = dyn_cast<LoadInst>(Call.getCalledOperand());
  const Value *Table = Function ? Function->getPointerOperand() : nullptr;
  while (auto *GEP = dyn_cast_or_null<GEPOperator>(Table))
    Table = GEP->getPointerOperand();
  auto *Load = dyn_cast_or_null<LoadInst>(Table);
  return Load && Load->getPointerOperand() == Call.getArgOperand(0);
}

/// Returns whether \p Ty is a pair or tuple of the library's that owns no
/// memory: a method returns it in addition to what it does to its object.
static bool isPlainTuple(const DIType *Ty) {
  auto *Class = dyn_cast_or_null<DICompositeType>(types::strippedType(Ty));
  if (!Class || !types::holdsOneObject(Class) ||
      !(types::isMadeFrom(Class, "pair") || types::isMadeFrom(Class, "tuple")))
    return false;
  return none_of(types::templateArguments(Class),
                 [](const DITemplateParameter *P) {
                   const DIType *Part = P ? P->getType() : nullptr;
                   return Part && !types::isPointerType(Part) &&
                          (types::isContainer(Part) || types::heldType(Part));
                 });
}

OwnObject memfacet::naming::objectOf(const CallBase &Call) {
  if (isOnOwnClass(Call, calleeSubprogram(Call)))
    return {"", nullptr, AllocationOnSelf};
  if (Call.arg_size() == 0 || !Call.getArgOperand(0)->getType()->isPointerTy())
    return {};
  if (allocationKind(Call) != AllocationKind::Unknown)
    return {};
  const DISubprogram *Callee = calleeSubprogram(Call);
  bool Returns = Call.paramHasAttr(0, Attribute::StructRet);
  if (!Returns && !types::classOf(Callee) && !isVirtualCall(Call))
    return plainObjectOf(Call);
  if (Callee && types::isLibraryCode(Callee))
    return {};
  bool HasResultFirst = Returns && types::classOf(Callee) &&
                        Call.arg_size() > 1 &&
                        isPlainTuple(types::resultType(Callee));
  return resolve(Call, Call.getArgOperand(HasResultFirst ? 1 : 0), 0);
}
