//===- FillRecords.h - which members sites access -------------------------===//

#ifndef MEMFACET_COUNTS_FILLRECORDS_H
#define MEMFACET_COUNTS_FILLRECORDS_H

#include "analysis/decode/Modules.h"
#include "analysis/profile/Profile.h"
#include <string_view>
#include <unordered_map>

namespace memfacet {

/// Fills Profile::Records with those that are asked for. What looks the same
/// in several modules is one.
class RecordNumbers {
public:
  RecordNumbers(Profile &P, const ModuleSet &Modules)
      : P(P), Modules(Modules) {}

  /// What \p Site accesses.
  FieldAccess fieldOf(const SiteInfo &Site);
  /// Record of the profile's structures, all of which are there.
  void fillStructures();
  /// Of the record that is written \p Type; NoRecord where there is none.
  uint32_t numberOf(std::string_view Type) {
    return number(Modules.layoutNamed(Type));
  }
  /// Null for NoRecord; until the next one gets a number.
  const RecordType *record(uint32_t Number) const {
    return Number == NoRecord ? nullptr : &P.Records[Number];
  }

private:
  uint32_t number(std::string_view Layout);

  Profile &P;
  const ModuleSet &Modules;
  std::unordered_map<std::string_view, uint32_t> ByLayout;
};

} // namespace memfacet

#endif
