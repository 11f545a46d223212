//===- BatchQueue.cpp - passes on batches, as a stage ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/BatchQueue.h"

namespace memfacet::measure {

BatchQueue::BatchQueue(StageScheduler &Scheduler, decode::BatchSink &Sink)
    : Sink(Sink), SinkRanges(Sink.ranges()),
      Unpacked(std::make_unique_for_overwrite<decode::AccessBatch>()),
      Portions(Scheduler, MaxPortions, [this](Portion &P) { work(P); }) {
  if (SinkRanges)
    SinkRanges->keepChanges();
}

void BatchQueue::Step::clear() {
  Last = SinkCall::None;
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

/// Returns the step that gets \p Call after all others.
BatchQueue::Step &BatchQueue::next(SinkCall Call) {
  SinkCall Last = Filling.Used == 0 ? SinkCall::Event
                                    : Filling.Steps[Filling.Used - 1].Last;
  bool Another = Last >= Call && (Call != SinkCall::Event || Filling.full());
  if (Filling.Used == 0 || Another) {
    if (Filling.full())
      handOn();
    if (Filling.Used == Filling.Steps.size())
      Filling.Steps.emplace_back();
    ++Filling.Used;
  }
  Step &S = Filling.Steps[Filling.Used - 1];
  S.Last = Call;
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
  Step &S = next(SinkCall::Batch);
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
  Step &S = next(SinkCall::Counted);
  S.Thread = Thread;
  S.Interval = Interval;
  S.Counted = Sites.size();
  Filling.Sites.insert(Filling.Sites.end(), Sites.begin(), Sites.end());
}

void BatchQueue::executed(ThreadId Thread, IntervalId Interval,
                          std::span<const decode::SiteExecutions> Sites) {
  Step &S = next(SinkCall::Executed);
  S.Thread = Thread;
  S.Interval = Interval;
  S.Executions = Sites.size();
  Filling.Sites.insert(Filling.Sites.end(), Sites.begin(), Sites.end());
}

void BatchQueue::skipping(bool Skips) {
  next(SinkCall::Skipping).Skips = Skips;
}

void BatchQueue::event(const decode::Event &E) {
  ++next(SinkCall::Event).Events;
  bool HasOrder = E.Order != 0;
  Filling.Events.push_back({E.Kind, HasOrder, E.Thread.Value, E.Argument,
                            uint32_t(E.Payload.size())});
  std::vector<uint64_t> &Words = Filling.Words;
  if (HasOrder)
    Words.push_back(E.Order);
  // Nearly all events have only some words.
  if (E.Payload.size() <= 16)
    for (uint64_t Word : E.Payload)
      Words.push_back(Word);
  else
    Words.insert(Words.end(), E.Payload.begin(), E.Payload.end());
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
    KnownRanges.follow(C);
  Followed += Changes.size();
  Changes.clear();
  SomeChanged.store(false, std::memory_order_relaxed);
}

void BatchQueue::work(Portion &P) {
  std::span<const decode::SiteExecutions> Sites = P.Sites;
  EventCursor Next = {P.Events, P.Words.data()}, Upcoming = Next;
  for (size_t I = 0; I != ExpectedEvents; ++I)
    expectNext(Upcoming);
  for (Step &S : std::span(P.Steps).first(P.Used)) {
    if (S.Batch) {
      deliver(*S.Batch, S.Followed);
      P.Spare.push_back(std::move(S.Batch));
    } else if (S.HasPacked) {
      P.Packed.next(*Unpacked);
      deliver(*Unpacked, S.Followed);
    }
    deliverSites(S, Sites);
    if (S.Skips)
      Sink.skipping(*S.Skips);
    deliverEvents(S.Events, Next, Upcoming);
    S.clear();
  }
  P.clear();
  if (!Unsent.empty())
    sendChanges();
}

void BatchQueue::deliver(decode::AccessBatch &B, uint64_t Followed) {
  if (!B.Selected)
    Stale.widen(B, Followed);
  Sink.batch(B);
  B.clear();
  keepChanges();
}

/// Passes on the sites of \p S, which are the first of \p Sites, and removes
/// them from it.
void BatchQueue::deliverSites(const Step &S,
                              std::span<const decode::SiteExecutions> &Sites) {
  if (S.Counted != 0)
    Sink.counted(S.Thread, S.Interval, Sites.first(S.Counted));
  Sites = Sites.subspan(S.Counted);
  if (S.Executions != 0)
    Sink.executed(S.Thread, S.Interval, Sites.first(S.Executions));
  Sites = Sites.subspan(S.Executions);
}

/// Makes the sink expect the first event of \p Upcoming, if there is one, and
/// removes it.
void BatchQueue::expectNext(EventCursor &Upcoming) {
  if (Upcoming.Events.empty())
    return;
  const PackedEvent &E = Upcoming.Events.front();
  if (decode::isHeapEvent(E.Kind) && E.Payload != 0)
    Sink.expect(Upcoming.Words[E.HasOrder]);
  Upcoming.Words += E.words();
  Upcoming.Events = Upcoming.Events.subspan(1);
}

/// Passes on the first \p Count events of \p Next and removes them. \p Upcoming
/// stays ahead.
void BatchQueue::deliverEvents(size_t Count, EventCursor &Next,
                               EventCursor &Upcoming) {
  for (const PackedEvent &E : Next.Events.first(Count)) {
    expectNext(Upcoming);
    Sink.event(E.unpack(Next.Words));
    Next.Words += E.words();
    keepChanges();
  }
  Next.Events = Next.Events.subspan(Count);
}

/// Keeps the changes of ranges that the last call of the sink has made.
void BatchQueue::keepChanges() {
  if (!SinkRanges || SinkRanges->keptChanges().empty())
    return;
  for (const decode::SiteRanges::Change &C : SinkRanges->keptChanges())
    Stale.add(C);
  Unsent.insert(Unsent.end(), SinkRanges->keptChanges().begin(),
                SinkRanges->keptChanges().end());
  SinkRanges->keptChanges().clear();
}

void BatchQueue::sendChanges() {
  std::lock_guard Guard(Lock);
  Changes.insert(Changes.end(), Unsent.begin(), Unsent.end());
  Unsent.clear();
  SomeChanged.store(true, std::memory_order_relaxed);
}

} // namespace memfacet::measure
