/* Le Mans Ultimate's telemetry: a DuckDB database of the player's own car. What is in it is read by DuckDB, which the
 * caller gives us (model/database.h). */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "format/format.h"
#include "format/lmu_telemetry/lmu.h"
#include "format/lmu_telemetry/lmu_layout.h"

static const char magic[4] = { 'D', 'U', 'C', 'K' };

static size_t magic_at(void)
{
    return pdk_record_field(&pdk_lmu_header, "magic")->offset;
}

static bool has_magic(pdk_bytes bytes)
{
    return bytes.size >= magic_at() + sizeof magic && memcmp(bytes.data + magic_at(), magic, sizeof magic) == 0;
}

static int probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    bool named = strcmp(probe->extension, ".duckdb") == 0;
    if (!has_magic(probe->bytes)) {
        if (!named) return 0;
        snprintf(reason, capacity, "the name ends in .duckdb, but the tag DUCK is missing");
        return PDK_SCORE_EXTENSION;
    }
    snprintf(reason, capacity, "the tag DUCK at %zu: a DuckDB database", magic_at());
    return named ? PDK_SCORE_CERTAIN : PDK_SCORE_MAGIC;
}

static pdk_status check_header(pdk_document *document, pdk_error *error)
{
    pdk_bytes bytes = document->content;
    if (!has_magic(bytes)) {
        char hex[48];
        size_t at = bytes.size < magic_at() ? bytes.size : magic_at(), left = bytes.size - at;
        pdk_hex(hex, bytes.data + at, left < sizeof magic ? left : sizeof magic);
        return pdk_fail_where(error, PDK_E_CORRUPT, at, "lmu-telemetry.magic", "lmu-telemetry.header.magic",
                              "expected DUCK, found %s", hex);
    }
    if (bytes.size >= pdk_lmu_header.size) return PDK_OK;
    return pdk_fail_where(error, PDK_E_TRUNCATED, bytes.size, "lmu-telemetry.truncated", "lmu-telemetry.header",
                          "the file has %zu bytes: it ends inside of the header", bytes.size);
}

static pdk_status read_database(pdk_lmu *log, pdk_error *error)
{
    pdk_status status = pdk_database_open(log->document, error);
    if (status == PDK_OK) status = pdk_lmu_find_series(log, error);
    if (status == PDK_OK && log->document->partial) status = pdk_lmu_leave_out_damaged(log, error);
    if (status == PDK_OK) status = pdk_lmu_add_properties(log, error);
    if (status == PDK_OK) status = pdk_lmu_set_clock(log, error);
    if (status == PDK_OK) status = pdk_lmu_find_places(log, error);
    if (status == PDK_OK) status = pdk_lmu_choose_inputs(log, error);
    if (status == PDK_OK) status = pdk_lmu_find_laps(log, error);
    return status;
}

static pdk_status open_document(pdk_document *document, pdk_error *error)
{
    pdk_status status = check_header(document, error);
    if (status != PDK_OK) return status;
    pdk_lmu *log = pdk_document_new_state(document, sizeof *log);
    if (log == NULL) return pdk_document_built(document, error);
    log->document = document;
    pdk_document_add_region(document, "header", &pdk_lmu_header, 0, pdk_lmu_header.size, 1);
    status = read_database(log, error);
    if (status != PDK_OK) return status;
    if (log->moments > 0)
        pdk_document_add_number(document, "duration",
                                pdk_lmu_moment(log, (double)(log->moments - 1)) - pdk_lmu_moment(log, 0), "s",
                                "from the first sample to the last", PDK_LIKELY);
    pdk_lmu_add_motion(log);
    status = pdk_lmu_add_events(log, error);
    if (status != PDK_OK) return status;
    pdk_lmu_add_tables(log);
    if (log->x == NULL) pdk_document_add_unrecorded(document, "top_speed; distance");
    return pdk_document_built(document, error);
}

static const pdk_motion_tables motion = { .rows = "telemetry", .name = "driver" };
static const pdk_services services = { .motion = &motion,
                                       .session = pdk_lmu_read_session,
                                       .session_has = PDK_HAS_CROSSINGS | PDK_HAS_PITS };

const pdk_format pdk_format_lmu_telemetry = {
    .info = { .id = "lmu-telemetry",
              .title = "Le Mans Ultimate telemetry",
              .extensions = ".duckdb",
              .abilities = PDK_CAN_READ | PDK_CAN_CHECK,
              .certainty = PDK_LIKELY,
              .basis = "what public readers of such files agree on; we have not seen one that the game wrote",
              .records = pdk_lmu_records },
    .probe = probe,
    .open = open_document,
    .check = pdk_lmu_check,
    .services = &services,
};
