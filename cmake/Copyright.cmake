# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Licences as packages of Debian and RPM want them. LICENCE is the SPDX
# expression that LICENSE has, the only place that spells it.

set(LICENCE_FOLDER ${CMAKE_CURRENT_LIST_DIR}/..)
file(STRINGS ${LICENCE_FOLDER}/LICENSE LICENCE REGEX "^SPDX-License-Identifier: ")
string(REPLACE "SPDX-License-Identifier: " "" LICENCE "${LICENCE}")
if(LICENCE STREQUAL "")
  message(FATAL_ERROR "LICENSE names no licence: add a line SPDX-License-Identifier")
endif()

# Sets RESULT to the text of FILE as a field of Debian's has it: each line is
# indented, and one without text has a dot.
function(memfacet_field_text FILE RESULT)
  file(READ ${FILE} TEXT)
  string(STRIP "${TEXT}" TEXT)
  string(REPLACE "\n" "\n " TEXT "\n${TEXT}")
  string(REPLACE "\n \n" "\n .\n" TEXT "${TEXT}")
  set(${RESULT} "${TEXT}" PARENT_SCOPE)
endfunction()

# Writes the copyright file of a package to OUTPUT, in Debian's format.
function(memfacet_write_copyright OUTPUT)
  set(UPLOT tools/html/uplot)
  # Debian's spelling of the exception has no capitals.
  string(REPLACE " WITH " " with " NAME "${LICENCE}")
  memfacet_field_text(${LICENCE_FOLDER}/LICENSE OWN)
  memfacet_field_text(${LICENCE_FOLDER}/${UPLOT}/LICENSE MIT)
  file(STRINGS ${LICENCE_FOLDER}/${UPLOT}/LICENSE AUTHOR REGEX "^Copyright ")
  string(REGEX REPLACE "^Copyright (\\(c\\) )?" "" AUTHOR "${AUTHOR}")
  file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: MemFacet
Comment: THIRD-PARTY.md, beside this file, lists what the commands are linked
 to. On Debian, /usr/share/common-licenses/Apache-2.0 has the Apache License.

Files: *
Copyright: the contributors of MemFacet, each of their contribution
License: @NAME@

Files: @UPLOT@/*
Copyright: @AUTHOR@
License: MIT

License: @NAME@@OWN@

License: MIT@MIT@
" @ONLY)
endfunction()
