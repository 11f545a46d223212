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
    T = T.suffix(1);
  }
  return Number;
}

void copyBytes(void *Target, const void *Source, size_t Bytes) {
  machine::copyBytes(Target, Source, Bytes);
}

void clearBytes(void *Target, size_t Bytes) {
  machine::clearBytes(Target, Bytes);
}

namespace {
/// The file that stderr was when the program began.
struct FirstFile {
  bool Known, WasClosed;
  dev_t Device;
  ino_t Number;
};
constinit FirstFile First{};

bool isProgramsFile(int Descriptor) {
  struct stat Current;
  if (!First.Known ||
      sys::failed(sys::call(__NR_fstat, Descriptor, sys::word(&Current))))
    return false;
  return First.WasClosed ||
         ((Current.st_mode & S_IFMT) == S_IFREG &&
          (Current.st_dev != First.Device || Current.st_ino != First.Number));
}
} // namespace

void noteDescriptor(int Descriptor) {
  struct stat Current;
  long Result = sys::call(__NR_fstat, Descriptor, sys::word(&Current));
  First = {true, sys::failed(Result), 0, 0};
  if (First.WasClosed)
    return;
  First.Device = Current.st_dev;
  First.Number = Current.st_ino;
}

Diagnostic::~Diagnostic() {
  Buffer << "\n";
  if (!isProgramsFile(Descriptor))
    sys::write(Descriptor, Buffer.text(), Buffer.size());
}

} // namespace memfacet
