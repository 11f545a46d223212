//===- SourcePaths.h - paths of source files, as tables write them --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/names.md, "Places", has the rule.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_COMMON_SOURCEPATHS_H
#define MEMFACET_REPORT_COMMON_SOURCEPATHS_H

#include <map>
#include <set>
#include <string>

namespace memfacet::report {

/// Returns "<bits/stl_vector.h>" for a header that came with the system or the
/// compiler, else "". \p Path is normal.
std::string systemHeader(const std::string &Path);

/// Returns the deepest folder that holds nine tenths of \p Files, without
/// system headers and shared libraries; "" if there is no such folder.
std::string projectRoot(const std::set<std::string> &Files);

/// Returns how tables write each of \p Files, which are as recorded. Two
/// different files are never written alike. \p Folder is the current folder,
/// \p Root the program's.
std::map<std::string, std::string>
shortPaths(const std::set<std::string> &Files, const std::string &Folder,
           const std::string &Root);

} // namespace memfacet::report

#endif
