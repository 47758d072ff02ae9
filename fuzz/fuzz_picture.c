/* Any bytes as a PNG put into a set of pictures: refused with a reason, or what comes out again goes in once more and
 * changes nothing. The first byte chooses the image, and thereby the storage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"
#include "fuzz.h"

static pdk_output *written(const pdk_edit *edit)
{
    pdk_output *output = memory_output();
    require(pdk_edit_write(edit, output, NULL) == PDK_OK);
    return output;
}

/* The edited file opens, and its image put in again is the same file. */
static void put_again(const pdk_output *edited, size_t index, const char *path)
{
    pdk_bytes bytes = pdk_output_bytes(edited);
    pdk_document *document = NULL;
    pdk_edit *edit = NULL;
    require(pdk_open_memory(bytes.data, bytes.size, NULL, &document, NULL) == PDK_OK);
    const pdk_image_info *info = pdk_document_image_at(document, index);
    size_t size = (size_t)info->width * info->height * 4;
    uint8_t *rgba = malloc(size);
    require(rgba != NULL && pdk_document_image_read(document, index, rgba, size, NULL) == PDK_OK);
    require(pdk_edit_open(document, &edit, NULL) == PDK_OK);
    require(pdk_edit_set_image(edit, path, rgba, info->width, info->height, NULL) == PDK_OK);
    pdk_output *again = written(edit);
    require(pdk_output_bytes(again).size == bytes.size);
    require(memcmp(pdk_output_bytes(again).data, bytes.data, bytes.size) == 0);
    pdk_output_close(again);
    pdk_edit_close(edit);
    pdk_close(document);
    free(rgba);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pdk_output *art; /* the same set for every input */
    if (size == 0) return 0;
    pdk_document *document = NULL;
    pdk_edit *edit = NULL;
    pdk_error error = { 0 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits.memory = UINT64_C(64) << 20;
    if (art == NULL) {
        art = memory_output();
        require(pdk_synth("shpi", NULL, art, NULL) == PDK_OK);
    }
    require(pdk_open_memory(pdk_output_bytes(art).data, pdk_output_bytes(art).size, &options, &document, NULL) ==
            PDK_OK);
    require(pdk_edit_open(document, &edit, NULL) == PDK_OK);
    size_t index = data[0] % pdk_document_image_count(document);
    char path[64];
    snprintf(path, sizeof path, "entry[%s].image", pdk_document_image_at(document, index)->name);
    pdk_status status = pdk_edit_set_image_png(edit, path, data + 1, size - 1, &error);
    pdk_output *edited = written(edit);
    if (status == PDK_OK) {
        put_again(edited, index, path);
    } else {
        explore_error(status, &error, UINT64_MAX);
        require(memcmp(pdk_output_bytes(edited).data, pdk_output_bytes(art).data, pdk_output_bytes(art).size) == 0);
    }
    pdk_output_close(edited);
    pdk_edit_close(edit);
    pdk_close(document);
    return 0;
}
