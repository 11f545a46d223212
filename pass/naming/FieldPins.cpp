//===- FieldPins.cpp - members of accesses, kept for the last pass --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/FieldPins.h"
#include "pass/compat/Compat.h"
#include "pass/compat/StoredVariables.h"
#include "pass/naming/Receivers.h"
#include "pass/types/DebugNames.h"
#include "pass/types/TypeParts.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::naming;

static constexpr StringRef PinnedFields = "memfacet.fields";

static uint64_t bytesOf(const accesses::Access &A) {
  return A.Shape == SiteShape::Fixed ? A.Size : 0;
}

/// Whether \p I accesses more than a single value: a structure, a vector, or
/// what a call is given.
static bool copies(const Instruction &I) {
  if (isa<CallBase>(I))
    return true;
  const Type *Ty = I.getType();
  if (auto *Store = dyn_cast<StoreInst>(&I))
    Ty = Store->getValueOperand()->getType();
  return Ty->isAggregateType() || Ty->isVectorTy();
}

static void addPin(NamedMDNode &List, const accesses::Access &A,
                   const FieldRef &Field) {
  LLVMContext &Context = A.Instruction->getContext();
  auto Number = [&](uint64_t V) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt64Ty(Context), V));
  };
  const DILocation *Location = A.Instruction->getDebugLoc();
  Metadata *Parts[] = {
      MDString::get(Context,
                    types::functionKey(Location->getScope()->getSubprogram())),
      Number(Location->getLine()),
      Number(Location->getColumn()),
      Number(A.Kind != AccessKind::Load),
      Number(bytesOf(A)),
      const_cast<DIType *>(Field.Record),
      Number(Field.Offset),
      Number(copies(*A.Instruction))};
  List.addOperand(MDTuple::get(Context, Parts));
}

/// Whether an access is of no member: a plain variable, one of several lanes,
/// unknown, or a mark of the stack.
static bool isPlain(const accesses::Access &A) {
  if (A.Shape == SiteShape::Blind || isStackMark(A.Shape))
    return true;
  auto *Storage = dyn_cast<AllocaInst>(A.Pointer);
  return A.Lane >= 0 ||
         (Storage && !Storage->getAllocatedType()->isAggregateType());
}

static void pinFunction(llvm::Function &F, const types::RecordLayouts &Types) {
  using PlaceKey = std::tuple<unsigned, unsigned, bool>;
  SmallVector<std::pair<PlaceKey, std::pair<accesses::Access, FieldRef>>, 32>
      Found;
  std::set<PlaceKey> Places; // of members
  SmallVector<accesses::Access, 4> Accesses;
  for (Instruction &I : instructions(F)) {
    const DILocation *Location = I.getDebugLoc();
    if (!Location || Location->getLine() == 0)
      continue;
    Accesses.clear();
    accesses::collectAccesses(I, Accesses);
    for (const accesses::Access &A : Accesses) {
      if (isPlain(A))
        continue;
      FieldRef Field =
          describeField(A.Pointer, Types, F.getParent()->getDataLayout());
      PlaceKey Place = {Location->getLine(), Location->getColumn(),
                        A.Kind != AccessKind::Load};
      Found.push_back({Place, {A, Field}});
      if (Field.Record)
        Places.insert(Place);
    }
  }
  if (Places.empty())
    return;
  NamedMDNode *List = F.getParent()->getOrInsertNamedMetadata(PinnedFields);
  // An unknown access makes a member at the same place uncertain.
  for (const auto &[Place, Pinned] : Found)
    if (Places.count(Place))
      addPin(*List, Pinned.first, Pinned.second);
}

void memfacet::naming::pinFields(Module &M) {
  types::RecordLayouts Types(M);
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && F.getSubprogram())
      pinFunction(F, Types);
}

FieldPins FieldPins::take(Module &M) {
  FieldPins Table;
  NamedMDNode *List = M.getNamedMetadata(PinnedFields);
  if (!List)
    return Table;
  for (const MDNode *Node : List->operands()) {
    auto Number = [&](unsigned I) {
      return mdconst::extract<ConstantInt>(Node->getOperand(I))->getZExtValue();
    };
    Pin P;
    P.Line = Number(1);
    P.Column = Number(2);
    P.Write = Number(3) != 0;
    P.Bytes = Number(4);
    P.Copies = Number(7) != 0;
    P.Field = {cast_or_null<DIType>(Node->getOperand(5)), Number(6)};
    Table.Functions[cast<MDString>(Node->getOperand(0))->getString()].push_back(
        P);
  }
  M.eraseNamedMetadata(List);
  return Table;
}

static bool same(const FieldRef &A, const FieldRef &B) {
  return types::recordType(A.Record) == types::recordType(B.Record) &&
         A.Offset == B.Offset;
}

/// Whether the source accesses every byte of [First.Field, + Bytes), each piece
/// by itself in this function: neighbouring accesses have become one.
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

/// Whether \p I accesses the pointer to a virtual table, which is a member. The
/// pointer in the table, which is none, is read at the same place.
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

FieldRef FieldPins::fieldAt(const accesses::Access &A) const {
  const DILocation *Location = A.Instruction->getDebugLoc();
  if (!Location || Location->getLine() == 0)
    return {};
  auto Entry =
      Functions.find(types::functionKey(Location->getScope()->getSubprogram()));
  if (Entry == Functions.end())
    return {};
  const Pin *Found = nullptr;
  bool IsOfMember = readsTablePointer(*A.Instruction);
  for (const Pin &P : Entry->second) {
    if (IsOfMember && !P.Field.Record)
      continue;
    if (P.Line != Location->getLine() || P.Column != Location->getColumn() ||
        P.Write != (A.Kind != AccessKind::Load))
      continue;
    if (Found && !same(Found->Field, P.Field))
      return {};
    if (!Found || P.Copies || P.Bytes > Found->Bytes)
      Found = &P;
  }
  if (!Found)
    return {};
  uint64_t Bytes = bytesOf(A);
  bool IsNarrower = Bytes != 0 && Bytes < Found->Bytes && !Found->Copies;
  if (Bytes != Found->Bytes && !IsNarrower &&
      !covered(Entry->second, *Found, Bytes))
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

/// Whether \p Element is a member at the beginning of its record, of \p Bytes.
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

FieldRef FieldPins::lookup(const accesses::Access &A,
                           const types::RecordLayouts &Types) const {
  if (isPlain(A))
    return {};
  FieldRef Field = fieldAt(A);
  if (!Field.Record)
    Field = aliasField(*A.Instruction, Types);
  return Field.Record ? Field : firstField(A);
}

/// Deeper than any expression in a source.
static constexpr unsigned MaxAddressDepth = 32;

namespace {

/// An address on its way down from the record.
struct Spot {
  FieldRef Field;
  bool IsInRecord = false; ///< a step into the record was taken
};

} // namespace

static Spot describe(const Value *Address, const types::RecordLayouts &Types,
                     const DataLayout &Layout, unsigned Depth);

/// Returns \p Ty if it is a record that \p Struct is the storage of; or null.
static const DIType *matching(const DIType *Ty, const StructType *Struct,
                              const types::RecordLayouts &Types,
                              const DataLayout &Layout) {
  const DICompositeType *Record = types::recordType(Ty);
  if (!Record || Struct->isOpaque())
    return nullptr;
  // A class may only be declared where its members are accessed.
  if (Record->isForwardDecl())
    return types::recordType(Types.recordOf(Struct)) == Record ? Ty : nullptr;
  uint64_t Bytes = Layout.getTypeAllocSize(const_cast<StructType *>(Struct));
  // Without tail padding it is smaller.
  bool IsBase = Struct->hasName() && Struct->getName().ends_with(".base");
  uint64_t Whole = Record->getSizeInBits() / 8;
  return Whole == Bytes || (IsBase && Whole > Bytes) ? Ty : nullptr;
}

static void stepIntoStruct(Spot &Base, StructType *Struct, unsigned Member,
                           const types::RecordLayouts &Types,
                           const DataLayout &Layout) {
  if (!Base.IsInRecord)
    if (!matching(Base.Field.Record, Struct, Types, Layout))
      Base.Field = {matching(Types.recordOf(Struct), Struct, Types, Layout), 0};
  Base.IsInRecord = true;
  Base.Field.Offset += compat::fixedBytes(
      Layout.getStructLayout(Struct)->getElementOffset(Member));
}

static Spot describeElement(const GEPOperator *GEP,
                            const types::RecordLayouts &Types,
                            const DataLayout &Layout, unsigned Depth) {
  Spot Base = describe(GEP->getPointerOperand(), Types, Layout, Depth + 1);
  APInt Bytes(Layout.getIndexTypeSizeInBits(GEP->getType()), 0);
  if (GEP->getSourceElementType()->isIntegerTy(8)) {
    // A base class or a member by its offset; else bytes of anything.
    bool IsKnown = GEP->accumulateConstantOffset(Layout, Bytes) &&
                   !Bytes.isNegative() && Base.Field.Record &&
                   Base.Field.Offset + Bytes.getZExtValue() <
                       types::typeBytes(Base.Field.Record);
    if (IsKnown) {
      Base.Field.Offset += Bytes.getZExtValue();
      Base.IsInRecord = true;
      return Base;
    }
    // An element of an array of bytes within.
    return Base.IsInRecord ? Base : Spot();
  }
  bool IsFirst = true;
  for (auto Step = gep_type_begin(GEP), End = gep_type_end(GEP); Step != End;
       ++Step, IsFirst = false) {
    if (StructType *Struct = Step.getStructTypeOrNull()) {
      stepIntoStruct(Base, Struct,
                     cast<ConstantInt>(Step.getOperand())->getZExtValue(),
                     Types, Layout);
      if (!Base.Field.Record)
        return {};
      continue;
    }
    // Another element of an array of records is at the same place in its own;
    // in an array within the record, the first element stands for all.
  }
  return Base;
}

static Spot describe(const Value *Address, const types::RecordLayouts &Types,
                     const DataLayout &Layout, unsigned Depth) {
  if (Depth > MaxAddressDepth)
    return {};
  if (auto *GEP = dyn_cast<GEPOperator>(Address))
    return describeElement(GEP, Types, Layout, Depth);
  const DIType *Ty = describeStorage(Address).Type;
  return {{types::recordType(Ty) ? Ty : nullptr, 0}, false};
}

FieldRef memfacet::naming::describeField(const Value *Address,
                                         const types::RecordLayouts &Types,
                                         const DataLayout &Layout) {
  FieldRef Field = describe(Address, Types, Layout, 0).Field;
  const DICompositeType *Record = types::recordType(Field.Record);
  if (!Record)
    return {};
  // A typedef is only needed where the record has no name.
  if (!Record->getName().empty())
    Field.Record = Record;
  uint64_t Bytes = Record->getSizeInBits() / 8;
  return Bytes == 0 || Field.Offset < Bytes ? Field : FieldRef();
}
