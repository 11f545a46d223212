# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes OUTPUT, a header with the check sums of the files PLUGINS.
cmake_minimum_required(VERSION 3.25)
set(SUMS "")
foreach(PLUGIN IN LISTS PLUGINS)
  file(SHA256 ${PLUGIN} SUM)
  string(APPEND SUMS " ${SUM}")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define MEMFACET_PLUGINS_SHA256 \"@SUMS@\"\n" @ONLY)
