//===- TargetVectors.cpp - vector accesses of one processor family --------===//

#include "pass/accesses/TargetVectors.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include <algorithm>

using namespace llvm;
using namespace memfacet;

namespace {

/// The intrinsics whose names begin so, and where their operands are. -1: none;
/// for Data, the result.
struct Family {
  StringRef Prefix;
  AccessKind Kind;
  int Base, Mask, Data, Index, Scale;
};

constexpr AccessKind Load = AccessKind::Load, Store = AccessKind::Store;
constexpr Family Families[] = {
    {"llvm.x86.avx2.gather.", Load, 1, 3, -1, 2, 4},
    {"llvm.x86.avx512.mask.gather", Load, 1, 3, -1, 2, 4},
    {"llvm.x86.avx512.mask.scatter", Store, 0, 1, 3, 2, 4},
    {"llvm.x86.avx.maskload.", Load, 0, 1, -1, -1, -1},
    {"llvm.x86.avx2.maskload.", Load, 0, 1, -1, -1, -1},
    {"llvm.x86.avx.maskstore.", Store, 0, 1, 2, -1, -1},
    {"llvm.x86.avx2.maskstore.", Store, 0, 1, 2, -1, -1},
};

unsigned laneCount(Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 0;
}

} // namespace

std::optional<TargetVectorAccess>
memfacet::targetVectorAccess(IntrinsicInst &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return std::nullopt;
  const Family *F = find_if(Families, [&](const Family &Candidate) {
    return Callee->getName().starts_with(Candidate.Prefix);
  });
  if (F == std::end(Families))
    return std::nullopt;
  TargetVectorAccess A;
  A.Kind = F->Kind;
  A.Base = Call.getArgOperand(F->Base);
  A.Mask = Call.getArgOperand(F->Mask);
  A.Data =
      F->Data < 0 ? Call.getType() : Call.getArgOperand(F->Data)->getType();
  if (laneCount(A.Data) == 0 || laneCount(A.Mask->getType()) == 0)
    return std::nullopt;
  if (F->Index < 0)
    return A;
  A.Index = Call.getArgOperand(F->Index);
  A.Lanes = std::min(laneCount(A.Index->getType()), laneCount(A.Data));
  auto *Scale = dyn_cast<ConstantInt>(Call.getArgOperand(F->Scale));
  if (!Scale || A.Lanes > laneCount(A.Mask->getType()))
    return std::nullopt;
  A.Scale = Scale->getZExtValue();
  return A;
}
