#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# LLVM 19.1.7 (Debian 12: llvm-19 and libllvm19, 1:19.1.7-3~deb12u1), llc -O2, x86-64.
#
# Straight-line code that works on one structure, as generators of circuits write
# it: N times an access at another offset. Before each, a test that hardly ever
# holds and a call that keeps all registers (preserve_all), as instrumentation
# inserts. For the function this is four instructions and two blocks for each
# access; each of them is trivial.
#
# Expected: twice the accesses take about twice the time to compile.
# Seen: thirty times (0.8 and 23 s for 3000 and 6000; 180 s for 12000). The pointer to the structure lives through all blocks,
# and each call wants its arguments in fixed registers; the greedy register
# allocator considers splitting that one live range around all of them, again and
# again (most of the time, by -ftime-report: "Global Splitting"). Without the tests
# and calls, as one block of stores, it is three times (0.06 and 0.18 s).
#
# The script fails if the ratio is below 7, or that without tests is above it.
#
# usage: findings/llvm-allocates-checks-in-square-time.sh   (Debian 12, network)
set -euo pipefail
Version='1:19.1.7-3~deb12u1'
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q "llvm-19=$Version" "libllvm19=$Version" >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu:$Work/root/usr/lib/llvm-19/lib

# Writes $1 accesses, with tests if $2 is 1.
program() {
  awk -v n="$1" -v tests="$2" 'BEGIN {
    print "target triple = \"x86_64-pc-linux-gnu\""
    print "@mask = external dso_local thread_local global i64"
    print "declare preserve_allcc void @slow(i64, ptr) cold nounwind"
    print "declare ptr @llvm.threadlocal.address.p0(ptr)"
    print "define void @step(ptr %s) {"
    for (i = 0; i < n; ++i) {
      at = i * 7919 % 4096 * 4
      printf "  %%p%d = getelementptr i8, ptr %%s, i64 %d\n", i, at
      if (tests) {
        printf "  %%a%d = ptrtoint ptr %%p%d to i64\n", i, i
        printf "  %%t%d = call ptr @llvm.threadlocal.address.p0(ptr @mask)\n", i
        printf "  %%m%d = load i64, ptr %%t%d\n", i, i
        printf "  %%x%d = and i64 %%a%d, %%m%d\n", i, i, i
        printf "  %%c%d = icmp eq i64 %%x%d, 0\n", i, i
        printf "  br i1 %%c%d, label %%l%d, label %%r%d, !prof !0\n", i, i, i
        printf "l%d:\n  call preserve_allcc void @slow(i64 %%a%d, ptr null)\n", i, i
        printf "  br label %%r%d\nr%d:\n", i, i
      }
      printf "  store volatile i32 %d, ptr %%p%d\n", i, i
    }
    print "  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 1024}"
  }' > step.ll
}

# Milliseconds of user time to compile it.
milliseconds() {
  program "$1" "$2"
  local TIMEFORMAT=%U
  { time root/usr/lib/llvm-19/bin/llc -O2 step.ll -o /dev/null; } 2>&1 |
    awk '{ print int($1 * 1000) }'
}

for Tests in 1 0; do
  Small=$(milliseconds 3000 "$Tests")
  Large=$(milliseconds 6000 "$Tests")
  Ratio[Tests]=$((10 * Large / (Small > 0 ? Small : 1)))
  echo "tests: $Tests; 3000 accesses $Small ms, 6000 accesses $Large ms"
done
[ "${Ratio[1]}" -ge 70 ] && [ "${Ratio[0]}" -lt 70 ]
