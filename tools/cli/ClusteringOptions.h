//===- cli/ClusteringOptions.h - options of commands that cluster ---------===//

#ifndef MEMFACET_CLI_CLUSTERINGOPTIONS_H
#define MEMFACET_CLI_CLUSTERINGOPTIONS_H

#include "analysis/phases/ChooseClusters.h"
#include "analysis/phases/SimulationPoints.h"

namespace CLI {
class App;
} // namespace CLI

namespace memfacet {

/// How many clusters, and how they are found. Threads becomes the number of
/// processors.
void declareClustering(CLI::App &App, ChooseOptions &Choose);
/// Which intervals stand for clusters.
void declarePoints(CLI::App &App, PointOptions &Pick);

} // namespace memfacet

#endif
