# Writes OUT, a C file with the commit that SOURCE is at: cmake -DSOURCE=folder -DOUT=commit.c -P commit.cmake
# PADDOCK_COMMIT in the environment comes first. An unpacked archive, and a folder inside somebody else's repository, have none.
set(commit "$ENV{PADDOCK_COMMIT}")
if(commit STREQUAL "")
  execute_process(COMMAND git -C ${SOURCE} rev-parse --show-cdup OUTPUT_VARIABLE above RESULT_VARIABLE missing ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(missing STREQUAL 0 AND above STREQUAL "")
    execute_process(COMMAND git -C ${SOURCE} describe --always --abbrev=12 --exclude * --dirty=-changed OUTPUT_VARIABLE commit ERROR_QUIET
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
set(text "/* Made by cmake/commit.cmake. */\n#include \"commit.h\"\nconst char cli_commit[] = \"${commit}\";\n")
set(before)
if(EXISTS ${OUT})
  file(READ ${OUT} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${OUT} "${text}")
endif()
