#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, configures and builds in build/, checks the style of
# what changed, runs every test.
# The last line is "N passed, N failed"; exit code 0 only when none failed.
#
#   --quick         only unit tests, tests of the pass and a few whole programs:
#                   for the inner loop; nothing is installed
#   --llvm N        only tests that compile, with clang N and a plugin for it;
#                   needs the packages clang-N, lld-N, llvm-N-dev, llvm-N-tools,
#                   libclang-rt-N-dev and libomp-N-dev
#   BUILD=folder    build folder (build)
#   JOBS=N          parallel jobs (number of processors)
set -euo pipefail
cd "$(dirname "$0")/.."
Build=${BUILD:-build}
Jobs=${JOBS:-$(nproc)}

case ${1-} in
  "") ;;
  --quick)
    scripts/build.sh "$Build" "$Jobs"
    exec scripts/run-tests --quick "$Build" "$Jobs"
    ;;
  --llvm)
    [ -n "${2-}" ] || { echo "test.sh: --llvm needs a version, as in --llvm 22" >&2; exit 2; }
    MORE_LLVM=$2 scripts/build.sh "$Build" "$Jobs"
    exec scripts/run-tests --llvm "$2" "$Build" "$Jobs"
    ;;
  *)
    echo "test.sh: unknown option '$1'; usage: test.sh [--quick | --llvm N]" >&2
    exit 2
    ;;
esac

scripts/install-deps.sh
scripts/check-style
scripts/build.sh "$Build" "$Jobs"
BUILD=$Build JOBS=$Jobs scripts/check-style --tidy
exec scripts/run-tests "$Build" "$Jobs"
