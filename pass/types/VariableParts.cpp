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

/// Returns the member of \p Record, or the base class, that has the byte at \p
/// Offset; null: it is padding.
static const DIDerivedType *memberWith(const DICompositeType *Record,
                                       uint64_t Offset) {
  for (const DINode *Node : elementsOf(Record)) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Node);
    if (!Member || Member->isStaticMember() ||
        (Member->getTag() != dwarf::DW_TAG_inheritance &&
         Member->getTag() != dwarf::DW_TAG_member))
      continue;
    uint64_t Begin = Member->getOffsetInBits() / 8;
    if (Offset >= Begin && Offset - Begin < typeBytes(Member->getBaseType()))
      return Member;
  }
  return nullptr;
}

VariablePart memfacet::types::partOf(const DIType *Ty, uint64_t Offset,
                                     uint64_t Bytes) {
  VariablePart Part = {"", Ty};
  bool HasName = true; // bases, and members without a name, have none
  while (!HasName || Offset != 0 || typeBytes(Part.Type) != Bytes) {
    auto *Composite =
        dyn_cast_or_null<DICompositeType>(strippedType(Part.Type));
    if (!Composite)
      break;
    if (const DIType *Element = arrayElement(Composite)) {
      uint64_t ElementBytes = typeBytes(Element);
      if (ElementBytes == 0)
        break;
      Part.Path += indices(Composite, Offset / ElementBytes);
      Part.Type = Element;
      Offset %= ElementBytes;
      continue;
    }
    const DIDerivedType *Member = memberWith(Composite, Offset);
    if (!Member)
      break;
    HasName =
        Member->getTag() == dwarf::DW_TAG_member && !Member->getName().empty();
    if (HasName)
      Part.Path += "." + Member->getName().str();
    Offset -= Member->getOffsetInBits() / 8;
    Part.Type = Member->getBaseType();
  }
  return Part;
}
