//===- Shards.h - parts of a simulation -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part is a profile that also has the number of the part and what this part
// counted.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_COMMANDS_SHARDS_H
#define MEMFACET_COMMANDS_SHARDS_H

#include "analysis/result/profile/Profile.h"
#include "memfacet/Check.h"
#include <string>
#include <utility>
#include <vector>

namespace memfacet::commands {

struct Shard {
  uint32_t Number = 0, Count = 1;

  /// Returns the range of this part among \p Items, from the first to one past
  /// the last.
  std::pair<size_t, size_t> rangeOf(size_t Items) const {
    MEMFACET_CHECK(Number < Count, "parts count from 0");
    return {Items * Number / Count, Items * (Number + 1) / Count};
  }
  /// Returns the default path of the part: "memfacet.3-of-8.mfp".
  std::string defaultPath() const;
};

/// Parses "3/8" or "%r/8".
Expected<Shard> parseShard(const std::string &Text);

/// Returns whether \p P, a part, is a part of simulation points. Their job is
/// an object in JSON.
bool isPartOfPoints(const result::Profile &P);

/// Sorts \p Parts by number. Returns an error, which names one of \p Files,
/// unless they are all parts of one simulation.
Status checkParts(std::vector<result::Profile> &Parts,
                  const std::vector<std::string> &Files);

/// Writes \p P, a part, and prints the next command. \p Content says what was
/// simulated.
int writePart(const result::Profile &P, const std::string &Path,
              const std::string &Content);

} // namespace memfacet::commands

#endif
