/* Pictures that `paddock set` puts in: by path, or a folder of them; with their palettes or without. */
#ifndef PADDOCK_CLI_EDIT_SET_PICTURES_H
#define PADDOCK_CLI_EDIT_SET_PICTURES_H

#include "open.h"

/* Pixels as pdk_edit_set_image takes them; malloc'd. */
typedef struct cli_pixels {
    uint8_t *rgba;
    uint32_t width, height;
} cli_pixels;

/* One that waits for its palette, or for the file with its size. */
typedef struct cli_waiting_picture {
    char *path, *art;
    cli_input png;
    cli_pixels pixels; /* instead of a PNG, where there are some */
} cli_waiting_picture;

typedef struct cli_set_pictures {
    pdk_edit *edit;
    const char *file; /* for messages */
    bool palette;     /* palettes are made: at the end, for all pictures together */
    bool resize;      /* pictures may have another size: they wait, too */
    cli_waiting_picture *waiting;
    size_t count, capacity;
} cli_set_pictures;

/* Puts the PNG at `art` into the image at `path`, or lets it wait. CLI_FINE or a status after a message. */
int cli_set_picture(cli_set_pictures *set, const char *path, const char *art);
/* The same for pixels, which are the set's from then on, whatever the status; messages call the picture `art`. */
int cli_set_pixels(cli_set_pictures *set, const char *path, const char *art, const cli_pixels *pixels);
/* The pictures of the file that are in a folder, under the names `paddock images` gives them. */
int cli_set_folder(cli_set_pictures *set, const pdk_document *document, const char *folder);
/* Puts in those that wait, with palettes made for them or without. */
int cli_put_pictures(cli_set_pictures *set);
void cli_forget_pictures(cli_set_pictures *set);

#endif
