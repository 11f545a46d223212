//===- Thread.cpp - thread-local state ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/Thread.h"

extern "C" {
MEMFACET_TLS uint64_t *__memfacet_cursor = nullptr;
MEMFACET_TLS uint64_t *__memfacet_limit = nullptr;
MEMFACET_TLS uint64_t __memfacet_site = 0;
MEMFACET_TLS uint64_t __memfacet_depth = 0;
MEMFACET_TLS uint64_t __memfacet_contexts[memfacet::ContextSlots] = {};
}

namespace memfacet::record {

MEMFACET_TLS ThreadState CurrentThread;

} // namespace memfacet::record
