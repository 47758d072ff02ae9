#define _POSIX_C_SOURCE 200809L /* strdup */
#include "set_pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "file_names.h"
#include "image_frames.h"
#include "messages.h"
#include "platform/files.h"
#include "platform/path.h"

enum { ROUNDING = 8 };

/* ---------------------------------------------------------------------------------------------- one picture */

/* Steps of 5 bits are 8 apart. More than that is not rounding, and a note says so. */
static void print_loss(pdk_image_loss loss, const char *art)
{
    if (loss.largest <= ROUNDING) return;
    cli_note(
        "%s: %llu of %llu pixels became the nearest that can be stored, off by %.0f of 255 on average and %u at most "
        "(set.image.near)",
        art, (unsigned long long)loss.inexact, (unsigned long long)loss.pixels, loss.mean, (unsigned)loss.largest);
}

/* A PNG that cannot be read is the art's failure, the rest that of the file. */
static int fail(const cli_set_pictures *set, const char *art, const pdk_error *error)
{
    bool of_art = art != NULL && strncmp(error->code, "png.", 4) == 0;
    return cli_fail(of_art ? cli_file_name(art) : set->file, error);
}

static int put_picture(cli_set_pictures *set, const char *path, const char *art, const cli_input *png)
{
    pdk_error error;
    const void *bytes = png->bytes != NULL ? png->bytes : "";
    if (pdk_edit_set_image_png(set->edit, path, bytes, png->size, &error) == PDK_OK) {
        print_loss(pdk_edit_image_loss(set->edit), cli_file_name(art));
        return CLI_FINE;
    }
    int status = fail(set, art, &error);
    if (strcmp(error.code, "set.image.size") == 0) cli_note("with --resize a picture may have another size");
    return status;
}

static int set_now(cli_set_pictures *set, const char *path, const char *art)
{
    cli_input png;
    int status = cli_read(&png, art);
    if (status != CLI_FINE) return status;
    status = put_picture(set, path, art, &png);
    cli_close(&png);
    return status;
}

/* Room for one that waits. CLI_FINE, or CLI_IO after a message. */
static int keep(cli_set_pictures *set, const char *path, const char *art, cli_waiting_picture **place)
{
    if (set->count == set->capacity) {
        size_t capacity = set->capacity > 0 ? set->capacity * 2 : 16;
        cli_waiting_picture *more = realloc(set->waiting, capacity * sizeof *more);
        if (more == NULL) return cli_no_memory("pictures");
        set->waiting = more;
        set->capacity = capacity;
    }
    *place = &set->waiting[set->count];
    **place = (cli_waiting_picture){ .path = strdup(path), .art = strdup(art) };
    if ((*place)->path != NULL && (*place)->art != NULL) return CLI_FINE;
    free((*place)->path);
    free((*place)->art);
    return cli_no_memory("a path");
}

static int keep_file(cli_set_pictures *set, const char *path, const char *art)
{
    cli_waiting_picture *kept = NULL;
    int status = keep(set, path, art, &kept);
    if (status != CLI_FINE) return status;
    status = cli_read(&kept->png, art);
    if (status == CLI_FINE) {
        set->count++;
        return CLI_FINE;
    }
    free(kept->path);
    free(kept->art);
    return status;
}

static int set_pixels_now(cli_set_pictures *set, const char *path, const char *art, const cli_pixels *pixels)
{
    pdk_error error;
    if (pdk_edit_set_image(set->edit, path, pixels->rgba, pixels->width, pixels->height, &error) != PDK_OK)
        return fail(set, art, &error);
    print_loss(pdk_edit_image_loss(set->edit), art);
    return CLI_FINE;
}

int cli_set_pixels(cli_set_pictures *set, const char *path, const char *art, const cli_pixels *pixels)
{
    cli_waiting_picture *kept = NULL;
    int status = set->palette ? keep(set, path, art, &kept) : set_pixels_now(set, path, art, pixels);
    if (!set->palette || status != CLI_FINE) {
        free(pixels->rgba);
        return status;
    }
    kept->pixels = *pixels;
    set->count++;
    return CLI_FINE;
}

int cli_set_picture(cli_set_pictures *set, const char *path, const char *art)
{
    return set->palette || set->resize ? keep_file(set, path, art) : set_now(set, path, art);
}

/* -------------------------------------------------------------------------------------------------- a folder */

int cli_set_folder(cli_set_pictures *set, const pdk_document *document, const char *folder)
{
    size_t all = pdk_document_image_count(document), found = 0;
    char **names = cli_image_names(document, NULL);
    cli_frame_files frames = { 0 };
    int status = names != NULL && cli_list_frame_files(folder, &frames) ? CLI_FINE : cli_no_memory("names of files");
    for (size_t i = 0; i < all && status == CLI_FINE; i++) {
        const char *name = pdk_document_image_at(document, i)->name;
        size_t size = strlen(name) + sizeof "entry[].image";
        char *art = pdk_path_join(folder, names[i]), *path = malloc(size);
        const char *frame = art != NULL && !pdk_file_exists(art) ? cli_find_frame_file(&frames, names[i]) : NULL;
        if (frame != NULL) {
            free(art);
            art = pdk_path_join(folder, frame);
        }
        if (art == NULL || path == NULL) {
            status = cli_no_memory("names of files");
        } else {
            snprintf(path, size, "entry[%s].image", name);
            bool there = pdk_file_exists(art);
            if (there) status = cli_set_picture(set, path, art);
            found += there;
        }
        free(art);
        free(path);
    }
    cli_free_names(names, all);
    cli_forget_frame_files(&frames);
    if (status != CLI_FINE) return status;
    if (found == 0) {
        pdk_error error = { .status = PDK_E_IO, .offset = PDK_NO_OFFSET, .code = "set.images" };
        snprintf(error.message, sizeof error.message,
                 "holds no picture of the file under the name that `paddock images` gives it");
        return cli_fail(folder, &error);
    }
    cli_note("%s: %zu of %zu pictures are taken from %s", set->file, found, all, folder);
    return CLI_FINE;
}

/* ------------------------------------------------------------------------------------------------- palettes */

static void print_palette_loss(const char *art, const pdk_palette_image *image)
{
    if (!image->has_palette) print_loss(image->loss, art);
    if (!image->has_palette || image->loss.inexact == 0) return;
    cli_note(
        "%s: %llu of %llu pixels became the nearest of the new palette, off by %.2f of 255 (root mean square of all "
        "pixels) and %u at most (set.palette.near)",
        art, (unsigned long long)image->loss.inexact, (unsigned long long)image->loss.pixels, image->rms,
        (unsigned)image->loss.largest);
}

static const char *art_of(const cli_set_pictures *set, const pdk_error *error)
{
    for (size_t i = 0; i < set->count; i++) {
        if (strncmp(set->waiting[i].path, error->where, sizeof error->where - 1) == 0) return set->waiting[i].art;
    }
    return NULL;
}

static int make_palettes(cli_set_pictures *set)
{
    pdk_palette_image *images = calloc(set->count, sizeof *images);
    if (images == NULL) return cli_no_memory("pictures");
    for (size_t i = 0; i < set->count; i++) {
        const cli_input *png = &set->waiting[i].png;
        const cli_pixels *pixels = &set->waiting[i].pixels;
        images[i].path = set->waiting[i].path;
        if (pixels->rgba == NULL) images[i].png = png->bytes != NULL ? png->bytes : "";
        images[i].png_size = png->size;
        images[i].rgba = pixels->rgba;
        images[i].width = pixels->width;
        images[i].height = pixels->height;
    }
    int status = CLI_FINE;
    pdk_error error;
    if (pdk_edit_set_palettes(set->edit, images, set->count, &error) != PDK_OK)
        status = fail(set, art_of(set, &error), &error);
    for (size_t i = 0; i < set->count && status == CLI_FINE; i++)
        print_palette_loss(cli_file_name(set->waiting[i].art), &images[i]);
    free(images);
    return status;
}

int cli_put_pictures(cli_set_pictures *set)
{
    if (set->palette && set->count > 0) return make_palettes(set);
    int status = CLI_FINE;
    for (size_t i = 0; i < set->count && status == CLI_FINE; i++)
        status = put_picture(set, set->waiting[i].path, set->waiting[i].art, &set->waiting[i].png);
    return status;
}

void cli_forget_pictures(cli_set_pictures *set)
{
    for (size_t i = 0; i < set->count; i++) {
        free(set->waiting[i].path);
        free(set->waiting[i].art);
        free(set->waiting[i].pixels.rgba);
        cli_close(&set->waiting[i].png);
    }
    free(set->waiting);
}
