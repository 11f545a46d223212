//===- CheckPlan.cpp - which accesses share a check -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/CheckPlan.h"
#include "memfacet/Check.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

/// At most this number of accesses share a check.
static constexpr size_t MaxGroupSize = 8;

namespace {

/// An access at a constant distance from a base.
struct Place {
  Value *Base;
  int64_t Offset;
};

class Planner {
public:
  explicit Planner(const runs::Run &R) : R(R) {}
  std::vector<CheckedAccesses> plan();

private:
  bool joins(const accesses::Access &A) const;
  void begin(const accesses::Access &A, uint32_t Number);
  void finish();

  const runs::Run &R;
  std::vector<CheckedAccesses> List;
  CheckedAccesses Group;
  Place FirstPlace{};                      ///< of the first access of Group
  SmallVector<Place, MaxGroupSize> Places; ///< of the accesses of Group
};

} // namespace

static bool isAccess(const accesses::Access &A) {
  return A.Shape <= SiteShape::Masked;
}

bool memfacet::select::isPlainAccess(const accesses::Access &A) {
  return A.Shape == SiteShape::Fixed && A.Lane < 0 && A.Size != 0 &&
         A.Size <= SelectLineBytes;
}

static Place placeOf(const accesses::Access &A) {
  const DataLayout &Layout = A.Instruction->getModule()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(A.Pointer->getType()), 0);
  Value *Base = A.Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  return {Base, Offset.getSExtValue()};
}

/// Returns the alignment of \p A's address, as far as the program states it.
static uint64_t alignmentOf(const accesses::Access &A) {
  const Instruction *I = A.Instruction;
  if (getLoadStorePointerOperand(I) != A.Pointer)
    return 1;
  return getLoadStoreAlignment(const_cast<Instruction *>(I)).value();
}

void Planner::begin(const accesses::Access &A, uint32_t Number) {
  finish();
  Group = CheckedAccesses();
  Group.First = Number;
  FirstPlace = placeOf(A);
}

/// Whether \p A, the next access, shares the check of those before it.
bool Planner::joins(const accesses::Access &A) const {
  if (Group.Count == 0 || Group.Count == MaxGroupSize)
    return false;
  Place P = placeOf(A);
  if (P.Base != FirstPlace.Base)
    return false;
  int64_t Low = P.Offset, High = P.Offset + A.Size;
  for (size_t I = 0; I != Places.size(); ++I) {
    Low = std::min(Low, Places[I].Offset);
    High = std::max<int64_t>(High, Places[I].Offset +
                                       R.Accesses[Group.First + I].Size);
  }
  return High - Low <= int64_t(SelectLineBytes);
}

/// Computes what the accesses of Group have in common, and lists Group.
void Planner::finish() {
  if (Group.Count == 0)
    return;
  MEMFACET_CHECK(Places.size() == Group.Count, "each access has a place");
  int64_t Low = Places.front().Offset, End = Low;
  for (const Place &P : Places)
    Low = std::min(Low, P.Offset);
  for (size_t I = 0; I != Places.size(); ++I) {
    const accesses::Access &A = R.Accesses[Group.First + I];
    End = std::max<int64_t>(End, Places[I].Offset + A.Size);
    Group.Offsets.push_back(Places[I].Offset - Low);
    Group.Alignment =
        std::max(Group.Alignment,
                 MinAlign(alignmentOf(A), uint64_t(Places[I].Offset - Low)));
  }
  Group.Low = Low - Places.front().Offset;
  Group.Bytes = uint64_t(End - Low);
  MEMFACET_CHECK(Group.Bytes != 0 && Group.Bytes <= SelectLineBytes,
                 "a group spans at most a line");
  Group.IsOneLine = Group.Bytes <= std::min(Group.Alignment, SelectLineBytes);
  List.push_back(Group);
  Group = CheckedAccesses();
  Places.clear();
}

/// Returns the check of access \p Number, which the runtime tests.
static CheckedAccesses singleAccess(uint32_t Number) {
  CheckedAccesses Single;
  Single.IsSingle = true;
  Single.First = Number;
  Single.Count = 1;
  return Single;
}

std::vector<CheckedAccesses> Planner::plan() {
  for (uint32_t I = 0; I != R.Accesses.size(); ++I) {
    const accesses::Access &A = R.Accesses[I];
    if (!isPlainAccess(A)) {
      finish();
      if (!isAccess(A))
        continue;
      List.push_back(singleAccess(I));
      continue;
    }
    if (!joins(A))
      begin(A, I);
    Places.push_back(placeOf(A));
    ++Group.Count;
  }
  finish();
  return List;
}

CheckedAccesses CheckedAccesses::single(uint32_t Number,
                                        const accesses::Access &A) const {
  MEMFACET_CHECK(!IsSingle && Number < Count && Number < Offsets.size(),
                 "the access is one of this check");
  CheckedAccesses Member;
  Member.First = First + Number;
  Member.Count = 1;
  Member.Bytes = A.Size;
  Member.Alignment = MinAlign(Alignment, uint64_t(Offsets[Number]));
  Member.IsOneLine =
      Member.Bytes <= std::min(Member.Alignment, SelectLineBytes);
  Member.Offsets.push_back(0);
  return Member;
}

std::vector<CheckedAccesses> memfacet::select::planChecks(const runs::Run &R) {
  return Planner(R).plan();
}
