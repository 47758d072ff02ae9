/* paddock check: everything that is wrong with a file. */
#include <string.h>

#include "cli.h"

static void put_summary(const cli_findings *report, const pdk_document *document, pdk_check_level level, uint64_t total)
{
    cli_out *out = report->out;
    cli_put_text(out, report->path, strlen(report->path));
    cli_print(out, ": ");
    cli_put_finding_counts(report, total);
    cli_print(out, " (%s, %s check)\n", pdk_document_format(document)->id, level == PDK_CHECK_FULL ? "full" : "structure");
}

static int check(cli_out *out, const cli_arguments *arguments, const char *path, cli_input *input, pdk_check_level level)
{
    const pdk_document *document = input->document;
    pdk_json json = { .output = out->output };
    cli_findings report = { .out = out, .path = cli_file_name(path), .json = cli_given(arguments, CLI_JSON) ? &json : NULL };
    if (report.json != NULL) {
        pdk_json_begin(&json, '{');
        pdk_json_key(&json, "path");
        pdk_json_text(&json, path);
        pdk_json_key(&json, "format");
        pdk_json_text(&json, pdk_document_format(document)->id);
        pdk_json_key(&json, "level");
        pdk_json_text(&json, level == PDK_CHECK_FULL ? "full" : "structure");
        pdk_json_key(&json, "findings");
        pdk_json_begin(&json, '[');
    }
    uint64_t total = 0;
    pdk_error error;
    cli_progress_begin(&input->progress, "checking");
    pdk_status status = pdk_check(document, level, cli_put_finding, &report, &total, &error);
    cli_progress_end(&input->progress);
    if (report.json != NULL) {
        pdk_json_end(&json, ']');
        pdk_json_key(&json, "total");
        pdk_json_natural(&json, total);
        pdk_json_end(&json, '}');
        cli_print(out, "\n");
    } else if (status == PDK_OK) {
        put_summary(&report, document, level, total);
    }
    if (status != PDK_OK) return cli_fail(report.path, &error);
    return cli_findings_status(&report, total);
}

static const char *level_name(const void *user, size_t index)
{
    (void)user;
    static const char *const names[] = { "structure", "full", NULL };
    return names[index];
}

int cli_cmd_check(const cli_arguments *arguments)
{
    const char *name = arguments->values[CLI_LEVEL];
    bool structure = name != NULL && strcmp(name, "structure") == 0;
    if (name != NULL && !structure && strcmp(name, "full") != 0) return cli_no_such(NULL, "level", name, level_name, NULL);
    cli_out out;
    int status = cli_open_out(&out, NULL), worst = status;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++) {
        cli_input input;
        int result = cli_open(&input, arguments, arguments->operands[i]);
        if (result == CLI_FINE) {
            result = check(&out, arguments, arguments->operands[i], &input,
                           structure ? PDK_CHECK_STRUCTURE : PDK_CHECK_FULL);
            cli_close(&input);
        }
        worst = cli_worse(worst, result);
        if (result == CLI_USAGE || result == CLI_INTERRUPTED) break;
    }
    return status == CLI_FINE ? cli_close_out(&out, worst) : status;
}
