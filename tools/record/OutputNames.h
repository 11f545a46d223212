//===- OutputNames.h - names of files that several processes write --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the name of a file to write, %h is the host, %r the rank of the process in
// a parallel program, and %p the process number. Host and rank are the same for
// all processes that a program starts, so they are filled in first.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RECORD_OUTPUTNAMES_H
#define MEMFACET_RECORD_OUTPUTNAMES_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace memfacet::record {

/// Returns the value of a variable of the environment, or null.
using Environment = std::function<const char *(const char *Name)>;
const char *ownEnvironment(const char *Name);

/// Returns the rank of this process, which the launcher of a parallel program
/// sets in \p Variables. In a Slurm job array whose jobs have one process each,
/// returns the index in the array.
std::optional<std::string>
rankOf(const Environment &Variables = ownEnvironment);

/// Returns \p Pattern with %h and %r filled in, or an error if it has %r and
/// there is no rank.
Expected<std::string> fillNames(const std::string &Pattern,
                                const Environment &Variables = ownEnvironment);

/// Inserts \p Number before the extension: "a.mfp" and 7 give "a.7.mfp".
std::string numberedPath(std::string Path, uint32_t Number);

/// Returns \p Pattern with %p replaced by \p Process. Without %p, inserts the
/// process before the extension if \p IsChild. An empty pattern stays empty.
std::string outputPath(const std::string &Pattern, uint32_t Process,
                       bool IsChild);

} // namespace memfacet::record

#endif
