/* AiM Race Studio's CSV as a document: what Race Studio 2 and 3 export. */
#include <math.h>
#include <stdio.h>

#include "format/aim_csv/aim_csv.h"
#include "format/format.h"

enum { FIRST_LINE = 4096 }; /* bytes: no first line of this format is longer */

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    const pdk_bytes first = { probe->bytes.data, probe->bytes.size < FIRST_LINE ? probe->bytes.size : FIRST_LINE };
    const char *at = pdk_csv_begin(first), *end = (const char *)first.data + first.size;
    pdk_csv_span line;
    if (!pdk_csv_next_line(&at, end, &line) || pdk_aim_csv_separator(line) == '\0') return 0;
    snprintf(reason, capacity, "the first line says \"AiM CSV File\"");
    return PDK_SCORE_CERTAIN;
}

/* Race Studio 3 has no venue: its session is called like the track. */
static void name_track(pdk_document *document)
{
    pdk_text session = pdk_document_text(document, "session");
    if (session.size > 0 && pdk_document_find_property(document, "track") == NULL)
        pdk_document_add_text(document, "track", session.data, session.size, "as the session is called", PDK_LIKELY);
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    static const pdk_logged_csv_codes codes = PDK_LOGGED_CSV_CODES("aim-csv");
    pdk_aim_csv *aim = pdk_document_new_state(document, sizeof *aim);
    if (aim == NULL) return pdk_document_built(document, error);
    pdk_logged_csv_begin(&aim->csv, document, &codes);
    aim->csv.gaps_are_told = true;
    aim->segments = pdk_vector_of(&document->memory, sizeof(double));
    aim->lap_time = NAN;
    pdk_status status = pdk_aim_csv_read_head(aim, error);
    if (status == PDK_OK) status = pdk_logged_csv_read(&aim->csv, error);
    if (status == PDK_OK) status = pdk_aim_csv_find_laps(aim, error);
    if (status != PDK_OK) return status;
    name_track(document);
    pdk_logged_csv_add_table(&aim->csv);
    return pdk_document_built(document, error);
}

static const pdk_record *const no_records[] = { NULL };
static const pdk_motion_tables motion = { .rows = "telemetry", .name = "driver" };
static const pdk_services services = { .motion = &motion,
                                       .session = pdk_logged_csv_session,
                                       .session_has = PDK_HAS_CROSSINGS };

const pdk_format pdk_format_aim_csv = {
    .info = { .id = "aim-csv",
              .title = "AiM Race Studio's CSV",
              .extensions = ".csv",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_LIKELY,
              .basis = "public readers, and parts of files of Race Studio 2 and 3; we have not opened a whole one",
              .records = no_records },
    .probe = probe,
    .open = open_document,
    .services = &services,
};
