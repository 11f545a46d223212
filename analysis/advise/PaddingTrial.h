//===- PaddingTrial.h - a padded structure, tried on the stream -----------===//

#ifndef MEMFACET_ADVISE_PADDINGTRIAL_H
#define MEMFACET_ADVISE_PADDINGTRIAL_H

#include "analysis/advise/ChangedObjects.h"
#include "analysis/communication/SharingCaches.h"

namespace memfacet {

/// Coherent caches without end, on the stream as it would be with one structure
/// laid out anew. Not synchronised: one thread at a time.
class PaddingTrial final : public ReplaySink {
public:
  /// Other orders are not tried.
  PaddingTrial(const ThreadMap &Map, const Candidate &Change)
      : Caches({Map, false}), Changed(Change) {}

  void take(const ReplayBlock &B) override;
  /// Misses of the whole run.
  struct Counts {
    uint64_t Structure = 0; ///< of lost lines, of one structure
    uint64_t All = 0, Cold = 0;
  };
  Counts counts(StructureId Of);

private:
  void event(const ReplayEvent &E);

  SharingCaches Caches;
  ChangedObjects Changed;
  uint32_t Thread = 0;
};

} // namespace memfacet

#endif
