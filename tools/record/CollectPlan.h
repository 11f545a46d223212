//===- CollectPlan.h - checked settings for the pipeline ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RECORD_COLLECTPLAN_H
#define MEMFACET_RECORD_COLLECTPLAN_H

#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/pipeline/Collect.h"
#include "tools/record/CollectorSettings.h"

namespace memfacet::record {

/// Checks \p Settings and returns the options of the pipeline for process
/// \p Process.
Expected<measure::CollectOptions>
collectOptions(const CollectorSettings &Settings, uint32_t Process,
               bool IsChild);

/// Returns a profile in one line: "app: 1.2 G instructions, ...".
std::string summary(const result::Profile &P);

/// Returns a trace in one line: "app: 1.2 M words of events in ...".
std::string traceSummary(const std::string &Program, words::TraceSize Size);

/// Returns "memfacet report", with the file unless it is the default one.
std::string reportCommand(const std::string &ProfilePath);

/// Returns the command that shows \p P best: "memfacet critical" for a profile
/// with a simulated core, for instance.
std::string nextCommand(const result::Profile &P,
                        const std::string &ProfilePath);

constexpr const char *RandomAddressesNote =
    "addresses were randomised: which lines share a cache set may differ from "
    "run to run";

/// Returns an error if \p Settings need more than accesses to chosen lines
/// (memfacet/Select.h).
Status checkSelection(const CollectorSettings &Settings);
/// Returns whether the file \p Program is recorded as accesses to chosen lines,
/// as far as \p Settings need no more.
bool selects(const CollectorSettings &Settings, const std::string &Program);

/// Adds the simulation of \p Core to \p Options; nothing if \p Core is empty.
Status addCore(measure::CollectOptions &Options, const std::string &Core,
               std::vector<std::vector<StructureId>> Perfect = {});

/// Returns \p Chosen if the user chose a cache model, else the model of
/// \p Core.
std::string cachesFor(const std::string &Core, const std::string &Chosen,
                      bool IsChosen);

/// Returns the lists of structures that `--perfect` asks for, found in \p P,
/// which must have a simulated core. There is one list for all names; top:N
/// adds N lists, each with one structure more, the one with most stall cycles
/// first; top:N:misses, the one with most first-level misses.
Expected<std::vector<std::vector<StructureId>>>
perfectScenarios(const result::Profile &P,
                 const std::vector<std::string> &Words);

} // namespace memfacet::record

#endif
