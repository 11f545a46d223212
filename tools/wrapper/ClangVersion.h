//===- ClangVersion.h - check that a clang fits the plugin ----------------===//

#ifndef MEMFACET_WRAPPER_CLANGVERSION_H
#define MEMFACET_WRAPPER_CLANGVERSION_H

#include <string>

namespace memfacet {

/// Checks that \p Clang has the plugin's major version. Returns an empty text,
/// or the sentence that says why it does not.
std::string refuseClang(const std::string &Clang);

} // namespace memfacet

#endif
