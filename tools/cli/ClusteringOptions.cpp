//===- ClusteringOptions.cpp - options of phases and simpoints ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/ClusteringOptions.h"
#include <thread>

namespace memfacet::cli {

/// Declares the options of the number of clusters.
static void declareNumber(CLI::App &App, study::ChooseOptions &Choose) {
  declareValue(App, "--max-k", Choose.MostClusters, "K",
               "largest number of clusters to try")
      ->check(inRange(1, 1000000));
  declareOption(App, "--k", Choose.ClusterCounts,
                "try these numbers of clusters only")
      ->delimiter(',')
      ->check(inRange(1, 1000000))
      ->type_name("K,...");
  declareFlag(App, "--every-k", Choose.Sweep,
              "try every number up to --max-k instead of searching");
  declareValue(App, "--bic", Choose.Threshold, "SHARE",
               "take the fewest clusters whose BIC is this share of the way "
               "from the worst to the best")
      ->check(inRange(0.0, 1.0));
  declareValue(App, "--resolution", Choose.Resolution, "SHARE",
               "do not distinguish intervals that are closer than this share "
               "of their standard deviation")
      ->check(inRange(0.0, 1.0));
}

void declareClustering(CLI::App &App, study::ChooseOptions &Choose) {
  Choose.Threads = std::max(1u, std::thread::hardware_concurrency());
  App.option_defaults()->group("Clusters");
  declareNumber(App, Choose);
  declareValue(App, "--seeds", Choose.Seeds, "N",
               "clusterings per number of clusters; the best one counts")
      ->check(inRange(1, 1000));
  declareValue(App, "--seed", Choose.Seed, "N",
               "seed of all random choices; equal seeds give equal points");
  declareValue(App, "--iterations", Choose.MostIterations, "N",
               "largest number of iterations of k-means")
      ->check(inRange(1, 1000000));
  declareWord(App, "--init", Choose.First, "HOW",
              "how to choose the first centers: spread (k-means++), sample or "
              "furthest",
              {{"spread", study::FirstCenters::Spread},
               {"sample", study::FirstCenters::Sample},
               {"furthest", study::FirstCenters::Furthest}},
              "spread");
  declareValue(App, "--centers-from", Choose.Sample, "N",
               "find centers among N intervals; 0: among all");
  declareJobs(App, Choose.Threads);
}

void showClusterings(std::optional<Progress> &Shown, const char *Label,
                     const study::ChooseOptions &Choose) {
  Shown.emplace(Label, Choose.Progress, nullptr, "clusterings");
}

void declarePoints(CLI::App &App, study::PointOptions &Pick,
                   std::string &Budget) {
  App.option_defaults()->group("Simulation points");
  declareWord(App, "--early", Pick.Early, "HOW",
              "prefer points early in the run: no, closest or earliest",
              {{"no", study::EarlyPoints::No},
               {"closest", study::EarlyPoints::Closest},
               {"earliest", study::EarlyPoints::Earliest}},
              "no");
  declareValue(App, "--coverage", Pick.Coverage, "SHARE",
               "leave out small clusters while the others have this share of "
               "the weight")
      ->check(inRange(0.0, 1.0));
  declareOption(App, "--budget", Budget,
                "take N intervals, or SHARE of the run: several points per "
                "cluster, more where a cluster varies more")
      ->type_name("N|SHARE%")
      ->default_str("one per cluster");
}

void declareWavelets(CLI::App &App, study::SignatureOptions &Signature) {
  App.option_defaults()->group("Wavelet signatures");
  study::WaveletOptions &W = Signature.Wavelets;
  declareOption(App, "--modulo", Signature.Modulo,
                "take addresses modulo this many bytes: the recorded number "
                "or a part of it")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("as recorded")
      ->type_name("BYTES");
  declareValue(App, "--wavelet-size", W.Size, "N", "scale pictures to N x N")
      ->check(CLI::IsMember({4, 8, 16, 32, 64}));
  declareWord(App, "--wavelet-scaling", W.Scale, "HOW",
              "scale by the mean of the area, or to the nearest dot",
              {{"area", study::Shrinking::Area},
               {"nearest", study::Shrinking::Nearest}},
              "area");
  declareWord(App, "--wavelet-bands", W.Weighted, "WHICH",
              "weigh coefficients by the bands of the paper, or by those of "
              "the transform (haar)",
              {{"paper", study::Bands::Paper}, {"haar", study::Bands::Haar}},
              "paper");
  declareValue(App, "--wavelet-saturation", W.Saturation, "N",
               "largest count of a dot; larger ones are cut; 0: no limit")
      ->check(CLI::NonNegativeNumber);
}

void PointFiles::declare(CLI::App &App, const std::string &Line) {
  declareFile(
      App, "--simpoints", Simpoints,
      ("write points, lines \"" + Line + "\", for 'memfacet simulate --points'")
          .c_str());
  declareFile(App, "--weights", Weights,
              "write weights, a line \"weight cluster\" per point");
  declareFile(App, "--labels", Labels,
              "write labels, a line \"cluster distance\" per interval");
}

} // namespace memfacet::cli
