#!/usr/bin/env bash
# clang 19.1.7 (Debian 12: clang-19, libclang-cpp19, libclang-common-19-dev, llvm-19 and
# libllvm19, 1:19.1.7-3~deb12u1), -O2, x86-64.
#
# A function passes a global structure of 512 bytes by value. The caller copies it to the
# stack, which reads all 512 bytes.
#
# Expected: ThreadSanitizer, AddressSanitizer and MemProf see that read, as they see the
# memcpy of `Copy = Global`.
# Seen: none of them does. The front end hands over the global itself, as a byval argument,
# and the code generator makes the copy, long after all passes. The IR has no load
# and no memcpy. A race with a writer of the structure is not reported, and MemProf counts
# no access.
#
# The script fails if that changes.
#
# usage: findings/sanitizers-miss-structures-passed-by-value.sh   (Debian 12, network)
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

cat >value.c <<'END'
struct Large { long Words[64]; };
struct Large Global, Copy;
void take(struct Large Value);
void pass(void) { take(Global); }
void copy(void) { Copy = Global; }
END

# Places in function $2 at which sanitizer $1 looks at memory.
seen() {
  $Clang -O2 "-$1" -S -emit-llvm value.c -o value.ll
  sed -n "/^define.*@$2(/,/^}/p" value.ll |
    grep -cE '@__(tsan|asan|memprof)_(read|write|memcpy|load|store|report)|inttoptr' || true
}

for Sanitizer in fsanitize=thread fsanitize=address fmemory-profile; do
  Pass=$(seen $Sanitizer pass) Copy=$(seen $Sanitizer copy)
  echo "-$Sanitizer: $Pass checks where the structure is passed, $Copy where it is assigned"
  [ "$Pass" = 0 ] && [ "$Copy" -gt 0 ]
done
$Clang -O2 -S value.c -o value.s
sed -n '/^pass:/,/retq/p' value.s | grep -q 'rep.*movsq'
