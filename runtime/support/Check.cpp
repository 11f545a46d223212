//===- Check.cpp - a broken contract ends the program ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "runtime/support/Text.h"

[[noreturn]] [[gnu::noinline]] static void endWith(const char *Message) {
  memfacet::Diagnostic() << Message;
  __builtin_trap();
}

extern "C" __attribute__((weak, preserve_all)) void
memfacetCheckFailed(const char *Message) {
  endWith(Message);
}
