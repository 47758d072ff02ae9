/* Pictures put into a set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs.h"

enum { MAXIMUM = 64 * 64 * 4 };

/* Of the set's first image, a picture of other colours. */
static const uint8_t *other_picture(const pdk_image_info *info)
{
    static uint8_t rgba[MAXIMUM];
    for (size_t i = 0; i < (size_t)info->width * info->height * 4 && i < MAXIMUM; i++)
        rgba[i] = i % 4 == 3 ? 255 : (uint8_t)(i * 7 + i / 64);
    return rgba;
}

static pdk_status put_in(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                         pdk_output *output, pdk_error *error)
{
    (void)allocator;
    const pdk_image_info *info = pdk_document_image_at(document, 0);
    pdk_edit *edit = NULL;
    char path[64];
    snprintf(path, sizeof path, "entry[%s].image", info->name);
    pdk_status status = pdk_edit_open(document, &edit, error);
    if (status == PDK_OK && job->more != NULL)
        status = pdk_edit_set_image_png(edit, path, job->more, job->more_size, error);
    else if (status == PDK_OK)
        status = pdk_edit_set_image(edit, path, other_picture(info), info->width, info->height, error);
    if (status == PDK_OK) status = pdk_edit_write(edit, output, error);
    pdk_edit_close(edit);
    return status;
}

void job_add_pictures(jobs *all, const uint8_t *set, size_t size)
{
    pdk_document *document = open_bytes_or_fail(set, size);
    pdk_output *output = output_or_fail();
    job_add_open(all, put_in, "set", "picture", set, size);
    if (pdk_image_write_png(document, 1, output, NULL) == PDK_OK) { /* of the same size as the first */
        pdk_bytes png = pdk_output_bytes(output);
        uint8_t *copy = job_keep(all, malloc(png.size));
        assert_non_null(copy);
        memcpy(copy, png.data, png.size);
        writing_job *place = job_add_open(all, put_in, "set", "picture as png", set, size);
        place->more = copy;
        place->more_size = png.size;
    }
    pdk_output_close(output);
    pdk_close(document);
}
