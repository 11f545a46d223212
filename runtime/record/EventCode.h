//===- EventCode.h - the code that writes an event ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of EventWriter.h are compiled once. Events that programs cause
// millions of times (blocks of the heap, locks) have a copy of this code each,
// which knows the kind and the number of words.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_EVENTCODE_H
#define MEMFACET_RUNTIME_RECORD_EVENTCODE_H

#include "runtime/record/EventWriter.h"

namespace memfacet::record {

/// Takes the next order number. If there is one thread, an instruction without
/// a lock does so: handlers may interrupt it, and a lock would cost as much as
/// the rest of the event.
inline uint64_t takeOrder() {
  std::atomic<uint64_t> &Order = process::process().Header->Order;
  if (!process::isAloneHere())
    return Order.fetch_add(1);
  return machine::addOneAlone(Order);
}

/// Hands over the chunks that waited for the end of an event of \p T.
void giveKeptChunks(ThreadState &T);

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

[[gnu::always_inline]] inline uint64_t *append(uint64_t *Word, EventWords W) {
  for (uint32_t I = 0; I != W.Count; ++I)
    *Word++ = W.Data[I];
  return Word;
}

/// Takes the order number, if \p IsOrderedEvent, and writes \p Payload. Returns
/// the place after it.
[[gnu::always_inline]] inline uint64_t *
appendOrdered(uint64_t *Word, bool IsOrderedEvent, EventWords Payload) {
  if (IsOrderedEvent)
    *Word++ = takeOrder();
  return append(Word, Payload);
}

/// Writes the event at once.
[[gnu::always_inline]] inline void writeStampedHere(ThreadState &T,
                                                    uint64_t Header,
                                                    EventWords Payload,
                                                    EventWords Tail) {
  bool Ordered = isOrdered(eventKind(Header));
  uint32_t Count = 1 + Ordered + Payload.Count + Tail.Count;
  uint64_t *Event = reserve(T, Count);
  OrderHolder Holder(T, Ordered);
  append(appendOrdered(Event + 1, Ordered, Payload), Tail);
  publish(Event, Header + Count);
}

inline void stampIfOld(ThreadState &T, uint64_t Time) {
  // Signed: the clocks of two processors may differ a little.
  if (int64_t(Time - T.LastStamp) > int64_t(machine::StaleTicks))
    stampTime(T, Time);
}

/// Does so before an ordered event. (ThreadStart comes first and has a stamp.)
inline void stampBefore(ThreadState &T, EventKind Kind) {
  if (!process::isAloneHere() && isOrdered(Kind) &&
      Kind != EventKind::ThreadStart)
    stampIfOld(T, timeStamp());
}

/// Does what writeEvent does.
[[gnu::always_inline]] inline void writeEventHere(ThreadState &T,
                                                  uint64_t Header,
                                                  EventWords Payload,
                                                  EventWords Tail = {}) {
  stampBefore(T, eventKind(Header));
  writeStampedHere(T, Header, Payload, Tail);
}

} // namespace memfacet::record

#endif
