/* The built front end of the page (web/dist), which the build puts into the command. */
#ifndef PADDOCK_CLI_PAGE_FRONT_H
#define PADDOCK_CLI_PAGE_FRONT_H

#include "paddock/paddock.h"

/* Without the library, which is a separate file. */
extern const pdk_page_front cli_page_front;

#endif
