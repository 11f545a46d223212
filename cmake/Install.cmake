# What an installed tree has beside programs, pass and runtimes. A build folder
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
