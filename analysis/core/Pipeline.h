//===- Pipeline.h - the times at which operations are executed ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One pass over the operations in program order. docs/internals/core-model.md
// has the equations. test/support/ReferenceCore.h computes the same cycle by
// cycle.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CORE_PIPELINE_H
#define MEMFACET_CORE_PIPELINE_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "analysis/core/Calendar.h"
#include "analysis/core/CoreModel.h"
#include <span>

namespace memfacet::core {

/// What a cycle without progress is charged to.
struct Blame {
  static constexpr uint32_t Computation = ~uint32_t(0), Branches = ~uint32_t(1),
                            Start = ~uint32_t(2);
  uint32_t Structure = Computation; ///< StructureId, or one of the above
  uint32_t Site = 0;                ///< SiteId, where it is a structure
  bool operator==(const Blame &) const = default;
};

/// A value: the cycle from which it can be used, and what made it late.
struct CoreValue {
  uint64_t Ready = 0;
  Blame Cause = {};
};

struct CoreAccess {
  uint64_t Address = 0;
  uint32_t Size = 0; ///< bytes
  Blame Origin = {};
  bool Write = false;
  bool Perfect = false; ///< served in one cycle, whatever Result says
  caches::Outcome Result = {};
};

struct PipelineOperation {
  OperationClass Class = OperationClass::IntAlu; ///< not a free one
  CoreValue Inputs = {}; ///< the input that is ready last
  std::span<const CoreAccess> Accesses = {};
  /// The next operation is fetched when this one is done.
  bool Mispredicted = false;
};

/// Gets the stall cycles after each operation.
class StallSink {
public:
  /// Takes \p Cycles cycles in which no operation left the window.
  virtual void stalled(const Blame &Cause, uint64_t Cycles) = 0;

protected:
  ~StallSink() = default;
};

/// A core and its way to memory. The caches are simulated in program order
/// before; Outcome has their results.
class Pipeline {
public:
  /// \p Model must satisfy checkCoreModel with \p LevelCount.
  Pipeline(const CoreModel &Model, unsigned LevelCount, uint32_t LineBytes,
           StallSink &Stalls);
  /// Copies the state of \p Other and continues on its own.
  Pipeline(const Pipeline &Other, StallSink &Stalls) : Pipeline(Other) {
    this->Stalls = &Stalls;
  }

  /// Executes the next operation in program order and returns its result.
  CoreValue execute(const PipelineOperation &O);

  /// Returns the number of cycles up to the last in which an operation left.
  uint64_t cycles() const { return EndCycle; }
  /// Returns the number of cycles in which at least one operation left. All
  /// others are charged to the sink.
  uint64_t busyCycles() const { return Busy; }

private:
  Pipeline(const Pipeline &) = default;

  struct Entry {
    uint64_t DoneCycle = 0;
    Blame Cause = {};
  };
  /// The cycles in which the last operations of a kind were done, as many as
  /// there are entries.
  struct Ring {
    std::vector<Entry> Entries;
    size_t Next = 0;
    explicit Ring(size_t Size) : Entries(Size) {}
    const Entry &oldest() const { return Entries[Next]; }
    void push(const Entry &E) {
      Entries[Next] = E;
      Next = Next + 1 == Entries.size() ? 0 : Next + 1;
    }
  };
  /// Lets at most Model.Width operations pass in a cycle, in order.
  struct Port {
    uint64_t Cycle = 0;
    uint32_t Passed = 0;
    uint64_t pass(uint64_t Time, uint32_t Width);
  };
  struct Slot {
    uint64_t Key = ~uint64_t(0), Ready = 0;
  };
  static constexpr size_t TableSlots = 4096;

  uint64_t enter(bool Writes);
  uint64_t issue(OperationClass Class, uint64_t Time);
  Entry loads(const PipelineOperation &O, uint64_t Issued);
  Entry stores(const PipelineOperation &O, uint64_t Time);
  uint64_t serve(const CoreAccess &A, uint64_t Time);
  uint64_t fetch(const CoreAccess &A, uint64_t Start);
  /// Returns when the first and the last unit of \p A are ready, as far as \p
  /// Table has them.
  static uint64_t latest(const std::vector<Slot> &Table, uint64_t UnitBytes,
                         const CoreAccess &A);
  uint64_t lineArrival(const CoreAccess &A) const;
  void remember(const PipelineOperation &O, uint64_t Ready);
  uint64_t storedUntil(const CoreAccess &A) const;
  void leave(uint64_t Time, const PipelineOperation &O, const Entry &Waited);
  void charge(uint64_t &Begin, uint64_t End, const Blame &Cause);

  CoreModel Model;
  unsigned LevelCount;
  uint32_t LineBytes;
  StallSink *Stalls;

  UnitCalendar Units;
  ChannelCalendar Channel;
  Port Fetch, Issue, Retire;
  uint64_t Front; ///< no operation enters before this cycle
  Blame FrontCause = {Blame::Start, 0};
  Ring Window, StoreQueue, Missing;
  std::vector<Ring> Dividers; ///< by unit that is not pipelined
  uint64_t LastDivide[2] = {0, 0};
  /// Lines that are being fetched, and words that were written, by number
  /// modulo TableSlots.
  std::vector<Slot> Lines, Words;
  uint64_t Entered = 0, QueueFree = 0; ///< of the operation in progress
  Blame QueueCause;
  uint64_t EndCycle = 0, Busy = 0;
};

} // namespace memfacet::core

#endif
