//===- ClusteringOptions.cpp - options of commands that cluster -----------===//

#include "tools/cli/ClusteringOptions.h"
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

void declareClustering(CLI::App &App, ChooseOptions &Choose) {
  Choose.Threads = std::max(1u, std::thread::hardware_concurrency());
  App.add_option("--max-k", Choose.MostClusters, "clusters at most")
      ->check(CLI::Range(1, 1000000))
      ->type_name("K")
      ->capture_default_str();
  App.add_option("--k", Choose.Only, "these numbers of clusters alone")
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
                 "intervals nearer to each other than this share of their "
                 "standard deviation are the same")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE")
      ->capture_default_str();
  App.add_option("--seeds", Choose.Seeds, "clusterings of each number")
      ->check(CLI::Range(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--seed", Choose.Seed, "of the projection and all choices")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--iterations", Choose.MostIterations, "of k-means at most")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--init", Choose.First,
                 "first centers: spread (k-means++), sample or furthest")
      ->transform(CLI::CheckedTransformer(Firsts))
      ->default_str("spread")
      ->type_name("HOW");
  App.add_option("--sample", Choose.Sample,
                 "look for centers among so many intervals; 0: all")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--jobs", Choose.Threads, "threads; all processors")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

void declarePoints(CLI::App &App, PointOptions &Pick) {
  App.add_option("--early", Pick.Early,
                 "prefer points early in the run: no, closest or earliest")
      ->transform(CLI::CheckedTransformer(Earlies))
      ->default_str("no")
      ->type_name("HOW");
  App.add_option("--coverage", Pick.Coverage,
                 "leave out small clusters as long as the others weigh this")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE")
      ->capture_default_str();
}

void declareBudget(CLI::App &App, std::string &Budget) {
  App.add_option("--budget", Budget,
                 "several points of each cluster: as many intervals in all, or "
                 "this share of the run, more where clusters vary more [one of "
                 "each]")
      ->type_name("N|SHARE%");
}

} // namespace memfacet
