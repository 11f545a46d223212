# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes OUTPUT, a header with the revision of SOURCE: "" where SOURCE is no git
# repository of its own (an archive, for instance). The header changes only when
# the revision does. "+": with changes that are not committed.
cmake_minimum_required(VERSION 3.25)
set(REVISION "")
file(REAL_PATH ${SOURCE} SOURCE)
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel
  OUTPUT_VARIABLE TOP OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(TOP STREQUAL SOURCE)
  execute_process(COMMAND git -C ${SOURCE} describe --always --exclude=* --abbrev=12 --dirty=+
    OUTPUT_VARIABLE REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define MEMFACET_REVISION \"@REVISION@\"\n" @ONLY)
