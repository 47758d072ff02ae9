/* The answer `positions`: everybody's place at the end of each lap. */
#include <math.h>

#include "analysis/columns.h"
#include "analysis/race/laps.h"
#include "base/binary_search.h"
#include "base/merge_sort.h"

typedef struct position_row {
    uint32_t lap, slot, position, laps_down;
    pdk_text driver;
    double time, gap, interval;
} position_row;

static const pdk_member members[] = {
    PDK_COUNT_COLUMN("lap", "from 1", PDK_ROLE_LAP, offsetof(position_row, lap)),
    PDK_DRIVER_COLUMNS(offsetof(position_row, driver), offsetof(position_row, slot)),
    PDK_COUNT_COLUMN("position", "in a race by who completed the lap first; otherwise by best lap so far",
                     PDK_ROLE_NONE, offsetof(position_row, position)),
    PDK_TIME_COLUMN("time", "of the session's clock: when the lap ended", PDK_ROLE_TIME, offsetof(position_row, time)),
    PDK_TIME_COLUMN("gap_to_leader", "null for drivers who are laps down", PDK_ROLE_NONE, offsetof(position_row, gap)),
    PDK_TIME_COLUMN("interval", "to the one before; null where that is a lap ahead, and unless it is a race",
                    PDK_ROLE_NONE, offsetof(position_row, interval)),
    PDK_COUNT_COLUMN("laps_down", "laps behind the leader; null unless it is a race", PDK_ROLE_NONE,
                     offsetof(position_row, laps_down)),
    PDK_COLUMNS_END,
};

static int by_lap(const void *a, const void *b, void *user)
{
    const position_row *one = a, *other = b;
    (void)user;
    if (one->lap != other->lap) return one->lap < other->lap ? -1 : 1;
    if (one->position != other->position) return one->position < other->position ? -1 : 1;
    return (one->time > other->time) - (one->time < other->time);
}

static int by_time(const void *a, const void *b, void *user)
{
    double one = *(const double *)a, other = *(const double *)b;
    (void)user;
    return (one > other) - (one < other);
}

/* When each lap was first complete, by the leader: rising, so laps down are found by time. */
static size_t first_ends(const position_row *rows, size_t count, double *ends)
{
    size_t laps = 0;
    for (size_t i = 0; i < count; i++) {
        bool first = i == 0 || rows[i].lap != rows[i - 1].lap;
        double end = HUGE_VAL;
        for (size_t k = i; first && k < count && rows[k].lap == rows[i].lap; k++) end = fmin(end, rows[k].time);
        if (first) ends[laps++] = end;
    }
    return laps;
}

static bool set_race_gaps(position_row *rows, size_t count, pdk_memory *memory)
{
    double *ends = pdk_alloc_array(memory, count, sizeof *ends);
    if (ends == NULL) return false;
    size_t laps = first_ends(rows, count, ends);
    if (!pdk_merge_sort(memory, ends, laps, sizeof *ends, by_time, NULL)) return false;
    uint32_t here = 0; /* laps up to this one */
    for (size_t i = 0; i < count; i++) {
        bool first = i == 0 || rows[i].lap != rows[i - 1].lap;
        here += first;
        size_t complete = pdk_first_double_not_below(ends, laps, rows[i].time); /* by somebody */
        rows[i].laps_down = complete > here ? (uint32_t)(complete - here) : 0;
        if (first) continue;
        double interval = rows[i].time - rows[i - 1].time;
        bool lapped = complete > here && here < laps && interval > ends[here] - ends[here - 1];
        rows[i].interval = lapped ? NAN : interval;
    }
    pdk_free(memory, ends);
    return true;
}

static pdk_status make(pdk_answers *answers, void *made, pdk_error *error)
{
    (void)made;
    const pdk_laps *laps;
    pdk_status status = pdk_answers_laps(answers, &laps, error);
    if (status != PDK_OK) return status;
    position_row *rows = pdk_alloc_array(answers->memory, laps->lap_count, sizeof *rows);
    if (rows == NULL) return pdk_fail_memory(error, answers->memory, "positions");
    const pdk_analysis_options *options = &answers->options;
    size_t count = 0;
    for (size_t i = 0; i < laps->lap_count; i++) {
        const pdk_driven_lap *lap = &laps->laps[i];
        bool late = (options->has_until && lap->end_time > options->until) ||
                    (options->until_lap > 0 && lap->lap > options->until_lap);
        if (!isfinite(lap->end_time) || late || lap->kind == PDK_LAP_FORMATION) continue;
        rows[count++] = (position_row){ .lap = lap->lap,
                                        .slot = lap->slot,
                                        .position = lap->position,
                                        .laps_down = UINT32_MAX,
                                        .driver = lap->driver,
                                        .time = lap->end_time,
                                        .gap = lap->gap_to_leader,
                                        .interval = NAN };
    }
    bool good = pdk_merge_sort(answers->memory, rows, count, sizeof *rows, by_lap, NULL) &&
                (!laps->is_race || set_race_gaps(rows, count, answers->memory));
    if (!good) return pdk_fail_memory(error, answers->memory, "positions");
    return pdk_answer_table(answers, rows, count, sizeof *rows, members, error);
}

const pdk_step pdk_step_positions = { .name = "positions",
                                      .meaning = "a row for each driver and completed lap",
                                      .needs = PDK_NEEDS(laps),
                                      .make = make,
                                      .have = pdk_have_laps,
                                      .decide = pdk_decide_laps };
