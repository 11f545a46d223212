//===- LibraryAccesses.cpp - what calls of the C library touch ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/LibraryAccesses.h"
#include "memfacet/Check.h"
#include "memfacet/Entry.h"
#include "pass/accesses/ScanFormat.h"
#include "pass/compat/Compat.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::accesses;

namespace {

using Builder = IRBuilder<ConstantFolder, IRBuilderCallbackInserter>;

/// Inserts the code for one call. The code reads only what the function itself
/// reads, and does not change errno.
class Measurer {
public:
  Measurer(CallBase &Call, const LibraryFunction &Known, Builder &B);

  /// Appends the touches that are known before or only after the call; \p
  /// Position is the instruction before which they are recorded.
  void measure(bool IsAfterCall, Instruction &Position,
               SmallVectorImpl<Access> &Accesses);

private:
  Value *argument(int Index) const { return Call.getArgOperand(Index); }
  Value *number(Value *V) { return B.CreateSExtOrTrunc(V, Int64); }
  Value *elements(Value *Count) {
    return Unit == 1 ? Count : B.CreateMul(Count, B.getInt64(Unit));
  }
  Value *least(Value *A, Value *Other) {
    return B.CreateSelect(B.CreateICmpULT(A, Other), A, Other);
  }
  Value *atMost(Value *Bytes, int8_t Argument) {
    return Argument == NoArgument
               ? Bytes
               : least(Bytes, elements(number(argument(Argument))));
  }
  Value *limit(int8_t Argument) {
    return Argument == NoArgument ? B.getInt64(UINT64_MAX)
                                  : number(argument(Argument));
  }

  Value *helper(StringRef Name, ArrayRef<Value *> Arguments);
  Value *text(Value *Pointer, int8_t Most);
  Value *bytesBeforeCall(const TouchedRange &T);
  Value *bytesAfterCall(const TouchedRange &T);
  Value *pathBytes(const TouchedRange &T);
  Value *upToResult(const TouchedRange &T, Value *MatchBytes);
  Value *returned(const TouchedRange &T, uint64_t More);
  Value *address(const TouchedRange &T);
  void add(const TouchedRange &T, Value *Bytes, Instruction &Position,
           SmallVectorImpl<Access> &Accesses);
  void addRange(AccessKind Kind, Value *Pointer, Value *Bytes,
                Instruction &Position, SmallVectorImpl<Access> &Accesses);
  void addVectors(const TouchedRange &T, Instruction &Position,
                  SmallVectorImpl<Access> &Accesses);
  void addScanned(const TouchedRange &T, Instruction &Position,
                  SmallVectorImpl<Access> &Accesses);
  std::pair<Value *, Value *> vectors(const TouchedRange &T);

  CallBase &Call;
  const LibraryFunction &Known;
  Builder &B;
  IntegerType *Int64;
  uint64_t Unit = 1; ///< bytes of an element
  SmallVector<Value *, 3> Lengths;
};

} // namespace

static bool isKnownBefore(RangeExtent Extent) {
  return Extent <= RangeExtent::Real;
}

Measurer::Measurer(CallBase &Call, const LibraryFunction &Known, Builder &B)
    : Call(Call), Known(Known), B(B), Int64(B.getInt64Ty()),
      Lengths(Known.Touches.size()) {
  if (!Known.Wide)
    return;
  auto *Bytes = mdconst::extract_or_null<ConstantInt>(
      Call.getModule()->getModuleFlag("wchar_size"));
  Unit = Bytes ? Bytes->getZExtValue() : 4;
}

/// Inserts a call of the runtime that only reads. Later passes may rely on
/// that: two equal ones before one call of the program have the same result.
Value *Measurer::helper(StringRef Name, ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 4> Parameters;
  for (Value *V : Arguments)
    Parameters.push_back(V->getType());
  FunctionCallee Callee = Call.getModule()->getOrInsertFunction(
      Name, FunctionType::get(Int64, Parameters, false));
  if (auto *F = dyn_cast<llvm::Function>(Callee.getCallee())) {
    F->setDoesNotThrow();
    F->setWillReturn();
    F->setOnlyReadsMemory();
    F->setOnlyAccessesArgMemory();
  }
  CallInst *Helper = B.CreateCall(Callee, Arguments);
  Helper->setDoesNotThrow();
  return Helper;
}

Value *Measurer::text(Value *Pointer, int8_t Most) {
  if (uint64_t Bytes = GetStringLength(Pointer))
    return atMost(B.getInt64(Bytes), Most);
  return helper(MEMFACET_TEXT_BYTES, {Pointer, limit(Most)});
}

Value *Measurer::bytesBeforeCall(const TouchedRange &T) {
  // Ranges of the same length share one computation.
  for (size_t I = 0; I != Known.Touches.size(); ++I) {
    const TouchedRange &Other = Known.Touches[I];
    if (Lengths[I] && Other.Extent == T.Extent && Other.A == T.A &&
        Other.B == T.B)
      return Lengths[I];
  }
  switch (T.Extent) {
  case RangeExtent::Count:
    return elements(number(argument(T.A)));
  case RangeExtent::Text:
    return text(argument(T.A), T.B);
  case RangeExtent::Items:
    return B.CreateMul(number(argument(T.A)), number(argument(T.B)));
  case RangeExtent::Object:
    return B.CreateSelect(B.CreateIsNotNull(argument(T.Argument)),
                          B.getInt64(T.A), B.getInt64(0));
  case RangeExtent::Digits:
    return helper(MEMFACET_NUMBER_BYTES,
                  {argument(T.Argument),
                   T.A == NoArgument
                       ? B.getInt32(10)
                       : B.CreateSExtOrTrunc(argument(T.A), B.getInt32Ty())});
  case RangeExtent::Real:
    return helper(MEMFACET_REAL_BYTES, {argument(T.Argument)});
  default:
    return helper(MEMFACET_COMPARED_BYTES,
                  {argument(0), argument(1), limit(T.A),
                   B.getInt32(T.Extent == RangeExtent::Folded)});
  }
}

/// Returns the result plus \p More; 0 where it is negative.
Value *Measurer::returned(const TouchedRange &T, uint64_t More) {
  Value *Number = number(&Call);
  Value *Good = B.CreateICmpSGE(Number, B.getInt64(0));
  Value *Bytes = elements(B.CreateAdd(Number, B.getInt64(More)));
  return atMost(B.CreateSelect(Good, Bytes, B.getInt64(0)), T.A);
}

/// Returns the bytes up to the element that the result points to, plus \p
/// MatchBytes; where nothing was found, all bytes.
Value *Measurer::upToResult(const TouchedRange &T, Value *MatchBytes) {
  Value *Start = argument(T.Argument);
  Value *IsFound = B.CreateIsNotNull(&Call);
  Value *Distance = B.CreateSub(B.CreatePtrToInt(&Call, Int64),
                                B.CreatePtrToInt(Start, Int64));
  // A text is measured only if nothing else gives the length.
  bool IsBounded = T.Extent == RangeExtent::UpToResult && T.A != NoArgument;
  Value *All =
      IsBounded
          ? elements(number(argument(T.A)))
          : text(B.CreateSelect(IsFound, ConstantPointerNull::get(B.getPtrTy()),
                                Start),
                 NoArgument);
  return B.CreateSelect(IsFound, B.CreateAdd(Distance, MatchBytes), All);
}

/// The kernel reads the path, and refuses an address that is not valid.
Value *Measurer::pathBytes(const TouchedRange &T) {
  Value *Good = B.CreateICmpSGE(&Call, ConstantInt::get(Call.getType(), 0));
  Value *Path = argument(T.A);
  if (uint64_t Bytes = GetStringLength(Path))
    return B.CreateSelect(Good, B.getInt64(Bytes), B.getInt64(0));
  Value *None = ConstantPointerNull::get(B.getPtrTy());
  return text(B.CreateSelect(Good, Path, None), NoArgument);
}

Value *Measurer::bytesAfterCall(const TouchedRange &T) {
  switch (T.Extent) {
  case RangeExtent::Returned:
    return returned(T, 0);
  case RangeExtent::ReturnedItems:
    return B.CreateMul(number(&Call), number(argument(T.A)));
  case RangeExtent::Path:
    return pathBytes(T);
  case RangeExtent::Filled:
    return B.CreateSelect(B.CreateIsNull(&Call), B.getInt64(8 * T.A),
                          B.getInt64(0));
  case RangeExtent::UpToResult:
    return upToResult(T, B.getInt64(Unit));
  case RangeExtent::UpToMatch:
    return upToResult(T, B.CreateSub(Lengths[T.A], B.getInt64(1)));
  case RangeExtent::WrittenText: {
    // A null result has length 0.
    return text(&Call, T.A);
  }
  case RangeExtent::Appended:
    return text(address(T), NoArgument);
  default:
    return returned(T, 1);
  }
}

Value *Measurer::address(const TouchedRange &T) {
  if (T.Argument == CallResult)
    return &Call;
  Value *Pointer = argument(T.Argument);
  if (T.Extent == RangeExtent::Appended)
    return B.CreateGEP(B.getInt8Ty(), Pointer,
                       B.CreateSub(Lengths[T.A], B.getInt64(1)));
  return Pointer;
}

/// Returns a word of zeros, to be read in place of an invalid address.
static GlobalVariable *nowhere(Module &M, Builder &B) {
  constexpr StringLiteral Name = "__memfacet.nowhere";
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    return Known;
  return new GlobalVariable(M, B.getPtrTy(), true, GlobalValue::PrivateLinkage,
                            ConstantPointerNull::get(B.getPtrTy()), Name);
}

/// Returns the buffer after the call has succeeded. Arguments of a call that
/// failed may be invalid.
static Value *lineBuffer(Builder &B, CallBase &Call) {
  Value *Good = B.CreateICmpSGE(&Call, ConstantInt::get(Call.getType(), 0));
  return B.CreateLoad(B.getPtrTy(),
                      B.CreateSelect(Good, Call.getArgOperand(0),
                                     nowhere(*Call.getModule(), B)));
}

void Measurer::add(const TouchedRange &T, Value *Bytes, Instruction &Position,
                   SmallVectorImpl<Access> &Accesses) {
  auto *Constant = dyn_cast<ConstantInt>(Bytes);
  if (Constant && Constant->isZero())
    return;
  Access A;
  A.Instruction = &Call;
  A.Position = &Position;
  A.Pointer = T.Extent == RangeExtent::Line ? lineBuffer(B, Call) : address(T);
  A.Kind = T.Kind;
  if (Constant && Constant->getValue().isIntN(31)) {
    A.Size = Constant->getZExtValue();
  } else {
    A.Shape = SiteShape::Range;
    A.Extra = Bytes;
  }
  Accesses.push_back(A);
}

void Measurer::addRange(AccessKind Kind, Value *Pointer, Value *Bytes,
                        Instruction &Position,
                        SmallVectorImpl<Access> &Accesses) {
  Access A;
  A.Instruction = &Call;
  A.Position = &Position;
  A.Pointer = Pointer;
  A.Kind = Kind;
  A.Shape = SiteShape::Range;
  A.Extra = Bytes;
  Accesses.push_back(A);
}

/// Returns the buffers and their number. The pointers of a message that was not
/// sent or received may be invalid.
std::pair<Value *, Value *> Measurer::vectors(const TouchedRange &T) {
  if (T.Extent == RangeExtent::Vectors)
    return {argument(T.Argument), number(argument(T.A))};
  constexpr uint64_t BuffersAt = 16, CountAt = 24; // in msghdr
  Value *Good = B.CreateICmpSGE(&Call, ConstantInt::get(Call.getType(), 0));
  auto Member = [&](Type *Ty, uint64_t Offset) {
    Value *Address =
        B.CreateGEP(B.getInt8Ty(), argument(T.Argument), B.getInt64(Offset));
    return B.CreateLoad(
        Ty, B.CreateSelect(Good, Address, nowhere(*Call.getModule(), B)));
  };
  Value *Buffers = Member(B.getPtrTy(), BuffersAt);
  return {Buffers, Member(Int64, CountAt)};
}

/// Adds the first buffers only: a record has no room for more.
void Measurer::addVectors(const TouchedRange &T, Instruction &Position,
                          SmallVectorImpl<Access> &Accesses) {
  constexpr uint64_t MaxVectors = 8;
  Value *Total = number(&Call);
  auto [Buffers, Count] = vectors(T);
  for (uint64_t I = 0; I != MaxVectors; ++I) {
    Value *Arguments[] = {Buffers, Count, Total, B.getInt64(I)};
    Value *Base = helper(MEMFACET_VECTOR_BASE, Arguments);
    addRange(T.Kind, B.CreateIntToPtr(Base, B.getPtrTy()),
             helper(MEMFACET_VECTOR_BYTES, Arguments), Position, Accesses);
  }
}

/// Adds what is written through the arguments after the format, if that is a
/// known constant.
void Measurer::addScanned(const TouchedRange &T, Instruction &Position,
                          SmallVectorImpl<Access> &Accesses) {
  StringRef Format;
  if (!getConstantStringInfo(argument(T.Argument), Format))
    return;
  unsigned Index = uint8_t(T.Argument); // never CallResult
  for (const ScanOutput &Output : scanOutputs(Format)) {
    ++Index;
    if (Index >= Call.arg_size() ||
        !argument(int(Index))->getType()->isPointerTy())
      return;
    Value *Least = ConstantInt::get(Call.getType(), Output.LeastResult);
    Value *IsWritten = B.CreateICmpSGE(&Call, Least);
    Value *Pointer = argument(int(Index));
    Value *Bytes =
        Output.Bytes != 0
            ? B.CreateSelect(IsWritten, B.getInt64(Output.Bytes), B.getInt64(0))
            : text(B.CreateSelect(IsWritten, Pointer,
                                  ConstantPointerNull::get(B.getPtrTy())),
                   NoArgument);
    addRange(T.Kind, Pointer, Bytes, Position, Accesses);
  }
}

void Measurer::measure(bool IsAfterCall, Instruction &Position,
                       SmallVectorImpl<Access> &Accesses) {
  MEMFACET_CHECK(IsAfterCall || &Position == &Call,
                 "ranges known before are measured at the call");
  B.SetInsertPoint(&Position);
  B.SetCurrentDebugLocation(DebugLoc());
  for (size_t I = 0; I != Known.Touches.size(); ++I) {
    const TouchedRange &T = Known.Touches[I];
    if (isKnownBefore(T.Extent) == IsAfterCall)
      continue;
    if (T.Extent == RangeExtent::Vectors || T.Extent == RangeExtent::Message) {
      addVectors(T, Position, Accesses);
      continue;
    }
    if (T.Extent == RangeExtent::Scanned) {
      addScanned(T, Position, Accesses);
      continue;
    }
    Lengths[I] = IsAfterCall ? bytesAfterCall(T) : bytesBeforeCall(T);
    add(T, Lengths[I], Position, Accesses);
  }
}

/// Returns what is executed next when \p Call has returned; null where nothing
/// can be inserted there.
static Instruction *afterCall(CallBase &Call) {
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke)
    return Call.isTerminator() || Call.isMustTailCall() || Call.doesNotReturn()
               ? nullptr
               : Call.getNextNode();
  BasicBlock *Normal = Invoke->getNormalDest();
  if (!Normal->getSinglePredecessor())
    Normal = SplitEdge(Invoke->getParent(), Normal);
  return compat::firstInsertionPoint(*Normal);
}

LibraryAccesses::LibraryAccesses(llvm::Function &F,
                                 const LibraryFunctions &Known) {
  SmallVector<std::pair<CallBase *, const LibraryFunction *>, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const LibraryFunction *Callee = Known.find(*Call))
        Calls.push_back({Call, Callee});
  Builder B(F.getContext(), ConstantFolder(),
            IRBuilderCallbackInserter(
                [this](Instruction *I) { Inserted.insert(I); }));
  for (auto [Call, Callee] : Calls) {
    Measurer M(*Call, *Callee, B);
    M.measure(false, *Call, RangesBeforeCall[Call]);
    bool Later = any_of(Callee->Touches, [](const TouchedRange &T) {
      return !isKnownBefore(T.Extent);
    });
    Instruction *Next = Later ? afterCall(*Call) : nullptr;
    if (Next)
      M.measure(true, *Next, RangesAfterCall[Next]);
  }
}

void LibraryAccesses::collect(const Instruction &I,
                              SmallVectorImpl<Access> &Accesses) const {
  for (const Ranges *R : {&RangesAfterCall, &RangesBeforeCall})
    if (auto Entry = R->find(&I); Entry != R->end())
      Accesses.append(Entry->second.begin(), Entry->second.end());
}
