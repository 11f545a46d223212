//===- FieldAddresses.cpp - addresses of members in front end's IR --------===//

#include "pass/naming/DebugNames.h"
#include "pass/naming/FieldPins.h"
#include "pass/naming/Receivers.h"
#include "pass/compat/Compat.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace memfacet;

/// Deeper than any expression that a person writes.
static constexpr unsigned MaxDepth = 32;

namespace {

/// An address on its way down from the record.
struct Spot {
  FieldRef Field;
  bool Inside = false; ///< a step into the record was taken
};

} // namespace

static Spot describe(const Value *Address, const RecordLayouts &Types,
                     const DataLayout &Layout, unsigned Depth);

/// A record that \p Struct is the storage of.
static const DIType *matching(const DIType *Ty, const StructType *Struct,
                              const RecordLayouts &Types,
                              const DataLayout &Layout) {
  const DICompositeType *Record = recordType(Ty);
  if (!Record || Struct->isOpaque())
    return nullptr;
  // A class may only be declared where its members are accessed.
  if (Record->isForwardDecl())
    return recordType(Types.recordOf(Struct)) == Record ? Ty : nullptr;
  uint64_t Bytes = Layout.getTypeAllocSize(const_cast<StructType *>(Struct));
  // Without tail padding it is smaller.
  bool Base = Struct->hasName() && Struct->getName().ends_with(".base");
  uint64_t Whole = Record->getSizeInBits() / 8;
  return Whole == Bytes || (Base && Whole > Bytes) ? Ty : nullptr;
}

static void stepIntoStruct(Spot &At, StructType *Struct, unsigned Member,
                           const RecordLayouts &Types,
                           const DataLayout &Layout) {
  if (!At.Inside)
    if (!matching(At.Field.Record, Struct, Types, Layout))
      At.Field = {matching(Types.recordOf(Struct), Struct, Types, Layout), 0};
  At.Inside = true;
  At.Field.Offset += compat::fixedBytes(
      Layout.getStructLayout(Struct)->getElementOffset(Member));
}

static Spot describeElement(const GEPOperator *GEP, const RecordLayouts &Types,
                            const DataLayout &Layout, unsigned Depth) {
  Spot At = describe(GEP->getPointerOperand(), Types, Layout, Depth + 1);
  APInt Bytes(Layout.getIndexTypeSizeInBits(GEP->getType()), 0);
  if (GEP->getSourceElementType()->isIntegerTy(8)) {
    // A base class or a member by its offset; else bytes of anything.
    bool Known =
        GEP->accumulateConstantOffset(Layout, Bytes) && !Bytes.isNegative() &&
        At.Field.Record &&
        At.Field.Offset + Bytes.getZExtValue() < typeBytes(At.Field.Record);
    if (Known) {
      At.Field.Offset += Bytes.getZExtValue();
      At.Inside = true;
      return At;
    }
    // An element of an array of bytes within.
    return At.Inside ? At : Spot();
  }
  bool First = true;
  for (auto It = gep_type_begin(GEP), End = gep_type_end(GEP); It != End;
       ++It, First = false) {
    if (StructType *Struct = It.getStructTypeOrNull()) {
      stepIntoStruct(At, Struct,
                     cast<ConstantInt>(It.getOperand())->getZExtValue(), Types,
                     Layout);
      if (!At.Field.Record)
        return {};
      continue;
    }
    // Another element of an array of records is at the same place in its own;
    // in an array within the record, the first element stands for all.
  }
  return At;
}

static Spot describe(const Value *Address, const RecordLayouts &Types,
                     const DataLayout &Layout, unsigned Depth) {
  if (Depth > MaxDepth)
    return {};
  if (auto *GEP = dyn_cast<GEPOperator>(Address))
    return describeElement(GEP, Types, Layout, Depth);
  const DIType *Ty = describeStorage(Address).Type;
  return {{recordType(Ty) ? Ty : nullptr, 0}, false};
}

FieldRef memfacet::describeField(const Value *Address,
                                 const RecordLayouts &Types,
                                 const DataLayout &Layout) {
  FieldRef Field = describe(Address, Types, Layout, 0).Field;
  const DICompositeType *Record = recordType(Field.Record);
  if (!Record)
    return {};
  // A typedef is only needed where the record has no name.
  if (!Record->getName().empty())
    Field.Record = Record;
  uint64_t Bytes = Record->getSizeInBits() / 8;
  return Bytes == 0 || Field.Offset < Bytes ? Field : FieldRef();
}
