#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19 and libllvm19,
# 1:19.1.7-3~deb12u1), -O2, x86-64, -gline-tables-only.
#
# A function of N values that live long, and of 2 N blocks.
#
# Expected: line tables name lines. They name no variable, so no pass looks for
# one, and the compiler takes the memory that it takes without them.
# Seen: 250 MB in place of 136 for 1500 values, 403 in place of 173 for 3000.
# LLVM's newer method of following variables, the default of x86-64
# (-experimental-debug-variable-locations), first follows the values of all
# registers and of all stack slots through all blocks. It asks only whether the
# function has debug information, not whether anything in it is a variable. The
# older method takes 138 and 176 MB. In C++ with strings and maps inlined, 1000
# statements take 661 MB with line tables, 254 without, 272 with the older method.
#
# The script fails if line tables take less than 80 MB more for 1500 values or
# 160 MB more for 3000, or if the older method takes 40 MB more.
#
# usage: findings/llvm-follows-variables-where-there-are-none.sh   (Debian 12, network)
set -euo pipefail
Version='1:19.1.7-3~deb12u1'
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q "clang-19=$Version" "libclang-cpp19=$Version" \
  "libllvm19=$Version" >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu:$Work/root/usr/lib/llvm-19/lib

# Writes a function of $1 values that live to its end, a block and a call for each.
program() {
  awk -v n="$1" 'BEGIN {
    print "long take(long);\nlong run(const long *x) {\n  long sum = 0;"
    for (i = 0; i < n; ++i)
      printf "  long v%d = take(%d); if (x[%d]) take(v%d);\n", i, i, i, i
    for (i = 0; i < n; ++i)
      printf "  sum ^= take(v%d);\n", i
    print "  return sum;\n}"
  }' > run.c
}

# Megabytes that it takes to compile run.c with these options.
megabytes() {
  python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' \
    root/usr/lib/llvm-19/bin/clang -O2 "$@" -c run.c -o run.o
}

declare -A More
for Count in 1500 3000; do
  program $Count
  Plain=$(megabytes -g0)
  Lines=$(megabytes -gline-tables-only)
  Older=$(megabytes -gline-tables-only -mllvm -experimental-debug-variable-locations=false)
  echo "$Count values: -g0 $Plain MB, line tables $Lines MB, with the older method $Older MB"
  More[$Count]=$((Lines - Plain))
  [ $((Older - Plain)) -lt 40 ]
done
[ "${More[1500]}" -ge 80 ] && [ "${More[3000]}" -ge 160 ]
