//===- ScanFormat.h - what scanf writes, from its format ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_ACCESSES_SCANFORMAT_H
#define MEMFACET_PASS_ACCESSES_SCANFORMAT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace memfacet::accesses {

/// One pointer argument after the format.
struct ScanOutput {
  /// 0: a text with its end.
  uint64_t Bytes;
  /// The output was written if the result is at least this. An output that does
  /// not count in the result (%n) was written if all before it were.
  unsigned LeastResult;
};

/// Returns the outputs in the order of the arguments; none where \p Format
/// cannot be understood, or numbers its arguments. Sizes are those of x86-64
/// and AArch64.
llvm::SmallVector<ScanOutput, 8> scanOutputs(llvm::StringRef Format);

} // namespace memfacet::accesses

#endif
