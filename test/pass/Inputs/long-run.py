# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a function that stores through its N pointer parameters."""

import sys

count = int(sys.argv[1])
parameters = ", ".join(f"ptr %p{i}" for i in range(count))
print(f"define void @long({parameters}) {{")
for i in range(count):
    print(f"  store i8 0, ptr %p{i}")
print("  ret void\n}")
