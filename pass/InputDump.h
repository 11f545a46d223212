//===- InputDump.h - test mode: the code before it is recorded ------------===//

#ifndef MEMFACET_PASS_INPUTDUMP_H
#define MEMFACET_PASS_INPUTDUMP_H

#include "llvm/IR/Module.h"
#include <string>

namespace memfacet {

/// Writes \p M, without debug information and names that were pinned, to a file
/// in \p Folder that is called after the source and a hash of what is in it:
/// two builds whose code is the same leave the same list of files.
void dumpInput(const llvm::Module &M, const std::string &Folder);

} // namespace memfacet

#endif
