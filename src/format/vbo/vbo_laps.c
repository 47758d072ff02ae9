/* Laps: where the car crosses the lines of [laptiming], if they are of this track; otherwise where a channel counts
 * laps. */
#include <inttypes.h>
#include <math.h>

#include "base/merge_sort.h"
#include "base/nocase.h"
#include "base/number.h"
#include "format/vbo/vbo.h"

static const double widened = 25, same_track = 10000; /* m */
static const double least_lap = 20;                   /* s */

/* A line of timing in metres. */
typedef struct gate {
    double middle[2], along[2], half; /* unit vector along the line */
    double heading[2];                /* of the first crossing; 0, 0 = there is none yet */
    uint32_t sector;
    bool finish;
    double last; /* s, of its last crossing */
} gate;

static bool make_gate(const pdk_vbo *vbo, const pdk_vbo_timing *timing, gate *made)
{
    double ends[2][2];
    for (size_t i = 0; i < 2; i++) {
        pdk_geographic place = pdk_vbo_degrees(vbo, timing->ends[i][1], timing->ends[i][0]);
        if (!pdk_geographic_is_fix(place)) return false;
        pdk_local_plane_metres(&vbo->log.plane, place, &ends[i][0], &ends[i][1]);
    }
    double x = ends[1][0] - ends[0][0], y = ends[1][1] - ends[0][1], length = sqrt(x * x + y * y);
    *made = (gate){ .middle = { (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2 },
                    .half = fmax(length / 2, widened),
                    .sector = timing->sector,
                    .finish = timing->finish,
                    .last = -HUGE_VAL };
    if (length > 0) {
        made->along[0] = x / length;
        made->along[1] = y / length;
    }
    return length > 0;
}

/* How far the nearest position is, m. */
static double distance_to(const pdk_vbo *vbo, const gate *line)
{
    double nearest = HUGE_VAL;
    for (uint64_t i = 0; i < vbo->log.rows; i++) {
        double x = vbo->log.x[i] - line->middle[0], y = vbo->log.y[i] - line->middle[1], square = x * x + y * y;
        if (square < nearest) nearest = square;
    }
    return sqrt(nearest);
}

/* `found`: by where the car was, not by a channel. */
static bool push(pdk_vbo *vbo, double time, uint32_t sector, bool found)
{
    pdk_session_crossing *crossing = pdk_vector_push(&vbo->log.crossings);
    time = pdk_round_computed(time);
    if (crossing == NULL) vbo->document->failed = true;
    else
        *crossing = (pdk_session_crossing){
            .time = time, .record_time = time, .sector = sector, .lap_time = NAN, .found = found
        };
    return crossing != NULL;
}

/* The share of the way from one place to another at which it leads over the line; NaN = it does not. */
static double share_of(const gate *line, const double from[2], const double to[2])
{
    double across[2] = { -line->along[1], line->along[0] };
    double before = (from[0] - line->middle[0]) * across[0] + (from[1] - line->middle[1]) * across[1],
           behind = (to[0] - line->middle[0]) * across[0] + (to[1] - line->middle[1]) * across[1];
    if (!((before < 0) != (behind < 0))) return NAN;
    double share = before / (before - behind), x = from[0] + share * (to[0] - from[0]) - line->middle[0],
           y = from[1] + share * (to[1] - from[1]) - line->middle[1];
    return fabs(x * line->along[0] + y * line->along[1]) <= line->half ? share : NAN;
}

/* One piece of the way, from a time to another. */
static void cross(pdk_vbo *vbo, gate *line, const double from[2], const double to[2], double start, double end)
{
    double share = share_of(line, from, to), way[2] = { to[0] - from[0], to[1] - from[1] };
    if (isnan(share) || way[0] * line->heading[0] + way[1] * line->heading[1] < 0) return;
    double time = start + share * (end - start);
    if (time < line->last + least_lap) return;
    line->heading[0] = way[0];
    line->heading[1] = way[1];
    line->last = time;
    push(vbo, time, line->sector, true);
}

/* The whole way, and one step more at both ends: a recording of one lap begins after its line and ends before it. */
static void cross_all(pdk_vbo *vbo, gate *line)
{
    uint64_t last = UINT64_MAX, first = UINT64_MAX, before = 0;
    for (uint64_t i = 0; i < vbo->log.rows; i++) {
        if (isnan(vbo->log.x[i])) continue;
        const double to[2] = { vbo->log.x[i], vbo->log.y[i] };
        if (last != UINT64_MAX) {
            const double from[2] = { vbo->log.x[last], vbo->log.y[last] };
            double step = vbo->log.times[i] - vbo->log.times[last];
            if (first == UINT64_MAX && step <= 1) { /* it came as it went on */
                const double ahead[2] = { 2 * from[0] - to[0], 2 * from[1] - to[1] };
                cross(vbo, line, ahead, from, vbo->log.times[last] - step, vbo->log.times[last]);
            }
            first = 0;
            if (step <= 2)
                cross(vbo, line, from, to, vbo->log.times[last], vbo->log.times[i]); /* else it was not seen */
            before = last;
        }
        last = i;
    }
    if (first == UINT64_MAX || last == before) return;
    double step = vbo->log.times[last] - vbo->log.times[before];
    const double from[2] = { vbo->log.x[last], vbo->log.y[last] },
                 on[2] = { 2 * from[0] - vbo->log.x[before], 2 * from[1] - vbo->log.y[before] };
    if (step <= 1) cross(vbo, line, from, on, vbo->log.times[last], vbo->log.times[last] + step);
}

static void tell_elsewhere(pdk_vbo *vbo, const pdk_vbo_timing *timing, double distance)
{
    pdk_document_add_finding(vbo->document, PDK_WARNING, "vbo.timing.elsewhere", timing->offset, "vbo.laptiming",
                             "this line of timing is %.0f km from the nearest position: it is of another track and is "
                             "not used",
                             distance / 1000);
}

static void cross_lines(pdk_vbo *vbo)
{
    const pdk_vbo_timing *all = vbo->timing.items;
    bool has_finish = false;
    for (size_t i = 0; i < vbo->timing.count; i++) has_finish |= all[i].finish;
    for (size_t i = 0; i < vbo->timing.count && vbo->log.x != NULL; i++) {
        gate line;
        if (!make_gate(vbo, &all[i], &line)) {
            pdk_document_add_finding(vbo->document, PDK_WARNING, "vbo.timing", all[i].offset, "vbo.laptiming",
                                     "this line of timing has no length, or is no place on Earth");
            continue;
        }
        double distance = distance_to(vbo, &line);
        if (!(distance <= same_track)) {
            tell_elsewhere(vbo, &all[i], distance);
            continue;
        }
        size_t first = vbo->log.crossings.count;
        cross_all(vbo, &line);
        pdk_session_crossing *made = vbo->log.crossings.items;
        bool opens = has_finish && !line.finish && line.sector == 0;
        for (size_t k = first; k < vbo->log.crossings.count; k++) made[k].opens = opens;
    }
}

/* ---------------------------------------------------------------------------------------------------- by a channel */

static bool counts_laps(const char *name)
{
    return pdk_compare_nocase(name, "lap") == 0 || pdk_compare_nocase(name, "lap_number") == 0 ||
           pdk_compare_nocase(name, "lap number") == 0;
}

static void count_laps(pdk_vbo *vbo)
{
    for (size_t c = 0; c < vbo->column_count && vbo->log.crossings.count == 0; c++) {
        const double *values = vbo->columns[c].values;
        if (!counts_laps(vbo->columns[c].name)) continue;
        double last = NAN;
        for (uint64_t i = 0; i < vbo->log.rows; i++) {
            if (isnan(values[i])) continue;
            if (values[i] > last && !push(vbo, vbo->log.times[i], 0, false)) return;
            last = values[i];
        }
        if (vbo->log.crossings.count == 0) continue;
        pdk_document_add_evidence(vbo->document, "laps are by the channel \"%s\"", vbo->columns[c].name);
        pdk_document_add_finding(
            vbo->document, PDK_NOTE, "vbo.laps.channel", PDK_NO_OFFSET, "vbo",
            "no line of timing is crossed: laps are by the channel \"%s\", which steps from row to "
            "row",
            vbo->columns[c].name);
    }
}

static int by_time(const void *one, const void *other, void *user)
{
    (void)user;
    const pdk_session_crossing *a = one, *b = other;
    return (a->time > b->time) - (a->time < b->time);
}

/* Numbers of laps; lines before the first of the start belong to no lap. */
static void number_laps(pdk_vbo *vbo)
{
    pdk_session_crossing *all = vbo->log.crossings.items;
    size_t kept = 0;
    uint32_t lap = 0;
    bool begun = false;
    for (size_t i = 0; i < vbo->log.crossings.count; i++) {
        pdk_session_crossing crossing = all[i];
        if (!begun && crossing.sector > 0) continue;
        if (!begun) crossing.opens = true;
        crossing.lap = lap;
        crossing.row = kept;
        if (begun && crossing.sector == 0 && !crossing.opens) lap++;
        begun = true;
        all[kept++] = crossing;
    }
    vbo->log.crossings.count = kept;
}

pdk_status pdk_vbo_find_laps(pdk_vbo *vbo, pdk_error *error)
{
    pdk_memory *memory = &vbo->document->memory;
    vbo->log.crossings = pdk_vector_of(memory, sizeof(pdk_session_crossing));
    cross_lines(vbo);
    if (vbo->log.crossings.count > 0)
        pdk_document_add_evidence(vbo->document, "laps are from line to line of [laptiming]: %zu crossings",
                                  vbo->log.crossings.count);
    count_laps(vbo);
    if (vbo->document->failed) return pdk_document_built(vbo->document, error);
    if (!pdk_merge_sort(memory, vbo->log.crossings.items, vbo->log.crossings.count, sizeof(pdk_session_crossing),
                        by_time, NULL))
        return pdk_fail_memory(error, memory, "the crossings");
    number_laps(vbo);
    return PDK_OK;
}
