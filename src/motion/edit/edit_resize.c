/* Pictures that get another size: which they are and how large; the new file is the format's work. */
#include <stdio.h>
#include <string.h>

#include "edit/edit.h"
#include "io/output.h"
#include "model/document_life.h"
#include "png/png_read.h"

static const pdk_image_entry *find_image(const pdk_document *document, const char *name)
{
    const pdk_image_entry *images = document->images.items;
    for (size_t i = 0; i < document->images.count; i++) {
        if (strcmp(images[i].info.name, name) == 0) return &images[i];
    }
    return NULL;
}

static pdk_status fail_size(const pdk_image_resize *wanted, pdk_error *error)
{
    return pdk_fail_where(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.image.size", wanted->name,
                          "%.80s would have %u x %u pixels: 1 to 65535 in each direction are possible", wanted->name,
                          (unsigned)wanted->width, (unsigned)wanted->height);
}

static pdk_status take_size(const pdk_document *document, pdk_image_resize wanted, pdk_new_size *size,
                            pdk_memory *memory, pdk_error *error)
{
    const pdk_image_entry *image = find_image(document, wanted.name);
    if (image == NULL) return pdk_edit_fail_unknown(document, wanted.name, wanted.name, error);
    if (wanted.png != NULL) {
        pdk_picture picture;
        pdk_status status = pdk_png_size(wanted.png, wanted.png_size, memory, &picture, error);
        if (status != PDK_OK) return status;
        wanted.width = picture.width;
        wanted.height = picture.height;
    }
    if (wanted.width == 0 || wanted.height == 0 || wanted.width > UINT16_MAX || wanted.height > UINT16_MAX)
        return fail_size(&wanted, error);
    *size = (pdk_new_size){ image->state, wanted.width, wanted.height };
    return PDK_OK;
}

static pdk_status resize(const pdk_document *document, const pdk_image_resize *images, size_t count, pdk_output *output,
                         pdk_memory *memory, pdk_error *error)
{
    pdk_new_size *sizes = pdk_alloc_array(memory, count, sizeof *sizes);
    if (sizes == NULL) return pdk_fail_memory(error, memory, "pictures");
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        status = take_size(document, images[i], &sizes[i], memory, error);
        if (status != PDK_OK && error != NULL) snprintf(error->where, sizeof error->where, "%s", images[i].name);
    }
    if (status == PDK_OK) status = pdk_format_of(document)->resize(document, sizes, count, output, error);
    return status == PDK_OK ? pdk_document_unchanged(document, error) : status;
}

pdk_status pdk_images_resize(const pdk_document *document, const pdk_image_resize *images, size_t count,
                             pdk_output *output, pdk_error *error)
{
    PDK_HOLD(document);
    PDK_HOLD_OUTPUT(output);
    bool complete = document != NULL && output != NULL && images != NULL && count > 0;
    for (size_t i = 0; complete && i < count; i++) complete = images[i].name != NULL;
    if (!complete)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "resizing pictures needs a document, names of pictures and an output");
    if (pdk_format_of(document)->resize == NULL) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "edit.unsupported",
                        "pictures of %s files cannot get another size", document->info->id);
    }
    pdk_memory memory; /* of this call alone */
    pdk_memory_init(&memory, &document->memory.allocator, document->limits.memory);
    pdk_status status = resize(document, images, count, output, &memory, error);
    pdk_memory_destroy(&memory);
    return status;
}
