# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cache hierarchies on which points are simulated."""

CACHES = [
    "L1=16K,4;L2=256K,8;L3=4M,16",
    "L1=32K,8;L2=256K,8;L3=4M,16",
    "L1=64K,8;L2=256K,8;L3=4M,16",
    "L1=32K,2;L2=256K,8;L3=4M,16",
    "L1=32K,8;L2=128K,8;L3=4M,16",
    "L1=32K,8;L2=512K,8;L3=4M,16",
    "L1=32K,8;L2=1M,8;L3=4M,16",
    "L1=32K,8;L2=256K,2;L3=4M,16",
    "L1=32K,8;L2=256K,8;L3=1M,16",
    "L1=32K,8;L2=256K,8;L3=2M,16",
    "L1=32K,8;L2=256K,8;L3=8M,16",
    "L1=32K,8;L2=256K,8;L3=4M,16;line=128",
]
