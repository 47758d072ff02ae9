/* paddock set: fields changed by name, and pictures put in. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { ROUNDING = 8 };

/* The '=' of "node[12].z=3.5": the first one. Names of images may have one themselves: theirs is behind "].image". */
static const char *find_equals(const char *assignment, bool *is_image)
{
    static const char opening[] = "entry[", closing[] = "].image=";
    const char *record = assignment, *dot = strchr(assignment, '.'), *end = strstr(assignment, closing);
    if (strncmp(record, opening, sizeof opening - 1) != 0 && dot != NULL) record = dot + 1; /* behind the format's id */
    *is_image = end != NULL && strncmp(record, opening, sizeof opening - 1) == 0;
    return *is_image ? end + sizeof closing - 2 : strchr(assignment, '=');
}

/* Steps of 5 bits are 8 apart: what is further off is not rounding, and is said. */
static void tell_loss(const pdk_edit *edit, const char *art)
{
    pdk_image_loss loss = pdk_edit_image_loss(edit);
    if (loss.largest <= ROUNDING) return;
    cli_note("%s: %llu of %llu pixels became the nearest that can be stored, off by %.0f of 255 on average and %u at most (set.image.near)", art,
             (unsigned long long)loss.inexact, (unsigned long long)loss.pixels, loss.mean, (unsigned)loss.largest);
}

static int set_image(pdk_edit *edit, const char *file, const char *path, const char *art, const char *output)
{
    cli_input png;
    int status = cli_same_file(art, output);
    if (status == CLI_FINE) status = cli_read(&png, art);
    if (status != CLI_FINE) return status;
    pdk_error error;
    const void *bytes = png.bytes != NULL ? png.bytes : "";
    if (pdk_edit_set_image_png(edit, path, bytes, png.size, &error) != PDK_OK) {
        bool of_art = strncmp(error.code, "png.", 4) == 0;
        status = cli_fail(of_art ? cli_file_name(art) : file, &error);
    } else {
        tell_loss(edit, cli_file_name(art));
    }
    cli_close(&png);
    return status;
}

static int set_one(pdk_edit *edit, const char *file, const char *assignment, const char *output)
{
    bool is_image;
    const char *equals = find_equals(assignment, &is_image);
    if (equals == NULL || equals == assignment) return cli_usage("\"%s\" is not PATH=VALUE", assignment);
    size_t length = (size_t)(equals - assignment);
    char *path = malloc(length + 1);
    if (path == NULL) return cli_no_memory("a path");
    memcpy(path, assignment, length);
    path[length] = '\0';
    pdk_error error;
    int status = CLI_FINE;
    if (is_image) status = set_image(edit, file, path, equals + 1, output);
    else if (pdk_edit_set(edit, path, equals + 1, &error) != PDK_OK) status = cli_fail(file, &error);
    free(path);
    return status;
}

static pdk_status write_edit(void *user, const pdk_document *document, pdk_output *output, pdk_error *error)
{
    (void)document;
    return pdk_edit_write(user, output, error);
}

static int set(const pdk_document *document, const cli_arguments *arguments, const char *path)
{
    const char *file = cli_file_name(arguments->operands[0]);
    pdk_edit *edit = NULL;
    pdk_error error;
    int status = CLI_FINE;
    if (pdk_edit_open(document, &edit, &error) != PDK_OK) return cli_fail(file, &error);
    for (int i = 1; i < arguments->count && status == CLI_FINE; i++)
        status = set_one(edit, file, arguments->operands[i], path);
    if (status == CLI_FINE && cli_given(arguments, CLI_RECOMPUTE) && pdk_edit_recompute(edit, &error) != PDK_OK) {
        status = cli_fail(file, &error);
    }
    if (status == CLI_FINE) status = cli_write_edited(arguments, document, arguments->operands[0], path, write_edit, edit);
    pdk_edit_close(edit);
    return status;
}

int cli_cmd_set(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    int status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_open(&input, arguments, in);
    if (status != CLI_FINE) return status;
    status = set(input.document, arguments, path);
    cli_close(&input);
    return status;
}
