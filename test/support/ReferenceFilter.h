//===- ReferenceFilter.h - a program that filters, written plainly --------===//
//
// What memfacet/Filter.h says, access by access: each thread has LRU sets of
// lines, whose ways are in a list, the one that was used longest ago first. Of
// the accesses of some threads it makes the records that they would write.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEFILTER_H
#define MEMFACET_TEST_SUPPORT_REFERENCEFILTER_H

#include "test/support/StreamBuilder.h"
#include <algorithm>
#include <map>
#include <set>

namespace memfacet::test {

class ReferenceFilter {
public:
  struct Shape {
    uint32_t Sets, Ways;
    bool operator==(const Shape &) const = default;
  };
  static constexpr Shape OneWay{64, 1};

  explicit ReferenceFilter(Shape First) : First(First) {}

  struct Access {
    uint64_t Address, Bytes;
    uint64_t Site; ///< address of its row
    bool Write, Direct;
  };

  /// \p Thread begins; its records go to \p To.
  void start(uint32_t Thread, StreamBuilder &To) {
    begin(Caches[Thread], First, To);
  }
  /// An access of a constant number of bytes, at most a line.
  void access(uint32_t Thread, StreamBuilder &To, const Access &A) {
    Cache &C = Caches[Thread];
    if (lineOf(A.Address) == lineOf(last(A)))
      return one(C, To, A);
    if (!straddle(C, To, A))
      whole(C, To, A);
    // Of a pointer's, no way is told. Who wrote the first line is repeated.
    if (A.Direct && A.Write)
      C.find(A.Address)->Writer = uint32_t(A.Site);
  }
  /// An access of as many bytes as the program says.
  void range(uint32_t Thread, StreamBuilder &To, const Access &A) {
    if (A.Bytes == 0)
      To.filtered(FilteredKind::Times, 0, A.Site, 0);
    else if (lineOf(A.Address) == lineOf(last(A)))
      one(Caches[Thread], To, A);
    else
      whole(Caches[Thread], To, A);
  }
  /// Lanes of \p A.Bytes bytes. Neighbours are one access.
  void lanes(uint32_t Thread, StreamBuilder &To, const Access &A,
             uint64_t Mask) {
    uint32_t Accesses = 0;
    for (uint64_t I = 0; I != 64; ++I) {
      uint64_t Begin = I;
      while (I != 64 && Mask >> I & 1)
        ++I;
      if (I == Begin)
        continue;
      Access Group = A;
      Group.Address += Begin * A.Bytes;
      Group.Bytes = (I - Begin) * A.Bytes;
      range(Thread, To, Group);
      ++Accesses;
      if (I == 64)
        break;
    }
    if (Accesses != 1)
      To.filtered(FilteredKind::Times, 0, A.Site, Accesses);
  }

  void mark(uint32_t Thread, StreamBuilder &To, uint64_t Site, uint64_t Address,
            uint64_t LocalBytes) {
    if (LocalBytes)
      objectBegins(Thread, To, Address, LocalBytes);
    To.filtered(FilteredKind::Mark, Address, Site, uint32_t(LocalBytes));
  }

  /// An object begins, by \p Thread. Others keep the counts of what they
  /// remember.
  void objectBegins(uint32_t Thread, StreamBuilder &To, uint64_t Address,
                    uint64_t Bytes) {
    for (auto &[Of, C] : Caches)
      for (auto &Set : C.Sets)
        for (Way &W : Set) {
          if (W.Low >= Address + Bytes || Address >= W.High)
            continue;
          if (Of == Thread)
            tell(W, To);
          W.High = W.Low;
        }
    Borders.insert({Address, Address + Bytes});
  }

  /// An interval of \p Thread ends.
  void endInterval(uint32_t Thread, StreamBuilder &To) {
    for (auto &Set : Caches[Thread].Sets)
      for (Way &W : Set) {
        tell(W, To);
        W.High = W.Low;
      }
  }
  void end(uint32_t Thread) { Caches.erase(Thread); }

  /// Code without a filtering body begins or ends.
  void handOver(uint32_t Thread, StreamBuilder &To) {
    Cache &C = Caches[Thread];
    if (C.Is == OneWay && C.empty())
      return;
    for (auto &Set : C.Sets)
      for (Way &W : Set)
        tell(W, To);
    if (C.Is != OneWay)
      for (auto &Set : C.Sets)
        for (const Way &W : Set)
          if (W.Line != NoLine)
            To.filtered(FilteredKind::Handed, W.Line, 0, 0, W.Number);
    begin(C, OneWay, To);
  }

private:
  static constexpr uint64_t NoLine = ~uint64_t(0);
  struct Way {
    uint32_t Number = 0;        ///< in its set
    uint64_t Line = NoLine;     ///< address
    uint64_t Low = 0, High = 0; ///< the piece; empty: none is remembered
    uint32_t Loads = 0, Stores = 0, Writer = 0;

    bool contains(uint64_t Address) const {
      return Low <= Address && Address < High;
    }
    uint32_t value() const { return Loads | Stores << 16; }
    void add(bool Write) {
      ++(Write ? Stores : Loads);
      if (Write)
        Writer = 0;
    }
  };
  using Set = std::vector<Way>; ///< the way that was used longest ago first
  struct Cache {
    Shape Is{0, 0};
    std::vector<Set> Sets;

    bool empty() const {
      return std::ranges::all_of(
          Sets, [](const Set &S) { return S.back().Line == NoLine; });
    }
    Set &setOf(uint64_t Address) {
      return Sets[Address / FilterLineBytes % Is.Sets];
    }
    Way *find(uint64_t Address) {
      for (Way &W : setOf(Address))
        if (W.Line == lineOf(Address))
          return &W;
      return nullptr;
    }
    /// The way of \p Address, which is there, was used last.
    Way &use(uint64_t Address) {
      Set &S = setOf(Address);
      auto It = S.begin() + (find(Address) - S.data());
      std::rotate(It, It + 1, S.end());
      return S.back();
    }
    Way &victim(uint64_t Address) { return setOf(Address).front(); }
  };
  struct Piece {
    uint64_t Low, High;
  };

  static uint64_t lineOf(uint64_t Address) {
    return Address / FilterLineBytes * FilterLineBytes;
  }
  static uint64_t last(const Access &A) { return A.Address + A.Bytes - 1; }

  static void begin(Cache &C, Shape Is, StreamBuilder &To) {
    C.Is = Is;
    C.Sets.assign(Is.Sets, Set(Is.Ways));
    for (Set &S : C.Sets)
      for (uint32_t I = 0; I != Is.Ways; ++I)
        S[I].Number = I;
    To.filtered(FilteredKind::Cache, Is.Sets, 0, Is.Ways);
  }

  /// The piece around \p Address. None where an object begins in the middle of
  /// its 4 bytes.
  Piece pieceAt(uint64_t Address) const {
    uint64_t Granule = Address / 4 * 4;
    Piece P{lineOf(Address), lineOf(Address) + FilterLineBytes};
    auto Next = Borders.upper_bound(Granule);
    if (Next != Borders.end() && *Next < Granule + 4)
      return {Address, Address};
    if (Next != Borders.end())
      P.High = std::min(P.High, *Next / 4 * 4);
    if (Next != Borders.begin())
      P.Low = std::max(P.Low, (*std::prev(Next) + 3) / 4 * 4);
    return P;
  }

  /// What was counted in \p W is told; it stays what it is.
  static void tell(Way &W, StreamBuilder &To) {
    if (W.value() != 0)
      To.filtered(FilteredKind::Counts, W.Line, 0, W.value(), W.Number);
    if (W.Writer != 0)
      To.filtered(FilteredKind::Written, W.Line, 0, W.Writer, W.Number);
    W.Loads = W.Stores = W.Writer = 0;
  }
  /// Before a count may become too large.
  static void tellLarge(Way &W, StreamBuilder &To) {
    if (W.Loads >= 0x8000 || W.Stores >= 0x8000)
      tell(W, To);
  }

  /// The line of \p A takes a way.
  Way &enter(Cache &C, StreamBuilder &To, const Access &A, Piece P) {
    Way &W = C.victim(A.Address);
    tellLarge(W, To);
    if (W.Writer == 0) {
      To.filtered(FilteredKind::Change, A.Address, A.Site, W.value(), W.Number);
    } else {
      if (W.value() != 0)
        To.filtered(FilteredKind::Counts, W.Line, 0, W.value(), W.Number);
      To.filtered(FilteredKind::ChangeWritten, A.Address, A.Site, W.Writer,
                  W.Number);
    }
    W = {W.Number, lineOf(A.Address), P.Low, P.High};
    return W;
  }

  /// An access to one line.
  void one(Cache &C, StreamBuilder &To, const Access &A) {
    Piece P = A.Direct ? Piece{A.Address, A.Address} : pieceAt(A.Address);
    Way *W = C.find(A.Address);
    if (!W)
      W = &enter(C, To, A, P);
    if (A.Direct) {
      if (A.Write)
        W->Writer = uint32_t(A.Site);
    } else {
      if (!W->contains(A.Address)) {
        tellLarge(*W, To);
        To.filtered(FilteredKind::Piece, A.Address, A.Site, W->value(),
                    W->Number);
        W->Loads = W->Stores = 0;
        W->Low = P.Low;
        W->High = P.High;
      }
      W->add(A.Write);
      if (W->Loads == MostFilteredCount || W->Stores == MostFilteredCount)
        tell(*W, To);
    }
    C.use(A.Address);
  }

  /// An access whose two lines are there and belong to one object, as far as
  /// the program knows. False: it is another.
  static bool straddle(Cache &C, StreamBuilder &To, const Access &A) {
    Way *One = C.find(A.Address), *Two = C.find(last(A));
    if (!One || !Two)
      return false;
    if (!A.Direct && !(One->contains(A.Address) && Two->contains(last(A)) &&
                       One->High == Two->Low && Two->Low == Two->Line))
      return false;
    if (A.Write && !A.Direct && Two->Stores)
      tell(*Two, To);
    To.filtered(FilteredKind::Straddle, A.Address, A.Site, uint32_t(A.Bytes),
                Two->Number);
    if (A.Write)
      Two->Writer = A.Direct ? uint32_t(A.Site) : 0;
    if (!A.Direct)
      One->add(A.Write);
    C.use(A.Address);
    C.use(last(A));
    return true;
  }

  /// An access to several lines, or to one of which nothing is known.
  static void whole(Cache &C, StreamBuilder &To, const Access &A) {
    for (uint64_t Line = lineOf(A.Address); Line <= last(A);
         Line += FilterLineBytes)
      if (Way *W = C.find(Line); W && A.Write && (W->Writer || W->Stores))
        tell(*W, To);
    To.filtered(FilteredKind::Access, A.Address, A.Site, uint32_t(A.Bytes));
    for (uint64_t Line = lineOf(A.Address); Line <= last(A);
         Line += FilterLineBytes) {
      if (!C.find(Line)) {
        Way &W = C.victim(Line);
        tell(W, To);
        W = {W.Number, Line, 0, 0};
        To.filtered(FilteredKind::Touched, std::max(Line, A.Address), A.Site, 0,
                    W.Number);
      }
      C.use(Line);
    }
  }

  const Shape First;
  std::map<uint32_t, Cache> Caches; ///< by thread
  std::set<uint64_t> Borders;
};

} // namespace memfacet::test

#endif
