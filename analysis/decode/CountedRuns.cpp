//===- CountedRuns.cpp - executions of runs that select -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/CountedRuns.h"
#include "memfacet/Events.h"
#include <algorithm>

namespace memfacet::decode {

/// Returns the object; null: it does not select, or its tables are still to
/// come.
CountedRuns::Module *CountedRuns::selecting(uint32_t Number) {
  if (auto It = Selecting.find(Number); It != Selecting.end())
    return &It->second;
  const LoadedModule *M = Modules.module(Number);
  if (!M || !isSelecting(M->Image))
    return nullptr;
  return &Selecting.emplace(Number, Module{FlowTables(M->Image), &M->Blocks})
              .first->second;
}

void CountedRuns::tablesCame(uint32_t Number) {
  if (!Waiting.contains(Number) || !Modules.module(Number))
    return;
  // In C++20, a loop over what the call gives would not keep it alive.
  auto Early = Waiting.extract(Number);
  for (const auto &[Thread, Words] : Early.mapped())
    add(Number, Thread, Words);
}

bool CountedRuns::add(uint32_t Number, ThreadId Thread,
                      std::span<const uint64_t> Words) {
  if (Module *M = selecting(Number)) {
    solve(Number, *M, Threads[Thread.Value], Words);
    return true;
  }
  if (!Modules.module(Number))
    Waiting[Number].push_back({Thread, {Words.begin(), Words.end()}});
  return false;
}

void CountedRuns::solve(uint32_t Number, Module &M, Thread &Target,
                        std::span<const uint64_t> Words) {
  Counters.clear();
  Solved.clear();
  for (uint64_t Word : Words)
    Counters.push_back({uint32_t(counterNumber(Word)), counterGrowth(Word)});
  M.Flows.solve(Counters, Solved);
  Target.Repeated |= !Target.Modules.insert(Number).second;
  for (const RunExecutions &R : Solved)
    if (R.Row < M.Blocks->size() && (*M.Blocks)[R.Row].Words != 0)
      Target.Runs.push_back({&(*M.Blocks)[R.Row], R.Executions});
}

bool CountedRuns::take(ThreadId Id, ExecutedSites &Result) {
  Result.Instructions = 0;
  Result.Sites.clear();
  auto Found = Threads.find(Id.Value);
  if (Found == Threads.end() || Found->second.empty())
    return false;
  Thread &T = Found->second;
  if (T.Repeated)
    std::ranges::sort(T.Runs, {}, &Run::Row);
  for (size_t I = 0, End; I != T.Runs.size(); I = End) {
    auto [Row, Executions] = T.Runs[I];
    for (End = I + 1; T.Repeated && End != T.Runs.size(); ++End) {
      if (T.Runs[End].Row != Row)
        break;
      Executions += T.Runs[End].Executions;
    }
    Misfits += Executions < 0;
    if (Executions <= 0)
      continue;
    Result.Instructions += uint64_t(Executions) * Row->ownInstructions();
    if (Row->OwnLanes != 0)
      Result.Sites.push_back(
          {Row->FirstSite, Row->OwnLanes, uint64_t(Executions)});
  }
  T.Runs.clear();
  T.Modules.clear();
  T.Repeated = false;
  addCorrections(T, Result);
  return Result.Instructions != 0 || !Result.Sites.empty();
}

void CountedRuns::addCorrections(Thread &Source, ExecutedSites &Result) {
  size_t First = Result.Sites.size();
  for (auto [Site, More] : Source.Corrections)
    Result.Sites.push_back({Site, 1, uint64_t(More)});
  std::sort(Result.Sites.begin() + ptrdiff_t(First), Result.Sites.end(),
            [](const SiteExecutions &A, const SiteExecutions &B) {
              return A.First < B.First;
            });
  Source.Corrections.clear();
}

std::vector<ThreadId> CountedRuns::threads() const {
  std::vector<ThreadId> Result;
  for (const auto &[Number, T] : Threads)
    if (!T.empty())
      Result.push_back(ThreadId(Number));
  return Result;
}

} // namespace memfacet::decode
