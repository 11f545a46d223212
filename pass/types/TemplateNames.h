//===- TemplateNames.h - names of what is made from templates -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilers may write "vector" where they have written "vector<int>" before
// (-gsimple-template-names): the arguments are listed next to the name.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_TYPES_TEMPLATENAMES_H
#define MEMFACET_PASS_TYPES_TEMPLATENAMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include <string>

namespace memfacet::types {

/// Writes the name of a class or a function, with its arguments where it was
/// made from a template, however the compiler writes it.
class TemplateNames {
public:
  using TypeNamer = llvm::function_ref<std::string(const llvm::DIType *)>;

  /// \p TypeName names the types among the arguments.
  explicit TemplateNames(TypeNamer TypeName) : TypeName(TypeName) {}

  std::string name(const llvm::DICompositeType *Ty) const;
  std::string name(const llvm::DISubprogram *F) const;

private:
  template <typename Node>
  std::string withArguments(const Node *Template) const;
  std::string argumentName(const llvm::DIType *Ty) const;
  std::string numberName(const llvm::ConstantInt &Value,
                         const llvm::DIType *Ty) const;
  void addArgument(const llvm::DITemplateParameter *P, std::string &Text) const;

  TypeNamer TypeName;
};

} // namespace memfacet::types

#endif
