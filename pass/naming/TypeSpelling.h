//===- TypeSpelling.h - template names as people write them ---------------===//

#ifndef MEMFACET_PASS_NAMING_TYPESPELLING_H
#define MEMFACET_PASS_NAMING_TYPESPELLING_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace memfacet {

/// Leaves out the default template arguments of standard containers and the
/// inline namespaces of the standard library, and calls a string a string:
/// "std::vector<std::string>". Other names stay as they are.
std::string writtenTypeName(llvm::StringRef Name);

} // namespace memfacet

#endif
