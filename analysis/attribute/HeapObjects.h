//===- attribute/HeapObjects.h - allocation events become objects ---------===//

#ifndef MEMFACET_ATTRIBUTE_HEAPOBJECTS_H
#define MEMFACET_ATTRIBUTE_HEAPOBJECTS_H

#include "analysis/attribute/Ownership.h"
#include "analysis/attribute/StructureRegistry.h"
#include "analysis/decode/Batch.h"
#include <unordered_map>

namespace memfacet {

/// What did not fit while objects came and went.
struct HeapOddities {
  uint64_t UnknownReleases = 0; ///< of addresses where no object starts
  uint64_t Evictions = 0;       ///< objects whose release was never seen
  uint64_t OutsideSpace = 0;    ///< objects beyond the address space
};

/// realloc keeps an object's identity. The site that makes it grow takes it
/// over; one that does not, or that is in uninstrumented code, leaves it where
/// it was.
class HeapObjects {
public:
  HeapObjects(const ModuleSet &Modules, StructureRegistry &Structures,
              Ownership &Memory)
      : Modules(Modules), Structures(Structures), Memory(Memory) {}

  void allocated(const Event &E);
  void released(const Event &E);
  /// Addresses of Allocation entries may mean others from now on.
  void tablesChanged() { StructureOfSite.clear(); }
  const HeapOddities &oddities() const { return Oddities; }

private:
  struct SiteKey {
    uint64_t Site, Context;
    bool operator==(const SiteKey &) const = default;
  };
  struct SiteKeyHash {
    size_t operator()(const SiteKey &K) const {
      return (K.Site * 0x9e3779b97f4a7c15) ^ (K.Context * 0xff51afd7ed558ccd);
    }
  };

  StructureId structureOf(uint64_t Site, uint64_t Context);

  const ModuleSet &Modules;
  StructureRegistry &Structures;
  Ownership &Memory;
  std::unordered_map<SiteKey, StructureId, SiteKeyHash> StructureOfSite;
  /// By thread: what its realloc in progress has released.
  std::unordered_map<uint32_t, LiveObject> InRealloc;
  HeapOddities Oddities;
};

} // namespace memfacet

#endif
