//===- CodeSamples.h - where a thread is, now and then --------------------===//
//
// What a profiler that interrupts a thread every so many instructions would
// see (E. Perelman et al., "Detecting Phases in Parallel Applications on
// Shared Memory Architectures", UCSD CS2005-0844, section 4).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SIGNATURE_CODESAMPLES_H
#define MEMFACET_SIGNATURE_CODESAMPLES_H

#include "analysis/profile/IntervalSignatures.h"
#include "analysis/support/Hash.h"
#include <map>

namespace memfacet {

/// Of one thread.
class CodeSamples {
public:
  explicit CodeSamples(const SignatureShape &Shape)
      : Period(Shape.SamplePeriod), Next(Shape.SamplePeriod) {}

  /// \p Instructions of run \p Block are executed.
  void run(uint32_t Block, uint32_t Instructions) {
    Clock += Instructions;
    for (; Next <= Clock; Next += Period) {
      uint64_t Offset = Instructions - 1 - (Clock - Next);
      ++Blocks[Block];
      ++Addresses[instruction(Block, Offset)];
    }
  }
  /// By block, and by a hash of block and instruction.
  std::string blocks() const { return packed(Blocks); }
  std::string addresses() const { return packed(Addresses); }
  void clear() { Blocks.clear(), Addresses.clear(); }

private:
  static uint32_t instruction(uint32_t Block, uint64_t Offset) {
    return uint32_t(mixBits(uint64_t(Block) << 32 | Offset) >> 33);
  }
  static std::string packed(const std::map<uint32_t, uint64_t> &Counts) {
    std::vector<BlockCount> All;
    for (auto [Id, Count] : Counts)
      All.push_back({Id, Count});
    return packCounts(All);
  }

  uint64_t Period, Next, Clock = 0;
  std::map<uint32_t, uint64_t> Blocks, Addresses;
};

} // namespace memfacet

#endif
