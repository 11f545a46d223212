//===- UsedTypes.h - records, and types of memory by its use --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that the source only calls `void *` gets the type by which the
// program's accesses use it. An access knows the record whose member it is of,
// or the scalar that it loads or stores. Accesses of other modules count as
// well, so it does not matter how the pointer gets there.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_COUNTS_USEDTYPES_H
#define MEMFACET_MEASURE_COUNTS_USEDTYPES_H

#include "analysis/decode/Modules.h"
#include "analysis/result/profile/Profile.h"
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace memfacet::measure {

/// Fills Profile::Records with those that are asked for. What looks the same
/// in several modules is one.
class RecordNumbers {
public:
  RecordNumbers(result::Profile &P, const decode::ModuleSet &Modules)
      : P(P), Modules(Modules) {}

  /// What \p Site accesses.
  result::FieldAccess fieldOf(const decode::SiteInfo &Site);
  /// Record of the profile's structures, all of which are there.
  void fillStructures();
  /// Of the record that is written \p Type; NoRecord where there is none.
  uint32_t numberOf(std::string_view Type) {
    return number(Modules.layoutNamed(Type));
  }
  /// Null for NoRecord; until the next one gets a number.
  const result::RecordType *record(uint32_t Number) const {
    return Number == result::NoRecord ? nullptr : &P.Records[Number];
  }

private:
  uint32_t number(std::string_view Layout);

  result::Profile &P;
  const decode::ModuleSet &Modules;
  std::unordered_map<std::string_view, uint32_t> ByLayout;
};

class UsedTypes {
public:
  /// \p Structures: those without a type are watched.
  explicit UsedTypes(std::span<const result::Structure> Structures);

  /// \p IsCertain: \p Site has accessed \p S for certain. Other sites count
  /// only if no such site tells a type.
  void add(StructureId S, const decode::SiteInfo &Site, uint64_t Accesses,
           bool IsCertain);
  /// Types, elements and records of the structures of \p P.
  void fill(result::Profile &P, RecordNumbers &Records) const;

private:
  /// Accesses by Site::Type.
  using Uses = std::map<std::string_view, uint64_t>;
  std::vector<Uses> ByStructure, Guessed; ///< of all structures
  std::vector<bool> Watched;
};

} // namespace memfacet::measure

#endif
