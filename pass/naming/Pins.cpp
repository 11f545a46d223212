//===- Pins.cpp - names of allocations, kept for the last pass ------------===//

#include "pass/naming/Pins.h"
#include "pass/naming/AllocationCalls.h"
#include "pass/naming/DebugNames.h"
#include "pass/naming/FieldPins.h"
#include "pass/naming/Homes.h"
#include "pass/naming/OwnObjects.h"
#include "pass/naming/PassedOn.h"
#include "pass/naming/Receivers.h"
#include "pass/naming/Temporaries.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
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

static Receiver receiverFor(const CallBase &Call, AllocationKind Kind) {
  if (Kind == AllocationKind::Context)
    return describeObjectOf(Call);
  if (Kind != AllocationKind::Call || Call.getType()->isPointerTy())
    return receiverOf(Call);
  const Value *Output = outputOf(Call);
  return Output ? describeStorage(Output) : Receiver();
}

/// For memory that no variable receives.
static Receiver namelessFor(const CallBase &Call, AllocationKind Kind) {
  if (Kind == AllocationKind::Context)
    return describeTemporaryOf(Call);
  return Kind == AllocationKind::New ? describeNewObject(Call) : Receiver();
}

namespace {
struct PinnedCall {
  CallBase *Call;
  Pin P;
  const DIDerivedType *Member; ///< that the memory is of, or null
};
} // namespace

static PinnedCall pinFor(CallBase &Call, AllocationKind Kind) {
  Pin P;
  Receiver R = receiverFor(Call, Kind);
  P.Kind = Kind;
  P.PassedOn = isPassedOn(Call);
  Home Final = Kind == AllocationKind::Context ? homeOfObject(Call, R)
                                               : homeFrom(Call, R);
  R = Final.Slot;
  P.PassedOn |= Final.PassedOn;
  if (Final.Made)
    P.Flags |= AllocationMade;
  if (Final.Returned)
    P.Flags |= AllocationForCaller;
  if (Final.InPlace)
    P.Flags |= AllocationOnResult;
  bool HasName = !R.Name.empty();
  if (!HasName)
    R = namelessFor(Call, Kind);
  OwnObject Object = objectOf(Call);
  P.Object = Object.Name;
  P.ObjectType = typeName(Final.Owner && Object.Name.empty()
                              ? Final.Owner
                              : strippedType(Object.Type));
  KeptMemory Kept = keptBy(Call);
  P.Flags |= Object.Flags | Kept.Flags;
  if (Kept.Flags & AllocationKept) {
    P.Flags &= ~(AllocationMade | AllocationForCaller);
    R = Kept.Member;
    HasName = true;
  }
  P.Name = R.Name;
  bool PointsToMemory = HasName && Kind != AllocationKind::Context &&
                        !(P.Flags & AllocationMade);
  fillType(P, R.Type, PointsToMemory);
  return {&Call, P, R.Member};
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

static void addPin(Module &M, const DILocation *Location, const Pin &P) {
  LLVMContext &Context = M.getContext();
  auto Number = [&](uint64_t V) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(Context), V));
  };
  SmallVector<Metadata *, 11> Parts = {
      MDString::get(Context,
                    functionKey(Location->getScope()->getSubprogram())),
      Number(Location->getLine()),
      Number(Location->getColumn()),
      MDString::get(Context, P.Name),
      MDString::get(Context, P.Type),
      Number(P.ElementBytes),
      Number(uint64_t(P.Kind)),
      Number(P.PassedOn)};
  if (P.Flags != 0 || !P.Object.empty())
    Parts.append({MDString::get(Context, P.Object),
                  MDString::get(Context, P.ObjectType), Number(P.Flags)});
  M.getOrInsertNamedMetadata(PinList)->addOperand(MDTuple::get(Context, Parts));
}

PreservedAnalyses NamePass::run(Module &M, ModuleAnalysisManager &) {
  pinFields(M);
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
      if (P.Name.empty() && P.Object.empty() && !P.PassedOn && P.Flags == 0)
        Calls.pop_back();
    }
    tellMembersApart(Calls);
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
    Table.Functions[Text(0)].push_back(std::move(P));
  }
  M.eraseNamedMetadata(List);
  return Table;
}

static bool allocates(const Pin &P) {
  return P.Kind != AllocationKind::Context && P.Kind != AllocationKind::Call;
}

/// "a | b | c", each name once, at most three.
static Pin joined(ArrayRef<Pin> Pins, bool Allocates) {
  Pin All;
  SmallVector<StringRef, 4> Names;
  for (const Pin &P : Pins) {
    if (P.Name.empty() || allocates(P) != Allocates ||
        is_contained(Names, P.Name) || Names.size() == 3)
      continue;
    Names.push_back(P.Name);
    All.Name += (All.Name.empty() ? "" : " | ") + P.Name;
    bool Same = All.Type.empty() || All.Type == P.Type;
    All.Type = Same ? P.Type : "";
    All.ElementBytes = Same ? P.ElementBytes : 0;
  }
  return All;
}

Pin PinTable::lookup(const DILocation *Location, bool Allocates) const {
  auto It = Functions.find(functionKey(Location->getScope()->getSubprogram()));
  if (It == Functions.end())
    return {};
  if (Location->getLine() == 0)
    return joined(It->second, Allocates);
  SmallVector<Pin, 4> Here;
  for (const Pin &P : It->second)
    if (P.Line == Location->getLine() && P.Column == Location->getColumn()) {
      if (allocates(P) && Allocates)
        return P;
      Here.push_back(P);
    }
  if (Here.empty())
    return {};
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
