/* paddock check: everything that is wrong with a file. */
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "exit_status.h"
#include "failures.h"
#include "findings.h"
#include "json/json.h"
#include "messages.h"
#include "open.h"
#include "options.h"
#include "output.h"
#include "progress.h"

static const char *const level_names[] = { "structure", "full", NULL };

static int check(cli_out *out, const cli_arguments *arguments, const char *path, cli_input *input,
                 pdk_check_level level)
{
    const char *format = pdk_document_format(input->document)->id;
    pdk_json json = { .output = out->output };
    cli_findings report = { .out = out,
                            .path = cli_file_name(path),
                            .json = cli_given(arguments, CLI_JSON) ? &json : NULL };
    if (report.json != NULL) {
        pdk_json_begin(&json, '{');
        pdk_member_text(&json, "path", path);
        pdk_member_text(&json, "format", format);
        pdk_member_text(&json, "level", level_names[level == PDK_CHECK_FULL]);
        pdk_member_begin(&json, "findings", '[');
    }
    uint64_t total = 0;
    pdk_error error;
    cli_progress_begin(&input->progress, "checking");
    pdk_status status = pdk_check(input->document, level, cli_put_finding, &report, &total, &error);
    cli_progress_end(&input->progress);
    char what[64];
    snprintf(what, sizeof what, "%s, %s check", format, level_names[level == PDK_CHECK_FULL]);
    cli_end_findings(&report, status != PDK_OK ? &error : NULL, total, what);
    if (status != PDK_OK) {
        int failed = cli_fail(report.path, &error);
        cli_forget_failure(); /* the object above has it */
        return failed;
    }
    return cli_findings_status(&report, total);
}

static const char *level_name(const void *user, size_t index)
{
    (void)user;
    return level_names[index];
}

static int run_check(const cli_arguments *arguments)
{
    const char *name = arguments->values[CLI_LEVEL];
    bool structure = name != NULL && strcmp(name, "structure") == 0;
    if (name != NULL && !structure && strcmp(name, "full") != 0)
        return cli_no_such(NULL, "level", name, level_name, NULL);
    cli_out out;
    int status = cli_open_out(&out, arguments->values[CLI_OUTPUT]), worst = status;
    for (int i = 0; i < arguments->count && status == CLI_FINE; i++) {
        cli_input input;
        int result = cli_open_quietly(&input, arguments, arguments->operands[i]);
        if (result == CLI_FINE) {
            result = check(&out, arguments, arguments->operands[i], &input,
                           structure ? PDK_CHECK_STRUCTURE : PDK_CHECK_FULL);
            cli_close(&input);
        } else if (cli_given(arguments, CLI_JSON)) cli_put_failure(&out);
        worst = cli_worse(worst, result);
        if (result == CLI_USAGE || result == CLI_INTERRUPTED) break;
    }
    return status == CLI_FINE ? cli_close_answers(&out, worst) : status;
}

static const cli_option takes[] = { CLI_LEVEL, CLI_JSON, CLI_OUTPUTS, CLI_READING, CLI_HELP };

const cli_verb cli_verb_check = {
    .name = "check",
    .operands = "FILE...",
    .summary = "find everything that is wrong with a file",
    .details = "Prints each finding with its byte offset in the (unpacked) file.\n"
               "The exit status is 1 when there are warnings or errors. Notes alone leave it 0.",
    .purpose = CLI_LOOK,
    .examples = { "paddock check surface.rld", "every record, every index",
                  "paddock check --level structure --json *.vcr", "headers, counts and sizes only, as JSON" },
    .options = takes,
    .kinds = "json txt",
    .min_operands = 1,
    .max_operands = -1,
    .run = run_check,
};
