// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copies.h"

template struct Instance<short>;
int WeakHere[13];
int other(int I) { return useAll(I); }
Virtual *newVirtual() { return new Virtual; }
