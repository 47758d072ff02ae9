find_program(NODE node REQUIRED)
set(package ${PROJECT_SOURCE_DIR}/bindings/wasm)
set(samples ${PROJECT_SOURCE_DIR}/samples)
add_test(NAME wasm_api COMMAND ${NODE} ${CMAKE_CURRENT_SOURCE_DIR}/wasm/api.mjs ${package} ${samples})
