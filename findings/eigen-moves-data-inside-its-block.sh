#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Eigen 3.4.0 (Debian 12: libeigen3-dev 3.4.0-4), g++, x86-64.
#
# A VectorXd of 4096 elements; the address of its data is compared with what malloc gave.
#
# Expected: they are equal, as for std::vector; new and malloc are all that Eigen needs.
# Seen: they are with plain options. With -mavx2 Eigen wants 32 bytes of alignment, asks
# malloc for 32 bytes more than the data need, and puts the data 16 or 32 bytes after
# the block's address; the address of the block is in front of them. What is
# freed is not what the program has a pointer to. Tools that look blocks up by the
# address of an element 0, or match sizes of blocks with types, find none; leak checkers
# see interior pointers only. Files compiled with and without -mavx must
# not free each other's memory.
#
# The script fails if that changes.
#
# usage: findings/eigen-moves-data-inside-its-block.sh   (Debian 12, network, g++)
set -euo pipefail
Work=$(mktemp -d)
trap 'rm -rf "$Work"' EXIT
cd "$Work"
apt-get download -q libeigen3-dev=3.4.0-4 >/dev/null
dpkg -x libeigen3-dev_*.deb root

cat >vector.cpp <<'END'
#include <Eigen/Dense>
#include <cstdio>
extern "C" void *__libc_malloc(std::size_t);
static void *Block;
static std::size_t Asked;
extern "C" void *malloc(std::size_t Bytes) {
  Asked = Bytes;
  return Block = __libc_malloc(Bytes);
}
int main() {
  Eigen::VectorXd Vector(4096);
  long More = Asked - 4096 * sizeof(double);
  long Behind = (char *)Vector.data() - (char *)Block;
  std::printf("%ld %ld\n", More, Behind);
}
END

# Prints bytes that are asked for beyond the data, and where the data begin. $@: options.
look() {
  g++ -O1 "$@" -I root/usr/include/eigen3 vector.cpp -o vector
  ./vector
}

Plain=$(look -march=x86-64)
Wide=$(look -march=x86-64 -mavx2)
echo "bytes more than the data, data behind the block's begin: $Plain; with -mavx2 $Wide"
[ "$Plain" = "0 0" ]
[[ "$Wide" =~ ^32\ (16|32)$ ]]
