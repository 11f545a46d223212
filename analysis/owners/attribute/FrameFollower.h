//===- FrameFollower.h - named locals, batch by batch ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_ATTRIBUTE_FRAMEFOLLOWER_H
#define MEMFACET_OWNERS_ATTRIBUTE_FRAMEFOLLOWER_H

#include "analysis/decode/Batch.h"
#include "analysis/owners/attribute/StackFrames.h"
#include "memfacet/Check.h"
#include <map>
#include <memory>

namespace memfacet::owners {

/// Follows the marks in batches (SiteShape in memfacet/Tables.h), so that every
/// access finds the locals that its stack has at that time. Not synchronised:
/// used by one thread at a time.
class FrameFollower {
public:
  FrameFollower(const decode::ModuleSet &Modules, StructureRegistry &Structures,
                Ownership &Memory)
      : Modules(Modules), Structures(Structures), Memory(Memory) {}

  /// Returns whether \p P, with \p Marks, can be taken as a whole, without
  /// follow.
  bool takesWhole(const decode::BatchPart &P,
                  std::span<const decode::StackMark> Marks) {
    if (Stacks.empty())
      return true;
    if (LastThread != P.Batch.Thread)
      enter(P.Batch.Thread);
    return !Last || (Marks.empty() && !Last->hasStale());
  }
  /// Calls \p Simulate(BatchPart) with the accesses of \p P, in parts. The
  /// locals that show change between parts only. \p Marks are those among the
  /// accesses. If \p P is not of a selected batch, it must be a whole batch.
  template <typename Simulator>
  void follow(const decode::BatchPart &P,
              std::span<const decode::StackMark> Marks, Simulator Simulate) {
    MEMFACET_CHECK(P.Batch.Selected || P.size() == P.Batch.Count,
                   "all of OutsideAccesses are looked at");
    const decode::AccessBatch &B = P.Batch;
    size_t Simulated = P.Begin, Checked = B.Selected ? P.Begin : 0;
    auto SimulateTo = [&](size_t End) {
      if (Simulated != End)
        Simulate(decode::BatchPart{B, Simulated, End});
      Simulated = End;
    };
    auto Check = [&](size_t Access) {
      if (!Last->hasStale() || !Last->inStale(B.Address[Access]))
        return;
      SimulateTo(Access);
      Last->dropStale();
    };
    auto CheckTo = [&](size_t End) {
      // Objects that sites are known to access are never in a stack.
      size_t Count = B.Selected ? P.End : B.OutsideCount;
      for (; Checked != Count; ++Checked) {
        size_t Access = B.Selected ? Checked : B.OutsideAccesses[Checked];
        if (Access >= End)
          return;
        Check(Access);
      }
    };
    for (const decode::StackMark &M : Marks) {
      CheckTo(M.Position);
      if (M.Shape != SiteShape::LocalBegin) {
        apply(M);
        continue;
      }
      LocalList::Local L = localOf(M);
      if (Last->beginLocal(L))
        continue;
      SimulateTo(M.Position);
      Last->show(L);
    }
    CheckTo(P.End);
    SimulateTo(P.End);
  }

  /// Says that \p Thread has a stack, empty so far.
  void start(ThreadId Thread, uint64_t Low, uint64_t High);
  /// Ends all frames of \p Thread.
  void end(ThreadId Thread);
  /// Hides the locals that have ended on the stack of \p Thread.
  void settle(ThreadId Thread);

private:
  void enter(ThreadId Thread);
  LocalList::Local localOf(const decode::StackMark &M);
  void apply(const decode::StackMark &M);

  const decode::ModuleSet &Modules;
  StructureRegistry &Structures;
  Ownership &Memory;
  std::map<uint32_t, std::unique_ptr<StackFrames>> Stacks; ///< by thread
  ThreadId LastThread;
  StackFrames *Last = nullptr; ///< of LastThread, if it has one
  std::vector<StructureId> BySite;
};

} // namespace memfacet::owners

#endif
