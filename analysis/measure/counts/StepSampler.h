//===- StepSampler.h - steps between accesses -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/descriptions.md defines the kinds of steps. To look at every
// access would cost as much as the rest of the analysis, so only some portions
// of the stream are looked at: all of the first ones, then fewer and fewer. The
// number of a portion alone decides.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_COUNTS_STEPSAMPLER_H
#define MEMFACET_MEASURE_COUNTS_STEPSAMPLER_H

#include "analysis/decode/Batch.h"
#include "analysis/owners/attribute/Attributor.h"
#include "analysis/support/Hash.h"
#include "analysis/threads/sync/MappedLines.h"
#include "analysis/threads/sync/SharedLines.h"
#include <algorithm>
#include <unordered_map>
#include <vector>

namespace memfacet::measure {

class StepSampler {
public:
  explicit StepSampler(const decode::ModuleSet &Modules) : Modules(Modules) {}

  /// Shows the accesses that are looked at to \p Lines and \p Mappings, too.
  void setSharedLines(threads::SharedLines &Lines,
                      threads::MappedLines &Mappings) {
    Shared = &Lines, Mapped = &Mappings;
  }

  /// Counts from here on, or does not.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all counts.
  void clear();
  /// Says that accesses are missing in the stream here: no step leads across.
  void interrupt() {
    ++Epoch;
    if (!ByKey.empty()) // to clear takes time, even if the map is empty
      ByKey.clear();
  }
  /// Takes all parts of all batches in order, with the same owners as
  /// SiteOwners sees. How accesses are cut into batches does not matter.
  void add(decode::BatchPart B, owners::Attributor &Memory) {
    while (B.Begin != B.End) {
      if (uint64_t Number = AccessCount / PortionAccesses; Number != Portion)
          [[unlikely]]
        enter(Number);
      size_t End = std::min<uint64_t>(
          B.End, B.Begin + (Portion + 1) * PortionAccesses - AccessCount);
      AccessCount += End - B.Begin;
      if (Wanted && Counting) [[unlikely]]
        sample({B.Batch, B.Begin, End}, Memory);
      B.Begin = End;
    }
  }
  /// Takes one access of a window of selected records. interrupt() must be
  /// called before the first access of the window.
  void addSelected(uint64_t Address, uint32_t Site, uint32_t Size,
                   ThreadId Thread, owners::Attributor &Memory) {
    if (Counting)
      sample(Address, Site, Size, Thread, Memory);
  }
  /// Returns the steps of \p Site in \p Structure.
  result::AccessSteps stepsOf(SiteId Site, StructureId Structure) const;

  static constexpr uint64_t PortionAccesses = 32768;
  /// Returns whether the accesses of portion \p Number are looked at.
  static bool isWanted(uint64_t Number);

private:
  /// Identifies the accesses of the same code to the same structure in the same
  /// thread.
  struct Key {
    uint32_t Group, Structure, Thread;
    bool operator==(const Key &) const = default;
  };
  struct HashKey {
    size_t operator()(const Key &K) const {
      return spreadBits(uint64_t(K.Group) << 32 | K.Structure) + K.Thread;
    }
  };
  /// The last access of a sequence, and the step to it.
  struct LastAccess {
    Key Sequence = {};
    uint64_t Epoch = 0; ///< another than the present one: there is no last
                        ///< access
    uint64_t Address = 0;
    uint32_t Size = 0;
    int64_t Step = 0;     ///< 0: none
    bool IsNear = false;  ///< the step leads to a neighbour
    bool Pending = false; ///< the step may yet be one of a stride
    result::StepKind Kind = result::StepKind::Repeated;
    uint32_t Row = 0; ///< where the step was counted
  };

  void enter(uint64_t Number);
  void sample(const decode::BatchPart &B, owners::Attributor &Memory);
  void sample(uint64_t RawAddress, uint32_t Site, uint32_t Size,
              ThreadId Thread, owners::Attributor &Memory);
  void addSites();
  LastAccess &lastOf(const Key &Sequence);
  uint32_t rowOf(uint32_t Site, uint32_t Structure);
  uint32_t findRow(uint32_t Site, uint32_t Structure);
  result::StepKind judge(const LastAccess &Previous, int64_t Step,
                         uint32_t Size, uint64_t ElementBytes,
                         uint8_t Flags) const;
  void step(LastAccess &Previous, uint32_t Row, uint64_t Address, uint32_t Size,
            uint64_t ElementBytes, uint8_t Flags);
  void addStride(uint32_t Row, int64_t Bytes);

  /// Different strides that are kept of a site.
  static constexpr size_t MaxStrides = 8;

  const decode::ModuleSet &Modules;
  threads::SharedLines *Shared = nullptr;
  threads::MappedLines *Mapped = nullptr;
  uint64_t AccessCount = 0;
  uint64_t Portion = ~uint64_t(0);
  bool Wanted = false;
  bool Counting = true;
  /// Changes where portions were left out: no step leads across.
  uint64_t Epoch = 0;
  /// The group of each site, by SiteId: the same for all copies of one place in
  /// the source, which unrolling and vectorising make.
  std::vector<uint32_t> Groups;
  std::unordered_map<uint64_t, uint32_t> GroupOfPlace;
  uint32_t GroupCount = 0;
  std::vector<uint8_t> GroupFlags; ///< SiteFlags of all sites of a group
  std::vector<LastAccess>
      ByGroup; ///< the first sequence of a group in this epoch
  std::unordered_map<Key, LastAccess, HashKey> ByKey;
  std::vector<result::AccessSteps> Rows;
  std::unordered_map<uint64_t, uint32_t> RowNumbers; ///< by site and structure
  /// The structure that a site accessed last, and its row.
  struct LastRow {
    uint32_t Structure = ~uint32_t(0);
    uint32_t Row = 0;
  };
  std::vector<LastRow> LastRows; ///< by SiteId
};

} // namespace memfacet::measure

#endif
