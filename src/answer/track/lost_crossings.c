/* Crossings that a file should record and does not. Lines are passed in one order, so a gap in what a driver crossed
 * says which are missing; the poses say when. */
#include <math.h>

#include "base/merge_sort.h"
#include "base/trigonometry.h"
#include "track/gate.h"

static const uint32_t garage = UINT32_MAX;          /* among passes, as a sector: put there, or out of it */
static const double stand_speed = 0.5, stand = 0.5; /* m/s, s */
static const double same_pass = 2.5; /* s: a recorded crossing, and the pass of the poses that is the same */

/* Put away: a step of this many times what the second before it explains, and 5 m, to a place where the car stands. */
static const double put_factor = 1.5, put_least = 5, put_stays = 0.5; /* 1, m, m */

/* Lines that are missing after `from`, by their numbers. */
typedef struct gap {
    uint32_t slot;
    uint64_t after, before; /* recorded: the line before it and the one after; `before` UINT64_MAX = none is */
    double from, to;        /* when they were passed */
} gap;

typedef struct search {
    const pdk_session *session;
    const pdk_paths *paths;
    pdk_memory *memory;
    uint32_t sectors;           /* of a lap */
    double begun_until;         /* laps that begin before are recorded */
    uint64_t most;              /* no line has a higher number */
    pdk_session_crossing *told; /* by slot, then time */
    size_t told_count;
    pdk_session_crossing *passes; /* by slot, then time; visits to the garage among them */
    size_t pass_count;
    pdk_session_crossing *lane; /* events of the pits by slot, then time; sector 1 = the car is in them from then on */
    size_t lane_count;
    pdk_vector gaps, found;
    bool failed;
} search;

static int by_slot(const void *a, const void *b, void *user)
{
    const pdk_session_crossing *one = a, *other = b;
    (void)user;
    if (one->slot != other->slot) return one->slot < other->slot ? -1 : 1;
    return (one->time > other->time) - (one->time < other->time);
}

static int by_time(const void *a, const void *b, void *user)
{
    const pdk_session_crossing *one = a, *other = b;
    (void)user;
    return (one->time > other->time) - (one->time < other->time);
}

uint32_t pdk_count_sectors(const pdk_session_crossing *crossings, size_t count)
{
    uint32_t sectors = 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t sector = crossings[i].sector;
        if (sector < PDK_SESSION_SECTORS && sector + 1 > sectors) sectors = sector + 1;
    }
    return sectors;
}

uint64_t pdk_line_number(const pdk_session_crossing *crossing, uint32_t sectors)
{
    bool ends = crossing->sector == 0 && !crossing->opens;
    return ((uint64_t)crossing->lap + ends) * sectors + crossing->sector;
}

/* ------------------------------------------------------------------------------------------------- gaps */

static void add_gap(search *work, gap one)
{
    bool missing = one.before > one.after + 1;
    gap *place = missing ? pdk_vector_push(&work->gaps) : NULL;
    if (place != NULL) *place = one;
    else if (missing) work->failed = true;
}

/* Laps count from the start or the garage: before a later line those in front of it were crossed. */
static gap first_gap(const search *work, const pdk_session_crossing *first)
{
    const pdk_session *session = work->session;
    uint64_t number = pdk_line_number(first, work->sectors);
    bool from_start = session->kind == PDK_SESSION_RACE && first->time > session->green_time;
    double from = from_start ? session->green_time : -HUGE_VAL;
    return (gap){ first->slot, work->sectors > 1 ? 0 : number, number, from, first->time };
}

static void list_gaps(search *work)
{
    for (size_t i = 0; i < work->told_count; i++) {
        const pdk_session_crossing *one = &work->told[i];
        bool is_first = i == 0 || one[-1].slot != one->slot,
             is_last = i + 1 == work->told_count || one[1].slot != one->slot;
        uint64_t number = pdk_line_number(one, work->sectors),
                 next = is_last ? 0 : pdk_line_number(&one[1], work->sectors);
        if (is_first) add_gap(work, first_gap(work, one));
        bool ends = is_last || next < number; /* or begins again: another session, another driver */
        add_gap(work,
                (gap){ one->slot, number, ends ? UINT64_MAX : next, one->time, is_last ? HUGE_VAL : one[1].time });
    }
}

/* Laps after the end are not recorded, and do not count. A race ends when the first has driven the most laps. In other
 * sessions a lap counts that began before another recorded one. */
static void find_end(search *work)
{
    bool is_race = work->session->kind == PDK_SESSION_RACE;
    work->begun_until = -HUGE_VAL;
    work->most = is_race ? 0 : UINT64_MAX - 1;
    for (size_t i = 0; i < work->told_count; i++) {
        const pdk_session_crossing *one = &work->told[i];
        uint64_t number = pdk_line_number(one, work->sectors);
        bool begins = i + 1 < work->told_count && one[1].slot == one->slot;
        if (one->sector != 0) continue;
        if (!is_race && begins) work->begun_until = fmax(work->begun_until, one->time);
        if (!is_race || number < work->most) continue;
        work->begun_until = number > work->most ? one->time : fmin(work->begun_until, one->time);
        work->most = number;
    }
}

static bool sort_told(search *work)
{
    const pdk_session *session = work->session;
    work->told = pdk_alloc_array(work->memory, session->crossing_count, sizeof *work->told);
    if (work->told == NULL) return false;
    for (size_t i = 0; i < session->crossing_count; i++) {
        if (session->crossings[i].sector < work->sectors) work->told[work->told_count++] = session->crossings[i];
    }
    return pdk_merge_sort(work->memory, work->told, work->told_count, sizeof *work->told, by_slot, NULL);
}

/* ------------------------------------------------------------------------------------------------ passes */

/* The first of the slot that is later. */
static size_t first_after(const pdk_session_crossing *list, size_t count, uint32_t slot, double time)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        bool before = list[middle].slot != slot ? list[middle].slot < slot : !(list[middle].time > time);
        if (before) low = middle + 1;
        else high = middle;
    }
    return low;
}

static size_t first_pass(const search *work, uint32_t slot, double time)
{
    return first_after(work->passes, work->pass_count, slot, time);
}

static void add_found(search *work, const pdk_session_crossing *pass, uint64_t number)
{
    pdk_session_crossing *found = pdk_vector_push(&work->found);
    if (found == NULL) {
        work->failed = true;
        return;
    }
    *found = *pass;
    found->sector = (uint32_t)(number % work->sectors);
    found->lap = (uint32_t)(number / work->sectors) - (found->sector == 0);
    found->found = true;
}

/* The last line to look for: after the last recorded one, at least that of the same lap. */
static uint64_t last_of(const search *work, const gap *one)
{
    if (one->before != UINT64_MAX) return one->before - 1;
    uint64_t laps = one->after / work->sectors + (one->after % work->sectors != 0);
    return laps * work->sectors > work->most ? laps * work->sectors : work->most;
}

/* In the pits, or is nothing recorded about them? */
static bool is_in_pits(const search *work, uint32_t slot, double time)
{
    size_t next = first_after(work->lane, work->lane_count, slot, time);
    return next == 0 || work->lane[next - 1].slot != slot || work->lane[next - 1].sector == 1;
}

static bool sort_lane(search *work)
{
    const pdk_session *session = work->session;
    work->lane = pdk_alloc_array(work->memory, session->pit_count, sizeof *work->lane);
    for (size_t i = 0; work->lane != NULL && i < session->pit_count; i++) {
        const pdk_session_pit *pit = &session->pits[i];
        bool is_out = pit->kind == PDK_PIT_LEFT || pit->kind == PDK_PIT_GARAGE_LEFT;
        if (pit->kind == PDK_PIT_REQUESTED) continue;
        work->lane[work->lane_count++] =
            (pdk_session_crossing){ .time = pit->time, .slot = pit->slot, .sector = is_out ? 0 : 1 };
    }
    return work->lane != NULL &&
           pdk_merge_sort(work->memory, work->lane, work->lane_count, sizeof *work->lane, by_slot, NULL);
}

/* Has the car stood in the pits in between? Outside of races its lap is over then, as in the garage. */
static bool has_stood(const search *work, const pdk_path *path, size_t segment, double from, double to)
{
    size_t end = (size_t)path->segments[segment].first + path->segments[segment].count;
    double since = HUGE_VAL;
    for (size_t i = pdk_path_find_sample(path, segment, from); i < end && path->samples[i].time < to; i++) {
        const pdk_path_sample *sample = &path->samples[i];
        if (sample->speed >= stand_speed) since = HUGE_VAL;
        else since = fmin(since, sample->time);
        if (!(sample->time - since > stand)) continue;
        if (is_in_pits(work, (uint32_t)path->slot, since)) return true;
        while (i + 1 < end && path->samples[i + 1].speed < stand_speed) i++;
    }
    return false;
}

/* On the way to a pass from the line before it. */
static bool is_broken(const search *work, const pdk_path *path, size_t segment, double from,
                      const pdk_session_crossing *pass)
{
    if (pass->sector == garage || pdk_path_find_segment(path, pass->time) != segment) return true;
    return work->session->kind != PDK_SESSION_RACE && has_stood(work, path, segment, from, pass->time);
}

/* Was the car put into the garage in the gap, so that there are two drives? The lap that it gave up has no end. */
static bool has_escape(const search *work, const gap *one, const pdk_path *path, size_t segment)
{
    if (one->before == UINT64_MAX) return false;
    for (size_t i = first_pass(work, one->slot, one->from); i < work->pass_count; i++) {
        const pdk_session_crossing *pass = &work->passes[i];
        if (pass->slot != one->slot || !(pass->time < one->to)) break;
        if (pass->sector == garage) return true;
    }
    return pdk_path_find_segment(path, one->to) != segment;
}

/* The second drive, from its end: who comes out of the garage passes the line of the start without a record, so it
 * counts after the last sector line of that drive only. `least` is the first line that the first drive did not come
 * to. */
static void fill_backwards(search *work, const gap *one, const pdk_path *path, uint64_t least)
{
    size_t segment = pdk_path_find_segment(path, one->to), first = first_pass(work, one->slot, one->from),
           end = first_pass(work, one->slot, one->to);
    uint64_t number = one->before - 1;
    if (segment == SIZE_MAX) return;
    bool told = end > first && work->passes[end - 1].time > one->to - same_pass &&
                work->passes[end - 1].sector == one->before % work->sectors;
    if (told) end--; /* the poses pass the line after the gap, too */
    for (; end > first && number >= least; end--, number--) {
        const pdk_session_crossing *pass = &work->passes[end - 1];
        if (pass->sector != number % work->sectors || pdk_path_find_segment(path, pass->time) != segment) return;
        bool counts = pass->sector != 0 || (end - 1 > first && pass[-1].sector == work->sectors - 1 &&
                                            pdk_path_find_segment(path, pass[-1].time) == segment);
        if (!counts) return;
        add_found(work, pass, number);
    }
}

/* Passes in the order of the missing lines, in one drive. Between two recorded lines, all of them or none; with an
 * escape to the garage in between those of both drives. After the last one also whole laps that were begun in time. */
static void fill(search *work, const gap *one)
{
    const pdk_path *path = pdk_paths_find(work->paths, one->slot);
    size_t segment = path != NULL ? pdk_path_find_segment(path, one->from) : SIZE_MAX, before = work->found.count;
    uint64_t number = one->after + 1, last = last_of(work, one);
    double margin = work->sectors == 1 ? PDK_GATE_APART / 2 : 0, from = one->from;
    if (segment == SIZE_MAX && path != NULL && one->after == 0) fill_backwards(work, one, path, number);
    if (segment == SIZE_MAX) return;
    for (size_t i = first_pass(work, one->slot, one->from + margin); i < work->pass_count && number <= last; i++) {
        const pdk_session_crossing *pass = &work->passes[i];
        if (pass->slot != one->slot || !(pass->time < one->to - margin)) break;
        bool is_next = pass->sector == number % work->sectors;
        if (!is_next && pass->sector != garage) continue;
        bool begins = (number - 1) % work->sectors == 0, ended = one->before == UINT64_MAX && begins;
        if (is_broken(work, path, segment, from, pass) || (ended && !(from < work->begun_until))) break;
        add_found(work, pass, number++);
        from = pass->time;
    }
    if (one->before == UINT64_MAX || number > last) return;
    if (work->sectors > 1 && has_escape(work, one, path, segment)) fill_backwards(work, one, path, number);
    else work->found.count = before;
}

/* What poses show about the recorded start lines: laps that begin or end at one that was found have both times from
 * them. */
static void compare_told(search *work)
{
    for (size_t i = 0; i < work->told_count; i++) {
        pdk_session_crossing *one = &work->told[i];
        if (one->sector != 0) continue;
        double nearest = same_pass;
        for (size_t k = first_pass(work, one->slot, one->time - same_pass); k < work->pass_count; k++) {
            const pdk_session_crossing *pass = &work->passes[k];
            if (pass->slot != one->slot || pass->time > one->time + same_pass) break;
            if (pass->sector != 0 || fabs(pass->time - one->time) >= nearest) continue;
            nearest = fabs(pass->time - one->time);
            one->shift = pass->time - one->time;
        }
    }
}

static double step_to(const pdk_path_sample *sample)
{
    return pdk_hypot((double)sample->x - sample[-1].x, (double)sample->y - sample[-1].y);
}

static bool stays(const pdk_path_sample *sample, const pdk_path_sample *end)
{
    const pdk_path_sample *next = sample + 1;
    for (; next < end && next->time - sample->time < stand; next++) {
        if (pdk_hypot((double)next->x - sample->x, (double)next->y - sample->y) > put_stays) return false;
    }
    return next < end;
}

static bool is_put(const pdk_path_sample *first, const pdk_path_sample *sample, const pdk_path_sample *end)
{
    double step = step_to(sample), fastest = 0, time = sample->time - sample[-1].time;
    if (step <= put_least) return false;
    for (const pdk_path_sample *before = sample - 1; before > first && before->time > sample->time - 1; before--) {
        fastest = fmax(fastest, step_to(before) / (before->time - before[-1].time));
        if (!(step > put_factor * fastest * time + put_least)) return false; /* as most */
    }
    return stays(sample, end);
}

/* A garage may be so near that the way to it is no jump; formats without events of the pits show nothing else. */
static void find_puts(search *work, const pdk_path *path, pdk_vector *puts)
{
    for (size_t s = 0; s < path->segment_count; s++) {
        const pdk_path_sample *first = path->samples + path->segments[s].first, *end = first + path->segments[s].count;
        for (const pdk_path_sample *sample = first + (path->segments[s].count > 2 ? 2 : path->segments[s].count);
             sample < end; sample++) {
            if (!is_put(first, sample, end)) continue;
            pdk_session_crossing *put = pdk_vector_push(puts);
            if (put == NULL) work->failed = true;
            else *put = (pdk_session_crossing){ .time = sample->time, .slot = (uint32_t)path->slot, .sector = garage };
        }
    }
}

static bool add_garages(search *work)
{
    const pdk_session *session = work->session;
    pdk_vector puts = pdk_vector_of(work->memory, sizeof(pdk_session_crossing));
    for (size_t i = 0; i < work->paths->count; i++) find_puts(work, &work->paths->paths[i], &puts);
    size_t room = work->pass_count + session->pit_count + puts.count;
    work->passes = pdk_realloc(work->memory, work->passes, room * sizeof *work->passes + 1);
    if (work->passes == NULL || work->failed) return false;
    const pdk_session_crossing *put = puts.items;
    for (size_t i = 0; i < puts.count; i++) work->passes[work->pass_count++] = put[i];
    pdk_free(work->memory, puts.items);
    for (size_t i = 0; i < session->pit_count; i++) {
        const pdk_session_pit *pit = &session->pits[i];
        if (pit->kind != PDK_PIT_GARAGE && pit->kind != PDK_PIT_GARAGE_LEFT) continue;
        work->passes[work->pass_count++] =
            (pdk_session_crossing){ .time = pit->time, .slot = pit->slot, .sector = garage };
    }
    return pdk_merge_sort(work->memory, work->passes, work->pass_count, sizeof *work->passes, by_slot, NULL);
}

static pdk_status find_passes(search *work, pdk_error *error)
{
    const pdk_session *session = work->session;
    pdk_gate gates[PDK_SESSION_SECTORS];
    for (uint32_t sector = 0; sector < work->sectors; sector++) {
        bool fits;
        pdk_status status = pdk_gate_fit(work->paths, session->crossings, session->crossing_count, sector,
                                         session->clock_step, &gates[sector], NULL, &fits, error);
        if (status != PDK_OK || !fits) return status;
    }
    pdk_status status =
        pdk_find_passes(work->paths, gates, work->sectors, work->memory, &work->passes, &work->pass_count, error);
    if (status != PDK_OK) return status;
    return add_garages(work) ? PDK_OK : pdk_fail_memory(error, work->memory, "crossings of lines");
}

/* ------------------------------------------------------------------------------------------------- all */

static pdk_status join(search *work, pdk_session_crossing **crossings, size_t *count, pdk_error *error)
{
    size_t all = work->told_count + work->found.count;
    const pdk_session_crossing *found = work->found.items;
    pdk_session_crossing *list = pdk_alloc_array(work->memory, all, sizeof *list);
    if (list == NULL) return pdk_fail_memory(error, work->memory, "crossings of lines");
    compare_told(work);
    for (size_t i = 0; i < work->told_count; i++) list[i] = work->told[i];
    for (size_t i = 0; i < work->found.count; i++) list[work->told_count + i] = found[i];
    if (!pdk_merge_sort(work->memory, list, all, sizeof *list, by_time, NULL))
        return pdk_fail_memory(error, work->memory, "crossings of lines");
    *crossings = list;
    *count = all;
    return PDK_OK;
}

pdk_status pdk_find_lost_crossings(const pdk_paths *paths, const pdk_session *session, pdk_memory *memory,
                                   pdk_session_crossing **crossings, size_t *count, pdk_error *error)
{
    search work = { .session = session,
                    .paths = paths,
                    .memory = memory,
                    .sectors = pdk_count_sectors(session->crossings, session->crossing_count) };
    work.gaps = pdk_vector_of(memory, sizeof(gap));
    work.found = pdk_vector_of(memory, sizeof(pdk_session_crossing));
    *crossings = NULL;
    *count = 0;
    if (!sort_told(&work) || !sort_lane(&work)) return pdk_fail_memory(error, memory, "crossings of lines");
    find_end(&work);
    list_gaps(&work);
    pdk_status status = work.gaps.count > 0 && !work.failed ? find_passes(&work, error) : PDK_OK;
    const gap *gaps = work.gaps.items;
    for (size_t i = 0; i < work.gaps.count && status == PDK_OK && work.pass_count > 0; i++) fill(&work, &gaps[i]);
    if (work.failed) status = pdk_fail_memory(error, memory, "crossings of lines");
    if (status == PDK_OK && work.found.count > 0) status = join(&work, crossings, count, error);
    pdk_free(memory, work.told);
    pdk_free(memory, work.passes);
    pdk_free(memory, work.lane);
    pdk_free(memory, work.gaps.items);
    pdk_free(memory, work.found.items);
    return status;
}
