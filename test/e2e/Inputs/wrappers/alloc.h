// Allocators of a program's own, in an object of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *xmalloc(size_t Bytes);
void *xcalloc(size_t Count, size_t Bytes);
void *xrealloc(void *Old, size_t Bytes);
char *xstrdup(const char *Text);
void *zeroed(size_t Bytes);
int allocInto(void **Result, size_t Bytes);
void *throughPointer(void *Opaque, void *Old, size_t OldBytes, size_t Bytes);
#ifdef __cplusplus
}
#endif
