/* Laps from crossings. Crossings show which lap ends (or is divided) there, so what is missing between two of them is
 * seen, and the next often shows it: a stored time says when its lap began. */
#include <math.h>

#include "analysis/race/laps.h"
#include "base/binary_search.h"
#include "track/gate.h"

static const uint32_t first_unknown = UINT32_MAX;
/* Two crossings of the same line on the same lap closer together than this are duplicates, s. */
static const double same_crossing = 1;
/* A lap that starts within this time of the end of the recording is ignored, s. */
static const double at_once = 1e-3;

/* The lap that is being driven. */
typedef struct open_lap {
    bool begun;
    uint32_t number; /* from 0; first_unknown = unknown so far */
    bool guessed;    /* the number */
    double start;
    bool at_line;                       /* it began at one, or at the start of a race */
    bool found;                         /* the line that it began at is not recorded: poses show it */
    double shift;                       /* by poses it began so much later than `start` */
    double splits[PDK_SESSION_SECTORS]; /* since the start, [sector]; NaN = not crossed, or without time */
} open_lap;

typedef struct builder {
    pdk_laps *laps;
    const pdk_race_entry *entry;
    uint32_t entry_number;
    pdk_vector *made; /* pdk_driven_lap */
    size_t own;       /* the entry's first of them */
    open_lap lap;
    const pdk_session_crossing *last_line;
    size_t visit;        /* those before it are passed */
    uint32_t unnumbered; /* the last laps that were made, whose numbers the next crossing shows */
    bool failed;
} builder;

static void begin(builder *build, uint32_t number, double start)
{
    build->lap = (open_lap){ .begun = true, .number = number, .start = start };
    for (int i = 0; i < PDK_SESSION_SECTORS; i++) build->lap.splits[i] = NAN;
}

/* From the line or the race's start. */
static void begin_at_line(builder *build, uint32_t number, const pdk_session_crossing *line)
{
    begin(build, number, line->time);
    build->lap.at_line = true;
    build->lap.found = line->found;
    build->lap.shift = line->shift;
}

/* Sector times: differences of splits that follow each other. */
static void set_sectors(pdk_driven_lap *lap, const open_lap *open, uint32_t sectors)
{
    double before = 0;
    for (uint32_t i = 0; i < PDK_SESSION_SECTORS; i++) {
        double split = i + 1 < sectors ? open->splits[i + 1] : i + 1 == sectors && sectors > 1 ? lap->lap_time : NAN;
        lap->sector_time[i] =
            split > before ? round((split - before) * 1e9) / 1e9 : NAN; /* as written, not 27.7299999 */
        before = split;
    }
}

/* Adds the open lap with this end; a lap of the same number that never ended gives way to it. */
static void add(builder *build, double end, double lap_time, pdk_lap_source source, uint32_t reasons)
{
    open_lap *open = &build->lap;
    if (!open->begun || open->number == first_unknown) return;
    pdk_driven_lap *made = build->made->items, *lap = NULL;
    size_t count = build->made->count;
    if (count > build->own && made[count - 1].lap == open->number + 1 && made[count - 1].kind == PDK_LAP_INCOMPLETE)
        lap = &made[count - 1];
    else lap = pdk_vector_push(build->made);
    if (lap == NULL) {
        build->failed = true;
        return;
    }
    bool whole = isfinite(end) && isfinite(lap_time);
    *lap = (pdk_driven_lap){ .driver = build->entry->name,
                             .slot = build->entry->slot,
                             .lap = open->number + 1,
                             .start_time = open->start,
                             .end_time = end,
                             .lap_time = lap_time,
                             .kind = whole ? PDK_LAP_TIMED : PDK_LAP_INCOMPLETE,
                             .source = source,
                             .reasons = reasons | (whole ? 0 : PDK_LAP_REASON_INCOMPLETE),
                             .position = UINT32_MAX,
                             .gap_to_leader = NAN,
                             .top_speed = NAN,
                             .distance = NAN,
                             .recorded_lap_time = NAN,
                             .entry = build->entry_number };
    set_sectors(lap, open, build->laps->sector_count);
}

/* Seconds since the lap began, as stored. Some games store the sector's own time instead: whichever is nearer to what
 * the clock says. */
static double stored_since_start(const open_lap *lap, const pdk_session_crossing *crossing)
{
    double stored = crossing->lap_time, clock = crossing->time - lap->start, before = NAN;
    for (int i = 1; i < PDK_SESSION_SECTORS && (crossing->sector == 0 || (uint32_t)i < crossing->sector); i++) {
        if (isfinite(lap->splits[i])) before = lap->splits[i];
    }
    if (!(stored > 0)) return NAN;
    bool own = isfinite(before) && isfinite(clock) && fabs(before + stored - clock) + 0.5 < fabs(stored - clock);
    return own ? before + stored : stored;
}

/* When the pits were left for the last time before `time`; NaN = never. */
static double last_exit(const builder *build, double time)
{
    const pdk_pit_visit *visits = build->laps->visits + build->entry->first_visit;
    return build->visit > 0 && visits[build->visit - 1].exit <= time ? visits[build->visit - 1].exit : NAN;
}

/* The open lap was not seen to end: `next` is a crossing of a later lap, whose stored time may say when that began. */
static void close_unseen(builder *build, const pdk_session_crossing *next)
{
    open_lap *open = &build->lap;
    bool is_next = next->lap - open->number == 1 && next->lap_time > 0;
    double end = is_next ? next->time - next->lap_time : NAN, lap_time = end - open->start;
    double left = last_exit(build, next->time); /* the lap may have ended in the pits */
    if (lap_time > 0) add(build, end, lap_time, build->laps->source, PDK_LAP_REASON_INVALID);
    else add(build, NAN, NAN, build->laps->source, 0);
    begin(build, next->lap, lap_time > 0 ? end : left > open->start ? left : NAN);
    build->lap.at_line = lap_time > 0;
}

/* Laps that were given up before any line have numbers from 0 so far. The game counts them before the crossing's; those
 * for which that leaves no number it does not count. */
static void number_unnumbered(builder *build, uint32_t next)
{
    pdk_driven_lap *laps = (pdk_driven_lap *)build->made->items + (build->made->count - build->unnumbered);
    uint32_t count = build->unnumbered, uncounted = count > next ? count - next : 0;
    for (uint32_t i = uncounted; i < count; i++) {
        laps[i - uncounted] = laps[i];
        laps[i - uncounted].lap = next - count + i + 1;
    }
    build->made->count -= uncounted;
    build->unnumbered = 0;
}

/* Makes the open lap that of the crossing. */
static void come_to(builder *build, const pdk_session_crossing *crossing)
{
    open_lap *open = &build->lap;
    if (!open->begun) begin(build, crossing->lap, NAN);
    else if (open->number == first_unknown || open->guessed) open->number = crossing->lap;
    else if (crossing->lap > open->number) close_unseen(build, crossing);
    else if (crossing->lap < open->number) { /* a session that was begun again */
        add(build, NAN, NAN, build->laps->source, 0);
        begin(build, crossing->lap, NAN);
    }
    open->guessed = false;
    if (isnan(open->start)) {
        double since = stored_since_start(open, crossing);
        if (since > 0) {
            open->start = crossing->time - since;
            open->at_line = true;
        }
    }
}

static void end_lap(builder *build, const pdk_session_crossing *crossing)
{
    open_lap *open = &build->lap;
    double stored = stored_since_start(open, crossing), clock = crossing->time - open->start;
    uint32_t reasons = crossing->invalid ? PDK_LAP_REASON_INVALID : 0;
    pdk_lap_source source = build->laps->source;
    if (open->found || crossing->found) { /* both times from poses, or they differ by what poses are late */
        clock += crossing->shift - open->shift;
        source = PDK_LAP_SOURCE_LINE;
    }
    if (crossing->found && !open->at_line) reasons |= PDK_LAP_REASON_INVALID; /* from the pits: games do not time it */
    if (crossing->fault == PDK_TIME_PART) reasons |= PDK_LAP_REASON_PART;
    else if (crossing->fault != PDK_TIME_SOUND) reasons |= PDK_LAP_REASON_IMPLAUSIBLE;
    if (crossing->unended) add(build, NAN, NAN, build->laps->source, reasons);
    else if (stored > 0) add(build, crossing->time, stored, PDK_LAP_SOURCE_STORED, reasons);
    else if (clock > 0) add(build, crossing->time, clock, source, reasons);
    else add(build, crossing->time, NAN, source, reasons);
    begin_at_line(build, crossing->lap + 1, crossing);
}

static bool is_repeated(const builder *build, const pdk_session_crossing *crossing)
{
    const pdk_session_crossing *last = build->last_line;
    return last != NULL && last->lap == crossing->lap && crossing->time - last->time < same_crossing && !last->opens;
}

/* A lap of its number that was given up before is none: the game had not begun to count. */
static void give_way(builder *build, uint32_t number)
{
    const pdk_driven_lap *made = build->made->items;
    size_t count = build->made->count;
    if (count > build->own && made[count - 1].lap == number + 1 && made[count - 1].kind == PDK_LAP_INCOMPLETE)
        build->made->count--;
}

static void open_at(builder *build, const pdk_session_crossing *crossing)
{
    if (build->entry->formation_end >= crossing->time) build->made->count = build->own + 1; /* lap 0 stays */
    give_way(build, crossing->lap);
    bool first = build->lap.number == crossing->lap || build->lap.number == first_unknown;
    bool waits = build->lap.start >= crossing->time; /* for the end of the lane */
    if (build->lap.begun && !first && !waits) add(build, NAN, NAN, build->laps->source, 0);
    begin_at_line(build, crossing->lap, crossing);
}

static void take(builder *build, const pdk_session_crossing *crossing)
{
    if (crossing->sector >= PDK_SESSION_SECTORS) return;
    if (crossing->sector == 0 && is_repeated(build, crossing)) return;
    if (build->unnumbered > 0) number_unnumbered(build, crossing->lap);
    if (crossing->opens) {
        open_at(build, crossing);
    } else {
        come_to(build, crossing);
        if (crossing->sector == 0) end_lap(build, crossing);
        else {
            double stored = stored_since_start(&build->lap, crossing);
            build->lap.splits[crossing->sector] = stored > 0 ? stored : crossing->time - build->lap.start;
        }
    }
    if (crossing->sector == 0) build->last_line = crossing;
}

/* The way from the line in the lane to a box or garage is no lap, unless it is a race: there the next lap counts on. */
static bool is_in_lane(const open_lap *lap, const pdk_pit_visit *visit)
{
    return visit->enter <= lap->start && isnan(lap->splits[1]);
}

/* Put into the garage: the lap ends nowhere, and the next begins where the pits are left. */
static void take_garage(builder *build, const pdk_pit_visit *visit, double time)
{
    open_lap *open = &build->lap;
    uint32_t next = open->number;
    if (open->begun && open->start < time && (build->laps->is_race || !is_in_lane(open, visit))) {
        if (next == first_unknown) open->number = build->unnumbered++;
        else next++; /* as games count; the next crossing shows it */
        add(build, NAN, NAN, build->laps->source, 0);
    }
    begin(build, next, visit->exit);
    open->guessed = true;
}

static double first_event(const pdk_pit_visit *visit)
{
    return fmin(fmin(visit->enter, visit->garage_time), visit->exit);
}

/* What visits before `time` mean for the open lap. */
static void pass_visits(builder *build, double time)
{
    const pdk_pit_visit *visits = build->laps->visits + build->entry->first_visit;
    for (; build->visit < build->entry->visit_count && !(first_event(&visits[build->visit]) > time); build->visit++) {
        const pdk_pit_visit *visit = &visits[build->visit];
        if (visit->garage_time > time) return; /* this lap ends before */
        if (isfinite(visit->garage_time)) take_garage(build, visit, visit->garage_time);
        else if (isnan(build->lap.start) && visit->exit <= time) build->lap.start = visit->exit;
    }
}

/* Was the driver put into the garage between the start and this crossing? Then a lap before the crossing's was begun,
 * and games count it. */
static bool gave_up_before(const builder *build, const pdk_session_crossing *first)
{
    const pdk_pit_visit *visits = build->laps->visits + build->entry->first_visit;
    for (size_t i = 0; i < build->entry->visit_count; i++) {
        if (visits[i].garage_time >= build->laps->green && visits[i].garage_time < first->time) return true;
    }
    return false;
}

/* What is known before the first crossing: a race begins at its start; in other sessions the lap begins where the car
 * left the pits. */
static void begin_first(builder *build)
{
    const pdk_laps *laps = build->laps;
    const pdk_race_entry *entry = build->entry;
    const pdk_session_crossing *first = entry->crossing_count > 0 ? &laps->crossings[entry->first_crossing] : NULL;
    bool at_start = laps->is_race && isfinite(laps->green) && !(entry->entry_time > laps->green) &&
                    (first == NULL || first->lap == 0 || gave_up_before(build, first));
    if (at_start) begin(build, 0, laps->green);
    else begin(build, first_unknown, NAN);
    build->lap.at_line = at_start;
}

/* Lap 0, without a time: so nothing can rank it. */
static void add_formation(builder *build)
{
    const pdk_race_entry *entry = build->entry;
    if (isnan(entry->formation_end)) return;
    pdk_driven_lap *lap = pdk_vector_push(build->made);
    if (lap == NULL) {
        build->failed = true;
        return;
    }
    *lap = (pdk_driven_lap){ .driver = entry->name,
                             .slot = entry->slot,
                             .start_time = build->laps->session->formation_from,
                             .end_time = entry->formation_end,
                             .lap_time = NAN,
                             .kind = PDK_LAP_FORMATION,
                             .source = build->laps->source,
                             .reasons = PDK_LAP_REASON_FORMATION,
                             .position = UINT32_MAX,
                             .gap_to_leader = NAN,
                             .top_speed = NAN,
                             .distance = NAN,
                             .recorded_lap_time = NAN,
                             .entry = build->entry_number };
    for (size_t i = 0; i < PDK_SESSION_SECTORS; i++) lap->sector_time[i] = NAN;
}

static void build_entry(builder *build)
{
    const pdk_laps *laps = build->laps;
    const pdk_race_entry *entry = build->entry;
    const pdk_session_crossing *crossings = laps->crossings + entry->first_crossing;
    const pdk_pit_visit *visits = laps->visits + entry->first_visit;
    add_formation(build);
    begin_first(build);
    for (size_t i = 0; i < entry->crossing_count && !build->failed; i++) {
        pass_visits(build, crossings[i].time);
        take(build, &crossings[i]);
    }
    pass_visits(build, HUGE_VAL);
    build->made->count -= build->unnumbered;
    const pdk_pit_visit *last = entry->visit_count > 0 ? &visits[entry->visit_count - 1] : NULL;
    if (last != NULL && isnan(last->exit) && !laps->is_race && is_in_lane(&build->lap, last)) return;
    bool seen = isfinite(build->lap.start) && !(build->lap.start > laps->session->end_time - at_once);
    if (build->lap.begun && seen) add(build, NAN, NAN, laps->source, 0);
}

/* Where each lap begins, for finding the lap of a time. */
static bool find_begins(pdk_laps *laps, pdk_memory *memory)
{
    laps->begins = pdk_alloc_array(memory, laps->lap_count, sizeof *laps->begins);
    if (laps->begins == NULL) return false;
    for (size_t e = 0; e < laps->entry_count; e++) {
        const pdk_race_entry *entry = &laps->entries[e];
        double last = -HUGE_VAL;
        for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
            last = fmax(last, laps->laps[i].start_time);
            laps->begins[i] = last;
        }
    }
    return true;
}

/* An escape to the garage ends a lap without its line, though games count on: such laps are not complete. */
typedef struct counting {
    pdk_laps *laps;
    const pdk_race_entry *entry;
    uint32_t given_up;
    size_t visit, crossing; /* those before are done */
} counting;

/* When the lap was given up; infinite = it was not. */
static double given_up_at(counting *at, const pdk_driven_lap *lap, const pdk_driven_lap *next)
{
    const pdk_pit_visit *visits = at->laps->visits + at->entry->first_visit;
    if (lap->kind != PDK_LAP_INCOMPLETE || next == NULL || next->lap <= lap->lap) return HUGE_VAL;
    for (; at->visit < at->entry->visit_count; at->visit++) {
        double time = visits[at->visit].garage_time;
        if (time >= next->start_time) break;
        if (time >= lap->start_time) return time;
    }
    return HUGE_VAL;
}

static void count_crossings(counting *at, double until)
{
    pdk_session_crossing *own = at->laps->crossings + at->entry->first_crossing;
    for (; at->crossing < at->entry->crossing_count && own[at->crossing].time < until; at->crossing++)
        own[at->crossing].lap -= own[at->crossing].lap < at->given_up ? own[at->crossing].lap : at->given_up;
}

static void count_entry(pdk_laps *laps, const pdk_race_entry *entry)
{
    counting at = { .laps = laps, .entry = entry };
    for (size_t i = entry->first_lap; i < entry->first_lap + entry->lap_count; i++) {
        const pdk_driven_lap *lap = &laps->laps[i],
                             *next = i + 1 < entry->first_lap + entry->lap_count ? lap + 1 : NULL;
        laps->complete[i] = lap->lap > at.given_up ? lap->lap - at.given_up : 0;
        double time = given_up_at(&at, lap, next);
        if (time == HUGE_VAL) continue;
        count_crossings(&at, time);
        at.given_up++;
    }
    count_crossings(&at, HUGE_VAL);
}

static bool count_complete(pdk_laps *laps, pdk_memory *memory)
{
    laps->complete = pdk_alloc_array(memory, laps->lap_count, sizeof *laps->complete);
    for (size_t e = 0; laps->complete != NULL && e < laps->entry_count; e++) count_entry(laps, &laps->entries[e]);
    return laps->complete != NULL;
}

/* A race without word of its start began with its first lap. */
static double start_of_race(const pdk_laps *laps)
{
    double start = laps->green;
    if (!laps->is_race || isfinite(start)) return start;
    for (size_t i = 0; i < laps->lap_count; i++) {
        if (laps->laps[i].lap == 1) start = fmin(start, laps->laps[i].start_time);
    }
    return start;
}

pdk_status pdk_laps_build(pdk_laps *laps, pdk_memory *memory, pdk_error *error)
{
    pdk_vector made = pdk_vector_of(memory, sizeof(pdk_driven_lap));
    laps->sector_count = pdk_count_sectors(laps->crossings, laps->crossing_count);
    if (laps->session->sector_count > laps->sector_count) laps->sector_count = laps->session->sector_count;
    size_t listed = 0;
    for (size_t e = 0; e < laps->entry_count; e++) {
        pdk_race_entry *entry = &laps->entries[e];
        builder build = { .laps = laps, .entry = entry, .entry_number = (uint32_t)e, .made = &made, .own = made.count };
        if (laps->session->has_laps) build.failed = !pdk_laps_take_listed(laps, e, &listed, &made);
        else build_entry(&build);
        if (build.failed) return pdk_fail_memory(error, memory, "the laps");
        entry->first_lap = build.own;
        entry->lap_count = made.count - build.own;
    }
    laps->laps = made.count > 0 ? made.items : pdk_alloc(memory, 0); /* a place also where there is none */
    if (laps->laps == NULL) return pdk_fail_memory(error, memory, "the laps");
    laps->lap_count = made.count;
    if (!find_begins(laps, memory) || !count_complete(laps, memory)) return pdk_fail_memory(error, memory, "the laps");
    laps->start_time = start_of_race(laps);
    return PDK_OK;
}

const pdk_driven_lap *pdk_laps_at(const pdk_laps *laps, size_t number, double time)
{
    const pdk_race_entry *entry = &laps->entries[number];
    const double *begins = laps->begins + entry->first_lap;
    if (entry->lap_count == 0 || !(begins[0] <= time)) return NULL;
    const pdk_driven_lap *lap =
        &laps->laps[entry->first_lap + pdk_last_double_not_above(begins, entry->lap_count, time)];
    return lap->end_time <= time ? NULL : lap;
}
