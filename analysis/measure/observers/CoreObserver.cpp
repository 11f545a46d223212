//===- CoreObserver.cpp - simulates one core per thread -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/CoreThread.h"
#include "analysis/measure/counts/CountStore.h"
#include "analysis/measure/counts/FillProfile.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>

namespace memfacet::measure {

/// Counts of cores, as streams. A thread's run is executed when the next run is
/// known, which may be after other threads have run. On the process's clock, it
/// belongs to the interval that is open then.
class CoreStreams {
public:
  /// The counts of a thread's core that are in the streams.
  struct Progress {
    CountPlace Place; ///< of later counts
    uint64_t Cycles = 0, Busy = 0, Computation = 0, Branches = 0, Start = 0;
  };

  CoreStreams();

  /// Says that runs that \p Core executes from here on are at \p Place.
  void enter(const CountPlace &Place, core::CoreThread &Core, Progress &T);
  /// Adds the counts of \p Core since the last call to the streams.
  void collect(core::CoreThread &Core, Progress &T);
  void clear() { Streams.clear(); }
  void fill(result::Profile &P) { Streams.fill(P.Streams); }

private:
  result::StreamStore Streams;
};

CoreStreams::CoreStreams()
    : Streams({result::Measure::Cycles, result::Measure::Busy,
               result::Measure::Computation, result::Measure::Branches,
               result::Measure::Start, result::Measure::Stalls}) {}

void CoreStreams::enter(const CountPlace &Place, core::CoreThread &Core,
                        Progress &T) {
  if (T.Place.Interval == Place.Interval && T.Place.Process == Place.Process &&
      T.Place.Thread.valid())
    return;
  if (T.Place.Thread.valid())
    collect(Core, T);
  T.Place = Place;
}

void CoreStreams::collect(core::CoreThread &Core, Progress &T) {
  if (!T.Place.Thread.valid())
    return;
  const core::CoreCounts &C = Core.counts();
  // Structures have stalls only.
  constexpr size_t StallsAt = 5;
  result::StreamStore::Moment Place = T.Place.inStreams();
  uint64_t *Values = Streams.at(Place, {});
  Values[0] += C.Cycles - std::exchange(T.Cycles, C.Cycles);
  Values[1] += C.Busy - std::exchange(T.Busy, C.Busy);
  Values[2] += C.Computation - std::exchange(T.Computation, C.Computation);
  Values[3] += C.Branches - std::exchange(T.Branches, C.Branches);
  Values[4] += C.Start - std::exchange(T.Start, C.Start);
  Core.takeStalls([&](uint32_t Structure, uint64_t Cycles) {
    Streams.at(Place, StructureId(Structure))[StallsAt] += Cycles;
  });
}

namespace {

/// A core in a point with other outcomes; none while it is the same as the
/// first core.
struct ColdCore {
  std::unique_ptr<core::CoreThread> Core;
  uint64_t CyclesBefore = 0; ///< cycles of the point before there was one
};
using ColdBound =
    caches::Outcome (caches::OutcomeRange::*)(caches::Outcome) const;

/// One thread: its cores, and the run that is not over yet. The next run shows
/// which way the branch went, and that all accesses of this one are there.
struct ThreadCores {
  std::vector<std::unique_ptr<core::CoreThread>>
      Cores; ///< plain, then by scenario
  const decode::RunCode *Run = nullptr;
  CountPlace RunPlace; ///< where the run began
  CoreStreams::Progress Reported;
  uint64_t TimedCycles = 0; ///< cycles that are in IntervalTimes
  std::vector<core::CoreAccess> Accesses;
  std::vector<caches::OutcomeRange> Ranges; ///< of Accesses, in points
  /// The cores if cold lines hit, and if they miss.
  ColdCore Least, Most;
  std::optional<uint32_t> Point; ///< the interval of the two cores
};

class CoreObserver final : public AccessObserver {
public:
  CoreObserver(const CoreOptions &Options, const ObserverContext &Context)
      : Options(Options), Context(Context) {}

  bool wantsRuns() const override { return true; }
  bool wantsSync() const override { return true; }
  void batch(const decode::AccessBatch &B) override;
  void accesses(const OwnedPart &P) override;
  void event(const decode::Event &E) override;
  void count(bool Wanted) override;
  void forgetCounts() override;
  void fill(result::Profile &P) override;

private:
  ThreadCores &threadOf(ThreadId Thread);
  void updateTime(ThreadId Thread);
  const decode::RunCode *codeAt(uint64_t Row);
  void begin(ThreadCores &S, uint64_t Row, const CountPlace &Place);
  void execute(ThreadCores &S, const decode::RunCode *Next);
  void executeAll();
  void executeCold(ThreadCores &S, const decode::RunCode *Next);
  void executeCold(ThreadCores &S, ColdCore &C, ColdBound Bound,
                   const decode::RunCode *Next);
  void endPoint(ThreadCores &S);
  void add(ThreadCores &S, const OwnedPart &P, size_t Index);
  void fillThread(result::CoreTimes &Core, uint32_t Thread,
                  const core::CoreCounts &C);
  bool isPerfect(size_t Scenario, uint32_t Structure) const {
    return std::ranges::count(Options.Perfect[Scenario],
                              StructureId(Structure)) != 0;
  }

  CoreOptions Options;
  ObserverContext Context;
  std::map<uint32_t, ThreadCores> Threads;
  /// Rows of objects that were unloaded stay: their runs may be open.
  std::deque<std::unique_ptr<decode::RunCode>> Codes;
  std::unordered_map<uint64_t, const decode::RunCode *> ByRow;
  CoreStreams Streams;
  threads::IntervalTimes Times;          ///< in cycles
  std::vector<core::CoreAccess> Bounded; ///< in executeCold
  bool Counting = true;
};

ThreadCores &CoreObserver::threadOf(ThreadId Thread) {
  ThreadCores &S = Threads[Thread.Value];
  if (!S.Cores.empty())
    return S;
  for (size_t I = 0; I != 1 + Options.Perfect.size(); ++I) {
    S.Cores.push_back(std::make_unique<core::CoreThread>(
        Options.Model, unsigned(Context.Caches.Levels.size()),
        Context.Caches.LineBytes));
    S.Cores.back()->count(Counting);
  }
  return S;
}

const decode::RunCode *CoreObserver::codeAt(uint64_t Row) {
  auto [It, New] = ByRow.try_emplace(Row);
  if (New) {
    Codes.push_back(Context.Modules.runCode(Row));
    It->second = Codes.back().get();
  }
  return It->second;
}

void CoreObserver::execute(ThreadCores &S, const decode::RunCode *Next) {
  if (!S.Run)
    return;
  if (Context.Warmth)
    executeCold(S, Next);
  Streams.enter(S.RunPlace, *S.Cores.front(), S.Reported);
  for (size_t I = 0; I != S.Cores.size(); ++I) {
    if (I != 0)
      for (core::CoreAccess &A : S.Accesses)
        A.Perfect = isPerfect(I - 1, A.Origin.Structure);
    S.Cores[I]->execute(*S.Run, S.Accesses, Next, S.RunPlace.Interval.Value);
  }
  S.Run = nullptr;
  S.Accesses.clear();
  S.Ranges.clear();
}

/// Returns the cycles in \p Interval of the first core, which has not executed
/// anything after it.
uint64_t cyclesIn(const core::CoreThread &Core, uint32_t Interval) {
  const auto &All = Core.counts().Intervals;
  return !All.empty() && All.back().first == Interval ? All.back().second : 0;
}

bool differ(const caches::Outcome &A, const caches::Outcome &B) {
  return A.Missed != B.Missed || A.TlbMissed != B.TlbMissed ||
         A.FromMemory != B.FromMemory;
}

void CoreObserver::endPoint(ThreadCores &S) {
  if (!S.Point)
    return;
  auto Cycles = [&](const ColdCore &C) {
    return C.Core ? C.CyclesBefore + C.Core->counts().Cycles
                  : cyclesIn(*S.Cores.front(), *S.Point);
  };
  Context.Warmth->setCycles(S.RunPlace.Thread.Value, *S.Point, Cycles(S.Least),
                            Cycles(S.Most));
  S.Least = {};
  S.Most = {};
  S.Point.reset();
}

/// Executes the run on \p C with the outcomes of \p Bound. As long as they are
/// those that were simulated, the core is the same as the first one.
void CoreObserver::executeCold(ThreadCores &S, ColdCore &C, ColdBound Bound,
                               const decode::RunCode *Next) {
  bool Differs = false;
  Bounded = S.Accesses;
  for (size_t I = 0; I != Bounded.size(); ++I) {
    Bounded[I].Result = (S.Ranges[I].*Bound)(S.Accesses[I].Result);
    Differs |= differ(Bounded[I].Result, S.Accesses[I].Result);
  }
  if (!C.Core && !Differs)
    return;
  if (!C.Core) {
    C.CyclesBefore = cyclesIn(*S.Cores.front(), *S.Point);
    C.Core = std::make_unique<core::CoreThread>(*S.Cores.front());
  }
  C.Core->execute(*S.Run, Bounded, Next, *S.Point);
}

/// Executes the run on the two further cores of a point. They begin in the
/// state of the first core. Warming has brought all three into the same state,
/// apart from lines that were open and are still on their way.
void CoreObserver::executeCold(ThreadCores &S, const decode::RunCode *Next) {
  uint32_t Interval = S.RunPlace.Interval.Value;
  if (S.Point && S.Point != Interval)
    endPoint(S);
  if (!Context.Warmth->hasCounts(S.RunPlace.Thread.Value, Interval))
    return;
  S.Point = Interval;
  executeCold(S, S.Least, &caches::OutcomeRange::least, Next);
  executeCold(S, S.Most, &caches::OutcomeRange::most, Next);
}

void CoreObserver::begin(ThreadCores &S, uint64_t Row,
                         const CountPlace &Place) {
  const decode::RunCode *Code = codeAt(Row);
  if (!Code)
    return;
  execute(S, Code);
  S.Run = Code;
  S.RunPlace = Place;
}

void CoreObserver::add(ThreadCores &S, const OwnedPart &P, size_t Index) {
  const decode::AccessBatch &B = P.Part.Batch;
  decode::AccessInfo Info = B.Info[Index];
  core::CoreAccess A;
  A.Address = B.Address[Index];
  A.Size = Info.size();
  A.Origin = {P.Owners[Index], Info.site()};
  A.Write = Info.write();
  MEMFACET_CHECK(P.Outcomes, "without outcomes, every access hits");
  if (P.Outcomes)
    A.Result = P.Outcomes[Index];
  if (!S.Run)
    return;
  S.Accesses.push_back(A);
  if (Context.Warmth)
    S.Ranges.push_back(Context.Warmth->Ranges[Index]);
}

void CoreObserver::accesses(const OwnedPart &P) {
  const decode::AccessBatch &B = P.Part.Batch;
  ThreadCores &S = threadOf(B.Thread);
  size_t Next = 0;
  auto Begin = [&](size_t Index) {
    for (; Next != P.Runs.size() && P.Runs[Next].Position <= Index; ++Next)
      begin(S, P.Runs[Next].Row, {B.Thread, B.Interval, B.Process});
  };
  for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
    Begin(I);
    add(S, P, I);
  }
  Begin(P.Part.End);
}

void CoreObserver::executeAll() {
  for (auto &[Thread, S] : Threads)
    execute(S, nullptr);
}

/// Adds the cycles of \p Thread so far to its times.
void CoreObserver::updateTime(ThreadId Thread) {
  ThreadCores &S = threadOf(Thread);
  uint64_t Cycles = S.Cores.front()->counts().Cycles;
  // Counts may have been forgotten.
  Times.execute(Thread, Cycles - std::min(S.TimedCycles, Cycles));
  S.TimedCycles = Cycles;
}

void CoreObserver::batch(const decode::AccessBatch &B) {
  updateTime(B.Thread);
  Times.enter(B.Thread, B.Interval);
}

void CoreObserver::event(const decode::Event &E) {
  updateTime(E.Thread);
  Times.event(E);
  switch (E.Kind) {
  case EventKind::ThreadEnd:
    if (auto It = Threads.find(E.Thread.Value); It != Threads.end())
      execute(It->second, nullptr);
    break;
  case EventKind::Module:
  case EventKind::TableData:
  case EventKind::ModuleUnload:
    ByRow.clear();
    break;
  default:
    break;
  }
}

void CoreObserver::count(bool Wanted) {
  executeAll();
  Counting = Wanted;
  for (auto &[Thread, S] : Threads)
    for (auto &Core : S.Cores)
      Core->count(Wanted);
}

void CoreObserver::forgetCounts() {
  executeAll();
  Streams.clear();
  for (auto &[Thread, S] : Threads) {
    S.Reported = {};
    for (auto &Core : S.Cores)
      Core->forgetCounts();
  }
}

void CoreObserver::fillThread(result::CoreTimes &Core, uint32_t Thread,
                              const core::CoreCounts &C) {
  Core.Threads.push_back({Thread, C.Instructions, C.Operations, C.Cycles,
                          C.Busy, C.Computation, C.Branches, C.Start,
                          C.Predicted, C.Mispredicted});
  const std::vector<uint32_t> &Numbers = Context.SiteNumbers;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Stalls;
  for (const auto &[Place, Cycles] : C.Stalls) {
    uint32_t Site =
        Place.first < Numbers.size() ? Numbers[Place.first] : NoSite;
    Stalls[{Site, Place.second}] += Cycles;
  }
  for (const auto &[Place, Cycles] : Stalls)
    Core.Stalls.push_back(
        {Thread, Place.first, StructureId(Place.second), Cycles});
  for (auto [Interval, Cycles] : C.Intervals)
    Core.Intervals.push_back({Thread, Interval, Cycles});
}

void CoreObserver::fill(result::Profile &P) {
  executeAll();
  P.Core = {};
  P.Core.Name = Options.Model.Name;
  P.Core.Spec = Options.Model.spec();
  for (const auto &Perfect : Options.Perfect)
    P.Core.Scenarios.push_back({Perfect, 0});
  for (auto &[Thread, S] : Threads) {
    endPoint(S);
    fillThread(P.Core, Thread, S.Cores.front()->counts());
    Streams.collect(*S.Cores.front(), S.Reported);
    for (size_t I = 1; I != S.Cores.size(); ++I)
      P.Core.Scenarios[I - 1].Cycles += S.Cores[I]->counts().Cycles;
  }
  Streams.fill(P);
  for (auto &[Thread, S] : Threads)
    updateTime(ThreadId(Thread));
  setTimes(P, Times);
}

} // namespace

MakeObserver observeCore(CoreOptions Options) {
  return [Options = std::move(Options)](const ObserverContext &Context) {
    return std::make_unique<CoreObserver>(Options, Context);
  };
}

} // namespace memfacet::measure
