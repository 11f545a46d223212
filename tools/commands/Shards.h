//===- Shards.h - parts of a simulation -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part is a profile that also says which part it is and what it counted.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_COMMANDS_SHARDS_H
#define MEMFACET_COMMANDS_SHARDS_H

#include "analysis/result/profile/Profile.h"
#include <string>
#include <utility>
#include <vector>

namespace memfacet {

struct Shard {
  uint32_t Number = 0, Count = 1;

  /// Which of \p Items are this part's: from the first to the second.
  std::pair<size_t, size_t> rangeOf(size_t Items) const {
    return {Items * Number / Count, Items * (Number + 1) / Count};
  }
  /// " 3-of-8" before the extension of the default profile.
  std::string defaultPath() const;
};

/// Parses "3/8" or "%r/8".
Expected<Shard> parseShard(const std::string &Text);

/// Whether \p P, a part, is one of points: their job is an object in JSON.
bool isPartOfPoints(const result::Profile &P);

/// Sorts \p Parts by number. An error: they are not all parts of one
/// simulation, \p Files of which each is.
Status checkParts(std::vector<result::Profile> &Parts,
                  const std::vector<std::string> &Files);

/// Writes \p P, a part, and says how to go on.
int writePart(const result::Profile &P, const std::string &Path,
              const std::string &Content);

} // namespace memfacet

#endif
