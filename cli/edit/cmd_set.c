/* paddock set: fields changed by name, and pictures put in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "file_names.h"
#include "image_frames.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "platform/files.h"
#include "platform/path.h"

enum { ROUNDING = 8 };

/* The '=' of "node[12].z=3.5": the first one. Names of images may have one themselves: theirs is after "].image". */
static const char *find_equals(const char *assignment, bool *is_image)
{
    static const char opening[] = "entry[", closing[] = "].image=";
    const char *record = assignment, *dot = strchr(assignment, '.'), *end = strstr(assignment, closing);
    if (strncmp(record, opening, sizeof opening - 1) != 0 && dot != NULL) record = dot + 1; /* after the format's id */
    *is_image = end != NULL && strncmp(record, opening, sizeof opening - 1) == 0;
    return *is_image ? end + sizeof closing - 2 : strchr(assignment, '=');
}

/* Steps of 5 bits are 8 apart. More than that is not rounding, and a note says so. */
static void print_loss(const pdk_edit *edit, const char *art)
{
    pdk_image_loss loss = pdk_edit_image_loss(edit);
    if (loss.largest <= ROUNDING) return;
    cli_note(
        "%s: %llu of %llu pixels became the nearest that can be stored, off by %.0f of 255 on average and %u at most "
        "(set.image.near)",
        art, (unsigned long long)loss.inexact, (unsigned long long)loss.pixels, loss.mean, (unsigned)loss.largest);
}

static int set_image(pdk_edit *edit, const char *file, const char *path, const char *art)
{
    cli_input png;
    int status = cli_read(&png, art);
    if (status != CLI_FINE) return status;
    pdk_error error;
    const void *bytes = png.bytes != NULL ? png.bytes : "";
    if (pdk_edit_set_image_png(edit, path, bytes, png.size, &error) != PDK_OK) {
        bool of_art = strncmp(error.code, "png.", 4) == 0;
        status = cli_fail(of_art ? cli_file_name(art) : file, &error);
    } else {
        print_loss(edit, cli_file_name(art));
    }
    cli_close(&png);
    return status;
}

static int set_one(pdk_edit *edit, const char *file, const char *assignment)
{
    bool is_image;
    const char *equals = find_equals(assignment, &is_image);
    if (equals == NULL || equals == assignment)
        return cli_usage("\"%s\" is not PATH=VALUE, such as player=\"A. Driver\"", assignment);
    size_t length = (size_t)(equals - assignment);
    char *path = malloc(length + 1);
    if (path == NULL) return cli_no_memory("a path");
    memcpy(path, assignment, length);
    path[length] = '\0';
    pdk_error error;
    int status = CLI_FINE;
    if (is_image) status = set_image(edit, file, path, equals + 1);
    else if (pdk_edit_set(edit, path, equals + 1, &error) != PDK_OK) status = cli_fail(file, &error);
    free(path);
    return status;
}

/* The pictures of the file that are in a folder, under the names `paddock images` gives them. */
static int set_folder(pdk_edit *edit, const pdk_document *document, const char *file, const char *folder)
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
            if (there) status = set_image(edit, file, path, art);
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
    cli_note("%s: %zu of %zu pictures are taken from %s", file, found, all, folder);
    return CLI_FINE;
}

typedef struct change {
    const cli_arguments *arguments;
    pdk_edit *edit;
} change;

/* A wrong count or type can make a file that no program opens again. */
static pdk_status check_opens(const change *made, pdk_bytes bytes, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = made->arguments->values[CLI_AS];
    options.name = made->arguments->operands[0];
    options.partial = cli_given(made->arguments, CLI_PARTIAL);
    pdk_document *document = NULL;
    pdk_error trouble;
    pdk_status status =
        pdk_open_memory(bytes.size > 0 ? (const void *)bytes.data : "", bytes.size, &options, &document, &trouble);
    pdk_close(document);
    if (status == PDK_OK) return PDK_OK;
    *error = trouble;
    snprintf(error->message, sizeof error->message, "is left as it was; it would not open any more: %.180s",
             trouble.message);
    return status;
}

/* In place the change is tried before it takes the place of the only copy. */
static pdk_status write_tried(const change *made, pdk_output *output, pdk_error *error)
{
    pdk_output *tried = NULL;
    pdk_status status = pdk_output_memory(&tried, error);
    if (status != PDK_OK) return status;
    status = pdk_edit_write(made->edit, tried, error);
    pdk_bytes bytes = pdk_output_bytes(tried);
    if (status == PDK_OK) status = check_opens(made, bytes, error);
    if (status == PDK_OK) status = pdk_output_write(output, bytes.data, bytes.size, error);
    pdk_output_close(tried);
    return status;
}

static pdk_status write_edit(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    const change *made = user;
    (void)document;
    if (cli_given(made->arguments, CLI_IN_PLACE)) return write_tried(made, output, error);
    return pdk_edit_write(made->edit, output, error);
}

static int set(const pdk_document *document, const cli_arguments *arguments, const char *path)
{
    const char *file = cli_file_name(arguments->operands[0]);
    pdk_edit *edit = NULL;
    pdk_error error;
    int status = CLI_FINE;
    if (pdk_edit_open(document, &edit, &error) != PDK_OK) return cli_fail(file, &error);
    for (int i = 1; i < arguments->count && status == CLI_FINE; i++)
        status = set_one(edit, file, arguments->operands[i]);
    if (status == CLI_FINE && cli_given(arguments, CLI_IMAGES))
        status = set_folder(edit, document, file, arguments->values[CLI_IMAGES]);
    if (status == CLI_FINE && cli_given(arguments, CLI_RECOMPUTE) && pdk_edit_recompute(edit, &error) != PDK_OK) {
        status = cli_fail(file, &error);
    }
    change made = { arguments, edit };
    if (status == CLI_FINE)
        status = cli_write_edited(arguments, document, arguments->operands[0], path, write_edit, &made);
    pdk_edit_close(edit);
    return status;
}

static int run_set(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    if (arguments->count < 2 && !cli_given(arguments, CLI_IMAGES) && !cli_given(arguments, CLI_RECOMPUTE))
        return cli_usage("`paddock set` needs a change: PATH=VALUE, --images FOLDER, or --recompute");
    int status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    status = set(input.document, arguments, path);
    cli_close(&input);
    bool to_file = strcmp(path, "-") != 0 && !cli_given(arguments, CLI_IN_PLACE);
    return status == CLI_FINE && to_file ? cli_look_at(path, arguments, "written") : status;
}

static const cli_option takes[] = { CLI_IMAGES, CLI_RECOMPUTE, CLI_EDITING, CLI_READING, CLI_HELP };

const cli_verb cli_verb_set = {
    .name = "set",
    .operands = "FILE [PATH=VALUE...]",
    .summary = "change fields by name; everything else stays the same",
    .details =
        "A path is NAME[NUMBER].FIELD, with the names that findings and `paddock fields` use; a record that is there\n"
        "once can be left out. Elements go by number or name: forward[2], forward[z], forward_z. Numbers are in the\n"
        "field's unit; names of values work too. A packed file is packed again, unless --plain is given. --in-place\n"
        "refuses changes after which the file would not open; with -o they are written, and the exit status is 1.\n"
        "'entry[NAME].image=art.png' replaces the image NAME by a picture of the same size. If colours are indices,\n"
        "each pixel gets the nearest colour of the palette; pixels that look the same keep their bytes. A note says\n"
        "how far off the colours are when it is more than rounding. --images FOLDER does this for every picture that\n"
        "`paddock images` wrote there.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock set lap.raf player=\"A. Driver\" -o b.raf", "another name",
                  "paddock set AL1.TRI node[12].z=3.5 node[13].z=3.6 --recompute --in-place",
                  "a bump with its slopes, in the file itself" },
    .options = takes,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_set,
};
