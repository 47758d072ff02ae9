/* Images of a document: decoded, and written as PNG.
 *
 *     const pdk_image_info *info = pdk_document_image_at(document, 0); // NULL: the document has no image
 *     size_t size = (size_t)info->width * info->height * 4;
 *     uint8_t *rgba = malloc(size);
 *     if (pdk_document_image_read(document, 0, rgba, size, &error) != PDK_OK) { ... }
 */
#ifndef PADDOCK_IMAGE_H
#define PADDOCK_IMAGE_H

#include "document.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_image_info {
    const char *name; /* the path of its entry: "0/3/A000" */
    uint32_t width, height;
    const char *storage; /* "8-bit indexed", "RGB 565" ... */
    pdk_certainty certainty;
} pdk_image_info;

PDK_API size_t pdk_document_image_count(const pdk_document *document);
PDK_API const pdk_image_info *pdk_document_image_at(const pdk_document *document, size_t index);
/* Decodes into width*height*4 bytes, rows from the top, R G B A, not premultiplied. */
PDK_API pdk_status pdk_document_image_read(const pdk_document *document, size_t index, uint8_t *rgba, size_t capacity,
                                           pdk_error *error);

/* Writes an image as PNG, 8 bits a sample, with alpha if a pixel is not opaque. It does not finish the output.
 * Fails as pdk_document_image_read and the output do; with PDK_E_UNSUPPORTED, "png.absent", without Paddock's part for
 * PNG. */
PDK_API pdk_status pdk_image_write_png(const pdk_document *document, size_t index, pdk_output *output,
                                       pdk_error *error);

typedef struct pdk_image_file {
    size_t image;     /* its index */
    const char *path; /* the file to be written */
    pdk_error error;  /* set by the call; status PDK_OK = it was written */
} pdk_image_file;

/* Writes many images on all processors, each to a separate file, which appears complete or not at all. If one fails,
 * the others are still written; the call then returns the first failure. Progress is in images, on the caller's thread;
 * images that a cancelled call did not reach have the status PDK_E_CANCELLED. A file among the document's inputs
 * (pdk_open_options) is not replaced: PDK_E_ARGUMENT, output.input. */
PDK_API pdk_status pdk_images_write_png(const pdk_document *document, pdk_image_file *files, size_t count,
                                        pdk_progress progress, void *progress_user, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
