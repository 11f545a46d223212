//===- SweepObserver.cpp - many cache models over what is observed --------===//

#include "analysis/caches/sweep/Sweep.h"
#include "analysis/measure/observers/MakeObservers.h"

namespace memfacet {
namespace {

class SweepObserver final : public AccessObserver {
public:
  SweepObserver(std::vector<CacheModel> Models, unsigned Threads,
                std::shared_ptr<std::vector<SweepResult>> To)
      : Models(std::move(Models)), All(this->Models, Threads),
        To(std::move(To)) {}

  void accesses(const OwnedPart &P) override {
    All.accesses(P.Part, P.Owners, P.Structures);
  }
  void event(const Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      All.threadEnded(E.Thread);
  }
  void count(bool Wanted) override { All.count(Wanted); }
  void forgetCounts() override { All.forgetCounts(); }
  void fill(Profile &P) override {
    All.settle();
    To->clear();
    for (size_t I = 0; I != Models.size(); ++I)
      To->push_back(resultOf(I, P));
  }

private:
  SweepResult resultOf(size_t I, const Profile &P) const {
    SweepResult Result{Models[I], {}};
    std::vector<std::vector<SweepCounts>> ByLevel = All.counts(I);
    for (uint32_t S = 0; S != P.Structures.size(); ++S) {
      std::vector<LevelCounts> &Levels = Result.Structures.emplace_back();
      const Counts &Total = P.Structures[S].Total;
      uint64_t Reaching = Total.Accesses + All.extraTouches(I, S);
      for (const std::vector<SweepCounts> &Level : ByLevel) {
        SweepCounts C = S < Level.size() ? Level[S] : SweepCounts();
        Levels.push_back({Reaching, C.Misses, C.Writebacks});
        Reaching = C.Misses;
      }
    }
    return Result;
  }

  std::vector<CacheModel> Models;
  Sweep All;
  std::shared_ptr<std::vector<SweepResult>> To;
};

} // namespace

std::vector<LevelCounts> SweepResult::total() const {
  std::vector<LevelCounts> Sum(Caches.Levels.size());
  for (const std::vector<LevelCounts> &Levels : Structures)
    for (size_t L = 0; L != Levels.size(); ++L)
      Sum[L] += Levels[L];
  return Sum;
}

MakeObserver
makeSweepObserver(const std::vector<CacheModel> &Models, unsigned Threads,
                  const std::shared_ptr<std::vector<SweepResult>> &To) {
  return [=](const ObserverContext &) {
    return std::make_unique<SweepObserver>(Models, Threads, To);
  };
}

} // namespace memfacet
