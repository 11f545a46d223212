//===- Lines.h - lines enter and leave a filter cache ---------------------===//

#ifndef MEMFACET_RUNTIME_FILTER_LINES_H
#define MEMFACET_RUNTIME_FILTER_LINES_H

#include "runtime/filter/FilterCache.h"
#include "runtime/filter/Filtered.h"
#include "runtime/filter/Pieces.h"
#include "runtime/process/Process.h"

namespace memfacet {

inline bool staysInLine(uint64_t Address, uint64_t Bytes) {
  return (Address & LineMask) + Bytes <= FilterLineBytes;
}
inline bool isDirect(const Site *S) { return S->Flags & SiteDirect; }
inline bool writes(const Site *S) { return S->Kind != AccessKind::Load; }

/// One access of \p S to what \p W counts.
inline void count(FilterWay &W, const Site *S, bool Direct, bool Write) {
  if (!Direct)
    W.Counts += Write ? FilteredStore : FilteredLoad;
  if (Write)
    W.Writer = Direct ? uint32_t(reinterpret_cast<uint64_t>(S)) : 0;
}

/// As long as this is there, a record is written that tells counts of a way of
/// \p C, and they are taken out of the way. There is room for the record.
class Telling {
public:
  explicit Telling(FilterCache &C) : C(C) {
    C.Telling = regionOffset(__memfacet_cursor);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~Telling() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    C.Telling = 0;
  }
  Telling(const Telling &) = delete;
  Telling &operator=(const Telling &) = delete;

private:
  FilterCache &C;
};

/// The accesses to \p W, the \p Way-th way of a set, that straddle are told.
/// There is room for a record.
inline void tellStraddles(FilterCache &C, FilterWay &W, uint32_t Way) {
  Telling Its(C);
  appendFiltered(FilteredKind::Straddled, W.Start, Way, W.Straddler,
                 W.Straddles);
  W.Straddles = 0;
}

/// What was counted in \p W is told, or as much as a record can have. There is
/// room for a record.
inline void tellCounts(FilterCache &C, FilterWay &W, uint32_t Way) {
  uint64_t Part = partOfCounts(W.Counts);
  C.Rest = W.Counts - Part;
  Telling Its(C);
  appendFiltered(FilteredKind::Counts, W.Start, Way, 0, filteredCounts(Part));
  W.Counts = C.Rest;
}

/// The access of \p S is to piece \p P of the line in \p W, the \p Way-th of
/// its set, which counted another piece so far. There is room for two records.
inline void countPiece(FilterCache &C, FilterWay &W, uint32_t Way,
                       uint64_t Address, const Site *S, Piece P) {
  if (__builtin_expect(W.Straddles != 0, 0))
    tellStraddles(C, W, Way);
  Telling Its(C);
  appendFiltered(FilteredKind::Piece, Address, Way,
                 reinterpret_cast<uint64_t>(S), filteredCounts(W.Counts));
  W.Counts = 0;
  W.Start = P.Start;
  W.Length = P.Length;
  W.ToldWritten = 0;
}

/// The line of \p Address takes way \p Number, the \p Way-th of its set: what
/// was there is written. There is room for three records.
[[gnu::always_inline]] inline void enterLine(FilterCache &C, uint32_t Number,
                                             uint32_t Way, uint64_t Address,
                                             const Site *S, Piece P) {
  FilterWay &W = C.Lines[Number];
  uint32_t Writer = W.Writer, Value = filteredCounts(W.Counts);
  FilteredKind Kind = FilteredKind::Change;
  if (__builtin_expect(W.Straddles != 0, 0))
    tellStraddles(C, W, Way);
  if (__builtin_expect(Writer != 0, 0)) {
    if (Value != 0)
      tellCounts(C, W, Way);
    Kind = FilteredKind::ChangeWritten;
    Value = Writer;
  }
  Telling Its(C);
  appendFiltered(Kind, Address, Way, reinterpret_cast<uint64_t>(S), Value);
  W.Start = P.Start;
  W.Length = P.Length;
  W.Writer = 0;
  W.Counts = 0;
  W.ToldWritten = 0;
  C.Tags[Number] = tagOf(Address);
}

/// One access of \p S to any number of bytes, with its count (TouchSlowly.cpp).
void touchRange(uint64_t Address, const Site *S, uint64_t Bytes);
/// The same of S->Size bytes, a line's at most (Touch.cpp). What the clock says
/// then does not matter.
void touchAlone(uint64_t Address, const Site *S);

} // namespace memfacet

#endif
