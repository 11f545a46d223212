//===- SizeForm.cpp - addresses and sizes as sums -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/SizeForm.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "pass/pools/Places.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace memfacet;
using namespace memfacet::pools;

static constexpr unsigned MaxSumDepth = 24;
static constexpr unsigned MaxSimplifications = 12;
static constexpr unsigned MaxCursorValues = 128;

void SizeForm::add(const SizeForm &Other, int64_t Factor) {
  MEMFACET_CHECK(&Other != this, "terms do not change while they are walked");
  for (const auto &[V, F] : Other.Terms)
    Terms[V] += F * Factor;
  Terms.remove_if([](const auto &Term) { return Term.second == 0; });
  Constant += Other.Constant * Factor;
}

static SizeForm termOf(const Value *V) {
  SizeForm Form;
  Form.Terms[V] = 1;
  return Form;
}

CursorSums::CursorSums(const PromotedCopy &Copy, const Instruction *CursorStore,
                       std::string Place, const Value *NewValue)
    : Copy(Copy), Layout(Copy.body().getParent()->getDataLayout()),
      CursorStore(CursorStore), Place(std::move(Place)), NewValue(NewValue) {
  MEMFACET_CHECK(CursorStore && CursorStore->getFunction() == &Copy.body(),
                 "loads come before or after it");
  for (const Instruction &I : instructions(Copy.body()))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && Copy.tree().dominates(Load, CursorStore) &&
        placeOf(Load->getPointerOperand()) == this->Place) {
      OldLoad = Load;
      break;
    }
}

SizeForm CursorSums::loadForm(const LoadInst *Load, unsigned Depth) const {
  if (placeOf(Load->getPointerOperand()) != Place)
    return termOf(Load);
  if (OldLoad && Copy.tree().dominates(Load, CursorStore))
    return termOf(OldLoad);
  if (Copy.tree().dominates(CursorStore, Load) && NewValue != Load)
    return formAt(NewValue, Depth + 1);
  return termOf(Load);
}

/// Returns the only incoming value other than \p Phi itself, or null.
static const Value *onlyIncoming(const PHINode *Phi) {
  const Value *Result = nullptr;
  for (const Value *In : Phi->incoming_values()) {
    if (In == Phi || In == Result)
      continue;
    if (Result)
      return nullptr;
    Result = In;
  }
  return Result;
}

SizeForm CursorSums::formAt(const Value *V, unsigned Depth) const {
  if (Depth == MaxSumDepth)
    return termOf(V);
  SizeForm Form;
  if (auto *Number = dyn_cast<ConstantInt>(V)) {
    Form.Constant = Number->getBitWidth() > 64 ? 0 : Number->getSExtValue();
    return Form;
  }
  if (isa<ConstantPointerNull>(V))
    return Form;
  if (auto *GEP = dyn_cast<GEPOperator>(V)) {
    compat::OffsetMap Variable;
    APInt Offset(64, 0);
    if (!GEP->getType()->isPointerTy() ||
        !GEP->collectOffset(Layout, 64, Variable, Offset))
      return termOf(V);
    Form = formAt(GEP->getPointerOperand(), Depth + 1);
    Form.Constant += Offset.getSExtValue();
    for (const auto &[Index, Scale] : Variable)
      Form.add(formAt(Index, Depth + 1), Scale.getSExtValue());
    return Form;
  }
  if (auto *Load = dyn_cast<LoadInst>(V))
    return loadForm(Load, Depth);
  if (auto *Phi = dyn_cast<PHINode>(V))
    if (const Value *Incoming = onlyIncoming(Phi))
      return formAt(Incoming, Depth + 1);
  Value *A, *B;
  const APInt *C;
  if (isa<CastInst>(V) || isa<FreezeInst>(V))
    return formAt(cast<Operator>(V)->getOperand(0), Depth + 1);
  if (match(V, m_Add(m_Value(A), m_Value(B)))) {
    Form = formAt(A, Depth + 1);
    Form.add(formAt(B, Depth + 1));
    return Form;
  }
  if (match(V, m_Sub(m_Value(A), m_Value(B)))) {
    Form = formAt(A, Depth + 1);
    Form.add(formAt(B, Depth + 1), -1);
    return Form;
  }
  if (match(V, m_c_Mul(m_Value(A), m_APInt(C))) && C->getBitWidth() <= 64) {
    Form.add(formAt(A, Depth + 1), C->getSExtValue());
    return Form;
  }
  if (match(V, m_Shl(m_Value(A), m_APInt(C))) && C->ult(63)) {
    Form.add(formAt(A, Depth + 1), int64_t(1) << C->getZExtValue());
    return Form;
  }
  return termOf(V);
}

bool CursorSums::reaches(const Value *V, bool ThroughLoads) const {
  SmallPtrSet<const Value *, 32> Visited;
  SmallVector<const Value *, 32> Open = {V};
  while (!Open.empty() && Visited.size() < MaxCursorValues) {
    const Value *Next = Open.pop_back_val();
    if (!Visited.insert(Next).second)
      continue;
    if (auto *Load = dyn_cast<LoadInst>(Next)) {
      if (placeOf(Load->getPointerOperand()) == Place)
        return true;
      if (ThroughLoads)
        Open.push_back(Load->getPointerOperand());
      continue;
    }
    if (isa<AtomicRMWInst>(Next) && Next == CursorStore)
      return true;
    bool Computes = isa<Operator>(Next) && !isa<CallBase>(Next);
    bool Calls =
        isa<IntrinsicInst>(Next) || (ThroughLoads && isa<CallBase>(Next));
    if (Computes || Calls)
      for (const Value *O : cast<llvm::User>(Next)->operands())
        Open.push_back(O);
  }
  return false;
}

bool CursorSums::isFromCursor(const Value *V) const {
  return reaches(V, false);
}

bool CursorSums::isContent(const Value *V) const {
  if (!isa<LoadInst>(V) && !isa<CallBase>(V))
    return any_of(
        isa<Instruction>(V) ? cast<Instruction>(V)->operands()
                            : iterator_range<const Use *>(nullptr, nullptr),
        [&](const Use &U) { return isa<LoadInst>(U) && isContent(U.get()); });
  if (auto *Load = dyn_cast<LoadInst>(V))
    return placeOf(Load->getPointerOperand()) != Place &&
           reaches(Load->getPointerOperand(), true);
  return any_of(cast<CallBase>(V)->args(), [&](const Use &A) {
    return A->getType()->isPointerTy() && reaches(A, true);
  });
}

std::optional<SizeForm> CursorSums::unrounded(const Value *V) const {
  Value *X, *Y;
  const APInt *C, *D;
  auto Less = [&](SizeForm Inner, int64_t Slack) {
    if (Inner.Constant >= Slack)
      Inner.Constant -= Slack;
    return Inner;
  };
  if (match(V, m_And(m_Value(X), m_APInt(C))) && C->isNegatedPowerOf2())
    return Less(form(X), (-*C).getSExtValue() - 1);
  if (match(V, m_c_Mul(m_UDiv(m_Value(X), m_APInt(C)), m_APInt(D))) && *C == *D)
    return Less(form(X), C->getSExtValue() - 1);
  if (match(V, m_c_And(m_Value(X), m_Not(m_Value(Y)))) ||
      match(V, m_c_And(m_Value(X), m_Neg(m_Value(Y)))) ||
      match(V,
            m_Intrinsic<Intrinsic::ptrmask>(m_Value(X), m_Not(m_Value(Y))))) {
    SizeForm Inner = form(X), Slack = form(Y);
    bool IsNegated = match(V, m_c_And(m_Value(), m_Neg(m_Value())));
    if (IsNegated)
      Slack.Constant -= 1;
    Inner.add(Slack, -1);
    return Inner;
  }
  return std::nullopt;
}

bool CursorSums::simplify(SizeForm &Size, const Value *Term,
                          int64_t Factor) const {
  auto Replace = [&](const SizeForm &Form, int64_t Times) {
    Size.add(termOf(Term), -Factor);
    Size.add(Form, Times);
    return true;
  };
  if (std::optional<SizeForm> Inner = unrounded(Term))
    return Replace(*Inner, Factor);
  Value *X, *Y;
  const APInt *C;
  int64_t Divisor = 0;
  if (match(Term, m_UDiv(m_Value(X), m_APInt(C))))
    Divisor = C->getSExtValue();
  else if (match(Term, m_LShr(m_Value(X), m_APInt(C))) && C->ult(32))
    Divisor = int64_t(1) << C->getZExtValue();
  if (Divisor > 0 && Factor % Divisor == 0) {
    SizeForm Inner = form(X);
    if (Inner.Constant >= Divisor - 1)
      Inner.Constant -= Divisor - 1;
    return Replace(Inner, Factor / Divisor);
  }
  if (match(Term, m_UMax(m_Value(X), m_Value(Y))))
    return isa<ConstantInt>(Y)   ? Replace(form(X), Factor)
           : isa<ConstantInt>(X) ? Replace(form(Y), Factor)
                                 : false;
  // What is chosen instead of a size that is too small, or rounded.
  SmallVector<const Value *, 4> Choices;
  if (auto *Phi = dyn_cast<PHINode>(Term))
    Choices.append(Phi->op_begin(), Phi->op_end());
  else if (auto *Select = dyn_cast<SelectInst>(Term))
    Choices = {Select->getTrueValue(), Select->getFalseValue()};
  const Value *Result = nullptr;
  for (const Value *Choice : Choices) {
    if (isa<ConstantInt>(Choice) || Choice == Result || Choice == Term)
      continue;
    if (Result && !isa<Argument>(Choice) && !isa<Argument>(Result))
      return false;
    if (!Result || isa<Argument>(Choice))
      Result = Choice;
  }
  return Result ? Replace(form(Result), Factor) : false;
}

SizeForm CursorSums::wanted(SizeForm Size) const {
  for (unsigned I = 0; I != MaxSimplifications; ++I) {
    bool Changed = false;
    for (const auto &[Term, Factor] : SizeForm(Size).Terms)
      if (simplify(Size, Term, Factor)) {
        Changed = true;
        break;
      }
    if (!Changed)
      break;
  }
  return Size;
}
