//===- TraceWriting.cpp - the accesses of a trace, written one by one -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/export/TraceWriting.h"

namespace memfacet::exports {

void TraceWriting::forget() {
  Output.restart();
  forgetCounts();
}

} // namespace memfacet::exports
