// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "alloc.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *xmalloc(size_t Bytes) {
  void *Fresh = malloc(Bytes);
  if (!Fresh)
    abort();
  return Fresh;
}

void *xcalloc(size_t Count, size_t Bytes) {
  void *Cleared = calloc(Count, Bytes);
  return Cleared ? Cleared : (abort(), NULL);
}

void *xrealloc(void *Old, size_t Bytes) {
  Old = realloc(Old, Bytes);
  if (!Old)
    abort();
  return Old;
}

char *xstrdup(const char *Text) {
  return strcpy(xmalloc(strlen(Text) + 1), Text);
}

// A wrapper of a wrapper, with a header before what it returns.
void *zeroed(size_t Bytes) {
  size_t *Header = xmalloc(Bytes + 16);
  *Header = Bytes;
  return memset(Header + 2, 0, Bytes);
}

int allocInto(void **Result, size_t Bytes) {
  void *Put = xmalloc(Bytes);
  *Result = Put;
  return Put == NULL;
}

void *throughPointer(void *Opaque, void *Old, size_t OldBytes, size_t Bytes) {
  (void)Opaque, (void)OldBytes;
  if (Bytes == 0) {
    free(Old);
    return NULL;
  }
  return realloc(Old, Bytes);
}
