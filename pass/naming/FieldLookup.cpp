//===- FieldLookup.cpp - the members of accesses in the last pass ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/compat/StoredVariables.h"
#include "pass/naming/FieldPins.h"
#include "pass/types/DebugNames.h"
#include "pass/types/TypeParts.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include <map>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

/// No vector covers elements of this size.
static constexpr uint64_t MostRecordBytes = 4096;

/// Returns whether \p A loads or stores a vector.
static bool isVector(const accesses::Access &A) {
  auto *Store = dyn_cast<StoreInst>(A.Instruction);
  return (Store ? Store->getValueOperand()->getType()
                : A.Instruction->getType())
      ->isVectorTy();
}

static bool same(const FieldRef &A, const FieldRef &B) {
  return types::recordType(A.Record) == types::recordType(B.Record) &&
         A.Offset == B.Offset;
}

/// Returns whether the source accesses every byte of [First.Field, + Bytes),
/// each piece by itself in this function: neighbouring accesses have become
/// one.
bool FieldPins::covered(const PinList &Pins, const Pin &First, uint64_t Bytes) {
  uint64_t Position = First.Field.Offset, End = Position + Bytes;
  while (Position < End) {
    uint64_t Next = Position;
    for (const Pin &P : Pins)
      if (P.Write == First.Write &&
          same(P.Field, {First.Field.Record, Position}))
        Next = std::max(Next, Position + P.Bytes);
    if (Next == Position)
      return false;
    Position = Next;
  }
  return Position == End;
}

/// Returns whether \p I accesses the pointer to a virtual table, which is a
/// member. The pointer in the table, which is none, is read at the same place.
static bool readsTablePointer(const Instruction &I) {
  const MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
  auto *Type = Tag && Tag->getNumOperands() > 1
                   ? dyn_cast_or_null<MDNode>(Tag->getOperand(1))
                   : nullptr;
  auto *Name = Type && Type->getNumOperands() > 0
                   ? dyn_cast_or_null<MDString>(Type->getOperand(0))
                   : nullptr;
  return Name && Name->getString() == "vtable pointer";
}

const FieldPins::PinList *
FieldPins::pinsAround(const accesses::Access &A) const {
  const DILocation *Location = A.Instruction->getDebugLoc();
  if (!Location || Location->getLine() == 0)
    return nullptr;
  auto Entry =
      Functions.find(types::functionKey(Location->getScope()->getSubprogram()));
  return Entry == Functions.end() ? nullptr : &Entry->second;
}

SmallVector<const FieldPins::Pin *, 4>
FieldPins::pinsAt(const accesses::Access &A) const {
  SmallVector<const Pin *, 4> Found;
  const PinList *Pins = pinsAround(A);
  if (!Pins)
    return Found;
  const DILocation *Location = A.Instruction->getDebugLoc();
  bool IsOfMember = readsTablePointer(*A.Instruction);
  for (const Pin &P : *Pins)
    if (!(IsOfMember && !P.Field.Record) && P.Line == Location->getLine() &&
        P.Column == Location->getColumn() &&
        P.Write == (A.Kind != AccessKind::Load))
      Found.push_back(&P);
  return Found;
}

/// Returns a bit for each byte of the record of \p First that the source
/// accesses in this function.
BitVector FieldPins::accessedBytes(const PinList &Pins, const Pin &First) {
  uint64_t Bytes = types::typeBytes(First.Field.Record);
  BitVector Accessed(Bytes < MostRecordBytes ? unsigned(Bytes) : 0);
  for (const Pin &P : Pins)
    if (P.Write == First.Write && types::recordType(P.Field.Record) ==
                                      types::recordType(First.Field.Record))
      for (uint64_t B = P.Field.Offset, Done = 0;
           Done != P.Bytes && B < Accessed.size(); ++B, ++Done)
        Accessed.set(unsigned(B));
  return Accessed;
}

/// Returns the bytes of the record that \p A uses if it begins \p Begin bytes
/// after the start of one.
static BitVector usedOfRecord(const accesses::Access &A, uint64_t Begin,
                              unsigned RecordBytes) {
  BitVector Used(RecordBytes);
  for (uint64_t B = 0; B != A.Size; ++B)
    if (A.Used.has(B))
      Used.set(unsigned((Begin + B) % RecordBytes));
  return Used;
}

/// Returns the place where \p A begins, which uses members of several elements
/// of an array, among them that of \p Found. The vectoriser keeps the place in
/// the source of one of them, and begins with the first one in memory. All that
/// is used must be what the source accesses in this function; none where it may
/// be one or another set of members.
FieldRef FieldPins::wideField(const accesses::Access &A, const PinList &Pins,
                              const Pin &Found) {
  BitVector Accessed = accessedBytes(Pins, Found);
  uint64_t Bytes = Accessed.size();
  if (Found.Bytes == 0 || Found.Field.Offset >= Bytes)
    return {};
  std::map<uint64_t, BitVector> Begins;
  for (uint64_t B = 0; B < std::min<uint64_t>(A.Size, Bytes);
       B += Found.Bytes) {
    if (!A.Used.has(B))
      continue;
    uint64_t Begin = (Found.Field.Offset + Bytes - B) % Bytes;
    BitVector Used = usedOfRecord(A, Begin, unsigned(Bytes));
    if (!Used.test(Accessed))
      Begins.emplace(Begin, std::move(Used));
  }
  for (const auto &[Begin, Used] : Begins)
    if (Used != Begins.begin()->second)
      return {};
  if (Begins.empty())
    return {};
  return {Found.Field.Record, Begins.begin()->first, !Found.Copies};
}

FieldRef FieldPins::fieldAt(const accesses::Access &A) const {
  const Pin *Found = nullptr;
  for (const Pin *P : pinsAt(A)) {
    if (!P->Field.Record || (Found && !same(Found->Field, P->Field)))
      return {};
    if (!Found || P->Copies || P->Bytes > Found->Bytes)
      Found = P;
  }
  if (!Found)
    return {};
  const PinList &Pins = *pinsAround(A);
  uint64_t Bytes = knownBytes(A);
  if (types::openEnd(Found->Field.Record).contains(Found->Field.Offset))
    return Found->Field;
  if (isVector(A) &&
      (!A.Used.all() || Bytes > types::typeBytes(Found->Field.Record)))
    return wideField(A, Pins, *Found);
  bool IsNarrower = Bytes != 0 && Bytes < Found->Bytes && !Found->Copies;
  if (Bytes != Found->Bytes && !IsNarrower && !covered(Pins, *Found, Bytes))
    return {};
  return Found->Field;
}

/// Returns the outermost record and the offset in it, by the tag of a struct's
/// path.
static FieldRef aliasField(const Instruction &I,
                           const types::RecordLayouts &Types) {
  const MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
  if (!Tag || Tag->getNumOperands() < 3 ||
      Tag->getOperand(0) == Tag->getOperand(1))
    return {};
  auto *Base = dyn_cast_or_null<MDNode>(Tag->getOperand(0));
  auto *Offset = mdconst::dyn_extract_or_null<ConstantInt>(Tag->getOperand(2));
  if (!Base || !Offset || Base->getNumOperands() == 0)
    return {};
  auto *Name = dyn_cast_or_null<MDString>(Base->getOperand(0));
  if (!Name || Name->getString().empty())
    return {};
  return {Types.aliasRecord(Name->getString()), Offset->getZExtValue()};
}

/// Returns the place in the record that all pins at the place of \p A are of:
/// several members are accessed there, as by `table[i] = {1, 2, 3}`. The
/// address must be that of an element of such records, or in one.
FieldRef FieldPins::elementField(const accesses::Access &A,
                                 const types::RecordLayouts &Types) const {
  const DIType *Record = nullptr;
  for (const Pin *P : pinsAt(A)) {
    if (!P->Field.Record || (Record && types::recordType(Record) !=
                                           types::recordType(P->Field.Record)))
      return {};
    Record = P->Field.Record;
  }
  if (!Record)
    return {};
  const DataLayout &Layout = A.Instruction->getModule()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(A.Pointer->getType()), 0);
  auto *Element =
      dyn_cast<GEPOperator>(A.Pointer->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  auto *Struct =
      Element ? dyn_cast<StructType>(Element->getSourceElementType()) : nullptr;
  bool IsInside = Struct && Element->getNumIndices() == 1 &&
                  matchingRecord(Record, Struct, Types, Layout) &&
                  Offset.isNonNegative() &&
                  Offset.ult(types::typeBytes(Record));
  return IsInside ? FieldRef{Record, Offset.getZExtValue()} : FieldRef();
}

/// Returns whether \p Element is a member at the beginning of its record, of \p
/// Bytes.
static bool isFirstMember(const DINode *Element, uint64_t Bytes) {
  auto *Member = dyn_cast_or_null<DIDerivedType>(Element);
  return Member && Member->getTag() == dwarf::DW_TAG_member &&
         !Member->isStaticMember() && !Member->isBitField() &&
         Member->getOffsetInBits() == 0 && Member->getSizeInBits() == 8 * Bytes;
}

/// Returns the record, perhaps by its typedef, that the variable with the value
/// \p Pointer points to; null: none.
static const DIType *pointedRecord(Value *Pointer) {
  const DILocalVariable *V = compat::variableOfValue(Pointer);
  auto *Ty = dyn_cast_or_null<DIDerivedType>(
      V ? types::strippedType(V->getType()) : nullptr);
  if (!Ty || Ty->getTag() != dwarf::DW_TAG_pointer_type)
    return nullptr;
  const DICompositeType *Record = types::recordType(Ty->getBaseType());
  bool HasName = Record && !Record->getName().empty();
  return HasName ? Record : Record ? Ty->getBaseType() : nullptr;
}

/// Like pointedRecord; also of the values that \p Pointer may have, if all that
/// are known point to the same record.
static const DIType *possibleRecord(Value *Pointer) {
  const DIType *Found = pointedRecord(Pointer);
  auto *Choice = dyn_cast<PHINode>(Pointer);
  if (Found || !Choice)
    return Found;
  for (Value *Incoming : Choice->incoming_values()) {
    const DIType *Record = pointedRecord(Incoming);
    if (Found && Record && Record != Found)
      return nullptr;
    Found = Record ? Record : Found;
  }
  return Found;
}

/// Returns the first member of the record that a pointer of the source points
/// to, if \p A is an access with just that address. Example: `for (n = list; n;
/// n = n->next)`, where the loads of `list` and of `next` become one load for
/// some time, and lose what aliasing information says.
static FieldRef firstField(const accesses::Access &A) {
  if (A.Kind != AccessKind::Load && A.Kind != AccessKind::Store)
    return {};
  if (!A.Pointer || !A.Pointer->getType()->isPointerTy() || A.Index)
    return {};
  const DIType *Ty = possibleRecord(A.Pointer);
  const DICompositeType *Record = types::recordType(Ty);
  if (!Record || Record->getTag() == dwarf::DW_TAG_union_type ||
      none_of(Record->getElements(), [&](const DINode *Element) {
        return isFirstMember(Element, A.Size);
      }))
    return {};
  return {Ty, 0};
}

/// Returns the member that place, address or aliasing information tell.
FieldRef FieldPins::sureField(const accesses::Access &A,
                              const types::RecordLayouts &Types) const {
  if (isPlain(A))
    return {};
  FieldRef Field = fieldAt(A);
  if (!Field.Record)
    Field = elementField(A, Types);
  // The tag of several lanes is that of the first one that is used.
  bool HasOtherTag = isVector(A) && !A.Used.has(0);
  if (!Field.Record && !HasOtherTag)
    Field = aliasField(*A.Instruction, Types);
  return Field;
}

FieldRef FieldPins::lookup(const accesses::Access &A,
                           const types::RecordLayouts &Types) const {
  if (isPlain(A))
    return {};
  FieldRef Field = sureField(A, Types);
  if (!Field.Record)
    Field = firstField(A);
  return Field.Record ? Field : neighbourField(A, Types);
}
