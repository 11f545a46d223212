# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Toolchain for aarch64, with clang and a copy of Debian's packages:
#
#   scripts/aarch64-sysroot build-aarch64/root
#   cmake -G Ninja -S . -B build-aarch64 --toolchain cmake/aarch64.cmake
#
# SYSROOT in the environment, or -DSYSROOT=, is another place of the copy. Where
# qemu-user-static is installed, what is built is run by it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(VERSION 19)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SYSROOT)
if(NOT SYSROOT)
  if(DEFINED ENV{SYSROOT})
    set(SYSROOT $ENV{SYSROOT})
  else()
    set(SYSROOT ${CMAKE_BINARY_DIR}/root)
  endif()
endif()
set(SYSROOT ${SYSROOT} CACHE PATH "copy of Debian's packages for aarch64")
set(CMAKE_SYSROOT ${SYSROOT})

foreach(LANGUAGE C CXX ASM)
  set(CMAKE_${LANGUAGE}_COMPILER_TARGET aarch64-linux-gnu)
endforeach()
set(CMAKE_C_COMPILER clang-${VERSION})
set(CMAKE_CXX_COMPILER clang++-${VERSION})
add_link_options(-fuse-ld=lld-${VERSION})

set(CMAKE_FIND_ROOT_PATH ${SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
  ${SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${SYSROOT}/usr/share/pkgconfig)

find_program(QEMU_AARCH64 qemu-aarch64-static)
if(QEMU_AARCH64)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${QEMU_AARCH64};-L;${SYSROOT})
endif()
