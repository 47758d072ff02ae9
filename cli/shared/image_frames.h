/* Pictures that are frames of an animated bitmap: the track knows which of its art are. */
#ifndef PADDOCK_CLI_IMAGE_FRAMES_H
#define PADDOCK_CLI_IMAGE_FRAMES_H

#include "paddock/paddock.h"

typedef struct cli_image_frame {
    uint32_t frame, frames; /* 2 of 4; 0 = it is no frame */
} cli_image_frame;

/* An entry for each image of the art, from the table `frames` of its track. To be freed; NULL when out of memory. */
cli_image_frame *cli_image_frames(const pdk_document *track, const pdk_document *art);

/* Names of frames have "_frame2of4" after what they would be called otherwise. */
enum { CLI_FRAME_SUFFIX = 32 };
void cli_frame_suffix(const cli_image_frame *frame, char suffix[CLI_FRAME_SUFFIX]);

/* The files of a folder that are called so: by what they are called otherwise, "1-19-0000" of
 * "1-19-0000_frame2of4.png". */
typedef struct cli_frame_files {
    char **names; /* sorted */
    size_t count;
} cli_frame_files;

bool cli_list_frame_files(const char *folder, cli_frame_files *files);
/* The first file for an image called `name` ("1-19-0000.png"); NULL = there is none. */
const char *cli_find_frame_file(const cli_frame_files *files, const char *name);
void cli_forget_frame_files(cli_frame_files *files);

/* --- image_names.c --- */
/* A file name for each image, "1-frnt.png": safe and unique, even where A and a are one. `frames` says which are frames
 * of an animated bitmap (image_frames.h) and may be NULL. NULL when out of memory; otherwise given to cli_free_names.
 */
char **cli_image_names(const pdk_document *document, const cli_image_frame *frames);

#endif
