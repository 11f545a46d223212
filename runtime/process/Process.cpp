//===- Process.cpp - state of the process ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/process/Process.h"

namespace memfacet::process {

constinit Process TheProcess;

void giveUp(Text Reason) {
  if (process().Destination.exchange(Recording::Discard) != Recording::Discard)
    Diagnostic() << Reason << "; the rest of the run is not recorded";
}

} // namespace memfacet::process
