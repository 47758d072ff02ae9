/* Pictures in separate files, or embedded in another file. */
#include "mesh/encoded_image.h"

#include <string.h>

#include "model/referenced_file.h"
#include "png/png_read.h"

enum { MAX_SIDE = 65535 };
static const uint64_t max_bytes = UINT64_C(1) << 30;

typedef struct encoded_image {
    pdk_bytes bytes; /* data NULL = in the file of this name */
    const char *path;
    uint32_t width, height;
    bool png;
} encoded_image;

/* ------------------------------------------------------------------------------------------------------ reading */

static pdk_status open_bytes(const pdk_document *document, const encoded_image *image, pdk_memory *memory,
                             pdk_input *input, pdk_bytes *bytes, pdk_error *error)
{
    *input = (pdk_input){ 0 };
    *bytes = image->bytes;
    if (image->bytes.data != NULL) return PDK_OK;
    pdk_status status = pdk_referenced_file_open_once(document, image->path, max_bytes, memory, input, error);
    *bytes = input->bytes;
    return status;
}

static pdk_status decode(const pdk_document *document, const void *state, uint8_t *rgba, pdk_error *error)
{
    const encoded_image *image = state;
    pdk_memory memory;
    pdk_input input;
    pdk_bytes bytes;
    pdk_picture picture;
    if (!image->png) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "image.jpeg",
                        "Paddock does not decode JPEG; conversions to GLB and OBJ keep it unchanged");
    }
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    pdk_status status = open_bytes(document, image, &memory, &input, &bytes, error);
    if (status == PDK_OK) status = pdk_png_read(bytes.data, bytes.size, &memory, &picture, error);
    if (status == PDK_OK && (picture.width != image->width || picture.height != image->height)) {
        status = pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, "io.changed", "the picture no longer has the same size");
    }
    if (status == PDK_OK) memcpy(rgba, picture.rgba, (size_t)image->width * image->height * 4);
    pdk_input_close(&input);
    pdk_memory_destroy(&memory);
    return status;
}

/* A mapped file must not be needed longer than the call: its bytes are copied. */
static pdk_status encoded(const pdk_document *document, const void *state, pdk_memory *memory, pdk_bytes *bytes,
                          pdk_error *error)
{
    const encoded_image *image = state;
    pdk_input input;
    pdk_status status = open_bytes(document, image, memory, &input, bytes, error);
    if (status != PDK_OK || image->bytes.data != NULL) return status;
    uint8_t *copy = pdk_alloc_raw(memory, bytes->size);
    if (copy != NULL) memcpy(copy, bytes->data, bytes->size);
    *bytes = (pdk_bytes){ copy, bytes->size };
    pdk_input_close(&input);
    return copy != NULL ? PDK_OK : pdk_fail_memory(error, memory, "a picture");
}

/* ------------------------------------------------------------------------------------------------------- sizes */

static uint32_t big16(const uint8_t *at)
{
    return (uint32_t)(at[0] << 8 | at[1]);
}

static bool size_of_png(pdk_bytes bytes, encoded_image *image)
{
    static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A };
    if (bytes.size < 24 || memcmp(bytes.data, signature, sizeof signature) != 0) return false;
    image->png = true;
    image->width = big16(bytes.data + 16) << 16 | big16(bytes.data + 18);
    image->height = big16(bytes.data + 20) << 16 | big16(bytes.data + 22);
    return true;
}

/* The first frame header: markers C0 to CF except C4, C8 and CC. */
static bool size_of_jpeg(pdk_bytes bytes, encoded_image *image)
{
    if (bytes.size < 4 || bytes.data[0] != 0xFF || bytes.data[1] != 0xD8) return false;
    for (size_t at = 2; at + 9 <= bytes.size && bytes.data[at] == 0xFF;) {
        uint8_t marker = bytes.data[at + 1];
        if (marker == 0xFF) {
            at++;
            continue;
        }
        bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        image->height = big16(bytes.data + at + 5);
        image->width = big16(bytes.data + at + 7);
        if (frame) return true;
        at += 2 + big16(bytes.data + at + 2);
    }
    return false;
}

static bool find_size(pdk_bytes bytes, encoded_image *image)
{
    if (!size_of_png(bytes, image) && !size_of_jpeg(bytes, image)) return false;
    return image->width > 0 && image->height > 0 && image->width <= MAX_SIDE && image->height <= MAX_SIDE;
}

/* ------------------------------------------------------------------------------------------------------- adding */

static bool is_known(const pdk_document *document, const char *name)
{
    for (size_t i = 0; i < pdk_document_image_count(document); i++) {
        if (strcmp(pdk_document_image_at(document, i)->name, name) == 0) return true;
    }
    return false;
}

/* Its own name, else its file's, else its number; each once. */
static const char *name_image(pdk_document *document, const char *own, const char *path)
{
    pdk_memory *memory = &document->memory;
    const char *slash = path != NULL ? strrchr(path, '/') : NULL, *name = own;
    size_t number = pdk_document_image_count(document);
    if (name == NULL && path != NULL) name = pdk_keep(memory, slash != NULL ? slash + 1 : path);
    else if (name == NULL) name = pdk_keep_printf(memory, "image %zu", number);
    if (name == NULL || !is_known(document, name)) return name;
    return pdk_keep_printf(memory, "%s (%zu)", name, number);
}

pdk_status pdk_document_add_encoded_image(pdk_document *document, const char *own, pdk_bytes bytes, const char *path,
                                          size_t *number, pdk_error *error)
{
    encoded_image *image = pdk_alloc(&document->memory, sizeof *image);
    pdk_input input = { 0 };
    pdk_error reason;
    *number = SIZE_MAX;
    if (image == NULL) return pdk_fail_memory(error, &document->memory, "pictures");
    *image = (encoded_image){ .bytes = bytes, .path = path };
    bool found = pdk_document_image_count(document) < PDK_MAX_ENCODED_IMAGES &&
                 open_bytes(document, image, &document->memory, &input, &bytes, &reason) == PDK_OK &&
                 find_size(bytes, image);
    pdk_input_close(&input);
    if (!found) return PDK_OK;
    const char *name = name_image(document, own, path);
    if (name == NULL) return pdk_fail_memory(error, &document->memory, "pictures");
    *number = pdk_document_image_count(document);
    pdk_document_add_image(document, &(pdk_image_entry){ .info = { .name = name,
                                                                   .width = image->width,
                                                                   .height = image->height,
                                                                   .storage = image->png ? "PNG" : "JPEG",
                                                                   .certainty = PDK_CONFIRMED },
                                                         .decode = decode,
                                                         .encoded = encoded,
                                                         .media_type = image->png ? "image/png" : "image/jpeg",
                                                         .state = image });
    return PDK_OK;
}
