/* paddock unpack: the plain bytes of a packed file. */
#include "arguments.h"
#include "edited.h"
#include "exit_status.h"
#include "findings.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "progress.h"

/* Where unpacked bytes go. It is opened when they are there: nobody has to wait for a decoder to end before an
 * interrupt ends the command, and nothing is left then. */
typedef struct unpacked_file {
    const cli_arguments *arguments;
    const char *path;
    cli_out out;
    bool open;
    int status; /* of the output */
} unpacked_file;

static int open_unpacked(unpacked_file *file)
{
    if (file->open || file->status != CLI_FINE) return file->status;
    file->status = cli_open_edit(&file->out, file->arguments, file->path);
    file->open = file->status == CLI_FINE;
    return file->status;
}

/* A pdk_write: in pieces, between which an interrupt is heard. */
static pdk_status put_unpacked(void *user, const void *data, size_t size)
{
    enum { PIECE = 8 << 20 };
    unpacked_file *file = user;
    cli_progress progress;
    pdk_error error;
    if (open_unpacked(file) != CLI_FINE) return PDK_E_IO;
    cli_progress_begin(&progress, "writing");
    for (size_t at = 0; at < size && file->status == CLI_FINE; at += PIECE) {
        size_t piece = size - at < PIECE ? size - at : PIECE;
        if (!cli_progress_step(&progress, at, size)) file->status = CLI_INTERRUPTED;
        else if (pdk_output_write(file->out.output, (const uint8_t *)data + at, piece, &error) != PDK_OK)
            file->status = cli_fail_out(&file->out, &error);
    }
    cli_progress_end(&progress);
    return file->status == CLI_FINE ? PDK_OK : PDK_E_IO;
}

static int close_unpacked(unpacked_file *file, int status)
{
    if (status == CLI_FINE || status == CLI_FINDINGS) status = cli_worse(status, open_unpacked(file)); /* of no bytes */
    return file->open ? cli_close_out(&file->out, status) : status;
}

/* The intact part of a damaged file, with a message that says where it ends. The exit status is that of findings. */
static int unpack_part(const cli_arguments *arguments, const cli_input *input, const char *path)
{
    const char *in = arguments->operands[0];
    pdk_error error;
    pdk_packing packing;
    const void *bytes = input->bytes != NULL ? input->bytes : "";
    if (pdk_packing_of(bytes, input->size, &packing, &error) != PDK_OK) return cli_fail(cli_file_name(in), &error);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "packed"; /* with any content */
    options.partial = true;
    pdk_document *document;
    if (pdk_open_memory(bytes, input->size, &options, &document, &error) != PDK_OK)
        return cli_fail(cli_file_name(in), &error);
    unpacked_file file = { .arguments = arguments, .path = path };
    pdk_bytes plain = pdk_document_content(document);
    int status = CLI_FINE;
    if (put_unpacked(&file, plain.data, plain.size) != PDK_OK) status = file.status;
    else if (cli_note_damage(document, in)) status = CLI_FINDINGS;
    status = close_unpacked(&file, status);
    pdk_close(document);
    return status;
}

static int unpack(const cli_arguments *arguments, const cli_input *input, const char *path)
{
    const char *in = arguments->operands[0];
    pdk_error error;
    pdk_packing packing;
    const void *bytes = input->bytes != NULL ? input->bytes : "";
    if (pdk_packing_of(bytes, input->size, &packing, &error) != PDK_OK) return cli_fail(cli_file_name(in), &error);
    unpacked_file file = { .arguments = arguments, .path = path };
    pdk_output *output;
    if (pdk_output_callback(put_unpacked, &file, &output, &error) != PDK_OK) return cli_fail(path, &error);
    pdk_status written = pdk_unpack(bytes, input->size, output, &error);
    if (written == PDK_OK) written = pdk_output_finish(output, &error); /* a small file is still in its buffer */
    pdk_output_close(output);
    int status = file.status;
    if (status == CLI_FINE && written != PDK_OK) status = cli_fail(cli_file_name(in), &error);
    return close_unpacked(&file, status);
}

static int run_unpack(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    bool partial = cli_given(arguments, CLI_PARTIAL);
    if (partial && cli_given(arguments, CLI_IN_PLACE)) {
        return cli_usage("--partial and --in-place would lose what cannot be unpacked; name a different output");
    }
    int status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_read(&input, in);
    if (status != CLI_FINE) return status;
    status = partial ? unpack_part(arguments, &input, path) : unpack(arguments, &input, path);
    cli_close(&input);
    return status;
}

static const cli_option takes[] = { CLI_OUTPUTS, CLI_IN_PLACE, CLI_PARTIAL, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_unpack = {
    .name = "unpack",
    .operands = "FILE [OUT]",
    .summary = "unpack a file: gzip, RefPack, Huffman, byte pairs",
    .details =
        "Other verbs unpack files themselves. With --partial a damaged file gives what could be unpacked before the\n"
        "damage, and the exit status is 1.",
    .purpose = CLI_CHANGE,
    .examples = { "paddock unpack AL1.QFS AL1.FSH", "a packed picture file, plain",
                  "paddock unpack race.vcr.gz - | paddock info -", "through a pipe" },
    .options = takes,
    .min_operands = 1,
    .max_operands = 1,
    .has_out = true,
    .run = run_unpack,
};
