//===- ProgramFile.h - how a program was built ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These functions find out before a program runs what it cannot record. They
// read the program's own file only, so they do not know the programs that it
// starts (as a script does) and libraries.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RECORD_PROGRAMFILE_H
#define MEMFACET_RECORD_PROGRAMFILE_H

#include "tools/record/CollectorSettings.h"
#include <cstdint>
#include <optional>
#include <string>

namespace memfacet::record {

/// Returns the format version that the executable \p Program, as written in a
/// command, was built for. A symbol has it. Returns nothing if the program is
/// not instrumented or cannot be read.
std::optional<uint32_t> formatOfProgram(const std::string &Program);

/// Returns whether \p Program is instrumented and has no selecting body
/// (memfacet/Select.h), so that it can only record every access.
bool cannotSelect(const std::string &Program);

/// Returns why \p Program could not be executed, "cannot run ...", with the
/// system's \p ErrorNumber.
std::string runErrorText(const std::string &Program, int ErrorNumber);

/// Returns whether the executable \p Program runs with the rights of its owner
/// or group.
bool hasMoreRights(const std::string &Program);

/// Returns an error if \p Program was built so that it cannot record what
/// \p Settings ask for.
Status checkProgram(const std::string &Program,
                    const CollectorSettings &Settings);
/// Returns whether \p Program is not instrumented and may load instrumented
/// libraries: an executable for this processor and glibc, but no script.
bool mayLoadInstrumented(const std::string &Program);
/// Returns whether \p Program counts its blocks and records no accesses.
bool onlyCountsBlocks(const std::string &Program);
/// Returns whether \p Program is not instrumented, but has a block map.
bool hasOnlyBlockMap(const std::string &Program);
/// Returns an error if the blocks of \p Program cannot be sampled.
Status checkSampledProgram(const std::string &Program);

} // namespace memfacet::record

#endif
