#!/usr/bin/env bash
# Configures and builds. usage: build.sh [FOLDER] [JOBS] [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/.."
Build=${1:-build}
Jobs=${2:-$(nproc)}
Targets=("${@:3}")

cmake -G Ninja -S . -B "$Build" \
  -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19
cmake --build "$Build" -j "$Jobs" ${Targets[@]:+--target "${Targets[@]}"}
