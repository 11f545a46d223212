//===- LibraryAccesses.cpp - what calls of the C library touch ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/LibraryAccesses.h"
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

namespace {

using Builder = IRBuilder<ConstantFolder, IRBuilderCallbackInserter>;

/// Inserts the code for one call. Nothing of it reads what the function itself
/// does not read, and nothing changes errno.
class Measurer {
public:
  Measurer(CallBase &Call, const LibraryFunction &Known, Builder &B);

  /// Appends the touches that are known before or only after the call; \p Where
  /// is the instruction before which they are recorded.
  void measure(bool Afterwards, Instruction &Where,
               SmallVectorImpl<Access> &Out);

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
  Value *before(const TouchedRange &T);
  Value *after(const TouchedRange &T);
  Value *upToResult(const TouchedRange &T, Value *Behind);
  Value *returned(const TouchedRange &T, uint64_t More);
  Value *address(const TouchedRange &T);
  void add(const TouchedRange &T, Value *Bytes, Instruction &Where,
           SmallVectorImpl<Access> &Out);
  void addRange(AccessKind Kind, Value *Pointer, Value *Bytes,
                Instruction &Where, SmallVectorImpl<Access> &Out);
  void addVectors(const TouchedRange &T, Instruction &Where,
                  SmallVectorImpl<Access> &Out);
  void addScanned(const TouchedRange &T, Instruction &Where,
                  SmallVectorImpl<Access> &Out);
  std::pair<Value *, Value *> vectors(const TouchedRange &T);

  CallBase &Call;
  const LibraryFunction &Known;
  Builder &B;
  IntegerType *Int64;
  uint64_t Unit = 1; ///< bytes of an element
  SmallVector<Value *, 3> Lengths;
};

} // namespace

static bool isKnownBefore(RangeExtent How) { return How <= RangeExtent::Real; }

Measurer::Measurer(CallBase &Call, const LibraryFunction &Known, Builder &B)
    : Call(Call), Known(Known), B(B), Int64(B.getInt64Ty()),
      Lengths(Known.Touches.size()) {
  if (!Known.Wide)
    return;
  auto *Bytes = mdconst::extract_or_null<ConstantInt>(
      Call.getModule()->getModuleFlag("wchar_size"));
  Unit = Bytes ? Bytes->getZExtValue() : 4;
}

/// A call of the runtime that only reads. Later passes, too, may know: two of
/// them before one call of the program are the same.
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

Value *Measurer::before(const TouchedRange &T) {
  // Two ranges of the same length: one computation.
  for (size_t I = 0; I != Known.Touches.size(); ++I) {
    const TouchedRange &Other = Known.Touches[I];
    if (Lengths[I] && Other.How == T.How && Other.A == T.A && Other.B == T.B)
      return Lengths[I];
  }
  switch (T.How) {
  case RangeExtent::Count:
    return elements(number(argument(T.A)));
  case RangeExtent::Text:
    return text(argument(T.A), T.B);
  case RangeExtent::Items:
    return B.CreateMul(number(argument(T.A)), number(argument(T.B)));
  case RangeExtent::Object:
    return B.CreateSelect(B.CreateIsNotNull(argument(T.At)), B.getInt64(T.A),
                          B.getInt64(0));
  case RangeExtent::Digits:
    return helper(MEMFACET_NUMBER_BYTES,
                  {argument(T.At),
                   T.A == NoArgument
                       ? B.getInt32(10)
                       : B.CreateSExtOrTrunc(argument(T.A), B.getInt32Ty())});
  case RangeExtent::Real:
    return helper(MEMFACET_REAL_BYTES, {argument(T.At)});
  default:
    return helper(MEMFACET_COMPARED_BYTES,
                  {argument(0), argument(1), limit(T.A),
                   B.getInt32(T.How == RangeExtent::Folded)});
  }
}

/// The result and \p More; 0 where it is negative.
Value *Measurer::returned(const TouchedRange &T, uint64_t More) {
  Value *Number = number(&Call);
  Value *Good = B.CreateICmpSGE(Number, B.getInt64(0));
  Value *Bytes = elements(B.CreateAdd(Number, B.getInt64(More)));
  return atMost(B.CreateSelect(Good, Bytes, B.getInt64(0)), T.A);
}

/// To the element that the result points to, with it and \p Behind; where
/// nothing was found, all was looked at.
Value *Measurer::upToResult(const TouchedRange &T, Value *Behind) {
  Value *From = argument(T.At);
  Value *Found = B.CreateIsNotNull(&Call);
  Value *Distance = B.CreateSub(B.CreatePtrToInt(&Call, Int64),
                                B.CreatePtrToInt(From, Int64));
  // A text is measured only where there is nothing else to go by.
  bool Bounded = T.How == RangeExtent::UpToResult && T.A != NoArgument;
  Value *All =
      Bounded ? elements(number(argument(T.A)))
              : text(B.CreateSelect(
                         Found, ConstantPointerNull::get(B.getPtrTy()), From),
                     NoArgument);
  return B.CreateSelect(Found, B.CreateAdd(Distance, Behind), All);
}

Value *Measurer::after(const TouchedRange &T) {
  switch (T.How) {
  case RangeExtent::Returned:
    return returned(T, 0);
  case RangeExtent::ReturnedItems:
    return B.CreateMul(number(&Call), number(argument(T.A)));
  case RangeExtent::Filled:
    return B.CreateSelect(B.CreateIsNull(&Call), B.getInt64(8 * T.A),
                          B.getInt64(0));
  case RangeExtent::UpToResult:
    return upToResult(T, B.getInt64(Unit));
  case RangeExtent::UpToMatch:
    return upToResult(T, B.CreateSub(Lengths[T.A], B.getInt64(1)));
  case RangeExtent::WrittenText: {
    // A null result measures as nothing.
    return text(&Call, T.A);
  }
  case RangeExtent::Appended:
    return text(address(T), NoArgument);
  default:
    return returned(T, 1);
  }
}

Value *Measurer::address(const TouchedRange &T) {
  if (T.At == TheResult)
    return &Call;
  Value *Pointer = argument(T.At);
  if (T.How == RangeExtent::Appended)
    return B.CreateGEP(B.getInt8Ty(), Pointer,
                       B.CreateSub(Lengths[T.A], B.getInt64(1)));
  return Pointer;
}

/// A word of zeros, to be read in place of what may not be there.
static GlobalVariable *nowhere(Module &M, Builder &B) {
  constexpr StringLiteral Name = "__memfacet.nowhere";
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    return Known;
  return new GlobalVariable(M, B.getPtrTy(), true, GlobalValue::PrivateLinkage,
                            ConstantPointerNull::get(B.getPtrTy()), Name);
}

/// Where the buffer is, once the call has succeeded. Arguments of a call that
/// failed may point nowhere.
static Value *lineBuffer(Builder &B, CallBase &Call) {
  Value *Good = B.CreateICmpSGE(&Call, ConstantInt::get(Call.getType(), 0));
  return B.CreateLoad(B.getPtrTy(),
                      B.CreateSelect(Good, Call.getArgOperand(0),
                                     nowhere(*Call.getModule(), B)));
}

void Measurer::add(const TouchedRange &T, Value *Bytes, Instruction &Where,
                   SmallVectorImpl<Access> &Out) {
  auto *Constant = dyn_cast<ConstantInt>(Bytes);
  if (Constant && Constant->isZero())
    return;
  Access A;
  A.Instruction = &Call;
  A.Position = &Where;
  A.Pointer = T.How == RangeExtent::Line ? lineBuffer(B, Call) : address(T);
  A.Kind = T.Kind;
  if (Constant && Constant->getValue().isIntN(31)) {
    A.Size = Constant->getZExtValue();
  } else {
    A.Shape = SiteShape::Range;
    A.Extra = Bytes;
  }
  Out.push_back(A);
}

void Measurer::addRange(AccessKind Kind, Value *Pointer, Value *Bytes,
                        Instruction &Where, SmallVectorImpl<Access> &Out) {
  Access A;
  A.Instruction = &Call;
  A.Position = &Where;
  A.Pointer = Pointer;
  A.Kind = Kind;
  A.Shape = SiteShape::Range;
  A.Extra = Bytes;
  Out.push_back(A);
}

/// The buffers, and how many there are. A message that was not sent or received
/// may point nowhere.
std::pair<Value *, Value *> Measurer::vectors(const TouchedRange &T) {
  if (T.How == RangeExtent::Vectors)
    return {argument(T.At), number(argument(T.A))};
  constexpr uint64_t BuffersAt = 16, CountAt = 24; // in msghdr
  Value *Good = B.CreateICmpSGE(&Call, ConstantInt::get(Call.getType(), 0));
  auto Member = [&](Type *Ty, uint64_t Offset) {
    Value *Address =
        B.CreateGEP(B.getInt8Ty(), argument(T.At), B.getInt64(Offset));
    return B.CreateLoad(
        Ty, B.CreateSelect(Good, Address, nowhere(*Call.getModule(), B)));
  };
  Value *Buffers = Member(B.getPtrTy(), BuffersAt);
  return {Buffers, Member(Int64, CountAt)};
}

/// A record has room for the first buffers only.
void Measurer::addVectors(const TouchedRange &T, Instruction &Where,
                          SmallVectorImpl<Access> &Out) {
  constexpr uint64_t MaxVectors = 8;
  Value *Total = number(&Call);
  auto [Buffers, Count] = vectors(T);
  for (uint64_t I = 0; I != MaxVectors; ++I) {
    Value *Arguments[] = {Buffers, Count, Total, B.getInt64(I)};
    Value *Base = helper(MEMFACET_VECTOR_BASE, Arguments);
    addRange(T.Kind, B.CreateIntToPtr(Base, B.getPtrTy()),
             helper(MEMFACET_VECTOR_BYTES, Arguments), Where, Out);
  }
}

/// What is written through the arguments behind the format, where that is
/// known here.
void Measurer::addScanned(const TouchedRange &T, Instruction &Where,
                          SmallVectorImpl<Access> &Out) {
  StringRef Format;
  if (!getConstantStringInfo(argument(T.At), Format))
    return;
  unsigned Index = uint8_t(T.At); // never TheResult
  for (const ScanOutput &Each : scanOutputs(Format)) {
    ++Index;
    if (Index >= Call.arg_size() ||
        !argument(int(Index))->getType()->isPointerTy())
      return;
    Value *Least = ConstantInt::get(Call.getType(), Each.LeastResult);
    Value *Written = B.CreateICmpSGE(&Call, Least);
    Value *Pointer = argument(int(Index));
    Value *Bytes =
        Each.Bytes != 0
            ? B.CreateSelect(Written, B.getInt64(Each.Bytes), B.getInt64(0))
            : text(B.CreateSelect(Written, Pointer,
                                  ConstantPointerNull::get(B.getPtrTy())),
                   NoArgument);
    addRange(T.Kind, Pointer, Bytes, Where, Out);
  }
}

void Measurer::measure(bool Afterwards, Instruction &Where,
                       SmallVectorImpl<Access> &Out) {
  B.SetInsertPoint(&Where);
  B.SetCurrentDebugLocation(DebugLoc());
  for (size_t I = 0; I != Known.Touches.size(); ++I) {
    const TouchedRange &T = Known.Touches[I];
    if (isKnownBefore(T.How) == Afterwards)
      continue;
    if (T.How == RangeExtent::Vectors || T.How == RangeExtent::Message) {
      addVectors(T, Where, Out);
      continue;
    }
    if (T.How == RangeExtent::Scanned) {
      addScanned(T, Where, Out);
      continue;
    }
    Lengths[I] = Afterwards ? after(T) : before(T);
    add(T, Lengths[I], Where, Out);
  }
}

/// What is executed next when \p Call has returned; null where nothing can be
/// inserted there.
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
    M.measure(false, *Call, Before[Call]);
    bool Later = any_of(Callee->Touches, [](const TouchedRange &T) {
      return !isKnownBefore(T.How);
    });
    Instruction *Next = Later ? afterCall(*Call) : nullptr;
    if (Next)
      M.measure(true, *Next, After[Next]);
  }
}

void LibraryAccesses::collect(const Instruction &I,
                              SmallVectorImpl<Access> &Out) const {
  for (const Ranges *R : {&After, &Before})
    if (auto It = R->find(&I); It != R->end())
      Out.append(It->second.begin(), It->second.end());
}
