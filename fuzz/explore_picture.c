/* Pictures put back: one that was not touched changes nothing, whatever the file; any other goes in or is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"

static void content_is(const pdk_edit *edit, const pdk_document *document)
{
    pdk_output *output = memory_output();
    pdk_bytes content = pdk_document_content(document);
    require(pdk_edit_write(edit, output, NULL) == PDK_OK);
    require(pdk_output_bytes(output).size == content.size);
    require(content.size == 0 || memcmp(pdk_output_bytes(output).data, content.data, content.size) == 0);
    pdk_output_close(output);
}

/* With its palette made again, or refused: then nothing changes. */
static void explore_palette(const pdk_document *document, const char *path, const pdk_image_info *info,
                            const uint8_t *rgba)
{
    pdk_edit *edit = NULL;
    pdk_error error;
    pdk_palette_image image = { .path = path, .rgba = rgba, .width = info->width, .height = info->height };
    require(pdk_edit_open(document, &edit, &error) == PDK_OK);
    pdk_status status = pdk_edit_set_palettes(edit, &image, 1, &error);
    if (status != PDK_OK) {
        require(status == PDK_E_UNSUPPORTED || status == PDK_E_ARGUMENT || status == PDK_E_LIMIT);
        require(error.message[0] != '\0');
        content_is(edit, document);
    } else {
        require(image.has_palette && image.loss.largest >= image.rms);
    }
    pdk_edit_close(edit);
}

void explore_picture(const pdk_document *document, size_t index, uint8_t *rgba)
{
    const pdk_image_info *info = pdk_document_image_at(document, index);
    size_t capacity = strlen(info->name) + 32, size = (size_t)info->width * info->height * 4;
    char *path = malloc(capacity);
    pdk_edit *edit = NULL;
    pdk_error error;
    require(path != NULL);
    snprintf(path, capacity, "entry[%s].image", info->name);
    require(pdk_edit_open(document, &edit, &error) == PDK_OK);
    pdk_status status = pdk_edit_set_image(edit, path, rgba, info->width, info->height, &error);
    if (status != PDK_OK) {
        require(status == PDK_E_UNSUPPORTED); /* packed by itself */
        explore_error(status, &error, pdk_document_content(document).size);
    }
    content_is(edit, document);
    explore_palette(document, path, info, rgba);
    explore_resize(document, index);
    for (size_t i = 0; i < size; i++) rgba[i] ^= i % 4 == 3 ? (uint8_t)(i >> 4) : 0x5A;
    status = pdk_edit_set_image(edit, path, rgba, info->width, info->height, &error);
    if (status != PDK_OK) explore_error(status, &error, pdk_document_content(document).size);
    explore_palette(document, path, info, rgba);
    pdk_edit_close(edit);
    free(path);
}
