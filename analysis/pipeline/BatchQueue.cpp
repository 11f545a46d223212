//===- pipeline/BatchQueue.cpp - what follows expansion, a stage ----------===//

#include "analysis/pipeline/BatchQueue.h"

namespace memfacet {

BatchQueue::BatchQueue(WorkCrew &Crew, BatchSink &Sink)
    : Sink(Sink), Theirs(Sink.ranges()),
      Unpacked(std::make_unique_for_overwrite<AccessBatch>()),
      Portions(Crew, MaxPortions, [this](Portion &P) { work(P); }) {
  if (Theirs)
    Theirs->keepChanges();
}

void BatchQueue::Step::clear() {
  Last = Say::Nothing;
  HasPacked = false;
  Executions.clear();
  Skips.reset();
  Events.clear();
  Payloads.clear();
  PayloadEnds.clear();
}

bool BatchQueue::Portion::full() const {
  return Used == MaxSteps || Accesses >= FullPortion ||
         EventWords >= FullEvents;
}

std::unique_ptr<AccessBatch> BatchQueue::Portion::spare() {
  if (Spare.empty())
    return std::make_unique_for_overwrite<AccessBatch>();
  std::unique_ptr<AccessBatch> B = std::move(Spare.back());
  Spare.pop_back();
  return B;
}

/// The step that says \p What behind all others.
BatchQueue::Step &BatchQueue::next(Say What) {
  Say Last =
      Filling.Used == 0 ? Say::Event : Filling.Steps[Filling.Used - 1].Last;
  bool Another = Last >= What && (What != Say::Event || Filling.full());
  if (Filling.Used == 0 || Another) {
    if (Filling.full())
      handOn();
    if (Filling.Used == Filling.Steps.size())
      Filling.Steps.emplace_back();
    ++Filling.Used;
  }
  Step &S = Filling.Steps[Filling.Used - 1];
  S.Last = What;
  return S;
}

void BatchQueue::handOn() { Filling = Portions.exchange(std::move(Filling)); }

void BatchQueue::settle() {
  if (Filling.Used != 0)
    handOn();
  Portions.settle();
}

void BatchQueue::batch(const AccessBatch &B) {
  take(std::make_unique<AccessBatch>(B));
}

std::unique_ptr<AccessBatch> BatchQueue::take(std::unique_ptr<AccessBatch> B) {
  Step &S = next(Say::Batch);
  Filling.Accesses += B->Count;
  S.Followed = Followed;
  if (PackedBatch::fits(*B)) {
    S.HasPacked = true;
    S.Packed.pack(*B);
  } else {
    S.Batch = std::exchange(B, Filling.spare());
  }
  if (SomeChanged.load(std::memory_order_relaxed)) [[unlikely]]
    followRanges();
  return B;
}

void BatchQueue::executed(ThreadId Thread, IntervalId Interval,
                          std::span<const SiteExecutions> Sites) {
  Step &S = next(Say::Executed);
  S.Thread = Thread;
  S.Interval = Interval;
  S.Executions.assign(Sites.begin(), Sites.end());
}

void BatchQueue::skipping(bool Now) { next(Say::Skipping).Skips = Now; }

void BatchQueue::event(const Event &E) {
  Step &S = next(Say::Event);
  S.Events.push_back(E);
  S.Payloads.insert(S.Payloads.end(), E.Payload.begin(), E.Payload.end());
  S.PayloadEnds.push_back(S.Payloads.size());
  Filling.EventWords += E.Payload.size() + sizeof(Event) / sizeof(uint64_t);
}

void BatchQueue::followRanges() {
  std::lock_guard Guard(Lock);
  for (const SiteRanges::Change &C : Changes)
    Known.follow(C);
  Followed += Changes.size();
  Changes.clear();
  SomeChanged.store(false, std::memory_order_relaxed);
}

void BatchQueue::work(Portion &P) {
  for (size_t I = 0; I != P.Used; ++I) {
    Step &S = P.Steps[I];
    tell(S);
    if (S.Batch)
      P.Spare.push_back(std::move(S.Batch));
    S.clear();
  }
  P.Used = 0;
  P.Accesses = 0;
  P.EventWords = 0;
  if (!Untold.empty())
    tellChanges();
}

void BatchQueue::tell(AccessBatch &B, uint64_t Followed) {
  Stale.widen(B, Followed);
  Sink.batch(B);
  B.clear();
  keepChanges();
}

void BatchQueue::tell(Step &S) {
  if (S.Batch) {
    tell(*S.Batch, S.Followed);
  } else if (S.HasPacked) {
    S.Packed.unpack(*Unpacked);
    tell(*Unpacked, S.Followed);
  }
  if (!S.Executions.empty())
    Sink.executed(S.Thread, S.Interval, S.Executions);
  if (S.Skips)
    Sink.skipping(*S.Skips);
  size_t Begin = 0;
  for (size_t I = 0; I != S.Events.size(); ++I) {
    size_t End = S.PayloadEnds[I];
    S.Events[I].Payload = std::span(S.Payloads).subspan(Begin, End - Begin);
    Begin = End;
    Sink.event(S.Events[I]);
    keepChanges();
  }
}

/// What the sink has changed by what it was told last.
void BatchQueue::keepChanges() {
  if (!Theirs || Theirs->kept().empty())
    return;
  for (const SiteRanges::Change &C : Theirs->kept())
    Stale.add(C);
  Untold.insert(Untold.end(), Theirs->kept().begin(), Theirs->kept().end());
  Theirs->kept().clear();
}

void BatchQueue::tellChanges() {
  std::lock_guard Guard(Lock);
  Changes.insert(Changes.end(), Untold.begin(), Untold.end());
  Untold.clear();
  SomeChanged.store(true, std::memory_order_relaxed);
}

} // namespace memfacet
