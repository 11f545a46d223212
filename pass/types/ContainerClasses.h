//===- ContainerClasses.h - classes that are containers -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes are recognised by their declarations, see docs/names.md.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_CONTAINERCLASSES_H
#define MEMFACET_PASS_NAMING_CONTAINERCLASSES_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

namespace memfacet::types {

/// Returns the class whose member function, also a static one, \p F is; or
/// null.
const llvm::DICompositeType *classAround(const llvm::DISubprogram *F);

/// Returns the class whose member function, not a static one, \p F is; or null.
const llvm::DICompositeType *classOf(const llvm::DISubprogram *F);

/// Returns whether \p Ty is \p Class or derives from it.
bool isOrDerivesFrom(const llvm::DIType *Ty,
                     const llvm::DICompositeType *Class);

/// Returns whether \p Class is made from a template and has a pointer member
/// for types of its parameters, or for bytes; or a member that is such a class.
/// The library's smart pointers are pointers.
bool isContainerTemplate(const llvm::DICompositeType *Class);

/// Returns whether \p Class is made from a template and has a member that is a
/// container of its parameters, or points to one; or several of any kind but
/// strings. Then all its containers are its parts.
bool isContainerHandle(const llvm::DICompositeType *Class);

/// Returns whether \p Ty, a member's, is a container, or leads to one.
bool isContainer(const llvm::DIType *Ty);

/// Returns the only data member of \p Class and its bases, or null.
const llvm::DIDerivedType *onlyMember(const llvm::DICompositeType *Class);

/// Returns whether an object of \p Class may be all that is known of one of
/// type \p Object: a class template with a member that points to it, or any
/// class with no other member.
bool pointsTo(const llvm::DICompositeType *Class, const llvm::DIType *Object);

/// Returns whether \p Class is made for pointers to objects of type \p Object.
bool holdsPointersTo(const llvm::DICompositeType *Class,
                     const llvm::DIType *Object);

/// Returns whether \p Class, no template, is an array of records \p Element and
/// nothing else: it points to its begin, its end or the like, and has numbers.
bool isArrayOf(const llvm::DICompositeType *Class, const llvm::DIType *Element);

/// Returns whether \p Class, no template, is a container of the library's, of
/// type \p Ty, with numbers as elements, and otherwise has only numbers: a
/// matrix. A string is none.
bool isAroundOne(const llvm::DICompositeType *Class, const llvm::DIType *Ty);

/// The class that a type is a node of.
struct NodeHome {
  const llvm::DICompositeType *Class = nullptr; ///< null: they are no nodes
  const llvm::DIDerivedType *Member = nullptr; ///< the first that points to one
  bool IsTemplate = false;                     ///< Class is made from one
};

/// Returns the class of which objects of type \p Object are nodes if a member
/// function of \p Class makes them: \p Class, or the one around it if \p Class
/// is that of the nodes.
NodeHome homeOfNodes(const llvm::DICompositeType *Class,
                     const llvm::DIType *Object);

/// Returns the bytes of an element that \p Class keeps by a member of type \p
/// ElementType, if that is bytes or a container itself; 0 if \p ElementType is
/// the element's type.
uint64_t elementBytes(const llvm::DICompositeType *Class,
                      const llvm::DIType *ElementType);

/// Returns whether \p Ty is a number, a character, or nothing at all.
bool isScalar(const llvm::DIType *Ty);

} // namespace memfacet::types

#endif
