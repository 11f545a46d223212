//===- UsedTypes.h - record types, and types of memory by its use ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that the source only calls `void *` gets the type by which the
// program's accesses use it. An access has the record type whose member it
// accesses, or the scalar type that it loads or stores. Accesses of other
// modules count as well, so the way of the pointer does not matter.
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

/// Fills Profile::Records with the record types that are asked for. Equal types
/// of several modules are one.
class RecordNumbers {
public:
  RecordNumbers(result::Profile &P, const decode::ModuleSet &Modules)
      : P(P), Modules(Modules) {}

  /// Returns the field that \p Site accesses.
  result::FieldAccess fieldOf(const decode::SiteInfo &Site);
  /// Sets the record of the profile's structures, all of which are there.
  void fillStructures();
  /// Returns the number of the record type with the name \p Type; NoRecord
  /// where there is none.
  uint32_t numberOf(std::string_view Type) {
    return number(Modules.layoutNamed(Type));
  }
  /// Returns null for NoRecord. Valid until another record type gets a number.
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

  /// Adds accesses of \p Site to \p S. \p IsCertain: the site has accessed \p S
  /// for certain. Other sites count only if no such site has a type.
  void add(StructureId S, const decode::SiteInfo &Site, uint64_t Accesses,
           bool IsCertain);
  /// Fills types, elements and records of the structures of \p P.
  void fill(result::Profile &P, RecordNumbers &Records) const;

private:
  /// Accesses by Site::Type.
  using Uses = std::map<std::string_view, uint64_t>;
  std::vector<Uses> ByStructure, Guessed; ///< by structure
  std::vector<bool> Watched;
};

} // namespace memfacet::measure

#endif
