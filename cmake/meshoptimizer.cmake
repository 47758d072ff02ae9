# Packed and fewer triangles are meshoptimizer's. Without it the files that need it are left out, and stand-ins say so.
set(PADDOCK_MESHOPT)
if(PADDOCK_MESHOPTIMIZER)
  find_library(MESHOPTIMIZER meshoptimizer)
  find_path(MESHOPTIMIZER_INCLUDE meshoptimizer.h)
  if(MESHOPTIMIZER AND MESHOPTIMIZER_INCLUDE)
    # Its names are weak (src/base/meshopt.h), which must not be taken for not needed.
    set(PADDOCK_MESHOPT -Wl,--push-state,--no-as-needed $<BUILD_INTERFACE:${MESHOPTIMIZER}> $<INSTALL_INTERFACE:meshoptimizer>
        -Wl,--pop-state)
    # C++ inside: whoever links its static form from C needs that language's library, the shared form brings it along.
    if(MESHOPTIMIZER MATCHES "\\.a$")
      list(APPEND PADDOCK_MESHOPT stdc++)
    endif()
  else()
    message(STATUS "meshoptimizer is not here: meshes cannot be packed, surfaces not simplified")
    set(PADDOCK_MESHOPTIMIZER OFF)
  endif()
endif()
if(PADDOCK_MESHOPTIMIZER)
  list(FILTER library_sources EXCLUDE REGEX "/(glb_compress|simplify)_without\\.c$")
else()
  list(FILTER library_sources EXCLUDE REGEX "/(base/meshopt|glb_compress|glb_order|surface/change/simplify(_rounds|_tile|_mend|_verify)?)\\.c$")
endif()
