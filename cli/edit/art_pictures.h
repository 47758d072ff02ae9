/* Pictures of 3D parts as an edited scene shows them. */
#ifndef PADDOCK_CLI_ART_PICTURES_H
#define PADDOCK_CLI_ART_PICTURES_H

#include "art_polygons.h"
#include "set_pictures.h"

/* Puts into the file what the polygons of `after` show: the bitmap that a polygon has in `before`, the scene as it was
 * made from the file, becomes the picture that it has now. *changed is how many did. CLI_FINE, or another status after
 * saying why. */
int cli_set_art_pictures(cli_set_pictures *set, const pdk_document *document, const cli_art_scene *before,
                         const cli_art_scene *after, size_t *changed);

#endif
