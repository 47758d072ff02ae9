/* Images of a document, found by their names. */
#ifndef PADDOCK_CLI_IMAGE_LIST_H
#define PADDOCK_CLI_IMAGE_LIST_H

#include "paddock/paddock.h"

typedef struct cli_image_list {
    struct cli_named_image *sorted; /* malloc'd; NULL = out of memory */
    size_t count;
} cli_image_list;

cli_image_list cli_list_images(const pdk_document *document);
/* Its number; SIZE_MAX = there is none of this name. */
size_t cli_find_image(const cli_image_list *list, pdk_text name);
void cli_forget_images(cli_image_list *list);

#endif
