# Where others find it: command, libraries, header, pkg-config, CMake package, man page, completion.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/paddock)

# Four components, which packages may part: library (shared, with its parts), development, command, sql (DuckDB and what uses it).
install(TARGETS paddock paddock_shared EXPORT paddock
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library)
if(TARGET paddock_command)
  install(TARGETS paddock_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
endif()
install(DIRECTORY include/paddock DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN *.h PATTERN *.hpp)
install(FILES bindings/paddock-api.json DESTINATION ${CMAKE_INSTALL_DATADIR}/paddock COMPONENT development)

include(cmake/manual.cmake)
install(FILES docs/reference.html DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/paddock COMPONENT development)

install(EXPORT paddock NAMESPACE paddock:: FILE paddock-targets.cmake DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/paddock-config.cmake.in paddock-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(paddock-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/paddock-config.cmake ${PROJECT_BINARY_DIR}/paddock-config-version.cmake
        DESTINATION ${package_dir} COMPONENT development)

# Named as libraries, not as packages: pkg-config asks for packages even where their files are needed by -static alone.
set(pc_libs "-ldeflate -lm -pthread")
# Debian has meshoptimizer only as a shared library, which -static does not find. So its part (the object pdk_mesh_part in
# libpaddock.a) is linked by default only where there is a static one.
find_library(MESHOPTIMIZER_STATIC libmeshoptimizer.a)
if(PADDOCK_MESHOPTIMIZER AND MESHOPTIMIZER_STATIC)
  string(PREPEND pc_libs "-Wl,-u,pdk_mesh_part -lmeshoptimizer -lstdc++ ")
endif()
if(PADDOCK_PNG)
  string(PREPEND pc_libs "-lpng -lz ")
endif()
# The prefix in the file follows the file, so that a moved or staged tree still works.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/paddock.pc.in paddock.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/paddock.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

function(paddock_install_if_there file destination name)
  if(TARGET paddock_command AND NOT PADDOCK_PLATFORM STREQUAL windows AND EXISTS ${PROJECT_SOURCE_DIR}/${file})
    install(FILES ${file} DESTINATION ${destination} RENAME ${name} COMPONENT command)
  endif()
endfunction()
if(PADDOCK_PACKAGE) # Debian's are packed
  find_program(GZIP gzip REQUIRED)
  execute_process(COMMAND ${GZIP} -9nc ${PROJECT_SOURCE_DIR}/docs/man/paddock.1 OUTPUT_FILE ${PROJECT_BINARY_DIR}/paddock.1.gz
                  COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${PROJECT_BINARY_DIR}/paddock.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
else()
  paddock_install_if_there(docs/man/paddock.1 ${CMAKE_INSTALL_MANDIR}/man1 paddock.1)
endif()
paddock_install_if_there(completion/paddock.bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions paddock)
paddock_install_if_there(completion/paddock.zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions _paddock)
paddock_install_if_there(completion/paddock.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d paddock.fish)
