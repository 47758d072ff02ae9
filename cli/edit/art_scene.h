/* 3D parts and their pictures, back from an edited GLB. */
#ifndef PADDOCK_CLI_ART_SCENE_H
#define PADDOCK_CLI_ART_SCENE_H

#include "arguments.h"
#include "paddock/paddock.h"

/* Writes the file with its 3D parts and pictures as the GLB of --from has them, to `path`. CLI_FINE, or another status
 * after saying why. */
int cli_write_art(const cli_arguments *arguments, const pdk_document *document, const char *path);

#endif
