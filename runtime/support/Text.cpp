//===- Text.cpp - strings and diagnostics ---------------------------------===//

#include "runtime/support/Text.h"
#include "runtime/support/Syscall.h"

namespace memfacet {

static unsigned digitValue(char C) {
  if (C >= '0' && C <= '9')
    return unsigned(C - '0');
  if (C >= 'a' && C <= 'f')
    return unsigned(C - 'a') + 10;
  return ~0u;
}

uint64_t takeNumber(Text &T, unsigned Base) {
  uint64_t Number = 0;
  while (!T.empty() && digitValue(*T.Data) < Base) {
    Number = Number * Base + digitValue(*T.Data);
    T = T.from(1);
  }
  return Number;
}

void copyBytes(void *To, const void *From, size_t Bytes) {
  machine::copyBytes(To, From, Bytes);
}

void clearBytes(void *To, size_t Bytes) {
  machine::clearBytes(To, Bytes);
}

Diagnostic::~Diagnostic() {
  Buffer << "\n";
  sys::write(2, Buffer.text(), Buffer.size());
}

} // namespace memfacet
