//===- Text.cpp - strings and diagnostics ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/support/Text.h"
#include "runtime/support/Syscall.h"
#include <sys/stat.h>

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

void clearBytes(void *To, size_t Bytes) { machine::clearBytes(To, Bytes); }

namespace {
/// The file behind stderr when the program began.
struct FirstFile {
  bool Known, Closed;
  dev_t Device;
  ino_t Number;
};
constinit FirstFile First{};

bool isProgramsFile(int Descriptor) {
  struct stat Now;
  if (!First.Known ||
      sys::failed(sys::call(__NR_fstat, Descriptor, sys::word(&Now))))
    return false;
  return First.Closed ||
         ((Now.st_mode & S_IFMT) == S_IFREG &&
          (Now.st_dev != First.Device || Now.st_ino != First.Number));
}
} // namespace

void keepFromFiles(int Descriptor) {
  struct stat Now;
  long Failed = sys::call(__NR_fstat, Descriptor, sys::word(&Now));
  First = {true, sys::failed(Failed), 0, 0};
  if (First.Closed)
    return;
  First.Device = Now.st_dev;
  First.Number = Now.st_ino;
}

Diagnostic::~Diagnostic() {
  Buffer << "\n";
  if (!isProgramsFile(Descriptor))
    sys::write(Descriptor, Buffer.text(), Buffer.size());
}

} // namespace memfacet
