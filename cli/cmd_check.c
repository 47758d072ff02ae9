/* paddock check: everything that is wrong with a file. */
#include <string.h>

#include "cli.h"

typedef struct check_report {
    cli_out *out;
    const char *path;
    pdk_json *json; /* NULL = text */
    uint64_t counts[3];
} check_report;

static void put_json_finding(pdk_json *json, const pdk_finding *finding)
{
    pdk_json_begin(json, '{');
    pdk_json_key(json, "severity");
    pdk_json_text(json, pdk_severity_name(finding->severity));
    pdk_json_key(json, "code");
    pdk_json_text(json, finding->code);
    pdk_json_key(json, "offset");
    if (finding->offset != PDK_NO_OFFSET) pdk_json_natural(json, finding->offset);
    else pdk_json_text(json, NULL);
    pdk_json_key(json, "where");
    pdk_json_text(json, finding->where);
    pdk_json_key(json, "message");
    pdk_json_text(json, finding->message);
    pdk_json_end(json, '}');
}

static bool put_finding(void *user, const pdk_finding *finding)
{
    check_report *report = user;
    report->counts[finding->severity]++;
    if (report->json != NULL) {
        put_json_finding(report->json, finding);
        return true;
    }
    cli_out *out = report->out;
    cli_put_text(out, report->path, strlen(report->path));
    cli_print(out, ": ");
    if (finding->offset != PDK_NO_OFFSET) cli_print(out, "at 0x%llX: ", (unsigned long long)finding->offset);
    cli_print(out, "%s: ", pdk_severity_name(finding->severity));
    if (finding->where[0] != '\0') cli_print(out, "%s: ", finding->where);
    cli_put_text(out, finding->message, strlen(finding->message));
    cli_print(out, " (%s)\n", finding->code);
    return true;
}

static void put_count(cli_out *out, uint64_t count, const char *what, bool *comma)
{
    if (count == 0) return;
    cli_print(out, "%s%llu %s%s", *comma ? ", " : "", (unsigned long long)count, what, count == 1 ? "" : "s");
    *comma = true;
}

static void put_summary(const check_report *report, const pdk_document *document, pdk_check_level level, uint64_t total)
{
    cli_out *out = report->out;
    cli_put_text(out, report->path, strlen(report->path));
    cli_print(out, ": ");
    bool comma = false;
    for (int severity = PDK_ERROR; severity >= PDK_NOTE; severity--) {
        put_count(out, report->counts[severity], pdk_severity_name((pdk_severity)severity), &comma);
    }
    uint64_t shown = report->counts[PDK_NOTE] + report->counts[PDK_WARNING] + report->counts[PDK_ERROR];
    if (total > shown) cli_print(out, ", and %llu more that are not shown", (unsigned long long)(total - shown));
    if (total == 0) cli_print(out, "sound");
    cli_print(out, " (%s, %s check)\n", pdk_document_format(document)->id, level == PDK_CHECK_FULL ? "full" : "structure");
}

static int check(cli_out *out, const cli_arguments *arguments, const char *path, cli_input *input, pdk_check_level level)
{
    const pdk_document *document = input->document;
    pdk_json json = { .output = out->output };
    check_report report = { .out = out, .path = cli_file_name(path), .json = cli_given(arguments, CLI_JSON) ? &json : NULL };
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
    pdk_status status = pdk_check(document, level, put_finding, &report, &total, &error);
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
    uint64_t serious = report.counts[PDK_WARNING] + report.counts[PDK_ERROR];
    bool more = total > serious + report.counts[PDK_NOTE]; /* not shown: they may be anything */
    return serious > 0 || more ? CLI_FINDINGS : CLI_FINE;
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
