//===- BranchPredictor.cpp - predictions of branches ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/BranchPredictor.h"

namespace memfacet::core {

static constexpr uint8_t WeaklyTaken2 = 2, WeaklyTaken3 = 4;

BranchPredictor::BranchPredictor(const PredictorModel &Model)
    : Model(Model), Counters(Model.Global, WeaklyTaken2), Jumps(JumpEntries) {
  if (Model.Kind != PredictorKind::Tournament)
    return;
  LocalHistories.assign(Model.Local, 0);
  LocalCounters.assign(Model.Local, WeaklyTaken3);
  Choices.assign(Model.Choice, WeaklyTaken2);
}

/// Counts up to \p Most or down to 0.
static void count(uint8_t &Counter, bool Increment, uint8_t Most) {
  if (Increment && Counter != Most)
    ++Counter;
  else if (!Increment && Counter != 0)
    --Counter;
}

static bool predictsTaken(const std::vector<uint8_t> &Table, uint32_t Index) {
  return Table[Index & (Table.size() - 1)] >= WeaklyTaken2;
}

static void teach(std::vector<uint8_t> &Table, uint32_t Index, bool IsTaken) {
  count(Table[Index & (Table.size() - 1)], IsTaken, 3);
}

bool BranchPredictor::branch(uint32_t Place, bool IsTaken) {
  bool Prediction = IsTaken;
  switch (Model.Kind) {
  case PredictorKind::Perfect:
    return true;
  case PredictorKind::Taken:
    return IsTaken;
  case PredictorKind::Bimodal:
    Prediction = predictsTaken(Counters, Place);
    teach(Counters, Place, IsTaken);
    break;
  case PredictorKind::Gshare:
    Prediction = predictsTaken(Counters, Place ^ History);
    teach(Counters, Place ^ History, IsTaken);
    break;
  case PredictorKind::Tournament: {
    uint32_t &LocalHistory = LocalHistories[Place & (Model.Local - 1)];
    uint8_t &Counter = LocalCounters[LocalHistory & (Model.Local - 1)];
    bool Local = Counter >= WeaklyTaken3;
    bool Global = predictsTaken(Counters, History);
    Prediction = predictsTaken(Choices, History) ? Global : Local;
    if (Local != Global)
      teach(Choices, History, Global == IsTaken);
    teach(Counters, History, IsTaken);
    count(Counter, IsTaken, 7);
    LocalHistory = LocalHistory << 1 | uint32_t(IsTaken);
    break;
  }
  }
  History = History << 1 | uint32_t(IsTaken);
  return Prediction == IsTaken;
}

bool BranchPredictor::jump(uint32_t Place, uint32_t Target) {
  if (Model.Kind == PredictorKind::Perfect)
    return true;
  uint64_t &Entry = Jumps[Place % JumpEntries];
  uint64_t Jump = uint64_t(Place) << 32 | Target;
  bool Right = Entry == Jump;
  Entry = Jump;
  return Right;
}

} // namespace memfacet::core
