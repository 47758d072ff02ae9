/* A track model from a document that has lines. */
#ifndef PADDOCK_TRACK_GIVEN_TRACK_H
#define PADDOCK_TRACK_GIVEN_TRACK_H

#include "model/document.h"
#include "track/track_model.h"

/* From the document's first line, with left and right from its first lines called "left ..." and "right ...".
 * PDK_E_UNSUPPORTED, "track.no_line", where the document has no line. */
pdk_status pdk_track_from_document(const pdk_document *document, pdk_memory *memory, pdk_track_model **model,
                                   pdk_error *error);

#endif
