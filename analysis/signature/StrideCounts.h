//===- StrideCounts.h - how far apart accesses are ------------------------===//
//
// J. Lau, S. Schoenmackers, B. Calder, "Structures for Phase Classification",
// ISPASS 2004, as Huffmire and Sherwood use them (PACT 2006, section 4.1).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SIGNATURE_STRIDECOUNTS_H
#define MEMFACET_SIGNATURE_STRIDECOUNTS_H

#include "analysis/decode/Batch.h"
#include "analysis/profile/IntervalSignatures.h"
#include "analysis/signature/Histogram.h"
#include "analysis/signature/Modulus.h"

namespace memfacet {

/// Of one thread. Distances are absolute, in bytes; a first access has none.
/// What was accessed last is kept over the ends of intervals.
class StrideCounts {
public:
  explicit StrideCounts(const SignatureShape &Shape)
      : Bins(Shape.Bins), ByBins(Shape.Bins), Plain(Shape.Bins),
        WithSite(Shape.Bins) {}

  /// Distances from the access before of the same site.
  void addLocal(const BatchPart &P);
  /// Distances from the access before.
  void addGlobal(const BatchPart &P);

  /// By distance; those of Bins bytes and more are left out.
  Histogram &plain() { return Plain; }
  /// By distance and a hash of the site together.
  Histogram &withSite() { return WithSite; }

private:
  static constexpr uint64_t Never = ~uint64_t(0);

  void add(uint64_t Distance, uint32_t Site) {
    if (Distance < Bins)
      Plain.add(Distance);
    // Sites are small numbers near each other; places in code are not.
    uint32_t Code = Site * 0x9e3779b1u;
    WithSite.add(ByBins.of(uint32_t(Distance) ^ Code));
  }

  uint64_t Bins;
  Modulus ByBins;
  Histogram Plain, WithSite;
  std::vector<uint64_t> LastOfSite;
  uint64_t Last = Never;
};

} // namespace memfacet

#endif
