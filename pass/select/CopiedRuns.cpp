//===- CopiedRuns.cpp - the runs of code that was copied ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/CopiedRuns.h"

using namespace llvm;
using namespace memfacet;

CopiedRuns::CopiedRuns(const ValueToValueMapTy &Copies,
                       const std::vector<Run> &Runs)
    : Copies(Copies), List(Runs) {
  for (Run &R : List) {
    R.Start = of(R.Start);
    R.First = of(R.First);
    R.Counted.clear();
    for (Access &A : R.Accesses)
      copy(A);
  }
}

template <typename T> T *CopiedRuns::of(T *V) const {
  Value *Copy = V ? Copies.lookup(V) : nullptr;
  return Copy ? cast<T>(Copy) : V;
}

/// Of what debuggers are told of variables there is no copy. Up to LLVM 18 they
/// are instructions, and a run may begin with one.
Instruction *CopiedRuns::of(Instruction *I) const {
  while (I && !Copies.lookup(I))
    I = I->getNextNode();
  return I ? cast<Instruction>(Copies.lookup(I)) : nullptr;
}

void CopiedRuns::copy(Access &A) const {
  A.Instruction = of(A.Instruction);
  A.Position = of(A.Position);
  A.Pointer = of(A.Pointer);
  A.Extra = of(A.Extra);
  A.Index = of(A.Index);
}
