#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM 19.1.7 (Debian 12: llvm-19 and libllvm19, 1:19.1.7-3~deb12u1), llc -O2, x86-64.
#
# A loop counts down how many iterations are left. After it, once, what was executed
# is multiplied with a constant, as a cost. The multiplication uses a value of the last
# iteration, so Loop Strength Reduction sees a value that grows by that constant in
# each iteration.
#
# Expected: the loop stores, counts and compares; one multiplication after it.
# Seen: an addition of the constant in each iteration, in a register of its own, and no
# multiplication, even if the branch weights say that the loop runs a million times
# for each time that it is left. A constant of 2^20, for which a shift would do, gets
# its addition, too. An empty inline assembly around the value that is multiplied keeps
# the loop as it is written.
#
# The script fails if the loop has no such addition any more, or has one after the
# assembly.
#
# usage: findings/llvm-multiplies-behind-a-loop-by-adding-in-it.sh   (Debian 12, network)
set -euo pipefail
Version='1:19.1.7-3~deb12u1'
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q "llvm-19=$Version" "libllvm19=$Version" >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu:$Work/root/usr/lib/llvm-19/lib

# How often the constant $1 is added in the loop. $2: whether the value is hidden.
additions() {
  local Last=%left Hide=
  if [ "$2" = hidden ]; then
    Last=%kept
    Hide='%kept = call i64 asm "", "=r,0"(i64 %left)'
  fi
  cat >loop.ll <<END
target triple = "x86_64-pc-linux-gnu"
define i64 @cost(ptr %to, i64 %end, i64 %most) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %left = phi i64 [ %most, %entry ], [ %fewer, %again ]
  %place = getelementptr i64, ptr %to, i64 %i
  store volatile i64 %i, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %end
  br i1 %more, label %again, label %done, !prof !0
again:
  %fewer = sub i64 %left, 1
  %goes = icmp ne i64 %fewer, 0
  br i1 %goes, label %loop, label %over, !prof !0
done:
  $Hide
  %times = sub i64 %most, $Last
  %ticks = mul i64 %times, $1
  ret i64 %ticks
over:
  ret i64 0
}
!0 = !{!"branch_weights", i32 1000000, i32 1}
END
  root/usr/lib/llvm-19/bin/llc -O2 loop.ll -o loop.s
  # From the loop's label to the last jump to it.
  awk '/^\.LBB0_1:/ { inside = 1 } inside { print }
       inside && /j.*\.LBB0_1$/ { exit }' loop.s | grep -c "add.*\\\$$1, %r" || true
}

for Factor in 7 1048576; do
  Plain=$(additions $Factor plain)
  Hidden=$(additions $Factor hidden)
  echo "times $Factor: $Plain additions in the loop, $Hidden with the value hidden"
  [ "$Plain" = 1 ]
  [ "$Hidden" = 0 ]
done
