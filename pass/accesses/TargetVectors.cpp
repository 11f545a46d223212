//===- TargetVectors.cpp - vector accesses of one processor family --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/TargetVectors.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include <algorithm>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::accesses;

namespace {

/// Intrinsics by prefix of their names, and the numbers of their operands. -1:
/// none; for Data, the result.
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
    {"llvm.x86.sse2.maskmov.dqu", Store, 2, 1, 0, -1, -1},
};

/// Intrinsics by prefix of their names, the argument with the address, and the
/// bytes that are touched there. An intrinsic may have two rows.
struct Plain {
  StringRef Prefix;
  AccessKind Kind;
  unsigned Pointer;
  uint32_t Bytes;
};

constexpr AccessKind Modify = AccessKind::ReadModifyWrite;
constexpr Plain PlainRanges[] = {
    {"llvm.x86.sse3.ldu.dq", Load, 0, 16},
    {"llvm.x86.avx.ldu.dq.256", Load, 0, 32},
    {"llvm.x86.sse.ldmxcsr", Load, 0, 4},
    {"llvm.x86.sse.stmxcsr", Store, 0, 4},
    {"llvm.x86.fxsave", Store, 0, 512},
    {"llvm.x86.fxrstor", Load, 0, 512},
    {"llvm.x86.mmx.movnt.dq", Store, 0, 8},
    {"llvm.x86.directstore32", Store, 0, 4},
    {"llvm.x86.directstore64", Store, 0, 8},
    {"llvm.x86.movdir64b", Load, 1, 64},
    {"llvm.x86.movdir64b", Store, 0, 64},
    {"llvm.x86.enqcmd", Load, 1, 64},
    {"llvm.x86.clzero", Store, 0, 64},
    {"llvm.x86.ldtilecfg", Load, 0, 64},
    {"llvm.x86.sttilecfg", Store, 0, 64},
    {"llvm.x86.aadd32", Modify, 0, 4},
    {"llvm.x86.aadd64", Modify, 0, 8},
    {"llvm.x86.aand32", Modify, 0, 4},
    {"llvm.x86.aand64", Modify, 0, 8},
    {"llvm.x86.aor32", Modify, 0, 4},
    {"llvm.x86.aor64", Modify, 0, 8},
    {"llvm.x86.axor32", Modify, 0, 4},
    {"llvm.x86.axor64", Modify, 0, 8},
    {"llvm.x86.cmpccxadd32", Modify, 0, 4},
    {"llvm.x86.cmpccxadd64", Modify, 0, 8},
};

/// Intrinsics that get an address and transfer no data of the program.
constexpr StringRef Harmless[] = {
    "llvm.x86.sse2.clflush", "llvm.x86.clflushopt", "llvm.x86.clwb",
    "llvm.x86.cldemote",     "llvm.x86.prefetch",   "llvm.x86.sse3.monitor",
    "llvm.x86.monitorx",     "llvm.x86.umonitor",   "llvm.x86.invpcid",
    "llvm.x86.clrssbsy",     "llvm.x86.rstorssp",   "llvm.x86.seh.",
    "llvm.x86.flags.",       "llvm.x86.loadiwkey",  "llvm.x86.wrssd",
    "llvm.x86.wrssq",        "llvm.x86.wrussd",     "llvm.x86.wrussq",
};

unsigned laneCount(Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 0;
}

} // namespace

std::optional<TargetVectorAccess>
memfacet::accesses::targetVectorAccess(IntrinsicInst &Call) {
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

SmallVector<TargetRange, 2>
memfacet::accesses::targetRanges(IntrinsicInst &Call) {
  SmallVector<TargetRange, 2> Found;
  StringRef Name = Call.getCalledOperand()->getName();
  for (const Plain &P : PlainRanges)
    if (Name.starts_with(P.Prefix) && P.Pointer < Call.arg_size() &&
        Call.getArgOperand(P.Pointer)->getType()->isPointerTy())
      Found.push_back({P.Kind, Call.getArgOperand(P.Pointer), P.Bytes});
  return Found;
}

bool memfacet::accesses::hasUnknownRange(IntrinsicInst &Call) {
  StringRef Name = Call.getCalledOperand()->getName();
  return Name.starts_with("llvm.x86.") && Call.mayReadOrWriteMemory() &&
         any_of(Call.args(),
                [](const Use &U) { return U->getType()->isPointerTy(); }) &&
         none_of(Harmless, [&](StringRef H) { return Name.starts_with(H); });
}
