# The front end of the page (web/, built and committed in web/dist) as C arrays for the command: no node is needed to build.
set(PADDOCK_PAGE_SOURCE ${PROJECT_BINARY_DIR}/page_front.c)
file(GLOB page_files CONFIGURE_DEPENDS web/dist/*)
add_custom_command(
  OUTPUT ${PADDOCK_PAGE_SOURCE}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/web/dist -DOUT=${PADDOCK_PAGE_SOURCE}
          -P ${PROJECT_SOURCE_DIR}/cmake/page_front.cmake
  DEPENDS ${page_files} ${PROJECT_SOURCE_DIR}/cmake/page_front.cmake
  COMMENT "The page's front end as C" VERBATIM)
