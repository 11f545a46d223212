//===- StreamStore.cpp - streams while they grow --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/StreamStore.h"
#include "analysis/result/store/StreamBlocks.h"
#include "analysis/support/Heap.h"
#include "analysis/support/Varint.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::result {

void StreamStore::addTo(std::vector<uint64_t> &Sum,
                        const std::vector<uint64_t> &Values) {
  for (size_t I = 0; I != Values.size(); ++I)
    Sum[I] += Values[I];
}

std::vector<Measure> countedMeasures(size_t Levels, bool Evictions) {
  std::vector<Measure> Result = {Measure::Accesses, Measure::Stores};
  for (size_t L = 0; L != Levels; ++L)
    for (uint32_t What = 0; What != LevelMeasures - !Evictions; ++What)
      Result.push_back(levelMeasure(L, LevelMeasure(What)));
  return Result;
}

static std::vector<Measure> withIntervals(std::vector<Measure> Kinds) {
  MEMFACET_CHECK(!Kinds.empty(), "a group has a measure");
  Kinds.insert(Kinds.begin(), intervalsOf(Kinds.front()));
  return Kinds;
}

StreamStore::StreamStore(std::vector<Measure> Measures, size_t StagedLimit)
    : StagedLimit(StagedLimit), Kinds(withIntervals(std::move(Measures))),
      Columns(Kinds.size()), Packed(Kinds.size()), Merging(Kinds),
      Source(Kinds.size()), Lengths(Kinds.size()) {
  MEMFACET_CHECK(std::ranges::is_sorted(Kinds), "measures ascend");
}

static size_t bytesIn(const std::vector<std::string> &Columns) {
  size_t Sum = 0;
  for (const std::string &Column : Columns)
    Sum += Column.size();
  return Sum;
}

std::vector<uint64_t> StreamStore::Series::sums() const {
  std::vector<uint64_t> Sum = Closed;
  if (InUse)
    addTo(Sum, Open);
  return Sum;
}

void StreamStore::pack(Series &S) {
  for (auto &Column : Columns)
    Column.clear();
  S.Staged.copyTo(Rows);
  std::span<const uint8_t> In = bytesOf(Rows);
  while (!In.empty())
    for (auto &Column : Columns)
      Column.push_back(*takeVarint(In));
  S.Staged = {};
  if (std::exchange(S.Rows, 0) == 0)
    return;
  for (std::string &Column : Packed)
    Column.clear();
  Packer.pack(Columns, Kinds, Packed);
  PackedSize += bytesIn(Packed);
  for (const std::string &Column : Packed) {
    auto Length = uint32_t(Column.size());
    S.Blocks.append({reinterpret_cast<const char *>(&Length), sizeof(Length)});
  }
  for (const std::string &Column : Packed)
    S.Blocks.append(Column);
}

void StreamStore::append(Series &S, uint32_t Interval,
                         std::span<const uint64_t> Values) {
  if (std::ranges::all_of(Values, [](uint64_t V) { return V == 0; }))
    return;
  if (S.HasTail && S.TailInterval == Interval) {
    for (size_t I = 0; I != Values.size(); ++I)
      S.Tail[I] += Values[I];
    return;
  }
  flush(S);
  S.Tail.assign(Values.begin(), Values.end());
  S.TailInterval = Interval;
  S.HasTail = true;
}

/// Stages the last row: nothing more comes of it.
void StreamStore::flush(Series &S) {
  if (!S.HasTail)
    return;
  S.HasTail = false;
  Row.clear();
  appendVarint(Row, S.TailInterval - S.Next);
  for (uint64_t V : S.Tail)
    appendVarint(Row, V);
  S.Staged.append(Row);
  Staged += Row.size();
  S.Next = S.TailInterval + 1;
  ++S.AllRows;
  if (++S.Rows == MaxStreamRows) {
    Staged -= S.Staged.size();
    pack(S);
  }
}

template <typename Visitor> void StreamStore::forEach(Visitor Visit) {
  for (auto &[Number, T] : Threads) {
    Visit(T.All);
    for (auto &[Id, S] : T.ByStructure)
      Visit(S);
  }
  Visit(Process.All);
  for (auto &[Id, S] : Process.ByStructure)
    Visit(S);
}

/// Packs the longer half of what is staged, before blocks are full.
void StreamStore::relieve() {
  size_t Count = 0;
  forEach([&](Series &S) { Count += S.Rows != 0; });
  size_t Least = Staged / 2 / std::max<size_t>(Count, 1);
  forEach([&](Series &S) {
    if (S.Staged.size() < Least)
      return;
    Staged -= S.Staged.size();
    pack(S);
  });
}

std::vector<uint64_t> StreamStore::sumOfOpen(const ThreadSeries &T) const {
  std::vector<uint64_t> Sum(Kinds.size() - 1);
  for (const Series *S : T.InUse)
    addTo(Sum, S->Open);
  return Sum;
}

/// Builds the rows of \p S again, with two intervals merged into one. The open
/// interval is not touched: if it merges with the last row, it will be added to
/// it.
void StreamStore::mergeRows(Series &S) {
  pack(S);
  Series New;
  Merging.restart();
  for (PiecedBytes::Reader In(S.Blocks); !In.atEnd();) {
    readLengths(In);
    for (size_t C = 0; C != Kinds.size(); ++C) {
      Source[C].clear();
      In.read(Lengths[C], [&](std::string_view B) { Source[C] += B; });
    }
    PackedSize -= bytesIn(Source);
    Merging.more(Source);
    while (Merging.next())
      for (size_t Row = 0; Row != Merging.intervals().size(); ++Row)
        append(New, Merging.intervals()[Row] / 2, Merging.row(Row));
  }
  if (S.HasTail)
    append(New, S.TailInterval / 2, S.Tail);
  S.Tail = std::move(New.Tail);
  S.TailInterval = New.TailInterval;
  S.HasTail = New.HasTail;
  S.Staged = std::move(New.Staged);
  S.Rows = New.Rows, S.AllRows = New.AllRows, S.Next = New.Next;
  S.Blocks = std::move(New.Blocks);
}

void StreamStore::coarsenOnce() {
  ++Shift;
  forEach([&](Series &S) {
    Staged -= S.Staged.size();
    mergeRows(S);
    if (Staged > StagedLimit)
      relieve();
  });
  for (auto &[Number, T] : Threads)
    T.Interval /= 2;
  Process.Interval /= 2;
  giveFreePagesBack();
}

void StreamStore::coarsen(unsigned WantedShift) {
  while (Shift < WantedShift)
    coarsenOnce();
}

/// Closes the open interval.
void StreamStore::close(ThreadSeries &T) {
  std::vector<uint64_t> Sum = sumOfOpen(T);
  for (Series *S : T.InUse) {
    if (S != &T.All) {
      append(*S, T.Interval, S->Open);
      addTo(S->Closed, S->Open);
    }
    std::ranges::fill(S->Open, 0);
    std::ranges::fill(S->Delivered, 0);
    S->InUse = false;
  }
  if (!T.InUse.empty()) {
    T.All.Closed.resize(Sum.size());
    append(T.All, T.Interval, Sum);
    addTo(T.All.Closed, Sum);
  }
  T.InUse.clear();
  T.InUseIds.clear();
  T.Last = nullptr;
  if (Staged > StagedLimit)
    relieve();
}

StreamStore::Series &StreamStore::use(ThreadSeries &T, StructureId Structure) {
  if (T.Last && T.LastId == Structure)
    return *T.Last;
  Series &S = Structure.valid() ? T.ByStructure[Structure.Value] : T.All;
  if (!S.InUse) {
    S.InUse = true;
    S.Open.resize(Kinds.size() - 1);
    S.Closed.resize(Kinds.size() - 1);
    T.InUse.push_back(&S);
    T.InUseIds.push_back(Structure.Value);
  }
  T.Last = &S;
  T.LastId = Structure;
  return S;
}

void StreamStore::clear() {
  Threads.clear();
  Process = {};
  Split = false;
  LastSeries = nullptr;
  Waiting.clear();
  Staged = PackedSize = 0;
  Shift = 0;
}

/// Adds to the process what it has not had yet of the open interval of \p T.
void StreamStore::deliver(ThreadSeries &T) {
  for (size_t I = 0; I != T.InUse.size(); ++I) {
    Series &Part = *T.InUse[I];
    Series &Whole = use(Process, StructureId(T.InUseIds[I]));
    Part.Delivered.resize(Part.Open.size());
    for (size_t C = 0; C != Part.Open.size(); ++C)
      Whole.Open[C] +=
          Part.Open[C] - std::exchange(Part.Delivered[C], Part.Open[C]);
  }
}

void StreamStore::await(ThreadSeries &T) {
  if (!std::exchange(T.IsWaiting, true))
    Waiting.push_back(&T);
}

void StreamStore::deliverAll() {
  if (!Split)
    return;
  for (ThreadSeries *T : Waiting) {
    deliver(*T);
    T->IsWaiting = false;
  }
  Waiting.clear();
  if (LastSeries)
    await(*LastSeries);
}

/// Gives the process series of its own. So far, the process was one thread, or
/// nothing was counted.
void StreamStore::split() {
  Split = true;
  if (Threads.empty())
    return;
  ThreadSeries &OnlyThread = Threads.begin()->second;
  Process.Interval = OnlyThread.Interval;
  Process.ByStructure = OnlyThread.ByStructure;
  Process.All = OnlyThread.All;
  for (uint32_t Id : OnlyThread.InUseIds) {
    StructureId Structure(Id);
    Series &S = Structure.valid() ? Process.ByStructure[Id] : Process.All;
    Process.InUse.push_back(&S);
    Process.InUseIds.push_back(Id);
  }
  for (Series *S : OnlyThread.InUse)
    S->Delivered = S->Open;
  Staged *= 2;
  PackedSize *= 2;
}

StreamStore::ThreadSeries &StreamStore::enter(const Moment &Time) {
  bool Known = LastSeries && LastThread == Time.Thread;
  if (!Split &&
      (Time.Interval != Time.Process ||
       (!Known && !Threads.empty() && !Threads.contains(Time.Thread))))
    split();
  if (Split && Process.Interval < Time.Process) {
    deliverAll();
    close(Process);
    Process.Interval = Time.Process;
  }
  if (!Known) {
    LastSeries = &Threads[Time.Thread];
    LastThread = Time.Thread;
    await(*LastSeries);
  }
  ThreadSeries &T = *LastSeries;
  if (T.Interval < Time.Interval) {
    if (Split)
      deliver(T);
    close(T);
    T.Interval = Time.Interval;
  }
  return T;
}

uint64_t *StreamStore::at(const Moment &Time, StructureId Structure) {
  if (PackedSize > PackedLimit) [[unlikely]] {
    coarsenOnce();
    // Where structures come and go, there is little to merge.
    PackedLimit = std::max(PackedLimit, PackedSize + PackedSize / 2);
  }
  Moment Merged = {Time.Thread, Time.Interval >> Shift, Time.Process >> Shift};
  return use(enter(Merged), Structure).Open.data();
}

} // namespace memfacet::result
