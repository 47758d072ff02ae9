# One file that runs on any Linux: everything is linked in, glibc too, at an address that differs with each run (decision 0022).
if(PADDOCK_STATIC)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-static-pie>)
  set(PADDOCK_PARTS linked CACHE STRING "" FORCE)
  set(PADDOCK_CODE_PAGES tables CACHE STRING "" FORCE)
endif()
