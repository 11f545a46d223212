//===- ContainerClasses.h - classes that are containers -------------------===//
//
// By their declarations, see docs/names.md.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_CONTAINERCLASSES_H
#define MEMFACET_PASS_NAMING_CONTAINERCLASSES_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

namespace memfacet {

/// The class whose member function \p F is, static ones not counted; or null.
const llvm::DICompositeType *classOf(const llvm::DISubprogram *F);

/// Whether \p Ty is \p Class or derives from it.
bool isOrDerivesFrom(const llvm::DIType *Ty,
                     const llvm::DICompositeType *Class);

/// Whether \p Class is made from a template and has a pointer member for what
/// its parameters say, or for bytes; or a member that is such a class.
bool isContainerTemplate(const llvm::DICompositeType *Class);

/// Whether \p Class is made from a template and has one member that is a
/// container of its parameters, or points to one, and no other.
bool isContainerHandle(const llvm::DICompositeType *Class);

/// Whether \p Ty is a number, a character, or nothing at all.
bool isScalar(const llvm::DIType *Ty);

} // namespace memfacet

#endif
