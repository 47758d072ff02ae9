/* paddock unpack: the plain bytes of a packed file. */
#include "cli.h"

/* The intact part of a damaged file, with a message that says where it ends. The exit status is that of findings. */
static int unpack_part(const cli_input *input, const char *in, const char *path)
{
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
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status == CLI_FINE) {
        pdk_bytes plain = pdk_document_content(document);
        if (pdk_output_write(out.output, plain.data, plain.size, &error) != PDK_OK) status = cli_fail_out(&out, &error);
        else if (cli_note_damage(document, in)) status = CLI_FINDINGS;
        status = cli_close_out(&out, status);
    }
    pdk_close(document);
    return status;
}

static int unpack(const cli_input *input, const char *in, const char *path)
{
    pdk_error error;
    pdk_packing packing;
    const void *bytes = input->bytes != NULL ? input->bytes : "";
    if (pdk_packing_of(bytes, input->size, &packing, &error) != PDK_OK) return cli_fail(cli_file_name(in), &error);
    cli_out out;
    int status = cli_open_out(&out, path);
    if (status != CLI_FINE) return status;
    pdk_status written = pdk_unpack(bytes, input->size, out.output, &error);
    if (written == PDK_E_IO) status = cli_fail_out(&out, &error);
    else if (written != PDK_OK) status = cli_fail(cli_file_name(in), &error);
    return cli_close_out(&out, status);
}

static int run_unpack(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    bool partial = cli_given(arguments, CLI_PARTIAL);
    if (partial && cli_given(arguments, CLI_IN_PLACE)) {
        return cli_usage("--partial and --in-place would lose what cannot be unpacked; name another output");
    }
    int status = cli_edit_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_read(&input, in);
    if (status != CLI_FINE) return status;
    status = partial ? unpack_part(&input, in, path) : unpack(&input, in, path);
    cli_close(&input);
    return status;
}

static const cli_option takes[] = { CLI_OUTPUTS, CLI_IN_PLACE, CLI_PARTIAL, CLI_QUIET, CLI_HELP };

const cli_verb cli_verb_unpack = {
    .name = "unpack",
    .operands = "FILE [OUT]",
    .summary = "unpack a file: gzip, RefPack, Huffman, byte pairs",
    .details =
        "Other verbs unpack by themselves. With --partial a damaged file gives what could be unpacked before the\n"
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
