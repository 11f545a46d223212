"""Prints a function that stores through its N pointer parameters."""

import sys

count = int(sys.argv[1])
print('target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"')
print('target triple = "x86_64-pc-linux-gnu"')
parameters = ", ".join(f"ptr %p{i}" for i in range(count))
print(f"define void @long({parameters}) {{")
for i in range(count):
    print(f"  store i8 0, ptr %p{i}")
print("  ret void\n}")
