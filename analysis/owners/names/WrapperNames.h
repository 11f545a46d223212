//===- WrapperNames.h - functions listed as wrappers ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_NAMES_WRAPPERNAMES_H
#define MEMFACET_OWNERS_NAMES_WRAPPERNAMES_H

#include "analysis/support/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::owners {

/// What a user says of functions: whether memory that they ask for is named by
/// them or by their callers. The last line that matches decides.
class WrapperNames {
public:
  /// One name a line, with `*` and `?`; `!` in front: it is none; `#` begins a
  /// comment. \p File is for the error.
  static Expected<WrapperNames> parse(std::string_view Text,
                                      std::string_view File);

  enum class Verdict { NotListed, Wrapper, NoWrapper };
  /// \p Function as in the source, qualified; template arguments need not be in
  /// the list.
  Verdict verdict(std::string_view Function) const;
  /// What the list says of \p Function; \p Found where it says nothing.
  bool isListed(std::string_view Function, bool Found) const {
    Verdict V = verdict(Function);
    return V == Verdict::NotListed ? Found : V == Verdict::Wrapper;
  }
  /// Whether memory that \p Function takes, though it is not instrumented, is
  /// its caller's: it is listed, or a well-known library's allocator.
  bool isLibraryAllocator(std::string_view Function) const;

private:
  struct Pattern {
    std::string Name;
    bool IsWrapper;
  };
  std::vector<Pattern> Patterns;
};

/// Whether \p Name matches \p Glob, in which `*` is any text and `?` any one
/// character.
bool matchesGlob(std::string_view Name, std::string_view Glob);

} // namespace memfacet::owners

#endif
