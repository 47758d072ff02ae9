/* paddock convert: surfaces and tracks into the files of other programs, and theirs into RLD. */
#include "cli.h"

static int convert(const cli_arguments *arguments, const pdk_document *document, pdk_convert_options *options)
{
    const char *in = arguments->operands[0], *path = arguments->operands[1], *fam = arguments->values[CLI_FAM];
    cli_input art = { 0 };
    if (fam != NULL) {
        int status = cli_open(&art, arguments, fam);
        if (status != CLI_FINE) return status;
        options->art = art.document;
    }
    int status = cli_convert(document, in, path, arguments->values[CLI_TARGET], options);
    if (fam != NULL) cli_close(&art);
    return status;
}

int cli_cmd_convert(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path = arguments->operands[1];
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    int status = cli_same_file(in, path);
    if (status == CLI_FINE) status = cli_convert_options(arguments, in, &options);
    cli_input input;
    if (status == CLI_FINE) status = cli_open(&input, arguments, in);
    if (status == CLI_FINE) {
        status = convert(arguments, input.document, &options);
        cli_close(&input);
    }
    cli_forget_options(&options);
    return status;
}
