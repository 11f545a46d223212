# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What an installed tree has in addition to programs, pass and runtimes. A build folder
# has the same layout, so that both can be used alike.

include(CMakePackageConfigHelpers)
set(PACKAGE_DIR ${CMAKE_BINARY_DIR}/lib/cmake/MemFacet)
configure_file(${CMAKE_SOURCE_DIR}/cmake/MemFacetConfig.cmake.in
  ${PACKAGE_DIR}/MemFacetConfig.cmake @ONLY)
write_basic_package_version_file(${PACKAGE_DIR}/MemFacetConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(DIRECTORY ${PACKAGE_DIR} DESTINATION lib/cmake)

# The tool knows the flags.
set(PKG_CONFIG_FILE ${CMAKE_BINARY_DIR}/lib/pkgconfig/memfacet.pc)
add_custom_command(OUTPUT ${PKG_CONFIG_FILE}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/lib/pkgconfig
  COMMAND memfacet config --pkg-config > ${PKG_CONFIG_FILE}
  DEPENDS memfacet)
add_custom_target(memfacet_pkg_config ALL DEPENDS ${PKG_CONFIG_FILE})
install(FILES ${PKG_CONFIG_FILE} DESTINATION lib/pkgconfig)

# Completions and pages of man, from the tables of options.
set(SHARE ${CMAKE_BINARY_DIR}/share)
set(SHELL_FILES ${SHARE}/completions)
add_custom_command(OUTPUT ${SHELL_FILES}/memfacet.bash ${SHELL_FILES}/_memfacet
    ${SHELL_FILES}/memfacet.fish ${SHARE}/man/man1/memfacet.1
  COMMAND ${CMAKE_COMMAND} -E make_directory ${SHELL_FILES} ${SHARE}/man/man1
  COMMAND memfacet completions bash > ${SHELL_FILES}/memfacet.bash
  COMMAND memfacet completions zsh > ${SHELL_FILES}/_memfacet
  COMMAND memfacet completions fish > ${SHELL_FILES}/memfacet.fish
  COMMAND memfacet man --folder ${SHARE}/man/man1
  DEPENDS memfacet)
add_custom_target(memfacet_shell_files ALL DEPENDS ${SHELL_FILES}/memfacet.bash)
install(FILES ${SHELL_FILES}/memfacet.bash RENAME memfacet
  DESTINATION share/bash-completion/completions)
install(FILES ${SHELL_FILES}/memfacet.fish DESTINATION share/fish/vendor_completions.d)
# zsh looks into the first folder below /usr/local, and Debian's below /usr into
# the second.
foreach(FOLDER site-functions vendor-completions)
  install(FILES ${SHELL_FILES}/_memfacet DESTINATION share/zsh/${FOLDER})
endforeach()
install(DIRECTORY ${SHARE}/man/man1 DESTINATION share/man)
install(FILES ${CMAKE_SOURCE_DIR}/docs/man/memfacet-clang.1 DESTINATION share/man/man1)
install(FILES ${CMAKE_SOURCE_DIR}/docs/man/memfacet-clang.1 DESTINATION share/man/man1
  RENAME memfacet-clang++.1)

# Debian wants the licences in a file of this name.
set(DOC share/doc/memfacet)
include(cmake/Copyright.cmake)
memfacet_write_copyright(${SHARE}/copyright)
install(FILES ${SHARE}/copyright DESTINATION ${DOC})
install(FILES ${CMAKE_SOURCE_DIR}/THIRD-PARTY.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
  ${CMAKE_SOURCE_DIR}/SECURITY.md DESTINATION ${DOC})
