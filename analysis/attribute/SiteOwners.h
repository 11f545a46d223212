//===- attribute/SiteOwners.h - accesses by site and structure ------------===//
//
// A site nearly always accesses the same structure. So only what differs from
// the first structure that it accessed is counted; the rest follows from how
// often the site was executed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ATTRIBUTE_SITEOWNERS_H
#define MEMFACET_ATTRIBUTE_SITEOWNERS_H

#include "analysis/attribute/Attributor.h"
#include "analysis/decode/Batch.h"
#include <map>
#include <vector>

namespace memfacet {

class SiteOwners {
public:
  /// Accesses of one site in one structure.
  struct Row {
    StructureId Structure;
    uint64_t Accesses;
  };

  /// From here on, nothing is counted; or again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all counts.
  void clear();
  /// Counts \p B, whose sites are less than \p Sites. Called once for each
  /// batch, with the same owners as the first level sees.
  void add(const AccessBatch &B, Attributor &Memory, size_t Sites);
  /// Of \p Site, which was executed \p Executed times while this counted: those
  /// that are not 0, by structure. They add up to \p Executed.
  std::vector<Row> of(uint32_t Site, uint64_t Executed) const;

private:
  /// Addresses that belong to the first structure of a site, as long as no
  /// owner changes.
  struct Near {
    uint64_t Low = 0;
    uint32_t Bytes = 0;
    uint32_t Epoch = 0;
  };
  /// More are not looked for in an epoch: the site goes from object to object.
  static constexpr uint8_t MaxTries = 4;

  void makeRoom(size_t Sites);
  void followChanges(const OwnerChanges &Changes);
  void addUnknown(uint32_t Site, uint64_t Address, Attributor &Memory);
  void addOther(uint32_t Site, uint32_t Structure);

  static constexpr uint32_t None = ~uint32_t(0);
  /// The second structure of a site, which is worth a place of its own: sites
  /// that go to and fro between two are not rare.
  struct Other {
    uint32_t Structure = None;
    uint64_t Accesses = 0;
  };

  std::vector<uint32_t> First; ///< structure, by site
  std::vector<Near> Around;    ///< by site
  std::vector<uint8_t> Tries;  ///< in the epoch of Around, by site
  uint32_t Epoch = 0;
  uint64_t ChangesSeen = 0;
  std::vector<Other> Second; ///< by site
  /// The third and further ones, by site and structure.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Rest;
  bool Counting = true;
};

} // namespace memfacet

#endif
