//===- ReferenceSharing.h - internals/sharing.md as a slow program --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores the whole history of each line, and finds each count by a search of
// it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCESHARING_H
#define MEMFACET_TEST_SUPPORT_REFERENCESHARING_H

#include "test/support/SharingStreams.h"
#include <map>
#include <set>
#include <tuple>

namespace memfacet::test {

class ReferenceSharing {
public:
  using Vertex =
      std::tuple<uint32_t, uint32_t, uint32_t>; ///< site, structure, thread
  struct Row {
    uint64_t Units = 0, Cold = 0, True = 0, False = 0, Certain = 0, Coarse = 0,
             Fine = 0, Invalidations = 0, Upgrades = 0;
    bool operator==(const Row &) const = default;
  };
  struct Edge {
    uint64_t Cold = 0, True = 0, False = 0, Bytes = 0;
    bool operator==(const Edge &) const = default;
  };

  std::map<Vertex, Row> Rows;
  std::map<std::pair<Vertex, Vertex>, Edge> Edges;

  ReferenceSharing(const SharingStream &Stream, const ThreadMap &Map)
      : Map(Map) {
    for (const SharingStep &S : Stream)
      step(S);
    for (auto &[Line, History] : Touches)
      for (size_t I = 0; I != History.size(); ++I)
        judge(History, I);
    reorder();
  }

private:
  struct Touch {
    size_t Step; ///< number in the stream
    uint64_t Line;
    uint32_t Thread, Cache;
    Vertex Place;
    uint64_t Bytes;
    bool Reads, Writes;
  };
  using Line = std::vector<Touch>;

  void step(const SharingStep &S) {
    size_t Number = Predecessors.size();
    std::set<size_t> Past;
    auto Follow = [&](size_t Earlier) {
      Past.insert(Predecessors[Earlier].begin(), Predecessors[Earlier].end());
      Past.insert(Earlier);
    };
    if (auto Entry = LastOf.find(S.Access.Thread); Entry != LastOf.end())
      Follow(Entry->second);
    if (S.Kind == SharingStep::Action::Acquire)
      for (size_t R : Releases[S.Other])
        Follow(R);
    if (S.Kind == SharingStep::Action::Release)
      Releases[S.Other].push_back(Number);
    LastOf[S.Access.Thread] = Number;
    Predecessors.push_back(std::move(Past));
    if (S.Kind == SharingStep::Action::Access)
      access(S.Access, Number);
    else
      Cuts.push_back(All.size());
  }

  void access(const SharingAccess &A, size_t Number) {
    Vertex V = {A.Site, A.Structure, A.Thread};
    std::map<uint64_t, uint64_t> Bytes;
    for (uint64_t B = A.Address; B != A.Address + A.Bytes; ++B)
      if (A.Used.has(B - A.Address))
        Bytes[B / 64] |= uint64_t(1) << B % 64;
    Rows[V].Units +=
        A.Bytes > 64 ? (A.Address + A.Bytes - 1) / 64 - A.Address / 64 + 1 : 1;
    for (auto [L, Mask] : Bytes) {
      Touch T = {Number, L,    A.Thread, Map.cacheOf(A.Thread),
                 V,      Mask, A.Reads,  A.Writes};
      Touches[L].push_back(T);
      All.push_back(T);
    }
  }

  static bool hasCopy(const Line &L, size_t Index, uint32_t Cache) {
    for (size_t I = Index; I-- != 0;) {
      if (L[I].Cache == Cache)
        return true;
      if (L[I].Writes)
        return false;
    }
    return false;
  }
  static bool hadCopy(const Line &L, size_t Index, uint32_t Cache) {
    return std::any_of(L.begin(), L.begin() + long(Index),
                       [&](const Touch &T) { return T.Cache == Cache; });
  }

  /// Returns the last write of byte \p B before \p Index. While only one thread
  /// has touched the line, all that it wrote counts as its last write.
  static const Touch *writer(const Line &L, size_t Index, unsigned B) {
    size_t Second = 0;
    while (Second != L.size() && L[Second].Thread == L[0].Thread)
      ++Second;
    for (size_t I = Index; I-- != 0;)
      if (L[I].Writes && L[I].Bytes >> B & 1) {
        if (I >= Second)
          return &L[I];
        for (size_t J = std::min(Second, Index); J-- != 0;)
          if (L[J].Writes)
            return &L[J];
      }
    return nullptr;
  }

  void judge(const Line &L, size_t Index) {
    const Touch &T = L[Index];
    if (!hadCopy(L, Index, T.Cache))
      countCold(L, Index);
    else if (!hasCopy(L, Index, T.Cache))
      countLost(L, Index);
    if (T.Reads)
      readBytes(L, Index);
    if (!T.Writes)
      return;
    std::set<uint32_t> Sharers;
    for (size_t I = 0; I != Index; ++I)
      if (L[I].Cache != T.Cache && hasCopy(L, Index, L[I].Cache))
        Sharers.insert(L[I].Cache);
    Rows[T.Place].Invalidations += Sharers.size();
    Rows[T.Place].Upgrades += !Sharers.empty() && hasCopy(L, Index, T.Cache);
  }

  void countCold(const Line &L, size_t Index) {
    ++Rows[L[Index].Place].Cold;
    for (size_t I = Index; I-- != 0;)
      if (L[I].Writes) {
        ++Edges[{L[I].Place, L[Index].Place}].Cold;
        return;
      }
  }

  bool isCertain(const Line &L, size_t Begin, size_t Index) const {
    for (size_t W = Begin; W != Index; ++W) {
      if (!L[W].Writes || !Predecessors[L[Index].Step].contains(L[W].Step))
        continue;
      bool Follows = true;
      for (size_t O = 0; O != Begin; ++O)
        Follows &= L[O].Cache != L[Index].Cache ||
                   Predecessors[L[W].Step].contains(L[O].Step);
      if (Follows)
        return true;
    }
    return false;
  }

  void countLost(const Line &L, size_t Index) {
    const Touch &T = L[Index];
    size_t Begin = Index;
    while (L[Begin - 1].Cache != T.Cache)
      --Begin;
    uint64_t Foreign = 0;
    Vertex Latest;
    for (size_t I = Begin; I != Index; ++I)
      if (L[I].Writes) {
        Foreign |= L[I].Bytes;
        Latest = L[I].Place;
      }
    Rows[T.Place].Certain += isCertain(L, Begin, Index);
    for (size_t I = Index; I != L.size(); ++I) {
      if (L[I].Cache != T.Cache) {
        if (L[I].Writes)
          break;
        continue;
      }
      if (uint64_t Missed = Foreign & L[I].Bytes;
          Missed && L[I].Thread == T.Thread) {
        for (size_t W = Index; W-- != 0;)
          if (L[W].Writes && L[W].Cache != T.Cache && L[W].Bytes & Missed) {
            ++Rows[T.Place].True;
            ++Edges[{L[W].Place, T.Place}].True;
            return;
          }
      }
      if (L[I].Writes)
        Foreign &= ~L[I].Bytes;
    }
    ++Rows[T.Place].False;
    ++Edges[{Latest, T.Place}].False;
  }

  void readBytes(const Line &L, size_t Index) {
    const Touch &T = L[Index];
    for (unsigned B = 0; B != 64; ++B) {
      const Touch *W = nullptr;
      if (!(T.Bytes >> B & 1) || !(W = writer(L, Index, B)) ||
          W->Thread == T.Thread)
        continue;
      bool Known = false;
      for (size_t I = Index; I-- != 0;) {
        if (L[I].Bytes >> B & 1 && L[I].Thread == T.Thread) {
          Known = true;
          break;
        }
        if (L[I].Bytes >> B & 1 && L[I].Writes)
          break;
      }
      if (!Known)
        ++Edges[{W->Place, T.Place}].Bytes;
    }
  }

  /// Calls \p Visit for misses of lost lines in touches \p L, which may be in
  /// any order.
  template <typename Count> static void simulate(const Line &L, Count Visit) {
    std::map<uint64_t, std::set<uint32_t>> Present, EverPresent;
    for (const Touch &T : L) {
      if (!Present[T.Line].contains(T.Cache) &&
          EverPresent[T.Line].contains(T.Cache))
        Visit(T);
      if (T.Writes)
        Present[T.Line].clear();
      Present[T.Line].insert(T.Cache);
      EverPresent[T.Line].insert(T.Cache);
    }
  }

  void reorder() {
    Line Coarse, Fine;
    Cuts.push_back(All.size());
    size_t Begin = 0;
    for (size_t End : Cuts) {
      reorder(Begin, End, Coarse, Fine);
      Begin = End;
    }
    simulate(Coarse, [&](const Touch &T) { ++Rows[T.Place].Coarse; });
    simulate(Fine, [&](const Touch &T) { ++Rows[T.Place].Fine; });
  }

  void reorder(size_t Begin, size_t End, Line &Coarse, Line &Fine) {
    std::vector<uint32_t> Threads;
    std::map<uint32_t, Line> ByThread;
    for (size_t I = Begin; I != End; ++I) {
      const Touch &T = All[I];
      Line &Touched = ByThread[T.Thread];
      if (Touched.empty())
        Threads.push_back(T.Thread);
      if (!Touched.empty() && !T.Writes && Touched.back().Line == T.Line &&
          Touched.back().Place == T.Place)
        continue;
      Touched.push_back(T);
    }
    size_t Rounds = 0;
    for (uint32_t T : Threads) {
      Coarse.insert(Coarse.end(), ByThread[T].begin(), ByThread[T].end());
      Rounds = std::max(Rounds, ByThread[T].size());
    }
    for (size_t Round = 1; Round <= Rounds; ++Round)
      for (uint32_t T : Threads)
        for (size_t I = (Round - 1) * ByThread[T].size() / Rounds;
             I != Round * ByThread[T].size() / Rounds; ++I)
          Fine.push_back(ByThread[T][I]);
  }

  ThreadMap Map;
  std::vector<std::set<size_t>>
      Predecessors; ///< by step: the steps that happened before it
  std::map<uint32_t, size_t> LastOf;
  std::map<uint32_t, std::vector<size_t>> Releases;
  std::map<uint64_t, Line> Touches;
  Line All;
  std::vector<size_t> Cuts; ///< number of touches before each event
};

} // namespace memfacet::test

#endif
