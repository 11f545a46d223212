//===- SampleProgram.h - runs a program and samples its blocks ------------===//

#ifndef MEMFACET_TOOLS_RECORD_SAMPLEPROGRAM_H
#define MEMFACET_TOOLS_RECORD_SAMPLEPROGRAM_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace memfacet {

struct SampleOptions {
  std::vector<std::string> Command;
  std::string Output = "memfacet.mfp"; ///< as CollectorSettings::Output
  uint64_t Hertz = 1000;
  bool RandomAddresses = false;
};

/// Runs any program to its end, not instrumented and not changed, and writes a
/// profile with sampled block vectors of it and of what it starts. The
/// program's exit code, or ours where it could not be run. An error: nothing
/// was run.
Expected<int> sampleProgram(const SampleOptions &Options);

/// A number of samples per second, 1 to 100,000.
Expected<uint64_t> parseHertz(const std::string &Text);

} // namespace memfacet

#endif
