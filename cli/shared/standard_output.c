/* The one standard output: why it failed, and the output to flush before a message. */
#include "platform/console.h"
#include "platform/files.h"
#include "standard_output.h"

static bool write_failed;
static pdk_failure write_failure;
static pdk_output *standard_output;

static pdk_status write_standard_output(void *user, const void *data, size_t size)
{
    (void)user;
    pdk_file file = pdk_stream_file(PDK_STANDARD_OUTPUT, &write_failure);
    if (pdk_file_is_open(file) && pdk_file_write(file, data, size, &write_failure)) return PDK_OK;
    write_failed = true;
    return PDK_E_IO;
}

pdk_status cli_standard_output_open(pdk_output **output, pdk_error *error)
{
    pdk_status status = pdk_output_callback(write_standard_output, NULL, output, error);
    if (status == PDK_OK) standard_output = *output;
    return status;
}

void cli_standard_output_end(const pdk_output *output)
{
    if (standard_output == output) standard_output = NULL;
}

void cli_flush_out(void)
{
    if (standard_output != NULL) pdk_output_finish(standard_output, NULL);
}

bool cli_output_failed(void)
{
    return write_failed;
}

const pdk_failure *cli_output_failure(void)
{
    return write_failed ? &write_failure : NULL;
}
