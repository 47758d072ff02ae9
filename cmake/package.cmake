# Debian packages of what cmake/install.cmake installs: paddock (the command), libpaddock1 (with its parts), libpaddock-dev.
#     tools/package.sh builds them, and the others
set(PADDOCK_MAINTAINER "Paddock developers <developers@paddock.invalid>" CACHE STRING "Whom packages name")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME paddock)
set(CPACK_PACKAGE_VERSION ${version})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "binary files of racing simulators, opened")
set(CPACK_PACKAGE_CONTACT "${PADDOCK_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_COMPONENTS_ALL command library development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(about "Live for Speed, Racer, rFactor 2, Le Mans Ultimate, Need for Speed:
replays, telemetry, tracks and road surfaces are shown, checked, exported as
open data, and edited without losing a byte.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME paddock)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libpaddock${abi})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpaddock-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers)
# The command loads the library's parts; programs that are linked statically need what the library is made with.
set(CPACK_DEBIAN_COMMAND_PACKAGE_DEPENDS "libpaddock${abi} (= ${version})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpaddock${abi} (= ${version}), libdeflate-dev, libpng-dev")
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "${about}\n\nThis package has the command.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "${about}\n\nThis package has the shared library, with PNG, meshes and plots.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${about}\n\nThis package has what programs in C and C++ are built with.")

# What Debian expects of each package: who may do what with it, and what changed.
find_program(GZIP gzip)
string(TIMESTAMP day "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, where it is set
foreach(component command library development)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(folder ${PROJECT_BINARY_DIR}/packaging/${package})
  configure_file(packaging/copyright ${folder}/copyright COPYONLY)
  file(WRITE ${folder}/changelog "paddock (${version}) unstable; urgency=medium\n\n  * Version ${version}; CHANGELOG.md in the sources has what is new.\n\n"
       " -- ${PADDOCK_MAINTAINER}  ${day}\n")
  execute_process(COMMAND ${GZIP} -9nf ${folder}/changelog COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${folder}/copyright ${folder}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component}
          EXCLUDE_FROM_ALL)
endforeach()
install(FILES packaging/libpaddock.lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
        RENAME ${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} COMPONENT library)
include(CPack)
