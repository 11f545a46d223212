//===- LibraryClasses.cpp - classes of the standard library ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/LibraryClasses.h"
#include "pass/types/DebugNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

/// Returns \p Ty if it is made from one of the library's class templates \p
/// Names, or null.
static const DICompositeType *libraryClass(const DIType *Ty,
                                           ArrayRef<StringRef> Names) {
  auto *Class = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  const DIScope *Scope = Class ? Class->getScope() : nullptr;
  // Versions stand in inline namespaces.
  for (unsigned I = 0;
       isa_and_nonnull<DINamespace>(Scope) &&
       isa_and_nonnull<DINamespace>(Scope->getScope()) && I != MaxTypeDepth;
       ++I)
    Scope = Scope->getScope();
  if (!isa_and_nonnull<DINamespace>(Scope) || Scope->getName() != "std")
    return nullptr;
  bool IsOfTemplate =
      any_of(Names, [&](StringRef Name) { return isMadeFrom(Class, Name); });
  return IsOfTemplate ? Class : nullptr;
}

static const DIType *firstArgument(const DICompositeType *Class) {
  if (Class)
    for (const DITemplateParameter *P : templateArguments(Class))
      if (isa_and_nonnull<DITemplateTypeParameter>(P))
        return P->getType();
  return nullptr;
}

const DIType *memfacet::types::heldType(const DIType *Ty) {
  return firstArgument(libraryClass(
      Ty, {"unique_ptr", "shared_ptr", "__shared_ptr", "__shared_ptr_access"}));
}

const DIType *memfacet::types::ownedType(const DIType *Ty) {
  const DIType *Owned = firstArgument(libraryClass(Ty, {"unique_ptr"}));
  auto *Array = dyn_cast_or_null<DICompositeType>(strippedType(Owned));
  if (Array && Array->getTag() == dwarf::DW_TAG_array_type)
    return Array->getBaseType();
  return Owned;
}

const DIType *memfacet::types::elementOfContainer(const DIType *Ty) {
  return isLibraryContainer(Ty)
             ? firstArgument(cast<DICompositeType>(strippedType(Ty)))
             : nullptr;
}

bool memfacet::types::isLibraryContainer(const DIType *Ty) {
  return libraryClass(Ty, {"basic_string", "deque", "forward_list", "list",
                           "map", "multimap", "multiset", "priority_queue",
                           "queue", "set", "stack", "unordered_map",
                           "unordered_multimap", "unordered_multiset",
                           "unordered_set", "valarray", "vector"});
}

bool memfacet::types::holdsOneObject(const DIType *Ty) {
  auto *Class = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  if (!Class || !isa_and_nonnull<DINamespace>(Class->getScope()))
    return false;
  static constexpr StringRef Holders[] = {
      "unique_ptr", "shared_ptr", "__shared_ptr", "optional",
      "variant",    "tuple",      "pair"};
  return Class->getName().starts_with("any") ||
         any_of(Holders, [&](StringRef H) { return isMadeFrom(Class, H); });
}
