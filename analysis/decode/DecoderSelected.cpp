//===- DecoderSelected.cpp - selected records and counted runs ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Decoder.h"
#include <algorithm>

namespace memfacet::decode {

/// Copies the thread's choice of lines and its window to the batch, which is
/// empty.
void Decoder::setLines() {
  Batch->Lines = ThreadClock->Lines;
  Batch->VisitNumber = ThreadClock->VisitNumber;
  Batch->Window = ThreadClock->Window;
  Batch->WindowBegins = ThreadClock->WindowBegins;
  Batch->Slot = ThreadClock->Slot;
}

/// Expands selected records, as far as they are known.
const uint64_t *Decoder::selectedRecords(const uint64_t *Position,
                                         const uint64_t *End) {
  if (!Batch->Selected) {
    if (Batch->Count != 0)
      flush();
    Batch->Selected = true;
  }
  for (;;) {
    if (Batch->Count == AccessBatch::Capacity)
      flush();
    Position = selectedAccesses(Position, End);
    if (Batch->Count == AccessBatch::Capacity)
      continue;
    if (End - Position < ptrdiff_t(SelectedWords) || !isSelected(*Position))
      return Position;
    if (!otherSelected(Position[0], Position[1]))
      return Position;
    Position += SelectedWords;
  }
}

/// Expands accesses up to a record that is no access, has no site in
/// KnownSites, or is of no usual size; or until there is no room.
const uint64_t *Decoder::selectedAccesses(const uint64_t *Position,
                                          const uint64_t *End) {
  AccessBatch &Target = *Batch;
  if (KnownSites.Bytes == 0)
    return Position;
  size_t Most = std::min(size_t(End - Position) / SelectedWords,
                         AccessBatch::Capacity - Target.Count);
  size_t Count = Selected(
      Position, Most,
      {KnownSites.Begin, KnownSites.Bytes, Infos.data() + KnownSites.FirstLane},
      &Target.Address[Target.Count], &Target.Info[Target.Count]);
  Target.Count += Count;
  return Position + Count * SelectedWords;
}

void Decoder::makeInfos() {
  std::span<const uint32_t> Sites = Modules.sitesOfLanes();
  for (size_t Lane = 0; Lane != Sites.size(); ++Lane)
    Infos.emplace_back(Sites[Lane], 0, Modules.hotSites()[Lane].write());
}

/// Expands a record that selectedAccesses has left. Returns false if there is
/// no such record.
bool Decoder::otherSelected(uint64_t Header, uint64_t Second) {
  SelectedKind Kind = selectedKind(Header);
  uint32_t Half = selectedSiteHalf(Second), Value = selectedValue(Second);
  if (Kind > SelectedKind::MovedFrom)
    return false;
  if (Kind == SelectedKind::Lines) {
    selectLines(selectedAddress(Header), Value);
    return true;
  }
  if (Kind == SelectedKind::Ended) {
    if (ProcessEnding == Ending::Unknown)
      ProcessEnding =
          Value == EndedByReader ? Ending::ByReader : Ending::BySelf;
    return true;
  }
  if (!KnownSites.contains(Half)) {
    ModuleBuilder::SiteTable Found = Modules.siteTable(Half);
    if (Found.Bytes == 0) {
      Loss.UnknownWords += SelectedWords;
      return true;
    }
    KnownSites = Found;
    if (Infos.empty())
      makeInfos();
  }
  addSelected(Kind, selectedAddress(Header),
              KnownSites.FirstLane +
                  uint32_t((Half - KnownSites.Begin) / sizeof(Site)),
              Value);
  return true;
}

/// Takes over a choice of lines, a record Lines with \p Address and \p Value.
/// What follows of the thread is a window if \p Address is not 0.
void Decoder::selectLines(uint64_t Address, uint32_t Value) {
  settle(); // what was counted before has another weight
  Selects = true;
  LinesValue Previous = std::exchange(ThreadClock->Lines, unpackLines(Value));
  LinesValue Lines = ThreadClock->Lines;
  if (Lines.Bits != Previous.Bits || Lines.Visit != Previous.Visit)
    ++ThreadClock->VisitNumber;
  ThreadClock->Window = ThreadClock->WindowBegins = Address != 0;
  ThreadClock->Slot = slotOfWindow(Address);
  setLines();
  // From here on, accesses of other threads are to these lines.
  passOn();
}

/// Adds a record of a known site. There is room for an access.
void Decoder::addSelected(SelectedKind Kind, uint64_t Address, uint32_t Lane,
                          uint32_t Value) {
  const HotSite &H = Modules.hotSites()[Lane];
  uint32_t Site = Modules.sitesOfLanes()[Lane];
  if (Kind == SelectedKind::Times)
    return Runs.correct(Batch->Thread, Site, int64_t(Value) - 1);
  if (Kind == SelectedKind::Mark)
    return addSelectedMark(H, {0, Site, H.mark(), Address, Value});
  if (Kind == SelectedKind::Moved)
    return beginMove(Address, Site, Value);
  if (Kind == SelectedKind::MovedFrom)
    return endMove(Address, Site, Value);
  uint32_t Bytes = Value & ~ContinuedBit;
  if (Bytes == 0 || Bytes > AccessInfo::MaxSize) {
    Loss.UnknownWords += SelectedWords;
    return;
  }
  Batch->addInside(Address, AccessInfo(Site, 0, H.write()).withValue(Value));
}

void Decoder::addSelectedMark(const HotSite &H, StackMark Mark) {
  if (H.shape() != HotSite::Mark)
    return;
  if (Batch->Marks.size() == AccessBatch::MaxMarks)
    flush();
  Mark.Position = uint32_t(Batch->Count);
  Batch->Marks.push_back(Mark);
}

/// The moves of a signal handler may come before the second half. More open
/// moves than handlers can nest are damage.
void Decoder::beginMove(uint64_t Address, uint32_t Site, uint32_t Value) {
  constexpr size_t MostOpen = 64;
  if (ThreadClock->Moves.size() == MostOpen) {
    Loss.UnknownWords += SelectedWords * MostOpen;
    ThreadClock->Moves.clear();
  }
  ThreadClock->Moves.push_back(
      {.Address = Address, .Site = Site, .Move = unpackMove(Value)});
}

void Decoder::endMove(uint64_t Address, uint32_t Site, uint32_t Value) {
  if (ThreadClock->Moves.empty()) {
    Loss.UnknownWords += SelectedWords;
    return;
  }
  LineMovement M = ThreadClock->Moves.back();
  ThreadClock->Moves.pop_back();
  if (M.Move.Bits > MostSelectBits || uint32_t(M.Move.Kind) >= MoveKinds ||
      (M.Move.IsWatched && M.Move.Bits != 0)) {
    Loss.UnknownWords += 2 * SelectedWords;
    return;
  }
  M.WriteAddress = Address;
  M.Writer = Site;
  M.Origin = unpackWriter(Value);
  M.Meetings = ThreadClock->Meetings;
  // Owners must be those of now.
  if (!Batch->Heap.empty()) {
    flush();
    Batch->Selected = true;
  }
  Batch->Moves.push_back(M);
}

/// Threads that wait go on in an order that the program demands. A lock is
/// taken in any order.
void Decoder::noteAcquire(SyncKind Kind) {
  bool IsLock = Kind == SyncKind::Mutex || Kind == SyncKind::ReadLock ||
                Kind == SyncKind::WriteLock || Kind == SyncKind::TeamLock;
  ThreadClock->Meetings += !IsLock;
}

/// Returns whether an event of \p Kind, of the batch's thread, need not end the
/// batch.
bool Decoder::joinsBatch(EventKind Kind) const {
  return JoinsHeapEvents && isHeapEvent(Kind) && ThreadClock->Lines.Bits != 0 &&
         !ThreadClock->Window && !Skipping && Batch->Moves.empty();
}

void Decoder::addHeapEvent(std::span<const uint64_t> Record) {
  constexpr size_t MostWords = 4096;
  if (!Batch->Selected || Batch->Heap.words() >= MostWords) {
    flush();
    Batch->Selected = true;
  }
  Batch->Heap.add(Record,
                  {uint32_t(Batch->Count), uint32_t(Batch->Marks.size())});
}

/// Handles \p E, of kind Counts. Returns whether it is passed to the sink.
bool Decoder::counts(const Event &E) {
  if (E.Payload.empty())
    return false;
  ThreadId Thread(countsThread(E.Payload[0]));
  if (countsEndInterval(E.Payload[0])) {
    endCounted(Thread);
    return true;
  }
  return !Runs.add(E.Argument, Thread, E.Payload.subspan(1));
}

/// Ends the counted interval of \p Thread.
void Decoder::endCounted(ThreadId Thread) {
  if (!Runs.take(Thread, Ended))
    return;
  ThreadId Previous = Batch->Thread;
  enter(Thread);
  Batch->Instructions += Ended.Instructions;
  ThreadClock->Instructions += Ended.Instructions;
  settle();
  Sink.counted(Thread, Batch->Interval, Ended.Sites);
  if (ThreadClock->Instructions >= ThreadClock->IntervalEnd)
    nextInterval();
  enter(Previous);
}

} // namespace memfacet::decode
