# Which side of src/platform/ is built: posix, or single (no threads, no files, no shared libraries).
set(PADDOCK_PLATFORM posix CACHE STRING "The operating system: posix or single")
set_property(CACHE PADDOCK_PLATFORM PROPERTY STRINGS posix single)
if(NOT IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/platform/${PADDOCK_PLATFORM})
  message(FATAL_ERROR "PADDOCK_PLATFORM is \"${PADDOCK_PLATFORM}\"; there are posix and single")
endif()
list(FILTER library_sources EXCLUDE REGEX "/src/platform/[a-z]+/[a-z_]+\\.c$")
file(GLOB platform_sources CONFIGURE_DEPENDS src/platform/${PADDOCK_PLATFORM}/*.c)
list(APPEND library_sources ${platform_sources})
