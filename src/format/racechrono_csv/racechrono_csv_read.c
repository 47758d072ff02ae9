/* RaceChrono's CSV as a document. */
#include <stdio.h>

#include "format/format.h"
#include "format/racechrono_csv/racechrono_csv.h"

enum { FIRST_LINE = 4096 }; /* bytes: no first line of this format is longer */

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    const pdk_bytes first = { probe->bytes.data, probe->bytes.size < FIRST_LINE ? probe->bytes.size : FIRST_LINE };
    const char *at = pdk_csv_begin(first), *end = (const char *)first.data + first.size;
    pdk_csv_span line;
    if (!pdk_csv_next_line(&at, end, &line) || !pdk_csv_begins(line, pdk_racechrono_csv_words)) return 0;
    snprintf(reason, capacity, "the first line says that RaceChrono made it");
    return PDK_SCORE_CERTAIN;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    static const pdk_logged_csv_codes codes = PDK_LOGGED_CSV_CODES("racechrono-csv");
    pdk_racechrono_csv *chrono = pdk_document_new_state(document, sizeof *chrono);
    if (chrono == NULL) return pdk_document_built(document, error);
    pdk_logged_csv *csv = &chrono->csv;
    pdk_logged_csv_begin(csv, document, &codes);
    csv->first_words = pdk_racechrono_csv_words;
    csv->takes_pasted = true;
    csv->from_first = true;
    csv->no_value = "N/A";
    pdk_status status = pdk_racechrono_csv_read_head(chrono, error);
    if (status == PDK_OK) status = pdk_logged_csv_read(csv, error);
    if (status == PDK_OK) status = pdk_racechrono_csv_find_laps(chrono, error);
    if (status != PDK_OK) return status;
    if (csv->log.rows > 0)
        pdk_document_add_number(document, "first_timestamp", csv->first_time, "s",
                                "of the first row; since 1970, in UTC, where the logger knew", PDK_LIKELY);
    pdk_logged_csv_add_table(csv);
    return pdk_document_built(document, error);
}

static const pdk_record *const no_records[] = { NULL };
static const pdk_motion_tables motion = { .rows = "telemetry", .name = "driver" };
static const pdk_services services = { .motion = &motion,
                                       .session = pdk_logged_csv_session,
                                       .session_has = PDK_HAS_CROSSINGS };

const pdk_format pdk_format_racechrono_csv = {
    .info = { .id = "racechrono-csv",
              .title = "RaceChrono's CSV",
              .extensions = ".csv",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_LIKELY,
              .basis = "public readers, and the first lines of real files; we have not opened a whole one",
              .records = no_records },
    .probe = probe,
    .open = open_document,
    .services = &services,
};
