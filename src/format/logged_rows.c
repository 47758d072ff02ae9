#include "format/logged_rows.h"

#include <inttypes.h>
#include <math.h>

#include "model/plane_rows.h"

enum { NAME_SIZE = 64 };

void pdk_logged_fault_add(pdk_logged_fault *fault, uint64_t offset)
{
    if (fault->count++ == 0) fault->first = offset;
}

void pdk_logged_fault_tell(pdk_document *document, pdk_severity severity, const char *code, pdk_logged_fault fault,
                           const char *where, const char *sentence)
{
    if (fault.count == 0) return;
    pdk_document_add_finding(document, severity, code, fault.first, where, "%s: %" PRIu64, sentence, fault.count);
}

/* ------------------------------------------------------------------------------------------------------ places */

pdk_status pdk_logged_place(pdk_logged_rows *log, const char *code, const char *where, pdk_error *error)
{
    pdk_plane_rows rows = { log->latitudes, log->longitudes, log->placeless, log->rows };
    pdk_plane_places places;
    pdk_status status = pdk_plane_rows_place(&log->document->memory, &rows, &places, error);
    if (status != PDK_OK) return status;
    if (places.lost > 0)
        pdk_document_add_lost_places(log->document, code, PDK_NO_OFFSET, where,
                                     (pdk_lost_places){ places.lost, log->rows, log->times[places.first] });
    if (places.x == NULL) return PDK_OK;
    log->plane = places.plane;
    log->x = places.x;
    log->y = places.y;
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------------- table */

/* A name that the table has not yet. */
static const char *own_name(const pdk_logged_table *to, const char *wanted, size_t index)
{
    char name[NAME_SIZE];
    pdk_memory *memory = &to->log->document->memory;
    pdk_logged_name(name, sizeof name, wanted);
    const char *kept =
        name[0] != '\0' ? pdk_keep(memory, name) : pdk_keep_printf(memory, "column_%u", (unsigned)index + 1);
    for (unsigned more = (unsigned)index + 1; kept != NULL && pdk_table_find_column(to->table, kept) != PDK_NO_COLUMN;
         more++)
        kept = pdk_keep_printf(memory, "%s_%u", name[0] != '\0' ? name : "column", more);
    if (kept == NULL) to->log->document->failed = true;
    return kept != NULL ? kept : "";
}

static void scale(const pdk_logged_rows *log, double *values, const pdk_si_unit *si)
{
    for (uint64_t i = 0; i < log->rows; i++) values[i] = values[i] * si->multiplier / si->divisor;
}

void pdk_logged_table_add(pdk_logged_table *to, const pdk_logged_values *column, size_t index)
{
    size_t rank;
    pdk_si_unit si;
    pdk_logged_id id = pdk_logged_find(column->name, column->unit, &rank, &si);
    bool known =
        id != PDK_LOGGED_IDS && !column->plain && !to->taken[id] && (id != PDK_LOGGED_HEIGHT || to->log->x != NULL);
    if (!known) si = pdk_si_unit_of(column->unit);
    pdk_column_info info = {
        .type = PDK_FLOAT64, .unit = si.unit, .meaning = column->meaning, .certainty = PDK_LIKELY
    };
    if (known) {
        info = pdk_logged_column(id, &si, PDK_LIKELY);
        to->taken[id] = true;
    }
    info.name = own_name(to, known ? info.name : column->name, index);
    scale(to->log, column->values, &si);
    pdk_table_add_array(to->table, info, column->values);
    pdk_table_set_sentinel(to->table, NAN);
}

static void add_places(pdk_logged_table *to)
{
    const pdk_logged_rows *log = to->log;
    const pdk_si_unit metre = { "m", 1, 1 }, degree = { "deg", 1, 1 };
    const struct {
        pdk_logged_id id;
        const pdk_si_unit *si;
        const double *values;
    } all[] = { { PDK_LOGGED_EAST, &metre, log->x },
                { PDK_LOGGED_NORTH, &metre, log->y },
                { PDK_LOGGED_LATITUDE, &degree, log->latitudes },
                { PDK_LOGGED_LONGITUDE, &degree, log->longitudes } };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].values == NULL) continue;
        pdk_table_add_array(to->table, pdk_logged_column(all[i].id, all[i].si, PDK_LIKELY), all[i].values);
        pdk_table_set_sentinel(to->table, NAN);
        to->taken[all[i].id] = true;
    }
}

bool pdk_logged_table_begin(pdk_logged_table *to, pdk_logged_rows *log, const char *meaning, size_t columns)
{
    *to = (pdk_logged_table){ .log = log };
    to->table = pdk_document_add_table(log->document, "telemetry", meaning, log->rows, columns + 6);
    if (to->table == NULL) return false;
    pdk_table_add_array(to->table,
                        (pdk_column_info){ .name = "time",
                                           .type = PDK_FLOAT64,
                                           .unit = "s",
                                           .meaning = "since the first row",
                                           .role = PDK_ROLE_TIME,
                                           .certainty = PDK_LIKELY },
                        log->times);
    if (log->x != NULL) add_places(to);
    return true;
}

/* A way needs heights: where there are none it is flat. */
static void add_flat(pdk_logged_table *to)
{
    const pdk_logged_rows *log = to->log;
    double *none = pdk_alloc_array(&log->document->memory, log->rows, sizeof *none);
    const pdk_si_unit metre = { "m", 1, 1 };
    pdk_column_info info = pdk_logged_column(PDK_LOGGED_HEIGHT, &metre, PDK_LIKELY);
    info.nullable = false;
    info.meaning = "0 everywhere: no heights are logged";
    if (none == NULL) log->document->failed = true;
    else pdk_table_add_array(to->table, info, none);
}

void pdk_logged_table_end(pdk_logged_table *to)
{
    if (to->log->x != NULL && !to->taken[PDK_LOGGED_HEIGHT]) add_flat(to);
    pdk_table_set_sorted(to->table, "time");
}

/* ----------------------------------------------------------------------------------------------------- session */

pdk_status pdk_logged_session(const pdk_logged_rows *log, pdk_memory *memory, pdk_session *session, pdk_error *error)
{
    pdk_session_driver *driver = pdk_alloc(memory, sizeof *driver);
    if (driver == NULL) return pdk_fail_memory(error, memory, "the session");
    *driver = (pdk_session_driver){ .name = pdk_document_text(log->document, "driver"),
                                    .co_driver = { "", 0 },
                                    .vehicle = pdk_document_text(log->document, "vehicle"),
                                    .entry_time = NAN,
                                    .exit_time = NAN };
    session->drivers = driver;
    session->driver_count = 1;
    session->track = pdk_document_text(log->document, "track");
    session->start_time = log->rows > 0 ? log->times[0] : 0;
    session->end_time = log->rows > 0 ? log->times[log->rows - 1] : 0;
    session->crossings = log->crossings.items;
    session->crossing_count = log->crossings.count;
    session->has_crossings = log->crossings.count > 0;
    return PDK_OK;
}
