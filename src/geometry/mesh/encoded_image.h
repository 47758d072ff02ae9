/* Images of a document that are PNG or JPEG where they are. */
#ifndef PADDOCK_MESH_ENCODED_IMAGE_H
#define PADDOCK_MESH_ENCODED_IMAGE_H

#include "model/document.h"

#define PDK_MAX_ENCODED_IMAGES 4096

/* Adds an image whose bytes are these, or, where bytes.data is NULL, are in the file of this path, relative to the
 * document's folder. `own` is its name, NULL = that of its file. All must live as long as the document. *number is its
 * number; SIZE_MAX = the file is not there, is neither PNG nor JPEG, or there are too many. Fails when out of memory.
 */
pdk_status pdk_document_add_encoded_image(pdk_document *document, const char *own, pdk_bytes bytes, const char *path,
                                          size_t *number, pdk_error *error);

#endif
