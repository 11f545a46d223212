//===- HeldCounts.cpp - what a dead program had not told ------------------===//

#include "analysis/stream/HeldCounts.h"
#include "memfacet/Events.h"
#include "memfacet/Filter.h"
#include <algorithm>
#include <cstddef>
#include <cstring>

namespace memfacet {

namespace {

using Words = std::vector<uint64_t>;

void addFiltered(Words &To, FilteredKind Kind, uint64_t Address, uint32_t Way,
                 uint64_t Site, uint32_t Value) {
  FilteredRecord R = filteredRecord(Kind, Address, Way, Site, Value);
  To.insert(To.end(), std::begin(R.Words), std::end(R.Words));
}

/// What was counted in \p W, the \p Way-th of a set.
void tellWay(const FilterWay &W, uint32_t Way, Words &To) {
  forParts(W.Counts, [&](uint32_t Part) {
    addFiltered(To, FilteredKind::Counts, W.Start, Way, 0, Part);
  });
  if (W.Straddles != 0)
    addFiltered(To, FilteredKind::Straddled, W.Start, Way, W.Straddler,
                W.Straddles);
  if (W.Writer != 0)
    addFiltered(To, FilteredKind::Written, W.Start, Way, 0, W.Writer);
}

/// No counter grows by more between two ends of intervals, in days. What says
/// so was overwritten.
constexpr int64_t MostGrowth = int64_t(1) << 48;
/// Nor are there more loads or stores of a way: the program tells them when
/// there are a few times fewer.
constexpr uint64_t MostOfWay = 1 << 18;

/// What each thread tells. It goes on as soon as it is much.
class Told {
public:
  explicit Told(SegmentSink &Sink) : Sink(Sink) {}

  /// To be appended to.
  Words &of(uint32_t Thread) {
    constexpr size_t Much = 1 << 16;
    Words &Its = ByThread[Thread];
    if (Its.size() > Much)
      passOn(Thread, Its);
    return Its;
  }
  uint32_t firstThread() const { return ByThread.begin()->first; }
  Status finish() {
    for (auto &[Thread, Its] : ByThread)
      passOn(Thread, Its);
    return Result;
  }

private:
  void passOn(uint32_t Thread, Words &Its) {
    if (Result && !Its.empty())
      Result = Sink.segment({ThreadId(Thread), Its});
    Its.clear();
  }

  SegmentSink &Sink;
  std::map<uint32_t, Words> ByThread;
  Status Result;
};

/// Row as it was read, so that it stays as it was checked.
struct HeldBlock {
  uint32_t Row;
  HeldKind Kind;
  uint32_t Thread, Count, Module;
  std::span<const char> Bytes;
};

bool isShape(const FilterCache &C) {
  return C.Sets != 0 && C.Sets <= MostFilterSets && C.Ways != 0 &&
         C.Ways <= MostFilterWays && C.Sets * C.Ways <= MostFilterLines;
}

bool isBelieved(const FilterWay &W) {
  return uint32_t(W.Counts) <= MostOfWay && W.Counts >> 32 <= MostOfWay;
}

/// The words from \p Offset of the region on, if they are a thread's that
/// fills a chunk and begin with a whole record.
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
  uint32_t Length = isFiltered(Words[0]) ? FilteredWords
                    : isEvent(Words[0])  ? eventWords(Words[0])
                                         : 0;
  return Words.first(Length <= Words.size() ? Length : 0);
}

/// Where \p B says that something of it is told; 0: nowhere.
uint64_t tellingOf(const HeldBlock &B) {
  uint64_t At = B.Kind == HeldKind::Filter ? offsetof(FilterCache, Telling)
                                           : heldCounterBytes(B.Count);
  uint64_t Offset = 0;
  if (At + sizeof(Offset) <= B.Bytes.size())
    std::memcpy(&Offset, B.Bytes.data() + At, sizeof(Offset));
  return Offset;
}

/// Takes out of \p W what the record \p Last tells, which is about it.
void takeOut(FilterWay &W, const FilterCache &C, FilteredKind Last) {
  switch (Last) {
  case FilteredKind::Counts:
    W.Counts = C.Rest;
    break;
  case FilteredKind::Straddled:
    W.Straddles = 0;
    break;
  case FilteredKind::Written:
    W.Writer = 0;
    break;
  case FilteredKind::Piece:
    W.Counts = 0;
    break;
  case FilteredKind::Change:
  case FilteredKind::ChangeWritten:
    W = {};
    break;
  default:
    break;
  }
}

/// The number of the way in \p C that the record \p Last is about.
uint32_t wayOf(const FilterCache &C, uint64_t Last) {
  auto Line = uint32_t(filteredAddress(Last) >> FilterLineShift);
  return (Line & (C.Sets - 1)) * C.Ways + filteredWay(Last);
}

/// False: something was overwritten.
bool tellCache(const HeldBlock &B, std::span<const uint64_t> Last, Told &To) {
  To.of(B.Thread);
  if (B.Bytes.size() < sizeof(FilterCache))
    return true;
  const auto &C = *reinterpret_cast<const FilterCache *>(B.Bytes.data());
  if (!isShape(C))
    return true;
  bool All = true;
  for (uint32_t Number = 0; Number != C.Sets * C.Ways; ++Number) {
    FilterWay W = C.Lines[Number];
    if (!Last.empty() && isFiltered(Last[0]) && wayOf(C, Last[0]) == Number)
      takeOut(W, C, filteredKind(Last[0]));
    if (W.Start == 0 || W.Start > FilteredAddressMask)
      continue;
    if (!isBelieved(W)) {
      All = false;
      continue;
    }
    tellWay(W, Number % C.Ways, To.of(B.Thread));
  }
  return All;
}

/// By number of a counter of \p B: what the event \p Last tells of it.
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

/// False: nobody knows what they count.
bool tellCounters(const HeldBlock &B, std::span<const uint64_t> Last,
                  Told &To) {
  constexpr size_t MostWords = 256; // of an event
  std::span<const int64_t> Counters = {
      reinterpret_cast<const int64_t *>(B.Bytes.data()),
      std::min<size_t>(B.Count, B.Bytes.size() / sizeof(int64_t))};
  const std::map<uint64_t, int64_t> Known = growthIn(B, Last);
  Words Growth;
  auto Flush = [&] {
    if (Growth.empty())
      return;
    Words &Its = To.of(B.Thread);
    Its.push_back(
        eventHeader(EventKind::Counts, 2 + uint32_t(Growth.size()), B.Module));
    Its.push_back(countsOf(B.Thread, false));
    Its.insert(Its.end(), Growth.begin(), Growth.end());
    Growth.clear();
  };
  for (size_t I = 0; I != Counters.size(); ++I) {
    // If it has what was told, that was not taken out any more.
    auto Found = Known.find(I);
    bool IsTold = Found != Known.end() && Found->second == Counters[I];
    for (int64_t Left = IsTold ? 0 : Counters[I]; Left != 0;) {
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

std::vector<HeldBlock> blocksOf(std::span<const char> Held) {
  std::vector<HeldBlock> Result;
  const auto &T = *reinterpret_cast<const HeldTable *>(Held.data());
  uint32_t Rows = std::min(T.Rows.load(), MostHeldRows);
  uint64_t Left = Held.size(); // they have no bytes in common
  for (uint32_t I = 0; I != Rows; ++I) {
    const HeldRow &R = T.Row[I];
    uint64_t Offset = R.Offset, Bytes = R.Bytes;
    if (Offset % HeldPage == 0 && Offset <= Held.size() &&
        Bytes <= Held.size() - Offset && Bytes <= Left) {
      Left -= Bytes;
      Result.push_back({I, R.Kind.load(), R.Thread, R.Count, R.Module,
                        Held.subspan(Offset, Bytes)});
    }
  }
  return Result;
}

} // namespace

LastTold lastTold(const Region &R) {
  LastTold Result;
  std::span<const char> Held = R.held();
  if (Held.size() < HeldTableBytes)
    return Result;
  for (const HeldBlock &B : blocksOf(Held))
    if (B.Kind != HeldKind::Free)
      if (auto Words = writtenAt(R, tellingOf(B)); !Words.empty())
        Result[B.Row].assign(Words.begin(), Words.end());
  return Result;
}

Status tellHeldCounts(const Region &R, const LastTold &Last,
                      SegmentSink &Sink) {
  std::span<const char> Held = R.held();
  if (Held.size() < HeldTableBytes)
    return {};
  bool All =
      reinterpret_cast<const HeldTable *>(Held.data())->Elsewhere.load() == 0;
  Told Words(Sink);
  std::vector<HeldBlock> Blocks = blocksOf(Held);
  bool Filters = false;
  auto LastOf = [&](const HeldBlock &B) {
    auto Found = Last.find(B.Row);
    return Found == Last.end() ? std::span<const uint64_t>() : Found->second;
  };
  for (const HeldBlock &B : Blocks)
    if (B.Kind == HeldKind::Filter) {
      Filters = true;
      All &= tellCache(B, LastOf(B), Words);
    }
  for (const HeldBlock &B : Blocks)
    if (B.Kind == HeldKind::Counters)
      All &= tellCounters(B, LastOf(B), Words);
  if (All && Filters)
    addFiltered(Words.of(Words.firstThread()), FilteredKind::Told, 0, 0, 0,
                ToldByReader);
  return Words.finish();
}

} // namespace memfacet
