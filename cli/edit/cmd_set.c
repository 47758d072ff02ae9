/* paddock set: fields changed by name, and pictures put in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "set_pictures.h"
#include "set_resized.h"

/* The '=' of "node[12].z=3.5": the first one. Names of images may have one themselves: theirs is after "].image". */
static const char *find_equals(const char *assignment, bool *is_image)
{
    static const char opening[] = "entry[", closing[] = "].image=";
    const char *record = assignment, *dot = strchr(assignment, '.'), *end = strstr(assignment, closing);
    if (strncmp(record, opening, sizeof opening - 1) != 0 && dot != NULL) record = dot + 1; /* after the format's id */
    *is_image = end != NULL && strncmp(record, opening, sizeof opening - 1) == 0;
    return *is_image ? end + sizeof closing - 2 : strchr(assignment, '=');
}

enum { PICTURES = 1, FIELDS = 2 };

static int set_one(cli_set_pictures *set, const char *assignment, int which)
{
    bool is_image;
    const char *equals = find_equals(assignment, &is_image);
    if (equals == NULL || equals == assignment)
        return cli_usage("\"%s\" is not PATH=VALUE, such as player=\"A. Driver\"", assignment);
    if ((which & (is_image ? PICTURES : FIELDS)) == 0) return CLI_FINE;
    size_t length = (size_t)(equals - assignment);
    char *path = malloc(length + 1);
    if (path == NULL) return cli_no_memory("a path");
    memcpy(path, assignment, length);
    path[length] = '\0';
    pdk_error error;
    int status = CLI_FINE;
    if (is_image) status = cli_set_picture(set, path, equals + 1);
    else if (pdk_edit_set(set->edit, path, equals + 1, &error) != PDK_OK) status = cli_fail(set->file, &error);
    free(path);
    return status;
}

static int set_some(cli_set_pictures *set, const pdk_document *document, const cli_arguments *arguments, int which)
{
    int status = CLI_FINE;
    for (int i = 1; i < arguments->count && status == CLI_FINE; i++)
        status = set_one(set, arguments->operands[i], which);
    if (status == CLI_FINE && (which & PICTURES) != 0 && cli_given(arguments, CLI_IMAGES))
        status = cli_set_folder(set, document, arguments->values[CLI_IMAGES]);
    return status;
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

static int open_edit(cli_set_pictures *set, const pdk_document *document)
{
    pdk_error error;
    return pdk_edit_open(document, &set->edit, &error) == PDK_OK ? CLI_FINE : cli_fail(set->file, &error);
}

/* Everything that is requested, into set->edit. With --resize that is an edit of the file with the new sizes. */
static int set_all(cli_set_pictures *set, const pdk_document *document, const cli_arguments *arguments,
                   cli_resized *resized)
{
    int status;
    if (set->resize) {
        status = set_some(set, document, arguments, PICTURES);
        if (status == CLI_FINE) status = cli_resize_pictures(set, document, resized);
        if (status == CLI_FINE) status = open_edit(set, resized->document);
        if (status == CLI_FINE) status = set_some(set, document, arguments, FIELDS);
    } else {
        status = open_edit(set, document);
        if (status == CLI_FINE) status = set_some(set, document, arguments, PICTURES | FIELDS);
    }
    if (status == CLI_FINE) status = cli_put_pictures(set);
    pdk_error error;
    if (status != CLI_FINE || !cli_given(arguments, CLI_RECOMPUTE)) return status;
    return pdk_edit_recompute(set->edit, &error) == PDK_OK ? CLI_FINE : cli_fail(set->file, &error);
}

static int set(const pdk_document *document, const cli_arguments *arguments, const char *path)
{
    cli_set_pictures pictures = { .file = cli_file_name(arguments->operands[0]),
                                  .palette = cli_given(arguments, CLI_PALETTE),
                                  .resize = cli_given(arguments, CLI_RESIZE) };
    cli_resized resized = { 0 };
    int status = set_all(&pictures, document, arguments, &resized);
    cli_forget_pictures(&pictures);
    change made = { arguments, pictures.edit };
    if (status == CLI_FINE)
        status = cli_write_edited(arguments, document, arguments->operands[0], path, write_edit, &made);
    pdk_edit_close(pictures.edit);
    cli_forget_resized(&resized);
    return status;
}

static bool names_picture(const cli_arguments *arguments)
{
    bool is_image = false;
    for (int i = 1; i < arguments->count && !is_image; i++) find_equals(arguments->operands[i], &is_image);
    return is_image;
}

static int run_set(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    if (arguments->count < 2 && !cli_given(arguments, CLI_IMAGES) && !cli_given(arguments, CLI_RECOMPUTE))
        return cli_usage("`paddock set` needs a change: PATH=VALUE, --images FOLDER, or --recompute");
    if (cli_given(arguments, CLI_PALETTE) && !cli_given(arguments, CLI_IMAGES) && !names_picture(arguments))
        return cli_usage("--palette needs pictures: 'entry[NAME].image=art.png' or --images FOLDER");
    if (cli_given(arguments, CLI_RESIZE) && !cli_given(arguments, CLI_IMAGES) && !names_picture(arguments))
        return cli_usage("--resize needs pictures: 'entry[NAME].image=art.png' or --images FOLDER");
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

static const cli_option takes[] = { CLI_IMAGES,  CLI_PALETTE, CLI_RESIZE, CLI_RECOMPUTE,
                                    CLI_EDITING, CLI_READING, CLI_HELP };

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
        "`paddock images` wrote there. With --palette the palette gets the colours of the picture: all pictures that\n"
        "use it must be given, and it is made from all of them. With --resize a picture may have another size: the\n"
        "file is laid out again. Pictures of cars and 3D props must keep their size.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock set lap.raf player=\"A. Driver\" -o b.raf", "another name",
                  "paddock set AL1.TRI node[12].z=3.5 node[13].z=3.6 --recompute --in-place",
                  "a bump with its slopes, in the file itself" },
    .options = takes,
    .min_operands = 1,
    .max_operands = -1,
    .run = run_set,
};
