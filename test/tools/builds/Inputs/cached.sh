#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs COMMAND with ccache. Prints what it found in its cache.
# usage: cached.sh WHAT COMMAND...
set -euo pipefail
What=$1
shift
ccache -z >/dev/null
"$@"
ccache --print-stats | awk -v What="$What" '
  /^(direct|preprocessed)_cache_hit/ { Hits += $2 }
  /^cache_miss/ { Misses = $2 }
  END { print What ": " Hits + 0 " hits, " Misses + 0 " misses" }'
