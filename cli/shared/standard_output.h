/* The one standard output. */
#ifndef PADDOCK_CLI_STANDARD_OUTPUT_H
#define PADDOCK_CLI_STANDARD_OUTPUT_H

#include "paddock/paddock.h"
#include "platform/failure.h"

pdk_status cli_standard_output_open(pdk_output **output, pdk_error *error);
/* Before it is closed. */
void cli_standard_output_end(const pdk_output *output);
/* Writes what is buffered, so that messages on standard error come in the right place. */
void cli_flush_out(void);
/* Has writing to it failed? Its reader may have what it wanted. */
bool cli_output_failed(void);
/* Why; NULL = it has not. */
const pdk_failure *cli_output_failure(void);

#endif
