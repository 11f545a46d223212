#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Uses the MemFacet in PREFIX as projects do: by the wrapper, by pkg-config, by
# find_package. Prints what the programs recorded.
# usage: use-installed-tree.sh PREFIX CLANG PYTHON INPUTS EMPTY_FOLDER
set -euo pipefail
Prefix=$1 Clang=$2 Python=$3 Inputs=$4 Work=$5
Cxx=${Clang/clang/clang++}
mkdir -p "$Work"
cd "$Work"
recorded() { "$Python" "$Inputs/recorded_cells.py" "$Prefix/bin/memfacet" "$@"; }

"$Prefix/bin/memfacet-clang" -Werror "$Inputs/calls/one.c" -o wrapper
"$Prefix/bin/memfacet-clang++" -Werror "$Inputs/calls/one.cpp" -o wrapper++
recorded wrapper wrapper++

# pkg-config quotes for the shell, but not spaces in the path of its file.
ln -s "$Prefix" tree
export PKG_CONFIG_PATH=$Work/tree/lib/pkgconfig
eval "$Clang $(pkg-config --cflags memfacet)" "$Inputs/calls/one.c" \
  "$(pkg-config --libs memfacet)" -o pkg-config
recorded pkg-config

cmake -S "$Inputs/project" -B cmake -DCMAKE_PREFIX_PATH="$Prefix" \
  -DCMAKE_C_COMPILER="$Clang" -DCMAKE_CXX_COMPILER="$Cxx" >log
cmake --build cmake -j 2 >>log
recorded cmake/{alone,cxx,of-archive,archive-only,of-objects,of-shared,static} \
  cmake/{counted,plain,noted}
