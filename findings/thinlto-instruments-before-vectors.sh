#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), -O2, x86-64.
#
# A loop over two arrays of int, with ThreadSanitizer, whose pass is registered for the end
# of the pipeline (OptimizerLast), so it sees what the vectoriser made: one check for 16 bytes.
#
# Expected: the end of the pipeline is the end with -flto=thin, too; or it comes when the
# linker has optimised.
# Seen: with -flto=thin the vectoriser runs in the linker, and the callbacks for the end of the
# pipeline are called before, when a file is compiled. Each int has a check of its own,
# which then keeps the loop from being vectorised. With -flto (19 has one pipeline less)
# the file is optimised to the end, so its checks are for vectors. Counts of accesses of
# one program differ by four, depending on the kind of LTO.
#
# The script fails if that changes.
#
# usage: findings/thinlto-instruments-before-vectors.sh   (Debian 12, network)
set -euo pipefail
Version='1:19.1.7-3~deb12u1'
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
for Package in clang-19 libclang-cpp19 libclang-common-19-dev llvm-19 libllvm19; do
  apt-get download -q "$Package=$Version" >/dev/null
done
for Package in *.deb; do dpkg -x "$Package" root; done
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu:$Work/root/usr/lib/llvm-19/lib
Clang="root/usr/lib/llvm-19/bin/clang --target=x86_64-pc-linux-gnu"

cat >add.c <<'END'
void add(int *restrict A, const int *restrict B, long N) {
  for (long I = 0; I < N; ++I)
    A[I] = B[I] + 1;
}
END

# Checks of 16 bytes with options $@.
wide() {
  $Clang -O2 -fsanitize=thread "$@" -S -emit-llvm add.c -o add.ll
  grep -c 'call void @__tsan_unaligned_\(read\|write\)16' add.ll || true
}

Plain=$(wide -fno-lto) Thin=$(wide -flto=thin) Full=$(wide -flto)
echo "checks for vectors: $Plain without LTO, $Thin with -flto=thin, $Full with -flto"
[ "$Plain" = 4 ] && [ "$Thin" = 0 ] && [ "$Full" = 4 ]
