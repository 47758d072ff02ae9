# Several sources compiled as one: a build of everything takes half as long, and one after an edit of one file longer. For builds that are made
# from nothing each time: sanitizers, other machines. The release build compiles each source by itself, so that each is seen to include what it
# uses.
option(PADDOCK_TOGETHER "Compile several sources as one" OFF)

# paddock_together(TARGET SOURCE...): the sources of a target in groups, at most as many lines each as make it worth while.
function(paddock_together target)
  if(NOT PADDOCK_TOGETHER)
    return()
  endif()
  set(sources)
  foreach(source IN LISTS ARGN)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(source MATCHES "\\.c$" AND NOT options)
      list(APPEND sources ${source})
    endif()
  endforeach()
  execute_process(COMMAND awk -v lines=2500 -f ${PROJECT_SOURCE_DIR}/cmake/declared.awk -f ${PROJECT_SOURCE_DIR}/cmake/together.awk ${sources} OUTPUT_VARIABLE groups
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" groups "${groups}")
  foreach(line IN LISTS groups)
    string(REGEX MATCH "^([0-9]+) (.*)$" matched "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP group_${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A local name may be another file's, and a compiler that sees more of what is called guesses more. The release build has both warnings.
  target_compile_options(${target} PRIVATE -Wno-shadow -Wno-maybe-uninitialized $<$<C_COMPILER_ID:Clang>:-Wno-unknown-warning-option>)
endfunction()
