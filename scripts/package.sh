#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds MemFacet and makes packages of it: a .deb for Debian 12 and a tarball,
# in BUILD/packages. Prints their paths.
#
#   BUILD=folder    build folder (build)
#   JOBS=N          parallel jobs (number of processors)
#   DEBFULLNAME=name, DEBEMAIL=address    who builds the package and answers for it
set -euo pipefail
cd "$(dirname "$0")/.."
Build=${BUILD:-build}

scripts/build.sh "$Build" "${JOBS:-$(nproc)}" >&2
rm -rf "$Build/packages"
# dpkg-shlibdeps finds the packages of libraries.
(cd "$Build" && cpack -G 'DEB;TGZ' >&2)
rm -rf "$Build/packages/_CPack_Packages"
ls -1 "$Build"/packages/*
