//===- WrapperNames.h - functions listed as wrappers ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_NAMES_WRAPPERNAMES_H
#define MEMFACET_OWNERS_NAMES_WRAPPERNAMES_H

#include "analysis/support/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::owners {

/// The user's list of functions: whether memory that a function allocates is
/// named by it or by its callers. The last line that matches decides.
class WrapperNames {
public:
  /// Parses one name a line, with `*` and `?`. `!` in front says that the
  /// function is no wrapper; `#` begins a comment. \p File is for the error.
  static Expected<WrapperNames> parse(std::string_view Text,
                                      std::string_view File);

  enum class Verdict { NotListed, Wrapper, NoWrapper };
  /// Returns the verdict of \p Function, qualified as in the source; template
  /// arguments need not be in the list.
  Verdict verdict(std::string_view Function) const;
  /// Returns what the list says of \p Function; \p Found if it is not listed.
  bool isListed(std::string_view Function, bool Found) const {
    Verdict V = verdict(Function);
    return V == Verdict::NotListed ? Found : V == Verdict::Wrapper;
  }
  /// Returns whether memory that \p Function takes, though it is not
  /// instrumented, belongs to its caller: the function is listed, or it is a
  /// well-known library's allocator.
  bool isLibraryAllocator(std::string_view Function) const;

private:
  struct Pattern {
    std::string Name;
    bool IsWrapper;
  };
  std::vector<Pattern> Patterns;
};

/// Returns whether \p Name matches \p Glob, in which `*` is any text and `?`
/// any one character.
bool matchesGlob(std::string_view Name, std::string_view Glob);

} // namespace memfacet::owners

#endif
