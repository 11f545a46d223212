//===- TypeParts.h - what a type of the debug information consists of -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug information may have no types (-g1), names without arguments of
// templates (-gsimple-template-names), or what no front end writes and the
// verifier lets pass: lists with holes, types that lead back to themselves. So
// the pass reads lists and chains of types here only. A node that is missing,
// or is of another kind, is null.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_TYPES_TYPEPARTS_H
#define MEMFACET_PASS_TYPES_TYPEPARTS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include <string>
#include <vector>

namespace llvm {
class DataLayout;
} // namespace llvm

namespace memfacet::types {

/// Types made of types, and scopes in scopes, are left out beyond this depth.
constexpr unsigned MaxTypeDepth = 64;

/// Returns the operands of \p List, which may be missing; an operand of another
/// kind than \p Node is null.
template <typename Node> auto nodesIn(const llvm::Metadata *List) {
  auto *Tuple = llvm::dyn_cast_or_null<llvm::MDTuple>(List);
  auto Operands = Tuple ? llvm::ArrayRef(Tuple->op_begin(), Tuple->op_end())
                        : llvm::ArrayRef<llvm::MDOperand>();
  return llvm::map_range(Operands, [](const llvm::MDOperand &O) {
    return llvm::dyn_cast_or_null<Node>(O.get());
  });
}

/// Returns members, bases, methods, dimensions of \p Ty; some may be null.
inline auto elementsOf(const llvm::DICompositeType *Ty) {
  return nodesIn<llvm::DINode>(Ty->getRawElements());
}

/// Returns the template arguments of \p Ty, a class or a function; some may be
/// null.
template <typename Node> auto templateArguments(const Node *Ty) {
  return nodesIn<llvm::DITemplateParameter>(Ty->getRawTemplateParams());
}

template <typename Node> bool hasArguments(const Node *Ty) {
  auto Arguments = templateArguments(Ty);
  return Arguments.begin() != Arguments.end();
}

/// Calls \p Visit for each class among \p Scope and the scopes around it.
void forClassesAround(
    const llvm::DIScope *Scope,
    llvm::function_ref<void(const llvm::DICompositeType *)> Visit);

/// Returns the result of \p Ty and its parameters; null: void, or "...".
inline auto typesOf(const llvm::DISubroutineType *Ty) {
  return nodesIn<llvm::DIType>(Ty ? Ty->getRawTypeArray() : nullptr);
}

/// Returns the result type of \p F, which may be null; null: void, or not
/// known.
const llvm::DIType *resultType(const llvm::DISubprogram *F);
/// Returns the type of parameter \p Number of \p F, which may be null, from 0;
/// that of a method's object counts.
const llvm::DIType *parameterType(const llvm::DISubprogram *F, unsigned Number);

/// Returns where the arguments of a template begin in \p Name; npos: it has
/// none. The name of an operator may contain brackets.
size_t beginOfArguments(llvm::StringRef Name);
/// Returns the name of \p Node without arguments.
llvm::StringRef plainName(const llvm::DINode *Node);
/// Returns whether \p Ty was made from a template called \p Name, wherever that
/// stands.
bool isMadeFrom(const llvm::DICompositeType *Ty, llvm::StringRef Name);

/// Returns \p Ty without typedefs and qualifiers.
const llvm::DIType *strippedType(const llvm::DIType *Ty);
/// Returns \p Ty as it was declared, without qualifiers: libraries give their
/// templates' instances names.
const llvm::DIType *declaredType(const llvm::DIType *Ty);
/// Returns \p Ty without typedefs, unless only these have a name.
const llvm::DIType *namedType(const llvm::DIType *Ty);
/// Returns whether \p Ty is a pointer, by whatever name; no reference.
bool isPointerType(const llvm::DIType *Ty);

/// Returns the type that \p Ty points or refers to, or null.
const llvm::DIType *pointeeType(const llvm::DIType *Ty);
/// Returns the element type of an array type (all dimensions), or null.
const llvm::DIType *arrayElement(const llvm::DIType *Ty);
/// Returns the bytes of an object of type \p Ty; 0: not known.
uint64_t typeBytes(const llvm::DIType *Ty);
/// The array of any length in which a record ends, and which its size does not
/// count: `struct row { int count; long cells[]; }`.
struct OpenEnd {
  uint64_t Offset = 0;       ///< bytes
  uint64_t ElementBytes = 0; ///< 0: the record has no such array

  /// Returns whether the array has the byte \p Place of the record. In a union,
  /// Offset is 0, and it may be another member's.
  bool contains(uint64_t Place) const {
    return ElementBytes != 0 && Offset != 0 && Place >= Offset;
  }
};
/// Returns the open end of \p Ty.
OpenEnd openEnd(const llvm::DIType *Ty);
/// Returns whether \p Ty is an array without a length, or of length 0.
bool hasAnyLength(const llvm::DIType *Ty);
/// Returns the member of the record \p Ty at \p Offset bytes, or null; descends
/// into base classes and nested members. Appends ".name" parts to \p Path.
const llvm::DIDerivedType *memberAt(const llvm::DIType *Ty, uint64_t Offset,
                                    std::string &Path);

/// A member of a union, or of what is in one, and the path from the union.
struct Alternative {
  std::string Path;
  const llvm::DIDerivedType *Member = nullptr;
};
/// Returns the pointers at the beginning of the union \p Ty; none, if it is no
/// union.
std::vector<Alternative> pointersIn(const llvm::DIType *Ty);
/// Returns the record of the union \p Ty that has the name, or without one the
/// layout, of \p Record; or no member.
Alternative recordIn(const llvm::DIType *Ty, const llvm::StructType &Record,
                     const llvm::DataLayout &Layout);
/// Returns whether \p Ty has the name of \p Record.
bool isCalledAs(const llvm::DIType *Ty, const llvm::StructType &Record);

} // namespace memfacet::types

#endif
