#!/usr/bin/env bash
# Installs what is missing, configures and builds in build/, runs every test.
# The last line is "N passed, N failed"; exit code 0 only when none failed.
#
#   BUILD=folder    build folder (build)
#   JOBS=N          parallel jobs (number of processors)
set -euo pipefail
cd "$(dirname "$0")/.."
Build=${BUILD:-build}
Jobs=${JOBS:-$(nproc)}

scripts/install-deps.sh
scripts/build.sh "$Build" "$Jobs"
exec scripts/run-tests "$Build" "$Jobs"
