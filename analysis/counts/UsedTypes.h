//===- UsedTypes.h - types of memory that has none declared ---------------===//
//
// What the source only calls `void *` gets the type by which the program's
// accesses use it: accesses know the record whose member they are of, or the
// scalar that they load or store. Other modules' accesses count as well, so it
// does not matter how the pointer gets there.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_COUNTS_USEDTYPES_H
#define MEMFACET_COUNTS_USEDTYPES_H

#include "analysis/counts/FillRecords.h"
#include "analysis/decode/Modules.h"
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace memfacet {

class UsedTypes {
public:
  /// \p Structures: those without a type are watched.
  explicit UsedTypes(std::span<const Structure> Structures);

  void add(StructureId S, const SiteInfo &Site, uint64_t Accesses);
  /// Types, elements and records of the structures of \p P.
  void fill(Profile &P, RecordNumbers &Records) const;

private:
  /// Accesses by Site::Type.
  using Uses = std::map<std::string_view, uint64_t>;
  std::vector<Uses> ByStructure; ///< of all structures
  std::vector<bool> Watched;
};

} // namespace memfacet

#endif
