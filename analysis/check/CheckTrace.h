//===- CheckTrace.h - the invariants of one trace -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CHECK_CHECKTRACE_H
#define MEMFACET_CHECK_CHECKTRACE_H

#include "analysis/check/CheckProfile.h"
#include <functional>

namespace memfacet::check {

/// A row of a trace's own: computed addresses are those that it has recorded.
constexpr const char *AddressRule = "trace-addresses";
constexpr const char *AddressRuleSays =
    "computed addresses are those that were recorded";

/// A row of a trace's own: who owns what is accessed (LiveMemory.h).
constexpr const char *OwnerRule = "trace-owners";
constexpr const char *OwnerRuleSays =
    "accesses to memory that is allocated or mapped, to globals, to stacks and "
    "to nothing alive are as many as plain maps of what is alive say";
constexpr const char *OwnerRuleNeeds =
    "a complete trace without the program's own marks or region of interest";

/// Applies the rules of TraceRules.h to the events that \p Replay passes on. \p
/// Replay returns what was lost, or why there is no trace.
std::vector<CheckedInvariant>
checkEvents(const std::function<Expected<words::DataLoss>(words::SegmentSink &)>
                &Replay);

/// Checks all rules of the trace at \p Path, then the invariants of the profile
/// that simulating it makes.
std::vector<CheckedInvariant> checkTraceFile(const std::string &Path);

/// Returns whether the file at \p Path begins as a trace does.
bool isTraceFile(const std::string &Path);

/// What `memfacet check --list` says of one invariant.
struct InvariantText {
  const char *Subject; ///< "profile" or "trace"
  const char *Name, *Says, *Requirement;
};
std::vector<InvariantText> listedInvariants();

} // namespace memfacet::check

#endif
