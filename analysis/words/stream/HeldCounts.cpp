//===- HeldCounts.cpp - counts that a dead program left -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/HeldCounts.h"
#include "memfacet/Events.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <cstring>

namespace memfacet::words {

namespace {

using Words = std::vector<uint64_t>;

/// No counter grows by more between two ends of intervals: that would take
/// days. A counter with a larger value was overwritten.
constexpr int64_t MostGrowth = int64_t(1) << 48;

/// Collects words by thread. Passes them on when they are many.
class ThreadWords {
public:
  explicit ThreadWords(SegmentSink &Sink) : Sink(Sink) {}

  /// Returns the words of \p Thread, to append to.
  Words &wordsOf(uint32_t Thread) {
    constexpr size_t Much = 1 << 16;
    Words &Pending = ByThread[Thread];
    if (Pending.size() > Much)
      passOn(Thread, Pending);
    return Pending;
  }
  uint32_t firstThread() const { return ByThread.begin()->first; }
  Status finish() {
    for (auto &[Thread, Pending] : ByThread)
      passOn(Thread, Pending);
    return Result;
  }

private:
  void passOn(uint32_t Thread, Words &Pending) {
    if (Result && !Pending.empty())
      Result = Sink.segment({ThreadId(Thread), Pending});
    Pending.clear();
  }

  SegmentSink &Sink;
  std::map<uint32_t, Words> ByThread;
  Status Result;
};

/// A block of held memory. The row of the table is copied, so that it stays as
/// it was checked.
struct HeldBlock {
  uint32_t Row;
  HeldKind Kind;
  uint32_t Thread, Count, Module;
  std::span<const char> Bytes;
};

/// Returns the words from \p Offset of the region on, if they lie in a chunk
/// that a thread is filling and begin with a whole event. Else returns no
/// words.
std::span<const uint64_t> writtenAt(const Region &R, uint64_t Offset) {
  uint64_t Begin = Offset - RegionHeaderBytes;
  if (Offset < RegionHeaderBytes || Offset % sizeof(uint64_t) != 0 ||
      Begin / ChunkBytes >= R.chunks() ||
      Begin % ChunkBytes < sizeof(ChunkHeader))
    return {};
  auto Index = uint32_t(Begin / ChunkBytes);
  if (R.chunk(Index).State.load() != ChunkState::Filling)
    return {};
  std::span<const uint64_t> Words = R.words(Index).subspan(
      (Begin % ChunkBytes - sizeof(ChunkHeader)) / sizeof(uint64_t));
  uint32_t Length = isEvent(Words[0]) ? eventWords(Words[0]) : 0;
  return Words.first(Length <= Words.size() ? Length : 0);
}

/// Returns where in the region \p B says that something of it is reported; 0:
/// nowhere.
uint64_t eventOffset(const HeldBlock &B) {
  uint64_t Position = heldCounterBytes(B.Count);
  uint64_t Offset = 0;
  if (Position + sizeof(Offset) <= B.Bytes.size())
    std::memcpy(&Offset, B.Bytes.data() + Position, sizeof(Offset));
  return Offset;
}

/// Returns what the event \p Last reports, by number of a counter of \p B.
std::map<uint64_t, int64_t> growthIn(const HeldBlock &B,
                                     std::span<const uint64_t> Last) {
  std::map<uint64_t, int64_t> Result;
  if (Last.size() > 2 && isEvent(Last[0]) &&
      eventKind(Last[0]) == EventKind::Counts &&
      Last[1] == countsOf(B.Thread, false))
    for (uint64_t Word : Last.subspan(2))
      Result[counterNumber(Word)] += counterGrowth(Word);
  return Result;
}

/// Reports what the counters of \p B hold and \p Last has not reported. Returns
/// false if it is not known what they count.
bool emitCounters(const HeldBlock &B, std::span<const uint64_t> Last,
                  ThreadWords &Target) {
  constexpr size_t MostWords = 256; // of an event
  std::span<const int64_t> Counters = {
      reinterpret_cast<const int64_t *>(B.Bytes.data()),
      std::min<size_t>(B.Count, B.Bytes.size() / sizeof(int64_t))};
  const std::map<uint64_t, int64_t> Known = growthIn(B, Last);
  Words Growth;
  auto Flush = [&] {
    if (Growth.empty())
      return;
    Words &Pending = Target.wordsOf(B.Thread);
    Pending.push_back(
        eventHeader(EventKind::Counts, 2 + uint32_t(Growth.size()), B.Module));
    Pending.push_back(countsOf(B.Thread, false));
    Pending.insert(Pending.end(), Growth.begin(), Growth.end());
    Growth.clear();
  };
  for (size_t I = 0; I != Counters.size(); ++I) {
    // If the counter has what was reported, the program did not subtract it any
    // more.
    auto Found = Known.find(I);
    bool IsReported = Found != Known.end() && Found->second == Counters[I];
    for (int64_t Left = IsReported ? 0 : Counters[I]; Left != 0;) {
      if (B.Module == NoHeldModule || Left > MostGrowth || Left < -MostGrowth)
        return false;
      int64_t Part = std::clamp(Left, -MostInWord, MostInWord);
      Growth.push_back(counterWord(I, Part));
      Left -= Part;
      if (Growth.size() == MostWords)
        Flush();
    }
  }
  Flush();
  return true;
}

std::vector<HeldBlock> blocksOf(std::span<const char> Memory) {
  std::vector<HeldBlock> Result;
  const auto &T = *reinterpret_cast<const HeldTable *>(Memory.data());
  uint32_t Rows = std::min(T.Rows.load(), MostHeldRows);
  uint64_t Left = Memory.size(); // blocks have no bytes in common
  for (uint32_t I = 0; I != Rows; ++I) {
    const HeldRow &R = T.Row[I];
    uint64_t Offset = R.Offset, Bytes = R.Bytes;
    if (Offset % HeldPage == 0 && Offset <= Memory.size() &&
        Bytes <= Memory.size() - Offset && Bytes <= Left) {
      Left -= Bytes;
      Result.push_back({I, R.Kind.load(), R.Thread, R.Count, R.Module,
                        Memory.subspan(Offset, Bytes)});
    }
  }
  return Result;
}

} // namespace

LastEvents lastEvents(const Region &R) {
  LastEvents Result;
  std::span<const char> Memory = R.heldMemory();
  if (Memory.size() < HeldTableBytes)
    return Result;
  for (const HeldBlock &B : blocksOf(Memory))
    if (B.Kind != HeldKind::Free)
      if (auto Words = writtenAt(R, eventOffset(B)); !Words.empty())
        Result[B.Row].assign(Words.begin(), Words.end());
  return Result;
}

Status passOnHeldCounts(const Region &R, const LastEvents &Last,
                        SegmentSink &Sink) {
  std::span<const char> Memory = R.heldMemory();
  if (Memory.size() < HeldTableBytes)
    return {};
  bool All =
      reinterpret_cast<const HeldTable *>(Memory.data())->IsPartial.load() == 0;
  ThreadWords Target(Sink);
  std::vector<HeldBlock> Blocks = blocksOf(Memory);
  bool Counts = false;
  auto LastOf = [&](const HeldBlock &B) {
    auto Found = Last.find(B.Row);
    return Found == Last.end() ? std::span<const uint64_t>() : Found->second;
  };
  for (const HeldBlock &B : Blocks)
    if (B.Kind == HeldKind::Counters) {
      Target.wordsOf(B.Thread);
      Counts = true;
      All &= emitCounters(B, LastOf(B), Target);
    }
  if (All && Counts) {
    SelectedRecord End =
        selectedRecord(SelectedKind::Ended, 0, 0, EndedByReader);
    std::vector<uint64_t> &First = Target.wordsOf(Target.firstThread());
    First.insert(First.end(), std::begin(End.Words), std::end(End.Words));
  }
  return Target.finish();
}

} // namespace memfacet::words
