//===- SampleProgram.h - run a program and sample its blocks --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TOOLS_RECORD_SAMPLEPROGRAM_H
#define MEMFACET_TOOLS_RECORD_SAMPLEPROGRAM_H

#include "analysis/support/Error.h"
#include "tools/record/RecordProgram.h"
#include <cstdint>
#include <string>
#include <vector>

namespace memfacet::record {

struct SampleOptions {
  LaunchOptions Launch;                ///< as in RecordOptions
  std::string Output = "memfacet.mfp"; ///< as CollectorSettings::Output
  uint64_t Hertz = 1000;
  bool Brief = false; ///< as in RecordOptions
};

/// Runs a program that is not instrumented to its end and writes a profile with
/// sampled block vectors of it and its children. If an error is returned, the
/// program was not run.
Expected<RecordedRun> sampleProgram(const SampleOptions &Options);

/// Parses a number of samples per second, 1 to 100,000.
Expected<uint64_t> parseHertz(const std::string &Text);

} // namespace memfacet::record

#endif
