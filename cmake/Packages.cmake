# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CPack: a .deb for Debian 12 and a tarball. scripts/package.sh makes both.
# Packages have no home page: the project has no public address.

set(CPACK_PACKAGE_NAME memfacet)
set(CPACK_PACKAGE_VENDOR "MemFacet")
# Who builds the package answers for it, as with Debian's own tools. CPack needs
# an address; those that end in .example belong to no one (RFC 2606).
set(CPACK_PACKAGE_CONTACT "MemFacet maintainers <maintainers@memfacet.example>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
# A .deb says it in its file copyright.
include(${CMAKE_CURRENT_LIST_DIR}/Copyright.cmake)
set(CPACK_RPM_PACKAGE_LICENSE "${LICENCE}")
set(CPACK_RESOURCE_FILE_README ${CMAKE_SOURCE_DIR}/README.md)
set(CPACK_PACKAGE_DESCRIPTION "A plugin and a wrapper of clang ${MEMFACET_LLVM_VERSION}, a recorder and \
analyses.\nThey split the memory accesses of C and C++ programs by data structure, code,\n\
thread and time, and simulate caches on them.")
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)

# The tarball has one folder, which can be anywhere.
set(CPACK_PACKAGE_FILE_NAME
  "memfacet-${PROJECT_VERSION}-clang${MEMFACET_LLVM_VERSION}-${CMAKE_SYSTEM_PROCESSOR}")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Libraries that the commands load are found by dpkg-shlibdeps.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "clang-${MEMFACET_LLVM_VERSION}, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "lld-${MEMFACET_LLVM_VERSION}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "valgrind")
include(CPack)
