//===- SweepWorker.cpp - a thread that simulates some models --------------===//

#include "analysis/sweep/SweepWorker.h"

namespace memfacet {

SweepWorker::SweepWorker(StageScheduler &Scheduler,
                         std::vector<std::unique_ptr<SweepTree>> All)
    : Trees(std::move(All)), Batches(Scheduler, MaxWaiting, [this](Item &Each) {
        Trees[Each.Stream]->simulate(*Each.Batch);
        Each.Batch.reset();
      }) {}

void SweepWorker::simulate(size_t Stream, std::shared_ptr<const SweepBatch> B) {
  if (Trees[Stream])
    Batches.exchange({Stream, std::move(B)});
}

} // namespace memfacet
