//===- pass/Questions.cpp - where code asks whether a line is watched -----===//

#include "pass/Questions.h"
#include "memfacet/Entry.h"
#include "memfacet/ReusePairs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;

/// Threads may tell each other something by it.
static bool isOrdered(const Access &A) {
  return (A.Flags & (SiteAtomic | SiteVolatile)) ||
         A.Shape == SiteShape::Blind;
}

static bool touches(const Access &A) {
  return A.Shape <= SiteShape::Masked &&
         (A.Size != 0 || A.Shape == SiteShape::Range);
}

static bool isOneUnit(const Access &A) {
  return A.Shape == SiteShape::Fixed && A.Lane < 0 && A.Size <= ReuseLineBytes;
}

static Instruction *askingPoint(const Access &A) {
  Instruction *I = A.Instruction;
  if (A.Position)
    return A.Position;
  bool Calls = isa<CallBase>(I) && !isa<IntrinsicInst>(I);
  return isOrdered(A) || Calls || I->isTerminator() ? I : I->getNextNode();
}

const Slot *memfacet::findSlot(const RunPlan &Plan, unsigned Number) {
  for (const RunPlan *P = &Plan; P; P = P->Before)
    if (Number + 1 >= P->Begin)
      return Number + 1 - P->Begin < P->Slots.size()
                 ? &P->Slots[Number + 1 - P->Begin]
                 : nullptr;
  return nullptr;
}

namespace {

/// Bytes from a base on.
struct Extent {
  int64_t First, End;
};

class Questioner {
public:
  Questioner(const std::vector<Run> &Runs, const Paths &P)
      : Runs(Runs), P(P) {}

  void add(size_t Run);
  std::vector<Question> take() { return std::move(List); }

private:
  Value *baseOf(const Access &A, const SitePlan &Site, const RunPlan &Plan);
  void addSpots(Question &Q);

  const std::vector<Run> &Runs;
  const Paths &P;
  std::vector<Question> List;
};

} // namespace

/// What the site's Offset is added to.
Value *Questioner::baseOf(const Access &A, const SitePlan &Site,
                          const RunPlan &Plan) {
  if (Site.AddressBase == BaseKind::Slot)
    return findSlot(Plan, Site.Base)->Value;
  const DataLayout &Layout = A.Instruction->getModule()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(A.Pointer->getType()), 0);
  return A.Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
}

/// As few spots as the distances from each base allow.
void Questioner::addSpots(Question &Q) {
  MapVector<Value *, SmallVector<Extent, 4>> ByBase;
  const RunPlan &Plan = P.Plans[Q.Run];
  for (uint32_t I = Q.First; I != Q.First + Q.Count; ++I) {
    const Access &A = Runs[Q.Run].Accesses[I];
    const SitePlan &Site = Plan.Sites[I];
    if (touches(A))
      ByBase[baseOf(A, Site, Plan)].push_back(
          {Site.Offset, int64_t(Site.Offset) + A.Size});
  }
  for (auto &[Base, Extents] : ByBase) {
    sort(Extents, [](Extent A, Extent B) { return A.First < B.First; });
    for (size_t I = 0; I != Extents.size();) {
      int64_t First = Extents[I].First, End = First;
      constexpr int64_t Reach = ReuseLineBytes + 1;
      for (; I != Extents.size() && Extents[I].End <= First + Reach; ++I)
        End = std::max(End, Extents[I].End);
      // The base itself needs no addition.
      bool AtBase = First >= 0 && End <= Reach;
      Q.Spots.push_back({Base, AtBase ? 0 : First});
    }
  }
}

void Questioner::add(size_t Run) {
  ArrayRef<Access> Accesses = Runs[Run].Accesses;
  Question Q = {Run, 0, 0, 0, false, nullptr, {}};
  auto Finish = [&](uint32_t End) {
    if (Q.Before) {
      Q.Count = End - Q.First;
      if (Q.Always)
        Q.Units = 0;
      else
        addSpots(Q);
      List.push_back(Q);
    }
    Q = {Run, End, 0, 0, false, nullptr, {}};
  };
  for (uint32_t I = 0; I != Accesses.size(); ++I) {
    const Access &A = Accesses[I];
    if (isOrdered(A) && !touches(A)) // assembly
      Finish(I + 1);
    if (!touches(A))
      continue;
    Q.Before = askingPoint(A);
    Q.Always |= !isOneUnit(A);
    ++Q.Units;
    if (isOrdered(A))
      Finish(I + 1);
  }
  Finish(Accesses.size());
}

std::vector<Question> memfacet::findQuestions(const std::vector<Run> &Runs,
                                              const Paths &P) {
  Questioner Q(Runs, P);
  for (size_t I = 0; I != Runs.size(); ++I)
    Q.add(I);
  return Q.take();
}
