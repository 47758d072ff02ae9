/* paddock unpack: the plain bytes of a packed file. */
#include "cli.h"

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

int cli_cmd_unpack(const cli_arguments *arguments)
{
    const char *in = arguments->operands[0], *path;
    int status = cli_operand_target(arguments, in, &path);
    if (status != CLI_FINE) return status;
    cli_input input;
    status = cli_read(&input, in);
    if (status != CLI_FINE) return status;
    status = unpack(&input, in, path);
    cli_close(&input);
    return status;
}
