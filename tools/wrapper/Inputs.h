//===- Inputs.h - kinds of input files of a compiler command --------------===//

#ifndef MEMFACET_WRAPPER_INPUTS_H
#define MEMFACET_WRAPPER_INPUTS_H

#include <string_view>

namespace memfacet {

enum class InputKind {
  Source,
  Assembler,
  Header, ///< precompiled by itself, never linked
  Object, ///< and everything else that goes to the linker
};

/// By the extension.
InputKind inputKindOfFile(std::string_view File);
/// By the argument of -x; "none" is the caller's matter.
InputKind inputKindOfLanguage(std::string_view Language);

} // namespace memfacet

#endif
