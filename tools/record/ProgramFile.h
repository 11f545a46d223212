//===- ProgramFile.h - how a program was built ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program cannot be asked for is said before it runs. Only its own file
// is looked at, so nothing is known of programs that it starts (a script does)
// and of libraries.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RECORD_PROGRAMFILE_H
#define MEMFACET_RECORD_PROGRAMFILE_H

#include "tools/record/CollectorSettings.h"
#include <cstdint>
#include <optional>
#include <string>

namespace memfacet {

/// The format version that the executable \p Program, as written in a command,
/// was built for; its symbols name it. Nothing if it is not instrumented or
/// cannot be read.
std::optional<uint32_t> formatOfProgram(const std::string &Program);

/// Why \p Program could not be executed, with \p ErrorNumber from the system:
/// "cannot run ...".
std::string runErrorText(const std::string &Program, int ErrorNumber);

/// Whether the executable \p Program runs with its owner's or group's rights.
bool hasMoreRights(const std::string &Program);

/// An error if \p Program was built so that it lacks what is to be recorded.
Status checkProgram(const std::string &Program,
                    const CollectorSettings &Settings);
/// Whether \p Program counts its blocks and records no accesses.
bool onlyCountsBlocks(const std::string &Program);
/// Whether \p Program is not instrumented, but has a map of its blocks.
bool hasOnlyBlockMap(const std::string &Program);
/// As checkProgram if its blocks are to be sampled.
Status checkSampledProgram(const std::string &Program);

} // namespace memfacet

#endif
