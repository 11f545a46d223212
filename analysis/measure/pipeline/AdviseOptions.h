//===- AdviseOptions.h - how suggestions are made -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_ADVISEOPTIONS_H
#define MEMFACET_MEASURE_PIPELINE_ADVISEOPTIONS_H

#include "analysis/measure/observers/CollectOptions.h"
#include "analysis/result/profile/Profile.h"
#include <cstdint>
#include <functional>
#include <string>

namespace memfacet::measure {

struct AdviseOptions {
  /// The caches, and how memory is named; paths and observers are not used.
  CollectOptions Collect;
  /// The number of candidates that are simulated, the most promising ones.
  size_t MostTried = 24;
  /// Threads for the simulations; 0: the caller's thread. The result is the
  /// same.
  unsigned Threads = 1;
  /// About the most instructions that are simulated, spread evenly over a
  /// longer trace; 0: all.
  uint64_t MostInstructions = 0;
  /// Accesses of the first pass are kept for the second one if they have at
  /// most this number of bytes. Otherwise the trace is read again. The result
  /// is the same.
  uint64_t MostKept = uint64_t(256) << 20;
  /// Called when a pass over the trace begins, with what it does; null: no
  /// function is called.
  std::function<void(const std::string &)> BeginPass = nullptr;
  /// Gives structures the titles that suggestions use; null: they use names.
  std::function<void(result::Profile &)> GiveTitles = nullptr;
};

} // namespace memfacet::measure

#endif
