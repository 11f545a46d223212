//===- LoopPaths.cpp - iterations that share a record ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/runs/LoopPaths.h"
#include "memfacet/Check.h"
#include "pass/runs/BlockLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include <optional>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::runs;

/// More iterations gain little, and make long tables. The analysis reads
/// records in vectors, which is best with few words.
static constexpr unsigned MaxTimes = 8, MinTimes = 2, MaxWords = 16,
                          MaxAccesses = 128;

/// Computing an address a second time takes at most this number of
/// instructions.
static constexpr unsigned MaxComputed = 16;

namespace {

/// Computes values of a loop's block from its phi nodes.
class EarlyValues {
public:
  EarlyValues(const BasicBlock &Loop, Instruction *InsertPoint)
      : Loop(Loop), InsertPoint(InsertPoint) {}

  /// Returns whether \p V takes at most MaxComputed arithmetic instructions.
  bool find(Value *V);
  /// Inserts them; find(V) must have returned true.
  Value *compute(Value *V);

private:
  bool isAvailable(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return !I || I->getParent() != &Loop || isa<PHINode>(I);
  }

  const BasicBlock &Loop;
  Instruction *InsertPoint;
  SmallPtrSet<const Value *, 16> Instructions;
  DenseMap<Value *, Value *> Copies;
};

} // namespace

static bool isArithmetic(const Instruction &I) {
  return isa<GetElementPtrInst>(I) || isa<CastInst>(I) ||
         (isa<BinaryOperator>(I) && !I.isIntDivRem());
}

bool EarlyValues::find(Value *V) {
  if (isAvailable(V) || Instructions.contains(V))
    return true;
  auto *I = cast<Instruction>(V);
  if (!isArithmetic(*I) || Instructions.size() == MaxComputed)
    return false;
  Instructions.insert(V);
  return all_of(I->operands(), [&](Value *Operand) { return find(Operand); });
}

Value *EarlyValues::compute(Value *V) {
  if (isAvailable(V))
    return V;
  Value *&Entry = Copies[V];
  if (Entry)
    return Entry;
  MEMFACET_CHECK(Instructions.contains(V), "find was called");
  Instruction *Copy = cast<Instruction>(V)->clone();
  for (Use &Operand : Copy->operands())
    Operand.set(compute(Operand.get()));
  // The program may never reach the use that makes the value undefined.
  Copy->dropPoisonGeneratingFlags();
  Copy->setDebugLoc(DebugLoc());
  Copy->insertBefore(InsertPoint);
  return Copies[V] = Copy;
}

Value *memfacet::runs::computeEarly(Value *V, const BasicBlock &Loop,
                                    Instruction *InsertPoint) {
  EarlyValues Early(Loop, InsertPoint);
  return Early.find(V) ? Early.compute(V) : nullptr;
}

namespace {

class LoopPlanner {
public:
  LoopPlanner(LoopAnalyses &A, const Run &R)
      : SE(A.Evolution), Block(*R.First->getParent()),
        Loop(*A.Loops.getLoopFor(&Block)), R(R) {}

  /// Returns nothing if sharing does not pay.
  std::optional<LoopPath> plan(PlanOptions Options, ReferenceList &References);

private:
  bool isCounted();
  std::optional<int64_t> strideOf(const Slot &S);
  bool share(const Slot &S);
  unsigned times(unsigned OwnSlots) const;
  void order(RunPlan &Plan);
  RunPlan iteration(const RunPlan &First, unsigned Number) const;

  ScalarEvolution &SE;
  BasicBlock &Block;
  const llvm::Loop &Loop;
  const Run &R;
  /// A slot of the plan as it was before it was put in order.
  struct Place {
    uint16_t Slot = 0;
    int64_t Add = 0; ///< bytes, to what is in Slot
  };
  SmallVector<Slot, 8> SharedSlots;
  SmallVector<int64_t, 8> Strides; ///< bytes, of the shared slots
  SmallVector<Place, 8> Places;
  unsigned Addresses = 0; ///< words that the test mode adds
  LoopPath Path = {};
};

} // namespace

/// Returns whether the number of iterations is known before the loop and may be
/// large. Other loops search something and most often end soon, so that there
/// is little to share.
bool LoopPlanner::isCounted() {
  unsigned MaxTrips = SE.getSmallConstantMaxTripCount(&Loop);
  return SE.hasLoopInvariantBackedgeTakenCount(&Loop) &&
         (MaxTrips == 0 || MaxTrips >= 2 * MinTimes);
}

/// Returns by how many bytes the address in \p S advances in an iteration, or
/// nothing: that is not known, or it cannot be computed where a record begins.
std::optional<int64_t> LoopPlanner::strideOf(const Slot &S) {
  if (S.Kind != Slot::Address || !EarlyValues(Block, nullptr).find(S.Value))
    return std::nullopt;
  const SCEV *Evolution = SE.getSCEV(S.Value);
  if (SE.isLoopInvariant(Evolution, &Loop))
    return 0;
  auto *AddRec = dyn_cast<SCEVAddRecExpr>(Evolution);
  if (!AddRec || AddRec->getLoop() != &Loop || !AddRec->isAffine())
    return std::nullopt;
  auto *Step = dyn_cast<SCEVConstant>(AddRec->getStepRecurrence(SE));
  if (!Step || !Step->getAPInt().isSignedIntN(24))
    return std::nullopt;
  return Step->getAPInt().getSExtValue();
}

/// Appends the place of \p S, in a slot that all iterations share. False: it
/// must have one of its own in each.
bool LoopPlanner::share(const Slot &S) {
  std::optional<int64_t> Stride = strideOf(S);
  if (!Stride)
    return false;
  for (auto [I, Entry] : enumerate(SharedSlots)) {
    const auto *Distance = dyn_cast<SCEVConstant>(
        SE.getMinusSCEV(SE.getSCEV(S.Value), SE.getSCEV(Entry.Value)));
    if (Strides[I] == *Stride && Distance &&
        Distance->getAPInt().isSignedIntN(24)) {
      Places.push_back({uint16_t(I), Distance->getAPInt().getSExtValue()});
      return true;
    }
  }
  Places.push_back({uint16_t(SharedSlots.size()), 0});
  SharedSlots.push_back(S);
  Strides.push_back(*Stride);
  return true;
}

/// Puts the slots first that hold for all iterations.
void LoopPlanner::order(RunPlan &Plan) {
  MEMFACET_CHECK(Places.empty() && SharedSlots.empty(),
                 "a plan is put in order once");
  MEMFACET_CHECK(Plan.Begin == 1, "a loop begins its records");
  SmallVector<Slot, 8> OwnSlots;
  SmallVector<size_t, 8> PlacesOfOwn;
  for (const Slot &S : Plan.Slots)
    if (!share(S)) {
      PlacesOfOwn.push_back(Places.size());
      Places.push_back({uint16_t(OwnSlots.size()), 0});
      OwnSlots.push_back(S);
    }
  Path.SharedSlots = unsigned(SharedSlots.size());
  for (size_t I : PlacesOfOwn)
    Places[I].Slot += uint16_t(Path.SharedSlots);
  Plan.Slots.assign(SharedSlots.begin(), SharedSlots.end());
  Plan.Slots.append(OwnSlots);
  Plan.End = Plan.Begin + unsigned(Plan.Slots.size()) + Addresses;
  for (auto [A, Site] : zip(R.Accesses, Plan.Sites)) {
    if (A.Shape != SiteShape::Blind && Site.AddressBase == BaseKind::Slot) {
      const Place &SlotPlace = Places[Site.Base];
      Site.Base = SlotPlace.Slot;
      Site.Offset += int32_t(SlotPlace.Add);
    }
    if (A.Shape == SiteShape::Range || A.Shape == SiteShape::Masked)
      Site.Extra = Places[Site.Extra].Slot;
  }
  Plan.Bases.clear(); // no run continues this record
}

RunPlan LoopPlanner::iteration(const RunPlan &First, unsigned Number) const {
  MEMFACET_CHECK(Number != 0, "the first iteration has the shared slots");
  MEMFACET_CHECK(Strides.size() == Path.SharedSlots,
                 "each shared slot has a stride");
  RunPlan Plan = First;
  Plan.Begin = First.End + (Number - 1) * Path.OwnWords;
  Plan.End = Plan.Begin + Path.OwnWords;
  Plan.Slots.erase(Plan.Slots.begin(), Plan.Slots.begin() + Path.SharedSlots);
  auto SlotOf = [&](uint16_t Slot) {
    return uint16_t(Slot < Path.SharedSlots ? Slot
                                            : Slot + Number * Path.OwnWords);
  };
  for (auto [A, Site] : zip(R.Accesses, Plan.Sites)) {
    if (A.Shape == SiteShape::Blind)
      continue;
    if (Site.AddressBase == BaseKind::Slot) {
      if (Site.Base < Path.SharedSlots)
        Site.Offset += int32_t(int64_t(Number) * Strides[Site.Base]);
      Site.Base = SlotOf(Site.Base);
    }
    if (A.Shape == SiteShape::Range || A.Shape == SiteShape::Masked)
      Site.Extra = SlotOf(Site.Extra);
  }
  return Plan;
}

/// Returns how many iterations with \p OwnSlots slots each fit into a path.
unsigned LoopPlanner::times(unsigned OwnSlots) const {
  unsigned Times = MaxTimes;
  if (!R.Accesses.empty())
    Times = std::min(Times, MaxAccesses / unsigned(R.Accesses.size()));
  unsigned Words = 1 + Path.SharedSlots;
  if (OwnSlots != 0)
    Times =
        Words < MaxWords ? std::min(Times, (MaxWords - Words) / OwnSlots) : 0;
  return Times;
}

std::optional<LoopPath> LoopPlanner::plan(PlanOptions Options,
                                          ReferenceList &References) {
  if (!isCounted())
    return std::nullopt;
  RunPlan First = planRun(R, Options, References, nullptr);
  Addresses = Options.Addresses ? unsigned(R.Accesses.size()) : 0;
  order(First);
  unsigned OwnSlots = unsigned(First.Slots.size()) - Path.SharedSlots;
  unsigned Times = times(OwnSlots);
  auto IsFar = [](const SitePlan &Site) {
    return Site.Offset != int32_t(Site.Offset << 2) >> 2;
  };
  if (Times < MinTimes || (Path.SharedSlots == 0 && OwnSlots != 0) ||
      any_of(First.Sites, IsFar))
    return std::nullopt;
  Path.Predecessor = Loop.getLoopPredecessor();
  Path.OwnWords = OwnSlots + Addresses;
  Path.Iterations.push_back(First);
  for (unsigned I = 1; I != Times; ++I)
    Path.Iterations.push_back(iteration(First, I));
  return std::move(Path);
}

LoopPaths memfacet::runs::findLoopPaths(llvm::Function &F,
                                        const std::vector<Run> &Runs,
                                        PlanOptions Options,
                                        ReferenceList &References) {
  MEMFACET_CHECK(Options.Elide, "only elided slots can be shared");
  LoopPaths Paths;
  BlockLoops Loops(F, Runs);
  for (auto [I, R] : enumerate(Runs))
    if (Loops.find(R))
      if (auto Path =
              LoopPlanner(Loops.analyses(), R).plan(Options, References))
        Paths.try_emplace(I, std::move(*Path));
  return Paths;
}
