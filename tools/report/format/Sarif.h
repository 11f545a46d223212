//===- Sarif.h - findings for code scanning -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SARIF 2.1.0 (OASIS standard, 2020): what continuous integration shows next to
// the lines of a change.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FORMAT_SARIF_H
#define MEMFACET_REPORT_FORMAT_SARIF_H

#include "analysis/support/Error.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace memfacet::report {

struct SarifPlace {
  std::string File;    ///< as the compiler writes it
  uint32_t Line = 0;   ///< 0: unknown
  uint32_t Column = 0; ///< 0: unknown
  std::string Message; ///< what is there; may be empty
};

struct SarifRule {
  std::string Id;   ///< "false-sharing"
  std::string Name; ///< in one word: "FalseSharing"
  std::string Text; ///< a sentence, without its full stop
  std::string Help; ///< sentences: what to do about it
};

struct SarifResult {
  size_t Rule = 0;     ///< index
  bool Warning = true; ///< else a note
  std::string Message;
  /// Where it is, and other places; those without a file are left out.
  std::vector<SarifPlace> Places, Related;
  std::vector<std::pair<std::string, uint64_t>> Properties;
};

/// The content of one file.
struct SarifLog {
  std::vector<SarifRule> Rules;
  std::vector<SarifResult> Results;
  /// Returns the number of \p Rule, which is added unless a rule with the same
  /// Id is there.
  size_t rule(const SarifRule &Rule);
};

/// Returns a file with one run of memfacet. Paths below \p Folder become
/// relative to \p Folder, others stay as they are. Relative paths must be
/// relative to \p Folder.
std::string sarifText(const std::vector<SarifRule> &Rules,
                      const std::vector<SarifResult> &Results,
                      const std::string &Folder);
/// Returns the current folder, which paths become relative to.
std::string sarifFolder();
/// Writes \p Text to \p Path, for option --sarif.
Status writeSarif(const std::string &Path, const std::string &Text);

} // namespace memfacet::report

#endif
