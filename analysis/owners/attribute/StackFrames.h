//===- StackFrames.h - the locals on a thread's stack ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions come and go much faster than the locals that show can be changed.
// So a local that has ended still shows, and most often the same function
// begins it again in the same place: then nothing has changed. Before any other
// use of its memory it must be hidden: FrameFollower looks at the accesses in
// between.
//
// Frames are nested by time. Their addresses are usually nested, too, but not
// always: link-time optimisation puts recorded functions into one another, and
// their frames with them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_ATTRIBUTE_STACKFRAMES_H
#define MEMFACET_OWNERS_ATTRIBUTE_STACKFRAMES_H

#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/owners/objects/LocalList.h"
#include "analysis/owners/objects/Ownership.h"
#include <vector>

namespace memfacet::owners {

/// The frames and locals of one thread.
class StackFrames {
public:
  /// Ignores addresses outside of [Low, High): stacks that the program made
  /// itself belong to the code that allocated them.
  StackFrames(Ownership &Memory, StructureRegistry &Structures, uint64_t Low,
              uint64_t High)
      : Memory(Memory), Structures(Structures), Low(Low), High(High) {}

  const LocalList &shown() const { return Shown; }
  bool overlaps(uint64_t Begin, uint64_t End) const {
    return Low < End && Begin < High;
  }

  /// Begins a frame. \p Site tells functions apart.
  void beginFrame(uint64_t Anchor, uint32_t Site);
  void endFrame(uint64_t Anchor);
  /// Ends everything below \p Address, the new end of the stack.
  void cut(uint64_t Address);
  void endLocal(uint64_t Address);
  /// Begins \p L. Returns whether that is done, as it shows already. Else
  /// accesses up to here must be attributed before show(\p L).
  bool beginLocal(const LocalList::Local &L);
  void show(const LocalList::Local &L);

  /// Returns whether a local shows that has ended.
  bool hasStale() const { return Stale != 0; }
  /// Returns whether \p Address lies in a local that has ended, or whether
  /// there are too many of these.
  bool inStale(uint64_t Address) {
    if (Stale > MaxStale) [[unlikely]]
      return true;
    Address &= caches::AddressMask;
    if (!AroundStale.contains(Address) || LiveRange.contains(Address))
        [[likely]]
      return false;
    return searchStale(Address);
  }
  /// Hides all locals that have ended.
  void dropStale();
  /// Ends all frames and locals.
  void clear();
  /// Ends all frames and locals. What is left of the stack has none from here
  /// on.
  void detach();

private:
  /// The number of ended locals that are kept: more would slow down searches.
  static constexpr size_t MaxStale = 24;
  static constexpr size_t FewFrames = 4096;
  /// The number of searches without result after which AroundStale is made
  /// exact.
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
  /// The addresses of locals that have begun, by frame.
  std::vector<uint64_t> Begun;
  size_t MostFrames = FewFrames; ///< limit for dropForgotten
  size_t Stale = 0;              ///< the number of Shown that have ended
  Range AroundStale; ///< contains them, and maybe some that began again
  Range LiveRange;   ///< has none that has ended; near the last search
  size_t VainSearches =
      0; ///< searches without result since AroundStale was exact
};

} // namespace memfacet::owners

#endif
