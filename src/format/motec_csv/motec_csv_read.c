/* MoTeC i2's CSV as a document: what i2 exports, and what programs write for it. */
#include <stdio.h>
#include <string.h>

#include "format/format.h"
#include "format/motec_csv/motec_csv.h"

enum { FIRST_LINE = 4096 }; /* bytes: no first line of this format is longer */

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    const pdk_bytes first = { probe->bytes.data, probe->bytes.size < FIRST_LINE ? probe->bytes.size : FIRST_LINE };
    const char *at = pdk_csv_begin(first), *end = (const char *)first.data + first.size;
    pdk_csv_span line;
    if (!pdk_csv_next_line(&at, end, &line) || pdk_motec_csv_separator(line) == '\0') return 0;
    snprintf(reason, capacity, "the first line says \"MoTeC CSV File\"");
    return PDK_SCORE_CERTAIN;
}

/* What the writer of this library says about itself: such files have metres, and degrees that are made from them. */
static bool is_ours(const pdk_document *document)
{
    static const char words[] = "Written by Paddock";
    const pdk_property *comment = pdk_document_find_property(document, "comment");
    return comment != NULL && comment->value.as.text.size >= sizeof words - 1 &&
           memcmp(comment->value.as.text.data, words, sizeof words - 1) == 0;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    static const pdk_logged_csv_codes codes = PDK_LOGGED_CSV_CODES("motec-csv");
    pdk_logged_csv *csv = pdk_document_new_state(document, sizeof *csv);
    if (csv == NULL) return pdk_document_built(document, error);
    pdk_logged_csv_begin(csv, document, &codes);
    csv->gaps_are_told = true;
    csv->first_words = "\"Format\"";
    pdk_status status = pdk_motec_csv_read_head(csv, error);
    if (status != PDK_OK) return status;
    csv->own_metres = is_ours(document);
    status = pdk_logged_csv_read(csv, error);
    if (status == PDK_OK) status = pdk_motec_csv_find_laps(csv, error);
    if (status != PDK_OK) return status;
    pdk_logged_csv_add_table(csv);
    return pdk_document_built(document, error);
}

static const pdk_record *const no_records[] = { NULL };
static const pdk_motion_tables motion = { .rows = "telemetry", .name = "driver" };
static const pdk_services services = { .motion = &motion,
                                       .session = pdk_logged_csv_session,
                                       .session_has = PDK_HAS_CROSSINGS };

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
