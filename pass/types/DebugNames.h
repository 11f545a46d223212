//===- DebugNames.h - names as the programmer wrote them ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_NAMING_DEBUGNAMES_H
#define MEMFACET_PASS_NAMING_DEBUGNAMES_H

#include "pass/types/TypeParts.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include <string>

namespace memfacet::types {

/// Describes a symbol of the compiler's own: "vtable for ns::Class", "guard
/// variable for f()::once", "lock of omp critical (name)"; demangles a mangled
/// name; returns any other as it is.
std::string symbolName(llvm::StringRef Symbol);

/// Returns the function of the source that \p Symbol is a body, a clone or a
/// part of, "ns::Class::method"; empty if there is none.
std::string functionSymbolName(llvm::StringRef Symbol);

/// Bodies of OpenMP's tasks do not say which function they stand in. Gives
/// those of \p M, which the front end has just made, a linkage name in the
/// debug information: that function's symbol with their own as a suffix.
void nameTaskBodies(llvm::Module &M);

/// Returns "ns::Class::method"; for C the plain name. Empty for a function that
/// the source does not show, such as the initialiser of a global.
std::string qualifiedName(const llvm::DISubprogram *Subprogram);

/// Returns "ns::Class::count", "ns::table"; for a local variable the plain
/// name.
std::string qualifiedName(const llvm::DIGlobalVariable *Variable);

/// Returns the name of a class or a function, with template arguments where it
/// has some, however the compiler writes it.
std::string nameWithArguments(const llvm::DICompositeType *Ty);
std::string nameWithArguments(const llvm::DISubprogram *F);

/// Returns "struct node", "double[512][512]", "ns::Order *"; empty for null.
std::string typeName(const llvm::DIType *Ty);

/// Returns the whole path of the file \p RawFile, without "." and ".." in it;
/// empty for null, and for what damaged debug information has in its place.
std::string fileName(const llvm::Metadata *RawFile);

/// Returns whether \p LinkageName is that of a standard library function.
bool isLibrarySymbol(llvm::StringRef LinkageName);
/// Returns whether \p File belongs to the compiler or the C or C++ library.
bool isLibraryFile(llvm::StringRef File);
/// Returns whether \p Subprogram is code of the standard library or of system
/// headers, which names nothing that the program's author wrote.
bool isLibraryCode(const llvm::DISubprogram *Subprogram);

/// Leaves out the default template arguments of standard containers and the
/// inline namespaces of the standard library, and calls a string a string:
/// "std::vector<std::string>". Other names stay as they are.
std::string writtenTypeName(llvm::StringRef Name);

/// Returns the key of a function in pins: equal for all copies of the function,
/// whatever happens to its metadata.
std::string functionKey(const llvm::DISubprogram *Subprogram);

} // namespace memfacet::types

#endif
