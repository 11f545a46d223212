//===- PinTable.cpp - names of allocations, as metadata -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "pass/naming/Pins.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

static constexpr StringRef PinList = "memfacet.pins";

void memfacet::naming::addPin(Module &M, const DILocation *Location,
                              const Pin &P) {
  MEMFACET_CHECK(Location, "a pin is found by its place");
  LLVMContext &Context = M.getContext();
  auto Number = [&](uint64_t V) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(Context), V));
  };
  SmallVector<Metadata *, 12> Parts = {
      MDString::get(Context,
                    types::functionKey(Location->getScope()->getSubprogram())),
      Number(Location->getLine()),
      Number(Location->getColumn()),
      MDString::get(Context, P.Name),
      MDString::get(Context, P.Type),
      Number(P.ElementBytes),
      Number(uint64_t(P.Kind)),
      Number(P.IsPassedOn)};
  if (P.Flags != 0 || !P.Object.empty() || !P.Callee.empty())
    Parts.append({MDString::get(Context, P.Object),
                  MDString::get(Context, P.ObjectType), Number(P.Flags)});
  if (!P.Callee.empty())
    Parts.push_back(MDString::get(Context, P.Callee));
  M.getOrInsertNamedMetadata(PinList)->addOperand(MDTuple::get(Context, Parts));
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
    P.IsPassedOn = Number(7) != 0;
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

/// Returns whether \p P is a temporary that becomes, or gets into, what another
/// of \p Pins names, or into the same as a later one of them.
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

/// Joins names to "a | b | c", each once, at most three. Flags of one
/// container's memory hold for all.
static Pin joined(ArrayRef<Pin> Pins, bool Allocates) {
  Pin All;
  SmallVector<StringRef, 4> Names;
  for (const Pin &P : Pins) {
    if (P.Name.empty() || allocates(P) != Allocates)
      continue;
    uint16_t KeptFlags = P.Flags & (AllocationKept | AllocationKeptPlainly);
    bool IsEqual =
        Names.empty() || (P.Name == All.Name && KeptFlags == All.Flags);
    All.Flags = IsEqual ? KeptFlags : 0;
    if (is_contained(Names, P.Name) || Names.size() == 3 || isOnItsWay(P, Pins))
      continue;
    Names.push_back(P.Name);
    All.Name += (All.Name.empty() ? "" : " | ") + P.Name;
    bool IsSame = All.Type.empty() || All.Type == P.Type;
    All.Type = IsSame ? P.Type : "";
    All.ElementBytes = IsSame ? P.ElementBytes : 0;
  }
  return All;
}

/// Sets what merged calls work on: "a | b" if both hold an object of one type.
static void joinObjects(Pin &All, ArrayRef<Pin> Pins) {
  SmallVector<StringRef, 4> Names;
  for (const Pin &P : Pins) {
    bool IsSame = All.ObjectType.empty() || P.ObjectType == All.ObjectType;
    if (P.Object.empty() || is_contained(Names, P.Object) ||
        Names.size() == 3 || !IsSame)
      continue;
    Names.push_back(P.Object);
    All.Object += (All.Object.empty() ? "" : " | ") + P.Object;
    All.ObjectType = P.ObjectType;
    All.Flags |= P.Flags & AllocationHolds;
  }
}

/// Returns whether \p A and \p B are symbols of one function of the source. The
/// code of a constructor can have several: C1 and C2.
static bool sameFunction(StringRef A, StringRef B) {
  if (A.size() != B.size())
    return false;
  for (size_t I = 0; I != A.size(); ++I)
    if (A[I] != B[I] && !(isDigit(A[I]) && isDigit(B[I]) && I != 0 &&
                          (A[I - 1] == 'C' || A[I - 1] == 'D')))
      return false;
  return true;
}

/// Returns those of \p Pins that are of calls of \p Callee, a symbol; all if
/// none is.
static SmallVector<Pin, 4> pinsOfCallee(ArrayRef<Pin> Pins, StringRef Callee) {
  SmallVector<Pin, 4> Found;
  if (!Callee.empty())
    copy_if(Pins, std::back_inserter(Found),
            [&](const Pin &P) { return sameFunction(P.Callee, Callee); });
  return Found.empty() ? SmallVector<Pin, 4>(Pins) : Found;
}

/// Returns what merged calls of one function have in common.
static Pin merged(ArrayRef<Pin> Pins, bool Allocates, StringRef Callee) {
  SmallVector<Pin, 4> Calls = pinsOfCallee(Pins, Callee);
  Pin All = joined(Calls, Allocates);
  if (!Allocates)
    joinObjects(All, Calls);
  return All;
}

Pin PinTable::lookup(const DILocation *Location, bool Allocates,
                     StringRef Callee) const {
  auto Entry =
      Functions.find(types::functionKey(Location->getScope()->getSubprogram()));
  if (Entry == Functions.end())
    return {};
  if (Location->getLine() == 0)
    return merged(Entry->second, Allocates, Callee);
  SmallVector<Pin, 4> Candidates;
  for (const Pin &P : Entry->second)
    // Calls of one line that were merged have no column.
    if (P.Line == Location->getLine() &&
        (P.Column == Location->getColumn() || Location->getColumn() == 0)) {
      if (allocates(P) && Allocates)
        return P;
      Candidates.push_back(P);
    }
  if (Candidates.empty())
    return {};
  auto Called = find_if(
      Candidates, [&](const Pin &P) { return sameFunction(P.Callee, Callee); });
  if (Called != Candidates.end() && !Callee.empty() &&
      allocates(*Called) == Allocates)
    return *Called;
  auto First = find_if(Candidates,
                       [&](const Pin &P) { return allocates(P) == Allocates; });
  if (First == Candidates.end())
    return Candidates.back();
  // The members' constructors in one that the compiler makes stand at the
  // class: which of them it is, the place does not say.
  Pin All = joined(Candidates, Allocates);
  All.Kind = First->Kind;
  All.IsPassedOn = First->IsPassedOn;
  return All.Name.empty() || All.Name == First->Name ? *First : All;
}
