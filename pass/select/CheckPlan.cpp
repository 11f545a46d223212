//===- CheckPlan.cpp - which accesses share a check -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/CheckPlan.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;

/// Accesses that share a check.
static constexpr size_t MostTogether = 8;

namespace {

/// An access at a constant distance from a base.
struct Placed {
  Value *Base;
  int64_t Offset;
};

class Planner {
public:
  explicit Planner(const Run &R) : R(R) {}
  std::vector<CheckedAccesses> plan();

private:
  bool joins(const Access &A) const;
  void begin(const Access &A, uint32_t Number);
  void finish();

  const Run &R;
  std::vector<CheckedAccesses> List;
  CheckedAccesses Open;
  Placed At{};                           ///< of the first access of Open
  SmallVector<Placed, MostTogether> All; ///< of Open
};

} // namespace

static bool isAccess(const Access &A) { return A.Shape <= SiteShape::Masked; }

bool memfacet::isPlainAccess(const Access &A) {
  return A.Shape == SiteShape::Fixed && A.Lane < 0 && A.Size != 0 &&
         A.Size <= SelectLineBytes;
}

static Placed placeOf(const Access &A) {
  const DataLayout &Layout = A.Instruction->getModule()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(A.Pointer->getType()), 0);
  Value *Base = A.Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  return {Base, Offset.getSExtValue()};
}

/// Of its address, as far as the program says.
static uint64_t alignmentOf(const Access &A) {
  const Instruction *I = A.Instruction;
  if (getLoadStorePointerOperand(I) != A.Pointer)
    return 1;
  return getLoadStoreAlignment(const_cast<Instruction *>(I)).value();
}

void Planner::begin(const Access &A, uint32_t Number) {
  finish();
  Open = CheckedAccesses();
  Open.First = Number;
  At = placeOf(A);
}

/// Whether \p A, the next access, shares the check of those before it.
bool Planner::joins(const Access &A) const {
  if (Open.Count == 0 || Open.Count == MostTogether)
    return false;
  Placed P = placeOf(A);
  if (P.Base != At.Base)
    return false;
  int64_t Low = P.Offset, High = P.Offset + A.Size;
  for (size_t I = 0; I != All.size(); ++I) {
    Low = std::min(Low, All[I].Offset);
    High = std::max<int64_t>(High,
                             All[I].Offset + R.Accesses[Open.First + I].Size);
  }
  return High - Low <= int64_t(SelectLineBytes);
}

/// Computes what is common to the accesses of Open.
void Planner::finish() {
  if (Open.Count == 0)
    return;
  int64_t Low = All.front().Offset, End = Low;
  for (const Placed &P : All)
    Low = std::min(Low, P.Offset);
  for (size_t I = 0; I != All.size(); ++I) {
    const Access &A = R.Accesses[Open.First + I];
    End = std::max<int64_t>(End, All[I].Offset + A.Size);
    Open.Offsets.push_back(All[I].Offset - Low);
    Open.Alignment =
        std::max(Open.Alignment,
                 MinAlign(alignmentOf(A), uint64_t(All[I].Offset - Low)));
  }
  Open.Low = Low - All.front().Offset;
  Open.Bytes = uint64_t(End - Low);
  Open.OneLine = Open.Bytes <= std::min(Open.Alignment, SelectLineBytes);
  List.push_back(Open);
  Open = CheckedAccesses();
  All.clear();
}

/// Access \p Number, which the runtime looks at.
static CheckedAccesses calledFor(uint32_t Number) {
  CheckedAccesses Single;
  Single.Alone = true;
  Single.First = Number;
  Single.Count = 1;
  return Single;
}

std::vector<CheckedAccesses> Planner::plan() {
  for (uint32_t I = 0; I != R.Accesses.size(); ++I) {
    const Access &A = R.Accesses[I];
    if (!isPlainAccess(A)) {
      finish();
      if (!isAccess(A))
        continue;
      List.push_back(calledFor(I));
      continue;
    }
    if (!joins(A))
      begin(A, I);
    All.push_back(placeOf(A));
    ++Open.Count;
  }
  finish();
  return List;
}

CheckedAccesses CheckedAccesses::only(uint32_t Number, const Access &A) const {
  CheckedAccesses One;
  One.First = First + Number;
  One.Count = 1;
  One.Bytes = A.Size;
  One.Alignment = MinAlign(Alignment, uint64_t(Offsets[Number]));
  One.OneLine = One.Bytes <= std::min(One.Alignment, SelectLineBytes);
  One.Offsets.push_back(0);
  return One;
}

std::vector<CheckedAccesses> memfacet::planChecks(const Run &R) {
  return Planner(R).plan();
}
