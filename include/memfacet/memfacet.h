/*===- memfacet/memfacet.h - what a program tells the profiler -----------===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * This header is for C (C99) and C++. If compiled by memfacet-clang, or with
 * the flags that `memfacet config --cflags` prints, the macros call the
 * profiler's runtime. Otherwise they produce no code and no symbol, and
 * evaluate no argument but the pointer that MEMFACET_ALLOC returns. An
 * instrumented program does the same as a plain one.
 *
 * A call costs about as much as the record of a malloc: an event of a few
 * words. docs/names.md has a complete example.
 *
 *   MEMFACET_ALLOC(ptr, size)
 *     Makes [ptr, ptr + size), memory of the program's own allocator, an
 *     object. An expression with the value and the type of ptr. Names are
 *     found as for malloc's result, so the allocator must return this value:
 *
 *       void *pool_get(struct pool *p, size_t n) {
 *         char *here = p->next;
 *         p->next += n;
 *         return MEMFACET_ALLOC(here, n);       // the caller names it
 *       }
 *
 *   MEMFACET_ALLOC_AS(ptr, size, name)
 *     Does the same, and names the object.
 *
 *   MEMFACET_FREE(ptr)
 *     Ends the object that starts at ptr, and all objects inside it: these
 *     bytes belong to the enclosing object again. Freeing a whole block ends
 *     all objects inside it without a call.
 *
 *   MEMFACET_CLEAR(ptr, size)
 *     Ends all such objects inside [ptr, ptr + size), as when an arena is
 *     reset.
 *
 *   MEMFACET_NAME(ptr, name)
 *     Names the object around ptr, of any kind:
 *
 *       p->chunk = malloc(1 << 20);
 *       MEMFACET_NAME(p->chunk, "pool of nodes");
 *
 *   MEMFACET_REGION(ptr, size, name)
 *     Names [ptr, ptr + size), which may be a part of any object: a slice of
 *     an array, a mapped file, a stack buffer.
 *
 *   MEMFACET_REGION_END(ptr)
 *     Ends the region that starts at ptr. A function must call this for a
 *     stack buffer before it returns.
 *
 *   MEMFACET_PHASE(name)
 *     Begins a phase of the calling thread. Profiles show phases.
 *
 *   MEMFACET_ROI_BEGIN(), MEMFACET_ROI_END()
 *     Begin and end a region of interest of the whole process. If a program
 *     has such regions, only these are counted. Regions do not nest.
 *
 * Names are NUL-terminated, cut to 256 bytes and copied.
 *
 *===---------------------------------------------------------------------===*/

#ifndef MEMFACET_MEMFACET_H
#define MEMFACET_MEMFACET_H

/* An unused value is no mistake here. */
#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __MEMFACET__

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* These functions throw no exception, so calls need no clean-up in C++. */
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

/* sizeof uses the argument without evaluating it, so no compiler warns. */
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
