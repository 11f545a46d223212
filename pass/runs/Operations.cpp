//===- Operations.cpp - the operations of runs, as strings ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/Operations.h"
#include "memfacet/Check.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

static uint64_t zigzag(int64_t V) {
  return uint64_t(V) << 1 ^ uint64_t(V >> 63);
}

/// Returns the blocks before that of \p R, each once; none where there are too
/// many.
static SmallVector<const BasicBlock *, 8> predecessorsOf(const Run &R) {
  const BasicBlock *Block = R.First->getParent();
  if (R.IsContinuation || !isa<PHINode>(Block->front()))
    return {};
  SmallSetVector<const BasicBlock *, 8> Set(pred_begin(Block), pred_end(Block));
  if (Set.size() > MaxPredecessors)
    return {};
  return {Set.begin(), Set.end()};
}

Operations::Operations(const llvm::Function &F, const std::vector<Run> &Runs)
    : Runs(Runs), BlockEnds(Runs) {
  for (const Argument &A : F.args())
    Numbers[&A] = Values++;
  for (size_t R = 0; R != Runs.size(); ++R)
    for (size_t I = 0; I != Runs[R].Counted.size(); ++I)
      Places[Runs[R].Counted[I].Instruction] = {R, I};
  for (size_t R = 0; R != Runs.size(); ++R)
    for (const CountedInstruction &C : Runs[R].Counted)
      numberInputs(C, R);
}

void Operations::numberInputs(const CountedInstruction &C, size_t Run) {
  bool IsPhi = isa<PHINode>(C.Instruction);
  for (const Value *V : inputs(*C.Instruction))
    if (IsPhi || !isLocal(V, Run))
      if (Places.count(V))
        if (Numbers.try_emplace(V, Values).second)
          ++Values;
}

/// Returns whether \p V is computed earlier in the same run than where it is
/// used.
bool Operations::isLocal(const Value *V, size_t Run) const {
  auto Entry = Places.find(V);
  return Entry != Places.end() && Entry->second.Run == Run;
}

/// Returns the values that \p I waits for, by position where that matters.
SmallVector<const Value *, 4> Operations::inputs(const Instruction &I) const {
  SmallVector<const Value *, 4> Result;
  OperationClass Class = operationClass(I);
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (const BasicBlock *P : predecessorsOf(Runs[Places.lookup(&I).Run]))
      Result.push_back(Phi->getIncomingValueForBlock(P));
    return Result;
  }
  if (Class == OperationClass::Call || Class == OperationClass::IndirectCall) {
    auto &Call = cast<CallBase>(I);
    if (Class == OperationClass::IndirectCall)
      Result.push_back(Call.getCalledOperand());
    for (const Use &A : Call.args())
      if (Result.size() < MaxArguments)
        Result.push_back(A);
    return Result;
  }
  for (const Use &U : I.operands())
    if (isa<Instruction>(U) || isa<Argument>(U))
      if (!is_contained(Result, U.get()))
        Result.push_back(U);
  return Result;
}

uint64_t Operations::reference(const Value *V, bool IsPhi, size_t Run,
                               size_t Index) const {
  if (!IsPhi && isLocal(V, Run))
    return (Index - Places.lookup(V).Number) * 2;
  auto Entry = Numbers.find(V);
  return Entry == Numbers.end() ? 0 : Entry->second * 2 + 1;
}

/// Returns the runs that follow when \p Branch, which ends run \p Run, is not
/// taken and when it is taken. The order of the blocks is not the final layout:
/// if a successor comes next, it is the one for not taken.
std::array<int64_t, 2> Operations::successorRuns(const BranchInst &Branch,
                                                 size_t Run) const {
  int64_t True = BlockEnds.first(Branch.getSuccessor(0));
  int64_t False = BlockEnds.first(Branch.getSuccessor(1));
  if (True == int64_t(Run) + 1)
    return {True, False};
  return {False, True};
}

std::string Operations::operation(const CountedInstruction &C, size_t Run,
                                  size_t Index) const {
  const Instruction &I = *C.Instruction;
  OperationClass Class = operationClass(I);
  SmallVector<uint64_t, 4> Inputs;
  for (const Value *V : inputs(I))
    Inputs.push_back(reference(V, isa<PHINode>(I), Run, Index));
  auto Number = Numbers.find(&I);
  uint8_t More = 0;
  if (Number != Numbers.end())
    More |= OperationHasNumber;
  if (C.Accesses != uint32_t(hasSiteByDefault(Class)))
    More |= OperationHasSites;
  bool HasMany = Inputs.size() >= OperationManyInputs;
  size_t Inline = HasMany ? OperationManyInputs : Inputs.size();
  std::string Text;
  raw_string_ostream Stream(Text);
  Stream << char(uint8_t(Class) | Inline << OperationInputsShift |
                 (More ? OperationHasMore : 0));
  if (HasMany)
    encodeULEB128(Inputs.size(), Stream);
  if (More)
    encodeULEB128(More, Stream);
  if (More & OperationHasNumber)
    encodeULEB128(Number->second, Stream);
  if (More & OperationHasSites)
    encodeULEB128(C.Accesses, Stream);
  for (uint64_t Input : Inputs)
    encodeULEB128(Input, Stream);
  if (Class == OperationClass::Branch)
    for (int64_t Next : successorRuns(cast<BranchInst>(I), Run))
      encodeULEB128(zigzag(Next - int64_t(Run)), Stream);
  return Text;
}

std::string Operations::encode(size_t Index) const {
  MEMFACET_CHECK(Index < Runs.size(), "the run is one of the function");
  const Run &R = Runs[Index];
  if (R.Counted.size() != R.Instructions)
    report_fatal_error("memfacet: a run has other operations than it counts");
  std::string Text;
  raw_string_ostream Stream(Text);
  encodeULEB128(R.Counted.size(), Stream);
  SmallVector<const BasicBlock *, 8> Predecessors = predecessorsOf(R);
  encodeULEB128(Predecessors.size(), Stream);
  for (const BasicBlock *Block : Predecessors)
    encodeULEB128(zigzag(int64_t(BlockEnds.last(Block)) - int64_t(Index)),
                  Stream);
  for (size_t I = 0; I != R.Counted.size(); ++I)
    Stream << operation(R.Counted[I], Index, I);
  return Text;
}

/// Returns the class of an operation on integers whose type is \p T.
static OperationClass integer(const Type *T,
                              OperationClass C = OperationClass::IntAlu) {
  return C == OperationClass::IntAlu && T->isVectorTy() ? OperationClass::Vector
                                                        : C;
}

/// Compilers divide by a constant with a multiplication or a shift.
static OperationClass division(const Instruction &I) {
  const APInt *Divisor = nullptr;
  if (!PatternMatch::match(I.getOperand(1), PatternMatch::m_APInt(Divisor)))
    return OperationClass::IntDivide;
  return Divisor->isPowerOf2() ? integer(I.getType())
                               : OperationClass::IntMultiply;
}

static OperationClass arithmetic(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Mul:
    return OperationClass::IntMultiply;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return division(I);
  case Instruction::FAdd:
  case Instruction::FSub:
    return OperationClass::FpAdd;
  case Instruction::FMul:
    return OperationClass::FpMultiply;
  case Instruction::FDiv:
  case Instruction::FRem:
    return OperationClass::FpDivide;
  case Instruction::FNeg:
  case Instruction::FCmp:
    return OperationClass::FpOther;
  default:
    return integer(I.getOperand(0)->getType());
  }
}

static OperationClass cast(const CastInst &I) {
  switch (I.getOpcode()) {
  case Instruction::BitCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast:
    return OperationClass::Copy;
  case Instruction::Trunc:
  case Instruction::ZExt:
    return I.getType()->isVectorTy() ? OperationClass::Vector
                                     : OperationClass::Copy;
  case Instruction::SExt:
    return integer(I.getType());
  default:
    return OperationClass::FpOther;
  }
}

/// Returns the class of an intrinsic without memory, by what it computes.
static OperationClass computing(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::sqrt:
    return OperationClass::FpDivide;
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::vector_reduce_fmul:
    return OperationClass::FpMultiply;
  case Intrinsic::vector_reduce_fadd:
    return OperationClass::FpAdd;
  case Intrinsic::umul_with_overflow:
  case Intrinsic::smul_with_overflow:
    return OperationClass::IntMultiply;
  case Intrinsic::assume:
  case Intrinsic::expect:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
  case Intrinsic::var_annotation:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::is_constant:
  case Intrinsic::objectsize:
    return OperationClass::Copy;
  default:
    break;
  }
  const Type *T = I.getType();
  if (T->isFPOrFPVectorTy())
    return OperationClass::FpOther;
  bool IsVector =
      I.arg_size() > 0 && I.getArgOperand(0)->getType()->isVectorTy();
  return T->isVectorTy() || IsVector ? OperationClass::Vector
                                     : OperationClass::IntAlu;
}

static OperationClass intrinsic(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_expandload:
    return OperationClass::Load;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
  case Intrinsic::masked_compressstore:
    return OperationClass::Store;
  default:
    return isa<AnyMemIntrinsic>(I) ? OperationClass::Transfer : computing(I);
  }
}

static OperationClass call(const CallBase &I) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return intrinsic(*Intrinsic);
  if (I.isInlineAsm())
    return OperationClass::Other;
  return isa<llvm::Function>(I.getCalledOperand()->stripPointerCasts())
             ? OperationClass::Call
             : OperationClass::IndirectCall;
}

OperationClass memfacet::runs::operationClass(const Instruction &I) {
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return cast(*Cast);
  if (auto *Call = dyn_cast<CallBase>(&I))
    return call(*Call);
  switch (I.getOpcode()) {
  case Instruction::PHI:
    return OperationClass::Phi;
  case Instruction::Load:
  case Instruction::VAArg:
    return OperationClass::Load;
  case Instruction::Store:
    return OperationClass::Store;
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return OperationClass::Atomic;
  case Instruction::Br:
    return cast<BranchInst>(I).isConditional() ? OperationClass::Branch
                                               : OperationClass::Jump;
  case Instruction::Switch:
  case Instruction::IndirectBr:
    return OperationClass::Switch;
  case Instruction::Ret:
    return OperationClass::Return;
  case Instruction::GetElementPtr:
    // A constant distance is part of the access's own address.
    return cast<GetElementPtrInst>(I).hasAllConstantIndices()
               ? OperationClass::Copy
               : OperationClass::IntAlu;
  case Instruction::Select:
    return I.getType()->isFPOrFPVectorTy() ? OperationClass::FpOther
                                           : integer(I.getType());
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return OperationClass::Vector;
  case Instruction::Alloca:
    return cast<AllocaInst>(I).isStaticAlloca() ? OperationClass::Copy
                                                : OperationClass::IntAlu;
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::Freeze:
  case Instruction::LandingPad:
  case Instruction::Unreachable:
    return OperationClass::Copy;
  case Instruction::Fence:
  case Instruction::Resume:
    return OperationClass::Other;
  default:
    return I.isBinaryOp() || I.isUnaryOp() || isa<CmpInst>(I)
               ? arithmetic(I)
               : OperationClass::Other;
  }
}
