//===- Say.cpp - messages to the user -------------------------------------===//

#include "tools/support/Say.h"
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace memfacet {

void say(std::string_view Line) { fmt::print(stderr, "memfacet: {}\n", Line); }

Status printOutput(std::string_view Text) {
  if (std::fwrite(Text.data(), 1, Text.size(), stdout) != Text.size() ||
      std::fflush(stdout) != 0)
    return makeError("cannot write the report: {}", std::strerror(errno));
  return {};
}

int fail(const Error &E) {
  say(E.Message);
  return ExitFailure;
}

} // namespace memfacet
