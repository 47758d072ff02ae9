/* paddock surface check: what keeps a surface from being one sheet. */
#include "arguments.h"
#include "exit_status.h"
#include "findings.h"
#include "json/json.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "surface.h"

static int check(cli_out *out, const cli_arguments *arguments, const char *path, cli_surface_input *input)
{
    pdk_json json = { .output = out->output };
    cli_findings report = { .out = out,
                            .path = cli_file_name(path),
                            .json = cli_given(arguments, CLI_JSON) ? &json : NULL };
    if (report.json != NULL) {
        pdk_json_begin(&json, '{');
        pdk_member_text(&json, "path", path);
        pdk_member_begin(&json, "findings", '[');
    }
    uint64_t total = 0;
    pdk_error error;
    pdk_status status =
        pdk_surface_check(&input->surface, &input->options, cli_put_finding, &report, &total, NULL, &error);
    cli_progress_end(&input->progress);
    cli_end_findings(&report, status != PDK_OK ? &error : NULL, total, "surface check");
    if (status != PDK_OK) {
        int failed = cli_fail(report.path, &error);
        cli_forget_failure(); /* the object above has it */
        return failed;
    }
    int changed = cli_unchanged(&input->input, path);
    return changed != CLI_FINE ? changed : cli_findings_status(&report, total);
}

int cli_surface_check(const cli_arguments *arguments)
{
    const char *path = arguments->operands[0];
    cli_surface_input input;
    int status = cli_open_surface(&input, arguments, path, "checking");
    if (status != CLI_FINE) return status;
    cli_out out;
    status = cli_open_out(&out, arguments->values[CLI_OUTPUT]);
    if (status == CLI_FINE) status = cli_close_out(&out, check(&out, arguments, path, &input));
    cli_close_surface(&input);
    return status;
}
