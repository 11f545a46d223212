//===- Visibility.h - visibility of the runtime's symbols -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SUPPORT_VISIBILITY_H
#define MEMFACET_RUNTIME_SUPPORT_VISIBILITY_H

#define MEMFACET_EXPORT __attribute__((visibility("default")))
/// Is visible in the runtime alone, though it is defined elsewhere.
#define MEMFACET_OWN __attribute__((visibility("hidden")))
/// Exists from the first to the last instruction of a thread. The runtime is
/// part of the executable, so hot code may assume that its variables are at
/// constant places (CMakeLists.txt).
#ifndef MEMFACET_TLS
#define MEMFACET_TLS __thread __attribute__((tls_model("initial-exec")))
#endif

#endif
