/* Findings on their way out, of a file and of a surface alike. */
#include <string.h>

#include "cli.h"

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

bool cli_put_finding(void *user, const pdk_finding *finding)
{
    cli_findings *report = user;
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

void cli_put_finding_counts(const cli_findings *report, uint64_t total)
{
    cli_out *out = report->out;
    bool comma = false;
    for (int severity = PDK_ERROR; severity >= PDK_NOTE; severity--) {
        put_count(out, report->counts[severity], pdk_severity_name((pdk_severity)severity), &comma);
    }
    uint64_t shown = report->counts[PDK_NOTE] + report->counts[PDK_WARNING] + report->counts[PDK_ERROR];
    if (total > shown) cli_print(out, ", and %llu more that are not shown", (unsigned long long)(total - shown));
    if (total == 0) cli_print(out, "sound");
}

int cli_findings_status(const cli_findings *report, uint64_t total)
{
    uint64_t serious = report->counts[PDK_WARNING] + report->counts[PDK_ERROR];
    bool more = total > serious + report->counts[PDK_NOTE]; /* not shown: they may be anything */
    return serious > 0 || more ? CLI_FINDINGS : CLI_FINE;
}
