//===- RecordProgram.h - run a program and collect ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RECORD_RECORDPROGRAM_H
#define MEMFACET_RECORD_RECORDPROGRAM_H

#include "analysis/measure/observers/AnalysisOptions.h"
#include "analysis/support/Error.h"
#include "tools/record/ChildProgram.h"
#include "tools/record/CollectorSettings.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace memfacet::record {

struct RecordOptions {
  /// The command, and whether addresses stay random; recordProgram sets the
  /// rest.
  LaunchOptions Launch;
  CollectorSettings Settings;
  bool Brief = false; ///< print only what is wrong, not what was recorded
  /// Further analyses of the program itself, not of its children.
  std::vector<measure::MakeObserver> Observers;
};

struct RecordedRun {
  int Code =
      0; ///< exit code of the program; 126 or 127 if it could not be executed
  bool Recorded = false; ///< whether what was asked for was written
};

/// Runs the program to its end and writes its profile. If an error is returned,
/// the program was not run.
Expected<RecordedRun> recordProgram(const RecordOptions &Options);

} // namespace memfacet::record

#endif
