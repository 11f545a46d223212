//===- InputFiles.cpp - keeps outputs from inputs -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/InputFiles.h"
#include <filesystem>

namespace memfacet {

Status checkOverwrites(const std::string &Output, const std::string &Input,
                       const char *Role, const char *Option) {
  namespace fs = std::filesystem;
  std::error_code Ignored;
  // Pipes and terminals may be both.
  if (!fs::is_regular_file(Output, Ignored) ||
      !fs::equivalent(Input, Output, Ignored))
    return {};
  return makeError("'{}' is {}; choose another file with {}", Output, Role,
                   Option);
}

} // namespace memfacet
