//===- EventWriter.h - events into the thread's chunk ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event's payload is written above the cursor, its header after that, then
// the cursor moves. A signal handler in between writes to a chunk of its own
// and puts the cursor back. Room is made before an order number is taken, so
// that a thread never waits while the others wait for its number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_EVENTWRITER_H
#define MEMFACET_RUNTIME_RECORD_EVENTWRITER_H

#include "memfacet/Check.h"
#include "memfacet/Events.h"
#include "runtime/process/Process.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/Thread.h"

namespace memfacet::record {

/// Starts the process, registers the thread and takes a chunk, where needed.
/// Afterwards \p Words words fit at the cursor or, if \p Words is 0, a record
/// does.
void makeRoom(ThreadState &T, uint32_t Words);

inline uint64_t *reserve(ThreadState &T, uint32_t Words) {
  if (!T.Chunk || __memfacet_cursor + Words > chunkEnd(T.Chunk))
    makeRoom(T, Words);
  return __memfacet_cursor;
}

inline void publish(uint64_t *Event, uint64_t Header) {
  MEMFACET_CHECK(Event == __memfacet_cursor, "no record lies between");
  MEMFACET_CHECK(Event + eventWords(Header) <= chunkEnd(thread().Chunk),
                 "room was reserved for the event");
  __atomic_store_n(Event, Header, __ATOMIC_RELEASE);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  __memfacet_cursor = Event + eventWords(Header);
}

/// Takes the next order number. If there is one thread, an instruction without
/// a lock does so: handlers may interrupt it, and a lock would cost as much as
/// the rest of the event.
inline uint64_t takeOrder() {
  std::atomic<uint64_t> &Order = process::process().Header->Order;
  if (!process::isAloneHere())
    return Order.fetch_add(1);
  return machine::addOneAlone(Order);
}

/// Exists while an event is written. While an order number is taken and the
/// event is not there yet, the collector waits for this thread.
template <EventKind Kind> class OrderHolder {
public:
  explicit OrderHolder(ThreadState &T) : State(T) {
    if constexpr (isOrdered(Kind)) {
      MEMFACET_CHECK(!T.HoldsOrder, "a thread writes one event at a time");
      State.HoldsOrder = true;
      std::atomic_signal_fence(std::memory_order_seq_cst);
    }
  }
  ~OrderHolder() {
    if constexpr (isOrdered(Kind)) {
      std::atomic_signal_fence(std::memory_order_seq_cst);
      State.HoldsOrder = false;
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (State.KeptList) [[unlikely]]
        giveKeptChunks();
    }
  }
  OrderHolder(const OrderHolder &) = delete;
  OrderHolder &operator=(const OrderHolder &) = delete;

private:
  void giveKeptChunks() {
    SignalBlock Block;
    handOverKeptChunks(State);
  }

  ThreadState &State;
};

template <EventKind Kind, typename... Words>
void emit(ThreadState &T, uint32_t Argument, Words... Payload);

inline void stampTime(ThreadState &T, uint64_t Time = timeStamp()) {
  T.LastStamp = Time;
  emit<EventKind::Tick>(T, 0, Time);
}

/// Stamps the time before an ordered event, if the last stamp is old. The
/// thread may have slept since then without an event that says so (barriers of
/// OpenMP), and what other threads did meanwhile came before this event.
template <EventKind Kind> void stampIfStale(ThreadState &T) {
  if constexpr (!isOrdered(Kind) || Kind == EventKind::ThreadStart)
    return; // ThreadStart comes first and has a stamp
  if (process::isAloneHere())
    return;
  if (uint64_t Time = timeStamp(); Time - T.LastStamp > machine::StaleTicks)
    stampTime(T, Time);
}

/// Writes an ordered event like emit, in a process with several threads. \p
/// Time is the time that the caller has read: reading the clock costs as much
/// as all the rest.
template <EventKind Kind, typename... Words>
void emitTimed(ThreadState &T, uint64_t Time, uint32_t Argument,
               Words... Payload) {
  constexpr uint32_t Count = 2 + sizeof...(Payload);
  static_assert(isOrdered(Kind));
  if (int64_t(Time - T.LastStamp) > int64_t(machine::StaleTicks))
    stampTime(T, Time);
  uint64_t *Event = reserve(T, Count);
  uint64_t *Word = Event + 1;
  OrderHolder<Kind> Holder(T);
  *Word++ = takeOrder();
  ((*Word++ = Payload), ...);
  publish(Event, eventHeader(Kind, Count, Argument));
}

/// Writes an event, and takes the order number if the event has one.
template <EventKind Kind, typename... Words>
void emit(ThreadState &T, uint32_t Argument, Words... Payload) {
  constexpr uint32_t Count = 1 + isOrdered(Kind) + sizeof...(Payload);
  stampIfStale<Kind>(T);
  uint64_t *Event = reserve(T, Count);
  uint64_t *Word = Event + 1;
  OrderHolder<Kind> Holder(T);
  if constexpr (isOrdered(Kind))
    *Word++ = takeOrder();
  ((*Word++ = Payload), ...);
  publish(Event, eventHeader(Kind, Count, Argument));
}

/// Writes an event like emit, with the \p TailCount words at \p Tail after the
/// others.
template <EventKind Kind, typename... Words>
void emitWithTail(ThreadState &T, uint32_t Argument, const uint64_t *Tail,
                  uint32_t TailCount, Words... Payload) {
  uint32_t Count = 1 + isOrdered(Kind) + sizeof...(Payload) + TailCount;
  stampIfStale<Kind>(T);
  uint64_t *Event = reserve(T, Count);
  uint64_t *Word = Event + 1;
  OrderHolder<Kind> Holder(T);
  if constexpr (isOrdered(Kind))
    *Word++ = takeOrder();
  ((*Word++ = Payload), ...);
  for (uint32_t I = 0; I != TailCount; ++I)
    *Word++ = Tail[I];
  publish(Event, eventHeader(Kind, Count, Argument));
}

/// Writes an event like emit, with \p Bytes after the words, NUL-padded to
/// whole words. There must be at most MaxTableDataBytes of them.
template <EventKind Kind, typename... Words>
void emitWithBytes(ThreadState &T, uint32_t Argument, Text Bytes,
                   Words... Payload) {
  constexpr uint32_t Fixed = 1 + isOrdered(Kind) + sizeof...(Payload);
  MEMFACET_CHECK(Bytes.Size <= MaxTableDataBytes, "an event fits in a chunk");
  uint32_t Count = Fixed + uint32_t((Bytes.Size + 7) / 8);
  SignalBlock Block; // a handler that jumps away must not cut a long event
  stampIfStale<Kind>(T);
  uint64_t *Event = reserve(T, Count);
  uint64_t *Word = Event + 1;
  OrderHolder<Kind> Holder(T);
  if constexpr (isOrdered(Kind))
    *Word++ = takeOrder();
  ((*Word++ = Payload), ...);
  if (Count != Fixed)
    Event[Count - 1] = 0;
  copyBytes(Word, Bytes.Data, Bytes.Size);
  publish(Event, eventHeader(Kind, Count, Argument));
}

} // namespace memfacet::record

#endif
