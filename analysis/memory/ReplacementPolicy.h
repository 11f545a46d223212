//===- ReplacementPolicy.h - which line leaves a full set -----------------===//
//
// To add a policy: a file that implements this, an enumerator of Replacement,
// a word in cache/LevelWords.cpp, a paragraph in docs/memory-system.md.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEMORY_REPLACEMENTPOLICY_H
#define MEMFACET_MEMORY_REPLACEMENTPOLICY_H

#include "analysis/cache/CacheModel.h"
#include <memory>

namespace memfacet {

/// Ways [Begin, End) of a set.
struct WayRange {
  uint32_t Begin, End;
  uint32_t size() const { return End - Begin; }
};

/// What one cache remembers of the use of its ways.
class ReplacementPolicy {
public:
  virtual ~ReplacementPolicy() = default;

  virtual void used(uint64_t Set, uint32_t Way) = 0;
  virtual void taken(uint64_t Set, uint32_t Way) = 0;
  /// One of \p Among, all of which have lines.
  virtual uint32_t victim(uint64_t Set, WayRange Among) = 0;
};

std::unique_ptr<ReplacementPolicy> makePolicy(Replacement Policy, uint64_t Sets,
                                              uint32_t Ways);

// One file each.
std::unique_ptr<ReplacementPolicy> makeLru(uint64_t Sets, uint32_t Ways);
std::unique_ptr<ReplacementPolicy> makeTreePlru(uint64_t Sets, uint32_t Ways);
std::unique_ptr<ReplacementPolicy> makeRandom();
std::unique_ptr<ReplacementPolicy> makeRrip(uint64_t Sets, uint32_t Ways);

} // namespace memfacet

#endif
