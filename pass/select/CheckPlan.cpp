//===- CheckPlan.cpp - which accesses share a check -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/CheckPlan.h"
#include "memfacet/Check.h"
#include "pass/runs/AddressForm.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"
#include <algorithm>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

/// At most this number of accesses share a check.
static constexpr size_t MaxGroupSize = 8;

namespace {

class Planner {
public:
  explicit Planner(const runs::Run &R) : R(R) {}
  std::vector<CheckedAccesses> plan();

private:
  void add(const accesses::Access &A, uint32_t Number);
  bool joins(const accesses::Access &A, const runs::AddressForm &Form) const;
  void finish();

  const runs::Run &R;
  std::vector<CheckedAccesses> List;
  CheckedAccesses Group;
  runs::AddressForm First; ///< of the first access of Group
  /// The accesses of Group: how many bytes after the first one each begins.
  SmallVector<int64_t, MaxGroupSize> Distances;
};

} // namespace

static bool isAccess(const accesses::Access &A) {
  return A.Shape <= SiteShape::Masked;
}

bool memfacet::select::isPlainAccess(const accesses::Access &A) {
  return A.Shape == SiteShape::Fixed && A.Lane < 0 && A.Size != 0 &&
         A.Size <= SelectLineBytes;
}

static runs::AddressForm formOf(const accesses::Access &A) {
  return runs::addressForm(A.Pointer,
                           A.Instruction->getModule()->getDataLayout());
}

/// Returns the alignment of \p A's address, as far as the program states it.
static uint64_t alignmentOf(const accesses::Access &A) {
  const Instruction *I = A.Instruction;
  if (getLoadStorePointerOperand(I) != A.Pointer)
    return 1;
  return getLoadStoreAlignment(const_cast<Instruction *>(I)).value();
}

/// Returns whether \p A, the next access, whose address is \p Form, shares the
/// check of those before it.
bool Planner::joins(const accesses::Access &A,
                    const runs::AddressForm &Form) const {
  if (Group.Count == 0 || Group.Count == MaxGroupSize ||
      !Form.isComparable(First))
    return false;
  int64_t Low = Form.distance(First);
  if (Low < -int64_t(SelectLineBytes) || Low > int64_t(SelectLineBytes))
    return false;
  int64_t High = Low + int64_t(A.Size);
  for (size_t I = 0; I != Distances.size(); ++I) {
    Low = std::min(Low, Distances[I]);
    High = std::max<int64_t>(High,
                             Distances[I] + R.Accesses[Group.First + I].Size);
  }
  return High - Low <= int64_t(SelectLineBytes);
}

/// Adds \p A, a plain access, to Group, or begins the next one with it.
void Planner::add(const accesses::Access &A, uint32_t Number) {
  runs::AddressForm Form = formOf(A);
  if (!joins(A, Form)) {
    finish();
    Group.First = Number;
    First = Form;
  }
  Distances.push_back(Form.distance(First));
  ++Group.Count;
}

/// Computes what the accesses of Group have in common, and lists Group.
void Planner::finish() {
  if (Group.Count == 0)
    return;
  MEMFACET_CHECK(Distances.size() == Group.Count, "each access has a distance");
  int64_t Low = *std::min_element(Distances.begin(), Distances.end()),
          End = Low;
  for (size_t I = 0; I != Distances.size(); ++I) {
    const accesses::Access &A = R.Accesses[Group.First + I];
    End = std::max<int64_t>(End, Distances[I] + A.Size);
    Group.Offsets.push_back(Distances[I] - Low);
    Group.Alignment =
        std::max(Group.Alignment,
                 MinAlign(alignmentOf(A), uint64_t(Distances[I] - Low)));
  }
  Group.Low = Low;
  Group.Bytes = uint64_t(End - Low);
  MEMFACET_CHECK(Group.Bytes != 0 && Group.Bytes <= SelectLineBytes,
                 "a group spans at most a line");
  Group.IsOneLine = Group.Bytes <= std::min(Group.Alignment, SelectLineBytes);
  List.push_back(Group);
  Group = CheckedAccesses();
  Distances.clear();
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
    add(A, I);
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
