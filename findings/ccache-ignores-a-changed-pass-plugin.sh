#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ccache 4.7.5 (Debian 12: ccache 4.8+really4.7.5-1), with clang.
#
# A plugin with passes for LLVM is given to the compiler, built again, and the program
# is compiled again, by the same command.
#
# Expected: ccache hashes the plugin, as it does that of `-fplugin=`.
# Seen: `-fpass-plugin=` is an option as any other: only its text is hashed. The second
# compilation is a hit, and the old plugin's result, messages included, comes out of the
# cache. Whoever works on a pass tests what it did before.
#
# The script fails if that changes.
#
# usage: findings/ccache-ignores-a-changed-pass-plugin.sh   (Debian 12, network, clang-19, cc)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q ccache=4.8+really4.7.5-1 libhiredis0.14=0.14.1-3 >/dev/null
for Package in *.deb; do dpkg -x "$Package" root; done
export LD_LIBRARY_PATH=$Work/root/usr/lib/x86_64-linux-gnu CCACHE_DIR=$Work/cache CCACHE_CONFIGPATH=/dev/null

# Builds a plugin, without LLVM's headers, that says $1. Each size is another.
build() {
  cat >plugin.c <<END
#include <stdio.h>
struct Info { unsigned Version; const char *Name, *Build; void (*Register)(void *); };
static char Size[1000 * $1] = {1};
static void build(void *Builder) { fprintf(stderr, "plugin %d\n", $1 + Size[1]); }
struct Info llvmGetPassPluginInfo(void) {
  struct Info I = {1, "plugin", "1", build};
  return I;
}
END
  cc -shared -fPIC plugin.c -o plugin.so
}

echo 'int f(void) { return 1; }' >f.c
# What the plugin that was built last, of two, says if it is given by option $1.
said() {
  for Which in 1 2; do
    build $Which
    root/usr/bin/ccache clang-19 -O2 "$1=$Work/plugin.so" -c f.c -o f.o 2>said
  done
  cat said
}

Pass=$(said -fpass-plugin)
Statistics=$(root/usr/bin/ccache --print-stats)
Hits=$(awk '$1 == "direct_cache_hit" { print $2 }' <<<"$Statistics")
Old=$(said -fplugin && root/usr/bin/ccache --print-stats | awk '$1 == "direct_cache_hit" { print $2 }')
echo "after the change, -fpass-plugin: \"$Pass\", hits $Hits; -fplugin: further hits $((Old - Hits))"
[ "$Pass" = "plugin 1" ] && [ "$Hits" = 1 ] && [ "$Old" = 1 ]
