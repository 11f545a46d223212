//===- SignatureObserver.cpp - signatures of all intervals ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/signature/SignatureCounters.h"
#include "analysis/gauges/signature/SignaturePlan.h"
#include "analysis/measure/counts/FillProfile.h"
#include "analysis/measure/observers/Analyses.h"
#include "analysis/measure/observers/BlockStore.h"
#include "analysis/measure/observers/MakeObservers.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::measure {

namespace {

/// One thread: its open interval.
struct Sitter {
  explicit Sitter(const gauges::SignaturePlan &Plan) : Counters(Plan) {}

  gauges::SignatureCounters Counters;
  result::IntervalPlace Now;
  uint64_t Clock = 0; ///< instructions, those that are not counted included
};

/// What a thread does once it has ended (destructors) may go on with its last
/// interval.
void sortPlaces(std::vector<result::IntervalPlace> &Places) {
  std::ranges::sort(Places, {}, [](const result::IntervalPlace &I) {
    return std::tuple(I.Thread, I.Interval, I.Start);
  });
  std::vector<result::IntervalPlace> Result;
  for (const result::IntervalPlace &I : Places)
    if (!Result.empty() && Result.back().Thread == I.Thread &&
        Result.back().Interval == I.Interval) {
      Result.back().Instructions += I.Instructions;
      Result.back().ProcessEnd = I.ProcessEnd;
    } else {
      Result.push_back(I);
    }
  Places = std::move(Result);
}

void sortVectors(std::vector<result::SignatureVector> &Vectors) {
  auto Key = [](const result::SignatureVector &V) {
    return std::tuple(V.Kind, V.Thread, V.Interval);
  };
  std::ranges::sort(Vectors, {}, Key);
  std::vector<result::SignatureVector> Result;
  for (result::SignatureVector &V : Vectors)
    if (!Result.empty() && Key(Result.back()) == Key(V))
      result::addTo(Result.back(), V);
    else
      Result.push_back(std::move(V));
  Vectors = std::move(Result);
}

/// Fills Profile::Signatures but for MissSites. Batches must end where columns
/// of the picture do: DecoderOptions::SlicesPerInterval is their number.
class SignatureObserver final : public AccessObserver {
public:
  SignatureObserver(const gauges::SignaturePlan &Plan,
                    uint64_t IntervalInstructions,
                    const ObserverContext &Context)
      : Plan(Plan),
        Slice(std::max<uint64_t>(IntervalInstructions / Plan.Shape.Columns, 1)),
        Blocks(Context.Modules) {}

  bool wantsRuns() const override { return Plan.wantsRuns(); }
  bool wantsSync() const override { return true; }
  void batch(const decode::AccessBatch &B) override;
  void accesses(const OwnedPart &P) override;
  void event(const decode::Event &E) override;
  void count(bool Wanted) override { Counting = Wanted; }
  void forgetCounts() override;
  void fill(result::Profile &P) override;

private:
  Sitter &sitter(ThreadId Thread);
  void close(Sitter &S);
  void addRuns(Sitter &S, std::span<const decode::ExecutedRun> Runs);

  gauges::SignaturePlan Plan;
  uint64_t Slice;    ///< instructions of a column
  BlockStore Blocks; ///< for its numbers only
  std::map<uint32_t, Sitter> Threads;
  std::map<uint32_t, uint64_t> Ended; ///< threads' clocks
  uint64_t Process = 0;               ///< instructions of all
  std::vector<result::IntervalPlace> Places;
  std::vector<result::SignatureVector> Vectors;
  threads::IntervalTimes Times; ///< in instructions
  uint32_t Column = 0;          ///< of the batch
  bool Counting = true;
};

Sitter &SignatureObserver::sitter(ThreadId Thread) {
  auto [It, New] = Threads.try_emplace(Thread.Value, Plan);
  if (New) {
    It->second.Now.Thread = Thread.Value;
    if (auto Before = Ended.find(Thread.Value); Before != Ended.end())
      It->second.Clock = Before->second;
  }
  return It->second;
}

void SignatureObserver::close(Sitter &S) {
  if (S.Now.Instructions == 0)
    return;
  Places.push_back(S.Now);
  for (result::SignatureVector &V :
       S.Counters.vectors(S.Now.Thread, S.Now.Interval))
    Vectors.push_back(std::move(V));
  S.Counters.clear();
  S.Now.Instructions = 0;
}

/// What was recorded outside of the region of interest is no part of any
/// interval.
void SignatureObserver::batch(const decode::AccessBatch &B) {
  Sitter &S = sitter(B.Thread);
  if (S.Now.Interval != B.Interval.Value) {
    close(S);
    S.Now.Interval = B.Interval.Value;
  }
  if (Counting) {
    if (S.Now.Instructions == 0) {
      S.Now.Start = S.Clock;
      S.Now.ProcessBegin = Process;
    }
    Column = uint32_t(std::min<uint64_t>((S.Clock - S.Now.Start) / Slice,
                                         Plan.Shape.Columns - 1));
    S.Now.Instructions += B.Instructions;
    S.Now.ProcessEnd = Process + B.Instructions;
  }
  Times.enter(B.Thread, B.Interval);
  Times.execute(B.Thread, B.Instructions);
  S.Clock += B.Instructions;
  Process += B.Instructions;
}

void SignatureObserver::addRuns(Sitter &S,
                                std::span<const decode::ExecutedRun> Runs) {
  for (const decode::ExecutedRun &R : Runs)
    if (uint32_t Block = Blocks.numberAt(R.Row); Block != BlockStore::None)
      S.Counters.run(Block + 1, Blocks.instructions(Block));
}

void SignatureObserver::accesses(const OwnedPart &P) {
  if (!Counting)
    return;
  Sitter &S = sitter(P.Part.Of.Thread);
  if (Plan.wantsRuns())
    addRuns(S, P.Runs);
  S.Counters.add(P.Part, P.Outcomes, Column);
}

void SignatureObserver::event(const decode::Event &E) {
  Times.event(E);
  if (E.Kind == EventKind::TableData)
    Blocks.addModule(E.Argument);
  if (E.Kind != EventKind::ThreadEnd)
    return;
  if (auto It = Threads.find(E.Thread.Value); It != Threads.end()) {
    close(It->second);
    // Counters are large, and threads may be many.
    Ended[E.Thread.Value] = It->second.Clock;
    Threads.erase(It);
  }
}

void SignatureObserver::forgetCounts() {
  Places.clear();
  Vectors.clear();
  for (auto &[Thread, S] : Threads) {
    S.Counters.clear();
    S.Now.Instructions = 0;
  }
}

void SignatureObserver::fill(result::Profile &P) {
  result::IntervalSignatures &To = P.Signatures;
  To.Shape = Plan.Shape;
  To.Places = Places;
  To.Vectors = Vectors;
  for (auto &[Thread, S] : Threads) {
    if (S.Now.Instructions == 0)
      continue;
    To.Places.push_back(S.Now);
    for (result::SignatureVector &V :
         S.Counters.vectors(Thread, S.Now.Interval))
      To.Vectors.push_back(std::move(V));
  }
  sortPlaces(To.Places);
  setTimes(P, Times);
  sortVectors(To.Vectors);
}

} // namespace

Status addPhases(const std::string &Text, CollectOptions &To) {
  Expected<gauges::SignaturePlan> Plan = gauges::parseSignaturePlan(Text);
  if (!Plan)
    return Plan.error();
  To.SlicesPerInterval = Plan->Shape.Columns;
  To.CutAtStalls = true;
  To.Cut = Plan->Shape.Cut;
  To.SitesOverTime = Plan->Shape.MissLevel;
  To.Outcomes |= Plan->wantsOutcomes();
  To.Observers.push_back([Plan = *Plan, Period = To.IntervalInstructions](
                             const ObserverContext &Context) {
    return std::make_unique<SignatureObserver>(Plan, Period, Context);
  });
  if (Plan->wantsBlockVectors())
    observeBlocks(To);
  return {};
}

} // namespace memfacet::measure
