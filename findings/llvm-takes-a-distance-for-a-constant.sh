#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM 19.1.7 (Debian 12: llvm-19 and libllvm19, 1:19.1.7-3~deb12u1), llc -O2, x86-64.
#
# An integer is the sum of a constant table's address and of a number that is
# loaded; as a pointer, it leads to other memory than the table's, for instance
# to an array of counters that each thread has of its own:
#
#     sum = distance + (integer) table;  p = (pointer) sum;
#     if (now) { p[2] += 1; tell(); p[2] -= 1; }
#
# Expected: what tell() leaves in p[2] is loaded after the call.
# Seen: it is not. CodeGenPrepare sinks the sum into the block that uses it, as an
# address relative to the table. Alias analysis then finds that this memory is
# constant, the second load gives what the first gave, and the number from before
# the call, less one, is stored after it:
#
#     movq  .Ltable+16(%rbx), %r14
#     ...
#     callq tell@PLT
#     decq  %r14
#     movq  %r14, .Ltable+16(%rbx)
#
# With the sum in the block of its use, or with a table that is not constant, the
# second load is there. The script fails if the first program has it, too, or the
# second one has not.
#
# usage: findings/llvm-takes-a-distance-for-a-constant.sh   (Debian 12, network)
set -euo pipefail
Version='1:19.1.7-3~deb12u1'
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q "llvm-19=$Version" "libllvm19=$Version" >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done
Llc=root/usr/lib/llvm-19/bin/llc
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu:$Work/root/usr/lib/llvm-19/lib

# Prints how many loads follow the call, with a table that is $1.
loads() {
  cat > count.ll <<EOF
target triple = "x86_64-pc-linux-gnu"
@table = private $1 [3 x i64] [i64 19, i64 21, i64 20]
@distance = external dso_local global i64
declare void @tell()
define void @count(i1 %now) {
entry:
  %distance = load i64, ptr @distance
  %sum = add i64 %distance, ptrtoint (ptr @table to i64)
  %p = inttoptr i64 %sum to ptr
  br i1 %now, label %check, label %end
check:
  %counter = getelementptr inbounds i8, ptr %p, i64 16
  %before = load i64, ptr %counter
  %more = add i64 %before, 1
  store i64 %more, ptr %counter
  call void @tell()
  %behind = load i64, ptr %counter
  %less = add i64 %behind, -1
  store i64 %less, ptr %counter
  br label %end
end:
  ret void
}
EOF
  "$Llc" -O2 count.ll -o count.s
  # Reading and writing memory at once, or loading it, relative to the table.
  sed -n '/tell/,/retq/p' count.s |
    grep -cE '(dec|inc|add|sub)q.*table\+16\(|movq[[:space:]]+\.L?table\+16\(.*, %' || true
}

Constant=$(loads constant)
Global=$(loads global)
echo "loads behind the call: $Constant with a constant table, $Global with another one"
[ "$Constant" = 0 ] && [ "$Global" = 1 ]
