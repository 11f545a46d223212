#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a fresh Debian 12 to a report: installs what is missing, builds MemFacet,
# instruments a bundled program, records a run of it, shows what it found.
#
#   BUILD=folder    build folder, relative to the repository or absolute (build)
set -euo pipefail
cd "$(dirname "$0")/.."
Build=${BUILD:-build}

step() { printf '\n$ %s\n' "$*"; "$@"; }

scripts/install-deps.sh
MORE_PROCESSORS='' scripts/build.sh "$Build" "$(nproc)" memfacet memfacet-clang
PATH="$(realpath "$Build/bin"):$PATH"
export PATH

Demo="$Build/demo"
mkdir -p "$Demo"
step memfacet-clang -O2 -g examples/mincost/*.c -o "$Demo/mincost"
step memfacet record -o "$Demo/memfacet.mfp" -- "$Demo/mincost" --size 2000
step memfacet report "$Demo/memfacet.mfp"
