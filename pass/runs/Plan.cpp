//===- Plan.cpp - what a run's record holds -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/Plan.h"
#include "memfacet/Check.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

int ReferenceList::index(GlobalVariable *G) {
  auto [Entry, New] = Numbers.try_emplace(G, List.size());
  if (New) {
    if (List.size() > UINT16_MAX) {
      Numbers.erase(Entry);
      return -1;
    }
    List.push_back(G);
  }
  return Entry->second;
}

namespace {

class Planner {
public:
  Planner(bool Elide, ReferenceList &References, const RunPlan *Previous)
      : Elide(Elide), References(References) {
    Plan.Previous = Previous;
    Plan.Begin = Previous ? Previous->End : 1;
  }

  void add(const accesses::Access &A);
  RunPlan take() { return std::move(Plan); }

private:
  uint16_t slot(Slot::Content Kind, Value *V, const accesses::Access &A) {
    MEMFACET_CHECK(Kind != Slot::Address || V, "the slot holds an address");
    Plan.Slots.push_back({Kind, V, &A});
    return uint16_t(Plan.Begin + Plan.Slots.size() - 2);
  }
  const BaseSlot *find(const AddressForm &Form) const;
  void address(const accesses::Access &A, SitePlan &Site);

  bool Elide;
  ReferenceList &References;
  RunPlan Plan;
};

} // namespace

/// Returns whether a table can hold the address of \p G: a thread-local has
/// several.
static bool hasStaticAddress(const GlobalVariable &G) {
  return !G.isThreadLocal() && G.getAddressSpace() == 0;
}

/// Returns the slot from whose address \p Form follows by a constant of 32
/// bits, if there is one.
const BaseSlot *Planner::find(const AddressForm &Form) const {
  for (const RunPlan *P = &Plan; P; P = P->Previous)
    for (const BaseSlot &B : P->Bases)
      if (Form.isComparable(B.Form) && isInt<32>(Form.distance(B.Form)))
        return &B;
  return nullptr;
}

void Planner::address(const accesses::Access &A, SitePlan &Site) {
  if (A.Lane >= 0) {
    Site.Base = slot(Slot::Lane, A.Pointer, A);
    return;
  }
  if (!Elide) {
    Site.Base = slot(Slot::Address, A.Pointer, A);
    return;
  }
  const DataLayout &Layout = A.Instruction->getModule()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(A.Pointer->getType()), 0);
  Value *Base = A.Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  if (!Offset.isSignedIntN(32)) {
    Base = A.Pointer;
    Offset = 0;
  }
  Site.Offset = int32_t(Offset.getSExtValue());
  if (auto *G = dyn_cast<GlobalVariable>(Base); G && hasStaticAddress(*G))
    if (int Number = References.index(G); Number >= 0) {
      Site.AddressBase = BaseKind::Reference;
      Site.Base = Number;
      return;
    }
  AddressForm Form = addressForm(A.Pointer, Layout);
  if (const BaseSlot *Known = find(Form)) {
    Site.Base = Known->Number;
    Site.Offset = int32_t(Form.distance(Known->Form));
    return;
  }
  Site.Base = slot(Slot::Address, Base, A);
  Form.Offset = int64_t(uint64_t(Form.Offset) - Offset.getZExtValue());
  Plan.Bases.push_back({std::move(Form), Site.Base});
}

void Planner::add(const accesses::Access &A) {
  SitePlan Site;
  if (A.Shape != SiteShape::Blind)
    address(A, Site);
  bool IsLongLocal = A.Shape == SiteShape::LocalBegin && A.Extra;
  if (A.Shape == SiteShape::Range || IsLongLocal)
    Site.Extra = slot(Slot::Length, nullptr, A);
  else if (A.Shape == SiteShape::Masked)
    Site.Extra = slot(Slot::Mask, nullptr, A);
  Plan.Sites.push_back(Site);
}

RunPlan memfacet::runs::planRun(const Run &R, PlanOptions Options,
                                ReferenceList &References,
                                const RunPlan *Previous) {
  Planner P(Options.Elide, References, Previous);
  for (const accesses::Access &A : R.Accesses)
    P.add(A);
  RunPlan Plan = P.take();
  Plan.End = Plan.Begin + Plan.Slots.size() +
             (Options.Addresses ? R.Accesses.size() : 0);
  MEMFACET_CHECK(Plan.Sites.size() == R.Accesses.size(),
                 "each access has a site");
  return Plan;
}
