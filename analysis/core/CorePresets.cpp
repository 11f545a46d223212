//===- CorePresets.cpp - presets of cores ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/core-model.md names the source of each number, and says which
// numbers are guesses.
//
//===----------------------------------------------------------------------===//

#include "analysis/core/CoreModel.h"

namespace memfacet::core {
namespace {

uint32_t &latency(CoreModel &M, OperationClass C) {
  return M.Latency[size_t(C)];
}

/// Sets the latencies of integer multiply and divide; of floating-point add,
/// multiply, divide and others; of vectors.
void setLatencies(CoreModel &M, const std::array<uint32_t, 7> &Cycles) {
  using enum OperationClass;
  constexpr OperationClass Classes[] = {
      IntMultiply, IntDivide, FpAdd, FpMultiply, FpDivide, FpOther, Vector};
  for (size_t I = 0; I != Cycles.size(); ++I)
    latency(M, Classes[I]) = Cycles[I];
}

/// The core of Figure 2 of the paper. The clock is 1 GHz: a line of 64 bytes
/// takes 40 cycles at 1.6 GB/s.
CoreModel alpha21264() {
  CoreModel M;
  M.Name = "alpha21264", M.Caches = "alpha21264;tlb=128,full;page=8K";
  M.Width = 4, M.Window = 80, M.Stores = 32, M.Misses = 8, M.Penalty = 7;
  M.TlbMiss = 30, M.Line = 40;
  M.Levels = {3, 12};
  M.Memory = 12 + 32 + 24 + 48;
  M.Units = {4, 4, 1, 1, 1, 1, 2};
  setLatencies(M, {7, 40, 4, 4, 15, 4, 4});
  M.Predictor = {PredictorKind::Tournament, 1024, 4096, 4096};
  return M;
}

CoreModel inorder() {
  CoreModel M;
  M.Name = "inorder", M.Caches = "small-32";
  M.InOrder = true;
  M.Width = 2, M.Window = 1, M.Stores = 8, M.Misses = 4, M.Penalty = 8;
  M.TlbMiss = 20, M.Line = 16;
  M.Levels = {3, 15, 40};
  M.Memory = 160;
  M.Units = {2, 1, 1, 1, 1, 1, 1};
  setLatencies(M, {3, 12, 4, 4, 18, 4, 3});
  M.Predictor = {PredictorKind::Gshare, 2, 4096, 2};
  return M;
}

CoreModel zen4() {
  CoreModel M;
  M.Name = "zen4", M.Caches = "zen4;tlb=72,full;tlb=3072,12";
  M.Width = 6, M.Window = 320, M.Stores = 64, M.Misses = 24, M.Penalty = 13;
  M.TlbMiss = 7, M.Line = 7;
  M.Levels = {4, 14, 50};
  M.Memory = 380;
  M.Units = {4, 1, 1, 2, 2, 1, 3};
  setLatencies(M, {3, 12, 3, 4, 13, 3, 1});
  M.Predictor = {PredictorKind::Tournament, 4096, 65536, 65536};
  return M;
}

} // namespace

const std::vector<CoreModel> &corePresets() {
  static const std::vector<CoreModel> Presets = {alpha21264(), inorder(),
                                                 zen4()};
  return Presets;
}

} // namespace memfacet::core
