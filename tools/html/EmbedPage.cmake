# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes OUTPUT, a C++ source with the functions of PageFiles.h:
#   cmake -DFOLDER=tools/html -DOUTPUT=PageFiles.cpp -P EmbedPage.cmake
# The page's scripts are joined to one, in the order of page/order.txt.

set(TEXT "// Written by EmbedPage.cmake.\n#include \"tools/html/PageFiles.h\"\n\nnamespace memfacet::html {\n")

# Adds a function NAME that returns the contents of all FILES, each without the
# line of its licence, which a page would repeat for each of them.
function(add_function NAME)
  set(HEX "")
  foreach(FILE ${ARGN})
    file(STRINGS ${FILE} HEAD LIMIT_COUNT 1)
    set(SKIP 0)
    if(HEAD MATCHES "SPDX-License-Identifier")
      string(LENGTH "${HEAD}" SKIP)
      math(EXPR SKIP "${SKIP} + 1")
    endif()
    file(READ ${FILE} PART OFFSET ${SKIP} HEX)
    string(APPEND HEX "${PART}")
  endforeach()
  string(LENGTH "${HEX}" DIGITS)
  math(EXPR BYTES "${DIGITS} / 2")
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," ARRAY "${HEX}")
  set(TEXT "${TEXT}\nstatic constexpr char ${NAME}Bytes[] = {${ARRAY}};\nstd::string_view ${NAME}() { return {${NAME}Bytes, ${BYTES}}; }\n" PARENT_SCOPE)
endfunction()

file(STRINGS ${FOLDER}/page/order.txt NAMES REGEX "\\.js$")
set(SCRIPTS "")
foreach(NAME ${NAMES})
  list(APPEND SCRIPTS ${FOLDER}/page/${NAME})
endforeach()
add_function(pageBody ${FOLDER}/page/body.html)
file(GLOB STYLES ${FOLDER}/page/*.css)
list(SORT STYLES)
add_function(pageStyle ${STYLES})
add_function(pageScript ${SCRIPTS})
add_function(pagePlotScript ${FOLDER}/uplot/uPlot.iife.min.js)
add_function(pagePlotLicence ${FOLDER}/uplot/LICENSE)
add_function(pagePlotStyle ${FOLDER}/uplot/uPlot.min.css)
file(WRITE ${OUTPUT} "${TEXT}\n} // namespace memfacet::html\n")
