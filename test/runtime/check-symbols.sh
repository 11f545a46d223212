#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check-symbols.sh ARCHIVE ALLOWED [LINKER NM OBJDUMP]: the runtime may need only
# the listed symbols, and atomics of the compiler's library; it may not name a
# vector register. memfacetCheckFailed may: it stands there with contracts checked
# only, saves all registers for its caller and ends the program.
set -eu
Folder=$(mktemp -d)
trap 'rm -rf "$Folder"' EXIT
"${3:-ld}" -r --whole-archive "$1" -o "$Folder/all.o"
"${4:-nm}" -u "$Folder/all.o" | awk '$2 !~ /^__aarch64_/ { print $2 }' | sort > "$Folder/needed"
sort "$2" > "$Folder/allowed"
Extra=$(comm -23 "$Folder/needed" "$Folder/allowed")
if [ -n "$Extra" ]; then
  echo "symbols that are not in $2:" $Extra
  exit 1
fi
"${5:-objdump}" -d --no-show-raw-insn "$Folder/all.o" | awk '
  /^[0-9a-f]+ <.*>:$/ { Function = $2 }
  /%([xyz]?mm|k)[0-9]|[ \t,{[][bhsdqv][0-9]+([].,}]|$)/ && Function != "<memfacetCheckFailed>:" {
    print Function, $0
  }' > "$Folder/vectors"
if [ -s "$Folder/vectors" ]; then
  head -20 "$Folder/vectors"
  echo "vector registers are used"
  exit 1
fi
