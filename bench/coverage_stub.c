// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The cheapest callback for each load and store. */
#include <stdint.h>

#define CALLBACK(Name, Type)                                                   \
  void __sanitizer_cov_##Name(Type *Address) { (void)Address; }

CALLBACK(load1, uint8_t)
CALLBACK(load2, uint16_t)
CALLBACK(load4, uint32_t)
CALLBACK(load8, uint64_t)
CALLBACK(load16, __int128)
CALLBACK(store1, uint8_t)
CALLBACK(store2, uint16_t)
CALLBACK(store4, uint32_t)
CALLBACK(store8, uint64_t)
CALLBACK(store16, __int128)
