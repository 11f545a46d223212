//===- UsedLanes.cpp - the lanes of wide accesses that have a use ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/UsedLanes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::accesses;

namespace {

/// More values than between a load and the sums of an unrolled loop.
constexpr unsigned MostValues = 128;

/// A value as lanes, each of whole bytes. A scalar is one lane. The lane of
/// a type without whole bytes, as i1, counts as one byte.
struct LaneShape {
  unsigned Lanes = 0, Bytes = 0; ///< bytes of a lane; 0: not followed

  explicit LaneShape(const Value *V) {
    Type *Ty = V->getType();
    if (isa<ScalableVectorType>(Ty) || !Ty->isSized())
      return;
    Type *Lane = Ty->getScalarType();
    if (!Lane->isIntegerTy() && !Lane->isFloatingPointTy() &&
        !Lane->isPointerTy())
      return;
    auto *Vector = dyn_cast<FixedVectorType>(Ty);
    Lanes = Vector ? Vector->getNumElements() : 1;
    Bits = Lane->getPrimitiveSizeInBits();
    Bytes = Bits % 8 == 0 && Bits != 0 ? Bits / 8 : 1;
  }
  unsigned size() const { return Lanes * Bytes; }
  bool isWhole() const { return Bits != 0 && Bits % 8 == 0; }

private:
  unsigned Bits = 0;
};

/// Finds which bytes of a value have a use.
class UseFinder {
public:
  /// Returns a bit for each byte of \p V.
  BitVector used(const Value *V);

private:
  void addUse(const Value *V, const User *U, BitVector &Used);
  bool addLaneUse(const Value *V, const Instruction *I, BitVector &Used);
  bool addByteUse(const Value *V, const Instruction *I, BitVector &Used);
  void addShuffle(const Value *V, const ShuffleVectorInst *I, BitVector &Used);
  bool addParts(const Value *V, const CallBase *I, BitVector &Used);

  DenseMap<const Value *, BitVector> Known;
};

} // namespace

/// Returns whether \p Earlier, in the block of \p Store, begins \p Distance
/// bytes after the store, and nothing is written in between.
static bool loadsSamePlace(const LoadInst &Earlier, const StoreInst &Store,
                           int64_t Distance) {
  if (Earlier.getParent() != Store.getParent() || !Earlier.isSimple())
    return false;
  const DataLayout &Layout = Store.getModule()->getDataLayout();
  auto PlaceOf = [&](const Value *Pointer) {
    APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
    const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
        Layout, Offset, /*AllowNonInbounds=*/true);
    return std::pair(Base, Offset.getSExtValue());
  };
  auto [LoadBase, LoadOffset] = PlaceOf(Earlier.getPointerOperand());
  auto [StoreBase, StoreOffset] = PlaceOf(Store.getPointerOperand());
  if (LoadBase != StoreBase || LoadOffset - StoreOffset != Distance)
    return false;
  for (const Instruction *I = &Earlier; I != &Store; I = I->getNextNode())
    if (!I || I->mayWriteToMemory())
      return false;
  return true;
}

/// Returns the load, and the lane of it, that lane \p Lane of \p V is.
static std::pair<const LoadInst *, unsigned> loadedLane(const Value *V,
                                                        unsigned Lane) {
  for (unsigned Step = 0; Step != MostValues; ++Step) {
    // A lane that the vector does not have is poison.
    if (Lane >= LaneShape(V).Lanes)
      return {};
    if (auto *Load = dyn_cast<LoadInst>(V))
      return {Load, Lane};
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(V)) {
      int Source = Shuffle->getMaskValue(Lane);
      unsigned Lanes = LaneShape(Shuffle->getOperand(0)).Lanes;
      if (Source < 0)
        return {};
      V = Shuffle->getOperand(unsigned(Source) / Lanes);
      Lane = unsigned(Source) % Lanes;
    } else if (auto *Insert = dyn_cast<InsertElementInst>(V)) {
      auto *Place = dyn_cast<ConstantInt>(Insert->getOperand(2));
      if (!Place)
        return {};
      bool IsInserted = Place->equalsInt(Lane);
      V = Insert->getOperand(IsInserted ? 1 : 0);
      Lane = IsInserted ? 0 : Lane;
    } else if (auto *Extract = dyn_cast<ExtractElementInst>(V)) {
      auto *Place = dyn_cast<ConstantInt>(Extract->getIndexOperand());
      if (!Place || Place->uge(LaneShape(Extract->getVectorOperand()).Lanes))
        return {};
      V = Extract->getVectorOperand();
      Lane = unsigned(Place->getZExtValue());
    } else {
      return {};
    }
  }
  return {};
}

/// Returns the bytes of \p Store that are not what was loaded from there.
static BitVector changedBytes(const StoreInst &Store) {
  const Value *Stored = Store.getValueOperand();
  LaneShape Shape(Stored);
  BitVector Changed(Shape.size(), true);
  for (unsigned L = 0; L != Shape.Lanes; ++L) {
    auto [Load, Lane] = loadedLane(Stored, L);
    int64_t Distance = (int64_t(L) - int64_t(Lane)) * Shape.Bytes;
    if (Load && LaneShape(Load).Bytes == Shape.Bytes &&
        loadsSamePlace(*Load, Store, Distance))
      Changed.reset(L * Shape.Bytes, (L + 1) * Shape.Bytes);
  }
  return Changed;
}

/// Adds all bytes of lane \p Lane if \p Result uses a byte of lane \p L.
static void addLane(const BitVector &Result, const LaneShape &From, unsigned L,
                    const LaneShape &To, unsigned Lane, BitVector &Used) {
  if (Result.find_first_in(L * From.Bytes, (L + 1) * From.Bytes) >= 0)
    Used.set(Lane * To.Bytes, (Lane + 1) * To.Bytes);
}

/// Adds the bytes of the lane that \p Result uses of an equal lane.
static void addBytes(const BitVector &Result, unsigned L, unsigned Bytes,
                     unsigned Lane, BitVector &Used) {
  for (unsigned B = 0; B != Bytes; ++B)
    if (Result[L * Bytes + B])
      Used.set(Lane * Bytes + B);
}

void UseFinder::addShuffle(const Value *V, const ShuffleVectorInst *I,
                           BitVector &Used) {
  LaneShape Shape(V);
  BitVector Result = used(I);
  for (unsigned Operand = 0; Operand != 2; ++Operand)
    if (I->getOperand(Operand) == V)
      for (const auto &Lane : enumerate(I->getShuffleMask())) {
        int From = Lane.value() - int(Operand * Shape.Lanes);
        if (From >= 0 && From < int(Shape.Lanes))
          addBytes(Result, unsigned(Lane.index()), Shape.Bytes, unsigned(From),
                   Used);
      }
}

/// Adds the lanes that a `llvm.vector.deinterleave` takes apart.
bool UseFinder::addParts(const Value *V, const CallBase *I, BitVector &Used) {
  const llvm::Function *Callee = I->getCalledFunction();
  auto *Parts = dyn_cast<StructType>(I->getType());
  if (!Callee || !Parts || !Callee->isIntrinsic() ||
      !Callee->getName().contains("vector.deinterleave"))
    return false;
  LaneShape Shape(V);
  unsigned Factor = Parts->getNumElements();
  for (const User *U : I->users()) {
    auto *Part = dyn_cast<ExtractValueInst>(U);
    if (!Part || Part->getNumIndices() != 1)
      return false;
    BitVector Result = used(Part);
    for (unsigned L = 0; L != Shape.Lanes / Factor; ++L)
      addBytes(Result, L, Shape.Bytes, L * Factor + Part->getIndices()[0],
               Used);
  }
  return true;
}

/// Adds a use by which lanes keep or change their places.
bool UseFinder::addLaneUse(const Value *V, const Instruction *I,
                           BitVector &Used) {
  LaneShape Shape(V), Result(I);
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(I)) {
    addShuffle(V, Shuffle, Used);
    return true;
  }
  if (auto *Extract = dyn_cast<ExtractElementInst>(I)) {
    auto *Lane = dyn_cast<ConstantInt>(Extract->getIndexOperand());
    if (!Lane || Extract->getVectorOperand() != V || Lane->uge(Shape.Lanes))
      return false;
    addBytes(used(I), 0, Shape.Bytes, unsigned(Lane->getZExtValue()), Used);
    return true;
  }
  if (auto *Insert = dyn_cast<InsertElementInst>(I)) {
    auto *Lane = dyn_cast<ConstantInt>(Insert->getOperand(2));
    if (!Lane || Lane->uge(Result.Lanes) || Insert->getOperand(2) == V)
      return false;
    unsigned Place = unsigned(Lane->getZExtValue());
    BitVector Uses = used(I);
    if (Insert->getOperand(1) == V)
      addBytes(Uses, Place, Shape.Bytes, 0, Used);
    Uses.reset(Place * Result.Bytes, (Place + 1) * Result.Bytes);
    if (Insert->getOperand(0) == V)
      Used |= Uses;
    return true;
  }
  if (auto *Call = dyn_cast<CallBase>(I))
    return addParts(V, Call, Used);
  return false;
}

/// Returns the bytes by which \p I moves each lane to the right; nothing if it
/// does not, or moves them by other bits.
static std::optional<unsigned> shiftedBytes(const Instruction *I) {
  const APInt *Bits;
  if (I->getOpcode() == Instruction::LShr &&
      PatternMatch::match(I->getOperand(1), PatternMatch::m_APInt(Bits)) &&
      Bits->ult(512) && Bits->getZExtValue() % 8 == 0)
    return unsigned(Bits->getZExtValue() / 8);
  return std::nullopt;
}

/// Returns the bytes that an `and` with a constant lets through; empty: all.
static BitVector passingBytes(const Instruction *I, const LaneShape &Shape) {
  if (I->getOpcode() != Instruction::And)
    return {};
  auto *Mask = dyn_cast<Constant>(I->getOperand(1));
  if (!Mask)
    return {};
  BitVector Passing(Shape.size(), true);
  for (unsigned L = 0; L != Shape.Lanes; ++L) {
    Constant *Lane =
        Mask->getType()->isVectorTy() ? Mask->getAggregateElement(L) : Mask;
    auto *Number = dyn_cast_or_null<ConstantInt>(Lane);
    for (unsigned B = 0; Number && B != Shape.Bytes; ++B)
      if (Number->getValue().extractBits(8, B * 8).isZero())
        Passing.reset(L * Shape.Bytes + B);
  }
  return Passing;
}

/// Adds a use by which bytes stay in their lanes.
bool UseFinder::addByteUse(const Value *V, const Instruction *I,
                           BitVector &Used) {
  LaneShape Shape(V), Result(I);
  if (isa<BitCastInst>(I) && Shape.isWhole() && Result.isWhole()) {
    Used |= used(I);
    return true;
  }
  bool IsByLane = isa<UnaryOperator>(I) || isa<BinaryOperator>(I) ||
                  isa<CastInst>(I) || isa<CmpInst>(I) || isa<SelectInst>(I) ||
                  isa<FreezeInst>(I);
  if (auto *Call = dyn_cast<IntrinsicInst>(I))
    IsByLane = isTriviallyVectorizable(Call->getIntrinsicID());
  if (!IsByLane || Shape.Lanes != Result.Lanes)
    return false;
  BitVector Uses = used(I);
  bool KeepsBytes = I->isBitwiseLogicOp() || isa<SelectInst>(I) ||
                    isa<FreezeInst>(I) || isa<TruncInst>(I) || shiftedBytes(I);
  if (!KeepsBytes || !Shape.isWhole() || !Result.isWhole()) {
    for (unsigned L = 0; L != Shape.Lanes; ++L)
      addLane(Uses, Result, L, Shape, L, Used);
    return true;
  }
  if (BitVector Passing = passingBytes(I, Shape); !Passing.empty())
    Uses &= Passing;
  unsigned Moved = shiftedBytes(I).value_or(0);
  for (unsigned L = 0; L != Shape.Lanes; ++L)
    for (unsigned B = 0; B + Moved < Shape.Bytes && B != Result.Bytes; ++B)
      if (Uses[L * Result.Bytes + B])
        Used.set(L * Shape.Bytes + B + Moved);
  return true;
}

void UseFinder::addUse(const Value *V, const User *U, BitVector &Used) {
  auto *I = dyn_cast<Instruction>(U);
  auto *Store = dyn_cast<StoreInst>(U);
  if (Store && Store->isSimple() && Store->getValueOperand() == V &&
      Store->getPointerOperand() != V && LaneShape(V).isWhole()) {
    Used |= changedBytes(*Store);
    return;
  }
  if (!I || !(LaneShape(I).Bytes || isa<CallBase>(I)) ||
      !(addLaneUse(V, I, Used) || addByteUse(V, I, Used)))
    Used.set();
}

BitVector UseFinder::used(const Value *V) {
  LaneShape Shape(V);
  auto [Entry, IsNew] = Known.try_emplace(V, BitVector(Shape.size(), true));
  if (!IsNew || Known.size() > MostValues)
    return Known.lookup(V);
  BitVector Used(Shape.size());
  for (const User *U : V->users())
    if (!Used.all())
      addUse(V, U, Used);
  return Known[V] = Used;
}

/// Returns how many bytes of an access as long as \p Used \p Code has.
static unsigned covered(UsedBytes Code, const BitVector &Used) {
  unsigned Covered = 0;
  for (unsigned Byte = 0; Byte != Used.size(); ++Byte)
    Covered += Code.has(Byte);
  return Covered;
}

/// Returns the code that has all bytes of \p Used and fewest others; the one of
/// the largest units, of which periods fit \p Used. LLVM 22 does not load what
/// is after the last used lane: only where the code has no others, the last
/// period may be cut.
static UsedBytes codeOf(const BitVector &Used) {
  UsedBytes Best;
  unsigned Least = Used.size();
  for (bool IsCut : {false, true})
    for (unsigned Shift = UsedBytes::MostShift + 1; Shift-- != 0;)
      for (unsigned Units = 1; Units <= UsedBytes::MostUnits; ++Units) {
        unsigned Period = Units << Shift;
        if ((Used.size() % Period != 0) != IsCut || Period > Used.size())
          continue;
        unsigned Mask = 0;
        for (unsigned Byte : Used.set_bits())
          Mask |= 1u << (Byte >> Shift) % Units;
        UsedBytes Code(Shift, Units, uint8_t(Mask));
        unsigned Covered = covered(Code, Used);
        if (Covered < Least && (!IsCut || Covered == Used.count())) {
          Least = Covered;
          Best = Code;
        }
      }
  return Best;
}

UsedBytes memfacet::accesses::usedBytes(const Access &A) {
  if (A.Shape != SiteShape::Fixed || A.Flags & (SiteVolatile | SiteAtomic) ||
      A.Size < 2 ||
      !A.Instruction->getModule()->getDataLayout().isLittleEndian())
    return {};
  auto *Load = dyn_cast<LoadInst>(A.Instruction);
  auto *Store = dyn_cast<StoreInst>(A.Instruction);
  const Value *Moved = Load    ? A.Instruction
                       : Store ? Store->getValueOperand()
                               : nullptr;
  if (!Moved)
    return {};
  LaneShape Shape(Moved);
  if (!Shape.isWhole() || Shape.size() != A.Size)
    return {};
  BitVector Used = Load ? UseFinder().used(Load) : changedBytes(*Store);
  return Used.none() || Used.all() ? UsedBytes() : codeOf(Used);
}
