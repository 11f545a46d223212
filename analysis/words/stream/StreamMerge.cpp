//===- StreamMerge.cpp - the streams of all threads become one ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/StreamMerge.h"
#include "memfacet/Select.h"
#include <algorithm>

namespace memfacet::words {

/// Most blocks whose tables are given up. When there are more, no block is
/// waited for.
static constexpr size_t MaxHopelessBlocks = 4096;

StreamMerge::Input &StreamMerge::input(ThreadId Thread) {
  std::unique_ptr<Input> &Found = ByThread[Thread.Value];
  if (!Found) {
    Found = std::make_unique<Input>();
    Found->Thread = Thread;
  }
  return *Found;
}

void StreamMerge::add(ThreadId Thread, const StreamChunk &C) {
  Input &In = input(Thread);
  bool WasEmpty = In.Queue.empty();
  if (!In.Queue.add(C)) {
    Loss.UnknownWords += C.Limit;
    Consumed(C.Token);
    return;
  }
  In.Exhausted = false;
  if (!WasEmpty)
    return;
  In.Stamp = std::max(In.Stamp, C.StartStamp);
  Threads.push_back(&In);
}

const StreamChunk *StreamMerge::find(ThreadId Thread, uint64_t Sequence) const {
  auto It = ByThread.find(Thread.Value);
  return It == ByThread.end() ? nullptr : It->second->Queue.find(Sequence);
}

void StreamMerge::update(ThreadId Thread, uint64_t Sequence, uint32_t Limit,
                         ChunkEnd End) {
  Input &In = input(Thread);
  In.Queue.update(Sequence, Limit, End);
  In.Exhausted = false;
}

bool StreamMerge::holdsCompleteChunks() const {
  return std::any_of(Threads.begin(), Threads.end(), [](const Input *In) {
    return In->Queue.completeChunks() != 0;
  });
}

bool StreamMerge::mayGoOn(const Input &In) {
  if (In.Exhausted)
    return false;
  if (In.WaitsForBlock && In.TablesMerged == TablesMerged &&
      !HopelessBlocks.contains(In.WaitsForBlock))
    return false;
  if (!In.WaitsForOrder)
    return true;
  return NextOrder == 0 ? In.Thread == FirstThread
                        : In.WaitsForOrder <= NextOrder;
}

/// Returns the thread to go on with. \p NextStamp becomes the stamp at which
/// another thread's turn comes.
StreamMerge::Input *StreamMerge::choose(uint64_t &NextStamp) {
  Input *Best = nullptr;
  NextStamp = Forever;
  for (Input *In : Threads) {
    if (!mayGoOn(*In))
      continue;
    bool Earlier = !Best || In->Stamp < Best->Stamp ||
                   (In->Stamp == Best->Stamp && In->Thread < Best->Thread);
    if (Earlier)
      std::swap(Best, In);
    if (In)
      NextStamp = std::min(NextStamp, In->Stamp);
  }
  return Best;
}

Status StreamMerge::merge(uint64_t Watermark) {
  uint64_t NextStamp;
  while (Input *In = choose(NextStamp)) {
    if (In->Stamp > Watermark)
      break;
    if (Status S = mergeUnit(*In, std::min(NextStamp, Watermark)); !S)
      return S;
    if (In->Queue.empty())
      dropEmpty();
  }
  return SinkStatus;
}

Status StreamMerge::drain() {
  do
    if (Status S = merge(Forever); !S)
      return S;
  while (giveUpTables() || giveUpNumbers());
  return {};
}

void StreamMerge::dropEmpty() {
  std::erase_if(Threads, [&](Input *In) {
    if (!In->Queue.empty())
      return false;
    if (In->Thread != FirstThread)
      ByThread.erase(In->Thread.Value);
    return true;
  });
}

/// Merges records of one thread until another thread's turn comes: the stamp
/// exceeds \p StampLimit, the thread has to wait, or there are no more records.
Status StreamMerge::mergeUnit(Input &In, uint64_t StampLimit) {
  In.WaitsForOrder = 0;
  In.WaitsForBlock = 0;
  Step Next = Step::GoOn;
  while (Next == Step::GoOn && SinkStatus) {
    if (In.Queue.empty() || (In.Queue.finished() && !nextPiece(In)))
      break;
    if (In.Queue.finished())
      continue;
    uint32_t Position = In.Queue.position(), End = In.Queue.readable();
    if (Position >= End) {
      In.Exhausted = true;
      break;
    }
    if (In.Stamp > StampLimit)
      break;
    if (!HasSeveralThreads && In.Queue.chunk().End == ChunkEnd::Closed) {
      FirstThread = In.Thread;
      NextOrder = 0;
      take(In, End - Position);
      continue;
    }
    uint64_t Header = In.Queue.chunk().Words[Position];
    uint32_t Words = Header ? recordWords(Header, Lengths) : 0;
    bool Whole = Words != 0 && (Position + Words <= End || endsTorn(In, Words));
    // A selected record of an unknown kind has no words, and may be cut off.
    if (Words != 0 && isSelected(Header) && Position + Words <= End)
      Next = mergeSelected(In);
    else if (Whole && isSelected(Header) && waitsForSite(In, Position))
      Next = Step::Stop;
    else if (Whole)
      Next = mergeRecord(In, Position, Words, StampLimit);
    else if (Header == 0)
      Next = meetZero(In);
    else if (Words == 0)
      Next = meetUnknown(In, Header);
    else
      Next = meetCut(In);
  }
  flush(In);
  return SinkStatus;
}

/// Merges all selected records from here on that are whole and known.
StreamMerge::Step StreamMerge::mergeSelected(Input &In) {
  std::span<const uint64_t> Words = In.Queue.chunk().Words;
  uint32_t Begin = In.Queue.position(), End = In.Queue.readable(),
           Position = Begin;
  bool Waits = false;
  while (Position + SelectedWords <= End && isSelected(Words[Position])) {
    Waits = waitsForSite(In, Position);
    if (Waits)
      break;
    Position += SelectedWords;
  }
  if (Position != Begin)
    take(In, Position - Begin);
  return Waits ? Step::Stop : Step::GoOn;
}

StreamMerge::Step StreamMerge::mergeRecord(Input &In, uint32_t Position,
                                           uint32_t Words,
                                           uint64_t StampLimit) {
  std::span<const uint64_t> Record =
      In.Queue.chunk().Words.subspan(Position, Words);
  if (isEvent(Record[0]))
    return mergeEvent(In, Record, StampLimit);
  Loss.CutRecords += Position + Words > In.Queue.readable();
  take(In, Words);
  return Step::GoOn;
}

StreamMerge::Step StreamMerge::mergeEvent(Input &In,
                                          std::span<const uint64_t> Record,
                                          uint64_t StampLimit) {
  EventKind Kind = eventKind(Record[0]);
  if (isOrdered(Kind) && passOrder(In, Record[1]) == Step::Stop)
    return Step::Stop;
  take(In, uint32_t(Record.size()));
  if (Kind == EventKind::Tick)
    In.Stamp = std::max(In.Stamp, Record[1]);
  if (Kind == EventKind::Module || Kind == EventKind::TableData) {
    flush(In); // the lengths of what follows depend on it
    ++TablesMerged;
    HopelessBlocks.clear();
  }
  bool Awaited = isOrdered(Kind) && anyWaitsFor(NextOrder);
  return Awaited || In.Stamp > StampLimit ? Step::Stop : Step::GoOn;
}

/// Looks whether it is the turn of event \p Number. If so, the number after it
/// is next.
StreamMerge::Step StreamMerge::passOrder(Input &In, uint64_t Number) {
  bool IsNext = NextOrder == 0 ? In.Thread == FirstThread : Number <= NextOrder;
  if (!IsNext) {
    In.WaitsForOrder = Number;
    return Step::Stop;
  }
  if (NextOrder == 0 || Number == NextOrder)
    NextOrder = Number + 1;
  else if (Loss.LostOrderNumbers != 0)
    --Loss.LostOrderNumbers; // given up too early
  return Step::GoOn;
}

bool StreamMerge::anyWaitsFor(uint64_t Number) const {
  return std::any_of(Threads.begin(), Threads.end(), [&](const Input *In) {
    return In->WaitsForOrder && In->WaitsForOrder <= Number;
  });
}

/// Handles a header that is 0: nothing was written here.
StreamMerge::Step StreamMerge::meetZero(Input &In) {
  switch (In.Queue.chunk().End) {
  case ChunkEnd::Open:
    In.Exhausted = true;
    return Step::Stop;
  case ChunkEnd::Torn:
    flush(In);
    In.Queue.abandon();
    return Step::GoOn;
  case ChunkEnd::Closed:
    break;
  }
  std::span<const uint64_t> Words = In.Queue.chunk().Words;
  uint32_t Position = In.Queue.position(), End = In.Queue.readable();
  while (Position < End && Words[Position] == 0)
    ++Position;
  skip(In, Position);
  return Step::GoOn;
}

/// Returns whether the selected record at \p Position is of a site whose tables
/// are still to come. If so, the thread waits for them.
bool StreamMerge::waitsForSite(Input &In, uint32_t Position) {
  std::span<const uint64_t> Words = In.Queue.chunk().Words;
  uint32_t Site = selectedSiteHalf(Words[Position + 1]);
  if (!hasSite(selectedKind(Words[Position])) || Lengths.knowsSite(Site) ||
      isHopeless(Site))
    return false;
  In.WaitsForBlock = Site;
  In.TablesMerged = TablesMerged;
  return true;
}

/// Returns whether tables with \p Row are not waited for. Nothing lies at
/// address 0.
bool StreamMerge::isHopeless(uint64_t Row) const {
  return Row == 0 || HopelessBlocks.contains(Row) ||
         HopelessBlocks.size() >= MaxHopelessBlocks;
}

StreamMerge::Step StreamMerge::meetUnknown(Input &In, uint64_t Header) {
  bool Hopeless = isEvent(Header) || isSelected(Header) || isHopeless(Header);
  if (!Hopeless) {
    In.WaitsForBlock = Header;
    In.TablesMerged = TablesMerged;
    return Step::Stop;
  }
  uint32_t Position = In.Queue.position(), End = In.Queue.readable();
  auto Next = uint32_t(
      nextHeader(In.Queue.chunk().Words.first(End), Position, Lengths));
  Loss.UnknownWords += Next - Position;
  skip(In, Next);
  return Step::GoOn;
}

/// Returns whether the next record, of \p Words words, is the last of a torn
/// chunk: slots that were not reached are zero, and so may be the last words of
/// an event.
bool StreamMerge::endsTorn(const Input &In, uint32_t Words) {
  const StreamChunk &C = In.Queue.chunk();
  return C.End == ChunkEnd::Torn && In.Queue.readable() == C.Limit &&
         In.Queue.position() + Words <= C.Words.size();
}

/// Handles a record that is longer than what there is.
StreamMerge::Step StreamMerge::meetCut(Input &In) {
  const StreamChunk &C = In.Queue.chunk();
  uint32_t Position = In.Queue.position(), End = In.Queue.readable();
  if (C.End == ChunkEnd::Open) {
    In.Exhausted = true;
    return Step::Stop;
  }
  Loss.UnknownWords += End - Position;
  skip(In, End);
  return Step::GoOn;
}

void StreamMerge::skip(Input &In, uint32_t Position) {
  flush(In);
  In.Queue.consume(Position - In.Queue.position());
}

void StreamMerge::take(Input &In, uint32_t Words) {
  const uint64_t *Begin = In.Queue.chunk().Words.data() + In.Queue.position();
  if (Pending.empty())
    Pending = {Begin, Words};
  else
    Pending = {Pending.data(), Pending.size() + Words};
  In.Queue.consume(Words);
}

void StreamMerge::flush(Input &In) {
  if (Pending.empty() || !SinkStatus)
    return;
  Merged += Pending.size();
  SinkStatus = Sink.segment({In.Thread, Pending});
  Pending = {};
}

/// Goes on to the next piece. Returns false if there is none yet.
bool StreamMerge::nextPiece(Input &In) {
  flush(In);
  uint32_t Token;
  if (In.Queue.next(Token))
    Consumed(Token);
  if (In.Queue.empty())
    return false;
  if (In.Queue.position() == 0)
    In.Stamp = std::max(In.Stamp, In.Queue.chunk().StartStamp);
  return true;
}

bool StreamMerge::giveUpTables() {
  bool Any = false;
  for (const Input *In : Threads)
    if (In->WaitsForBlock && !mayGoOn(*In)) {
      HopelessBlocks.insert(In->WaitsForBlock);
      Any = true;
    }
  return Any;
}

bool StreamMerge::giveUpNumbers() {
  uint64_t Earliest = Forever;
  for (const Input *In : Threads)
    if (In->WaitsForOrder && !mayGoOn(*In))
      Earliest = std::min(Earliest, In->WaitsForOrder);
  if (Earliest == Forever)
    return false;
  if (NextOrder != 0)
    Loss.LostOrderNumbers += Earliest - NextOrder;
  NextOrder = Earliest;
  return true;
}

} // namespace memfacet::words
