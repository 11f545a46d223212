//===- Inputs.h - kinds of input files of a compiler command --------------===//

#ifndef MEMFACET_WRAPPER_INPUTS_H
#define MEMFACET_WRAPPER_INPUTS_H

#include <string_view>

namespace memfacet {

enum class InputKind {
  Source,
  Assembler,
  Header, ///< only precompiled, never linked
  Object, ///< or anything else for the linker
};

/// The kind by the extension.
InputKind inputKindOfFile(std::string_view File);
/// The kind by the argument of -x. The caller handles "none".
InputKind inputKindOfLanguage(std::string_view Language);

} // namespace memfacet

#endif
