/* Findings, printed and counted. */
#ifndef PADDOCK_CLI_FINDINGS_H
#define PADDOCK_CLI_FINDINGS_H

#include "json/json.h"
#include "output.h"
#include "paddock/paddock.h"

typedef struct cli_findings {
    cli_out *out;
    const char *path;
    pdk_json *json;     /* a list that is open; NULL = lines of text */
    uint64_t counts[3]; /* by severity */
} cli_findings;

/* A pdk_finding_handler: prints the finding. */
bool cli_put_finding(void *user, const pdk_finding *finding);
/* The end of the list, or in text "FILE: 2 errors, 1 note (WHAT)", "FILE: sound (WHAT)" unless it failed;
 * `total` is what it said there is. */
void cli_end_findings(cli_findings *findings, const pdk_error *failure, uint64_t total, const char *what);
/* CLI_FINDINGS when there is more than notes. */
int cli_findings_status(const cli_findings *findings, uint64_t total);
/* Says what a document opened in part lacks: the first error, which is where reading stopped, and how many more there
 * are. False when nothing does. */
bool cli_note_damage(const pdk_document *document, const char *path);

#endif
