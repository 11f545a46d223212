//===- InputDump.h - test mode: the code before it is recorded ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_INPUTDUMP_H
#define MEMFACET_PASS_INPUTDUMP_H

#include "llvm/IR/Module.h"
#include <string>

namespace memfacet {

/// Writes \p M, without debug information and pinned names, to a file in \p
/// Folder. The file's name is made of the source's name and a hash of the
/// contents, so two builds with the same code leave the same list of files.
void dumpInput(const llvm::Module &M, const std::string &Folder);

} // namespace memfacet

#endif
