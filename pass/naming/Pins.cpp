//===- Pins.cpp - names of allocations, kept for the last pass ------------===//

#include "pass/naming/Pins.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/FieldPins.h"
#include "pass/naming/Homes.h"
#include "pass/naming/Journey.h"
#include "pass/naming/KeptMemory.h"
#include "pass/naming/NewObjects.h"
#include "pass/naming/OwnObjects.h"
#include "pass/naming/PassedOn.h"
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

static constexpr StringRef PinList = "memfacet.pins";

/// What of the receiver's type the report shows: an allocating call fills what
/// a pointer points to, a container is what it is.
static void fillType(Pin &P, const DIType *Ty, bool PointsToMemory) {
  const DIType *Element = PointsToMemory ? pointeeType(Ty) : strippedType(Ty);
  if (!Element && !PointsToMemory)
    Element = Ty;
  if (const DIType *Owned = PointsToMemory ? nullptr : ownedType(Element))
    Element = Owned;
  P.Type = typeName(Element);
  P.ElementBytes = typeBytes(Element);
}

/// Whether \p Call is a `new`, also one of a class's own.
static bool makesObject(const CallBase &Call, AllocationKind Kind) {
  return Kind == AllocationKind::New ||
         (Kind == AllocationKind::Call && madeBy(Call) && !isPlacement(Call));
}

/// The object that \p Call works on; if `new` makes it for that, what receives
/// the object.
static Receiver objectReceiver(const CallBase &Call) {
  Receiver R = describeObjectOf(Call);
  auto *New = dyn_cast<CallBase>(Call.getArgOperand(0));
  if (!R.Name.empty() || !New || !madeBy(*New))
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

/// For memory that no variable receives.
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

/// Whether \p Call is to a method of a library that is not the standard one.
/// Its code names nothing, like that one's.
static bool isOnLibraryObject(const CallBase &Call) {
  const DISubprogram *Callee = calleeSubprogram(Call);
  return Callee && isLibraryCode(Callee) &&
         !isLibrarySymbol(Callee->getLinkageName()) && Call.arg_size() > 0 &&
         Call.getArgOperand(0)->getType()->isPointerTy() &&
         (classOf(Callee) || Call.paramHasAttr(0, Attribute::StructRet));
}

/// How the receiver of \p Call is looked for.
static AllocationKind namingKind(const CallBase &Call, AllocationKind Kind) {
  bool Object = Kind == AllocationKind::Call && isOnLibraryObject(Call);
  return Object ? AllocationKind::Context : Kind;
}

/// \p Ty as it was declared: libraries give their templates' instances names.
static const DIType *unqualified(const DIType *Ty) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(Ty);
  while (Derived && (Derived->getTag() == dwarf::DW_TAG_const_type ||
                     Derived->getTag() == dwarf::DW_TAG_volatile_type)) {
    Ty = Derived->getBaseType();
    Derived = dyn_cast_or_null<DIDerivedType>(Ty);
  }
  return Ty;
}

static void addFlags(Pin &P, const OwnObject &Object) {
  P.Object = Object.Name;
  P.ObjectType = typeName(strippedType(Object.Type));
  P.Flags |= Object.Flags;
}

/// An object that a smart pointer of the program's own gets, or a container.
static bool nameByOwner(Pin &P, const CallBase &Call) {
  auto [Object, OfMany] = ownerOf(Call);
  if (Object.Name.empty() && Object.Flags == 0)
    return false;
  std::string What = typeName(strippedType(madeBy(Call)));
  fillType(P, madeBy(Call), false);
  // A temporary on its way into something else.
  Receiver Taker = Object.Flags == 0 ? describeNewObject(Call) : Receiver();
  if (!Taker.Name.empty())
    P.Name = Taker.Name;
  else if (Object.Name.empty())
    P.Name = What;
  else
    P.Name = OfMany ? What + " (in " + Object.Name + ")" : Object.Name;
  if (Object.Flags == 0 || OfMany)
    return true;
  addFlags(P, Object);
  P.Flags |= AllocationHeld;
  return true;
}

/// The memory is called after the member that keeps it.
static void nameByMember(Pin &P, const CallBase &Call, const KeptMemory &Kept) {
  fillType(P, Kept.Member.Type, false);
  P.Name = Kept.Member.Name;
  P.Flags |= Kept.Flags;
  if (Kept.Flags != 0 && P.Kind != AllocationKind::Context)
    if (uint64_t Bytes = elementBytes(ownClass(Call), Kept.Member.Type))
      P.ElementBytes = Bytes;
}

/// The memory is called after where it is in the end.
static Receiver nameByHome(Pin &P, const CallBase &Call, const Receiver &First,
                           bool OnObject) {
  Home Final = OnObject ? homeOfObject(Call, First) : homeFrom(Call, First);
  P.Name = Final.Slot.Name;
  P.PassedOn |= Final.PassedOn;
  P.Flags |= (Final.Made ? AllocationMade : 0) |
             (Final.Returned ? AllocationForCaller : 0) |
             (!Final.InPlace         ? 0
              : First.Name == "this" ? AllocationOnSelf
                                     : AllocationOnResult);
  if (Final.Owner && P.Object.empty())
    P.ObjectType = typeName(Final.Owner);
  bool Same = Final.Slot.Type == First.Type;
  if (!OnObject && !Same)
    fillType(P, Final.Slot.Type, !Final.Made);
  return Final.Slot;
}

static PinnedCall pinFor(CallBase &Call, AllocationKind Kind) {
  Pin P;
  P.Kind = Kind;
  P.PassedOn = isPassedOn(Call);
  P.Flags = isReturned(Call) ? AllocationReturned : 0;
  if (makesObject(Call, Kind) && nameByOwner(P, Call))
    return {&Call, P, nullptr};
  AllocationKind Naming = namingKind(Call, Kind);
  bool OnObject = Naming == AllocationKind::Context;
  Receiver R = receiverFor(Call, Naming);
  bool HasName = !R.Name.empty();
  if (!HasName)
    R = namelessFor(Call, Naming);
  fillType(P, R.Type, HasName && !OnObject);
  addFlags(P, objectOf(Call));
  const DIType *Made = madeBy(Call);
  if (!Made)
    Made = !HasName   ? R.Type
           : OnObject ? heldType(R.Type)
                      : pointeeType(R.Type);
  KeptMemory Kept = OnObject ? keptInMember(Call, R) : KeptMemory();
  if (Kept.Member.Name.empty())
    Kept = keptBy(Call, Made);
  if (Naming != Kind) {
    P.Type = typeName(unqualified(R.Type));
    P.ElementBytes = 0; // whatever that library makes of it
  }
  if (Kept.Member.Name.empty()) {
    R = nameByHome(P, Call, R, OnObject);
    return {&Call, P, R.Member};
  }
  nameByMember(P, Call, Kept);
  return {&Call, P, Kept.Member.Member};
}

/// In a constructor that the compiler writes, all members' constructors are
/// called at the place of the class. Each gets the place where its member is
/// declared, which is what a reader looks for, too. No code changes.
static void tellMembersApart(MutableArrayRef<PinnedCall> Calls) {
  DenseMap<const DILocation *, StringRef> Names;
  DenseSet<const DILocation *> Several;
  for (const PinnedCall &C : Calls)
    if (const DILocation *At = C.Call->getDebugLoc();
        Names.try_emplace(At, C.P.Name).first->second != C.P.Name)
      Several.insert(At);
  DenseMap<unsigned, unsigned> OnLine;
  for (PinnedCall &C : Calls) {
    const DILocation *At = C.Call->getDebugLoc();
    if (!C.Member || !Several.contains(At) ||
        C.Member->getFile() != At->getFile())
      continue;
    unsigned Line = C.Member->getLine();
    C.Call->setDebugLoc(DILocation::get(At->getContext(), Line, OnLine[Line]++,
                                        At->getScope(), At->getInlinedAt()));
  }
}

static void fillCallees(MutableArrayRef<PinnedCall> Calls) {
  DenseMap<const DILocation *, unsigned> Count;
  for (const PinnedCall &C : Calls)
    ++Count[C.Call->getDebugLoc()];
  for (PinnedCall &C : Calls)
    if (const llvm::Function *Callee = calleeOf(*C.Call);
        Callee && Count[C.Call->getDebugLoc()] > 1)
      C.P.Callee = Callee->getName();
}

static void addPin(Module &M, const DILocation *Location, const Pin &P) {
  LLVMContext &Context = M.getContext();
  auto Number = [&](uint64_t V) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(Context), V));
  };
  SmallVector<Metadata *, 12> Parts = {
      MDString::get(Context,
                    functionKey(Location->getScope()->getSubprogram())),
      Number(Location->getLine()),
      Number(Location->getColumn()),
      MDString::get(Context, P.Name),
      MDString::get(Context, P.Type),
      Number(P.ElementBytes),
      Number(uint64_t(P.Kind)),
      Number(P.PassedOn)};
  if (P.Flags != 0 || !P.Object.empty() || !P.Callee.empty())
    Parts.append({MDString::get(Context, P.Object),
                  MDString::get(Context, P.ObjectType), Number(P.Flags)});
  if (!P.Callee.empty())
    Parts.push_back(MDString::get(Context, P.Callee));
  M.getOrInsertNamedMetadata(PinList)->addOperand(MDTuple::get(Context, Parts));
}

PreservedAnalyses NamePass::run(Module &M, ModuleAnalysisManager &) {
  nameTaskBodies(M);
  pinFields(M);
  DeclaredMethods Methods(M);
  AllocatingFunctions Functions(M);
  for (llvm::Function &F : M) {
    if (F.isDeclaration() || !F.getSubprogram() ||
        isLibraryCode(F.getSubprogram()))
      continue;
    SmallVector<PinnedCall, 16> Calls;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->getDebugLoc())
        continue;
      if (!Functions.mayAllocate(*Call))
        continue;
      Calls.push_back(pinFor(*Call, callKind(*Call)));
      const Pin &P = Calls.back().P;
      if (P.Name.empty() && P.Object.empty() && !P.PassedOn &&
          (P.Flags & ~AllocationReturned) == 0)
        Calls.pop_back();
    }
    tellMembersApart(Calls);
    fillCallees(Calls);
    for (const PinnedCall &C : Calls)
      addPin(M, C.Call->getDebugLoc(), C.P);
  }
  return PreservedAnalyses::all();
}

PinTable PinTable::take(Module &M) {
  PinTable Table;
  NamedMDNode *List = M.getNamedMetadata(PinList);
  if (!List)
    return Table;
  for (const MDNode *Node : List->operands()) {
    auto Text = [&](unsigned I) {
      return cast<MDString>(Node->getOperand(I))->getString();
    };
    auto Number = [&](unsigned I) -> uint32_t {
      return mdconst::extract<ConstantInt>(Node->getOperand(I))->getZExtValue();
    };
    Pin P;
    P.Line = Number(1);
    P.Column = Number(2);
    P.Name = Text(3).str();
    P.Type = Text(4).str();
    P.ElementBytes = Number(5);
    P.Kind = AllocationKind(Number(6));
    P.PassedOn = Number(7) != 0;
    if (Node->getNumOperands() > 8) {
      P.Object = Text(8).str();
      P.ObjectType = Text(9).str();
      P.Flags = uint16_t(Number(10));
    }
    if (Node->getNumOperands() > 11)
      P.Callee = Text(11).str();
    Table.Functions[Text(0)].push_back(std::move(P));
  }
  M.eraseNamedMetadata(List);
  return Table;
}

static bool allocates(const Pin &P) {
  return P.Kind != AllocationKind::Context && P.Kind != AllocationKind::Call;
}

/// Whether \p P is a temporary that becomes, or gets into, what another of
/// \p Pins names, or into the same as a later one of them.
static bool isOnItsWay(const Pin &P, ArrayRef<Pin> Pins) {
  size_t In = P.Name.rfind(" (in ");
  if (In == std::string::npos)
    return false;
  StringRef Taker = StringRef(P.Name).substr(In);
  return any_of(Pins, [&](const Pin &Other) {
    return Taker == " (in " + Other.Name + ")" ||
           (&Other > &P && StringRef(Other.Name).ends_with(Taker));
  });
}

/// "a | b | c", each name once, at most three. What holds of one container's
/// memory holds of all.
static Pin joined(ArrayRef<Pin> Pins, bool Allocates) {
  Pin All;
  SmallVector<StringRef, 4> Names;
  for (const Pin &P : Pins) {
    if (P.Name.empty() || allocates(P) != Allocates)
      continue;
    uint16_t Kept = P.Flags & (AllocationKept | AllocationKeptPlainly);
    bool Like = Names.empty() || (P.Name == All.Name && Kept == All.Flags);
    All.Flags = Like ? Kept : 0;
    if (is_contained(Names, P.Name) || Names.size() == 3 || isOnItsWay(P, Pins))
      continue;
    Names.push_back(P.Name);
    All.Name += (All.Name.empty() ? "" : " | ") + P.Name;
    bool Same = All.Type.empty() || All.Type == P.Type;
    All.Type = Same ? P.Type : "";
    All.ElementBytes = Same ? P.ElementBytes : 0;
  }
  return All;
}

/// Whether \p A and \p B are symbols of one function of the source. The code
/// of a constructor can have several: C1 and C2.
static bool sameFunction(StringRef A, StringRef B) {
  if (A.size() != B.size())
    return false;
  for (size_t I = 0; I != A.size(); ++I)
    if (A[I] != B[I] && !(isDigit(A[I]) && isDigit(B[I]) && I != 0 &&
                          (A[I - 1] == 'C' || A[I - 1] == 'D')))
      return false;
  return true;
}

Pin PinTable::lookup(const DILocation *Location, bool Allocates,
                     StringRef Callee) const {
  auto It = Functions.find(functionKey(Location->getScope()->getSubprogram()));
  if (It == Functions.end())
    return {};
  if (Location->getLine() == 0)
    return joined(It->second, Allocates);
  SmallVector<Pin, 4> Here;
  for (const Pin &P : It->second)
    // Calls of one line that were merged have no column.
    if (P.Line == Location->getLine() &&
        (P.Column == Location->getColumn() || Location->getColumn() == 0)) {
      if (allocates(P) && Allocates)
        return P;
      Here.push_back(P);
    }
  if (Here.empty())
    return {};
  auto Called = find_if(
      Here, [&](const Pin &P) { return sameFunction(P.Callee, Callee); });
  if (Called != Here.end() && !Callee.empty() &&
      allocates(*Called) == Allocates)
    return *Called;
  auto First =
      find_if(Here, [&](const Pin &P) { return allocates(P) == Allocates; });
  if (First == Here.end())
    return Here.back();
  // The members' constructors in one that the compiler makes stand at the
  // class: which of them it is, the place does not say.
  Pin All = joined(Here, Allocates);
  All.Kind = First->Kind;
  All.PassedOn = First->PassedOn;
  return All.Name.empty() || All.Name == First->Name ? *First : All;
}
