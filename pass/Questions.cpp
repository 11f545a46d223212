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

/// What a spot surely covers, wherever in its line it is.
constexpr int64_t Reach = ReuseLineBytes + 1;

class Questioner {
public:
  Questioner(const std::vector<Run> &Runs, const Paths &P)
      : Runs(Runs), P(P), Asked(Runs.size()) {}

  void add(size_t Run);
  void tellWhatLeads();
  std::vector<Question> take() { return std::move(List); }

private:
  Value *baseOf(const Access &A, const SitePlan &Site, const RunPlan &Plan);
  bool isAsked(size_t Run, const Value *Base, Extent E) const;
  void addSpots(Question &Q, Value *Base, MutableArrayRef<Extent> Extents);
  void addSpots(Question &Q);
  void finish(Question &Q, uint32_t End, bool Ordered);

  const std::vector<Run> &Runs;
  const Paths &P;
  /// Per run, on the path up to its end, since the last ordered access.
  std::vector<SmallVector<Spot, 8>> Asked;
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

bool Questioner::isAsked(size_t Run, const Value *Base, Extent E) const {
  return any_of(Asked[Run], [&](const Spot &S) {
    return S.Base == Base && S.Add <= E.First && E.End <= S.Add + Reach;
  });
}

void Questioner::addSpots(Question &Q, Value *Base,
                          MutableArrayRef<Extent> Extents) {
  sort(Extents, [](Extent A, Extent B) { return A.First < B.First; });
  for (size_t I = 0; I != Extents.size();) {
    if (isAsked(Q.Run, Base, Extents[I])) {
      Q.Relies = true;
      ++I;
      continue;
    }
    int64_t First = Extents[I].First, End = First;
    for (; I != Extents.size() && Extents[I].End <= First + Reach; ++I)
      End = std::max(End, Extents[I].End);
    // The base itself needs no addition.
    bool AtBase = First >= 0 && End <= Reach;
    Q.Spots.push_back({Base, AtBase ? 0 : First});
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
    ByBase[baseOf(A, Site, Plan)].push_back({First, First + Bytes});
  }
  for (auto &[Base, Extents] : ByBase)
    addSpots(Q, Base, Extents);
  Asked[Q.Run].append(Q.Spots);
}

/// The question ends before access \p End of its run; the next one begins.
void Questioner::finish(Question &Q, uint32_t End, bool Ordered) {
  if (Q.Before) {
    Q.Count = End - Q.First;
    if (Q.Always)
      Q.Units = 0;
    else
      addSpots(Q);
    List.push_back(Q);
  }
  if (Ordered)
    Asked[Q.Run].clear();
  Q = {Q.Run, End, 0, 0, false, false, false, nullptr, {}, {}};
}

void Questioner::add(size_t Run) {
  ArrayRef<Access> Accesses = Runs[Run].Accesses;
  if (P.Continues[Run] >= 0)
    Asked[Run] = Asked[P.Continues[Run]];
  Question Q = {Run, 0, 0, 0, false, false, false, nullptr, {}, {}};
  for (uint32_t I = 0; I != Accesses.size(); ++I) {
    const Access &A = Accesses[I];
    bool Ordered = isOrdered(A);
    if (touches(A)) {
      Q.Before = askingPoint(A);
      Q.Always |= !isOneUnit(A);
      ++Q.Units;
    }
    if (Ordered)
      finish(Q, I + 1, true);
  }
  finish(Q, Accesses.size(), false);
}

/// A question relies on runs before its own only: what is ordered within a run
/// makes the next question rely on nothing.
void Questioner::tellWhatLeads() {
  std::vector<bool> Leads(Runs.size());
  for (const Question &Q : List)
    for (int R = P.Continues[Q.Run]; Q.Relies && R >= 0; R = P.Continues[R])
      Leads[R] = true;
  for (Question &Q : List)
    Q.Leads = Leads[Q.Run];
}

std::vector<Question> memfacet::findQuestions(const std::vector<Run> &Runs,
                                              const Paths &P) {
  Questioner Q(Runs, P);
  // Each behind the one before it in its path.
  for (const PathRow &Row : P.Rows)
    if (!P.Joined[Row.Run])
      Q.add(Row.Run);
  Q.tellWhatLeads();
  return Q.take();
}
