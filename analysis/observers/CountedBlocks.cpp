//===- CountedBlocks.cpp - vectors of a program that counts ---------------===//

#include "analysis/observers/CountedBlocks.h"
#include "analysis/decode/CountedRuns.h"

namespace memfacet {

void CountedBlocks::event(const Event &E) {
  switch (E.Kind) {
  case EventKind::TableData:
    tablesCame(E.Argument);
    break;
  case EventKind::ThreadEnd:
    Done[E.Thread.Value] +=
        Store.endInterval(E.Thread.Value, interval(E.Thread.Value));
    Store.threadEnded(E.Thread.Value);
    break;
  case EventKind::Counts: {
    if (E.Payload.empty())
      break;
    uint32_t Thread = countsThread(E.Payload[0]);
    if (countsEndInterval(E.Payload[0]))
      Done[Thread] += Store.endInterval(Thread, interval(Thread));
    else
      count(E.Argument, Thread, E.Payload.subspan(1));
    break;
  }
  default:
    break;
  }
}

void CountedBlocks::tablesCame(uint32_t Module) {
  const TableImage *Image = Modules.image(Module);
  if (!Image || Flows.contains(Module) ||
      Image->rows(TableKind::Counters, sizeof(Counter)) == 0)
    return;
  bool Filters = isFiltering(*Image);
  if (Filters && !WantsFiltering)
    return;
  Counts |= !Filters;
  Flows.emplace(Module, FlowTables(*Image));
  Store.addModule(Module);
  auto It = Waiting.find(Module);
  if (It == Waiting.end())
    return;
  for (const Early &E : It->second)
    count(Module, E.Thread, E.Words);
  Waiting.erase(It);
}

void CountedBlocks::count(uint32_t Module, uint32_t Thread,
                          std::span<const uint64_t> Words) {
  auto It = Flows.find(Module);
  if (It == Flows.end()) {
    Waiting[Module].push_back({Thread, {Words.begin(), Words.end()}});
    return;
  }
  Counts = true;
  Filtering |= isFiltering(*Modules.image(Module));
  Counters.clear();
  Runs.clear();
  for (uint64_t Word : Words)
    Counters.push_back({uint32_t(counterNumber(Word)), counterGrowth(Word)});
  It->second.solve(Counters, Runs);
  Store.add(Thread, Module, Runs);
}

/// The one that is open.
uint32_t CountedBlocks::interval(uint32_t Thread) const {
  auto It = Done.find(Thread);
  uint64_t Start = It == Done.end() ? 0 : It->second;
  return uint32_t(Start / IntervalInstructions);
}

void CountedBlocks::fill(Profile &P) {
  if (!Counts)
    return;
  P.Vectors = {};
  P.Vectors.Source = BlockSource::Counted;
  Store.fill(P.Vectors, [&](uint32_t Thread) { return interval(Thread); });
  for (ThreadRow &T : P.Threads) {
    if (Filtering)
      break;
    auto It = Done.find(T.Thread);
    uint64_t Instructions =
        (It == Done.end() ? 0 : It->second) + Store.openInstructions(T.Thread);
    T.Instructions += Instructions;
    P.Instructions += Instructions;
  }
  if (!Waiting.empty())
    P.Notes.push_back(fmt::format(
        "counts of {} objects came without their tables and were left out",
        Waiting.size()));
  if (Store.misfits())
    P.Notes.push_back(
        fmt::format("{} counts of blocks do not fit together and were left "
                    "out; a signal handler may have jumped out of a loop",
                    Store.misfits()));
}

} // namespace memfacet
