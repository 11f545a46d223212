//===- Views.h - a profile's tables, joined as people think of them -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views are stored in each profile, so that anything that reads SQLite has
// them. They depend on the number of cache levels alone. docs/queries.md
// describes them; a test compares it with this list.
//
// Counts over time are not among them: they are packed in streams, which SQL
// cannot read. QueryFile.h adds them as a table `intervals`.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_VIEWS_H
#define MEMFACET_RESULT_STORE_VIEWS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace memfacet::result {

/// Grows where a column is removed or means something else, or a view is
/// removed. New columns come last and leave it as it is.
constexpr uint64_t ProfileViewVersion = 1;

struct ViewText {
  const char *Name;
  std::string Select;

  /// Returns the statement that makes the view, as the file has it.
  std::string definition() const;
};

/// Returns all views of a profile with \p Levels cache levels.
std::vector<ViewText> profileViews(size_t Levels);

} // namespace memfacet::result

#endif
