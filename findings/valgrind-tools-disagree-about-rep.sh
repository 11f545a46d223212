#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Valgrind 3.19.0 (Debian 12: valgrind 1:3.19.0-1), x86-64.
#
# A program copies 4096 bytes a hundred times, by `rep movsb`: a hundred instructions
# for the processor, and for its counter of instructions.
#
# Expected: the tools of one Valgrind agree about how many instructions were executed.
# Seen: for Cachegrind, Callgrind and Lackey each byte is an instruction, with a read and
# a write of one byte: 409,600. For exp-bbv it is one instruction each. So intervals of
# 100 million instructions that SimPoint chose by exp-bbv's vectors lie elsewhere in a trace
# that Lackey wrote. (glibc's memcpy has no `rep movsb` under Valgrind, which denies
# the processor feature; kernels, musl and hand-written copies have.)
#
# The script fails if that changes.
#
# usage: findings/valgrind-tools-disagree-about-rep.sh   (Debian 12, network, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q valgrind=1:3.19.0-1 >/dev/null
dpkg -x valgrind_*.deb root
export VALGRIND_LIB=$Work/root/usr/libexec/valgrind

cat >copy.c <<'END'
static char From[4096], To[4096];
int main(int N, char **Arguments) {
  for (int I = 0; N > 1 && I < 100; ++I) {
    void *Source = From, *Target = To;
    unsigned long Bytes = sizeof(To);
    __asm__ volatile("rep movsb" : "+D"(Target), "+S"(Source), "+c"(Bytes) : : "memory");
  }
}
END
cc -O1 -g copy.c -o copy

# Instructions of tool $1, which stand after $2 in what it prints, of 100 copies.
instructions() {
  local None All
  for Arguments in "" "1"; do
    # shellcheck disable=SC2086
    All=$(root/usr/bin/valgrind --tool="$1" "${@:3}" ./copy $Arguments 2>&1 |
      sed -n "s/.*$2[^0-9]*\([0-9,]*\).*/\1/p" | head -1 | tr -d ,)
    None=${None-$All}
  done
  echo $((All - None))
}

Cachegrind=$(instructions cachegrind 'I *refs:' --cachegrind-out-file=/dev/null)
Callgrind=$(instructions callgrind 'Collected :' --callgrind-out-file=/dev/null)
Lackey=$(instructions lackey 'guest instrs:')
Vectors=$(instructions exp-bbv 'Total instructions:' --bb-out-file=/dev/null)
echo "100 copies: cachegrind $Cachegrind, callgrind $Callgrind, lackey $Lackey, exp-bbv $Vectors instructions"
[ "$Cachegrind" -gt 409600 ] && [ "$Callgrind" -gt 409600 ] && [ "$Lackey" -gt 409600 ]
[ "$Vectors" -lt 2000 ]
