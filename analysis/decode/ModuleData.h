//===- ModuleData.h - what a ModuleSet holds ------------------------------===//

#ifndef MEMFACET_DECODE_MODULEDATA_H
#define MEMFACET_DECODE_MODULEDATA_H

#include "analysis/decode/Blocks.h"
#include "analysis/decode/Modules.h"
#include "analysis/decode/TableImage.h"
#include <deque>
#include <unordered_map>

namespace memfacet {

/// One object's tables. Kept after it was unloaded: records of other threads
/// may still be on their way, and results refer to its strings.
struct LoadedModule {
  explicit LoadedModule(const std::array<TableRange, TableCount> &Ranges)
      : Image(Ranges) {}

  TableImage Image;
  std::string Path;
  uint64_t LoadBias = 0;
  bool Decoded = false;
  uint32_t FirstSite = 0; ///< SiteId of the first row, when Decoded
  // The rest is filled when all tables are there.
  std::vector<DecodedBlock> Blocks;
  std::vector<GlobalInfo> Globals;
  std::vector<AllocationInfo> Allocations;
  std::unordered_map<std::string_view, std::string_view> Layouts; ///< by type

  std::string_view layoutNamed(std::string_view Type) const;
};

struct ModuleSet::Impl {
  std::deque<LoadedModule> Modules;
  std::unordered_map<uint32_t, LoadedModule *> ByNumber;
  BlockIndex Blocks;
  RangeIndex<const LoadedModule> BlockOwners, SiteOwners, Globals, Allocations,
      Locations, Strings;
  std::deque<SiteInfo> Sites;         ///< by lane
  std::vector<HotSite> HotSites;      ///< by lane
  std::vector<uint32_t> SitesOfLanes; ///< SiteId, by lane
};

/// Innermost frame first.
std::vector<Place> placesAt(const TableImage &Image, uint64_t Address);

} // namespace memfacet

#endif
