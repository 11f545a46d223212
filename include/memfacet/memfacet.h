/*===- memfacet/memfacet.h - what a program tells the profiler -----------===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For C (C99) and C++. Compiled by memfacet-clang, or with the flags that
 * `memfacet config --cflags` prints, the macros call the profiler's runtime;
 * otherwise nothing is left of them: no code, no symbol, no argument
 * evaluated but the pointer that MEMFACET_ALLOC returns. An instrumented
 * program does the same as a plain one.
 *
 * A call costs about as much as malloc's own record: an event of a few words.
 * docs/names.md has a complete example.
 *
 *   MEMFACET_ALLOC(ptr, size)
 *     [ptr, ptr + size), memory of the program's own allocator, is an object of
 *     its own from now on. An expression: ptr, with its type. It is named as
 *     malloc's result would be, so let its value be what is handed out:
 *
 *       void *pool_get(struct pool *p, size_t n) {
 *         char *here = p->next;
 *         p->next += n;
 *         return MEMFACET_ALLOC(here, n);       // whoever calls names it
 *       }
 *
 *   MEMFACET_ALLOC_AS(ptr, size, name)
 *     Likewise, and it is called name.
 *
 *   MEMFACET_FREE(ptr)
 *     The object that starts at ptr ends, with all inside it. Its bytes belong
 *     to what they are a part of again. Where a whole block is freed, what is
 *     inside it ends by itself.
 *
 *   MEMFACET_CLEAR(ptr, size)
 *     All such objects inside [ptr, ptr + size) end: an arena is reset.
 *
 *   MEMFACET_NAME(ptr, name)
 *     The object around ptr, of whatever kind, is called name from now on:
 *
 *       p->chunk = malloc(1 << 20);
 *       MEMFACET_NAME(p->chunk, "pool of nodes");
 *
 *   MEMFACET_REGION(ptr, size, name)
 *     [ptr, ptr + size) is called name, whatever it is a part of: an array's
 *     slice, a mapped file, a stack buffer.
 *
 *   MEMFACET_REGION_END(ptr)
 *     No longer. To be called for a stack buffer before it goes away.
 *
 *   MEMFACET_PHASE(name)
 *     The calling thread begins a phase, which the profile tells.
 *
 *   MEMFACET_ROI_BEGIN(), MEMFACET_ROI_END()
 *     The region of interest of the whole process. Where a program has one,
 *     only what happens inside is counted. They do not nest.
 *
 * Names are NUL-terminated, cut to 256 bytes and copied.
 *
 *===---------------------------------------------------------------------===*/

#ifndef MEMFACET_MEMFACET_H
#define MEMFACET_MEMFACET_H

/* A value that nobody uses is no mistake here. */
#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __MEMFACET__

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No exception leaves them: calls cost no clean-up code in C++. */
#define MEMFACET_CALL_ __attribute__((nothrow))
MEMFACET_CALL_ void *__memfacet_object(const volatile void *, size_t,
                                       const char *);
MEMFACET_CALL_ void __memfacet_object_end(const volatile void *);
MEMFACET_CALL_ void __memfacet_clear(const volatile void *, size_t);
MEMFACET_CALL_ void __memfacet_region(const volatile void *, size_t,
                                      const char *);
MEMFACET_CALL_ void __memfacet_name(const volatile void *, const char *);
MEMFACET_CALL_ void __memfacet_phase(const char *);
MEMFACET_CALL_ void __memfacet_interest(int);

#ifdef __cplusplus
}
#endif

#define MEMFACET_ALLOC(ptr, size) MEMFACET_ALLOC_AS(ptr, size, 0)
#define MEMFACET_ALLOC_AS(ptr, size, name)                                     \
  ((__typeof__(0 ? (ptr) : 0))__memfacet_object((ptr), (size), (name)))
#define MEMFACET_FREE(ptr) __memfacet_object_end(ptr)
#define MEMFACET_CLEAR(ptr, size) __memfacet_clear((ptr), (size))
#define MEMFACET_NAME(ptr, name) __memfacet_name((ptr), (name))
#define MEMFACET_REGION(ptr, size, name)                                       \
  __memfacet_region((ptr), (size), (name))
#define MEMFACET_REGION_END(ptr) __memfacet_object_end(ptr)
#define MEMFACET_PHASE(name) __memfacet_phase(name)
#define MEMFACET_ROI_BEGIN() __memfacet_interest(1)
#define MEMFACET_ROI_END() __memfacet_interest(0)

#else

/* sizeof: used, so that no compiler complains, and not evaluated. */
#define MEMFACET_IGNORE_(argument) ((void)sizeof(argument))
#define MEMFACET_ALLOC(ptr, size) MEMFACET_ALLOC_AS(ptr, size, 0)
#define MEMFACET_ALLOC_AS(ptr, size, name)                                     \
  (MEMFACET_IGNORE_(size), MEMFACET_IGNORE_(name), (ptr))
#define MEMFACET_FREE(ptr) MEMFACET_IGNORE_(ptr)
#define MEMFACET_CLEAR(ptr, size)                                              \
  (MEMFACET_IGNORE_(ptr), MEMFACET_IGNORE_(size))
#define MEMFACET_NAME(ptr, name) MEMFACET_CLEAR(ptr, name)
#define MEMFACET_REGION(ptr, size, name)                                       \
  (MEMFACET_IGNORE_(ptr), MEMFACET_IGNORE_(size), MEMFACET_IGNORE_(name))
#define MEMFACET_REGION_END(ptr) MEMFACET_IGNORE_(ptr)
#define MEMFACET_PHASE(name) MEMFACET_IGNORE_(name)
#define MEMFACET_ROI_BEGIN() ((void)0)
#define MEMFACET_ROI_END() ((void)0)

#endif

#endif
