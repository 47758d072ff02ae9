/* The pictures of a scene, by the names that materials have for them. */
#include "scene/scene_build.h"

#include <stdlib.h>
#include <string.h>

#include "base/nocase.h"

/* qsort has no argument for the document: what is sorted are names with numbers. */
typedef struct album_line {
    const char *name;
    uint32_t image;
} album_line;

static int by_name(const void *left, const void *right)
{
    const album_line *a = left, *b = right;
    int order = pdk_compare_nocase(a->name, b->name);
    return order != 0 ? order : strcmp(a->name, b->name);
}

bool pdk_scene_open_album(pdk_scene *scene, const pdk_document *document, pdk_scene_album *album)
{
    *album =
        (pdk_scene_album){ .document = document, .count = document != NULL ? pdk_document_image_count(document) : 0 };
    album_line *lines = pdk_alloc_array(scene->memory, album->count, sizeof *lines);
    album->sorted = pdk_alloc_array(scene->memory, album->count, sizeof *album->sorted);
    album->textures = pdk_alloc_array(scene->memory, album->count, sizeof *album->textures);
    album->materials = pdk_alloc_array(scene->memory, album->count, sizeof *album->materials);
    if (lines == NULL || album->sorted == NULL || album->textures == NULL || album->materials == NULL) return false;
    for (size_t i = 0; i < album->count; i++) {
        lines[i] = (album_line){ pdk_document_image_at(document, i)->name, (uint32_t)i };
    }
    qsort(lines, album->count, sizeof *lines, by_name);
    for (size_t i = 0; i < album->count; i++) album->sorted[i] = lines[i].image;
    pdk_free(scene->memory, lines);
    return true;
}

static const char *name_at(const pdk_scene_album *album, size_t place)
{
    return pdk_document_image_at(album->document, album->sorted[place])->name;
}

/* The image of this name, otherwise the first that differs only in case; PDK_SCENE_NONE when there is none. */
static size_t find_image(const pdk_scene_album *album, const char *name)
{
    size_t low = 0, high = album->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pdk_compare_nocase(name_at(album, middle), name) < 0) low = middle + 1;
        else high = middle;
    }
    if (low == album->count || pdk_compare_nocase(name_at(album, low), name) != 0) return PDK_SCENE_NONE;
    for (size_t i = low; i < album->count && pdk_compare_nocase(name_at(album, i), name) == 0; i++) {
        if (strcmp(name_at(album, i), name) == 0) return album->sorted[i];
    }
    return album->sorted[low];
}

bool pdk_scene_find_texture(pdk_scene *scene, pdk_scene_album *album, const char *image, size_t *texture)
{
    *texture = PDK_SCENE_NONE;
    size_t number = image != NULL ? find_image(album, image) : PDK_SCENE_NONE;
    return number == PDK_SCENE_NONE || pdk_scene_take_texture(scene, album, number, texture);
}

bool pdk_scene_take_texture(pdk_scene *scene, pdk_scene_album *album, size_t number, size_t *texture)
{
    if (album->textures[number] == 0) {
        const pdk_image_info *info = pdk_document_image_at(album->document, number);
        pdk_scene_texture *added = pdk_vector_push(&scene->textures);
        if (added == NULL) return false;
        *added = (pdk_scene_texture){ info->name, album->document, number, info->width, info->height };
        album->textures[number] = scene->textures.count;
    }
    *texture = album->textures[number] - 1;
    return true;
}

/* Pixels that cannot be seen have a loud colour in these files, which filters would mix into what can: they get the
 * mean of what borders on them. False when all pixels are opaque. */
static bool fill_holes(uint8_t *rgba, uint32_t width, uint32_t height)
{
    uint64_t count = (uint64_t)width * height, sum[3] = { 0, 0, 0 }, borders = 0;
    uint8_t all = 255;
    for (uint64_t i = 0; i < count; i++) all &= rgba[4 * i + 3];
    if (all == 255) return false;
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *pixel = rgba + 4 * i;
        bool border = (i % width > 0 && pixel[-1] == 0) || (i % width + 1 < width && pixel[7] == 0) ||
                      (i >= width && pixel[3 - 4 * (int64_t)width] == 0) ||
                      (i + width < count && pixel[3 + 4 * (int64_t)width] == 0);
        if (pixel[3] == 0 || !border) continue;
        for (int k = 0; k < 3; k++) sum[k] += pixel[k];
        borders++;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (rgba[4 * i + 3] != 0) continue;
        for (int k = 0; k < 3; k++) rgba[4 * i + (uint64_t)k] = borders > 0 ? (uint8_t)(sum[k] / borders) : 0;
    }
    return true;
}

pdk_status pdk_scene_picture(const pdk_scene *scene, size_t texture, uint8_t *rgba, bool *cut_out, pdk_error *error)
{
    const pdk_scene_texture *wanted = pdk_scene_texture_at(scene, texture);
    size_t size = (size_t)wanted->width * wanted->height * 4;
    pdk_status status = pdk_document_image_read(wanted->document, wanted->image, rgba, size, error);
    *cut_out = status == PDK_OK && fill_holes(rgba, wanted->width, wanted->height);
    return status;
}
