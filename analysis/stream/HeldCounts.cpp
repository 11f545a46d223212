//===- HeldCounts.cpp - what a dead program had not told ------------------===//

#include "analysis/stream/HeldCounts.h"
#include "memfacet/Events.h"
#include "memfacet/Filter.h"
#include <algorithm>
#include <map>
#include <vector>

namespace memfacet {

namespace {

using Words = std::vector<uint64_t>;

void addFiltered(Words &To, FilteredKind Kind, uint64_t Address, uint32_t Way,
                 uint64_t Site, uint32_t Value) {
  FilteredRecord R = filteredRecord(Kind, Address, Way, Site, Value);
  To.insert(To.end(), std::begin(R.Words), std::end(R.Words));
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

/// False: something was overwritten.
bool tellCache(const HeldBlock &B, Told &To) {
  To.of(B.Thread);
  if (B.Bytes.size() < sizeof(FilterCache))
    return true;
  const auto &C = *reinterpret_cast<const FilterCache *>(B.Bytes.data());
  if (!isShape(C))
    return true;
  bool All = true;
  for (uint32_t Number = 0; Number != C.Sets * C.Ways; ++Number) {
    FilterWay W = C.Lines[Number];
    if (W.Start == 0 || W.Start > FilteredAddressMask)
      continue;
    if (!isBelieved(W)) {
      All = false;
      continue;
    }
    Words &Its = To.of(B.Thread);
    tellFilterWay(W, Number % C.Ways,
                  [&](auto... Record) { addFiltered(Its, Record...); });
  }
  return All;
}

/// False: nobody knows what they count.
bool tellCounters(const HeldBlock &B, Told &To) {
  constexpr size_t MostWords = 256; // of an event
  std::span<const int64_t> Counters = {
      reinterpret_cast<const int64_t *>(B.Bytes.data()),
      std::min<size_t>(B.Count, B.Bytes.size() / sizeof(int64_t))};
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
  for (size_t I = 0; I != Counters.size(); ++I)
    for (int64_t Left = Counters[I]; Left != 0;) {
      if (B.Module == NoHeldModule || Left > MostGrowth || Left < -MostGrowth)
        return false;
      int64_t Part = std::clamp(Left, -MostInWord, MostInWord);
      Growth.push_back(counterWord(I, Part));
      Left -= Part;
      if (Growth.size() == MostWords)
        Flush();
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
      Result.push_back({R.Kind.load(), R.Thread, R.Count, R.Module,
                        Held.subspan(Offset, Bytes)});
    }
  }
  return Result;
}

} // namespace

Status tellHeldCounts(const Region &R, SegmentSink &Sink) {
  std::span<const char> Held = R.held();
  if (Held.size() < HeldTableBytes)
    return {};
  bool All =
      reinterpret_cast<const HeldTable *>(Held.data())->Elsewhere.load() == 0;
  Told Words(Sink);
  std::vector<HeldBlock> Blocks = blocksOf(Held);
  bool Filters = false;
  for (const HeldBlock &B : Blocks)
    if (B.Kind == HeldKind::Filter) {
      Filters = true;
      All &= tellCache(B, Words);
    }
  for (const HeldBlock &B : Blocks)
    if (B.Kind == HeldKind::Counters)
      All &= tellCounters(B, Words);
  if (All && Filters)
    addFiltered(Words.of(Words.firstThread()), FilteredKind::Told, 0, 0, 0,
                ToldByReader);
  return Words.finish();
}

} // namespace memfacet
