//===- pipeline/Observers.cpp - the analyses that a user asks for ---------===//

#include "analysis/pipeline/Observers.h"

namespace memfacet {

uint32_t *Observers::owners() {
  if (All.empty())
    return nullptr;
  Owners.resize(AccessBatch::Capacity);
  return Owners.data();
}

void Observers::accesses(const BatchPart &B, size_t Structures) {
  std::span<const ExecutedRun> Runs = std::span(B.Of.Runs).subspan(RunsDone);
  size_t Begun = 0;
  while (Begun != Runs.size() && Runs[Begun].At < B.End)
    ++Begun;
  RunsDone += Begun;
  for (auto &O : All)
    O->accesses({B, Owners.data(), Structures, nullptr, Runs.first(Begun)});
}

void Observers::rest(const AccessBatch &B, size_t Structures) {
  std::span<const ExecutedRun> Runs = std::span(B.Runs).subspan(RunsDone);
  RunsDone = 0;
  if (Runs.empty())
    return;
  for (auto &O : All)
    O->accesses(
        {{B, B.Count, B.Count}, Owners.data(), Structures, nullptr, Runs});
}

void Observers::event(const Event &E) {
  for (auto &O : All)
    O->event(E);
}

void Observers::count(bool Wanted) {
  for (auto &O : All)
    O->count(Wanted);
}

void Observers::forgetCounts() {
  for (auto &O : All)
    O->forgetCounts();
}

void Observers::fill(Profile &P) {
  for (auto &O : All)
    O->fill(P);
}

} // namespace memfacet
