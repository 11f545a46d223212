//===- ContainerClasses.cpp - classes that are containers -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/ContainerClasses.h"
#include "pass/types/DebugNames.h"
#include "pass/types/LibraryClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

/// The deepest nesting of handles in handles, and of bases of bases.
static constexpr unsigned MaxClassDepth = 8;

static const DISubprogram *declarationOf(const DISubprogram *F) {
  return F->getDeclaration() ? F->getDeclaration() : F;
}

const DICompositeType *memfacet::types::classAround(const DISubprogram *F) {
  return F ? dyn_cast_or_null<DICompositeType>(declarationOf(F)->getScope())
           : nullptr;
}

const DICompositeType *memfacet::types::classOf(const DISubprogram *F) {
  const DICompositeType *Class = classAround(F);
  const DIType *First = Class ? parameterType(declarationOf(F), 0) : nullptr;
  bool OnObject = First && (First->isObjectPointer() || First->isArtificial());
  return OnObject ? Class : nullptr;
}

static const DICompositeType *recordOf(const DIType *Ty) {
  auto *Class = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  return Class && Class->getTag() != dwarf::DW_TAG_array_type ? Class : nullptr;
}

/// Returns whether \p A and \p B, of two units, are one class.
static bool isSameClass(const DICompositeType *A, const DICompositeType *B) {
  return A->getName() == B->getName() &&
         A->getIdentifier() == B->getIdentifier() &&
         (!A->getIdentifier().empty() ||
          nameWithArguments(A) == nameWithArguments(B));
}

static bool derives(const DIType *Ty, const DICompositeType *Class,
                    unsigned Depth) {
  const DICompositeType *Record = recordOf(Ty);
  if (!Record || Depth == MaxClassDepth)
    return false;
  if (Record == Class || isSameClass(Record, Class))
    return true;
  return any_of(elementsOf(Record), [&](const DINode *Node) {
    auto *Base = dyn_cast_or_null<DIDerivedType>(Node);
    return Base && Base->getTag() == dwarf::DW_TAG_inheritance &&
           derives(Base->getBaseType(), Class, Depth + 1);
  });
}

bool memfacet::types::isOrDerivesFrom(const DIType *Ty,
                                      const DICompositeType *Class) {
  return derives(Ty, Class, 0);
}

namespace {
using TypeSet = SmallPtrSet<const DIType *, 4>;
} // namespace

/// Returns the types that \p Class, and the templates it stands in, were made
/// for.
static TypeSet parametersOf(const DICompositeType *Class) {
  TypeSet Result;
  forClassesAround(Class, [&](const DICompositeType *Outer) {
    for (const DITemplateParameter *P : templateArguments(Outer))
      if (isa_and_nonnull<DITemplateTypeParameter>(P) && P->getType())
        Result.insert(strippedType(P->getType()));
  });
  return Result;
}

/// Returns whether \p Class is made from a template, as Pool<64> is.
static bool isFromTemplate(const DICompositeType *Class) {
  bool Found = false;
  forClassesAround(Class, [&](const DICompositeType *Outer) {
    Found |= hasArguments(Outer);
  });
  return Found;
}

bool memfacet::types::isScalar(const DIType *Ty) {
  const DIType *Plain = strippedType(Ty);
  return !Plain || isa<DIBasicType>(Plain) ||
         Plain->getTag() == dwarf::DW_TAG_enumeration_type;
}

static bool isBytes(const DIType *Ty) {
  return isScalar(Ty) && (!strippedType(Ty) || typeBytes(Ty) == 1);
}

/// Returns what a member of type \p Ty leads to, through arrays, pointers and
/// the library's smart pointers, or as far as \p Parameters say; \p Pointers
/// counts the pointers.
static const DIType *targetType(const DIType *Ty, unsigned &Pointers,
                                const TypeSet &Parameters = {}) {
  for (unsigned I = 0; I != MaxClassDepth; ++I) {
    if (Pointers != 0 && Parameters.contains(strippedType(Ty)))
      return Ty;
    if (const DIType *Element = arrayElement(Ty)) {
      Ty = Element;
      continue;
    }
    const DIType *Next = heldType(Ty);
    if (auto *Derived = dyn_cast_or_null<DIDerivedType>(strippedType(Ty));
        Derived && Derived->getTag() == dwarf::DW_TAG_pointer_type)
      Next = Derived->getBaseType();
    else if (!Next)
      return Ty;
    ++Pointers;
    Ty = Next;
  }
  return Ty;
}

/// Returns whether \p Ty is one of \p Parameters, or a record that is made for
/// one or that belongs to \p Class.
static bool dependsOn(const DIType *Ty, const TypeSet &Parameters,
                      const DICompositeType *Class, unsigned Depth = 0) {
  unsigned Pointers = 0;
  const DIType *Plain = strippedType(targetType(Ty, Pointers));
  if (Parameters.contains(strippedType(Ty)) || Parameters.contains(Plain))
    return true;
  const DICompositeType *Record = recordOf(Plain);
  if (!Record || Record == Class || Depth == MaxClassDepth)
    return false;
  if (Record->getScope() == Class)
    return true;
  return any_of(templateArguments(Record), [&](const DITemplateParameter *P) {
    return isa_and_nonnull<DITemplateTypeParameter>(P) && P->getType() &&
           dependsOn(P->getType(), Parameters, Class, Depth + 1);
  });
}

using Visitor = function_ref<void(const DIDerivedType *)>;

/// Calls \p Visit for each data member of \p Class, also in unions and records
/// without a name. References are none: what they refer to is held elsewhere.
static void forMembers(const DICompositeType *Class, Visitor Visit,
                       unsigned Depth = 0) {
  for (const DINode *Node : elementsOf(Class)) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    if (!Member || Member->isStaticMember() ||
        Member->getTag() != dwarf::DW_TAG_member)
      continue;
    const DICompositeType *Inner = recordOf(Member->getBaseType());
    if (Member->getName().empty() && Inner && Depth != MaxClassDepth) {
      forMembers(Inner, Visit, Depth + 1);
      continue;
    }
    auto *Derived =
        dyn_cast_or_null<DIDerivedType>(strippedType(Member->getBaseType()));
    if (!Derived || Derived->getTag() == dwarf::DW_TAG_pointer_type)
      Visit(Member);
  }
}

/// Does the same for \p Class and its bases, which come first.
static void forAllMembers(const DICompositeType *Class, Visitor Visit,
                          unsigned Depth = 0) {
  for (const DINode *Node : elementsOf(Class))
    if (auto *Base = dyn_cast_or_null<DIDerivedType>(Node);
        Base && Base->getTag() == dwarf::DW_TAG_inheritance)
      if (const DICompositeType *Inner = recordOf(Base->getBaseType());
          Inner && Depth != MaxClassDepth)
        forAllMembers(Inner, Visit, Depth + 1);
  forMembers(Class, Visit);
}

/// \p Libraries: containers of the library's count, too.
static bool isTemplate(const DICompositeType *Class, bool Libraries,
                       unsigned Depth = 0) {
  TypeSet Parameters = parametersOf(Class);
  if (!isFromTemplate(Class) || Depth == MaxClassDepth)
    return false;
  bool Found = false;
  forMembers(Class, [&](const DIDerivedType *Member) {
    unsigned Pointers = 0;
    const DIType *Ty = targetType(Member->getBaseType(), Pointers, Parameters);
    bool Depends = dependsOn(Ty, Parameters, Class);
    const DICompositeType *Inner = Pointers ? nullptr : recordOf(Ty);
    bool IsInLibrary = Libraries && !Pointers && isLibraryContainer(Ty);
    Found |= Pointers
                 ? isBytes(Ty) || Depends
                 : Depends && Inner &&
                       (IsInLibrary || isTemplate(Inner, Libraries, Depth + 1));
  });
  return Found;
}

bool memfacet::types::isContainerTemplate(const DICompositeType *Class) {
  return Class && isTemplate(Class, false);
}

bool memfacet::types::isContainerHandle(const DICompositeType *Class) {
  if (!Class || !isFromTemplate(Class))
    return false;
  TypeSet Parameters = parametersOf(Class);
  unsigned Containers = 0;
  bool Depends = false;
  forMembers(Class, [&](const DIDerivedType *Member) {
    unsigned Pointers = 0;
    const DIType *Ty = targetType(Member->getBaseType(), Pointers);
    const DICompositeType *Inner = recordOf(Ty);
    if (!Inner || Inner == Class ||
        (!isLibraryContainer(Ty) && !isTemplate(Inner, true)))
      return;
    Depends |= dependsOn(Ty, Parameters, Class);
    Containers += !isMadeFrom(Inner, "basic_string");
  });
  return Depends || Containers > 1;
}

bool memfacet::types::isContainer(const DIType *Ty) {
  unsigned Pointers = 0;
  const DIType *Object = targetType(Ty, Pointers);
  const DICompositeType *Record = recordOf(Object);
  return Record && (isLibraryContainer(Object) || isTemplate(Record, true));
}

const DIDerivedType *memfacet::types::onlyMember(const DICompositeType *Class) {
  const DIDerivedType *Result = nullptr;
  unsigned Members = 0;
  if (Class)
    forAllMembers(Class, [&](const DIDerivedType *Member) {
      Result = Member;
      ++Members;
    });
  return Members == 1 ? Result : nullptr;
}

bool memfacet::types::pointsTo(const DICompositeType *Class,
                               const DIType *Object) {
  if (!Class)
    return false;
  TypeSet Parameters = parametersOf(Class);
  const DIDerivedType *OnlyMember = onlyMember(Class);
  bool Found = false;
  forAllMembers(Class, [&](const DIDerivedType *Member) {
    const DICompositeType *Record =
        recordOf(pointeeType(Member->getBaseType()));
    Found |= Record && isOrDerivesFrom(Object, Record) &&
             (Member == OnlyMember || !Parameters.empty());
  });
  return Found;
}

bool memfacet::types::holdsPointersTo(const DICompositeType *Class,
                                      const DIType *Object) {
  return Class && any_of(parametersOf(Class), [&](const DIType *Parameter) {
           const DICompositeType *Record = recordOf(pointeeType(Parameter));
           return Record && isOrDerivesFrom(Object, Record);
         });
}

/// Returns whether \p Ty, a member's, is of \p Node, or is made for it.
static bool mentions(const DIType *Ty, const DICompositeType *Node,
                     unsigned &Pointers, unsigned Depth = 0) {
  const DICompositeType *Record = recordOf(targetType(Ty, Pointers));
  if (!Record || Depth == MaxClassDepth)
    return false;
  if (isOrDerivesFrom(Node, Record))
    return true;
  Pointers += 2; // not directly
  return any_of(templateArguments(Record), [&](const DITemplateParameter *P) {
    return isa_and_nonnull<DITemplateTypeParameter>(P) && P->getType() &&
           mentions(P->getType(), Node, Pointers, Depth + 1);
  });
}

static bool linksToItself(const DICompositeType *Node) {
  bool Found = false;
  forAllMembers(Node, [&](const DIDerivedType *Member) {
    unsigned Pointers = 0;
    Found |= mentions(Member->getBaseType(), Node, Pointers) && Pointers != 0;
  });
  return Found;
}

NodeHome memfacet::types::homeOfNodes(const DICompositeType *Class,
                                      const DIType *Object) {
  const DICompositeType *Node = recordOf(Object);
  if (!Class || !Node)
    return {};
  // A node that makes further ones.
  auto *Outer = dyn_cast_or_null<DICompositeType>(Class->getScope());
  if (Outer && isOrDerivesFrom(Class, Node))
    Class = Outer;
  if (Node == Class)
    return {};
  NodeHome Home;
  bool IsMentioned = false;
  forAllMembers(Class, [&](const DIDerivedType *Member) {
    unsigned Pointers = 0;
    bool Found = mentions(Member->getBaseType(), Node, Pointers);
    IsMentioned |= Found && Pointers != 0;
    if (Found && Pointers == 1 && !Home.Member)
      Home.Member = Member;
  });
  TypeSet Parameters = parametersOf(Class);
  bool IsLinked = linksToItself(Node);
  bool IsOwn = Node->getScope() == Class
                   ? IsMentioned || IsLinked
                   : IsMentioned && !Parameters.contains(Node) &&
                         dependsOn(Node, Parameters, Class);
  Home.IsTemplate = isFromTemplate(Class);
  // Nodes of a template's are those of a container elsewhere.
  bool IsForeign = !Home.IsTemplate && isFromTemplate(Node);
  if (IsForeign || (Home.IsTemplate ? !IsOwn : !IsLinked || !IsMentioned))
    return {};
  Home.Class = Class;
  return Home;
}

bool memfacet::types::isArrayOf(const DICompositeType *Class,
                                const DIType *Element) {
  const DICompositeType *Record = recordOf(Element);
  if (!Class || !Record || isFromTemplate(Class) || linksToItself(Record))
    return false;
  unsigned Pointers = 0, OtherCount = 0;
  forAllMembers(Class, [&](const DIDerivedType *Member) {
    const DIType *Ty = Member->getBaseType();
    if (isPointerType(Ty) && recordOf(pointeeType(Ty)) == Record)
      ++Pointers;
    else if (!Member->isArtificial())
      OtherCount += !isScalar(Ty);
  });
  return Pointers > 1 && OtherCount == 0;
}

bool memfacet::types::isAroundOne(const DICompositeType *Class,
                                  const DIType *Ty) {
  const DICompositeType *HeldRecord = recordOf(Ty);
  if (!Class || !HeldRecord || isFromTemplate(Class) ||
      !isLibraryContainer(Ty) || isMadeFrom(HeldRecord, "basic_string") ||
      !isScalar(elementOfContainer(Ty)))
    return false;
  unsigned Containers = 0, OtherCount = 0;
  forAllMembers(Class, [&](const DIDerivedType *Member) {
    if (recordOf(Member->getBaseType()) == HeldRecord)
      ++Containers;
    else if (!Member->isArtificial()) // the table of virtual functions
      OtherCount += !isScalar(Member->getBaseType());
  });
  return Containers == 1 && OtherCount == 0;
}

/// Returns the bytes of the first parameter of \p Class that a member points
/// to, or of what a container in it has; 0: not known.
static uint64_t parameterBytes(const DICompositeType *Class, unsigned Depth) {
  TypeSet Parameters = parametersOf(Class);
  uint64_t Found = 0, NestedBytes = 0;
  forMembers(Class, [&](const DIDerivedType *Member) {
    unsigned Pointers = 0;
    const DIType *Ty = targetType(Member->getBaseType(), Pointers, Parameters);
    const DICompositeType *Inner = recordOf(Ty);
    if (!Found && Pointers == 1 && Parameters.contains(strippedType(Ty)))
      Found = typeBytes(Ty);
    else if (!NestedBytes && Inner && Inner != Class &&
             Depth != MaxClassDepth && isTemplate(Inner, false))
      NestedBytes = parameterBytes(Inner, Depth + 1);
  });
  return Found ? Found : NestedBytes;
}

/// Returns the bytes of what the record \p Body of numbers keeps elsewhere; 0:
/// not known.
static uint64_t payloadBytes(const DICompositeType *Body) {
  uint64_t Bytes = 0;
  forMembers(Body, [&](const DIDerivedType *Member) {
    const DIType *Ty = Member->getBaseType();
    const DIType *Element = elementOfContainer(Ty);
    if (!Element)
      Element = pointeeType(Ty);
    if (Bytes == 0 && Element && isScalar(Element))
      Bytes = typeBytes(Element);
  });
  return Bytes;
}

uint64_t memfacet::types::elementBytes(const DICompositeType *Class,
                                       const DIType *ElementType) {
  if (!Class)
    return 0;
  const DICompositeType *Record = recordOf(ElementType);
  if (!isFromTemplate(Class))
    return Record ? payloadBytes(Record) : 0;
  if (Record ? !isContainerTemplate(Record) : !isBytes(ElementType))
    return 0; // ElementType is the type of an element
  return parameterBytes(Class, 0);
}
