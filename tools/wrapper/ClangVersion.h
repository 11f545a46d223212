//===- ClangVersion.h - whether a clang fits the plugin -------------------===//

#ifndef MEMFACET_WRAPPER_CLANGVERSION_H
#define MEMFACET_WRAPPER_CLANGVERSION_H

#include <string>

namespace memfacet {

/// Asks \p Clang for its version. Empty: it is of the plugin's major version;
/// else the sentence that says why not.
std::string refuseClang(const std::string &Clang);

} // namespace memfacet

#endif
