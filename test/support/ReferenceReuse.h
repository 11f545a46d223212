//===- ReferenceReuse.h - reuse distances from a plain list ---------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEREUSE_H
#define MEMFACET_TEST_SUPPORT_REFERENCEREUSE_H

#include <cstdint>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace memfacet::test {

/// The lines that were touched, most recent first; nothing shared with
/// analysis/reuse.
class ReferenceReuse {
public:
  /// How many other lines were touched since \p Line was; nothing if never.
  std::optional<uint64_t> touch(uint64_t Line) {
    uint64_t Distance = 0;
    for (auto It = Lines.begin(); It != Lines.end(); ++It, ++Distance)
      if (*It == Line) {
        Lines.splice(Lines.begin(), Lines, It);
        return Distance;
      }
    Lines.push_front(Line);
    return std::nullopt;
  }
  void clear() { Lines.clear(); }

private:
  std::list<uint64_t> Lines;
};

/// Distances by structure.
class ReferenceDistances {
public:
  void touch(ReferenceReuse &Stack, uint64_t Line, uint32_t Owner) {
    if (std::optional<uint64_t> Distance = Stack.touch(Line))
      ++Reuses[Owner][*Distance];
    else
      ++Compulsory[Owner];
  }
  uint64_t misses(uint32_t Owner, uint64_t Lines) const {
    auto Cold = Compulsory.find(Owner);
    uint64_t Sum = Cold == Compulsory.end() ? 0 : Cold->second;
    if (auto Its = Reuses.find(Owner); Its != Reuses.end())
      for (auto It = Its->second.lower_bound(Lines); It != Its->second.end();
           ++It)
        Sum += It->second;
    return Sum;
  }

private:
  std::map<uint32_t, std::map<uint64_t, uint64_t>> Reuses;
  std::map<uint32_t, uint64_t> Compulsory;
};

} // namespace memfacet::test

#endif
