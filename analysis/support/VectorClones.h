//===- VectorClones.h - one function, several processors ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_VECTORCLONES_H
#define MEMFACET_SUPPORT_VECTORCLONES_H

/// Stands in front of a function. It is compiled for several instruction sets,
/// and the best that the processor has is called. All give the same result
/// where the order of floating-point operations is that of the source, see
/// MEMFACET_UNFUSED.
/// Not with the thread sanitizer: the function that chooses is executed before
/// it is ready.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define MEMFACET_VECTOR_CLONES                                                 \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define MEMFACET_VECTOR_CLONES
#endif

/// Stands at the beginning of a body. Products are not fused with sums, which
/// only some processors can do.
#define MEMFACET_UNFUSED _Pragma("clang fp contract(off)")

#endif
