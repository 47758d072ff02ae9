/* Names of pictures and materials may be others after an edit. What stays are the polygons: a bitmap of the file
 * becomes what the polygons that show it show now. */
#include "art_pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "image_list.h"
#include "messages.h"

/* What became of an image of the file. */
typedef struct successor {
    size_t image; /* of the edited scene; SIZE_MAX = none */
    size_t part, polygon;
    bool lost; /* some polygon that showed it shows none now */
} successor;

typedef struct repainting {
    cli_set_pictures *set;
    const pdk_document *document;
    const cli_art_scene *before, *after;
    size_t *images;        /* of each image of the scene `before`, that of the file; SIZE_MAX = none */
    successor *successors; /* of each image of the file */
    size_t changed;
} repainting;

static int fail(const repainting *all, const char *what)
{
    pdk_error error = { .status = PDK_E_CORRUPT, .offset = PDK_NO_OFFSET, .code = "images.picture" };
    snprintf(error.message, sizeof error.message, "%s", what);
    return cli_fail(all->after->file, &error);
}

static const char *name_of(const pdk_document *document, size_t image)
{
    return pdk_document_image_at(document, image)->name;
}

static size_t pixels_of(const pdk_document *document, size_t image)
{
    const pdk_image_info *info = pdk_document_image_at(document, image);
    return (size_t)info->width * info->height;
}

/* Its pixels, malloc'd; NULL after a message. */
static uint8_t *read_pixels(const pdk_document *document, size_t image, const char *file, int *status)
{
    size_t size = pixels_of(document, image) * 4;
    uint8_t *rgba = malloc(size);
    pdk_error error;
    *status = rgba != NULL ? CLI_FINE : cli_no_memory("a picture");
    if (rgba == NULL || pdk_document_image_read(document, image, rgba, size, &error) == PDK_OK) return rgba;
    snprintf(error.where, sizeof error.where, "%s", name_of(document, image));
    *status = cli_fail(file, &error);
    free(rgba);
    return NULL;
}

/* The same to look at: colours that cannot be seen do not count. */
static bool looks_same(const uint8_t *a, const uint8_t *b, size_t pixels)
{
    for (size_t i = 0; i < pixels; i++, a += 4, b += 4) {
        if (a[3] != b[3] || (a[3] != 0 && memcmp(a, b, 3) != 0)) return false;
    }
    return true;
}

static bool same_size(const pdk_document *a, size_t first, const pdk_document *b, size_t second)
{
    const pdk_image_info *one = pdk_document_image_at(a, first), *other = pdk_document_image_at(b, second);
    return one->width == other->width && one->height == other->height;
}

/* ------------------------------------------------------------------------------------------- what shows what */

static int prepare(repainting *all)
{
    size_t made = pdk_document_image_count(all->before->document), count = pdk_document_image_count(all->document);
    all->images = calloc(made + 1, sizeof *all->images);
    all->successors = calloc(count + 1, sizeof *all->successors);
    cli_image_list names = cli_list_images(all->document);
    bool there = all->images != NULL && all->successors != NULL && names.sorted != NULL;
    for (size_t i = 0; i < made && there; i++) {
        const char *name = name_of(all->before->document, i);
        all->images[i] = cli_find_image(&names, (pdk_text){ name, strlen(name) });
    }
    cli_forget_images(&names);
    if (!there) return cli_no_memory("pictures");
    for (size_t i = 0; i < count; i++) all->successors[i].image = SIZE_MAX;
    return CLI_FINE;
}

static int fail_two(const repainting *all, size_t image, const cli_shown *now)
{
    const successor *first = &all->successors[image];
    const pdk_document *scene = all->after->document;
    char what[240];
    snprintf(
        what, sizeof what,
        "polygon %u of part %u shows \"%.30s\", polygon %u of part %u \"%.30s\": in the file both show %.30s, which "
        "can be only one picture",
        (unsigned)first->polygon, (unsigned)first->part, name_of(scene, first->image), (unsigned)now->polygon,
        (unsigned)now->part, name_of(scene, now->image), name_of(all->document, image));
    return fail(all, what);
}

/* A second picture for an image must be the same again: programs double pictures. */
static int check_same(const repainting *all, size_t image, const cli_shown *now)
{
    const pdk_document *scene = all->after->document;
    size_t first = all->successors[image].image;
    if (!same_size(scene, first, scene, now->image)) return fail_two(all, image, now);
    int status;
    uint8_t *one = read_pixels(scene, first, all->after->file, &status), *other = NULL;
    if (one != NULL) other = read_pixels(scene, now->image, all->after->file, &status);
    if (other != NULL && !looks_same(one, other, pixels_of(scene, first))) status = fail_two(all, image, now);
    free(one);
    free(other);
    return status;
}

static int follow_polygon(repainting *all, const cli_shown *was, const cli_shown *now)
{
    size_t image = was->image != SIZE_MAX ? all->images[was->image] : SIZE_MAX;
    if (image == SIZE_MAX && now->image == SIZE_MAX) return CLI_FINE;
    if (image == SIZE_MAX) {
        char what[200];
        snprintf(what, sizeof what, "polygon %u of part %u shows \"%.60s\", but it has no picture in the file",
                 (unsigned)now->polygon, (unsigned)now->part, name_of(all->after->document, now->image));
        return fail(all, what);
    }
    successor *follows = &all->successors[image];
    if (now->image == SIZE_MAX) follows->lost = true;
    if (now->image == SIZE_MAX || follows->image == now->image) return CLI_FINE;
    if (follows->image != SIZE_MAX) return check_same(all, image, now);
    *follows = (successor){ now->image, now->part, now->polygon, follows->lost };
    return CLI_FINE;
}

/* Both lists are sorted; polygons have several triangles. */
static int follow_polygons(repainting *all)
{
    const cli_shown *was = all->before->shown, *end = was + all->before->shown_count;
    const cli_shown *last = NULL;
    int status = CLI_FINE;
    for (size_t i = 0; i < all->after->shown_count && status == CLI_FINE; i++) {
        const cli_shown *now = &all->after->shown[i];
        while (was < end && (was->part < now->part || (was->part == now->part && was->polygon < now->polygon))) was++;
        bool found = was < end && was->part == now->part && was->polygon == now->polygon;
        bool again = last != NULL && memcmp(last, now, sizeof *now) == 0;
        if (found && !again) status = follow_polygon(all, was, now);
        last = now;
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------- into the file */

static int set_picture(repainting *all, size_t image, uint8_t *rgba, const char *file, const char *name)
{
    const pdk_image_info *info = pdk_document_image_at(all->document, image);
    char path[256], label[256];
    snprintf(path, sizeof path, "entry[%s].image", info->name);
    snprintf(label, sizeof label, "%s: %s", file, name);
    return cli_set_pixels(all->set, path, label, &(cli_pixels){ rgba, info->width, info->height });
}

/* Size and pixels of the new picture decide whether it is one. */
static int replace_image(repainting *all, size_t image)
{
    const pdk_document *scene = all->after->document;
    size_t next = all->successors[image].image;
    if (!same_size(all->document, image, scene, next)) {
        const pdk_image_info *wanted = pdk_document_image_at(all->document, image),
                             *there = pdk_document_image_at(scene, next);
        char what[240];
        snprintf(what, sizeof what,
                 "the picture \"%.60s\" has %u x %u pixels, but %.60s in the file has %u x %u: both must be the same",
                 there->name, (unsigned)there->width, (unsigned)there->height, wanted->name, (unsigned)wanted->width,
                 (unsigned)wanted->height);
        return fail(all, what);
    }
    int status;
    uint8_t *now = read_pixels(scene, next, all->after->file, &status), *was = NULL;
    if (now != NULL) was = read_pixels(all->document, image, all->set->file, &status);
    bool differs = was != NULL && !looks_same(was, now, pixels_of(scene, next));
    if (differs) {
        status = set_picture(all, image, now, all->after->file, name_of(scene, next));
        now = NULL;
        all->changed++;
    }
    free(was);
    free(now);
    return status;
}

/* ----------------------------------------------------------------------------------------- who shares a palette */

/* The palette of each image; images are in the order of their entries. */
static pdk_text *list_palettes(const pdk_document *document)
{
    const pdk_table *entries = pdk_document_own_table(document, "entries");
    size_t count = pdk_document_image_count(document);
    pdk_text *palettes = calloc(count + 1, sizeof *palettes);
    uint64_t row = 0, rows = entries != NULL ? pdk_table_rows(entries) : 0;
    for (size_t i = 0; i < count && palettes != NULL; i++) {
        const char *name = name_of(document, i);
        for (bool found = false; row < rows && !found; row++) {
            pdk_text path = pdk_table_text_at(entries, "path", row);
            found = path.size == strlen(name) && memcmp(path.data, name, path.size) == 0;
            if (found) palettes[i] = pdk_table_text_at(entries, "palette", row);
        }
    }
    return palettes;
}

static int by_text(const void *left, const void *right)
{
    const pdk_text *a = left, *b = right;
    size_t size = a->size < b->size ? a->size : b->size;
    int order = size > 0 ? memcmp(a->data, b->data, size) : 0;
    if (order != 0 || a->size == b->size) return order;
    return a->size < b->size ? -1 : 1;
}

/* A palette is made from all pictures that use it: those that did not change come along. */
static int bring_users(repainting *all, const bool *given)
{
    size_t count = pdk_document_image_count(all->document), changed = 0;
    pdk_text *palettes = list_palettes(all->document), *made = calloc(count + 1, sizeof *made);
    int status = palettes != NULL && made != NULL ? CLI_FINE : cli_no_memory("palettes");
    for (size_t i = 0; i < count && status == CLI_FINE; i++) {
        if (given[i] && palettes[i].size > 0) made[changed++] = palettes[i];
    }
    if (made != NULL) qsort(made, changed, sizeof *made, by_text);
    for (size_t i = 0; i < count && status == CLI_FINE; i++) {
        bool shares = palettes[i].size > 0 && bsearch(&palettes[i], made, changed, sizeof *made, by_text) != NULL;
        if (given[i] || !shares) continue;
        uint8_t *rgba = read_pixels(all->document, i, all->set->file, &status);
        if (rgba != NULL) status = set_picture(all, i, rgba, all->set->file, name_of(all->document, i));
    }
    free(palettes);
    free(made);
    return status;
}

static int replace_all(repainting *all)
{
    size_t count = pdk_document_image_count(all->document), lost = 0;
    bool *given = calloc(count + 1, sizeof *given);
    int status = given != NULL ? CLI_FINE : cli_no_memory("pictures");
    for (size_t i = 0; i < count && status == CLI_FINE; i++) {
        size_t before = all->changed;
        lost += all->successors[i].lost && all->successors[i].image == SIZE_MAX;
        if (all->successors[i].image != SIZE_MAX) status = replace_image(all, i);
        given[i] = all->changed > before;
    }
    if (status == CLI_FINE && all->set->palette && all->changed > 0) status = bring_users(all, given);
    if (status == CLI_FINE && lost > 0)
        cli_note("%s: %zu pictures are not shown there and stay as they are", all->after->file, lost);
    free(given);
    return status;
}

int cli_set_art_pictures(cli_set_pictures *set, const pdk_document *document, const cli_art_scene *before,
                         const cli_art_scene *after, size_t *changed)
{
    repainting all = { .set = set, .document = document, .before = before, .after = after };
    int status = prepare(&all);
    if (status == CLI_FINE) status = follow_polygons(&all);
    if (status == CLI_FINE) status = replace_all(&all);
    *changed = all.changed;
    free(all.images);
    free(all.successors);
    return status;
}
