//===- Interruption.cpp - Ctrl-C shows what is known ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Interruption.h"
#include "memfacet/Check.h"

namespace memfacet {

static std::atomic<bool> HasCome = false;
static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler sets it");

static bool Exists = false;

Interruption::Interruption() {
  MEMFACET_CHECK(!Exists, "the handler of the object before would be lost");
  Exists = true;
  HasCome = false;
  struct sigaction Action = {};
  Action.sa_handler = [](int) { HasCome = true; };
  Action.sa_flags = SA_RESTART | int(SA_RESETHAND);
  sigaction(SIGINT, &Action, &Previous);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &Previous, nullptr);
  Exists = false;
}

const std::atomic<bool> &Interruption::flag() { return HasCome; }

} // namespace memfacet
