//===- RecordProgram.h - runs a program and collects ----------------------===//

#ifndef MEMFACET_RECORD_RECORDPROGRAM_H
#define MEMFACET_RECORD_RECORDPROGRAM_H

#include "analysis/support/Error.h"
#include "tools/record/CollectorSettings.h"
#include <string>
#include <vector>

namespace memfacet {

struct RecordOptions {
  std::vector<std::string> Command;
  CollectorSettings Settings;
  bool RandomAddresses = false;
};

/// Runs the program to its end and writes its profile. The program's exit code,
/// or ours where it could not be run. An error: nothing was run.
Expected<int> recordProgram(const RecordOptions &Options);

} // namespace memfacet

#endif
