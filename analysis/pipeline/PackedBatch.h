//===- pipeline/PackedBatch.h - few accesses in little memory -------------===//

#ifndef MEMFACET_PIPELINE_PACKEDBATCH_H
#define MEMFACET_PIPELINE_PACKEDBATCH_H

#include "analysis/decode/Batch.h"

namespace memfacet {

/// What a batch holds, in as much memory as it needs: where events lie close
/// together, batches have a handful of accesses, and thousands of them wait.
class PackedBatch {
public:
  /// Larger batches are better left as they are.
  static constexpr size_t MaxAccesses = 64;

  static bool fits(const AccessBatch &B) { return B.Count <= MaxAccesses; }
  /// Takes what is in \p B, which fits and is empty afterwards.
  void pack(AccessBatch &B);
  /// Gives it back to \p B, which is empty.
  void unpack(AccessBatch &B);

private:
  BatchPlace Place;
  uint64_t Instructions = 0;
  std::vector<uint64_t> Address;
  std::vector<AccessInfo> Info;
  std::vector<uint32_t> Outside;
  std::vector<StackMark> Marks;
  std::vector<ExecutedRun> Runs;
};

} // namespace memfacet

#endif
