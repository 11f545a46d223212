//===- e2e/Inputs/log.h - a program's accesses, written down by hand ------===//
//
// A test program wraps every access of its kernel in LOAD or STORE. Built with
// -DLOG, plainly, it prints each as (kind, object, offset, size); built
// without, by memfacet-clang, it prints where its objects are, and is recorded.
// Together the two say which addresses were touched without any of MemFacet's
// code.
//
// Objects are volatile and aligned to 4096, and a kernel keeps everything else
// in registers: one access in the source is one access in the IR.
//
//===----------------------------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef E2E_LOG_H
#define E2E_LOG_H

#include <stdio.h>

#ifdef LOG

static inline void note(char Kind, const char *Object,
                        const volatile void *Base, const volatile void *Address,
                        unsigned long Size) {
  long Offset = (const volatile char *)Address - (const volatile char *)Base;
  printf("%c %s %ld %lu\n", Kind, Object, Offset, Size);
}

#define LOAD(Object, Place)                                                    \
  (note('l', #Object, Object, &(Place), sizeof(Place)), (Place))
// The value first: it may hold a LOAD.
#define STORE(Object, Place, Value)                                            \
  ({                                                                           \
    __auto_type Stored = (Value);                                              \
    note('s', #Object, Object, &(Place), sizeof(Place));                       \
    (Place) = Stored;                                                          \
  })
#define BASE(Object)

#else

#define LOAD(Object, Place) (Place)
#define STORE(Object, Place, Value) ((Place) = (Value))
#define BASE(Object) printf("%s %p\n", #Object, (void *)(Object))

#endif

#endif
