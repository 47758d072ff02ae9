/* MoTeC i2's CSV as a document: what i2 exports, and what programs write for it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/format.h"
#include "format/motec_csv/motec_csv.h"

/* What is left behind the last crossing is a lap only where it is longer than this, s: writers put some samples there
 * for programs that want the line inside. */
static const double least_rest = 1;

enum { FIRST_LINE = 4096 }; /* bytes: no first line of this format is longer */

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    const char *at = (const char *)probe->bytes.data,
               *end = at + (probe->bytes.size < FIRST_LINE ? probe->bytes.size : FIRST_LINE);
    pdk_csv_span line;
    if (probe->bytes.size >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0) at += 3;
    if (!pdk_csv_next_line(&at, end, &line) || pdk_motec_csv_separator(line) == '\0') return 0;
    snprintf(reason, capacity, "the first line says \"MoTeC CSV File\"");
    return PDK_SCORE_CERTAIN;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_motec_csv *csv = pdk_document_new_state(document, sizeof *csv);
    if (csv == NULL) return pdk_document_built(document, error);
    csv->document = csv->log.document = document;
    csv->bytes = document->content;
    pdk_status status = pdk_motec_csv_read_head(csv, error);
    if (status == PDK_OK) status = pdk_motec_csv_read_rows(csv, error);
    if (status == PDK_OK) status = pdk_motec_csv_place(csv, error);
    if (status == PDK_OK) status = pdk_motec_csv_find_laps(csv, error);
    if (status != PDK_OK) return status;
    if (csv->log.rows > 0)
        pdk_document_add_number(document, "duration", csv->log.times[csv->log.rows - 1] - csv->log.times[0], "s",
                                "from the first row to the last", PDK_LIKELY);
    pdk_motec_csv_add_table(csv);
    return pdk_document_built(document, error);
}

static pdk_status read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    const pdk_motec_csv *csv = document->state;
    pdk_status status = pdk_logged_session(&csv->log, memory, session, error);
    const pdk_session_crossing *all = session->crossings;
    if (status != PDK_OK || session->crossing_count == 0) return status;
    double last = all[session->crossing_count - 1].time;
    session->start_time = fmin(session->start_time, all[0].time);
    if (session->end_time - last < least_rest) session->end_time = last;
    return status;
}

static const pdk_record *const no_records[] = { NULL };
static const pdk_motion_tables motion = { .rows = "telemetry", .name = "driver" };
static const pdk_services services = { .motion = &motion, .session = read_session, .session_has = PDK_HAS_CROSSINGS };

const pdk_format pdk_format_motec_csv = {
    .info = { .id = "motec-csv",
              .title = "MoTeC i2's CSV",
              .extensions = ".csv",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_LIKELY,
              .basis = "public readers of such files; we have not seen one that i2 wrote",
              .records = no_records },
    .probe = probe,
    .open = open_document,
    .services = &services,
};
