//===- CodeSignatures.h - signatures of an interval's code ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each class counts one kind of signature of docs/internals/phases.md, for one
// thread.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SIGNATURE_CODESIGNATURES_H
#define MEMFACET_GAUGES_SIGNATURE_CODESIGNATURES_H

#include "analysis/result/profile/IntervalSignatures.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace memfacet::gauges {

/// Counts what a profiler would see that interrupts the thread every
/// SamplePeriod instructions (E. Perelman et al., "Detecting Phases in Parallel
/// Applications on Shared Memory Architectures", UCSD CS2005-0844, section 4).
class CodeSamples {
public:
  explicit CodeSamples(const result::SignatureShape &Shape)
      : Period(Shape.SamplePeriod), Next(Shape.SamplePeriod) {}

  /// Takes \p Instructions instructions of run \p Block.
  void run(uint32_t Block, uint32_t Instructions) {
    Clock += Instructions;
    for (; Next <= Clock; Next += Period) {
      uint64_t Offset = Instructions - 1 - (Clock - Next);
      ++Blocks[Block];
      ++Addresses[instruction(Block, Offset)];
    }
  }
  /// Return the samples by block, and by a hash of block and instruction.
  std::string blocks() const { return packed(Blocks); }
  std::string addresses() const { return packed(Addresses); }
  void clear() { Blocks.clear(), Addresses.clear(); }

private:
  static uint32_t instruction(uint32_t Block, uint64_t Offset) {
    return uint32_t(mixBits(uint64_t(Block) << 32 | Offset) >> 33);
  }
  static std::string packed(const std::map<uint32_t, uint64_t> &Counts) {
    std::vector<result::BlockCount> All;
    for (auto [Id, Count] : Counts)
      All.push_back({Id, Count});
    return result::packCounts(All);
  }

  uint64_t Period, Next, Clock = 0;
  std::map<uint32_t, uint64_t> Blocks, Addresses;
};

/// The block vector of one thread's open interval, projected when the interval
/// ends: profiles need not keep a number for each block. Sums are exact and
/// linear: those of two intervals add up to those of both.
class CodeProjection {
public:
  /// The seed of the matrix, which is the same in all runs.
  static constexpr uint64_t Seed = 1;

  /// \p Dimensions: not 0.
  explicit CodeProjection(uint32_t Dimensions) : Dimensions(Dimensions) {
    MEMFACET_CHECK(Dimensions != 0, "a projection has a dimension");
  }

  /// Takes \p Instructions instructions, not 0, of run \p Block.
  void run(uint32_t Block, uint32_t Instructions) {
    MEMFACET_CHECK(Instructions != 0,
                   "a block with none would be listed twice");
    if (Block >= ByBlock.size()) [[unlikely]]
      ByBlock.resize(2 * size_t(Block) + 1);
    uint64_t &Sum = ByBlock[Block];
    if (Sum == 0)
      Touched.push_back(Block);
    Sum += Instructions;
  }
  /// Returns the sums in the format of packCounts: for each dimension its sum
  /// in ProjectionMatrix::Unit, in two's complement; after the last dimension,
  /// the number of instructions.
  std::string packed();
  void clear();

private:
  const int32_t *rowOf(uint32_t Block);

  uint32_t Dimensions;
  std::vector<uint64_t> ByBlock; ///< instructions
  std::vector<uint32_t> Touched; ///< blocks
  /// By block: number of its row in Rows; 0: none yet.
  std::vector<uint32_t> RowPlace;
  std::vector<int32_t> Rows; ///< rows that were needed
};

} // namespace memfacet::gauges

#endif
