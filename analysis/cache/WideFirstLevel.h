//===- cache/WideFirstLevel.h - a first level too wide to search ----------===//

#ifndef MEMFACET_CACHE_WIDEFIRSTLEVEL_H
#define MEMFACET_CACHE_WIDEFIRSTLEVEL_H

#include "analysis/cache/FirstLevel.h"
#include "analysis/cache/WideSets.h"

namespace memfacet {

/// Owners are looked up at each access.
class WideFirstLevel final : public FirstLevel {
public:
  explicit WideFirstLevel(const FirstLevelShape &Shape)
      : LineShift(Shape.LineShift), Sets(Shape.Sets, Shape.Ways) {}

  void filter(const AccessBatch &B, OwnerSource &Owners, Counted &To) override;
  void settle(Counted &) override {}
  void takeDirty(std::vector<CacheWord> &Dirty) override;

private:
  void touch(uint64_t Line, uint32_t Owner, AccessInfo Info, Counted &To);

  const unsigned LineShift;
  WideSets Sets;
};

} // namespace memfacet

#endif
