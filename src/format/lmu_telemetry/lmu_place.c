/* The car's way: latitudes and longitudes, which the game makes from its own places around an invented origin. Between
 * them, the way is a curve through them: they are 0.1 s apart, which is 8 m on a straight. */
#include <math.h>

#include "base/trigonometry.h"
#include "format/lmu_telemetry/lmu.h"
#include "model/plane_rows.h"

/* No car is faster, m/s: two places further apart are a jump, to the garage or back. */
static const double fastest_car = 150;

static pdk_status place_all(pdk_lmu *log, const double *latitudes, const double *longitudes, pdk_error *error)
{
    pdk_plane_rows rows = { latitudes, longitudes, NULL, log->places };
    pdk_plane_places places;
    pdk_status status = pdk_plane_rows_place(&log->document->memory, &rows, &places, error);
    if (status != PDK_OK) return status;
    pdk_lost_places lost = { places.lost, log->places, pdk_lmu_time(log, log->place_rate, places.first) };
    pdk_document_add_lost_places(log->document, "lmu-telemetry.position.lost", PDK_NO_OFFSET, "lmu-telemetry", lost);
    log->plane = places.plane;
    log->x = places.x;
    log->y = places.y;
    return PDK_OK;
}

pdk_status pdk_lmu_find_places(pdk_lmu *log, pdk_error *error)
{
    pdk_lmu_series *latitude = pdk_lmu_find(&log->channels, "GPS Latitude"),
                   *longitude = pdk_lmu_find(&log->channels, "GPS Longitude");
    bool pair = latitude != NULL && longitude != NULL && latitude->parts == 1 && longitude->parts == 1 &&
                latitude->rows == longitude->rows && fabs(latitude->rate - longitude->rate) <= 0;
    const double *latitudes, *longitudes;
    if (pair) {
        log->places = latitude->rows;
        log->place_rate = latitude->rate;
        pdk_status status = pdk_lmu_read(log, &latitude->values[0], &latitudes, error);
        if (status == PDK_OK) status = pdk_lmu_read(log, &longitude->values[0], &longitudes, error);
        if (status == PDK_OK) status = place_all(log, latitudes, longitudes, error);
        if (status != PDK_OK) return status;
    }
    if (log->x == NULL)
        pdk_document_add_finding(log->document, PDK_NOTE, "lmu-telemetry.position.none", PDK_NO_OFFSET, "lmu-telemetry",
                                 "the channels GPS Latitude and GPS Longitude have no positions: laps have times, but "
                                 "there is no way that the car drove");
    return PDK_OK;
}

static bool is_known(const pdk_lmu *log, uint64_t index)
{
    return index < log->places && !isnan(log->x[index]);
}

/* The neighbour of a step's end, on the other side; where there is none, as if the step went on. */
static double beyond(const double *values, const pdk_lmu *log, uint64_t end, uint64_t other, uint64_t neighbour)
{
    return is_known(log, neighbour) ? values[neighbour] : 2 * values[end] - values[other];
}

/* Catmull and Rom's cubic: it goes through all places. */
static double on_curve(const double *values, const pdk_lmu *log, uint64_t index, double part)
{
    double b = values[index], c = values[index + 1];
    double a = beyond(values, log, index, index + 1, index > 0 ? index - 1 : UINT64_MAX);
    double d = beyond(values, log, index + 1, index, index + 2);
    return b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)));
}

bool pdk_lmu_place(const pdk_lmu *log, uint64_t moment, double place[2])
{
    double position = (double)moment * log->place_rate / log->clock_rate;
    uint64_t index = (uint64_t)position;
    double part = position - (double)index;
    if (!is_known(log, index)) return false;
    place[0] = log->x[index];
    place[1] = log->y[index];
    if (part < 1e-9) return true;
    if (!is_known(log, index + 1)) return false;
    double step = pdk_hypot(log->x[index + 1] - log->x[index], log->y[index + 1] - log->y[index]);
    if (step * log->place_rate > fastest_car) return true; /* it is still where it was */
    place[0] = on_curve(log->x, log, index, part);
    place[1] = on_curve(log->y, log, index, part);
    return true;
}
