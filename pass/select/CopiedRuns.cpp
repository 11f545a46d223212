//===- CopiedRuns.cpp - the code runs that were copied -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/CopiedRuns.h"
#include "memfacet/Check.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

CopiedRuns::CopiedRuns(const ValueToValueMapTy &Copies,
                       const std::vector<runs::Run> &Runs)
    : Copies(Copies), List(Runs) {
  for (runs::Run &R : List) {
    R.Start = copyOf(R.Start);
    R.First = copyOf(R.First);
    MEMFACET_CHECK(R.Start && R.First, "the copy has all blocks of the runs");
    R.Counted.clear();
    for (accesses::Access &A : R.Accesses)
      copy(A);
  }
}

template <typename T> T *CopiedRuns::copyOf(T *V) const {
  Value *Copy = V ? Copies.lookup(V) : nullptr;
  return Copy ? cast<T>(Copy) : V;
}

/// Returns the copy of \p I, or of the next instruction that has one: debug
/// values have none. Up to LLVM 18 these are instructions, and a run may begin
/// with one.
Instruction *CopiedRuns::copyOf(Instruction *I) const {
  while (I && !Copies.lookup(I))
    I = I->getNextNode();
  return I ? cast<Instruction>(Copies.lookup(I)) : nullptr;
}

void CopiedRuns::copy(accesses::Access &A) const {
  A.Instruction = copyOf(A.Instruction);
  A.Position = copyOf(A.Position);
  A.Pointer = copyOf(A.Pointer);
  A.Extra = copyOf(A.Extra);
  A.Index = copyOf(A.Index);
}
