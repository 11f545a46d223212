//===- LibraryClasses.h - classes of the standard library -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes of the C++ library as debug information declares them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_LIBRARYCLASSES_H
#define MEMFACET_PASS_NAMING_LIBRARYCLASSES_H

#include "llvm/IR/DebugInfoMetadata.h"

namespace memfacet::types {

/// Returns T of std::unique_ptr<T> and the like; null if \p Ty is none.
const llvm::DIType *heldType(const llvm::DIType *Ty);

/// Returns the type that a std::unique_ptr of type \p Ty owns; null if it is
/// none. Memory that an array form gets is the array's, not one object's.
const llvm::DIType *ownedType(const llvm::DIType *Ty);

/// Returns whether \p Ty is a container of the library's: a string, a vector, a
/// map.
bool isLibraryContainer(const llvm::DIType *Ty);

/// Returns the first template argument of such a container; null if \p Ty is
/// none.
const llvm::DIType *elementOfContainer(const llvm::DIType *Ty);

/// Returns whether \p Ty is a class of the library's that holds no more than
/// one object of a kind: a smart pointer, std::optional, a tuple.
bool holdsOneObject(const llvm::DIType *Ty);

} // namespace memfacet::types

#endif
