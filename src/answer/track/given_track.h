/* A track model from a document that has lines. */
#ifndef PADDOCK_TRACK_GIVEN_TRACK_H
#define PADDOCK_TRACK_GIVEN_TRACK_H

#include "model/document.h"
#include "track/track_model.h"

/* From the document's first line, with left and right from its first lines called "left ..." and "right ...".
 * PDK_E_UNSUPPORTED, "track.no_line", where the document has no line. */
pdk_status pdk_track_from_document(const pdk_document *document, pdk_memory *memory, pdk_track_model **model,
                                   pdk_error *error);

/* A line as a list of points in the frame of pdk_motion. */
typedef struct pdk_pit_lane {
    double (*points)[3];
    size_t count;
} pdk_pit_lane;

/* The document's lines called "... pit lane", without their edges, in `memory`. */
pdk_status pdk_track_pit_lanes(const pdk_document *document, pdk_memory *memory, pdk_pit_lane **lanes, size_t *count,
                               pdk_error *error);

#endif
