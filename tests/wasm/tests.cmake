# The npm package in bindings/wasm, as programs use it.
find_program(NODE node REQUIRED)
set(package ${PROJECT_SOURCE_DIR}/bindings/wasm)
set(here ${CMAKE_CURRENT_SOURCE_DIR}/wasm)
set(command ${PROJECT_SOURCE_DIR}/build/paddock)
file(GLOB samples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/samples/*.raf ${PROJECT_SOURCE_DIR}/samples/*.vcr ${PROJECT_SOURCE_DIR}/samples/*.r[lp][dl]
     ${PROJECT_SOURCE_DIR}/samples/*.fam ${PROJECT_SOURCE_DIR}/samples/*.tri ${PROJECT_SOURCE_DIR}/samples/*.fsh)
add_test(NAME wasm_api COMMAND ${NODE} ${here}/api.mjs ${package} ${PROJECT_SOURCE_DIR}/samples)
add_test(NAME wasm_programs COMMAND ${NODE} --expose-gc ${here}/programs.mjs ${package} ${PROJECT_SOURCE_DIR}/samples)
add_test(NAME wasm_types COMMAND ${here}/types.sh ${package} ${PROJECT_SOURCE_DIR})
add_test(NAME wasm_bundlers COMMAND ${here}/bundlers.sh ${package} ${PROJECT_SOURCE_DIR}/samples ${PROJECT_BINARY_DIR}/bundlers)
add_test(NAME wasm_golden COMMAND ${NODE} ${here}/golden.mjs ${package} ${CMAKE_CURRENT_SOURCE_DIR}/golden)
add_test(NAME wasm_command COMMAND ${NODE} ${here}/beside_command.mjs ${package} ${command} ${samples})
add_test(NAME wasm_damaged COMMAND ${NODE} ${here}/damaged.mjs ${package} ${command})
add_test(NAME wasm_pack COMMAND ${here}/pack.sh ${package} ${PROJECT_SOURCE_DIR}/samples)
add_test(NAME wasm_large COMMAND ${NODE} ${here}/large.mjs ${package} ${command} ${PROJECT_BINARY_DIR})
add_test(NAME wasm_chromium COMMAND ${NODE} ${here}/chromium.mjs ${package} ${command} ${PROJECT_BINARY_DIR})
# Each makes a file of 2.5 GB, which takes some minutes, and opens it in memory.
set_tests_properties(wasm_large wasm_chromium PROPERTIES LABELS slow TIMEOUT 2400 RESOURCE_LOCK large_file)
