/* 3D parts and their pictures, back from an edited GLB: corners of polygons go where the scene has them, then bitmaps
 * become what polygons show. */
#include "art_scene.h"

#include <inttypes.h>

#include "art_pictures.h"
#include "art_polygons.h"
#include "edited.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"

typedef struct art_edit {
    const pdk_document *document;
    cli_set_pictures pictures;
    cli_art_scene before, after;
} art_edit;

static pdk_status write_edit(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    (void)document;
    return pdk_edit_write(((const art_edit *)user)->pictures.edit, output, error);
}

/* Also for a file without 3D parts: before the scene is read. */
static int open_edit(art_edit *all)
{
    pdk_error error;
    pdk_status status = pdk_edit_open(all->document, &all->pictures.edit, &error);
    if (status == PDK_OK) status = pdk_edit_set_corners(all->pictures.edit, NULL, 0, NULL, &error);
    return status == PDK_OK ? CLI_FINE : cli_fail(all->pictures.file, &error);
}

static void note_changes(const art_edit *all, const pdk_corner_changes *changes, size_t pictures)
{
    const char *file = all->after.file;
    if (changes->absent_parts > 0)
        cli_note("%s: %" PRIu64 " of %" PRIu64 " parts are not there and stay as they are", file, changes->absent_parts,
                 changes->absent_parts + changes->parts);
    if (all->after.points.strange > 0)
        cli_note(
            "%s: %zu points have a second UV map, but no number of the file: they are in no triangle, and left out",
            file, all->after.points.strange);
    if (changes->points == 0 && changes->coordinates == 0 && pictures == 0) cli_note("%s: nothing has changed", file);
    else
        cli_note("%s: changed points: %" PRIu64 ", texture coordinates: %" PRIu64 ", pictures: %zu", file,
                 changes->points, changes->coordinates, pictures);
}

/* A corner that cannot go there is the scene's failure. */
static int set_corners(art_edit *all, pdk_corner_changes *changes)
{
    pdk_error error;
    pdk_status status =
        pdk_edit_set_corners(all->pictures.edit, all->after.corners, all->after.corner_count, changes, &error);
    if (status == PDK_OK) return CLI_FINE;
    return cli_fail(status == PDK_E_ARGUMENT ? all->after.file : all->pictures.file, &error);
}

static int take_scene(art_edit *all, cli_made_scene *made)
{
    pdk_corner_changes changes = { 0 };
    size_t pictures = 0;
    int status = cli_read_art_scene(&all->after);
    if (status == CLI_FINE) status = set_corners(all, &changes);
    if (status == CLI_FINE) status = cli_make_scene(made, all->document, all->pictures.file);
    if (status != CLI_FINE) return status;
    all->before = (cli_art_scene){ .document = made->document, .file = all->pictures.file };
    status = cli_read_art_scene(&all->before);
    if (status == CLI_FINE)
        status = cli_set_art_pictures(&all->pictures, all->document, &all->before, &all->after, &pictures);
    if (status == CLI_FINE) status = cli_put_pictures(&all->pictures);
    if (status == CLI_FINE) note_changes(all, &changes, pictures);
    return status;
}

static int edit_by_scene(art_edit *all, const cli_arguments *arguments)
{
    const char *from = arguments->values[CLI_FROM];
    cli_made_scene made = { NULL, NULL };
    cli_input scene;
    int status = cli_open_scene(&scene, arguments, from);
    if (status != CLI_FINE) return status;
    all->after = (cli_art_scene){ .document = scene.document, .file = cli_file_name(from) };
    status = take_scene(all, &made);
    if (status == CLI_FINE) status = cli_unchanged(&scene, from);
    cli_forget_pictures(&all->pictures); /* they may have names of the scene */
    cli_forget_art_scene(&all->before);
    cli_forget_art_scene(&all->after);
    cli_forget_scene(&made);
    cli_close(&scene);
    return status;
}

int cli_write_art(const cli_arguments *arguments, const pdk_document *document, const char *path)
{
    const char *in = arguments->operands[0];
    art_edit all = { .document = document,
                     .pictures = { .file = cli_file_name(in), .palette = cli_given(arguments, CLI_PALETTE) } };
    int status = open_edit(&all);
    if (status == CLI_FINE) status = edit_by_scene(&all, arguments);
    if (status == CLI_FINE) status = cli_write_edited(arguments, document, in, path, write_edit, &all);
    pdk_edit_close(all.pictures.edit);
    return status;
}
