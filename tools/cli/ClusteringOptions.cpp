//===- ClusteringOptions.cpp - options of phases and simpoints ------------===//

#include "tools/cli/ClusteringOptions.h"
#include "tools/cli/ShowOptions.h"
#include <CLI/CLI.hpp>
#include <map>
#include <thread>

namespace memfacet {

static const std::map<std::string, FirstCenters> Firsts = {
    {"spread", FirstCenters::Spread},
    {"sample", FirstCenters::Sample},
    {"furthest", FirstCenters::Furthest}};
static const std::map<std::string, EarlyPoints> Earlies = {
    {"no", EarlyPoints::No},
    {"closest", EarlyPoints::Closest},
    {"earliest", EarlyPoints::Earliest}};
static const std::map<std::string, Bands> BandNames = {{"paper", Bands::Paper},
                                                       {"haar", Bands::Haar}};
static const std::map<std::string, Shrinking> ScalingNames = {
    {"area", Shrinking::Area}, {"nearest", Shrinking::Nearest}};

/// How many clusters.
static void declareNumber(CLI::App &App, ChooseOptions &Choose) {
  App.add_option("--max-k", Choose.MostClusters, "maximal number of clusters")
      ->check(CLI::Range(1, 1000000))
      ->type_name("K")
      ->capture_default_str();
  App.add_option("--k", Choose.Only, "try these numbers of clusters only")
      ->delimiter(',')
      ->check(CLI::Range(1, 1000000))
      ->type_name("K,...");
  App.add_flag("--sweep", Choose.Sweep,
               "try every number up to --max-k instead of searching");
  App.add_option("--threshold", Choose.Threshold,
                 "take the fewest clusters whose BIC is this share of the way "
                 "from the worst to the best")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE")
      ->capture_default_str();
  App.add_option("--resolution", Choose.Resolution,
                 "do not distinguish intervals that are closer than this share "
                 "of their standard deviation")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE")
      ->capture_default_str();
}

void declareClustering(CLI::App &App, ChooseOptions &Choose) {
  Choose.Threads = std::max(1u, std::thread::hardware_concurrency());
  App.option_defaults()->group("Clusters");
  declareNumber(App, Choose);
  App.add_option("--seeds", Choose.Seeds,
                 "clusterings per number of clusters; the best one counts")
      ->check(CLI::Range(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--seed", Choose.Seed,
                 "seed of all random choices; equal seeds give equal points")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--iterations", Choose.MostIterations,
                 "maximal number of iterations of k-means")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--init", Choose.First,
                 "choose first centers by spread (k-means++), sample or "
                 "furthest")
      ->transform(CLI::CheckedTransformer(Firsts))
      ->default_str("spread")
      ->type_name("HOW");
  App.add_option("--sample", Choose.Sample,
                 "find centers among N intervals; 0: among all")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--jobs", Choose.Threads,
                 "threads to use; the result does not depend on N")
      ->check(CLI::Range(1, 1024))
      ->default_str("processors")
      ->type_name("N");
}

void declarePoints(CLI::App &App, PointOptions &Pick, std::string &Budget) {
  App.option_defaults()->group("Simulation points");
  App.add_option("--early", Pick.Early,
                 "prefer points early in the run: no, closest or earliest")
      ->transform(CLI::CheckedTransformer(Earlies))
      ->default_str("no")
      ->type_name("HOW");
  App.add_option("--coverage", Pick.Coverage,
                 "leave out small clusters while the others have this weight")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE")
      ->capture_default_str();
  App.add_option("--budget", Budget,
                 "take N intervals, or SHARE of the run: several points per "
                 "cluster, more where a cluster varies more")
      ->type_name("N|SHARE%")
      ->default_str("one per cluster");
}

void declareWavelets(CLI::App &App, SignatureOptions &Signature) {
  App.option_defaults()->group("Wavelet signatures");
  WaveletOptions &W = Signature.Wavelets;
  App.add_option("--modulo", Signature.Modulo,
                 "take addresses modulo this many bytes: the recorded number "
                 "or a part of it")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("as recorded")
      ->type_name("BYTES");
  App.add_option("--wavelet-size", W.Size, "scale pictures to N x N")
      ->check(CLI::IsMember({4, 8, 16, 32, 64}))
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--wavelet-scaling", W.Scale,
                 "scale by the mean of the area, or take the nearest dot")
      ->transform(CLI::CheckedTransformer(ScalingNames))
      ->default_str("area")
      ->type_name("HOW");
  App.add_option("--wavelet-bands", W.Weighted,
                 "weight coefficients by the bands of the paper, or by those "
                 "of the transform (haar)")
      ->transform(CLI::CheckedTransformer(BandNames))
      ->default_str("paper")
      ->type_name("WHICH");
  App.add_option("--wavelet-saturation", W.Saturation,
                 "count dots up to N; 0: all")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->capture_default_str();
}

void PointFiles::declare(CLI::App &App, const std::string &Line) {
  declareFile(App, "--simpoints", Simpoints,
              ("write points, a line \"" + Line +
               "\" each, for 'memfacet simulate --points'")
                  .c_str());
  declareFile(App, "--weights", Weights,
              "write weights, a line \"weight cluster\" for each point");
  declareFile(App, "--labels", Labels,
              "write labels, a line \"cluster distance\" for each interval");
}

} // namespace memfacet
