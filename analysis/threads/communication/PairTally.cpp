//===- PairTally.cpp - counts sampled pairs, and lists them ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/PairTally.h"
#include "analysis/support/Printable.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace memfacet::threads {

void PairCounts::fillEntry(Entry &E, const Kind &K) {
  E.Pair = K;
  if (2 * ++Used <= Entries.size())
    return;
  std::vector<Entry> Old(2 * Entries.size());
  Old.swap(Entries);
  for (const Entry &OldEntry : Old)
    if (OldEntry.Times != 0)
      Entries[placeOf(OldEntry.Pair)] = OldEntry;
}

std::vector<result::PairCount>
PairCounts::counts(const std::vector<uint32_t> &Places) const {
  std::vector<Entry> All;
  for (Entry E : Entries)
    if (E.Times != 0) {
      E.Pair.First = Places[E.Pair.First];
      E.Pair.Second = Places[E.Pair.Second];
      All.push_back(E);
    }
  std::ranges::sort(All, {}, [](const Entry &E) {
    return std::tuple(E.Pair.First, E.Pair.Second, E.Pair.Octave,
                      E.Pair.Overlap);
  });
  std::vector<result::PairCount> Result;
  for (const Entry &E : All) {
    if (Result.empty() || Result.back().First != E.Pair.First ||
        Result.back().Second != E.Pair.Second)
      Result.push_back({E.Pair.First, E.Pair.Second, 0, 0, {}});
    result::PairCount &C = Result.back();
    C.Pairs += E.Times;
    C.Overlapping += E.Pair.Overlap ? E.Times : 0;
    C.Distances.resize(E.Pair.Octave + 1);
    C.Distances[E.Pair.Octave] += E.Times;
  }
  return Result;
}

uint32_t PairTally::vertexOf(const PairAccess &A) {
  uint32_t V =
      Vertices[{A.Site.Value, A.Structure.Value, A.Thread, A.PreviousThread}];
  if (V == ByVertex.size())
    ByVertex.emplace_back();
  return V;
}

uint32_t PairTally::countFirst(const PairAccess &A) {
  uint32_t V = vertexOf(A);
  ++ByVertex[V].Firsts;
  ByVertex[V].Bytes |= A.bytesOfLines();
  return V;
}

void PairTally::addFirst(uint64_t Number, const PairAccess &A) {
  if (Number != 0 && !Watches.find(Number))
    Watches.add(Number, {A, countFirst(A), false});
}

const PairAccess *PairTally::addSecond(uint64_t Number, const PairAccess &A) {
  Watch *W = Number != 0 ? Watches.find(Number) : nullptr;
  if (!W)
    return nullptr;
  PairAccess Chained = A;
  Chained.PreviousThread = W->Last.Thread;
  if (W->IsChained) {
    addPair(*W, Chained);
    Watches.remove(Number);
    return nullptr;
  }
  addPair(*W, A);
  Choice = W->Last;
  *W = {Chained, countFirst(Chained), true};
  return &Choice;
}

void PairTally::addPair(const Watch &First, const PairAccess &Second) {
  uint32_t V = vertexOf(Second);
  ByVertex[V].Bytes |= Second.bytesOfLines();
  // Clocks of several threads are only roughly the same.
  uint64_t Distance =
      Second.AllUnits - std::min(Second.AllUnits, First.Last.AllUnits);
  Pairs.add(First.Vertex, V, result::distanceOctave(Distance),
            First.Last.overlaps(Second));
}

void PairTally::forget() { *this = {}; }

std::map<uint64_t, PairAccess> PairTally::dangling() const {
  std::map<uint64_t, PairAccess> Result;
  Watches.forEach([&](uint64_t Number, const Watch &W) {
    if (!W.IsChained)
      Result.emplace(Number, W.Last);
  });
  return Result;
}

void PairTally::fill(
    result::PairSample &Sample,
    const std::function<result::PairSite(SiteId)> &Describe) const {
  Sample.Sites.clear(), Sample.Vertices.clear();
  std::vector<uint32_t> Places(Vertices.size());
  uint32_t LastSite = 0;
  for (uint32_t V : Vertices.sorted()) {
    auto [Site, Structure, Thread, PreviousThread] = Vertices.key(V);
    const VertexCounts &Counts = ByVertex[V];
    if (Sample.Sites.empty() || Site != LastSite)
      Sample.Sites.push_back(Describe(SiteId(Site)));
    LastSite = Site;
    Places[V] = uint32_t(Sample.Vertices.size());
    Sample.Vertices.push_back({uint32_t(Sample.Sites.size() - 1),
                               StructureId(Structure), Thread, Counts.Firsts, 0,
                               PreviousThread, Counts.Bytes});
  }
  Watches.forEach([&](uint64_t, const Watch &W) {
    ++Sample.Vertices[Places[W.Vertex]].Dangling;
  });
  Sample.Pairs = Pairs.counts(Places);
}

/// Returns \p Text quoted as RFC 4180 requires.
static std::string quoted(const std::string &Text) {
  std::string Result = "\"";
  for (char C : harmlessCell(Text))
    Result.append(C == '"' ? 2 : 1, C);
  return Result + '"';
}

PairFile::PairFile(const std::string &Path, DescribeSite Site,
                   NameStructure Structure)
    : File(Path, std::ios::binary), Site(std::move(Site)),
      Structure(std::move(Structure)) {
  File << "watch";
  for (int End : {1, 2})
    for (const char *Column :
         {"thread", "kind", "address", "bytes", "units", "all_units",
          "structure", "function", "file", "line", "column"})
      File << fmt::format(",{}{}", Column, End);
  File << '\n';
}

std::string PairFile::half(const PairAccess &A) {
  result::PairSite S = Site(A.Site);
  return fmt::format(",{},{},{:#x},{},{},{},{},{},{},{},{}", A.Thread,
                     result::accessKindName(S.Kind), A.Address, A.Bytes,
                     A.Units, A.AllUnits, quoted(Structure(A.Structure)),
                     quoted(S.Function), quoted(S.File), S.Line, S.Column);
}

void PairFile::add(uint64_t Number, const PairAccess &First,
                   const PairAccess *Second) {
  File << Number << half(First)
       << (Second ? half(*Second) : std::string(11, ',')) << '\n';
}

} // namespace memfacet::threads
