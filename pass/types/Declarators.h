//===- Declarators.h - types as C and C++ write them ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_TYPES_DECLARATORS_H
#define MEMFACET_PASS_TYPES_DECLARATORS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <string>

namespace memfacet::types {

/// Writes types that are made of others: pointers, references, arrays,
/// functions and what is constant. What belongs to the declarator stands around
/// the place of the variable, not after the type: "void *(*)(size_t)" is a
/// pointer to a function, "long (*)[8]" one to an array, "char *const" a
/// pointer that does not change.
class Declarators {
public:
  using TypeNamer = llvm::function_ref<std::string(const llvm::DIType *)>;

  /// \p SimpleName names all other types.
  explicit Declarators(TypeNamer SimpleName) : SimpleName(SimpleName) {}

  std::string name(const llvm::DIType *Ty) const { return name(Ty, "", 0); }

private:
  /// Returns the type of a variable that \p Declarator stands for; after too
  /// many steps, \p Depth, the declarator alone.
  std::string name(const llvm::DIType *Ty, const std::string &Declarator,
                   unsigned Depth) const;
  std::string derivedName(const llvm::DIDerivedType *Ty,
                          const std::string &Declarator, unsigned Depth) const;
  std::string qualifiedName(const llvm::DIDerivedType *Ty, const char *Word,
                            const std::string &Declarator,
                            unsigned Depth) const;
  std::string pointerName(const llvm::DIType *Base,
                          const std::string &Declarator, unsigned Depth) const;
  std::string parameters(const llvm::DISubroutineType *Ty,
                         unsigned Depth) const;

  TypeNamer SimpleName;
};

} // namespace memfacet::types

#endif
