//===- PhasePictures.h - views of memfacet phases -------------------------===//

#ifndef MEMFACET_COMMANDS_PHASEPICTURES_H
#define MEMFACET_COMMANDS_PHASEPICTURES_H

#include "analysis/phases/PhaseStudy.h"
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace memfacet {

/// What is shown instead of the table of phases.
struct PhaseViewOptions {
  std::string Picture, Svg, Projection = "random";
  std::optional<uint32_t> Interval, Thread;
  std::optional<uint32_t> Run; ///< from 1, as people count
  bool SweepWavelet = false;

  bool any() const {
    return !Picture.empty() || !Svg.empty() || Interval || SweepWavelet;
  }
};

enum class PhaseFormat { Text, Json, Csv };

void declarePhaseViews(CLI::App &App, PhaseViewOptions &View, CLI::Option *Json,
                       CLI::Option *Csv);

/// What is to be printed: nothing where a file was written. \p Files: paths of
/// the input's runs. An error where \p View asks for things that do not go
/// together.
Expected<std::string> phaseView(const PhaseViewOptions &View,
                                const PhaseInput &In,
                                const PhaseOptions &Options,
                                const std::vector<std::string> &Files,
                                PhaseFormat Format);

} // namespace memfacet

#endif
