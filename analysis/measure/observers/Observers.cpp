//===- Observers.cpp - the analyses that a user asks for ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/Observers.h"

namespace memfacet::measure {

void Observers::batch(const decode::AccessBatch &B) {
  for (auto &O : All)
    O->batch(B);
}

void Observers::accesses(OwnedPart P) {
  if (!wantRuns()) {
    // The batch may have runs for another sink, but rest(), which resets
    // RunsDone, is not called.
    P.Runs = {};
    for (auto &O : All)
      O->accesses(P);
    return;
  }
  std::span<const decode::ExecutedRun> Runs =
      std::span(P.Part.Batch.Runs).subspan(RunsDone);
  size_t Count = 0;
  while (Count != Runs.size() && Runs[Count].Position < P.Part.End)
    ++Count;
  RunsDone += Count;
  P.Runs = Runs.first(Count);
  for (auto &O : All)
    O->accesses(P);
}

void Observers::pass(const OwnedPart &P, bool ToWindows) {
  for (size_t I = 0; I != All.size(); ++I)
    if (OfWindows[I] == ToWindows)
      All[I]->accesses(P);
}

void Observers::rest(OwnedPart P) {
  P.Runs = std::span(P.Part.Batch.Runs).subspan(RunsDone);
  RunsDone = 0;
  if (P.Runs.empty())
    return;
  for (auto &O : All)
    O->accesses(P);
}

void Observers::event(const decode::Event &E) {
  for (auto &O : All)
    O->event(E);
}

void Observers::choose(unsigned Bits) {
  for (auto &O : All)
    O->choose(Bits);
}

void Observers::count(bool Wanted) {
  for (auto &O : All)
    O->count(Wanted);
}

void Observers::forgetCounts() {
  for (auto &O : All)
    O->forgetCounts();
}

void Observers::fill(result::Profile &P) {
  for (auto &O : All)
    O->fill(P);
}

} // namespace memfacet::measure
