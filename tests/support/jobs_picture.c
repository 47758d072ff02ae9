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

/* What failed, left nothing behind. */
static void assert_unchanged(const pdk_edit *edit, pdk_bytes content)
{
    pdk_output *output = NULL;
    if (pdk_output_memory(&output, NULL) == PDK_OK && pdk_edit_write(edit, output, NULL) == PDK_OK) {
        assert_int_equal(pdk_output_bytes(output).size, content.size);
        assert_memory_equal(pdk_output_bytes(output).data, content.data, content.size);
    }
    pdk_output_close(output);
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

/* All pictures of the set in other colours, with palettes made for them. */
static pdk_status put_in_with_palettes(const writing_job *job, const pdk_document *document,
                                       const pdk_allocator *allocator, pdk_output *output, pdk_error *error)
{
    enum { MOST = 16 };
    (void)allocator, (void)job;
    static char paths[MOST][64];
    pdk_palette_image images[MOST];
    size_t count = pdk_document_image_count(document);
    assert_true(count <= MOST);
    for (size_t i = 0; i < count; i++) {
        const pdk_image_info *info = pdk_document_image_at(document, i);
        bool mask = strncmp(info->storage, "4-bit", 5) == 0 && strcmp(info->storage, "4-bit indexed") != 0;
        static uint8_t white[MAXIMUM];
        memset(white, 255, sizeof white);
        snprintf(paths[i], sizeof paths[i], "entry[%s].image", info->name);
        images[i] = (pdk_palette_image){
            .path = paths[i], .rgba = mask ? white : other_picture(info), .width = info->width, .height = info->height
        };
    }
    pdk_edit *edit = NULL;
    pdk_status status = pdk_edit_open(document, &edit, error);
    if (status == PDK_OK) {
        status = pdk_edit_set_palettes(edit, images, count, error);
        pdk_bytes content = pdk_document_content(document);
        if (status != PDK_OK) assert_unchanged(edit, content);
    }
    if (status == PDK_OK) status = pdk_edit_write(edit, output, error);
    pdk_edit_close(edit);
    return status;
}

/* Corners of the first 3D part elsewhere. */
static pdk_status put_corners(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                              pdk_output *output, pdk_error *error)
{
    enum { CORNERS = 36 }; /* of the generated car */
    (void)allocator, (void)job;
    static const double places[4][2] = { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 0.5, 0 } };
    pdk_part_corner corners[CORNERS];
    for (uint32_t i = 0; i < CORNERS; i++) {
        corners[i] = (pdk_part_corner){ .part = 1, .polygon = i / 4, .corner = i % 4, .place = { 1, 2, 3 } };
        memcpy(corners[i].coordinates, places[(i + (i > 4)) % 4], sizeof corners[i].coordinates);
    }
    pdk_edit *edit = NULL;
    pdk_status status = pdk_edit_open(document, &edit, error);
    if (status == PDK_OK) {
        status = pdk_edit_set_corners(edit, corners, CORNERS, NULL, error);
        if (status != PDK_OK) assert_unchanged(edit, pdk_document_content(document));
    }
    if (status == PDK_OK) status = pdk_edit_write(edit, output, error);
    pdk_edit_close(edit);
    return status;
}

void job_add_cars(jobs *all)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    options.dialect = "car";
    uint8_t *car = job_keep(all, synth_or_fail("wwww", &options, &size));
    job_add_open(all, put_corners, "set", "corners", car, size);
}

static pdk_status resize(const writing_job *job, const pdk_document *document, const pdk_allocator *allocator,
                         pdk_output *output, pdk_error *error)
{
    (void)allocator;
    const pdk_image_info *first = pdk_document_image_at(document, 0), *second = pdk_document_image_at(document, 1);
    const pdk_image_resize wanted[] = {
        { .name = first->name, .png = job->more, .png_size = job->more_size, .width = 40, .height = 9 },
        { .name = second->name, .width = second->width + 3, .height = second->height * 2 },
    };
    return pdk_images_resize(document, wanted, 2, output, error);
}

void job_add_pictures(jobs *all, const uint8_t *set, size_t size)
{
    pdk_document *document = open_bytes_or_fail(set, size);
    pdk_output *output = output_or_fail();
    job_add_open(all, put_in, "set", "picture", set, size);
    job_add_open(all, put_in_with_palettes, "set", "palettes", set, size);
    job_add_open(all, resize, "resize", "pictures", set, size)->is_whole = true;
    if (pdk_image_write_png(document, 1, output, NULL) == PDK_OK) { /* of the same size as the first */
        pdk_bytes png = pdk_output_bytes(output);
        uint8_t *copy = job_keep(all, malloc(png.size));
        assert_non_null(copy);
        memcpy(copy, png.data, png.size);
        writing_job *place = job_add_open(all, put_in, "set", "picture as png", set, size);
        place->more = copy;
        place->more_size = png.size;
        place = job_add_open(all, resize, "resize", "picture as png", set, size);
        place->more = copy;
        place->more_size = png.size;
        place->is_whole = true;
    }
    pdk_output_close(output);
    pdk_close(document);
}
