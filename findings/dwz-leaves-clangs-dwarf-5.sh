#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# dwz 0.15 (Debian 12: dwz 0.15-1) with clang 19.1.7 -gdwarf-5, its default; x86-64.
#
# dwz makes debug information smaller by joining equal parts. gcc's files, with DWARF 5, and
# clang's with DWARF 4 get smaller.
#
# Expected: clang's with DWARF 5 do, as "dwz supports DWARF 5" since 0.14.
# Seen: `Unknown debugging section .debug_addr`, exit code 1, and the file as it was. clang puts
# addresses into tables (.debug_addr) for every program; gcc does for -gsplit-dwarf only. So a
# distribution's build of a clang-compiled package has the whole debug information, and a reader that
# is tested on packages' files meets DW_FORM_addrx in no file that went through dwz.
#
# The script fails if that changes.
#
# usage: findings/dwz-leaves-clangs-dwarf-5.sh   (Debian 12, network, clang-19, gcc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q dwz=0.15-1 >/dev/null
dpkg -x dwz_*.deb root

cat >twice.c <<'END'
struct Node { struct Node *Next; long Key; char Name[16]; } First;
int main(int N, char **Arguments) { return First.Key + N; }
END

# Prints the exit code of dwz, and whether the file got smaller, for compiler $@.
joined() {
  local Before Code=0
  "$@" -O0 twice.c -o twice
  Before=$(stat -c %s twice)
  root/usr/bin/dwz twice 2>message || Code=$?
  if [ "$(stat -c %s twice)" -lt "$Before" ]; then echo "$Code smaller"; else echo "$Code equal"; fi
}

Four=$(joined clang-19 -gdwarf-4) Five=$(joined clang-19 -gdwarf-5)
cat message
Gcc=$(joined gcc -gdwarf-5)
echo "exit code and size: clang, DWARF 4: $Four; DWARF 5: $Five; gcc, DWARF 5: $Gcc"
[ "$Four" = "0 smaller" ] && [ "$Five" = "1 equal" ] && [ "$Gcc" = "0 smaller" ]
