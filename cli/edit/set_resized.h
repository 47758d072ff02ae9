/* A file whose pictures get the sizes of those that wait for it. */
#ifndef PADDOCK_CLI_EDIT_SET_RESIZED_H
#define PADDOCK_CLI_EDIT_SET_RESIZED_H

#include "set_pictures.h"

typedef struct cli_resized {
    pdk_output *output; /* its bytes */
    pdk_document *document;
} cli_resized;

/* Lays `document` out again with the new pictures, and says which get another size. CLI_FINE, or another status after
 * saying why. Give it to cli_forget_resized in any case. */
int cli_resize_pictures(const cli_set_pictures *set, const pdk_document *document, cli_resized *resized);
void cli_forget_resized(cli_resized *resized);

#endif
