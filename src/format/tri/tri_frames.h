/* Bitmaps that animate: a prop type with the flag shows bitmaps that follow each other. */
#ifndef PADDOCK_FORMAT_TRI_TRI_FRAMES_H
#define PADDOCK_FORMAT_TRI_TRI_FRAMES_H

#include "format/tri/tri_track.h"

/* How many bitmaps a prop type shows one after the other; 1 = it does not move. */
uint32_t pdk_tri_frame_count(const uint8_t *type);
/* The table frames; `uses`: how many props are of each type. */
void pdk_tri_add_frames(pdk_document *document, const pdk_tri_track *track, const uint32_t *uses);

#endif
