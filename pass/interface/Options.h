//===- Options.h - command-line options of the pass -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options come on the command line, never in the environment, so that compiler
// caches see them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_INTERFACE_OPTIONS_H
#define MEMFACET_PASS_INTERFACE_OPTIONS_H

#include <string>

namespace memfacet::interface {

struct PassOptions {
  /// Leave out addresses that follow from others.
  bool Elide = true;
  /// Runs share records (Paths.h).
  bool SharePaths = true;
  /// Iterations of a loop share records, too (LoopPaths.h).
  bool ShareLoops = true;
  /// The cursor is carried from function to function in a register
  /// (ThreadValue.h).
  bool Carry = true;
  /// Test mode: record every address as well (BlockCarriesAddresses).
  bool Verify = false;
  /// Name what allocations are for.
  bool Names = true;
  /// Recognise functions that hand out pieces of a block (pools/Pools.h).
  bool Pools = true;
  /// Functions that are never recognised so: names and patterns with "*",
  /// between commas.
  std::string NoPools;
  /// Test mode when off: allocating calls do not name themselves.
  bool Allocations = true;
  /// Every function has a second body that records only accesses to chosen
  /// lines (SelectBody.h).
  bool Select = false;
  /// A function with more checks has the recording body alone: to compile it
  /// with checks would take too long.
  unsigned MostChecks = 3000;
  /// Test mode: every access also calls a logging function (PlainLog.h).
  bool PlainLog = false;
  /// Blocks are counted instead of recorded.
  bool CountBlocks = false;
  /// Test mode of CountBlocks: every run has a counter of its own.
  bool CountEach = false;
  /// Test mode: a folder for the code as it reaches the recording pass
  /// (InputDump.h), or "".
  std::string InputFolder;
};

/// Returns the options of the command line.
PassOptions passOptions();

} // namespace memfacet::interface

#endif
