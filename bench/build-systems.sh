#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds a Debian program by each build system with clang and with MemFacet,
# compares messages and output, and records it. Prints rows for the table of
# docs/install.md. Run it by hand: it downloads source packages.
#
# usage: build-systems.sh FOLDER [WORK_FOLDER [SYSTEM]]
#   FOLDER: a build or an installation; SYSTEM: only this one
set -euo pipefail
Root=$(cd "$(dirname "$0")/.." && pwd)
Bin=$(realpath "$1")/bin
Work=${2:-$(realpath "$1")/build-systems}
Only=${3:-}
mkdir -p "$Work"
Work=$(realpath "$Work")

# Each function builds in the current folder with $CC and $CXX.
build_make() { make -s -j2 CC="$CC" LDFLAGS=-Wl,-rpath,. bzip2; }
build_autotools() {
  MEMFACET_DISABLE=1 ./configure -q CC="$CC"
  # Unpacking leaves generated files older than their sources.
  make -s -j2 SUBDIRS="lib ." all ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=:
}
build_cmake() {
  cmake -S . -B out -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$CC" >log
  cmake --build out -j2 >>log
}
# Instruments only the library and the program: lines at the end of the
# project's CMakeLists.txt name the targets.
build_cmake_targets() {
  cmake -S . -B out -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang-19 \
    -DCMAKE_PREFIX_PATH="${Bin%/bin}" >log
  cmake --build out -j2 >>log
}
build_meson() {
  CC=$CC CXX=$CXX meson setup out build/meson --buildtype=release \
    -Dbin_programs=true -Dzlib=disabled -Dlzma=disabled -Dlz4=disabled >log
  ninja -C out >>log
}

# measure SYSTEM PACKAGE TITLE INPUT COMMAND...: builds twice, runs COMMAND with
# INPUT in each build folder and prints a row.
measure() {
  local System=$1 Source=$2 How=$3 Text=$4
  shift 4
  [ -z "$Only" ] || [ "$Only" = "$System" ] || return 0
  "$Root/scripts/fetch-source" "$Source" "$Work/sources"
  local Which
  for Which in plain ours; do
    rm -rf "${Work:?}/$System-$Which"
    cp -r "$Work/sources/$Source" "$Work/$System-$Which"
    cd "$Work/$System-$Which"
    export CC=clang-19 CXX=clang++-19
    if [ $Which = ours ]; then
      export CC=$Bin/memfacet-clang CXX=$Bin/memfacet-clang++
      [ "$System" != cmake_targets ] || printf \
        'find_package(MemFacet REQUIRED)\nmemfacet_instrument(brotlicommon-static brotlidec-static brotlienc-static brotli)\n' \
        >>CMakeLists.txt
    fi
    MEMFACET_OPTIONS=record=0 "build_$System" 2>"$Work/$System-$Which.messages"
  done
  cd "$Work/$System-plain"
  "$@" <"$Text" >"$Work/$System-plain.out"
  cd "$Work/$System-ours"
  "$Bin/memfacet" record -o run.mfp -- "$@" <"$Text" >"$Work/$System-ours.out" 2>/dev/null
  local Messages=same Output=same
  # Sorts the compiler's messages, as parallel jobs of make print in any order.
  for Which in plain ours; do
    grep -E "(warning|error|note):" "$Work/$System-$Which.messages" | sort >"$Work/$Which" || true
  done
  cmp -s "$Work/plain" "$Work/ours" || Messages=differ
  cmp -s "$Work/$System"-{plain,ours}.out || Output=differ
  "$Bin/memfacet" report --csv --all run.mfp | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
total = sum(int(r["accesses"]) for r in rows if r["name"] != "TOTAL")
named = sum(int(r["accesses"]) for r in rows if not r["name"].startswith("[") and r["name"] != "TOTAL")
what = sys.argv[1:]
print("|", " | ".join(what), "|", f"{total / 1e6:.1f} M | {100 * named / max(total, 1):.1f} % |")
' "$How" "$Source" "$Messages" "$Output"
}

cat "$Root"/docs/*.md >"$Work/text"
measure make bzip2 "make, the wrapper" "$Work/text" ./bzip2 -c
measure autotools gzip "Autotools, the wrapper" "$Work/text" ./gzip -9
measure cmake brotli "CMake, the wrapper" "$Work/text" out/brotli -q 5 -c
measure cmake_targets brotli "CMake, \`memfacet_instrument\`" "$Work/text" out/brotli -q 5 -c
measure meson libzstd "Meson, the wrapper" "$Work/text" out/programs/zstd -q -c
