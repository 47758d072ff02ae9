# Where others find it: command, libraries, header, pkg-config, CMake package, man page, completion.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/paddock)

install(TARGETS paddock paddock_shared EXPORT paddock
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS paddock_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/paddock DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)

install(EXPORT paddock NAMESPACE paddock:: FILE paddock-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/paddock-config.cmake.in paddock-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(paddock-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/paddock-config.cmake ${PROJECT_BINARY_DIR}/paddock-config-version.cmake
        DESTINATION ${package_dir})

set(pc_requires libdeflate)
set(pc_libs "-lm -pthread")
# Debian has meshoptimizer only as a shared library, which -static does not find. So its part (the object pdk_mesh_part in
# libpaddock.a) is linked by default only where there is a static one.
find_library(MESHOPTIMIZER_STATIC libmeshoptimizer.a)
if(PADDOCK_MESHOPTIMIZER AND MESHOPTIMIZER_STATIC)
  string(PREPEND pc_libs "-Wl,-u,pdk_mesh_part -lmeshoptimizer -lstdc++ ")
endif()
if(PADDOCK_PNG)
  string(APPEND pc_requires ", libpng")
endif()
# The prefix in the file follows the file, so that a moved or staged tree still works.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/paddock.pc.in paddock.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/paddock.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

function(paddock_install_if_there file destination name)
  if(NOT PADDOCK_PLATFORM STREQUAL windows AND EXISTS ${PROJECT_SOURCE_DIR}/${file})
    install(FILES ${file} DESTINATION ${destination} RENAME ${name})
  endif()
endfunction()
paddock_install_if_there(docs/man/paddock.1 ${CMAKE_INSTALL_MANDIR}/man1 paddock.1)
paddock_install_if_there(completion/paddock.bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions paddock)
paddock_install_if_there(completion/paddock.zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions _paddock)
paddock_install_if_there(completion/paddock.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d paddock.fish)
