//===- Pins.cpp - names of allocations, kept for the last pass ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/Pins.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/FieldPins.h"
#include "pass/naming/Homes.h"
#include "pass/naming/Journey.h"
#include "pass/naming/KeptMemory.h"
#include "pass/naming/NewObjects.h"
#include "pass/naming/OwnObjects.h"
#include "pass/naming/PassedOn.h"
#include "pass/naming/PlainObjects.h"
#include "pass/naming/Receivers.h"
#include "pass/naming/SelfAddresses.h"
#include "pass/naming/Temporaries.h"
#include "pass/naming/ValueFlow.h"
#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "pass/types/DeclaredMethods.h"
#include "pass/types/LibraryClasses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// Sets the type that the report shows: that which the receiver, a pointer,
/// points to, or that of a container itself.
static void fillType(Pin &P, const DIType *Ty, bool PointsToMemory) {
  const DIType *Element =
      PointsToMemory ? types::pointeeType(Ty) : types::namedType(Ty);
  if (!Element)
    Element = PointsToMemory ? types::arrayElement(Ty) : Ty; // Fortran's arrays
  if (const DIType *Owned =
          PointsToMemory ? nullptr : types::ownedType(Element))
    Element = Owned;
  P.Type = types::typeName(Element);
  // The size of what has an open end says nothing of how many there are.
  P.ElementBytes =
      types::openEnd(Element).ElementBytes != 0 ? 0 : types::typeBytes(Element);
}

/// Returns whether \p Call is a `new`, also one of a class's own.
static bool makesObject(const CallBase &Call, AllocationKind Kind) {
  return Kind == AllocationKind::New ||
         (Kind == AllocationKind::Call && madeType(Call) && !isPlacement(Call));
}

/// Returns the object that \p Call works on; if `new` makes it for that, the
/// receiver of the object.
static Receiver objectReceiver(const CallBase &Call) {
  Receiver R = describeObjectOf(Call);
  auto *New = dyn_cast<CallBase>(Call.getArgOperand(0));
  if (!R.Name.empty() || !New || !madeType(*New))
    return R;
  Receiver Taker = referenceFor(*New, receiverOf(*New));
  if (Taker.Name.empty())
    Taker = describeNewObject(*New);
  return {Taker.Name, R.Type, Taker.Member};
}

static Receiver receiverFor(const CallBase &Call, AllocationKind Kind) {
  if (Kind == AllocationKind::Context)
    return objectReceiver(Call);
  if (Kind != AllocationKind::Call || Call.getType()->isPointerTy())
    return receiverOf(Call);
  const Value *Output = outputOf(Call);
  return Output ? describeStorage(Output) : Receiver();
}

/// Names memory that no variable receives.
static Receiver namelessFor(const CallBase &Call, AllocationKind Kind) {
  if (Kind == AllocationKind::Context)
    return describeTemporaryOf(Call);
  return makesObject(Call, Kind) ? describeNewObject(Call) : Receiver();
}

namespace {
struct PinnedCall {
  CallBase *Call;
  Pin P;
  const DIDerivedType *Member; ///< that the memory is of, or null
};
} // namespace

/// Returns whether \p Call is to a method of a library that is not the standard
/// one. Code of such a library names nothing, like that of the standard one.
static bool isOnLibraryObject(const CallBase &Call) {
  const DISubprogram *Callee = calleeSubprogram(Call);
  return Callee && types::isLibraryCode(Callee) &&
         !types::isLibrarySymbol(Callee->getLinkageName()) &&
         Call.arg_size() > 0 &&
         Call.getArgOperand(0)->getType()->isPointerTy() &&
         (types::classOf(Callee) || Call.paramHasAttr(0, Attribute::StructRet));
}

/// Returns the kind by which \p Call, of kind \p Kind, is named: a call on an
/// object of a library is named like a call of the standard library.
static AllocationKind namingKind(const CallBase &Call, AllocationKind Kind) {
  bool IsOnObject = Kind == AllocationKind::Call && isOnLibraryObject(Call);
  return IsOnObject ? AllocationKind::Context : Kind;
}

static void addFlags(Pin &P, const OwnObject &Object) {
  P.Object = Object.Name;
  P.ObjectType = types::typeName(types::namedType(Object.Type));
  P.Flags |= Object.Flags;
}

/// Names an object that a smart pointer or container of the program's own gets.
static bool nameByOwner(Pin &P, const CallBase &Call) {
  auto [Object, HasMany] = ownerOf(Call);
  if (Object.Name.empty() && Object.Flags == 0)
    return false;
  std::string TypeText = types::typeName(types::strippedType(madeType(Call)));
  fillType(P, madeType(Call), false);
  // A temporary on its way into something else.
  Receiver Taker = Object.Flags == 0 ? describeNewObject(Call) : Receiver();
  if (!Taker.Name.empty())
    P.Name = Taker.Name;
  else if (Object.Name.empty())
    P.Name = TypeText;
  else
    P.Name = HasMany ? TypeText + " (in " + Object.Name + ")" : Object.Name;
  if (Object.Flags == 0 || HasMany)
    return true;
  addFlags(P, Object);
  P.Flags |= AllocationHeld;
  return true;
}

/// Names memory after the member that keeps it.
static void nameByMember(Pin &P, const CallBase &Call,
                         const KeptMemory &Memory) {
  fillType(P, Memory.Member.Type, false);
  P.Name = Memory.Member.Name;
  P.Flags |= Memory.Flags;
  if (Memory.Flags != 0 && P.Kind != AllocationKind::Context)
    if (uint64_t Bytes =
            types::elementBytes(ownClass(Call), Memory.Member.Type))
      P.ElementBytes = Bytes;
}

/// Names memory after its home.
static Receiver nameByHome(Pin &P, const CallBase &Call, const Receiver &First,
                           bool IsOnObject) {
  Home Final = IsOnObject ? homeOfObject(Call, First) : homeFrom(Call, First);
  P.Name = Final.Slot.Name;
  P.IsPassedOn |= Final.IsPassedOn;
  P.Flags |= (Final.IsCalledByType ? AllocationMade : 0) |
             (Final.IsReturned ? AllocationForCaller : 0) |
             (!Final.IsInPlace       ? 0
              : First.Name == "this" ? AllocationOnSelf
                                     : AllocationOnResult);
  if (Final.Owner && P.Object.empty())
    P.ObjectType = types::typeName(Final.Owner);
  bool IsSame = Final.Slot.Type == First.Type;
  if (!IsOnObject && !IsSame)
    fillType(P, Final.Slot.Type, !Final.IsCalledByType);
  return Final.Slot;
}

/// Names memory that a function of C keeps in the record that it works on.
static void keepPlainly(Pin &P, const CallBase &Call) {
  if (P.IsPassedOn || P.Flags & (AllocationForCaller | AllocationMade))
    return;
  const DIType *Object = keptByParameter(Call, P.Name);
  if (!Object)
    return;
  P.Flags |= AllocationKeptPlainly;
  P.ObjectType = types::typeName(types::namedType(Object));
}

/// Names an object that the library makes for a smart pointer.
static void addShared(Pin &P, const CallBase &Call) {
  if (OwnObject SmartPointer = sharedObjectOf(Call); SmartPointer.Flags != 0)
    addFlags(P, SmartPointer);
}

static PinnedCall pinFor(CallBase &Call, AllocationKind Kind) {
  Pin P;
  P.Kind = Kind;
  P.IsPassedOn = isPassedOn(Call);
  P.Flags = isReturned(Call) ? AllocationReturned : 0;
  if (makesObject(Call, Kind) && nameByOwner(P, Call))
    return {&Call, P, nullptr};
  AllocationKind Naming = namingKind(Call, Kind);
  bool IsOnObject = Naming == AllocationKind::Context;
  Receiver R = receiverFor(Call, Naming);
  bool HasName = !R.Name.empty();
  if (!HasName)
    R = namelessFor(Call, Naming);
  fillType(P, R.Type, HasName && !IsOnObject);
  addFlags(P, objectOf(Call));
  const DIType *MadeType = madeType(Call);
  if (!MadeType)
    MadeType = !HasName     ? R.Type
               : IsOnObject ? types::heldType(R.Type)
                            : types::pointeeType(R.Type);
  KeptMemory Memory = IsOnObject ? keptInMember(Call, R) : KeptMemory();
  if (Memory.Member.Name.empty())
    Memory = keptMemory(Call, MadeType);
  if (Naming != Kind) {
    P.Type = types::typeName(types::declaredType(R.Type));
    P.ElementBytes = 0; // the library chooses the elements
  }
  if (Memory.Member.Name.empty()) {
    R = nameByHome(P, Call, R, IsOnObject);
    keepPlainly(P, Call);
    addShared(P, Call);
    return {&Call, P, R.Member};
  }
  nameByMember(P, Call, Memory);
  if (Memory.Flags == 0)
    addShared(P, Call);
  return {&Call, P, Memory.Member.Member};
}

/// Moves calls of members' constructors, in a constructor that the compiler
/// writes, from the location of the class to that where the member is declared,
/// which is where a reader looks. Columns begin at 1: column 0 is that of calls
/// that were merged, so it would find all pins of the line. No code changes.
static void separateMembers(MutableArrayRef<PinnedCall> Calls) {
  DenseMap<const DILocation *, StringRef> Names;
  DenseSet<const DILocation *> AmbiguousLocations;
  for (const PinnedCall &C : Calls)
    if (const DILocation *Location = C.Call->getDebugLoc();
        Names.try_emplace(Location, C.P.Name).first->second != C.P.Name)
      AmbiguousLocations.insert(Location);
  DenseMap<unsigned, unsigned> CallsOnLine;
  for (PinnedCall &C : Calls) {
    const DILocation *Location = C.Call->getDebugLoc();
    if (!C.Member || !AmbiguousLocations.contains(Location) ||
        C.Member->getRawFile() != Location->getScope()->getRawFile())
      continue;
    unsigned Line = C.Member->getLine();
    C.Call->setDebugLoc(
        DILocation::get(Location->getContext(), Line, ++CallsOnLine[Line],
                        Location->getScope(), Location->getInlinedAt()));
  }
}

/// Gives \p Call, if it has no column (-gno-column-info), the next one in its
/// line: \p CallsOnLine. No code changes.
static void giveColumn(CallBase &Call,
                       DenseMap<unsigned, unsigned> &CallsOnLine) {
  const DILocation *Location = Call.getDebugLoc();
  const unsigned Line = Location->getLine();
  if (Location->getColumn() == 0 && Line != 0)
    Call.setDebugLoc(DILocation::get(Location->getContext(), Line,
                                     ++CallsOnLine[Line], Location->getScope(),
                                     Location->getInlinedAt()));
}

/// A line and a column, by which pins are found in a function, whatever block a
/// macro's calls are in.
using Place = std::pair<unsigned, unsigned>;

static Place placeOf(const CallBase &Call) {
  const DebugLoc &Location = Call.getDebugLoc();
  return Location ? Place(Location.getLine(), Location.getCol()) : Place();
}

/// Gives allocations at one place that have different names places of their
/// own, in columns without calls: "allocate (a(n), b(n))" of Fortran, and
/// what a macro allocates. No code changes.
static void separateAllocations(MutableArrayRef<PinnedCall> Calls) {
  DenseMap<Place, StringRef> Names;
  DenseSet<Place> Places;
  for (const PinnedCall &C : Calls)
    Places.insert(placeOf(*C.Call));
  for (PinnedCall &C : Calls) {
    const DILocation *Location = C.Call->getDebugLoc();
    if (allocationKind(*C.Call) == AllocationKind::Unknown ||
        Names.try_emplace(placeOf(*C.Call), C.P.Name).first->second == C.P.Name)
      continue;
    unsigned Line = Location->getLine(), Column = Location->getColumn() + 1;
    while (!Places.insert({Line, Column}).second)
      ++Column;
    C.Call->setDebugLoc(DILocation::get(Location->getContext(), Line, Column,
                                        Location->getScope(),
                                        Location->getInlinedAt()));
  }
}

static void fillCallees(MutableArrayRef<PinnedCall> Calls) {
  DenseMap<Place, unsigned> Count;
  for (const PinnedCall &C : Calls)
    ++Count[placeOf(*C.Call)];
  for (PinnedCall &C : Calls)
    if (const llvm::Function *Callee = calleeOf(*C.Call);
        Callee && (Count[placeOf(*C.Call)] > 1 || !C.P.Object.empty()))
      C.P.Callee = Callee->getName();
}

PreservedAnalyses NamePass::run(Module &M, ModuleAnalysisManager &) {
  types::nameTaskBodies(M);
  pinFields(M);
  types::DeclaredMethods Methods(M);
  AllocatingFunctions Functions(M);
  for (llvm::Function &F : M) {
    if (F.isDeclaration() || !F.getSubprogram() ||
        types::isLibraryCode(F.getSubprogram()))
      continue;
    SmallVector<PinnedCall, 16> Calls;
    DenseMap<unsigned, unsigned> CallsOnLine;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->getDebugLoc())
        continue;
      if (!Functions.mayAllocate(*Call))
        continue;
      giveColumn(*Call, CallsOnLine);
      Calls.push_back(pinFor(*Call, callKind(*Call)));
      const Pin &P = Calls.back().P;
      if (P.Name.empty() && P.Object.empty() && !P.IsPassedOn &&
          (P.Flags & ~AllocationReturned) == 0)
        Calls.pop_back();
    }
    separateMembers(Calls);
    separateAllocations(Calls);
    fillCallees(Calls);
    for (const PinnedCall &C : Calls)
      addPin(M, C.Call->getDebugLoc(), C.P);
  }
  return PreservedAnalyses::all();
}
