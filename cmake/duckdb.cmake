# DuckDB (SQL, Parquet): the command loads its library when a verb asks for it, so that only its headers are needed here. They come with
# tools/setup.sh duckdb, into build-duckdb, or are where DUCKDB_PREFIX says. The folder sql/ has the functions over Paddock's files; the
# command and the extension that any DuckDB loads are made from it. sql/session/ (DuckDB, loaded) and dataset/ are for the command.
option(PADDOCK_DUCKDB "SQL and Parquet (needs DuckDB's headers)" ON)
set(PADDOCK_DUCKDB_NPM ${PROJECT_SOURCE_DIR}/build-duckdb/node_modules)
set(duckdb_headers $ENV{DUCKDB_PREFIX}/include ${PADDOCK_DUCKDB_NPM}/duckdb/src/duckdb/src/include)
if(NOT DEFINED ENV{DUCKDB_PREFIX})
  list(REMOVE_AT duckdb_headers 0)
endif()
unset(PADDOCK_DUCKDB_INCLUDE CACHE) # it may have come since
# Where libraries are not loaded (a static binary), or there is none for the machine it will run on, it is left out. So it is with
# AddressSanitizer, which ends a C program when a library that it loads throws an exception of C++.
set(loads_duckdb OFF)
if(PADDOCK_PLATFORM STREQUAL windows OR (PADDOCK_PARTS STREQUAL loaded AND NOT CMAKE_CROSSCOMPILING AND NOT PADDOCK_SANITIZE))
  set(loads_duckdb ON)
endif()
if(PADDOCK_DUCKDB AND loads_duckdb)
  find_path(PADDOCK_DUCKDB_INCLUDE duckdb_extension.h PATHS ${duckdb_headers} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
endif()
list(APPEND command_sources ${PROJECT_SOURCE_DIR}/dataset/dataset_parts.c) # which folders are datasets, every build knows
if(NOT PADDOCK_DUCKDB_INCLUDE)
  message(STATUS "without DuckDB: no SQL, no Parquet (tools/setup.sh duckdb gets it)")
  list(FILTER command_sources EXCLUDE REGEX "/cli/sql/sql_.*\\.c$")
  list(APPEND command_sources ${PROJECT_SOURCE_DIR}/cli/sql/sql_absent.c)
else()
  list(FILTER command_sources EXCLUDE REGEX "/cli/sql/sql_absent\\.c$")
  file(GLOB sql_sources CONFIGURE_DEPENDS sql/*.c)
  list(FILTER sql_sources EXCLUDE REGEX "/sql/extension\\.c$")
  file(GLOB dataset_sources CONFIGURE_DEPENDS sql/session/*.c dataset/*.c)
  list(APPEND command_sources ${sql_sources} ${dataset_sources})
  list(REMOVE_DUPLICATES command_sources)
  set_source_files_properties(sql/session/sql_duckdb.c PROPERTIES
                              COMPILE_DEFINITIONS PADDOCK_PARTS_FROM_BINDIR="${parts_from_bindir}")
  # The library that belongs to them, where the command looks for it, also when it is installed.
  file(GLOB duckdb_library ${PADDOCK_DUCKDB_NPM}/@duckdb/node-bindings-*/libduckdb.so)
  if(PADDOCK_PLATFORM STREQUAL windows)
    set(duckdb_library ${PROJECT_SOURCE_DIR}/build-duckdb-windows/node_modules/@duckdb/node-bindings-win32-x64/duckdb.dll)
    if(EXISTS ${duckdb_library})
      file(CREATE_LINK ${duckdb_library} ${PROJECT_BINARY_DIR}/duckdb.dll SYMBOLIC)
      install(FILES ${duckdb_library} DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
    else()
      message(STATUS "duckdb.dll is not here: paddock.exe asks for it (tools/setup.sh duckdb-windows gets it)")
    endif()
  elseif(duckdb_library)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib/paddock)
    file(CREATE_LINK ${duckdb_library} ${PROJECT_BINARY_DIR}/lib/paddock/libduckdb.so SYMBOLIC)
    if(PADDOCK_INSTALL)
      install(FILES ${duckdb_library} DESTINATION ${CMAKE_INSTALL_LIBDIR}/paddock COMPONENT sql)
    endif()
  endif()
endif()

# The part of the library that reads databases; the command has the same in itself.
if(PADDOCK_DUCKDB_INCLUDE AND PADDOCK_PARTS STREQUAL loaded AND NOT PADDOCK_PLATFORM STREQUAL windows)
  add_library(paddock_duckdb_module MODULE parts/duckdb/duckdb_part.c sql/duckdb_api.c sql/sql_database.c
                                           sql/session/sql_duckdb.c)
  set_target_properties(paddock_duckdb_module PROPERTIES PREFIX "" OUTPUT_NAME paddock-duckdb C_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY ${modules})
  target_compile_definitions(paddock_duckdb_module PRIVATE PADDOCK_PART_MODULE)
  target_include_directories(paddock_duckdb_module PRIVATE include ${PADDOCK_SOURCE_FOLDERS} ${PROJECT_SOURCE_DIR})
  target_include_directories(paddock_duckdb_module SYSTEM PRIVATE ${PADDOCK_DUCKDB_INCLUDE})
  target_link_libraries(paddock_duckdb_module PRIVATE paddock_in_command) # of it only what finds and loads libraries
  target_link_options(paddock_duckdb_module PRIVATE LINKER:--exclude-libs,ALL)
  if(PADDOCK_INSTALL)
    install(TARGETS paddock_duckdb_module LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/paddock COMPONENT sql)
  endif()
endif()

# SQL for bindings (parts/sql): it hands documents to the shared library, of which it uses what is public; the rest it has in itself.
if(TARGET paddock_duckdb_module)
  file(GLOB part_sources CONFIGURE_DEPENDS parts/sql/*.c)
  list(APPEND part_sources ${sql_sources} ${dataset_sources})
  add_library(paddock_sql_module MODULE ${part_sources})
  set_target_properties(paddock_sql_module PROPERTIES PREFIX "" OUTPUT_NAME paddock-sql C_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY ${modules} BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/..:$ORIGIN/../..")
  target_compile_definitions(paddock_sql_module PRIVATE PADDOCK_PART_MODULE)
  target_compile_options(paddock_sql_module PRIVATE ${PADDOCK_STACK_OPTIONS})
  target_include_directories(paddock_sql_module PRIVATE include ${PADDOCK_SOURCE_FOLDERS} ${PROJECT_SOURCE_DIR})
  target_include_directories(paddock_sql_module SYSTEM PRIVATE ${PADDOCK_DUCKDB_INCLUDE})
  target_link_libraries(paddock_sql_module PRIVATE paddock_shared paddock_in_command)
  target_link_options(paddock_sql_module PRIVATE LINKER:--exclude-libs,ALL)
  if(PADDOCK_INSTALL)
    install(TARGETS paddock_sql_module LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/paddock COMPONENT sql)
  endif()
endif()

# paddock.duckdb_extension: `make extension`. A shared library, and after it 512 bytes that tell DuckDB what it is.
if(PADDOCK_DUCKDB_INCLUDE AND NOT CMAKE_CROSSCOMPILING)
  list(FILTER sql_sources EXCLUDE REGEX "/sql/duckdb_api\\.c$")
  add_library(paddock_extension MODULE ${sql_sources} sql/extension.c)
  if(NOT PADDOCK_TESTS OR PADDOCK_SANITIZE OR PADDOCK_THREAD_SANITIZE OR PADDOCK_COVERAGE)
    set_target_properties(paddock_extension PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set_target_properties(paddock_extension PROPERTIES PREFIX "" OUTPUT_NAME paddock C_VISIBILITY_PRESET hidden)
  target_include_directories(paddock_extension PRIVATE include ${PADDOCK_SOURCE_FOLDERS} ${PROJECT_SOURCE_DIR})
  target_include_directories(paddock_extension SYSTEM PRIVATE ${PADDOCK_DUCKDB_INCLUDE})
  target_link_libraries(paddock_extension PRIVATE paddock_in_command)
  target_link_options(paddock_extension PRIVATE LINKER:--exclude-libs,ALL)
  if(PADDOCK_PACKAGE) # what is after it would be lost if it were stripped later
    target_link_options(paddock_extension PRIVATE LINKER:--strip-all)
  endif()
  add_custom_command(TARGET paddock_extension POST_BUILD VERBATIM
    COMMAND ${PROJECT_SOURCE_DIR}/tools/extension-footer.sh $<TARGET_FILE:paddock_extension> ${version}
            ${PROJECT_BINARY_DIR}/paddock.duckdb_extension)
  if(PADDOCK_INSTALL)
    install(FILES ${PROJECT_BINARY_DIR}/paddock.duckdb_extension DESTINATION ${CMAKE_INSTALL_LIBDIR}/paddock
            COMPONENT sql OPTIONAL)
  endif()
endif()
