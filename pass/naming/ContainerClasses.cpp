//===- ContainerClasses.cpp - classes that are containers -----------------===//

#include "pass/naming/ContainerClasses.h"
#include "pass/naming/DebugNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;
using namespace memfacet;

/// Handles of handles of handles; bases of bases.
static constexpr unsigned MaxClassDepth = 8;

const DICompositeType *memfacet::classOf(const DISubprogram *F) {
  if (!F || !F->getType())
    return nullptr;
  const DISubprogram *Declared = F->getDeclaration() ? F->getDeclaration() : F;
  auto *Class = dyn_cast_or_null<DICompositeType>(Declared->getScope());
  DITypeRefArray Types = Declared->getType()->getTypeArray();
  bool OnObject = Types.size() > 1 && Types[1] &&
                  (Types[1]->isObjectPointer() || Types[1]->isArtificial());
  return Class && OnObject ? Class : nullptr;
}

static const DICompositeType *recordOf(const DIType *Ty) {
  auto *Class = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  return Class && Class->getTag() != dwarf::DW_TAG_array_type ? Class : nullptr;
}

static bool derives(const DIType *Ty, const DICompositeType *Class,
                    unsigned Depth) {
  const DICompositeType *Record = recordOf(Ty);
  if (!Record || Depth == MaxClassDepth)
    return false;
  if (Record == Class || (Record->getName() == Class->getName() &&
                          Record->getIdentifier() == Class->getIdentifier()))
    return true;
  return any_of(Record->getElements(), [&](const DINode *Node) {
    auto *Base = dyn_cast_or_null<DIDerivedType>(Node);
    return Base && Base->getTag() == dwarf::DW_TAG_inheritance &&
           derives(Base->getBaseType(), Class, Depth + 1);
  });
}

bool memfacet::isOrDerivesFrom(const DIType *Ty, const DICompositeType *Class) {
  return derives(Ty, Class, 0);
}

namespace {
using TypeSet = SmallPtrSet<const DIType *, 4>;
} // namespace

/// The types that \p Class, and the templates it stands in, were made for.
static TypeSet parametersOf(const DICompositeType *Class) {
  TypeSet Result;
  for (const DIScope *S = Class; S; S = S->getScope())
    if (auto *Around = dyn_cast<DICompositeType>(S))
      for (const DITemplateParameter *P : Around->getTemplateParams())
        if (isa<DITemplateTypeParameter>(P) && P->getType())
          Result.insert(strippedType(P->getType()));
  return Result;
}

bool memfacet::isScalar(const DIType *Ty) {
  const DIType *Plain = strippedType(Ty);
  return !Plain || isa<DIBasicType>(Plain) ||
         Plain->getTag() == dwarf::DW_TAG_enumeration_type;
}

static bool isBytes(const DIType *Ty) {
  return isScalar(Ty) && (!strippedType(Ty) || typeBytes(Ty) == 1);
}

/// Whether \p Ty is one of \p Parameters, or a record that is made for one or
/// that belongs to \p Class.
static bool dependsOn(const DIType *Ty, const TypeSet &Parameters,
                      const DICompositeType *Class) {
  const DIType *Plain = strippedType(Ty);
  if (Parameters.contains(Plain))
    return true;
  const DICompositeType *Record = recordOf(Plain);
  if (!Record || Record == Class)
    return false;
  if (Record->getScope() == Class)
    return true;
  return any_of(Record->getTemplateParams(), [&](const DITemplateParameter *P) {
    return isa<DITemplateTypeParameter>(P) && P->getType() &&
           Parameters.contains(strippedType(P->getType()));
  });
}

static const DIType *behindPointers(const DIType *Ty) {
  for (unsigned I = 0; I != MaxClassDepth && pointeeType(Ty); ++I)
    Ty = pointeeType(Ty);
  return Ty;
}

static bool isTemplate(const DICompositeType *Class, unsigned Depth);

/// Calls \p Visit for each member of \p Class that is an object, as `true`, and
/// for each that is a pointer.
static void forMembers(const DICompositeType *Class,
                       function_ref<void(const DIType *, bool)> Visit) {
  for (const DINode *Node : Class->getElements()) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    if (!Member || Member->isStaticMember() ||
        Member->getTag() != dwarf::DW_TAG_member)
      continue;
    auto *Pointer =
        dyn_cast_or_null<DIDerivedType>(strippedType(Member->getBaseType()));
    if (Pointer && Pointer->getTag() == dwarf::DW_TAG_pointer_type)
      Visit(behindPointers(Pointer), false);
    else if (!Pointer)
      Visit(Member->getBaseType(), true);
  }
}

static bool isTemplate(const DICompositeType *Class, unsigned Depth) {
  TypeSet Parameters = parametersOf(Class);
  if (Parameters.empty() || Depth == MaxClassDepth)
    return false;
  bool Found = false;
  forMembers(Class, [&](const DIType *Ty, bool Object) {
    if (Found)
      return;
    const DICompositeType *Inner = Object ? recordOf(Ty) : nullptr;
    Found = Object ? Inner && dependsOn(Ty, Parameters, Class) &&
                         isTemplate(Inner, Depth + 1)
                   : isBytes(Ty) || dependsOn(Ty, Parameters, Class);
  });
  return Found;
}

bool memfacet::isContainerTemplate(const DICompositeType *Class) {
  return Class && isTemplate(Class, 0);
}

bool memfacet::isContainerHandle(const DICompositeType *Class) {
  if (!Class)
    return false;
  TypeSet Parameters = parametersOf(Class);
  unsigned Containers = 0;
  forMembers(Class, [&](const DIType *Ty, bool) {
    const DICompositeType *Inner = recordOf(Ty);
    Containers += Inner && Inner != Class && dependsOn(Ty, Parameters, Class) &&
                  isTemplate(Inner, 0);
  });
  return Containers == 1;
}
