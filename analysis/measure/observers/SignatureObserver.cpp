//===- SignatureObserver.cpp - signatures of all intervals ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/signature/SignatureCounters.h"
#include "analysis/gauges/signature/SignaturePlan.h"
#include "analysis/measure/counts/FillProfile.h"
#include "analysis/measure/observers/Analyses.h"
#include "analysis/measure/observers/BlockStore.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::measure {

namespace {

/// The open interval of one thread.
struct OpenInterval {
  explicit OpenInterval(const gauges::SignaturePlan &Plan) : Counters(Plan) {}

  gauges::SignatureCounters Counters;
  result::IntervalPlace Place;
  uint64_t Clock = 0; ///< instructions, counted or not
};

/// Sorts intervals and merges equal ones: what a thread does after its end
/// (destructors) may belong to its last interval.
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

/// Fills Profile::Signatures without MissSites. Batches must end where columns
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
  OpenInterval &intervalOf(ThreadId Thread);
  void close(OpenInterval &S);
  void addRuns(OpenInterval &S, std::span<const decode::ExecutedRun> Runs);

  gauges::SignaturePlan Plan;
  uint64_t Slice;    ///< instructions of a column
  BlockStore Blocks; ///< used for block numbers only
  std::map<uint32_t, OpenInterval> Threads;
  std::map<uint32_t, uint64_t> EndedClocks; ///< of ended threads
  uint64_t Process = 0;                     ///< instructions of all threads
  std::vector<result::IntervalPlace> Places;
  std::vector<result::SignatureVector> Vectors;
  threads::IntervalTimes Times; ///< in instructions
  uint32_t Column = 0;          ///< of the batch
  bool Counting = true;
};

OpenInterval &SignatureObserver::intervalOf(ThreadId Thread) {
  auto [Entry, New] = Threads.try_emplace(Thread.Value, Plan);
  if (New) {
    Entry->second.Place.Thread = Thread.Value;
    if (auto Previous = EndedClocks.find(Thread.Value);
        Previous != EndedClocks.end())
      Entry->second.Clock = Previous->second;
  }
  return Entry->second;
}

void SignatureObserver::close(OpenInterval &S) {
  if (S.Place.Instructions == 0)
    return;
  Places.push_back(S.Place);
  for (result::SignatureVector &V :
       S.Counters.vectors(S.Place.Thread, S.Place.Interval))
    Vectors.push_back(std::move(V));
  S.Counters.clear();
  S.Place.Instructions = 0;
}

/// Adds the batch to its interval. Accesses outside of the region of interest
/// belong to no interval.
void SignatureObserver::batch(const decode::AccessBatch &B) {
  OpenInterval &S = intervalOf(B.Thread);
  if (S.Place.Interval != B.Interval.Value) {
    close(S);
    S.Place.Interval = B.Interval.Value;
  }
  if (Counting) {
    if (S.Place.Instructions == 0) {
      S.Place.Start = S.Clock;
      S.Place.ProcessBegin = Process;
    }
    Column = uint32_t(std::min<uint64_t>((S.Clock - S.Place.Start) / Slice,
                                         Plan.Shape.Columns - 1));
    S.Place.Instructions += B.Instructions;
    S.Place.ProcessEnd = Process + B.Instructions;
  }
  Times.enter(B.Thread, B.Interval);
  Times.execute(B.Thread, B.Instructions);
  S.Clock += B.Instructions;
  Process += B.Instructions;
}

void SignatureObserver::addRuns(OpenInterval &S,
                                std::span<const decode::ExecutedRun> Runs) {
  for (const decode::ExecutedRun &R : Runs)
    if (uint32_t Block = Blocks.numberAt(R.Row); Block != BlockStore::None)
      S.Counters.run(Block + 1, Blocks.instructions(Block));
}

void SignatureObserver::accesses(const OwnedPart &P) {
  if (!Counting)
    return;
  OpenInterval &S = intervalOf(P.Part.Batch.Thread);
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
    // Counters are large, and there may be many threads.
    EndedClocks[E.Thread.Value] = It->second.Clock;
    Threads.erase(It);
  }
}

void SignatureObserver::forgetCounts() {
  Places.clear();
  Vectors.clear();
  for (auto &[Thread, S] : Threads) {
    S.Counters.clear();
    S.Place.Instructions = 0;
  }
}

void SignatureObserver::fill(result::Profile &P) {
  result::IntervalSignatures &Signatures = P.Signatures;
  Signatures.Shape = Plan.Shape;
  Signatures.Places = Places;
  Signatures.Vectors = Vectors;
  for (auto &[Thread, S] : Threads) {
    if (S.Place.Instructions == 0)
      continue;
    Signatures.Places.push_back(S.Place);
    for (result::SignatureVector &V :
         S.Counters.vectors(Thread, S.Place.Interval))
      Signatures.Vectors.push_back(std::move(V));
  }
  sortPlaces(Signatures.Places);
  setTimes(P, Times);
  sortVectors(Signatures.Vectors);
}

} // namespace

Status addPhases(const std::string &Text, CollectOptions &Options) {
  Expected<gauges::SignaturePlan> Plan = gauges::parseSignaturePlan(Text);
  if (!Plan)
    return Plan.error();
  Options.Analysis.Decoding.SlicesPerInterval = Plan->Shape.Columns;
  Options.Analysis.Decoding.Intervals.AtStalls = true;
  Options.Analysis.Decoding.Intervals.Cut = Plan->Shape.Cut;
  Options.Analysis.SitesOverTime = Plan->Shape.MissLevel;
  Options.Analysis.Outcomes |= Plan->wantsOutcomes();
  Options.Analysis.Observers.push_back(
      [Plan = *Plan, Period = Options.Analysis.Decoding.Intervals.Length](
          const ObserverContext &Context) {
        return std::make_unique<SignatureObserver>(Plan, Period, Context);
      });
  if (Plan->wantsBlockVectors())
    observeBlocks(Options);
  return {};
}

} // namespace memfacet::measure
