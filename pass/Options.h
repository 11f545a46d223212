//===- pass/Options.h - command-line options of the pass ------------------===//
//
// On the command line, never in the environment, so that compiler caches see
// them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_OPTIONS_H
#define MEMFACET_PASS_OPTIONS_H

namespace memfacet {

struct PassOptions {
  /// Leave out addresses that follow from others.
  bool Elide = true;
  /// Test mode: record every address as well (BlockCarriesAddresses).
  bool Verify = false;
  /// Name what allocations are for.
  bool Names = true;
};

/// As given on the command line.
PassOptions passOptions();

} // namespace memfacet

#endif
