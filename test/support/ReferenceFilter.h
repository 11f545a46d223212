//===- ReferenceFilter.h - a program that filters, written plainly --------===//
//
// What the front of memfacet/Filter.h says, byte by byte and set by set: of the
// accesses of some threads it makes the records that they would write.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEFILTER_H
#define MEMFACET_TEST_SUPPORT_REFERENCEFILTER_H

#include "test/support/StreamBuilder.h"
#include <map>
#include <set>

namespace memfacet::test {

class ReferenceFilter {
public:
  /// An access of \p Thread, whose records go to \p To.
  struct Access {
    uint64_t Address, Bytes;
    uint64_t Site; ///< address of its row
    bool Write, Direct;
  };
  void access(uint32_t Thread, StreamBuilder &To, const Access &A) {
    if (lineOf(A.Address) != lineOf(A.Address + A.Bytes - 1))
      return straddling(Thread, To, A);
    Entry &E = entryOf(Thread, A.Address);
    bool Known = A.Direct ? E.IsLine && E.Low == lineOf(A.Address)
                          : !E.IsLine && E.contains(A.Address);
    if (!Known) {
      To.filtered(FilteredKind::Change, A.Address, A.Site, valueOf(E));
      E = pieceAt(A.Address, A.Direct);
    }
    if (!A.Direct)
      ++(A.Write ? E.Stores : E.Loads);
    else if (A.Write)
      E.Writer = uint32_t(A.Site);
    if (E.Loads == MostFilteredCount || E.Stores == MostFilteredCount)
      tell(E, To);
  }

  void mark(uint32_t Thread, StreamBuilder &To, uint64_t Site, uint64_t Address,
            uint64_t LocalBytes) {
    if (LocalBytes)
      begin(Thread, To, Address, LocalBytes);
    To.filtered(FilteredKind::Mark, Address, Site, uint32_t(LocalBytes));
  }

  /// An object begins, by \p Thread.
  void begin(uint32_t Thread, StreamBuilder &To, uint64_t Address,
             uint64_t Bytes) {
    for (auto &[Of, Front] : Fronts)
      for (auto &[Set, E] : Front) {
        bool Overlaps = E.Low < Address + Bytes && Address < E.High;
        if (Overlaps && Of == Thread)
          forget(E, To);
        else if (Overlaps && !E.IsLine)
          E.High = E.Low; // it still has its counts
      }
    Borders.insert({Address, Address + Bytes});
  }

  void forget(uint32_t Thread, StreamBuilder &To) {
    for (auto &[Set, E] : Fronts[Thread])
      forget(E, To);
  }

private:
  struct Entry {
    uint64_t Low = 0, High = 0;
    bool IsLine = false;
    uint32_t Loads = 0, Stores = 0, Writer = 0;
    bool contains(uint64_t Address) const {
      return Low <= Address && Address < High;
    }
  };

  static uint64_t lineOf(uint64_t Address) {
    return Address / FilterLineBytes * FilterLineBytes;
  }
  static uint32_t valueOf(const Entry &E) {
    return E.IsLine ? E.Writer : E.Loads | E.Stores << 16;
  }
  Entry &entryOf(uint32_t Thread, uint64_t Address) {
    return Fronts[Thread][uint32_t(Address / FilterLineBytes % FrontSets)];
  }
  Entry pieceAt(uint64_t Address, bool IsLine) const {
    Entry E;
    E.IsLine = IsLine;
    E.Low = lineOf(Address);
    E.High = E.Low + FilterLineBytes;
    if (IsLine)
      return E;
    auto Next = Borders.upper_bound(Address);
    if (Next != Borders.end())
      E.High = std::min(E.High, *Next);
    if (Next != Borders.begin())
      E.Low = std::max(E.Low, *std::prev(Next));
    return E;
  }
  /// It stays what it is.
  static void tell(Entry &E, StreamBuilder &To) {
    if (uint32_t Value = valueOf(E))
      To.filtered(E.IsLine ? FilteredKind::Written : FilteredKind::Counts,
                  E.Low, 0, Value);
    E.Loads = E.Stores = E.Writer = 0;
  }
  static void forget(Entry &E, StreamBuilder &To) {
    tell(E, To);
    E = {};
  }
  void straddling(uint32_t Thread, StreamBuilder &To, const Access &A) {
    for (uint64_t Line = lineOf(A.Address); Line < A.Address + A.Bytes;
         Line += FilterLineBytes)
      forget(entryOf(Thread, Line), To);
    To.filtered(FilteredKind::Access, A.Address, A.Site, uint32_t(A.Bytes));
  }

  std::map<uint32_t, std::map<uint32_t, Entry>> Fronts; ///< by thread and set
  std::set<uint64_t> Borders;
};

} // namespace memfacet::test

#endif
