//===- BatchQueue.cpp - what follows expansion, a stage -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/BatchQueue.h"

namespace memfacet::measure {

BatchQueue::BatchQueue(StageScheduler &Scheduler, decode::BatchSink &Sink)
    : Sink(Sink), Theirs(Sink.ranges()),
      Unpacked(std::make_unique_for_overwrite<decode::AccessBatch>()),
      Portions(Scheduler, MaxPortions, [this](Portion &P) { work(P); }) {
  if (Theirs)
    Theirs->keepChanges();
}

void BatchQueue::Step::clear() {
  Last = Say::Nothing;
  HasPacked = false;
  Counted = Executions = 0;
  Skips.reset();
  Events = 0;
}

bool BatchQueue::Portion::full() const {
  size_t EventWords =
      Words.size() + Events.size() * sizeof(PackedEvent) / sizeof(uint64_t);
  return Used == MaxSteps || Accesses >= FullPortion ||
         EventWords >= FullEvents || Sites.size() >= FullSites;
}

void BatchQueue::Portion::clear() {
  Used = 0;
  Packed.clear();
  Sites.clear();
  Events.clear();
  Words.clear();
  Accesses = 0;
}

std::unique_ptr<decode::AccessBatch> BatchQueue::Portion::spare() {
  if (Spare.empty())
    return std::make_unique_for_overwrite<decode::AccessBatch>();
  std::unique_ptr<decode::AccessBatch> B = std::move(Spare.back());
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

void BatchQueue::batch(const decode::AccessBatch &B) {
  take(std::make_unique<decode::AccessBatch>(B));
}

std::unique_ptr<decode::AccessBatch>
BatchQueue::take(std::unique_ptr<decode::AccessBatch> B) {
  Step &S = next(Say::Batch);
  Filling.Accesses +=
      B->Count + B->Marks.size() + B->Heap.words() / 2 + B->Moves.size();
  S.Followed = Followed;
  if (PackedBatches::fits(*B)) {
    S.HasPacked = true;
    Filling.Packed.add(*B);
  } else {
    S.Batch = std::exchange(B, Filling.spare());
  }
  if (SomeChanged.load(std::memory_order_relaxed)) [[unlikely]]
    followRanges();
  return B;
}

void BatchQueue::counted(ThreadId Thread, IntervalId Interval,
                         std::span<const decode::SiteExecutions> Sites) {
  Step &S = next(Say::Counted);
  S.Thread = Thread;
  S.Interval = Interval;
  S.Counted = Sites.size();
  Filling.Sites.insert(Filling.Sites.end(), Sites.begin(), Sites.end());
}

void BatchQueue::executed(ThreadId Thread, IntervalId Interval,
                          std::span<const decode::SiteExecutions> Sites) {
  Step &S = next(Say::Executed);
  S.Thread = Thread;
  S.Interval = Interval;
  S.Executions = Sites.size();
  Filling.Sites.insert(Filling.Sites.end(), Sites.begin(), Sites.end());
}

void BatchQueue::skipping(bool Now) { next(Say::Skipping).Skips = Now; }

void BatchQueue::event(const decode::Event &E) {
  ++next(Say::Event).Events;
  bool HasOrder = E.Order != 0;
  Filling.Events.push_back({E.Kind, HasOrder, E.Thread.Value, E.Argument,
                            uint32_t(E.Payload.size())});
  std::vector<uint64_t> &To = Filling.Words;
  if (HasOrder)
    To.push_back(E.Order);
  // Nearly all have a handful of words.
  if (E.Payload.size() <= 16)
    for (uint64_t Word : E.Payload)
      To.push_back(Word);
  else
    To.insert(To.end(), E.Payload.begin(), E.Payload.end());
}

decode::Event BatchQueue::PackedEvent::unpack(const uint64_t *Words) const {
  decode::Event E{Kind, ThreadId(Thread), Argument, 0, {}};
  if (HasOrder)
    E.Order = *Words++;
  E.Payload = {Words, Payload};
  return E;
}

void BatchQueue::followRanges() {
  std::lock_guard Guard(Lock);
  for (const decode::SiteRanges::Change &C : Changes)
    Known.follow(C);
  Followed += Changes.size();
  Changes.clear();
  SomeChanged.store(false, std::memory_order_relaxed);
}

void BatchQueue::work(Portion &P) {
  std::span<const decode::SiteExecutions> Sites = P.Sites;
  Coming Next = {P.Events, P.Words.data()}, Soon = Next;
  for (size_t I = 0; I != ExpectedEvents; ++I)
    expectNext(Soon);
  for (Step &S : std::span(P.Steps).first(P.Used)) {
    if (S.Batch) {
      tell(*S.Batch, S.Followed);
      P.Spare.push_back(std::move(S.Batch));
    } else if (S.HasPacked) {
      P.Packed.next(*Unpacked);
      tell(*Unpacked, S.Followed);
    }
    tellSites(S, Sites);
    if (S.Skips)
      Sink.skipping(*S.Skips);
    tellEvents(S.Events, Next, Soon);
    S.clear();
  }
  P.clear();
  if (!Untold.empty())
    tellChanges();
}

void BatchQueue::tell(decode::AccessBatch &B, uint64_t Followed) {
  if (!B.Selected)
    Stale.widen(B, Followed);
  Sink.batch(B);
  B.clear();
  keepChanges();
}

/// Those of \p S are the first of \p Sites, which moves on.
void BatchQueue::tellSites(const Step &S,
                           std::span<const decode::SiteExecutions> &Sites) {
  if (S.Counted != 0)
    Sink.counted(S.Thread, S.Interval, Sites.first(S.Counted));
  Sites = Sites.subspan(S.Counted);
  if (S.Executions != 0)
    Sink.executed(S.Thread, S.Interval, Sites.first(S.Executions));
  Sites = Sites.subspan(S.Executions);
}

/// The sink expects the first of \p Soon, if there is one, which moves on.
void BatchQueue::expectNext(Coming &Soon) {
  if (Soon.Events.empty())
    return;
  const PackedEvent &E = Soon.Events.front();
  if (decode::isHeapEvent(E.Kind) && E.Payload != 0)
    Sink.expect(Soon.Words[E.HasOrder]);
  Soon.Words += E.words();
  Soon.Events = Soon.Events.subspan(1);
}

/// The first \p Count of \p Next, which moves on. \p Soon stays ahead.
void BatchQueue::tellEvents(size_t Count, Coming &Next, Coming &Soon) {
  for (const PackedEvent &E : Next.Events.first(Count)) {
    expectNext(Soon);
    Sink.event(E.unpack(Next.Words));
    Next.Words += E.words();
    keepChanges();
  }
  Next.Events = Next.Events.subspan(Count);
}

/// What the sink has changed by what it was told last.
void BatchQueue::keepChanges() {
  if (!Theirs || Theirs->kept().empty())
    return;
  for (const decode::SiteRanges::Change &C : Theirs->kept())
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

} // namespace memfacet::measure
