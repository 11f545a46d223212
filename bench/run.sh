#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Measures MemFacet, the native program and Cachegrind, interleaved in one run;
# prints ratios to native. usage: bench/run.sh [BUILD] [PROGRAM...]
set -euo pipefail
Here=$(cd "$(dirname "$0")" && pwd)
exec python3 "$Here/run.py" --build "${1:-$Here/../build}" "${@:2}"
