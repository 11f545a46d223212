//===- EventWriter.cpp - events into the thread's chunk -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/EventWriter.h"

namespace memfacet::record {

namespace {

/// Takes the next order number. If there is one thread, an instruction without
/// a lock does so: handlers may interrupt it, and a lock would cost as much as
/// the rest of the event.
uint64_t takeOrder() {
  std::atomic<uint64_t> &Order = process::process().Header->Order;
  if (!process::isAloneHere())
    return Order.fetch_add(1);
  return machine::addOneAlone(Order);
}

void giveKeptChunks(ThreadState &T) {
  SignalBlock Block;
  handOverKeptChunks(T);
}

/// Exists while an event is written. While an order number is taken and the
/// event is not there yet, the collector waits for this thread.
class OrderHolder {
public:
  OrderHolder(ThreadState &T, bool IsOrderedEvent)
      : State(T), Holds(IsOrderedEvent) {
    if (!Holds)
      return;
    MEMFACET_CHECK(!T.HoldsOrder, "a thread writes one event at a time");
    State.HoldsOrder = true;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~OrderHolder() {
    if (!Holds)
      return;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    State.HoldsOrder = false;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (State.KeptList) [[unlikely]]
      giveKeptChunks(State);
  }
  OrderHolder(const OrderHolder &) = delete;
  OrderHolder &operator=(const OrderHolder &) = delete;

private:
  ThreadState &State;
  bool Holds;
};

uint64_t *append(uint64_t *Word, EventWords W) {
  for (uint32_t I = 0; I != W.Count; ++I)
    *Word++ = W.Data[I];
  return Word;
}

/// Takes the order number, if \p IsOrderedEvent, and writes \p Payload. Returns
/// the place after it.
uint64_t *appendOrdered(uint64_t *Word, bool IsOrderedEvent,
                        EventWords Payload) {
  if (IsOrderedEvent)
    *Word++ = takeOrder();
  return append(Word, Payload);
}

/// Writes the event at once.
[[gnu::noinline]] void writeStamped(ThreadState &T, uint64_t Header,
                                    EventWords Payload, EventWords Tail) {
  bool Ordered = isOrdered(eventKind(Header));
  uint32_t Count = 1 + Ordered + Payload.Count + Tail.Count;
  uint64_t *Event = reserve(T, Count);
  OrderHolder Holder(T, Ordered);
  append(appendOrdered(Event + 1, Ordered, Payload), Tail);
  publish(Event, Header + Count);
}

void stampIfOld(ThreadState &T, uint64_t Time) {
  // Signed: the clocks of two processors may differ a little.
  if (int64_t(Time - T.LastStamp) > int64_t(machine::StaleTicks))
    stampTime(T, Time);
}

/// Does so before an ordered event. (ThreadStart comes first and has a stamp.)
void stampBefore(ThreadState &T, EventKind Kind) {
  if (!process::isAloneHere() && isOrdered(Kind) &&
      Kind != EventKind::ThreadStart)
    stampIfOld(T, timeStamp());
}

} // namespace

void writeEvent(ThreadState &T, uint64_t Header, EventWords Payload,
                EventWords Tail) {
  stampBefore(T, eventKind(Header));
  writeStamped(T, Header, Payload, Tail);
}

void writeTimedEvent(ThreadState &T, uint64_t Time, uint64_t Header,
                     EventWords Payload) {
  stampIfOld(T, Time);
  writeStamped(T, Header, Payload, {});
}

void writeEventOfBytes(ThreadState &T, uint64_t Header, EventWords Payload,
                       Text Bytes) {
  MEMFACET_CHECK(Bytes.Size <= MaxTableDataBytes, "an event fits in a chunk");
  SignalBlock Block; // a handler that jumps away must not cut a long event
  stampBefore(T, eventKind(Header));
  bool Ordered = isOrdered(eventKind(Header));
  uint32_t Fixed = 1 + Ordered + Payload.Count;
  uint32_t Count = Fixed + uint32_t((Bytes.Size + 7) / 8);
  uint64_t *Event = reserve(T, Count);
  OrderHolder Holder(T, Ordered);
  uint64_t *Word = appendOrdered(Event + 1, Ordered, Payload);
  if (Count != Fixed)
    Event[Count - 1] = 0;
  copyBytes(Word, Bytes.Data, Bytes.Size);
  publish(Event, Header + Count);
}

[[gnu::noinline]] void stampTime(ThreadState &T, uint64_t Time) {
  T.LastStamp = Time;
  writeStamped(T, eventHeader(EventKind::Tick, 0), {&Time, 1}, {});
}

} // namespace memfacet::record
