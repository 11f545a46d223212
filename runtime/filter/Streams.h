//===- Streams.h - the accesses of a loop, looked up ahead ----------------===//

#ifndef MEMFACET_RUNTIME_FILTER_STREAMS_H
#define MEMFACET_RUNTIME_FILTER_STREAMS_H

#include "memfacet/Filter.h"

namespace memfacet {

/// One access of a loop with fixed strides, or several (2 or 4) neighbours that
/// access one element after the other: those of an unrolled loop. Iterations
/// that are looked up together have numbers from 0 on, and so have elements.
struct LoopStream {
  uint64_t Address; ///< of element 0
  int64_t Bytes;    ///< from element to element
  uint64_t Unit;    ///< counts of one access in a way; 0: direct
  uint32_t Size;
  /// 65536 / |Bytes|, rounded up; 0: a line is left with each element.
  uint32_t Reciprocal;
  uint16_t First; ///< number of the first access
  uint16_t Shift; ///< an iteration has 2^Shift elements
  bool Direct, Write;

  uint32_t Next;        ///< next element that enters a line
  uint32_t Way;         ///< number of the way that was entered last, or NoWay
  uint32_t Ends;        ///< Way has counts for the elements before this one
  uint32_t StraddledAt; ///< element after the one that straddled last
};

constexpr uint64_t magnitude(int64_t Bytes) {
  return uint64_t(Bytes < 0 ? -Bytes : Bytes);
}

/// Accesses of a site that go on in a next line, and are not told yet.
struct Straddled {
  uint64_t Address; ///< in the object
  uint32_t Count;
};

/// A stream enters a line: what is done then for all accesses to it. Elements,
/// iterations and times are those of the first of several repetitions; times
/// count from the first access of the loop.
struct LineEntry {
  uint64_t Address; ///< of the lowest byte of all, now
  uint64_t Step;    ///< Address is further with each repetition
  uint64_t Counts;  ///< of all
  uint64_t Time;    ///< of the last one
  uint32_t Bytes;   ///< from Address on
  uint32_t Way;     ///< that was entered
  uint32_t Iteration;
  uint32_t Element;
  uint32_t Ends;   ///< as LoopStream::Ends
  uint32_t Writer; ///< FilterWay::Writer once it has written
  uint16_t Number; ///< of the access
  uint16_t Stream;
  bool Straddles; ///< the first access began in the line before
  bool Rare;      ///< the stream may straddle
  bool Direct, Write;
};

constexpr uint32_t MostEntries = 96;

} // namespace memfacet

#endif
