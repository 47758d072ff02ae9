/* Which columns are what, and where the car was. */
#include <inttypes.h>
#include <math.h>

#include "format/logged_csv.h"

/* The column with the best name of each kind. */
void pdk_logged_csv_choose_columns(pdk_logged_csv *csv)
{
    pdk_logged_csv_column **of = csv->of;
    size_t ranks[PDK_LOGGED_IDS] = { 0 };
    for (size_t i = 0; i < csv->column_count; i++) {
        pdk_logged_csv_column *column = &csv->columns[i];
        size_t rank;
        pdk_si_unit si;
        if (i == csv->time_column || column->words) continue;
        pdk_logged_id id = pdk_logged_find(column->name, column->unit, &rank, &si);
        if (id == PDK_LOGGED_IDS || (of[id] != NULL && ranks[id] <= rank)) continue;
        if (of[id] != NULL) of[id]->id = PDK_LOGGED_IDS;
        column->id = id;
        column->si = si;
        of[id] = column;
        ranks[id] = rank;
    }
}

static double *metres(pdk_logged_csv *csv, pdk_logged_csv_column *column)
{
    double *values = pdk_alloc_array(&csv->document->memory, csv->log.rows, sizeof *values);
    for (uint64_t i = 0; i < csv->log.rows && values != NULL; i++)
        values[i] = column->values[i] * column->si.multiplier / column->si.divisor;
    column->placed = true;
    return values;
}

static pdk_status place_by_metres(pdk_logged_csv *csv, pdk_error *error)
{
    pdk_logged_csv_column *const *of = csv->of;
    csv->log.x = metres(csv, of[PDK_LOGGED_EAST]);
    csv->log.y = metres(csv, of[PDK_LOGGED_NORTH]);
    if (csv->log.x == NULL || csv->log.y == NULL)
        return pdk_fail_memory(error, &csv->document->memory, "the positions");
    for (uint64_t i = 0; i < csv->log.rows; i++)
        if (isnan(csv->log.x[i]) || isnan(csv->log.y[i])) csv->log.x[i] = csv->log.y[i] = NAN;
    return PDK_OK;
}

/* ------------------------------------------------------------------------------------------------ held samples */

static bool same_place(const pdk_logged_rows *log, uint64_t one, uint64_t other)
{
    return fabs(log->x[one] - log->x[other]) <= 0 && fabs(log->y[one] - log->y[other]) <= 0;
}

static bool is_driving(const pdk_logged_csv_column *speed, uint64_t row)
{
    static const double driving = 3; /* m/s */
    return speed != NULL && speed->values[row] * speed->si.multiplier / speed->si.divisor > driving;
}

/* A car that drives and stays where it is at the log's begin or end is not seen there: writers of logs repeat values so
 * that a beacon is inside. */
static void forget_held(pdk_logged_rows *log, const pdk_logged_csv_column *speed)
{
    uint64_t first = 0, end = log->rows;
    while (first + 1 < log->rows && same_place(log, first, first + 1) && is_driving(speed, first)) first++;
    while (end > first + 1 && same_place(log, end - 1, end - 2) && is_driving(speed, end - 1)) end--;
    for (uint64_t i = 0; i < log->rows; i++)
        if (i < first || i >= end) log->x[i] = log->y[i] = NAN;
}

/* ---------------------------------------------------------------------------------------------- between samples */

/* Rows with values of another sensor have no place themselves: it is between those of the rows before and after. */
static void place_between(pdk_logged_csv *csv)
{
    static const double most = 1.5; /* s: what is farther apart was not seen */
    pdk_logged_rows *log = &csv->log;
    uint64_t last = UINT64_MAX, filled = 0;
    for (uint64_t i = 0; i < log->rows; i++) {
        if (log->placeless[i] && isnan(log->x[i])) continue;
        bool near = last != UINT64_MAX && i - last > 1 && log->times[i] - log->times[last] <= most;
        for (uint64_t k = last + 1; near && k < i && !isnan(log->x[i] + log->x[last]); k++) {
            double part = (log->times[k] - log->times[last]) / (log->times[i] - log->times[last]);
            log->x[k] = log->x[last] + part * (log->x[i] - log->x[last]);
            log->y[k] = log->y[last] + part * (log->y[i] - log->y[last]);
            filled++;
        }
        last = i;
    }
    if (filled > 0)
        pdk_document_add_finding(csv->document, PDK_NOTE, csv->codes->position_between, PDK_NO_OFFSET, csv->codes->rows,
                                 "%" PRIu64 " of %" PRIu64 " rows have no latitude and longitude: x and y are between "
                                 "those of the rows before and after",
                                 filled, log->rows);
}

static void tell_none(pdk_logged_csv *csv)
{
    pdk_document_add_finding(csv->document, PDK_NOTE, csv->codes->position_none, PDK_NO_OFFSET, csv->codes->format,
                             "no columns have positions (latitude and longitude, or Position X and Position Y): "
                             "laps have times, but there is no way that the car drove");
    pdk_document_add_unrecorded(csv->document, "top_speed; distance");
}

static void tell_places(pdk_logged_csv *csv, bool own, bool degrees)
{
    pdk_logged_csv_column *const *of = csv->of;
    if (degrees) of[PDK_LOGGED_LATITUDE]->placed = of[PDK_LOGGED_LONGITUDE]->placed = true;
    if (!own) pdk_local_plane_add_properties(csv->document, &csv->log.plane, PDK_LIKELY);
    const pdk_logged_csv_column *one = of[own ? PDK_LOGGED_EAST : PDK_LOGGED_LATITUDE],
                                *other = of[own ? PDK_LOGGED_NORTH : PDK_LOGGED_LONGITUDE];
    pdk_document_add_evidence(csv->document, "positions are the columns \"%s\" and \"%s\"", one->name, other->name);
}

pdk_status pdk_logged_csv_place(pdk_logged_csv *csv, pdk_error *error)
{
    pdk_logged_csv_column *const *of = csv->of;
    pdk_status status = PDK_OK;
    bool degrees = of[PDK_LOGGED_LATITUDE] != NULL && of[PDK_LOGGED_LONGITUDE] != NULL,
         own = of[PDK_LOGGED_EAST] != NULL && of[PDK_LOGGED_NORTH] != NULL && (csv->own_metres || !degrees);
    if (degrees && csv->log.rows > 0) {
        csv->log.latitudes = of[PDK_LOGGED_LATITUDE]->values;
        csv->log.longitudes = of[PDK_LOGGED_LONGITUDE]->values;
    }
    if (own && csv->log.rows > 0) status = place_by_metres(csv, error);
    else if (degrees && csv->log.rows > 0)
        status = pdk_logged_place(&csv->log, csv->codes->position_lost, csv->codes->rows, error);
    if (status != PDK_OK) return status;
    if (csv->log.x == NULL) {
        csv->log.latitudes = csv->log.longitudes = NULL; /* they are columns like others */
        tell_none(csv);
        return PDK_OK;
    }
    tell_places(csv, own, degrees);
    if (!own) place_between(csv);
    forget_held(&csv->log, of[PDK_LOGGED_SPEED]);
    return PDK_OK;
}

void pdk_logged_csv_add_table(pdk_logged_csv *csv)
{
    pdk_logged_table to;
    if (!pdk_logged_table_begin(&to, &csv->log, "a row for each line of the data", csv->column_count)) return;
    for (size_t i = 0; i < csv->column_count && !csv->document->failed; i++) {
        const pdk_logged_csv_column *column = &csv->columns[i];
        if (i == csv->time_column || column->placed || column->words) continue;
        pdk_logged_table_add(&to,
                             &(pdk_logged_values){ .name = column->name,
                                                   .unit = column->unit,
                                                   .values = column->values,
                                                   .plain = column->id == PDK_LOGGED_IDS },
                             i);
    }
    pdk_logged_table_end(&to);
}
