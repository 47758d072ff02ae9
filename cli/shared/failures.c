/* Failures as JSON, in addition to their messages. */
#include "exit_status.h"
#include "failures.h"
#include "json/json.h"
#include "messages.h"
#include "output.h"

void cli_put_failure(cli_out *out)
{
    pdk_error failure;
    const char *file = cli_last_failure(&failure);
    if (file == NULL) return;
    cli_forget_failure();
    pdk_json json = { .output = out->output };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", file);
    pdk_member_error(&json, &failure);
    pdk_json_end(&json, '}');
    cli_print(out, "\n");
}

void cli_end_failures(void)
{
    cli_out out;
    pdk_error failure;
    if (cli_last_failure(&failure) == NULL || cli_open_out(&out, NULL) != CLI_FINE) return;
    cli_put_failure(&out);
    cli_close_out(&out, CLI_FINE);
}
