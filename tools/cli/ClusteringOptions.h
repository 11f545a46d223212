//===- ClusteringOptions.h - options of phases and simpoints --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_CLUSTERINGOPTIONS_H
#define MEMFACET_CLI_CLUSTERINGOPTIONS_H

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/study/phases/SignaturePoints.h"
#include "analysis/study/points/SimulationPoints.h"
#include "tools/cli/ShowOptions.h"
#include "tools/support/Progress.h"

namespace memfacet::cli {

/// Declares the options of the number of clusters and of how they are found.
/// Sets Threads to the number of processors.
void declareClustering(CLI::App &App, study::ChooseOptions &Choose);
/// Shows \p Label and the number of finished clusterings of \p Choose on a
/// terminal, until \p Shown is reset.
void showClusterings(std::optional<Progress> &Shown, const char *Label,
                     const study::ChooseOptions &Choose);
/// Declares the options of which intervals stand for clusters, and how many;
/// parseBudget parses \p Budget.
void declarePoints(CLI::App &App, study::PointOptions &Pick,
                   std::string &Budget);
/// Declares the options of how pictures of accesses become signatures: Modulo
/// and Wavelets.
void declareWavelets(CLI::App &App, study::SignatureOptions &Signature);

/// The files for simulators, of formats that SimPoint defined.
struct PointFiles {
  std::string Simpoints, Weights, Labels;

  /// Declares the options of the files. \p Line says what a line of the first
  /// file is.
  void declare(CLI::App &App, const std::string &Line);
};

} // namespace memfacet::cli

#endif
