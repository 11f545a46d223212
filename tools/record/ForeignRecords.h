//===- ForeignRecords.h - what processes recorded by themselves -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is not instrumented may start one that is, without what
// `record` gives it: a launcher clears the environment (`env -i`, `sudo`),
// Python's subprocess closes all descriptors, `ulimit -v` leaves no room. Such
// a process has a collector of its own.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RECORD_FOREIGNRECORDS_H
#define MEMFACET_RECORD_FOREIGNRECORDS_H

#include <filesystem>
#include <string>
#include <vector>

namespace memfacet::record {

struct ForeignRecord {
  std::string Path;
  bool IsRegion;    ///< events that nothing has collected so far
  bool HasDefaults; ///< in a file that no option of `record` names
};

/// Returns files that other collectors have written since \p Begin, or are
/// writing: profiles that are named as children's of \p Profile in its folder,
/// profiles of the default name and regions in the current folder. Sorted by
/// name, regions first.
std::vector<ForeignRecord>
foreignRecords(const std::string &Profile,
               std::filesystem::file_time_type Begin);

} // namespace memfacet::record

#endif
