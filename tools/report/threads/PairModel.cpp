//===- PairModel.cpp - sampled reuse pairs between threads, merged --------===//

#include "tools/report/threads/PairReport.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

namespace memfacet {

namespace {

/// Of the normal distribution, both sides together 5 %.
constexpr double Quantile = 1.959964;

/// The limit of a Poisson count whose exact one is that of chi-square with
/// 2 \p K degrees of freedom, half.
double poissonLimit(double K, double Z) {
  if (K == 0)
    return 0;
  double Root = 1 - 1 / (9 * K) + Z / (3 * std::sqrt(K));
  return K * Root * Root * Root;
}

using Key = std::tuple<std::string, uint32_t, uint32_t, std::string, AccessKind,
                       uint32_t, uint32_t>;

Key keyOf(const PairSample &S, uint32_t Vertex) {
  const PairVertex &V = S.Vertices[Vertex];
  const PairSite &Site = S.Sites[V.Site];
  return {Site.File, Site.Line, Site.Column,      Site.Function,
          Site.Kind, V.Thread,  V.Structure.Value};
}

ThreadSite endOf(const PairSample &S, uint32_t Vertex) {
  const PairVertex &V = S.Vertices[Vertex];
  return {S.Sites[V.Site], V.Structure, V.Thread};
}

bool isNamed(const PairOptions &Options, StructureId Id) {
  return Options.Named.empty() || std::ranges::count(Options.Named, Id) != 0;
}

/// What begins with a choice; other pairs are for the model.
bool isChosen(const PairSample &S, const PairCount &C) {
  return S.Vertices[C.First].Before == UnknownBefore;
}

void countThreads(const PairSample &S, PairModel &M) {
  for (const PairCount &C : S.Pairs)
    for (uint32_t V : {C.First, C.Second})
      M.Threads.push_back(S.Vertices[V].Thread);
  std::ranges::sort(M.Threads);
  M.Threads.erase(std::ranges::unique(M.Threads).begin(), M.Threads.end());
  M.Matrix.assign(M.Threads.size(), std::vector<uint64_t>(M.Threads.size()));
  auto Place = [&](uint32_t Vertex) {
    auto At = std::ranges::lower_bound(M.Threads, S.Vertices[Vertex].Thread);
    return size_t(At - M.Threads.begin());
  };
  for (const PairCount &C : S.Pairs) {
    if (!isChosen(S, C))
      continue;
    M.Matrix[Place(C.First)][Place(C.Second)] += C.Pairs;
    M.Closed += C.Pairs;
    if (Place(C.First) != Place(C.Second))
      M.Between += C.Pairs;
  }
}

/// Bytes of a structure's lines that a thread was seen to read and to write.
struct BytesSeen {
  uint64_t Read = 0, Written = 0;
};

void countBytes(const PairSample &S, PairModel &M) {
  std::map<std::pair<uint32_t, uint32_t>, BytesSeen> Seen;
  auto SeenBy = [&](const PairVertex &V) -> BytesSeen & {
    return Seen[{V.Structure.Value, V.Thread}];
  };
  for (const PairVertex &V : S.Vertices) {
    AccessKind Kind = S.Sites[V.Site].Kind;
    if (Kind != AccessKind::Load)
      SeenBy(V).Written |= V.Bytes;
    if (Kind != AccessKind::Store)
      SeenBy(V).Read |= V.Bytes;
  }
  M.MostBytes.assign(M.Threads.size(), std::vector<uint64_t>(M.Threads.size()));
  auto Place = [&](const PairVertex &V) {
    auto At = std::ranges::lower_bound(M.Threads, V.Thread);
    return size_t(At - M.Threads.begin());
  };
  for (const PairCount &C : S.Pairs) {
    const PairVertex &First = S.Vertices[C.First],
                     &Second = S.Vertices[C.Second];
    if (!isChosen(S, C) || S.Sites[First.Site].Kind == AccessKind::Load ||
        First.Thread == Second.Thread || First.Structure != Second.Structure)
      continue;
    uint64_t Common = SeenBy(First).Written & SeenBy(Second).Read;
    M.Written += C.Pairs;
    M.MostBytes[Place(First)][Place(Second)] +=
        C.Pairs * S.Period * uint64_t(std::popcount(Common));
  }
}

} // namespace

PairEstimate estimateOf(uint64_t Pairs, uint64_t Period) {
  auto K = double(Pairs), N = double(Period);
  double Narrow = N > 1 ? std::sqrt(1 - 1 / N) : 0;
  double Low = K - Narrow * (K - poissonLimit(K, -Quantile));
  double High = K + Narrow * (poissonLimit(K + 1, Quantile) - K);
  return {Pairs * Period, uint64_t(std::max(0.0, Low * N)),
          uint64_t(std::ceil(High * N))};
}

PairModel pairModel(const Profile &P, const PairOptions &Options) {
  const PairSample &S = P.Pairs;
  PairModel M;
  std::map<std::pair<Key, Key>, size_t> Rows;
  for (const PairCount &C : S.Pairs) {
    const PairVertex &First = S.Vertices[C.First];
    const PairVertex &Second = S.Vertices[C.Second];
    if (!isChosen(S, C))
      continue;
    if (!Options.Within && First.Thread == Second.Thread)
      continue;
    if (!isNamed(Options, First.Structure) &&
        !isNamed(Options, Second.Structure))
      continue;
    auto [It, New] = Rows.try_emplace({keyOf(S, C.First), keyOf(S, C.Second)},
                                      M.Rows.size());
    if (New)
      M.Rows.push_back({endOf(S, C.First), endOf(S, C.Second), 0});
    M.Rows[It->second].Pairs += C.Pairs;
  }
  std::ranges::stable_sort(M.Rows, std::greater(), &PairRow::Pairs);
  countThreads(S, M);
  countBytes(S, M);
  for (const PairVertex &V : S.Vertices)
    if (V.Before == UnknownBefore)
      M.Chosen += V.Firsts, M.Dangling += V.Dangling;
  for (const PairThread &T : S.Threads)
    M.Units += T.Units, M.Missed += T.Missed;
  return M;
}

} // namespace memfacet
