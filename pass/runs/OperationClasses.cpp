//===- OperationClasses.cpp - what instructions cost, roughly -------------===//

#include "pass/runs/OperationClasses.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace memfacet;

/// Of an operation on integers whose type is \p T.
static OperationClass integer(const Type *T,
                              OperationClass C = OperationClass::IntAlu) {
  return C == OperationClass::IntAlu && T->isVectorTy() ? OperationClass::Vector
                                                        : C;
}

static OperationClass arithmetic(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Mul:
    return OperationClass::IntMultiply;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return OperationClass::IntDivide;
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

/// Of an intrinsic without memory, by what it computes.
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
  bool OfVector =
      I.arg_size() > 0 && I.getArgOperand(0)->getType()->isVectorTy();
  return T->isVectorTy() || OfVector ? OperationClass::Vector
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

OperationClass memfacet::operationClass(const Instruction &I) {
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
