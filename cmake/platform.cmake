# Which side of src/base/platform/ is built: posix, windows, or single (no threads, no files, no shared libraries, and so no command).
set(PADDOCK_PLATFORM posix CACHE STRING "The operating system: posix, windows or single")
set_property(CACHE PADDOCK_PLATFORM PROPERTY STRINGS posix windows single)
if(NOT IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/base/platform/${PADDOCK_PLATFORM})
  message(FATAL_ERROR "PADDOCK_PLATFORM is \"${PADDOCK_PLATFORM}\"; there are posix, windows and single")
endif()
list(FILTER library_sources EXCLUDE REGEX "/src/base/platform/[a-z]+/.+\\.c$")
file(GLOB platform_sources CONFIGURE_DEPENDS src/base/platform/${PADDOCK_PLATFORM}/*.c)
# The console and signals are the command's: they keep global state, and a library has no business with either.
file(GLOB PADDOCK_CONSOLE_SOURCES CONFIGURE_DEPENDS src/base/platform/${PADDOCK_PLATFORM}/command/*.c)
if(PADDOCK_STATIC) # which loads no library
  list(FILTER platform_sources EXCLUDE REGEX "/library_[a-z]+\\.c$")
  list(APPEND platform_sources ${PROJECT_SOURCE_DIR}/src/base/platform/single/library_single.c)
endif()
# Letters of Japanese, Korean and Chinese: the system's, or tables that the building machine's iconv fills. A static program has no
# iconv of its own where it runs.
set(PADDOCK_CODE_PAGES system CACHE STRING "Where letters of code pages with two bytes a letter come from: system or tables")
set_property(CACHE PADDOCK_CODE_PAGES PROPERTY STRINGS system tables)
if(PADDOCK_CODE_PAGES STREQUAL tables)
  list(FILTER platform_sources EXCLUDE REGEX "/code_page_[a-z]+\\.c$")
  list(APPEND platform_sources ${PROJECT_SOURCE_DIR}/src/base/platform/tables/code_page_tables.c)
  find_program(PADDOCK_BUILD_COMPILER NAMES cc gcc clang REQUIRED DOC "A C compiler for the building machine")
  set(letters ${PROJECT_BINARY_DIR}/generated/platform/tables/code_page_letters.inc)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated/platform/tables)
  add_custom_command(OUTPUT ${letters} VERBATIM DEPENDS ${PROJECT_SOURCE_DIR}/tools/code-pages.c
                     COMMAND ${PADDOCK_BUILD_COMPILER} -O1 ${PROJECT_SOURCE_DIR}/tools/code-pages.c -o generated/code-pages
                     COMMAND ./generated/code-pages ${letters} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
  list(APPEND platform_sources ${letters})
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/platform/tables/code_page_tables.c PROPERTIES
                              INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/generated OBJECT_DEPENDS ${letters})
elseif(NOT PADDOCK_CODE_PAGES STREQUAL system)
  message(FATAL_ERROR "PADDOCK_CODE_PAGES is \"${PADDOCK_CODE_PAGES}\"; there are system and tables")
endif()
list(APPEND library_sources ${platform_sources})
set(PADDOCK_THREADS_LIBRARY Threads::Threads)
if(NOT PADDOCK_PLATFORM STREQUAL posix)
  set(PADDOCK_THREADS_LIBRARY)
endif()
