/* Which pictures are frames of an animated bitmap, and how their files are called. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "image_frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file_names.h"
#include "platform/folders.h"

/* --------------------------------------------------------------------------------------- what the track says */

typedef struct named_image {
    const char *name;
    size_t index;
} named_image;

static int by_name(const void *left, const void *right)
{
    return strcmp(((const named_image *)left)->name, ((const named_image *)right)->name);
}

static named_image *sort_images(const pdk_document *art, size_t count)
{
    named_image *images = calloc(count + 1, sizeof *images);
    for (size_t i = 0; images != NULL && i < count; i++)
        images[i] = (named_image){ pdk_document_image_at(art, i)->name, i };
    if (images != NULL) qsort(images, count, sizeof *images, by_name);
    return images;
}

enum { ROWS = 256 };

typedef struct frame_rows {
    pdk_text images[ROWS];
    uint32_t frame[ROWS], frames[ROWS];
} frame_rows;

/* A picture that several types show has the number of the first. */
static void put_rows(const frame_rows *rows, size_t count, const named_image *images, size_t image_count,
                     cli_image_frame *frames)
{
    for (size_t i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)rows->images[i].size, rows->images[i].data);
        const named_image wanted = { name, 0 };
        const named_image *found = bsearch(&wanted, images, image_count, sizeof *images, by_name);
        if (found != NULL && frames[found->index].frame == 0)
            frames[found->index] = (cli_image_frame){ rows->frame[i], rows->frames[i] };
    }
}

static bool read_frames(const pdk_table *table, const named_image *images, size_t image_count, cli_image_frame *frames)
{
    frame_rows *rows = malloc(sizeof *rows);
    if (rows == NULL) return false;
    const pdk_column_read reads[] = { { .column = pdk_table_find_column(table, "image"), .values = rows->images },
                                      { .column = pdk_table_find_column(table, "frame"), .values = rows->frame },
                                      { .column = pdk_table_find_column(table, "frames"), .values = rows->frames } };
    uint64_t all = pdk_table_rows(table);
    bool good = true;
    for (uint64_t first = 0; first < all && good; first += ROWS) {
        size_t count = all - first < ROWS ? (size_t)(all - first) : ROWS;
        good = pdk_table_read(table, first, count, reads, sizeof reads / sizeof reads[0], NULL) == PDK_OK;
        if (good) put_rows(rows, count, images, image_count, frames);
    }
    free(rows);
    return good;
}

cli_image_frame *cli_image_frames(const pdk_document *track, const pdk_document *art)
{
    size_t count = pdk_document_image_count(art);
    const pdk_table *table = pdk_document_own_table(track, "frames");
    cli_image_frame *frames = calloc(count + 1, sizeof *frames);
    named_image *images = sort_images(art, count);
    bool good = frames != NULL && images != NULL && (table == NULL || read_frames(table, images, count, frames));
    free(images);
    if (good) return frames;
    free(frames);
    return NULL;
}

/* ------------------------------------------------------------------------------------------------ their files */

static const char mark[] = "_frame";

void cli_frame_suffix(const cli_image_frame *frame, char suffix[CLI_FRAME_SUFFIX])
{
    suffix[0] = '\0';
    if (frame->frame > 0)
        snprintf(suffix, CLI_FRAME_SUFFIX, "%s%uof%u", mark, (unsigned)frame->frame, (unsigned)frame->frames);
}

static const char *skip_number(const char *text)
{
    return text + strspn(text, "0123456789");
}

/* Bytes before "_frame2of4.png"; 0 = the name does not end so. */
static size_t size_before_mark(const char *name)
{
    for (const char *at = strstr(name, mark); at != NULL; at = strstr(at + 1, mark)) {
        const char *number = at + strlen(mark), *behind = skip_number(number);
        if (behind == number || strncmp(behind, "of", 2) != 0) continue;
        const char *end = skip_number(behind + 2);
        if (end > behind + 2 && strcmp(end, ".png") == 0) return (size_t)(at - name);
    }
    return 0;
}

static int compare_before_mark(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

static int by_stem(const void *left, const void *right)
{
    const char *a = *(char *const *)left, *b = *(char *const *)right;
    int order = compare_before_mark(a, size_before_mark(a), b, size_before_mark(b));
    return order != 0 ? order : strcmp(a, b);
}

static bool keep(cli_frame_files *files, size_t *room, const char *name)
{
    if (files->count == *room) {
        *room = 2 * *room + 16;
        char **larger = realloc(files->names, *room * sizeof *larger);
        if (larger == NULL) return false;
        files->names = larger;
    }
    files->names[files->count] = strdup(name);
    return files->names[files->count] != NULL && ++files->count > 0;
}

bool cli_list_frame_files(const char *folder, cli_frame_files *files)
{
    *files = (cli_frame_files){ 0 };
    pdk_folder *open = pdk_folder_open(folder, NULL);
    size_t room = 0;
    bool good = true;
    for (const char *name; good && open != NULL && (name = pdk_folder_next(open)) != NULL;) {
        if (size_before_mark(name) > 0) good = keep(files, &room, name);
    }
    pdk_folder_close(open);
    if (files->count > 0) qsort(files->names, files->count, sizeof *files->names, by_stem);
    if (!good) cli_forget_frame_files(files);
    return good;
}

const char *cli_find_frame_file(const cli_frame_files *files, const char *name)
{
    size_t size = strlen(name) - strlen(".png"), low = 0, high = files->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *at = files->names[middle];
        if (compare_before_mark(at, size_before_mark(at), name, size) < 0) low = middle + 1;
        else high = middle;
    }
    if (low == files->count) return NULL;
    const char *found = files->names[low];
    return compare_before_mark(found, size_before_mark(found), name, size) == 0 ? found : NULL;
}

void cli_forget_frame_files(cli_frame_files *files)
{
    cli_free_names(files->names, files->count);
    *files = (cli_frame_files){ 0 };
}
