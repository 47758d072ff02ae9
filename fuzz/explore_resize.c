/* Images of other sizes: the new file opens, this image has its size, and the others have their pixels. */
#include <stdlib.h>
#include <string.h>

#include "explore.h"

enum { LARGEST = 1 << 16 /* pixels that are looked at */ };

static uint8_t *read_image(const pdk_document *document, size_t index, size_t size)
{
    uint8_t *rgba = malloc(size);
    require(rgba != NULL);
    if (pdk_document_image_read(document, index, rgba, size, NULL) == PDK_OK) return rgba;
    free(rgba);
    return NULL;
}

static void compare_image(const pdk_document *before, const pdk_document *after, size_t index)
{
    const pdk_image_info *old = pdk_document_image_at(before, index), *new = pdk_document_image_at(after, index);
    require(strcmp(old->name, new->name) == 0);
    size_t size = (size_t)old->width * old->height * 4;
    if (old->width != new->width || old->height != new->height || size > LARGEST * 4) return;
    uint8_t *a = read_image(before, index, size), *b = read_image(after, index, size);
    require((a == NULL) == (b == NULL));
    require(a == NULL || memcmp(a, b, size) == 0);
    free(a);
    free(b);
}

static void compare(const pdk_document *before, const pdk_bytes bytes, size_t index, const pdk_image_resize *wanted)
{
    enum { SOME = 16 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *after = NULL;
    options.format = pdk_document_format(before)->id;
    require(pdk_open_memory(bytes.data, bytes.size, &options, &after, NULL) == PDK_OK);
    size_t count = pdk_document_image_count(after);
    require(count <= pdk_document_image_count(before)); /* there is a limit for those that share bytes */
    const pdk_image_info *info = pdk_document_image_at(after, index);
    require(info == NULL || (info->width == wanted->width && info->height == wanted->height));
    for (size_t i = index > SOME ? index - SOME : 0; i < count && i < index + SOME; i++) {
        if (i != index) compare_image(before, after, i);
    }
    pdk_close(after);
}

void explore_resize(const pdk_document *document, size_t index)
{
    const pdk_image_info *info = pdk_document_image_at(document, index);
    pdk_image_resize wanted = { .name = info->name,
                                .width = info->width > 1000 ? 7 : info->width + 1 + info->height % 3,
                                .height = info->height > 2 ? info->height / 2 : info->height + 9 };
    pdk_output *output = memory_output();
    pdk_error error = { 0 };
    pdk_status status = pdk_images_resize(document, &wanted, 1, output, &error);
    if (status == PDK_OK) {
        compare(document, pdk_output_bytes(output), index, &wanted);
    } else {
        require(status == PDK_E_UNSUPPORTED || status == PDK_E_ARGUMENT || status == PDK_E_LIMIT ||
                status == PDK_E_CORRUPT);
        require(error.message[0] != '\0');
        require(pdk_output_bytes(output).size == 0);
    }
    pdk_output_close(output);
}
