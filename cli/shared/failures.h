/* Failures as JSON, in addition to their messages. */
#ifndef PADDOCK_CLI_FAILURES_H
#define PADDOCK_CLI_FAILURES_H

#include "output.h"

/* The failure that cli_fail said last, as the object {"path":..., "error":{...}} on a separate line. Once each. */
void cli_put_failure(cli_out *out);
/* The same on standard output, if there is one that no verb has put out. */
void cli_end_failures(void);

#endif
