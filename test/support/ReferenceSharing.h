//===- ReferenceSharing.h - internals/sharing.md as a slow program --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps everything that was ever done to a line, and answers each question by
// going through it.
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
  using Vertex = std::tuple<uint32_t, uint32_t, uint32_t>; ///< as it is sorted
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
    for (auto &[Line, Of] : Touches)
      for (size_t I = 0; I != Of.size(); ++I)
        judge(Of, I);
    reorder();
  }

private:
  struct Touch {
    size_t Step; ///< of the stream
    uint64_t Line;
    uint32_t Thread, Cache;
    Vertex Of;
    uint64_t Bytes;
    bool Reads, Writes;
  };
  using Line = std::vector<Touch>;

  void step(const SharingStep &S) {
    size_t Now = Before.size();
    std::set<size_t> Past;
    auto Follow = [&](size_t Earlier) {
      Past.insert(Before[Earlier].begin(), Before[Earlier].end());
      Past.insert(Earlier);
    };
    if (auto It = LastOf.find(S.Access.Thread); It != LastOf.end())
      Follow(It->second);
    if (S.Is == SharingStep::What::Acquire)
      for (size_t R : Releases[S.Other])
        Follow(R);
    if (S.Is == SharingStep::What::Release)
      Releases[S.Other].push_back(Now);
    LastOf[S.Access.Thread] = Now;
    Before.push_back(std::move(Past));
    if (S.Is == SharingStep::What::Access)
      access(S.Access, Now);
    else
      Cuts.push_back(All.size());
  }

  void access(const SharingAccess &A, size_t Now) {
    Vertex V = {A.Site, A.Structure, A.Thread};
    std::map<uint64_t, uint64_t> Bytes;
    for (uint64_t B = A.Address; B != A.Address + A.Bytes; ++B)
      Bytes[B / 64] |= uint64_t(1) << B % 64;
    Rows[V].Units += A.Bytes > 64 ? Bytes.size() : 1;
    for (auto [L, Its] : Bytes) {
      Touch T = {Now, L,   A.Thread, Map.cacheOf(A.Thread),
                 V,   Its, A.Reads,  A.Writes};
      Touches[L].push_back(T);
      All.push_back(T);
    }
  }

  static bool has(const Line &L, size_t At, uint32_t Cache) {
    for (size_t I = At; I-- != 0;) {
      if (L[I].Cache == Cache)
        return true;
      if (L[I].Writes)
        return false;
    }
    return false;
  }
  static bool had(const Line &L, size_t At, uint32_t Cache) {
    return std::any_of(L.begin(), L.begin() + long(At),
                       [&](const Touch &T) { return T.Cache == Cache; });
  }

  /// The last write of byte \p B before \p At. While one thread alone has
  /// touched the line, all that it wrote counts as its last write.
  static const Touch *writer(const Line &L, size_t At, unsigned B) {
    size_t Second = 0;
    while (Second != L.size() && L[Second].Thread == L[0].Thread)
      ++Second;
    for (size_t I = At; I-- != 0;)
      if (L[I].Writes && L[I].Bytes >> B & 1) {
        if (I >= Second)
          return &L[I];
        for (size_t J = std::min(Second, At); J-- != 0;)
          if (L[J].Writes)
            return &L[J];
      }
    return nullptr;
  }

  void judge(const Line &L, size_t At) {
    const Touch &T = L[At];
    if (!had(L, At, T.Cache))
      cold(L, At);
    else if (!has(L, At, T.Cache))
      lost(L, At);
    if (T.Reads)
      readBytes(L, At);
    if (!T.Writes)
      return;
    std::set<uint32_t> Others;
    for (size_t I = 0; I != At; ++I)
      if (L[I].Cache != T.Cache && has(L, At, L[I].Cache))
        Others.insert(L[I].Cache);
    Rows[T.Of].Invalidations += Others.size();
    Rows[T.Of].Upgrades += !Others.empty() && has(L, At, T.Cache);
  }

  void cold(const Line &L, size_t At) {
    ++Rows[L[At].Of].Cold;
    for (size_t I = At; I-- != 0;)
      if (L[I].Writes) {
        ++Edges[{L[I].Of, L[At].Of}].Cold;
        return;
      }
  }

  bool isCertain(const Line &L, size_t From, size_t At) const {
    for (size_t W = From; W != At; ++W) {
      if (!L[W].Writes || !Before[L[At].Step].contains(L[W].Step))
        continue;
      bool Follows = true;
      for (size_t O = 0; O != From; ++O)
        Follows &=
            L[O].Cache != L[At].Cache || Before[L[W].Step].contains(L[O].Step);
      if (Follows)
        return true;
    }
    return false;
  }

  void lost(const Line &L, size_t At) {
    const Touch &T = L[At];
    size_t From = At;
    while (L[From - 1].Cache != T.Cache)
      --From;
    uint64_t Foreign = 0;
    Vertex Latest;
    for (size_t I = From; I != At; ++I)
      if (L[I].Writes) {
        Foreign |= L[I].Bytes;
        Latest = L[I].Of;
      }
    Rows[T.Of].Certain += isCertain(L, From, At);
    for (size_t I = At; I != L.size(); ++I) {
      if (L[I].Cache != T.Cache) {
        if (L[I].Writes)
          break;
        continue;
      }
      if (uint64_t Missed = Foreign & L[I].Bytes;
          Missed && L[I].Thread == T.Thread) {
        for (size_t W = At; W-- != 0;)
          if (L[W].Writes && L[W].Cache != T.Cache && L[W].Bytes & Missed) {
            ++Rows[T.Of].True;
            ++Edges[{L[W].Of, T.Of}].True;
            return;
          }
      }
      if (L[I].Writes)
        Foreign &= ~L[I].Bytes;
    }
    ++Rows[T.Of].False;
    ++Edges[{Latest, T.Of}].False;
  }

  void readBytes(const Line &L, size_t At) {
    const Touch &T = L[At];
    for (unsigned B = 0; B != 64; ++B) {
      const Touch *W = nullptr;
      if (!(T.Bytes >> B & 1) || !(W = writer(L, At, B)) ||
          W->Thread == T.Thread)
        continue;
      bool Known = false;
      for (size_t I = At; I-- != 0;) {
        if (L[I].Bytes >> B & 1 && L[I].Thread == T.Thread) {
          Known = true;
          break;
        }
        if (L[I].Bytes >> B & 1 && L[I].Writes)
          break;
      }
      if (!Known)
        ++Edges[{W->Of, T.Of}].Bytes;
    }
  }

  /// Misses of lines that were lost, of touches in any order.
  template <typename Count> static void simulate(const Line &L, Count Visit) {
    std::map<uint64_t, std::set<uint32_t>> Has, Had;
    for (const Touch &T : L) {
      if (!Has[T.Line].contains(T.Cache) && Had[T.Line].contains(T.Cache))
        Visit(T);
      if (T.Writes)
        Has[T.Line].clear();
      Has[T.Line].insert(T.Cache);
      Had[T.Line].insert(T.Cache);
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
    simulate(Coarse, [&](const Touch &T) { ++Rows[T.Of].Coarse; });
    simulate(Fine, [&](const Touch &T) { ++Rows[T.Of].Fine; });
  }

  void reorder(size_t Begin, size_t End, Line &Coarse, Line &Fine) {
    std::vector<uint32_t> Threads;
    std::map<uint32_t, Line> Of;
    for (size_t I = Begin; I != End; ++I) {
      const Touch &T = All[I];
      Line &Its = Of[T.Thread];
      if (Its.empty())
        Threads.push_back(T.Thread);
      if (!Its.empty() && !T.Writes && Its.back().Line == T.Line &&
          Its.back().Of == T.Of)
        continue;
      Its.push_back(T);
    }
    size_t Rounds = 0;
    for (uint32_t T : Threads) {
      Coarse.insert(Coarse.end(), Of[T].begin(), Of[T].end());
      Rounds = std::max(Rounds, Of[T].size());
    }
    for (size_t Round = 1; Round <= Rounds; ++Round)
      for (uint32_t T : Threads)
        for (size_t I = (Round - 1) * Of[T].size() / Rounds;
             I != Round * Of[T].size() / Rounds; ++I)
          Fine.push_back(Of[T][I]);
  }

  ThreadMap Map;
  std::vector<std::set<size_t>> Before; ///< by step: what happened before it
  std::map<uint32_t, size_t> LastOf;
  std::map<uint32_t, std::vector<size_t>> Releases;
  std::map<uint64_t, Line> Touches;
  Line All;
  std::vector<size_t> Cuts; ///< touches before each event
};

} // namespace memfacet::test

#endif
