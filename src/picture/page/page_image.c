/* Pictures as blocks: a column for each colour. */
#include "json/contract.h"
#include "page/page_data.h"

size_t pdk_page_image_count(const pdk_page_file *file)
{
    return pdk_document_image_count(file->document) + (file->art != NULL ? pdk_document_image_count(file->art) : 0);
}

const pdk_document *pdk_page_image_owner(const pdk_page_file *file, size_t *index)
{
    size_t own = pdk_document_image_count(file->document);
    if (*index < own) return file->document;
    *index -= own;
    return file->art;
}

const pdk_image_info *pdk_page_image_info(const pdk_page_file *file, size_t index)
{
    const pdk_document *owner = pdk_page_image_owner(file, &index);
    return owner != NULL ? pdk_document_image_at(owner, index) : NULL;
}

pdk_status pdk_page_put_image(const pdk_page_file *file, size_t index, pdk_memory *memory, pdk_output *output,
                              pdk_error *error)
{
    static const char *const names[] = { "red", "green", "blue", "alpha" };
    const pdk_document *owner = pdk_page_image_owner(file, &index);
    const pdk_image_info *info = pdk_document_image_at(owner, index);
    size_t pixels = (size_t)info->width * info->height;
    uint8_t *rgba = pdk_alloc_array(memory, pixels, 4), *plane = pdk_alloc_array(memory, pixels, 1);
    if (rgba == NULL || plane == NULL) return pdk_fail_memory(error, memory, "a picture of a page");
    pdk_page_block block;
    pdk_status status = pdk_document_image_read(owner, index, rgba, 4 * pixels, error);
    if (status == PDK_OK) status = pdk_page_block_begin(&block, memory, error);
    if (status == PDK_OK) {
        pdk_member_natural(&block.json, PDK_KEY_OF(picture, width), info->width);
        pdk_member_natural(&block.json, PDK_KEY_OF(picture, height), info->height);
        for (size_t k = 0; k < 4; k++) {
            for (size_t i = 0; i < pixels; i++) plane[i] = rgba[4 * i + k];
            pdk_page_put_exact(&block, names[k], PDK_UINT8, plane, pixels, NULL);
        }
        status = pdk_page_block_end(&block, output, error);
    }
    pdk_free(memory, rgba);
    pdk_free(memory, plane);
    return status;
}
