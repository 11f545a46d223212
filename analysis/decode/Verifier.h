//===- Verifier.h - expanded addresses against recorded ones --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_VERIFIER_H
#define MEMFACET_DECODE_VERIFIER_H

#include "analysis/decode/Blocks.h"
#include <optional>
#include <span>

namespace memfacet::decode {

/// The differential test of elision: in blocks that carry the address of every
/// site (BlockCarriesAddresses), compares it with the one that the expansion
/// computes. 0 stands for "not executed".
class Verifier {
public:
  struct Mismatch {
    uint64_t BlockAddress; ///< of its table row
    uint32_t Site;         ///< SiteId::Value
    uint64_t Recorded, Expanded;
  };

  /// \p Sites: index is the lane.
  void check(const DecodedBlock &B, std::span<const uint64_t> Record,
             const HotSite *Sites);

  uint64_t compared() const { return Compared; }
  uint64_t mismatches() const { return Mismatches; }
  /// Returns the first mismatch.
  const std::optional<Mismatch> &first() const { return First; }

private:
  uint64_t Compared = 0;
  uint64_t Mismatches = 0;
  std::optional<Mismatch> First;
};

} // namespace memfacet::decode

#endif
