#include "model/plausible_times.h"

enum { SLOTS = 256, MOST = 8 /* crossings of a lap that are looked at together */ };

const char *pdk_time_fault_text(pdk_time_fault fault)
{
    switch (fault) {
    case PDK_TIME_SOUND: break;
    case PDK_TIME_NO_NUMBER: return "is not a number";
    case PDK_TIME_SHORT: return "is shorter than any lap or sector";
    case PDK_TIME_LONG: return "is longer than any recording";
    case PDK_TIME_FAST: return "is too short for the way driven in it";
    case PDK_TIME_CLOCK: return "contradicts the clock of the recording";
    case PDK_TIME_PART: return "is that of another lap, as the file has only a part of this one";
    }
    return "is plausible";
}

pdk_time_fault pdk_judge_time(double time, double way)
{
    if (!isfinite(time)) return PDK_TIME_NO_NUMBER;
    if (time < PDK_SHORTEST_TIME) return PDK_TIME_SHORT;
    if (time > PDK_LONGEST_TIME) return PDK_TIME_LONG;
    return way > PDK_FASTEST_SPEED * time ? PDK_TIME_FAST : PDK_TIME_SOUND;
}

double pdk_time_tolerance(double time)
{
    return fmax(0.5, fmin(2.5, time / 10));
}

/* Two moments, of which one is by a stored time. */
static bool agree_on(double one, double other, double stored)
{
    return fabs(one - other) <= pdk_time_tolerance(stored);
}

/* The crossings of one slot in one lap, as they come. */
typedef struct lap_group {
    pdk_session_crossing *items[MOST];
    size_t count;
    uint32_t lap;
    double start;     /* of the lap, by the crossing that began it; NaN = not recorded */
    bool seen_before; /* the slot crossed some line before this lap */
} lap_group;

typedef struct judging {
    bool by_sector; /* stored times are those of sectors, not since the start of the lap */
    bool counts;    /* only looks which of the two fits better */
    size_t since_start, since_line;
    double begin;
    lap_group groups[SLOTS];
} judging;

static void blame(pdk_session_crossing *crossing, pdk_time_fault fault)
{
    crossing->fault = fault;
    crossing->lap_time = NAN;
}

/* When the lap began, as crossing `i` has it; NaN = it has no time. */
static double start_by(const lap_group *group, size_t i)
{
    return group->items[i]->time - group->items[i]->lap_time;
}

/* How many of the lap's crossings, and the one that began it, say that it began then. */
static size_t count_votes(const lap_group *group, double start)
{
    size_t votes = agree_on(group->start, start, 0);
    for (size_t i = 0; i < group->count; i++) votes += agree_on(start_by(group, i), start, group->items[i]->lap_time);
    return votes;
}

/* When the lap began: what most say, of equals the crossing that began it, then the line at its end. A car that left
 * its garage began a lap where nothing was crossed, so the crossing before is one voice among others. */
static double find_start(const lap_group *group, size_t *most)
{
    double found = group->start;
    *most = isfinite(found) ? count_votes(group, found) : 0;
    for (size_t i = group->count; i-- > 0;) {
        size_t votes = count_votes(group, start_by(group, i));
        if (votes <= *most) continue;
        *most = votes;
        found = start_by(group, i);
    }
    return found;
}

/* One voice alone: such a lap began before the recording, or is the first of its session, or crossings are lost. */
static bool may_be_alone(const judging *work, const lap_group *group, double start)
{
    bool within = start > work->begin + pdk_time_tolerance(INFINITY);
    return group->seen_before || group->lap == 0 || !within;
}

static void judge_since_start(const judging *work, lap_group *group)
{
    size_t votes, stored = 0;
    double start = find_start(group, &votes);
    for (size_t i = 0; i < group->count; i++) stored += isfinite(group->items[i]->lap_time) ? 1 : 0;
    bool believed = votes > 1 || isfinite(group->start) || (stored == 1 && may_be_alone(work, group, start));
    for (size_t i = 0; i < group->count; i++) {
        pdk_session_crossing *one = group->items[i];
        bool fits = believed && agree_on(one->time - one->lap_time, start, one->lap_time);
        if (isfinite(one->lap_time) && !fits) blame(one, PDK_TIME_CLOCK);
    }
}

static void judge_sectors(lap_group *group)
{
    double before = group->start;
    for (size_t i = 0; i < group->count; i++) {
        pdk_session_crossing *one = group->items[i];
        bool checked = isfinite(one->lap_time) && isfinite(before);
        if (checked && !agree_on(one->time - one->lap_time, before, one->lap_time)) blame(one, PDK_TIME_CLOCK);
        before = one->time;
    }
}

/* Which of the two the stored times are. */
static void compare_kinds(judging *work, const lap_group *group)
{
    for (size_t i = 1; i < group->count && isfinite(group->start); i++) {
        const pdk_session_crossing *one = group->items[i];
        work->since_start += agree_on(start_by(group, i), group->start, one->lap_time);
        work->since_line += agree_on(start_by(group, i), group->items[i - 1]->time, one->lap_time);
    }
}

static void judge_group(judging *work, lap_group *group)
{
    if (work->counts) compare_kinds(work, group);
    else if (work->by_sector) judge_sectors(group);
    else judge_since_start(work, group);
}

/* The next lap of the slot; `start` is when it began. */
static void next_group(judging *work, lap_group *group, uint32_t lap, double start)
{
    judge_group(work, group);
    *group = (lap_group){ .lap = lap, .start = start, .seen_before = group->seen_before || group->count > 0 };
}

/* A crossing that is recorded twice. */
static bool is_again(const lap_group *group, const pdk_session_crossing *crossing)
{
    return crossing->sector == 0 && group->count == 0 && crossing->lap + 1 == group->lap &&
           crossing->time - group->start < 1;
}

static void take(judging *work, pdk_session_crossing *crossing)
{
    lap_group *group = &work->groups[crossing->slot % SLOTS];
    if (is_again(group, crossing)) return;
    if (crossing->opens) {
        next_group(work, group, crossing->lap, crossing->time);
        group->seen_before = true;
        return;
    }
    if (group->lap != crossing->lap || group->count == MOST) next_group(work, group, crossing->lap, NAN);
    group->items[group->count++] = crossing;
    if (crossing->sector == 0) next_group(work, group, crossing->lap + 1, crossing->time);
}

static void walk(judging *work, pdk_session_crossing *crossings, size_t count)
{
    for (size_t i = 0; i < SLOTS; i++) work->groups[i] = (lap_group){ .start = NAN };
    for (size_t i = 0; i < count; i++) take(work, &crossings[i]);
    for (size_t i = 0; i < SLOTS; i++) judge_group(work, &work->groups[i]);
}

void pdk_judge_crossings(pdk_session_crossing *crossings, size_t count, double begin)
{
    judging work = { .counts = true, .begin = begin };
    for (size_t i = 0; i < count; i++) {
        if (isnan(crossings[i].lap_time)) continue;
        pdk_time_fault fault = pdk_judge_time(crossings[i].lap_time, NAN);
        if (fault != PDK_TIME_SOUND) blame(&crossings[i], fault);
    }
    walk(&work, crossings, count);
    work.by_sector = work.since_line > work.since_start;
    work.counts = false;
    walk(&work, crossings, count);
}
