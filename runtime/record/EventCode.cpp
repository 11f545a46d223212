//===- EventCode.cpp - the events of EventWriter.h ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/EventCode.h"

namespace memfacet::record {

/// Writes the event at once.
[[gnu::noinline]] static void writeStamped(ThreadState &T, uint64_t Header,
                                           EventWords Payload,
                                           EventWords Tail) {
  writeStampedHere(T, Header, Payload, Tail);
}

void giveKeptChunks(ThreadState &T) {
  SignalBlock Block;
  handOverKeptChunks(T);
}

void writeEvent(ThreadState &T, uint64_t Header, EventWords Payload,
                EventWords Tail) {
  stampBefore(T, eventKind(Header));
  writeStamped(T, Header, Payload, Tail);
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
