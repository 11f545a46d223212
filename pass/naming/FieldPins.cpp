//===- FieldPins.cpp - members of accesses, kept for the last pass --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/naming/FieldPins.h"
#include "memfacet/Check.h"
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

uint64_t memfacet::naming::knownBytes(const accesses::Access &A) {
  return A.Shape == SiteShape::Fixed ? A.Size : 0;
}

/// Returns whether \p I accesses more than a single value: a structure, a
/// vector, or what a call is given.
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
      Number(knownBytes(A)),
      const_cast<DIType *>(Field.Record),
      Number(Field.Offset),
      Number(copies(*A.Instruction))};
  List.addOperand(MDTuple::get(Context, Parts));
}

bool memfacet::naming::isPlain(const accesses::Access &A) {
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

const DIType *
memfacet::naming::matchingRecord(const DIType *Ty, const StructType *Struct,
                                 const types::RecordLayouts &Types,
                                 const DataLayout &Layout) {
  MEMFACET_CHECK(Struct, "there is storage to compare");
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

static void stepIntoStruct(Spot &Base, StructType *Struct, unsigned Member,
                           const types::RecordLayouts &Types,
                           const DataLayout &Layout) {
  if (!Base.IsInRecord)
    if (!matchingRecord(Base.Field.Record, Struct, Types, Layout))
      Base.Field = {
          matchingRecord(Types.recordOf(Struct), Struct, Types, Layout), 0};
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
  // One element stands for all of an array of any length.
  if (types::OpenEnd End = types::openEnd(Record); End.contains(Field.Offset)) {
    Field.Offset = End.Offset + (Field.Offset - End.Offset) % End.ElementBytes;
    return Field;
  }
  uint64_t Bytes = Record->getSizeInBits() / 8;
  return Bytes == 0 || Field.Offset < Bytes ? Field : FieldRef();
}
