//===- SweepObserver.cpp - simulates many cache models at once ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/sweep/Sweep.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"

namespace memfacet::measure {
namespace {

class SweepObserver final : public AccessObserver {
public:
  SweepObserver(std::vector<caches::CacheModel> Models, unsigned Threads,
                std::shared_ptr<std::vector<SweepResult>> Results)
      : Models(std::move(Models)), Simulation(this->Models, Threads),
        Results(std::move(Results)) {}

  void accesses(const OwnedPart &P) override {
    Simulation.accesses(P.Part, P.Owners, P.Structures);
  }
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      Simulation.threadEnded(E.Thread);
  }
  void count(bool Wanted) override { Simulation.count(Wanted); }
  void forgetCounts() override { Simulation.forgetCounts(); }
  void fill(result::Profile &P) override {
    Simulation.settle();
    Results->clear();
    for (size_t I = 0; I != Models.size(); ++I)
      Results->push_back(resultOf(I, P));
  }

private:
  SweepResult resultOf(size_t I, const result::Profile &P) const {
    SweepResult Result{Models[I], {}};
    std::vector<std::vector<caches::SweepCounts>> ByLevel =
        Simulation.counts(I);
    for (uint32_t S = 0; S != P.Structures.size(); ++S) {
      std::vector<result::LevelCounts> &Levels =
          Result.Structures.emplace_back();
      const result::Counts &Total = P.Structures[S].Total;
      uint64_t Reaching = Total.Accesses + Simulation.extraTouches(I, S);
      for (const std::vector<caches::SweepCounts> &Level : ByLevel) {
        caches::SweepCounts C =
            S < Level.size() ? Level[S] : caches::SweepCounts();
        Levels.push_back({Reaching, C.Misses, C.Writebacks});
        Reaching = C.Misses;
      }
    }
    return Result;
  }

  std::vector<caches::CacheModel> Models;
  caches::Sweep Simulation;
  std::shared_ptr<std::vector<SweepResult>> Results;
};

} // namespace

std::vector<result::LevelCounts> SweepResult::total() const {
  std::vector<result::LevelCounts> Sum(Caches.Levels.size());
  for (const std::vector<result::LevelCounts> &Levels : Structures)
    for (size_t L = 0; L != Levels.size(); ++L)
      Sum[L] += Levels[L];
  return Sum;
}

MakeObserver
makeSweepObserver(const std::vector<caches::CacheModel> &Models,
                  unsigned Threads,
                  const std::shared_ptr<std::vector<SweepResult>> &Results) {
  return [=](const ObserverContext &) {
    return std::make_unique<SweepObserver>(Models, Threads, Results);
  };
}

} // namespace memfacet::measure
