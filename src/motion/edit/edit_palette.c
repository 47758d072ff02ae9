/* Pictures put into a file together with palettes that are made for them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit/edit.h"
#include "png/png_read.h"

/* One picture of the call. */
typedef struct task {
    pdk_palette_image *given;
    const pdk_image_entry *image;
    pdk_image_place place;
    const uint8_t *rgba;
    uint8_t *decoded; /* the PNG's pixels, to be freed */
    uint8_t *stored;  /* what becomes of its bytes */
    uint8_t *colors;  /* its palette's: of the first task of those that share it, and only lent to the others */
} task;

typedef struct work {
    pdk_edit *edit;
    task *tasks; /* those of a palette together */
    size_t count;
    uint64_t *offsets; /* of the tasks' images, sorted */
    pdk_memory *memory;
    pdk_error *error;
} work;

/* ------------------------------------------------------------------------------------------------ what is given */

static pdk_status check_image(const work *all, const task *one)
{
    const pdk_palette_image *given = one->given;
    if (given->png == NULL) return pdk_edit_check_image_size(one->image, given->width, given->height, all->error);
    pdk_picture picture;
    pdk_status status = pdk_png_size(given->png, given->png_size, all->memory, &picture, all->error);
    if (status != PDK_OK) return status;
    return pdk_edit_check_image_size(one->image, picture.width, picture.height, all->error);
}

static int by_palette(const void *left, const void *right)
{
    const task *a = left, *b = right;
    if (a->place.colors_offset != b->place.colors_offset)
        return a->place.colors_offset < b->place.colors_offset ? -1 : 1;
    if (a->place.offset != b->place.offset) return a->place.offset < b->place.offset ? -1 : 1;
    return a->given < b->given ? -1 : a->given > b->given;
}

static int by_offset(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

static pdk_status find_all(work *all, pdk_palette_image *images)
{
    bool any = false;
    for (size_t i = 0; i < all->count; i++) {
        task *one = &all->tasks[i];
        one->given = &images[i];
        pdk_status status = pdk_edit_find_image(all->edit, images[i].path, &one->image, all->error);
        if (status == PDK_OK) status = check_image(all, one);
        if (status == PDK_OK) {
            status = one->image->place(all->edit->document, one->image->state, &one->place, all->error);
        }
        if (status != PDK_OK) {
            if (all->error != NULL) snprintf(all->error->where, sizeof all->error->where, "%s", images[i].path);
            return status;
        }
        images[i].has_palette = one->place.colors_size > 0 && one->image->recolor != NULL;
        any = any || images[i].has_palette;
        all->offsets[i] = one->place.offset;
    }
    if (!any) {
        return pdk_fail_where(all->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.palette.none", images[0].path,
                              "%s no palette: the pixels hold their colours",
                              all->count == 1 ? "the picture has" : "the pictures have");
    }
    qsort(all->tasks, all->count, sizeof *all->tasks, by_palette);
    qsort(all->offsets, all->count, sizeof *all->offsets, by_offset);
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------- other users */

/* Names that fit a message; the others are counted. */
typedef struct name_list {
    char text[140];
    size_t named, count;
} name_list;

static void add_name(name_list *list, const char *name)
{
    size_t at = strlen(list->text);
    list->count++;
    if (list->named == 3) return;
    list->named++;
    snprintf(list->text + at, sizeof list->text - at, "%s\"%.40s\"", at > 0 ? ", " : "", name);
}

static bool overlap(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size)
{
    return a < b + b_size && b < a + a_size;
}

static pdk_status fail_overlap(const work *all, const task *first, const char *other)
{
    return pdk_fail_where(all->error, PDK_E_ARGUMENT, first->place.colors_offset, "set.palette.overlap",
                          first->given->path, "the palette of \"%.60s\" shares bytes with \"%.60s\": it cannot change",
                          first->image->info.name, other);
}

/* Everything that uses a palette must be in the call, and nothing else may change with it. */
static pdk_status check_users(const work *all, const task *first)
{
    const pdk_document *document = all->edit->document;
    name_list others = { 0 };
    for (size_t i = 0; i < document->images.count; i++) {
        const pdk_image_entry *image = (const pdk_image_entry *)document->images.items + i;
        const pdk_image_place *palette = &first->place;
        pdk_image_place place = { 0 };
        pdk_error ignored; /* a picture that cannot be replaced says where it is, too */
        (void)image->place(document, image->state, &place, &ignored);
        bool is_user = place.colors_size > 0 && place.colors_offset == palette->colors_offset;
        if (overlap(place.offset, place.size, palette->colors_offset, palette->colors_size) ||
            (!is_user && place.colors_size > 0 &&
             overlap(place.colors_offset, place.colors_size, palette->colors_offset, palette->colors_size)))
            return fail_overlap(all, first, image->info.name);
        if (is_user && bsearch(&place.offset, all->offsets, all->count, sizeof place.offset, by_offset) == NULL)
            add_name(&others, image->info.name);
    }
    if (others.count == 0) return PDK_OK;
    char more[40] = "";
    if (others.count > others.named) snprintf(more, sizeof more, " and %zu more", others.count - others.named);
    return pdk_fail_where(all->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.palette.shared", first->given->path,
                          "\"%.40s\" has the same palette as %s%s: give a picture for each of them",
                          first->image->info.name, others.text, more);
}

/* ----------------------------------------------------------------------------------------------------- pictures */

static pdk_status decode(const work *all, task *one)
{
    one->rgba = one->given->rgba;
    if (one->given->png == NULL) return PDK_OK;
    pdk_picture picture;
    pdk_status status = pdk_png_read(one->given->png, one->given->png_size, all->memory, &picture, all->error);
    if (status == PDK_OK) one->rgba = one->decoded = picture.rgba;
    else if (all->error != NULL) snprintf(all->error->where, sizeof all->error->where, "%s", one->given->path);
    return status;
}

static uint64_t pixels_of(const task *one)
{
    return (uint64_t)one->image->info.width * one->image->info.height;
}

/* Names of one bitmap can be given with one picture only. */
static pdk_status check_twice(const work *all, const task *one, const task *next)
{
    if (one->place.offset != next->place.offset || memcmp(one->rgba, next->rgba, (size_t)pixels_of(one) * 4) == 0)
        return PDK_OK;
    return pdk_fail_where(all->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.palette.twice", next->given->path,
                          "\"%.60s\" and \"%.60s\" are one picture of the file, but the pixels given differ",
                          one->image->info.name, next->image->info.name);
}

static pdk_status make_palette(const work *all, task *first, size_t count)
{
    first->colors = pdk_edit_copy_bytes(all->edit, all->memory, first->place.colors_offset, first->place.colors_size);
    pdk_palette_user *users = pdk_alloc_array(all->memory, count, sizeof *users);
    if (first->colors == NULL || users == NULL) return pdk_fail_memory(all->error, all->memory, "a palette");
    for (size_t i = 0; i < count; i++)
        users[i] = (pdk_palette_user){ first[i].image->state, first[i].rgba, pixels_of(&first[i]) };
    pdk_status status =
        first->image->recolor(all->edit->document, users, count, first->colors, all->memory, all->error);
    pdk_free(all->memory, users);
    return status;
}

static double root_mean_square(const uint8_t *wanted, const uint8_t *got, uint64_t pixels)
{
    uint64_t squares = 0, seen = 0;
    for (uint64_t i = 0; i < pixels; i++, wanted += 4, got += 4) {
        if (wanted[3] == 0 || got[3] == 0) continue;
        seen++;
        for (size_t c = 0; c < 3; c++) squares += (uint64_t)((wanted[c] - got[c]) * (wanted[c] - got[c]));
    }
    return seen > 0 ? sqrt((double)squares / (3.0 * (double)seen)) : 0;
}

static pdk_status encode(const work *all, task *one, const uint8_t *colors)
{
    const pdk_image_entry *image = one->image;
    uint8_t *got = pdk_alloc_array(all->memory, pixels_of(one), 4);
    one->stored = pdk_edit_copy_bytes(all->edit, all->memory, one->place.offset, one->place.size);
    if (got == NULL || one->stored == NULL) return pdk_fail_memory(all->error, all->memory, "a picture");
    pdk_status status =
        image->encode(all->edit->document, image->state, colors, one->rgba, one->stored, all->memory, all->error);
    if (status != PDK_OK) {
        if (all->error != NULL) snprintf(all->error->where, sizeof all->error->where, "%s", one->given->path);
        return status;
    }
    image->show(image->state, colors, one->stored, got);
    one->given->loss = pdk_edit_measure_loss(one->rgba, got, pixels_of(one));
    one->given->rms = root_mean_square(one->rgba, got, pixels_of(one));
    pdk_free(all->memory, got);
    return PDK_OK;
}

/* The pictures of one palette, or one without a palette. Pixels of other palettes are not in memory. */
static pdk_status make(const work *all, task *first, size_t count)
{
    pdk_status status = first->given->has_palette ? check_users(all, first) : PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = decode(all, &first[i]);
    for (size_t i = 1; i < count && status == PDK_OK; i++) status = check_twice(all, &first[i - 1], &first[i]);
    if (status == PDK_OK && first->given->has_palette) status = make_palette(all, first, count);
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = encode(all, &first[i], first->colors);
    for (size_t i = 0; i < count; i++) {
        pdk_free(all->memory, first[i].decoded);
        first[i].decoded = NULL;
    }
    return status;
}

/* Memory first, so that all is taken over or nothing. */
static bool own_pieces(const work *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const task *one = &all->tasks[i];
        const pdk_image_place *place = &one->place;
        if (!pdk_edit_own_bytes(all->edit, place->offset, place->size) ||
            (one->colors != NULL && !pdk_edit_own_bytes(all->edit, place->colors_offset, place->colors_size)))
            return false;
    }
    return true;
}

static pdk_status write_all(const work *all)
{
    if (!own_pieces(all)) return pdk_fail_memory(all->error, &all->edit->memory, "a change");
    for (size_t i = 0; i < all->count; i++) {
        const task *one = &all->tasks[i];
        pdk_edit_write_bytes(all->edit, one->place.offset, one->stored, (size_t)one->place.size);
        if (one->colors != NULL)
            pdk_edit_write_bytes(all->edit, one->place.colors_offset, one->colors, (size_t)one->place.colors_size);
        all->edit->loss = one->given->loss;
    }
    return PDK_OK;
}

static pdk_status set_all(work *all, pdk_palette_image *images)
{
    all->tasks = pdk_alloc_array(all->memory, all->count, sizeof *all->tasks);
    all->offsets = pdk_alloc_array(all->memory, all->count, sizeof *all->offsets);
    if (all->tasks == NULL || all->offsets == NULL) return pdk_fail_memory(all->error, all->memory, "pictures");
    pdk_status status = find_all(all, images);
    for (size_t i = 0; i < all->count && status == PDK_OK;) {
        const pdk_image_place *place = &all->tasks[i].place;
        size_t count = 1;
        while (i + count < all->count && all->tasks[i + count].place.colors_offset == place->colors_offset &&
               (place->colors_size > 0 || all->tasks[i + count].place.offset == place->offset))
            count++;
        status = make(all, &all->tasks[i], count);
        i += count;
    }
    return status == PDK_OK ? write_all(all) : status;
}

pdk_status pdk_edit_set_palettes(pdk_edit *edit, pdk_palette_image *images, size_t count, pdk_error *error)
{
    bool complete = edit != NULL && images != NULL && count > 0;
    for (size_t i = 0; complete && i < count; i++)
        complete = images[i].path != NULL && (images[i].png != NULL || images[i].rgba != NULL);
    if (!complete)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "making palettes needs an edit, and pictures with a path and a PNG or pixels");
    pdk_memory memory; /* of this call alone */
    pdk_memory_init(&memory, &edit->memory.allocator, edit->document->limits.memory);
    work all = { .edit = edit, .count = count, .memory = &memory, .error = error };
    pdk_status status = set_all(&all, images);
    pdk_memory_destroy(&memory);
    return status;
}
