//===- FieldNeighbours.cpp - members next to members that are known -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (t->risk > limit) sum += t->cash` becomes a load of both and a select.
// The load of `cash`, which is executed more often than in the source, loses
// its place and its tag. It still is at a constant distance from that of
// `risk`.
//
//===----------------------------------------------------------------------===//

#include "pass/naming/FieldPins.h"
#include "pass/types/DebugNames.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Operator.h"
#include <optional>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// The most users of a pointer that are looked at.
static constexpr unsigned MostUsers = 64;
/// Deeper than records are nested.
static constexpr unsigned MostNested = 16;

/// Returns whether a member of \p Record, or of a record in it, begins at
/// \p Offset and has \p Bytes.
static bool hasMember(const DICompositeType *Record, uint64_t Offset,
                      uint64_t Bytes, unsigned Depth = 0) {
  if (!Record || Depth > MostNested ||
      Record->getTag() == dwarf::DW_TAG_union_type)
    return false;
  return any_of(Record->getElements(), [&](const DINode *Element) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Element);
    bool IsPart = Member && (Member->getTag() == dwarf::DW_TAG_member ||
                             Member->getTag() == dwarf::DW_TAG_inheritance);
    if (!IsPart || Member->isStaticMember() || Member->isBitField())
      return false;
    uint64_t Begin = Member->getOffsetInBits() / 8;
    const DICompositeType *Inner = types::recordType(Member->getBaseType());
    if (Inner)
      return Offset >= Begin &&
             hasMember(Inner, Offset - Begin, Bytes, Depth + 1);
    return Offset == Begin && Member->getSizeInBits() == 8 * Bytes;
  });
}

/// Calls \p Visit(instruction, distance) for loads and stores by \p Base, or by
/// a constant distance from it.
template <typename Visitor>
static void visitAccesses(Value *Base, const DataLayout &Layout,
                          Visitor Visit) {
  unsigned Left = MostUsers;
  auto VisitUsers = [&](Value *Pointer, int64_t Distance) {
    for (User *U : Pointer->users()) {
      if (Left == 0)
        return;
      --Left;
      if (auto *I = dyn_cast<Instruction>(U);
          I && getLoadStorePointerOperand(I) == Pointer)
        Visit(*I, Distance);
    }
  };
  VisitUsers(Base, 0);
  for (User *U : Base->users()) {
    auto *GEP = dyn_cast<GetElementPtrInst>(U);
    if (!GEP || GEP->getPointerOperand() != Base)
      continue;
    APInt Distance(Layout.getIndexTypeSizeInBits(GEP->getType()), 0);
    if (!GEP->getType()->isVectorTy() &&
        GEP->accumulateConstantOffset(Layout, Distance))
      VisitUsers(GEP, Distance.getSExtValue());
  }
}

/// Returns the member at the distance of \p A from members that are known, by
/// the same pointer. All of them must say the same.
FieldRef FieldPins::neighbourField(const accesses::Access &A,
                                   const types::RecordLayouts &Types) const {
  bool IsSimple = (A.Kind == AccessKind::Load || A.Kind == AccessKind::Store) &&
                  A.Shape == SiteShape::Fixed && !A.Index && A.Pointer &&
                  A.Pointer->getType()->isPointerTy();
  if (!IsSimple)
    return {};
  const DataLayout &Layout = A.Instruction->getModule()->getDataLayout();
  APInt Distance(Layout.getIndexTypeSizeInBits(A.Pointer->getType()), 0);
  Value *Base = A.Pointer->stripAndAccumulateConstantOffsets(
      Layout, Distance, /*AllowNonInbounds=*/true);
  if (!isa<Instruction, Argument>(Base))
    return {};
  std::optional<FieldRef> AtBase; // Offset wraps where Base is in front of it
  bool Agree = true;
  SmallVector<accesses::Access, 4> Others;
  visitAccesses(Base, Layout, [&](Instruction &I, int64_t Other) {
    Others.clear();
    accesses::collectAccesses(I, Others);
    FieldRef Field =
        Others.size() == 1 ? sureField(Others[0], Types) : FieldRef();
    if (!Field.Record || Field.IsOfElements)
      return;
    Field.Offset -= uint64_t(Other);
    Agree &= !AtBase || (AtBase->Offset == Field.Offset &&
                         types::recordType(AtBase->Record) ==
                             types::recordType(Field.Record));
    AtBase = Field;
  });
  if (!AtBase || !Agree)
    return {};
  FieldRef Found = {AtBase->Record,
                    AtBase->Offset + uint64_t(Distance.getSExtValue())};
  return hasMember(types::recordType(Found.Record), Found.Offset, A.Size)
             ? Found
             : FieldRef();
}
