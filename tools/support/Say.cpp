//===- support/Say.cpp - messages to the user -----------------------------===//

#include "tools/support/Say.h"
#include <cstdio>

namespace memfacet {

void say(std::string_view Line) { fmt::print(stderr, "memfacet: {}\n", Line); }

int fail(const Error &E) {
  say(E.Message);
  return ExitFailure;
}

} // namespace memfacet
