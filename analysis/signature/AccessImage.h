//===- AccessImage.h - a picture of addresses over time -------------------===//
//
// T. Huffmire and T. Sherwood, "Wavelet-Based Phase Classification", PACT 2006,
// section 3.3 and equation 1: an access is a dot in the row
// (address mod M) * rows / M and in the column of its time.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SIGNATURE_ACCESSIMAGE_H
#define MEMFACET_SIGNATURE_ACCESSIMAGE_H

#include "analysis/decode/Batch.h"
#include "analysis/memory/Outcome.h"
#include "analysis/profile/IntervalSignatures.h"
#include "analysis/signature/Histogram.h"
#include <bit>

namespace memfacet {

/// Dots are counted: dimension column * rows + row.
class AccessImage {
public:
  explicit AccessImage(const SignatureShape &Shape)
      : Mask(Shape.Modulo - 1), Rows(Shape.Rows),
        Shift(unsigned(std::countr_zero(Shape.Modulo))),
        Dots(size_t(Shape.Rows) * Shape.Columns) {}

  /// The loads of \p P, all in \p Column.
  void addLoads(const BatchPart &P, uint32_t Column) {
    uint32_t *To = Dots.data() + size_t(Column) * Rows;
    for (size_t I = P.Begin; I != P.End; ++I)
      // Without a branch: what is no load adds nothing.
      To[rowOf(P.Of.Address[I])] += !P.Of.Info[I].write();
  }
  /// The accesses of \p P that missed \p Level.
  void addMisses(const BatchPart &P, const Outcome *Outcomes, uint32_t Level,
                 uint32_t Column) {
    uint32_t *To = Dots.data() + size_t(Column) * Rows;
    for (size_t I = P.Begin; I != P.End; ++I)
      To[rowOf(P.Of.Address[I])] += Outcomes[I].Missed > Level;
  }
  Histogram &counts() { return Dots; }

private:
  size_t rowOf(uint64_t Address) const {
    return (Address & Mask) * Rows >> Shift;
  }

  uint64_t Mask, Rows;
  unsigned Shift;
  Histogram Dots;
};

} // namespace memfacet

#endif
