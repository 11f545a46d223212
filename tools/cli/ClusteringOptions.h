//===- ClusteringOptions.h - options of commands that cluster -------------===//

#ifndef MEMFACET_CLI_CLUSTERINGOPTIONS_H
#define MEMFACET_CLI_CLUSTERINGOPTIONS_H

#include "analysis/clustering/ChooseClusters.h"
#include "analysis/points/SimulationPoints.h"
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace memfacet {

/// How many clusters, and how they are found. Threads becomes the number of
/// processors.
void declareClustering(CLI::App &App, ChooseOptions &Choose);
/// Which intervals stand for clusters.
void declarePoints(CLI::App &App, PointOptions &Pick);
/// How many of them; the word becomes parseBudget's.
void declareBudget(CLI::App &App, std::string &Budget);

} // namespace memfacet

#endif
