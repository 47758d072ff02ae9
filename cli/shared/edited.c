/* What the verbs that edit a file share: where the result goes, and that it is packed as the file was. */
#include <string.h>

#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "inputs.h"
#include "messages.h"
#include "options.h"
#include "output.h"
#include "platform/console.h"
#include "platform/files.h"
#include "platform/path.h"

int cli_check_terminal(const char *path)
{
    if (strcmp(path, "-") != 0 || !pdk_stream_is_terminal(PDK_STANDARD_OUTPUT)) return CLI_FINE;
    return cli_usage("the output is not text; name a file with -o OUT");
}

int cli_edit_target(const cli_arguments *arguments, const char *in, const char **path)
{
    bool in_place = cli_given(arguments, CLI_IN_PLACE);
    const char *out = arguments->values[CLI_OUTPUT];
    if (in_place && strcmp(in, "-") == 0) {
        return cli_usage("standard input cannot be changed in place; name an output with -o OUT");
    }
    if (in_place && out != NULL && strcmp(in, out) != 0) {
        return cli_usage("--in-place changes %s itself; it cannot also be written to \"%s\"", in, out);
    }
    if (!in_place && out == NULL) return cli_need_output(arguments);
    *path = in_place ? in : out;
    return cli_check_terminal(*path);
}

static pdk_status edit_packed(const pdk_document *document, cli_edit edit, void *user, pdk_output *output,
                              pdk_error *error)
{
    pdk_output *plain = NULL;
    pdk_status status = pdk_output_memory(&plain, error);
    if (status != PDK_OK) return status;
    status = edit(user, document, plain, error);
    if (status == PDK_OK) {
        pdk_bytes bytes = pdk_output_bytes(plain);
        status =
            pdk_pack_again(document, bytes.data != NULL ? (const void *)bytes.data : "", bytes.size, output, error);
    }
    pdk_output_close(plain);
    return status;
}

/* Does a name end in one of these extensions? */
static bool has_extension(const char *path, const char *extensions)
{
    for (const char *at = extensions; *at != '\0'; at += *at == ' ') {
        char extension[16];
        size_t size = strcspn(at, " ");
        if (size < sizeof extension) {
            memcpy(extension, at, size);
            extension[size] = '\0';
            if (cli_is_named(path, extension)) return true;
        }
        at += size;
    }
    return false;
}

/* An edited file is of the format it was: a name that says another one would mislead. */
static int refuse_foreign(const cli_arguments *arguments, const pdk_document *document, const char *path)
{
    static const char others[] = ".csv .json .jsonl .geojson .png";
    const pdk_format_info *own = pdk_document_format(document);
    if (strcmp(path, "-") == 0 || cli_given(arguments, CLI_IN_PLACE) || has_extension(path, own->extensions))
        return CLI_FINE;
    bool foreign = has_extension(path, others);
    for (size_t i = 0; i < pdk_format_count() && !foreign; i++) {
        const pdk_format_info *format = pdk_format_at(i);
        bool packing = strcmp(format->id, "packed") == 0; /* says nothing about what is inside */
        foreign = !packing && has_extension(path, format->extensions);
    }
    if (!foreign) return CLI_FINE;
    char buffer[32];
    return cli_usage("%s: `paddock %s` cannot write %s; the file stays in the format %s, whose names end in %s", path,
                     cli_full_name(arguments->verb, buffer), pdk_path_extension(path), own->id, own->extensions);
}

int cli_write_edited(const cli_arguments *arguments, const pdk_document *document, const char *in, const char *path,
                     cli_edit edit, void *user)
{
    cli_out out;
    int status = cli_given(arguments, CLI_IN_PLACE) ? CLI_FINE : cli_check_apart(path);
    if (status == CLI_FINE) status = refuse_foreign(arguments, document, path);
    if (status == CLI_FINE) status = cli_open_edit(&out, arguments, path);
    if (status != CLI_FINE) return status;
    pdk_error error;
    bool packed =
        pdk_document_packed(document) != NULL && !cli_given(arguments, CLI_PLAIN) && !cli_given(arguments, CLI_GZIP);
    pdk_status written =
        packed ? edit_packed(document, edit, user, out.output, &error) : edit(user, document, out.output, &error);
    if (written != PDK_OK) status = cli_fail_written(&out, cli_file_name(in), &error);
    return cli_close_out(&out, status);
}

int cli_look_at(const char *path, const cli_arguments *arguments, const char *done)
{
    pdk_file_info about;
    if (!pdk_file_look(path, &about, NULL) || about.kind != PDK_FILE_REGULAR)
        return CLI_FINE; /* what went into a pipe cannot be looked at */
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    if (arguments != NULL) options.format = arguments->values[CLI_AS];
    options.partial = arguments != NULL && cli_given(arguments, CLI_PARTIAL);
    pdk_document *document = NULL;
    pdk_error error;
    pdk_status status = pdk_open_file(path, &options, &document, &error);
    pdk_close(document);
    if (status == PDK_OK) return CLI_FINE;
    cli_complain("%s: %s, but it does not open: %s (%s)", path, done, error.message, error.code);
    return CLI_FINDINGS;
}
