#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check-symbols.sh ARCHIVE ALLOWED: the runtime may need only the listed symbols,
# and may not name a vector register.
set -eu
Folder=$(mktemp -d)
trap 'rm -rf "$Folder"' EXIT
ld -r --whole-archive "$1" -o "$Folder/all.o"
nm -u "$Folder/all.o" | awk '{print $2}' | sort > "$Folder/needed"
sort "$2" > "$Folder/allowed"
Extra=$(comm -23 "$Folder/needed" "$Folder/allowed")
if [ -n "$Extra" ]; then
  echo "symbols that are not in $2:" $Extra
  exit 1
fi
if objdump -d "$Folder/all.o" | grep -E '%([xyz]?mm|k)[0-9]'; then
  echo "vector registers are used"
  exit 1
fi
