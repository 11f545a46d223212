# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What bash completes for each line of standard input; a line ends where the
# cursor is. usage: complete.sh COMPLETION_FILE
. "$1"
while IFS= read -r Line; do
  read -ra COMP_WORDS <<< "${Line//=/ = }"
  # A space at the end begins a new word.
  [[ $Line != *' ' ]] || COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _memfacet
  echo "$Line: ${COMPREPLY[*]}"
done
