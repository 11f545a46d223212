//===- CollectPlan.h - settings, checked, for the pipeline ----------------===//

#ifndef MEMFACET_RECORD_COLLECTPLAN_H
#define MEMFACET_RECORD_COLLECTPLAN_H

#include "analysis/pipeline/Collect.h"
#include "tools/record/CollectorSettings.h"

namespace memfacet {

/// What the pipeline shall do for process \p Process.
Expected<CollectOptions> collectOptions(const CollectorSettings &Settings,
                                        uint32_t Process, bool IsChild);

/// What a profile is worth in one line: "app: 1.2 G instructions, ...".
std::string summary(const Profile &P);

/// The same of a trace: "app: 1.2 M words of events in ...".
std::string traceSummary(const std::string &Program, TraceSize Size);

/// "memfacet report", with the file where it is not the default one.
std::string reportCommand(const std::string &ProfilePath);

/// The same, or "memfacet critical" for a profile that knows a core.
std::string nextCommand(const Profile &P, const std::string &ProfilePath);

constexpr const char *RandomAddressesNote =
    "addresses were randomised: which lines share a cache set may differ from "
    "run to run";

} // namespace memfacet

#endif
