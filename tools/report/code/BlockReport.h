//===- BlockReport.h - the code that is executed most ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/blocks.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_CODE_BLOCKREPORT_H
#define MEMFACET_REPORT_CODE_BLOCKREPORT_H

#include "analysis/result/profile/Profile.h"
#include "tools/support/Terminal.h"
#include <optional>

namespace memfacet {

/// A block, or a sum of several.
struct BlockRow {
  uint32_t Block = 0; ///< index into BlockVectors::Blocks
  uint64_t Executions = 0;
  uint64_t Weight = 0; ///< instructions, or samples
  uint32_t Tenths = 0; ///< of a per cent of all weight
};

/// Blocks that were executed, most weight first; their tenths add up to 1000
/// with those of samples outside of blocks.
struct BlockSums {
  std::vector<BlockRow> Rows;
  uint64_t Executions = 0, Weight = 0;
  uint64_t OutsideSamples = 0; ///< samples
  uint32_t OutsideTenths = 0;
  size_t Intervals = 0;
  size_t Threads = 0;
};

/// \p P has vectors. \p Thread: count this one only.
BlockSums blockSums(const result::Profile &P, std::optional<uint32_t> Thread);

std::string blockText(const result::Profile &P, std::optional<uint32_t> Thread,
                      size_t Top, const Terminal &Out);
/// Everything, vectors included.
std::string blockJson(const result::Profile &P, std::optional<uint32_t> Thread);
/// A header row, then a row per block.
std::string blockCsv(const result::Profile &P, std::optional<uint32_t> Thread);

/// The threads that have vectors.
std::vector<uint32_t> blockThreads(const result::Profile &P);
/// The vectors of \p Thread as SimPoint reads frequency vectors: a line per
/// interval, "T" and then ":block:weight " for each block, by
/// CodeBlock::Number.
std::string frequencyVectors(const result::Profile &P, uint32_t Thread);

} // namespace memfacet

#endif
