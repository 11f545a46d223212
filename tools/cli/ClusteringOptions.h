//===- ClusteringOptions.h - options of phases and simpoints --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_CLUSTERINGOPTIONS_H
#define MEMFACET_CLI_CLUSTERINGOPTIONS_H

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/study/phases/SignaturePoints.h"
#include "analysis/study/points/SimulationPoints.h"
#include "tools/cli/ShowOptions.h"
#include "tools/support/Progress.h"

namespace memfacet {

/// The number of clusters and how they are found. Sets Threads to the number
/// of processors.
void declareClustering(CLI::App &App, study::ChooseOptions &Choose);
/// Until \p Shown is reset, a terminal says that \p Label is done and how many
/// clusterings of \p Choose are.
void showClusterings(std::optional<Progress> &Shown, const char *Label,
                     const study::ChooseOptions &Choose);
/// Which intervals stand for clusters, and how many; \p Budget is parsed by
/// parseBudget.
void declarePoints(CLI::App &App, study::PointOptions &Pick,
                   std::string &Budget);
/// How pictures of accesses become signatures: Modulo and Wavelets.
void declareWavelets(CLI::App &App, study::SignatureOptions &Signature);

/// The files for simulators, of formats that SimPoint defined.
struct PointFiles {
  std::string Simpoints, Weights, Labels;

  /// \p Line: what a line of the first file is.
  void declare(CLI::App &App, const std::string &Line);
};

} // namespace memfacet

#endif
