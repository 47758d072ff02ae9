# How everything is compiled.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion
                    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>)
# The same bits on every processor: a product and a sum are rounded one after the other.
add_compile_options(-ffp-contract=off)
if(CMAKE_SIZEOF_VOID_P EQUAL 4) # sizes narrow to size_t in hundreds of places, after a limit was checked
  add_compile_options(-Wno-conversion -Wno-unused-function)
  add_compile_definitions(_FILE_OFFSET_BITS=64) # files over 2 GB
endif()
if(MINGW)
  # C's printf and strtod, not those of Windows' old library, whose conversions this compiler checks formats against; Windows 10.
  add_compile_definitions(__USE_MINGW_ANSI_STDIO=1 _WIN32_WINNT=0x0A00)
  add_compile_options(-Wno-format -Wno-format-extra-args)
  add_compile_options(-Wno-float-conversion) # isnan and isfinite are macros here, which narrow
endif()
if(PADDOCK_WERROR)
  add_compile_options(-Werror)
endif()
# A float is calculated as a float: some machines take more digits by default, and would get other numbers.
include(CheckCSourceCompiles)
check_c_source_compiles("#include <float.h>\n#if FLT_EVAL_METHOD != 0\n#error\n#endif\nint main(void) { return 0; }" PADDOCK_PLAIN_FLOATS)
if(NOT PADDOCK_PLAIN_FLOATS)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(i.86|x86)$")
    add_compile_options(-msse2 -mfpmath=sse)
  else()
    add_compile_options(-fexcess-precision=fast)
  endif()
endif()
# Builds and reports do not depend on where the sources lie.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)

if(PADDOCK_FUZZ AND NOT CMAKE_C_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "PADDOCK_FUZZ needs clang: CC=clang cmake ...")
endif()
set(instruments)
if(PADDOCK_SANITIZE)
  list(APPEND instruments -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all)
endif()
if(PADDOCK_THREAD_SANITIZE)
  list(APPEND instruments -fsanitize=thread)
endif()
if(instruments)
  add_compile_options(${instruments} -fno-omit-frame-pointer)
  add_compile_definitions(PADDOCK_INSTRUMENTED)
  if(CMAKE_C_COMPILER_ID MATCHES Clang)
    add_compile_options(-gline-tables-only) # what reports name; compiled and linked faster than with all of -g
  endif()
  add_link_options(${instruments})
endif()
if(PADDOCK_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(PADDOCK_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic -O0 -g) # threads count too
  add_link_options(--coverage)
endif()

# Threads of musl's C library have 128 KiB of stack. Large buffers belong on the heap, and no array's length is known only
# when the program runs. Sanitizers pad frames, and without optimization variables share no room, so that it does not hold there.
set(PADDOCK_STACK_OPTIONS -Wvla)
if(NOT instruments AND NOT PADDOCK_FUZZ AND NOT PADDOCK_COVERAGE)
  list(APPEND PADDOCK_STACK_OPTIONS -Wframe-larger-than=32768)
endif()
