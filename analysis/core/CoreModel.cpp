//===- CoreModel.cpp - the parameters of a processor core -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/CoreModel.h"

namespace memfacet::core {

UnitKind unitOf(OperationClass C) {
  switch (C) {
  case OperationClass::IntMultiply:
    return UnitKind::Multiply;
  case OperationClass::IntDivide:
    return UnitKind::Divide;
  case OperationClass::FpAdd:
  case OperationClass::FpOther:
  case OperationClass::Vector:
    return UnitKind::FpAdd;
  case OperationClass::FpMultiply:
    return UnitKind::FpMultiply;
  case OperationClass::FpDivide:
    return UnitKind::FpDivide;
  case OperationClass::Load:
  case OperationClass::Store:
  case OperationClass::Atomic:
  case OperationClass::Transfer:
    return UnitKind::Memory;
  default:
    return UnitKind::Integer;
  }
}

bool isPipelined(UnitKind U) {
  return U != UnitKind::Divide && U != UnitKind::FpDivide;
}

CoreModel::CoreModel() {
  Latency.fill(1);
  Units.fill(1);
}

static Status outOfBounds(const char *Name, uint64_t Value, uint64_t Least,
                          uint64_t Most) {
  return makeError("{}={} of the core: write {} to {}", Name, Value, Least,
                   Most);
}

static Status checkPredictor(const PredictorModel &P) {
  for (uint32_t Size : {P.Local, P.Global, P.Choice})
    if (Size < 2 || Size > 1 << 20 || (Size & (Size - 1)) != 0)
      return makeError("a branch predictor of {} entries: write a power of two "
                       "from 2 to 1048576",
                       Size);
  return {};
}

Status checkCoreModel(const CoreModel &M, size_t LevelCount) {
  constexpr uint32_t MaxCycles = 100'000;
  struct Bound {
    const char *Name;
    uint32_t Value, Least, Most;
  };
  const Bound Bounds[] = {{"width", M.Width, 1, 64},
                          {"window", M.Window, 1, 65536},
                          {"stores", M.Stores, 1, 65536},
                          {"misses", M.Misses, 1, 65536},
                          {"penalty", M.Penalty, 0, MaxCycles},
                          {"tlb", M.TlbMiss, 0, MaxCycles},
                          {"line", M.Line, 0, MaxCycles},
                          {"memory", M.Memory, 1, MaxCycles}};
  for (const Bound &B : Bounds)
    if (B.Value < B.Least || B.Value > B.Most)
      return outOfBounds(B.Name, B.Value, B.Least, B.Most);
  for (uint32_t Units : M.Units)
    if (Units < 1 || Units > 64)
      return outOfBounds("units", Units, 1, 64);
  for (const auto *List : {&M.Levels})
    for (uint32_t Cycles : *List)
      if (Cycles < 1 || Cycles > MaxCycles)
        return outOfBounds("levels", Cycles, 1, MaxCycles);
  for (uint32_t Cycles : M.Latency)
    if (Cycles < 1 || Cycles > MaxCycles)
      return outOfBounds("latency", Cycles, 1, MaxCycles);
  if (M.Line > M.Memory)
    return outOfBounds("line", M.Line, 0, M.Memory);
  if (M.Levels.size() < LevelCount)
    return makeError("core '{}' knows the latencies of {} cache levels, not of "
                     "{}; add levels=A/B/..., or choose {}",
                     M.Name, M.Levels.size(), LevelCount,
                     M.Caches.empty() ? std::string("other caches")
                                      : "--cache '" + M.Caches + "'");
  return checkPredictor(M.Predictor);
}

} // namespace memfacet::core
