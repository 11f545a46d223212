//===- Precompiled.h - what most commands include -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_PRECOMPILED_H
#define MEMFACET_CLI_PRECOMPILED_H

#include "tools/cli/ShowOptions.h"
#include "tools/report/format/Precompiled.h"

#endif
