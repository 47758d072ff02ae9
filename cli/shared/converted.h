/* What a conversion did, for --json. */
#ifndef PADDOCK_CLI_CONVERTED_H
#define PADDOCK_CLI_CONVERTED_H

#include "json/json.h"
#include "paddock/paddock.h"

/* Zero it before, and give it to cli_forget_converted afterwards. */
typedef struct cli_kept_note {
    pdk_severity severity;
    char *code, *message;
} cli_kept_note;

typedef struct cli_converted {
    const char *target; /* id */
    pdk_convert_report report;
    cli_kept_note *notes;
    size_t note_count;
    bool lacks_notes; /* there was no memory for one */
} cli_converted;

/* False when the same note is there already: it is kept once. */
bool cli_keep_note(cli_converted *converted, const pdk_finding *finding);
/* The member "notes". */
void cli_put_notes_json(pdk_json *json, const cli_converted *converted);
/* The whole as one object on standard output. */
int cli_put_converted(const char *in, const char *path, const cli_converted *converted);
void cli_forget_converted(cli_converted *converted);

#endif
