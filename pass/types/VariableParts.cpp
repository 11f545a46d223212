//===- VariableParts.cpp - parts of a variable that stand by themselves ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/types/VariableParts.h"
#include "pass/types/TypeParts.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::types;

/// Returns the indices, "[2][3]", of element \p Index of \p Array.
static std::string indices(const DICompositeType *Array, uint64_t Index) {
  SmallVector<uint64_t, 4> Counts;
  for (const DINode *Element : elementsOf(Array)) {
    auto *Range = dyn_cast_or_null<DISubrange>(Element);
    auto *Count =
        Range ? dyn_cast_if_present<ConstantInt *>(Range->getCount()) : nullptr;
    Counts.push_back(Count ? Count->getZExtValue() : 0);
  }
  std::string Text;
  for (size_t I = Counts.size(); I > 1 && Counts[I - 1] != 0; --I) {
    Text = "[" + std::to_string(Index % Counts[I - 1]) + "]" + Text;
    Index /= Counts[I - 1];
  }
  return "[" + std::to_string(Index) + "]" + Text;
}

/// Returns whether \p Ty is a class without members. It has a size, but the
/// bytes are those of other members where it is a base class.
static bool isEmpty(const DIType *Ty, unsigned Depth = 0) {
  auto *Record = dyn_cast_or_null<DICompositeType>(strippedType(Ty));
  return Record && Depth != MaxTypeDepth &&
         none_of(elementsOf(Record), [&](const DINode *Node) {
           auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
           if (!Member || Member->isStaticMember())
             return false;
           return Member->getTag() == dwarf::DW_TAG_member ||
                  (Member->getTag() == dwarf::DW_TAG_inheritance &&
                   !isEmpty(Member->getBaseType(), Depth + 1));
         });
}

/// Returns the member of \p Record, or the base class, that has the \p Bytes
/// bytes at \p Offset; null: there is none.
static const DIDerivedType *memberWith(const DICompositeType *Record,
                                       uint64_t Offset, uint64_t Bytes) {
  for (const DINode *Node : elementsOf(Record)) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    bool IsMember = Member && Member->getTag() == dwarf::DW_TAG_member &&
                    !Member->isStaticMember() && !Member->isBitField();
    bool IsBase = Member && Member->getTag() == dwarf::DW_TAG_inheritance &&
                  !isEmpty(Member->getBaseType());
    if (!IsMember && !IsBase)
      continue;
    uint64_t Begin = Member->getOffsetInBits() / 8;
    if (Offset >= Begin &&
        Offset - Begin + Bytes <= typeBytes(Member->getBaseType()))
      return Member;
  }
  return nullptr;
}

VariablePart memfacet::types::partOf(const DIType *Ty, uint64_t Offset,
                                     uint64_t Bytes) {
  VariablePart Part = {"", Ty};
  // The part, or a base or a member in it that has no name.
  const DIType *Inner = Ty;
  for (unsigned Step = 0; Step != MaxTypeDepth; ++Step) {
    auto *Composite = dyn_cast_or_null<DICompositeType>(strippedType(Inner));
    bool IsWhole = Inner == Part.Type && Offset == 0;
    if (!Composite || (IsWhole && typeBytes(Inner) == Bytes))
      break;
    if (const DIType *Element = arrayElement(Composite)) {
      uint64_t ElementBytes = typeBytes(Element);
      if (ElementBytes == 0 || Offset % ElementBytes + Bytes > ElementBytes)
        break;
      Inner = Element;
      Part = {Part.Path + indices(Composite, Offset / ElementBytes), Inner};
      Offset %= ElementBytes;
      continue;
    }
    const DIDerivedType *Member = memberWith(Composite, Offset, Bytes);
    if (!Member)
      break;
    Inner = Member->getBaseType();
    Offset -= Member->getOffsetInBits() / 8;
    if (Member->getTag() == dwarf::DW_TAG_member && !Member->getName().empty())
      Part = {Part.Path + "." + Member->getName().str(), Inner};
  }
  return Part;
}
