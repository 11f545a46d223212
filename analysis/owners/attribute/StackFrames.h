//===- StackFrames.h - which locals a thread's stack holds ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions come and go much faster than what shows can be changed. So a local
// that has ended still shows, and most often the same function begins it again
// in the same place: then nothing has changed. Before any other use of its
// memory it must go: FrameFollower looks at the accesses in between.
//
// Frames are nested by time. By address only as a rule: link-time optimisation
// puts recorded functions into one another, and their frames with them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_ATTRIBUTE_STACKFRAMES_H
#define MEMFACET_OWNERS_ATTRIBUTE_STACKFRAMES_H

#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/owners/objects/LocalList.h"
#include "analysis/owners/objects/Ownership.h"
#include <vector>

namespace memfacet::owners {

/// Of one thread.
class StackFrames {
public:
  /// Nothing outside of [Low, High) is looked at: stacks that the program made
  /// for itself belong to whoever allocated them.
  StackFrames(Ownership &Memory, StructureRegistry &Structures, uint64_t Low,
              uint64_t High)
      : Memory(Memory), Structures(Structures), Low(Low), High(High) {}

  const LocalList &shown() const { return Shown; }
  bool overlaps(uint64_t Begin, uint64_t End) const {
    return Low < End && Begin < High;
  }

  /// \p Site tells functions apart.
  void beginFrame(uint64_t Anchor, uint32_t Site);
  void endFrame(uint64_t Anchor);
  /// The stack ends at \p Address.
  void cut(uint64_t Address);
  void endLocal(uint64_t Address);
  /// Whether \p L, which begins, shows already: then it is done. Else
  /// accesses up to here must be attributed before it is shown.
  bool beginLocal(const LocalList::Local &L);
  void show(const LocalList::Local &L);

  /// Whether something shows that has ended.
  bool hasStale() const { return Stale != 0; }
  /// Whether \p Address lies in something that has ended. Or so many have that
  /// they had better go.
  bool inStale(uint64_t Address) {
    if (Stale > MaxStale) [[unlikely]]
      return true;
    Address &= caches::AddressMask;
    if (!AroundStale.contains(Address) || LiveRange.contains(Address))
        [[likely]]
      return false;
    return searchStale(Address);
  }
  /// Nothing that has ended shows any more.
  void dropStale();
  /// Nothing is left.
  void clear();
  /// Nothing is left, and the stack is all \p Structure's.
  void detach(StructureId Structure);

private:
  /// More are not kept: they cost whoever searches among them.
  static constexpr size_t MaxStale = 24;
  static constexpr size_t FewFrames = 4096;
  /// After so many searches that found nothing, AroundStale is made exact.
  static constexpr size_t MaxVain = 16;
  struct Frame {
    uint64_t Anchor;
    uint32_t Site;
    size_t FirstBegun; ///< in Begun
  };

  struct Range {
    uint64_t Low = 0, High = 0;
    bool contains(uint64_t Address) const { return Address - Low < High - Low; }
  };

  bool inStack(uint64_t Address) const {
    return Low <= Address && Address < High;
  }
  void endFrames(size_t First);
  void end(LocalList::Local &L);
  void start(LocalList::Local &L);
  void forgetRepeated();
  void dropForgotten();
  void replaced(const LocalList::Local &L);
  void findAroundStale();
  bool searchStale(uint64_t Address);

  Ownership &Memory;
  StructureRegistry &Structures;
  uint64_t Low, High;
  LocalList Shown;
  std::vector<Frame> Frames; ///< outermost first
  /// Where locals have begun, by frame.
  std::vector<uint64_t> Begun;
  size_t MostFrames = FewFrames; ///< before some are looked for that are gone
  size_t Stale = 0;              ///< so many of Shown have ended
  Range AroundStale; ///< all of those, and maybe what has begun again since
  Range LiveRange;   ///< nothing in it has ended; where somebody looked last
  size_t VainSearches =
      0; ///< searches that found nothing, since AroundStale was exact
};

} // namespace memfacet::owners

#endif
