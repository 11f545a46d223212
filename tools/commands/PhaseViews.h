//===- PhaseViews.h - pictures and single intervals of phases -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_COMMANDS_PHASEVIEWS_H
#define MEMFACET_COMMANDS_PHASEVIEWS_H

#include "analysis/study/phases/PhaseStudy.h"
#include "tools/cli/ShowOptions.h"

namespace memfacet::commands {

/// Options that choose what to show instead of the table of phases.
struct PhaseViewOptions {
  std::string Picture, Svg, Projection = "random";
  std::optional<uint32_t> Interval, Thread;
  std::optional<uint32_t> Run; ///< from 1
  bool SweepWavelet = false;

  bool any() const {
    return !Picture.empty() || !Svg.empty() || Interval || SweepWavelet;
  }
};

/// Declares the options. Must be called after the declaration of the options of
/// \p Format and of --compare, which exclude some of these.
void declarePhaseViews(CLI::App &App, PhaseViewOptions &View,
                       const cli::OutputFormat &Format);

/// Returns the text to print; empty if a file was written. \p Files: paths of
/// the runs in \p In. Returns an error if options of \p View exclude each
/// other.
Expected<std::string> phaseView(const PhaseViewOptions &View,
                                const study::PhaseInput &In,
                                const study::PhaseOptions &Options,
                                const std::vector<std::string> &Files,
                                const cli::OutputFormat &Format);

} // namespace memfacet::commands

#endif
