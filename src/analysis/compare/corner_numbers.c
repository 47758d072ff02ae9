/* Numbers for the runs of a comparison: those of the reference's own corners, so that turn 4 is turn 4 everywhere. */
#include <math.h>

#include "analysis/compare/comparison.h"

#include "base/trigonometry.h"

enum { MOST_CORNERS = 400 };

static const double nearest_enough = 40; /* m from the reference's way to a corner's apex */

/* Where the reference passes a place; NaN where it does not come near. */
static double station_of(const pdk_trace *trace, double x, double y)
{
    double least = nearest_enough, found = NAN;
    for (size_t i = 0; i < trace->count; i++) {
        double dx = trace->channels[PDK_TRACE_X][i] - x, dy = trace->channels[PDK_TRACE_Y][i] - y;
        if (dx * dx + dy * dy > 1.001 * least * least) continue; /* most are far away */
        double away = pdk_hypot(dx, dy);
        if (!(away < least)) continue;
        least = away;
        found = trace->station[i];
    }
    return found;
}

/* None where the recording does not show its corners. */
static pdk_status read_corners(const pdk_lap_comparison *comparison, double stations[MOST_CORNERS], size_t *count,
                               pdk_error *error)
{
    const pdk_compare_options *options = comparison->options;
    const pdk_table *corners = NULL;
    *count = 0;
    pdk_status status = pdk_answer_with_progress(comparison->references[0].document, "corners", options->progress,
                                                 options->progress_user, &corners, error);
    if (status != PDK_OK) return status == PDK_E_UNSUPPORTED ? PDK_OK : status;
    size_t rows = pdk_table_rows(corners) < MOST_CORNERS ? (size_t)pdk_table_rows(corners) : MOST_CORNERS;
    double x[MOST_CORNERS], y[MOST_CORNERS];
    status = pdk_table_read_f64(corners, pdk_table_find_column(corners, "x"), 0, rows, x, error);
    if (status == PDK_OK) status = pdk_table_read_f64(corners, pdk_table_find_column(corners, "y"), 0, rows, y, error);
    if (status != PDK_OK) return status;
    for (size_t i = 0; i < rows; i++) stations[i] = station_of(&comparison->traces[0], x[i], y[i]);
    *count = rows;
    return PDK_OK;
}

/* The first and last corner whose apex is in the run; false = none. */
static bool number_run(pdk_corner_run *run, const double *stations, size_t count)
{
    run->corner = run->last_corner = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(stations[i] >= run->start && stations[i] < run->end)) continue;
        if (run->corner == 0) run->corner = (uint32_t)i + 1;
        run->last_corner = (uint32_t)i + 1;
    }
    return run->corner > 0;
}

pdk_status pdk_compare_number_corners(pdk_lap_comparison *comparison, pdk_error *error)
{
    double stations[MOST_CORNERS];
    size_t count, kept = 0;
    pdk_status status = read_corners(comparison, stations, &count, error);
    if (count == 0) return status; /* runs keep the numbers they have: 1, 2 ... by their order */
    pdk_corner_run *runs = comparison->corners;
    for (size_t i = 0; i < comparison->corner_count; i++) {
        pdk_corner_run run = runs[i];
        if (!number_run(&run, stations, count) && kept > 0) runs[kept - 1].end = run.end; /* braking for no corner */
        else runs[kept++] = run;
    }
    comparison->corner_count = kept;
    return PDK_OK;
}
