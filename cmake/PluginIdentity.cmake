# Writes OUTPUT, a header with a check sum of the file PLUGIN.
cmake_minimum_required(VERSION 3.25)
file(SHA256 ${PLUGIN} SUM)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define MEMFACET_PLUGIN_SHA256 \"@SUM@\"\n" @ONLY)
