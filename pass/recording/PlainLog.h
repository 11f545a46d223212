//===- PlainLog.h - test mode: calls a function for every access ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a test oracle that shares nothing with records, tables and the analysis:
// a library that is linked to the program logs each call, in words.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_RECORDING_PLAINLOG_H
#define MEMFACET_PASS_RECORDING_PLAINLOG_H

#include "pass/runs/Runs.h"

namespace memfacet::recording {

/// Calls, before each access of \p Runs,
///   void __memfacet_plain_access(void *Address, uint64_t Bytes, uint64_t Kind)
/// with Address null for a lane that is not active; or, where Masked,
///   void __memfacet_plain_lanes(void *Address, uint64_t LaneBytes,
///                               uint64_t Kind, uint64_t Mask)
/// Kind is an AccessKind. To be used after records were emitted: the calls are
/// no calls of the program and write no records.
void emitPlainLog(const std::vector<runs::Run> &Runs);

} // namespace memfacet::recording

#endif
