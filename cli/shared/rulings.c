#include "rulings.h"

#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "open.h"
#include "options.h"

int cli_refuse_rulings(const cli_arguments *arguments, const pdk_error *error)
{
    const char *path = arguments->values[CLI_RULINGS];
    if (path == NULL || strncmp(error->code, "rulings.", 8) != 0) return CLI_FINE;
    return cli_usage("%s: %s (%s)", cli_file_name(path), error->message, error->code);
}

int cli_read_rulings_of(const cli_arguments *arguments, const pdk_ruled_recording *recordings, size_t count,
                        pdk_rulings **rulings)
{
    const char *path = arguments->values[CLI_RULINGS];
    cli_input input;
    pdk_error error;
    *rulings = NULL;
    if (path == NULL) return CLI_FINE;
    int status = cli_read(&input, path);
    if (status != CLI_FINE) return status;
    pdk_status read = pdk_rulings_read(input.bytes, input.size, NULL, rulings, &error);
    cli_close(&input);
    if (read == PDK_OK) read = pdk_rulings_check(*rulings, recordings, count, &error);
    if (read == PDK_OK) return CLI_FINE;
    pdk_rulings_close(*rulings);
    *rulings = NULL;
    status = cli_refuse_rulings(arguments, &error);
    return status != CLI_FINE ? status : cli_fail(cli_file_name(path), &error);
}

int cli_select_rulings(const pdk_rulings *rulings, const pdk_ruled_recording *recording, pdk_rulings **own)
{
    pdk_error error;
    *own = NULL;
    if (rulings == NULL || pdk_rulings_select(rulings, recording, NULL, own, &error) == PDK_OK) return CLI_FINE;
    return cli_no_memory("rulings");
}

/* One recording in several files: from here on no file is asked about. */
static int read_joined(const cli_arguments *arguments, const pdk_ruled_recording *joined, pdk_rulings **rulings)
{
    pdk_rulings *all;
    *rulings = NULL;
    int status = cli_read_rulings_of(arguments, joined, 1, &all);
    if (status == CLI_FINE) status = cli_select_rulings(all, joined, rulings);
    pdk_rulings_close(all);
    return status;
}

int cli_read_rulings(const cli_arguments *arguments, pdk_rulings **rulings)
{
    size_t count = (size_t)arguments->count;
    const pdk_ruled_recording joined = { arguments->operands, count };
    if (cli_given(arguments, CLI_JOIN)) return read_joined(arguments, &joined, rulings);
    pdk_ruled_recording *each = malloc((count + 1) * sizeof *each);
    if (each == NULL) return cli_no_memory("names of files");
    for (size_t i = 0; i < count; i++) each[i] = (pdk_ruled_recording){ &arguments->operands[i], 1 };
    int status = cli_read_rulings_of(arguments, each, count, rulings);
    free(each);
    return status;
}
