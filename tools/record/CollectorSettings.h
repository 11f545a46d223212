//===- CollectorSettings.h - options of the collector ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RECORD_COLLECTORSETTINGS_H
#define MEMFACET_RECORD_COLLECTORSETTINGS_H

#include "analysis/support/Error.h"
#include "analysis/threads/communication/ReusePairs.h"
#include "memfacet/Options.h"
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace memfacet::record {

/// The options that `record` sets (memfacet/Options.h). Options that are not
/// set have their defaults. Other options of the runtime and unknown ones are
/// skipped: the runtime has warned of the latter.
struct CollectorSettings {
  using Text = std::string;
  using Path = std::string;
  using Plan = std::string;
  using Count = uint64_t;
  using Calls = uint32_t;
  using Flag = bool;
#define MEMFACET_MEMBER(Name, Default, Help, Words, Member, Kind, ...)         \
  Kind Member{};
  MEMFACET_COLLECTOR_OPTIONS(MEMFACET_MEMBER)
#undef MEMFACET_MEMBER

  // Analyses that need a trace (traceRows()): no options of the collector.
  std::string Sharing;       ///< a SharingPlan, or empty
  std::string Communication; ///< a ReusePlan, or empty
  std::string Pairs;         ///< file for the reuse pairs, or empty

  /// Sets the defaults.
  CollectorSettings();
  /// Parses \p Options, the value of the variable, or null.
  static Expected<CollectorSettings> parse(const char *Options);
  /// Returns the settings as `name=value:name=value`, for a program's
  /// environment. \p UserOptions is the user's own value, or null. The length
  /// is fixed (unless paths are very long), so that options of the recording do
  /// not change a program that copies its environment.
  Expected<std::string> join(const char *UserOptions) const;
  /// Fills in host and rank in the names of files to write (OutputNames.h).
  Status fillNames();
};

/// How the value of an option is written.
enum class OptionKind { Text, Path, Plan, Count, Calls, Flag };
/// Which options of commands are declared together.
enum class OptionGroup { None, Recording, Model, Analyses };

/// A row of MEMFACET_COLLECTOR_OPTIONS, or an analysis that needs a trace.
struct OptionRow {
  const char *Name; ///< in the environment; "": it is not there
  const char *Default, *Help;
  const char *Words; ///< values that it takes, separated by '|'; "": any
  std::variant<std::string CollectorSettings::*, uint64_t CollectorSettings::*,
               uint32_t CollectorSettings::*, bool CollectorSettings::*>
      Member;
  OptionKind Kind;
  OptionGroup Group;
  const char *Spelling;    ///< of the commands: "--curves"
  const char *ValueName;   ///< or ""
  const char *DefaultPlan; ///< the value if the option has none, or ""

  /// Sets the member in \p S to \p Value; an error if that is not of Kind.
  Status assign(CollectorSettings &S, std::string_view Value) const;
  /// Returns the member's value in \p S, as assign() takes it.
  std::string text(const CollectorSettings &S) const;
};
std::span<const OptionRow> optionRows();
/// Returns the row of \p Spelling, "--cache". There must be one.
const OptionRow &optionRow(std::string_view Spelling);
/// Returns the row of \p Member. There must be one.
const OptionRow &optionRow(std::string CollectorSettings::*Member);
/// Returns the analyses that only `simulate` makes, of a trace.
std::span<const OptionRow> traceRows();

/// Returns an option in \p S of an analysis that needs every access, or null.
const char *askedAnalysis(const CollectorSettings &S);

/// Parses a plan like "period=1000,seed=1".
Expected<threads::ReusePlan> parseReusePlan(std::string_view Text);

/// Parses an integer greater than 0 with an optional K, M or G (powers of
/// 1000).
Expected<uint64_t> parseCount(std::string_view Text);

/// Parses seconds, at least 0, like "30" or "0.5". \p Name: the option, for the
/// error.
Expected<double> parseSeconds(std::string_view Text, const char *Name);

/// Parses a number of calls around an allocation, at most MaxContexts.
Expected<uint32_t> parseContext(std::string_view Text);

} // namespace memfacet::record

#endif
