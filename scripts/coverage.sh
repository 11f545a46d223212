#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which lines of analysis and runtime do the tests execute? Builds in a folder of
# its own, runs all tests, and prints the share of lines by folder, then the files
# below 90 %.
#
#   BUILD=folder    build folder (build-coverage)
#   JOBS=N          parallel jobs (number of processors)
#   TESTS=no        only prints what an earlier run has counted
set -euo pipefail
cd "$(dirname "$0")/.."
Build=${BUILD:-build-coverage}
Jobs=${JOBS:-$(nproc)}
Profiles=$PWD/$Build/profiles

if [ "${TESTS-yes}" != no ]; then
  cmake -G Ninja -S . -B "$Build" -DMEMFACET_COVERAGE=ON -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
    -DCMAKE_C_FLAGS=-O1 -DCMAKE_CXX_FLAGS=-O1
  cmake --build "$Build" -j "$Jobs"
  rm -rf "$Profiles"
  # One file for each binary and worker: processes add to it in turns.
  export LLVM_PROFILE_FILE=$Profiles/%4m.profraw
  scripts/run-tests "$Build" "$Jobs" || true
fi

llvm-profdata-19 merge -sparse --failure-mode=all "$Profiles"/*.profraw \
  -o "$Build/all.profdata"
# What has the code: the command, each unit test, and programs for the runtime.
Objects=("$Build/bin/memfacet")
for Binary in "$Build"/test/unit/unit-* "$Build"/test/unit/*/unit-* \
  "$Build"/test/unit/runtime/programs/*; do
  [ -x "$Binary" ] && [ -f "$Binary" ] && Objects+=(-object "$Binary")
done
llvm-cov-19 export -format=lcov -instr-profile "$Build/all.profdata" "${Objects[@]}" \
  -ignore-filename-regex='/(test|bench|tools)/|/usr/' > "$Build/lines.lcov"
exec python3 scripts/coverage-table "$Build/lines.lcov"
