//===- ReplacementPolicy.h - the choice of the victim in a full set -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To add a policy: a row of MEMFACET_REPLACEMENTS (model/CacheModel.h), a file
// with the class and its make function, a paragraph in
// docs/internals/memory-system.md.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_REPLACEMENTPOLICY_H
#define MEMFACET_CACHES_MEMORY_REPLACEMENTPOLICY_H

#include "analysis/caches/model/CacheModel.h"
#include <memory>

namespace memfacet::caches {

/// Ways [Begin, End) of a set.
struct WayRange {
  uint32_t Begin, End;
  uint32_t size() const { return End - Begin; }
};

/// The use of the ways of one cache.
class ReplacementPolicy {
public:
  virtual ~ReplacementPolicy() = default;

  /// The line in \p Way was accessed again. Not called for all such accesses:
  /// see SecondUse.
  virtual void used(uint64_t Set, uint32_t Way) = 0;
  /// \p Way has a new line.
  virtual void taken(uint64_t Set, uint32_t Way) = 0;
  /// Returns the way of \p Range that is replaced next. All of them have lines.
  virtual uint32_t victim(uint64_t Set, WayRange Range) = 0;
};

std::unique_ptr<ReplacementPolicy> makePolicy(Replacement Policy, uint64_t Sets,
                                              uint32_t Ways);

/// Returns whether \p Policy does not ask for a use of a line that was also
/// used last in its set; that use was a hit, if \p Hit.
inline bool ignoresRepeats(Replacement Policy, bool Hit) {
  SecondUse Second = ReplacementRows[size_t(Policy)].Second;
  return Second == SecondUse::Never ||
         (Second == SecondUse::AfterTaking && Hit);
}

// Each is in a file of its own: makeLru(Sets, Ways) is in LruPolicy.cpp.
#define MEMFACET_DECLARE(Name, Word, Second)                                   \
  std::unique_ptr<ReplacementPolicy> make##Name(uint64_t Sets, uint32_t Ways);
MEMFACET_REPLACEMENTS(MEMFACET_DECLARE)
#undef MEMFACET_DECLARE

} // namespace memfacet::caches

#endif
