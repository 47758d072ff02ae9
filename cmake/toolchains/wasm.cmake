# Debian's clang with wasi-libc, for WebAssembly: a library that a page, a worker or Node loads. No files, no threads.
set(CMAKE_SYSTEM_NAME Generic)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PADDOCK_CROSS_PREFIX)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
set(CMAKE_FIND_ROOT_PATH ${PADDOCK_CROSS_PREFIX})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# clang would use this machine's own headers where wasi-libc lacks one. Instructions that browsers have had since 2021 (Chrome 75, Firefox
# 65, Safari 15): both make code shorter. Not -mbulk-memory: with it, this compiler keeps errno per thread, which wasi-libc does not.
set(CMAKE_C_FLAGS_INIT "-msign-ext -mnontrapping-fptoint -nostdlibinc -isystem /usr/include/wasm32-wasi -Wno-unused-command-line-argument")
set(CMAKE_C_STANDARD_INCLUDE_DIRECTORIES ${PADDOCK_CROSS_PREFIX}/include)
# In place of CMake's -Os.
set(CMAKE_C_FLAGS_MINSIZEREL "-Oz -DNDEBUG" CACHE STRING "" FORCE)
