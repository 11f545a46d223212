//===- Questions.cpp - where code asks whether a line is watched ----------===//

#include "pass/versions/Questions.h"
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
  return (A.Flags & (SiteAtomic | SiteVolatile)) || A.Shape == SiteShape::Blind;
}

static bool touches(const Access &A) {
  return A.Shape <= SiteShape::Masked &&
         (A.Size != 0 || A.Shape == SiteShape::Range);
}

static bool isOneUnit(const Access &A) {
  return A.Lane < 0 &&
         (A.Shape == SiteShape::Range ||
          (A.Shape == SiteShape::Fixed && A.Size <= ReuseLineBytes));
}

static Instruction *askingPoint(const Access &A) {
  Instruction *I = A.Instruction;
  if (A.Position)
    return A.Position;
  bool Calls = isa<CallBase>(I) && !isa<IntrinsicInst>(I);
  return isOrdered(A) || Calls || I->isTerminator() ? I : I->getNextNode();
}

/// Of its address, as far as the program says.
static uint64_t alignmentOf(const Access &A) {
  const Instruction *I = A.Instruction;
  if (A.Shape != SiteShape::Fixed || A.Lane >= 0 ||
      getLoadStorePointerOperand(I) != A.Pointer)
    return 1;
  return getLoadStoreAlignment(const_cast<Instruction *>(I)).value();
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
  uint64_t Alignment; ///< of Base + First, a power of two
};

/// What a spot surely covers, wherever in its line it is.
constexpr int64_t Reach = ReuseLineBytes + 1;

class Questioner {
public:
  Questioner(const std::vector<Run> &Runs, const Paths &P) : Runs(Runs), P(P) {}

  void add(size_t Run);
  std::vector<Question> take() { return std::move(List); }

private:
  Value *baseOf(const Access &A, const SitePlan &Site, const RunPlan &Plan);
  void addSpots(Question &Q, Value *Base, MutableArrayRef<Extent> Extents);
  void addSpots(Question &Q);
  void finish(Question &Q, uint32_t End);

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

void Questioner::addSpots(Question &Q, Value *Base,
                          MutableArrayRef<Extent> Extents) {
  sort(Extents, [](Extent A, Extent B) { return A.First < B.First; });
  for (size_t I = 0; I != Extents.size();) {
    int64_t First = Extents[I].First, End = First;
    uint64_t Alignment = 1;
    for (; I != Extents.size() && Extents[I].End <= First + Reach; ++I) {
      Extent E = Extents[I];
      End = std::max(End, E.End);
      Alignment =
          std::max(Alignment, MinAlign(E.Alignment, uint64_t(E.First - First)));
    }
    bool OneLine = uint64_t(End - First) <= std::min(Alignment, ReuseLineBytes);
    // The base itself needs no addition.
    bool AtBase =
        First >= 0 && End <= Reach &&
        (!OneLine || uint64_t(End) <= MinAlign(Alignment, uint64_t(First)));
    Q.Spots.push_back(
        {Base, AtBase ? 0 : First, First, uint32_t(End - First), OneLine});
  }
}

/// As few spots as the distances from each base allow.
void Questioner::addSpots(Question &Q) {
  MapVector<Value *, SmallVector<Extent, 4>> ByBase;
  const RunPlan &Plan = P.Plans[Q.Run];
  for (uint32_t I = Q.First; I != Q.First + Q.Count; ++I) {
    const Access &A = Runs[Q.Run].Accesses[I];
    const SitePlan &Site = Plan.Sites[I];
    if (!touches(A))
      continue;
    bool Range = A.Shape == SiteShape::Range;
    if (Range)
      Q.Ranges.push_back(I);
    int64_t First = Site.Offset, Bytes = Range ? ReuseLineBytes : A.Size;
    ByBase[baseOf(A, Site, Plan)].push_back(
        {First, First + Bytes, alignmentOf(A)});
  }
  for (auto &[Base, Extents] : ByBase)
    addSpots(Q, Base, Extents);
}

/// The question ends before access \p End of its run; the next one begins.
void Questioner::finish(Question &Q, uint32_t End) {
  if (Q.Before) {
    Q.Count = End - Q.First;
    if (Q.Always)
      Q.Units = 0;
    else
      addSpots(Q);
    List.push_back(Q);
  }
  Q = {Q.Run, End, 0, 0, false, nullptr, {}, {}};
}

void Questioner::add(size_t Run) {
  ArrayRef<Access> Accesses = Runs[Run].Accesses;
  Question Q = {Run, 0, 0, 0, false, nullptr, {}, {}};
  for (uint32_t I = 0; I != Accesses.size(); ++I) {
    const Access &A = Accesses[I];
    if (touches(A)) {
      Q.Before = askingPoint(A);
      Q.Always |= !isOneUnit(A);
      ++Q.Units;
    }
    if (isOrdered(A))
      finish(Q, I + 1);
  }
  finish(Q, Accesses.size());
}

std::vector<Question> memfacet::findQuestions(const std::vector<Run> &Runs,
                                              const Paths &P) {
  Questioner Q(Runs, P);
  for (const PathRow &Row : P.Rows)
    if (!P.Joined[Row.Run] && Row.Iteration == 0)
      Q.add(Row.Run);
  return Q.take();
}
