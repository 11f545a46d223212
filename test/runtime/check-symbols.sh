#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# check-symbols.sh ARCHIVE ALLOWED: the runtime may need only the listed symbols,
# and may not name a vector register. memfacetCheckFailed may: it stands there
# with contracts checked only, saves all registers for its caller and ends the
# program.
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
objdump -d "$Folder/all.o" | awk '
  /^[0-9a-f]+ <.*>:$/ { Function = $2 }
  /%([xyz]?mm|k)[0-9]/ && Function != "<memfacetCheckFailed>:" {
    print Function, $0
  }' > "$Folder/vectors"
if [ -s "$Folder/vectors" ]; then
  head -20 "$Folder/vectors"
  echo "vector registers are used"
  exit 1
fi
