#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what MemFacet and its tests need on Debian 12. Does nothing where
# everything is there; asks for sudo only when something is missing.
set -euo pipefail

Packages=(
  # to build
  clang-19 lld-19 llvm-19-dev cmake ninja-build pkg-config
  libcli11-dev libfmt-dev libsqlite3-dev libzstd-dev nlohmann-json3-dev zlib1g-dev
  libeigen3-dev libminizip-dev
  # to test: lit, FileCheck and opt; OpenMP programs; Debian's own programs as
  # test subjects, built by their own build systems; comparisons
  llvm-19-tools libomp-19-dev libclang-rt-19-dev libgtest-dev python3
  dpkg-dev make patch tcl valgrind
  # to read exported files as other programs do
  python3-protobuf python3-jsonschema
  # programs of several processes
  openmpi-bin libopenmpi-dev
  # to look at pages
  chromium fonts-dejavu-core
  # to test completions, man pages, and build systems
  fish zsh man-db ccache autoconf automake meson
  # to build the runtime of programs for aarch64, and to run some
  libc6-dev-arm64-cross libstdc++-12-dev-arm64-cross qemu-user-static
  # to check the style
  clang-format-19 clang-tidy-19
  # the containers of another C++ library
  libc++-19-dev libc++abi-19-dev
  # programs that bring an allocator of their own
  libjemalloc-dev libgoogle-perftools-dev
)

Missing=()
for Package in "${Packages[@]}"; do
  Status=$(dpkg-query -W -f '${db:Status-Status}' "$Package" 2>/dev/null || true)
  [ "$Status" = installed ] || Missing+=("$Package")
done
[ ${#Missing[@]} -eq 0 ] && exit 0

AsRoot=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-deps: not root and no sudo; missing: ${Missing[*]}" >&2
    exit 1
  fi
  AsRoot=(sudo)
fi

# Mirrors and networks fail now and then.
retry() {
  local Try
  for Try in 1 2 3; do
    "$@" && return 0
    echo "install-deps: try $Try of 3 failed: $*" >&2
    sleep $((Try * 5))
  done
  return 1
}

echo "install-deps: installing ${Missing[*]}"
Apt=("${AsRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get)

# LLVM 19 is in Debian 12's own list; an image without it has a stripped one.
retry "${Apt[@]}" update -q
if ! apt-cache show clang-19 >/dev/null 2>&1; then
  echo "install-deps: no package clang-19: use Debian 12, or add" \
    "https://apt.llvm.org to the package sources" >&2
  exit 1
fi
retry "${Apt[@]}" install -q -y --no-install-recommends "${Missing[@]}"
