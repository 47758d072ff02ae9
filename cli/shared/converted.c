/* What a conversion did, as JSON: what was written, the origin, and the notes that came on the way. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <stdlib.h>
#include <string.h>

#include "converted.h"
#include "exit_status.h"
#include "json/json.h"
#include "messages.h"
#include "output.h"

bool cli_keep_note(cli_converted *converted, const pdk_finding *finding)
{
    size_t count = converted->note_count;
    for (size_t i = 0; i < count; i++) {
        const cli_kept_note *note = &converted->notes[i];
        if (note->code != NULL && strcmp(note->code, finding->code) == 0 && note->message != NULL &&
            strcmp(note->message, finding->message) == 0)
            return false;
    }
    cli_kept_note *notes = realloc(converted->notes, (count + 1) * sizeof *notes);
    if (notes != NULL) {
        converted->notes = notes;
        notes[count] = (cli_kept_note){ finding->severity, strdup(finding->code), strdup(finding->message) };
        converted->note_count++;
    }
    if (notes == NULL || notes[count].code == NULL || notes[count].message == NULL) converted->lacks_notes = true;
    return true;
}

void cli_put_notes_json(pdk_json *json, const cli_converted *converted)
{
    pdk_member_begin(json, "notes", '[');
    for (size_t i = 0; converted != NULL && i < converted->note_count; i++) {
        const cli_kept_note *note = &converted->notes[i];
        pdk_json_begin(json, '{');
        pdk_member_text(json, "severity", pdk_severity_name(note->severity));
        pdk_member_text(json, "code", note->code);
        pdk_member_text(json, "message", note->message);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

int cli_put_converted(const char *in, const char *path, const cli_converted *converted)
{
    if (converted->lacks_notes) return cli_no_memory("notes");
    cli_out out;
    int status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    const pdk_convert_report *report = &converted->report;
    pdk_json json = { .output = out.output };
    pdk_json_begin(&json, '{');
    pdk_member_text(&json, "path", in);
    pdk_member_text(&json, "output", path);
    pdk_member_text(&json, "target", converted->target);
    pdk_member_natural(&json, "points", report->points);
    pdk_member_natural(&json, "triangles", report->triangles);
    pdk_member_natural(&json, "dropped", report->dropped);
    pdk_member_numbers(&json, "origin", report->origin, 3);
    cli_put_notes_json(&json, converted);
    pdk_json_end(&json, '}');
    cli_print(&out, "\n");
    return cli_close_out(&out, CLI_FINE);
}

void cli_forget_converted(cli_converted *converted)
{
    for (size_t i = 0; i < converted->note_count; i++) {
        free(converted->notes[i].code);
        free(converted->notes[i].message);
    }
    free(converted->notes);
    *converted = (cli_converted){ 0 };
}
