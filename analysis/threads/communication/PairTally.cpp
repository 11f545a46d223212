//===- PairTally.cpp - counts sampled pairs, and lists them ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/PairTally.h"
#include "analysis/support/Printable.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace memfacet::threads {

void PairCounts::begun(Entry &E, const Kind &K) {
  E.Of = K;
  if (2 * ++Used <= Entries.size())
    return;
  std::vector<Entry> Old(2 * Entries.size());
  Old.swap(Entries);
  for (const Entry &Its : Old)
    if (Its.Times != 0)
      Entries[placeOf(Its.Of)] = Its;
}

std::vector<result::PairCount>
PairCounts::counts(const std::vector<uint32_t> &Places) const {
  std::vector<Entry> All;
  for (Entry E : Entries)
    if (E.Times != 0) {
      E.Of.First = Places[E.Of.First];
      E.Of.Second = Places[E.Of.Second];
      All.push_back(E);
    }
  std::ranges::sort(All, {}, [](const Entry &E) {
    return std::tuple(E.Of.First, E.Of.Second, E.Of.Octave, E.Of.Overlap);
  });
  std::vector<result::PairCount> Result;
  for (const Entry &E : All) {
    if (Result.empty() || Result.back().First != E.Of.First ||
        Result.back().Second != E.Of.Second)
      Result.push_back({E.Of.First, E.Of.Second, 0, 0, {}});
    result::PairCount &C = Result.back();
    C.Pairs += E.Times;
    C.Overlapping += E.Of.Overlap ? E.Times : 0;
    C.Distances.resize(E.Of.Octave + 1);
    C.Distances[E.Of.Octave] += E.Times;
  }
  return Result;
}

uint32_t PairTally::vertexOf(const PairAccess &A) {
  uint32_t V = Vertices[{A.Site.Value, A.Structure.Value, A.Thread, A.Before}];
  if (V == AtVertices.size())
    AtVertices.emplace_back();
  return V;
}

uint32_t PairTally::begin(const PairAccess &A) {
  uint32_t V = vertexOf(A);
  ++AtVertices[V].Firsts;
  AtVertices[V].Bytes |= A.bytesOfLines();
  return V;
}

void PairTally::first(uint64_t Number, const PairAccess &A) {
  if (Number != 0 && !Watches.find(Number))
    Watches.add(Number, {A, begin(A), false});
}

const PairAccess *PairTally::second(uint64_t Number, const PairAccess &A) {
  Watch *W = Number != 0 ? Watches.find(Number) : nullptr;
  if (!W)
    return nullptr;
  PairAccess Known = A;
  Known.Before = W->Last.Thread;
  if (W->Again) {
    addPair(*W, Known);
    Watches.remove(Number);
    return nullptr;
  }
  addPair(*W, A);
  Choice = W->Last;
  *W = {Known, begin(Known), true};
  return &Choice;
}

void PairTally::addPair(const Watch &First, const PairAccess &Second) {
  uint32_t V = vertexOf(Second);
  AtVertices[V].Bytes |= Second.bytesOfLines();
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
    if (!W.Again)
      Result.emplace(Number, W.Last);
  });
  return Result;
}

void PairTally::fill(
    result::PairSample &To,
    const std::function<result::PairSite(SiteId)> &Describe) const {
  To.Sites.clear(), To.Vertices.clear();
  std::vector<uint32_t> Places(Vertices.size());
  uint32_t Before = 0;
  for (uint32_t V : Vertices.sorted()) {
    auto [Site, Structure, Thread, Earlier] = Vertices.key(V);
    const Seen &Its = AtVertices[V];
    if (To.Sites.empty() || Site != Before)
      To.Sites.push_back(Describe(SiteId(Site)));
    Before = Site;
    Places[V] = uint32_t(To.Vertices.size());
    To.Vertices.push_back({uint32_t(To.Sites.size() - 1),
                           StructureId(Structure), Thread, Its.Firsts, 0,
                           Earlier, Its.Bytes});
  }
  Watches.forEach([&](uint64_t, const Watch &W) {
    ++To.Vertices[Places[W.Vertex]].Dangling;
  });
  To.Pairs = Pairs.counts(Places);
}

/// Quoted as RFC 4180 says.
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
