//===- InputKinds.h - what the inputs of a compiler are -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WRAPPER_INPUTKINDS_H
#define MEMFACET_WRAPPER_INPUTKINDS_H

#include <string_view>

namespace memfacet::wrapper {

enum class InputKind {
  Source, ///< also what clang makes of one: its syntax tree, a module, LLVM's
          ///< IR
  Assembler,
  Header,  ///< only precompiled, never linked
  Foreign, ///< a language that the pass does not see
  Object,  ///< or anything else for the linker
};

/// Returns the kind by the extension.
InputKind inputKindOfFile(std::string_view File);
/// Returns the kind by the argument of -x. The caller handles "none".
InputKind inputKindOfLanguage(std::string_view Language);

} // namespace memfacet::wrapper

#endif
