/* Findings on their way out, of a file and of a surface alike. */
#include <stdio.h>
#include <string.h>

#include "exit_status.h"
#include "findings.h"
#include "json/json.h"
#include "messages.h"
#include "output.h"

bool cli_put_finding(void *user, const pdk_finding *finding)
{
    cli_findings *report = user;
    report->counts[finding->severity]++;
    if (report->json != NULL) {
        pdk_json_finding(report->json, finding);
        return true;
    }
    cli_out *out = report->out;
    cli_put_text(out, report->path, strlen(report->path));
    cli_print(out, ": ");
    if (finding->offset != PDK_NO_OFFSET) cli_print(out, "at 0x%llX: ", (unsigned long long)finding->offset);
    cli_print(out, "%s: ", pdk_severity_name(finding->severity));
    if (finding->where[0] != '\0') {
        cli_put_name(out, finding->where, 0);
        cli_print(out, ": ");
    }
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

static void put_counts(const cli_findings *report, uint64_t total)
{
    cli_out *out = report->out;
    bool comma = false;
    for (int severity = PDK_ERROR; severity >= PDK_NOTE; severity--) {
        put_count(out, report->counts[severity], pdk_severity_name((pdk_severity)severity), &comma);
    }
    uint64_t shown = report->counts[PDK_NOTE] + report->counts[PDK_WARNING] + report->counts[PDK_ERROR];
    if (total > shown) cli_print(out, ", and %llu more that are not printed", (unsigned long long)(total - shown));
    if (total == 0) cli_print(out, "sound");
}

void cli_end_findings(cli_findings *report, const pdk_error *failure, uint64_t total, const char *what)
{
    cli_out *out = report->out;
    if (report->json != NULL) {
        pdk_json_end(report->json, ']');
        pdk_member_natural(report->json, "total", total);
        if (failure != NULL) pdk_member_error(report->json, failure);
        pdk_json_end(report->json, '}');
        cli_print(out, "\n");
    } else if (failure == NULL) {
        cli_put_text(out, report->path, strlen(report->path));
        cli_print(out, ": ");
        put_counts(report, total);
        cli_print(out, " (%s)\n", what);
    }
}

int cli_findings_status(const cli_findings *report, uint64_t total)
{
    uint64_t serious = report->counts[PDK_WARNING] + report->counts[PDK_ERROR];
    bool more = total > serious + report->counts[PDK_NOTE]; /* not shown: they may be anything */
    return serious > 0 || more ? CLI_FINDINGS : CLI_FINE;
}

typedef struct damage {
    const char *file;
    uint64_t count;
} damage;

/* Only the first is printed: it stopped the reading, and the others mostly follow from it. */
static bool note_error(void *user, const pdk_finding *finding)
{
    damage *found = user;
    if (finding->severity != PDK_ERROR || found->count++ > 0) return true;
    char place[32] = "";
    if (finding->offset != PDK_NO_OFFSET)
        snprintf(place, sizeof place, "at 0x%llX: ", (unsigned long long)finding->offset);
    cli_complain("%s: read in part: %s%s%s%s (%s)", found->file, place, finding->where,
                 finding->where[0] != '\0' ? ": " : "", finding->message, finding->code);
    return true;
}

bool cli_note_damage(const pdk_document *document, const char *path)
{
    damage found = { .file = cli_file_name(path) };
    pdk_check(document, PDK_CHECK_STRUCTURE, note_error, &found, NULL, NULL);
    if (found.count > 1) {
        cli_complain("%s: and %llu more; `paddock check --partial` lists them", found.file,
                     (unsigned long long)found.count - 1);
    }
    return found.count > 0;
}
