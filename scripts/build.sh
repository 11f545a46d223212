#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configures and builds. usage: build.sh [FOLDER] [JOBS] [TARGET...]
#
#   MORE_LLVM='22;16'    further versions of LLVM that get a plugin; the folder
#                        keeps them until MORE_LLVM= says otherwise
#   MORE_PROCESSORS=     further processors that get a runtime: aarch64, or
#                        nothing (default: those whose C library is installed)
#   CI=1                 also the readers of files for libFuzzer, with sanitizers,
#                        which ctest then runs; contracts are checked
set -euo pipefail
cd "$(dirname "$0")/.."
# Prints the processors whose C library is installed.
installedProcessors() {
  if [ "$(uname -m)" != aarch64 ] && [ -d /usr/aarch64-linux-gnu/include/c++ ]; then
    echo aarch64
  fi
}

Build=${1:-build}
Jobs=${2:-$(nproc)}
Targets=("${@:3}")

cmake -G Ninja -S . -B "$Build" \
  -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
  "-DMEMFACET_MORE_PROCESSORS=${MORE_PROCESSORS-$(installedProcessors)}" \
  ${CI:+-DMEMFACET_FUZZ_READERS=ON -DMEMFACET_CHECKS=ON} \
  ${MORE_LLVM+"-DMEMFACET_MORE_LLVM=$MORE_LLVM"}
cmake --build "$Build" -j "$Jobs" ${Targets[@]:+--target "${Targets[@]}"}
