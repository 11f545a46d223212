#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19 and libllvm19,
# 1:19.1.7-3~deb12u1), -O2, x86-64.
#
# A function of N statements `{ long kept[4]; if (x & bit) take(kept); }`: N locals,
# each of which has memory of its own and lives in one statement.
#
# Expected: debug information costs memory by the length of the function, since
# each local is at one place for all of its life.
# Seen: by its square. Without -g, 130 MB for 1600 statements, with -g 634 MB; for
# 800, 116 and 238 MB. At -O1 and up, clang tracks assignments to locals
# (debug-info-assignment-tracking): the code generator keeps three facts for each
# local and block at the beginning and at the end of each block, some 200 bytes for
# each pair, for locals that never leave their memory, too. The limit that LLVM has
# (-debug-ata-max-blocks) counts blocks only, not pairs. With
# -Xclang -fexperimental-assignment-tracking=disabled, 133 MB.
#
# The script fails if -g takes less than 300 MB more for 1600 statements, or if it
# takes that without the tracking.
#
# usage: findings/clang-follows-locals-in-square-memory.sh   (Debian 12, network)
set -euo pipefail
Version='1:19.1.7-3~deb12u1'
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q "clang-19=$Version" "libclang-cpp19=$Version" \
  "libllvm19=$Version" >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu:$Work/root/usr/lib/llvm-19/lib

# Writes $1 statements.
program() {
  awk -v n="$1" 'BEGIN {
    print "void take(long *);\nvoid run(int x) {"
    for (i = 0; i < n; ++i)
      printf "  { long kept[4]; if (x & %d) take(kept); }\n", 2 ^ (i % 30)
    print "}"
  }' > run.c
}

# Megabytes that it takes to compile $1 statements with the other options.
megabytes() {
  program "$1"
  shift
  python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' \
    root/usr/lib/llvm-19/bin/clang -O2 "$@" -c run.c -o run.o
}

for Count in 800 1600; do
  Plain=$(megabytes $Count -g0)
  Debug=$(megabytes $Count -g)
  Untracked=$(megabytes $Count -g -Xclang -fexperimental-assignment-tracking=disabled)
  echo "$Count statements: -g0 $Plain MB, -g $Debug MB, without tracking $Untracked MB"
done
[ $((Debug - Plain)) -ge 300 ] && [ $((Untracked - Plain)) -lt 300 ]
