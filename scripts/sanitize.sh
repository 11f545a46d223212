#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds the unit tests with a sanitizer and runs them.
#
# usage: sanitize.sh address|thread [ROOM...]
#
#   address         the address, leak and undefined-behaviour sanitizers
#   thread          the thread sanitizer
#   ROOM            only the tests in the folder ROOM below test/unit
#   BUILD=folder    build folder (build-asan, build-tsan)
#   JOBS=N          parallel jobs (number of processors)
#
# The pass and the runtime have no sanitizer: they are loaded into processes that
# have none. What the tests of rooms run in other processes has none either.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1-} in
  address) Preset=asan ;;
  thread) Preset=tsan ;;
  *) echo "sanitize.sh: usage: sanitize.sh address|thread [ROOM...]" >&2; exit 2 ;;
esac
shift
Build=${BUILD:-build-$Preset}
# Unity builds share the work for headers.
cmake --preset $Preset -B "$Build" -DMEMFACET_UNITY=ON > "$Build.log" || { cat "$Build.log"; exit 1; }
Rooms=("$@")
[ ${#Rooms[@]} -gt 0 ] || mapfile -t Rooms < <(
  find test/unit -mindepth 2 -name '*.cpp' -printf '%h\n' | sort -u | xargs -n 1 basename)
cmake --build "$Build" -j "${JOBS:-$(nproc)}" --target "${Rooms[@]/#/unit-}"

export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
Failed=()
for Room in "${Rooms[@]}"; do
  Log=$Build/$Room.sanitized.log
  if "$(find "$Build/test/unit" -name "unit-$Room" -type f)" > "$Log" 2>&1; then
    printf '%-16s%s\n' "$Room" "$(grep -E '^\[  PASSED  \]' "$Log")"
  else
    Failed+=("$Room")
    printf '%-16sfailed: see %s\n' "$Room" "$Log"
  fi
done
echo "$((${#Rooms[@]} - ${#Failed[@]})) rooms are clean, ${#Failed[@]} are not"
[ ${#Failed[@]} = 0 ]
