/* paddock images: pictures out of a file, as PNG; and with --from, pictures and shapes back from a GLB. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "art.h"
#include "art_scene.h"
#include "edited.h"
#include "exit_status.h"
#include "file_names.h"
#include "image_frames.h"
#include "json/json.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "platform/files.h"
#include "platform/path.h"
#include "platform/signals.h"
#include "progress.h"

enum { MAX_COMPLAINTS = 10 };

/* The document with the pictures; of a track that is its art, and the track knows which are frames. */
typedef struct picture_source {
    const pdk_document *document;
    cli_image_frame *frames; /* of each image; NULL = none is known */
} picture_source;

static const char *image_name(const void *user, size_t index)
{
    const pdk_document *document = user;
    return index < pdk_document_image_count(document) ? pdk_document_image_at(document, index)->name : NULL;
}

static int fail_none(const char *file)
{
    pdk_error error = {
        .status = PDK_E_UNSUPPORTED, .offset = PDK_NO_OFFSET, .code = "images.none", .message = "has no images"
    };
    return cli_fail(file, &error);
}

/* The images that are wanted: *first and how many. */
static int choose(const pdk_document *document, const cli_arguments *arguments, const char *file, size_t *first,
                  size_t *count)
{
    const char *wanted = arguments->values[CLI_ENTRY];
    *first = 0;
    *count = pdk_document_image_count(document);
    if (*count == 0) return fail_none(file);
    if (wanted == NULL) return CLI_FINE;
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(image_name(document, i), wanted) != 0) continue;
        *first = i;
        *count = 1;
        return CLI_FINE;
    }
    return cli_no_such(file, "image", wanted, image_name, document);
}

static int write_one(const pdk_document *document, size_t index, const char *file)
{
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    pdk_error error;
    if (pdk_image_write_png(document, index, out.output, &error) != PDK_OK)
        status = cli_fail_written(&out, file, &error);
    return cli_close_out(&out, status);
}

/* --------------------------------------------------------------------------------------------------- the list */

static cli_image_frame frame_of(const picture_source *source, size_t image)
{
    return source->frames != NULL ? source->frames[image] : (cli_image_frame){ 0, 0 };
}

static void put_number_or_null(pdk_json *json, const char *name, uint32_t number)
{
    if (number > 0) pdk_member_natural(json, name, number);
    else pdk_member_text(json, name, NULL);
}

static void put_json(cli_out *out, const picture_source *source, const pdk_image_file *files, size_t count)
{
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '[');
    for (size_t i = 0; i < count; i++) {
        if (files[i].error.status != PDK_OK) continue;
        const pdk_image_info *info = pdk_document_image_at(source->document, files[i].image);
        cli_image_frame frame = frame_of(source, files[i].image);
        pdk_json_begin(&json, '{');
        pdk_member_text(&json, "name", info->name);
        pdk_member_text(&json, "file", files[i].path);
        pdk_member_natural(&json, "width", info->width);
        pdk_member_natural(&json, "height", info->height);
        pdk_member_text(&json, "storage", info->storage);
        put_number_or_null(&json, "frame", frame.frame);
        put_number_or_null(&json, "frames", frame.frames);
        pdk_json_end(&json, '}');
    }
    pdk_json_end(&json, ']');
    cli_print(out, "\n");
}

static void put_text(cli_out *out, const picture_source *source, const pdk_image_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (files[i].error.status != PDK_OK) continue;
        const pdk_image_info *info = pdk_document_image_at(source->document, files[i].image);
        cli_image_frame frame = frame_of(source, files[i].image);
        cli_put_text(out, info->name, strlen(info->name));
        cli_print(out, "  ");
        cli_put_text(out, files[i].path, strlen(files[i].path));
        cli_print(out, "  %u x %u, %s", (unsigned)info->width, (unsigned)info->height, info->storage);
        if (frame.frame > 0) cli_print(out, ", frame %u of %u", (unsigned)frame.frame, (unsigned)frame.frames);
        cli_print(out, "\n");
    }
}

/* Says why an image is not there, unless that has just been said. */
static int complain(const char *file, const pdk_image_file *image, const pdk_error *said)
{
    const pdk_error *error = &image->error;
    bool written = error->status == PDK_E_IO && strcmp(error->code, "io.changed") != 0;
    if (!written && said != NULL && strcmp(said->message, error->message) == 0) return CLI_FINE;
    return cli_fail(written ? image->path : file, error);
}

/* What is there now, and what is not and why. */
static int say(const cli_arguments *arguments, const picture_source *source, const char *file,
               const pdk_image_file *files, size_t count)
{
    cli_out out;
    int status = cli_open_out(&out, NULL), complaints = 0;
    if (status != CLI_FINE) return status;
    if (cli_given(arguments, CLI_JSON)) put_json(&out, source, files, count);
    else if (!cli_is_quiet()) put_text(&out, source, files, count);
    const pdk_error *said = NULL;
    for (size_t i = 0; i < count; i++) {
        if (files[i].error.status == PDK_OK) continue;
        if (complaints++ < MAX_COMPLAINTS) status = cli_worse(status, complain(file, &files[i], said));
        said = &files[i].error;
    }
    if (complaints > MAX_COMPLAINTS) cli_complain("%s: %d images were not written", file, complaints);
    return cli_close_out(&out, status);
}

/* -------------------------------------------------------------------------------------------------- the files */

static int write_files(const cli_arguments *arguments, const picture_source *source, const char *file,
                       pdk_image_file *files, size_t count)
{
    cli_progress progress;
    pdk_catch_interrupts();
    cli_progress_begin(&progress, "writing");
    pdk_error error;
    pdk_status status = pdk_images_write_png(source->document, files, count, cli_progress_step, &progress, &error);
    cli_progress_end(&progress);
    if (status == PDK_E_CANCELLED) return CLI_INTERRUPTED;
    return say(arguments, source, file, files, count);
}

/* One image to a separate file: -o names a PNG, and no folder of that name is there. */
static bool is_file(const cli_arguments *arguments)
{
    pdk_file_info about;
    const char *path = arguments->values[CLI_OUTPUT];
    return cli_given(arguments, CLI_ENTRY) && cli_is_named(path, ".png") &&
           !(pdk_file_look(path, &about, NULL) && about.kind == PDK_FILE_FOLDER);
}

static bool fills_folder(const cli_arguments *arguments)
{
    return !cli_given(arguments, CLI_FROM) && !is_file(arguments);
}

static int write_all(const cli_arguments *arguments, const picture_source *source, const char *file, size_t first,
                     size_t count)
{
    const pdk_document *document = source->document;
    const char *folder = arguments->values[CLI_OUTPUT];
    bool alone = is_file(arguments);
    int status = alone ? CLI_FINE : cli_make_folder(folder, "images");
    if (status != CLI_FINE) return status;
    size_t all = pdk_document_image_count(document), made = 0, wanted = 0;
    int kept = CLI_FINE;
    char **names =
        cli_image_names(document, source->frames); /* of all: a name does not depend on how many are requested */
    char **paths = calloc(count, sizeof *paths);
    pdk_image_file *files = calloc(count, sizeof *files);
    if (names != NULL && paths != NULL && files != NULL) {
        for (; made < count &&
               (paths[made] = alone ? strdup(folder) : pdk_path_join(folder, names[first + made])) != NULL;
             made++) {
            int there = cli_check_clobber(arguments, paths[made]);
            if (there == CLI_FINE) files[wanted++] = (pdk_image_file){ .image = first + made, .path = paths[made] };
            kept = cli_worse(kept, there);
        }
    }
    status = made == count ? write_files(arguments, source, file, files, wanted) : cli_no_memory("names of files");
    status = cli_worse(status, kept);
    cli_free_names(names, all);
    cli_free_names(paths, made);
    free(files);
    return status;
}

static int images(const picture_source *source, const cli_arguments *arguments, bool standard)
{
    const char *file = cli_file_name(arguments->operands[0]);
    size_t first, count;
    int status = choose(source->document, arguments, file, &first, &count);
    if (status != CLI_FINE) return status;
    return standard ? write_one(source->document, first, file) : write_all(arguments, source, file, first, count);
}

/* The pictures of a track are in its art. */
static int images_of_track(const cli_input *track, const cli_arguments *arguments, bool standard)
{
    cli_input art = { 0 };
    int status = cli_open_art(&art, arguments, arguments->operands[0], "there are no pictures");
    if (status == CLI_FINE && art.document == NULL) status = fail_none(cli_file_name(arguments->operands[0]));
    if (status != CLI_FINE) return status;
    picture_source source = { art.document, cli_image_frames(track->document, art.document) };
    status = source.frames != NULL ? images(&source, arguments, standard) : cli_no_memory("the list of frames");
    free(source.frames);
    cli_close(&art);
    return status;
}

/* ---------------------------------------------------------------------------------------------- and back again */

static int fail_track(const char *file)
{
    pdk_error error = { .status = PDK_E_UNSUPPORTED,
                        .offset = PDK_NO_OFFSET,
                        .code = "images.track",
                        .message =
                            "the pictures and 3D parts of a track are in its FAM: give that file, and a GLB made "
                            "from it" };
    return cli_fail(file, &error);
}

static int run_from(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    if (cli_given(arguments, CLI_ENTRY) || cli_given(arguments, CLI_JSON) || cli_given(arguments, CLI_FAM))
        return cli_usage("--from changes the file; --entry, --json and --fam are for taking pictures out");
    int status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    status =
        cli_is_track(input.document) ? fail_track(cli_file_name(in)) : cli_write_art(arguments, input.document, path);
    cli_close(&input);
    bool to_file = strcmp(path, "-") != 0 && !cli_given(arguments, CLI_IN_PLACE);
    return status == CLI_FINE && to_file ? cli_look_at(path, arguments, "written") : status;
}

static int refuse_without_from(const cli_arguments *arguments)
{
    if (!cli_given(arguments, CLI_IN_PLACE) && !cli_given(arguments, CLI_PLAIN) && !cli_given(arguments, CLI_PALETTE))
        return CLI_FINE;
    return cli_usage("--in-place, --plain and --palette change the file: they need --from EDITED.glb");
}

static int run_images(const cli_arguments *arguments)
{
    if (cli_given(arguments, CLI_FROM)) return run_from(arguments);
    int refused = refuse_without_from(arguments);
    if (refused != CLI_FINE) return refused;
    const char *folder = arguments->values[CLI_OUTPUT], *in = arguments->operands[0];
    if (folder == NULL)
        return cli_usage("`paddock images` needs a folder: FOLDER or -o FOLDER; with --entry NAME also NAME.png, or - "
                         "for standard output");
    bool standard = strcmp(folder, "-") == 0;
    if (standard && !cli_given(arguments, CLI_ENTRY))
        return cli_usage("only one image can go to standard output; name it with --entry NAME");
    if (standard && cli_given(arguments, CLI_JSON))
        return cli_usage("--json and the image cannot both go to standard output; give the image a file");
    cli_input input;
    int status = cli_check_terminal(folder);
    if (status == CLI_FINE) status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    bool is_track = cli_is_track(input.document);
    if (is_track) status = images_of_track(&input, arguments, standard);
    else if (cli_given(arguments, CLI_FAM)) status = cli_fail_no_track(in, input.document);
    else status = images(&(picture_source){ input.document, NULL }, arguments, standard);
    cli_close(&input);
    return status;
}

static const cli_option takes[] = { CLI_ENTRY,   CLI_FAM,     CLI_JSON,    CLI_FROM,
                                    CLI_PALETTE, CLI_EDITING, CLI_READING, CLI_HELP };

const cli_verb cli_verb_images = {
    .name = "images",
    .operands = "FILE FOLDER",
    .summary = "write the pictures in a file as PNG; bring back edited cars and props",
    .details = "The folder is made if it does not exist; files of the same name are replaced. With --entry the output\n"
               "may be a file, NAME.png, or - for standard output. It lists what it wrote.\n"
               "Of a track (TRI) these are the pictures of its art, and those that animate have their frame in their\n"
               "names.\n"
               "`paddock set FILE --images FOLDER` puts the pictures back.\n"
               "With --from EDITED.glb the output is the file (FAM, CFM) with what was changed in a GLB that\n"
               "`paddock convert` made of it: points of 3D parts, texture coordinates, and pictures of the same size.\n"
               "All else keeps its bytes. Parts and polygons cannot be added or taken away.",
    .purpose = CLI_TAKE,
    .examples = { "paddock images AL1_001.FAM alpine", "every texture, tree and sign of a track",
                  "paddock images JEEP.CFM --from edited.glb -o NEW.CFM", "a car that was edited in Blender" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .fills_folder = fills_folder,
    .has_out = true,
    .run = run_images,
};
