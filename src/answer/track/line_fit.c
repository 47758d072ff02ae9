/* Both lines become rings (or strips) of as many points, evenly spaced. For each place where one may begin on the other
 * the best turn follows from one sum over all points; the best of these are then fitted to the nearest points of the
 * line, again and again. */
#include "track/line_fit.h"

#include <math.h>

#include "base/median.h"
#include "base/trigonometry.h"
#include "base/whole.h"
#include "track/track_line.h"

enum { LEAST_POINTS = 64, MOST_POINTS = 4096, COARSE = 512, CANDIDATES = 8, FIRST_ROUNDS = 12, LAST_ROUNDS = 150 };

static const double dense = 2, spacing = 4, smoothing = 10, shortest = 100; /* m */
static const double reach = 60; /* m along the line between places that belong together */
static const double most_scale = 1.05;
static const double settled = 1e-4; /* m: it moves by less */

typedef struct place {
    double x, y;
} place;

/* A line about its own middle. */
typedef struct ring {
    place *at;
    size_t count;
    place middle;
    double step;
} ring;

/* A turn with a scale, as a complex number, and a way. */
typedef struct motion {
    place turn, way;
    double residual;
    size_t shift; /* the moved line's first point belongs near this one of the fixed */
} motion;

typedef struct fitting {
    ring fixed, moved;
    bool closed;
    place *nearest; /* for each point of the line that is measured */
} fitting;

/* ------------------------------------------------------------------------------------------------ the lines */

/* Is there a line to speak of? */
static bool is_long(const pdk_line_points *line)
{
    double length = 0;
    for (size_t i = 1; i < line->count; i++)
        length += pdk_hypot(line->at[i][0] - line->at[i - 1][0], line->at[i][1] - line->at[i - 1][1]);
    return length >= shortest && isfinite(length);
}

/* Noise makes a way longer than it is, so it is smoothed before it is measured. */
static bool smooth_line(pdk_memory *memory, const pdk_line_points *raw, pdk_track_points *line)
{
    pdk_track_points rough;
    if (!pdk_points_resample(memory, raw->at, raw->count, false, dense, &rough)) return false;
    bool good = pdk_points_smooth(&rough, smoothing) &&
                pdk_points_resample(memory, (const double(*)[3])rough.at, rough.count, false, dense, line);
    pdk_free(memory, rough.at);
    if (good) pdk_points_close_ring(line);
    return good;
}

static bool make_ring(const pdk_track_points *line, size_t count, bool closed, ring *made)
{
    pdk_track_points even;
    double length = line->length;
    if (closed) {
        const double *first = line->at[0], *last = line->at[line->count - 1];
        length = (double)(line->count - 1) * line->step + pdk_hypot(first[0] - last[0], first[1] - last[1]);
    }
    if (!pdk_points_resample(line->memory, (const double(*)[3])line->at, line->count, closed, length / (double)count,
                             &even))
        return false;
    made->count = even.count;
    made->step = even.step;
    made->middle = (place){ 0, 0 };
    made->at = pdk_alloc_array(line->memory, even.count, sizeof *made->at);
    for (size_t i = 0; made->at != NULL && i < even.count; i++) {
        made->middle.x += even.at[i][0] / (double)even.count;
        made->middle.y += even.at[i][1] / (double)even.count;
    }
    for (size_t i = 0; made->at != NULL && i < even.count; i++)
        made->at[i] = (place){ even.at[i][0] - made->middle.x, even.at[i][1] - made->middle.y };
    pdk_free(line->memory, even.at);
    return made->at != NULL;
}

static void forget(fitting *work, pdk_memory *memory)
{
    pdk_free(memory, work->fixed.at);
    pdk_free(memory, work->moved.at);
    pdk_free(memory, work->nearest);
}

static bool prepare(pdk_memory *memory, const pdk_line_points *fixed, const pdk_line_points *moved, fitting *work)
{
    pdk_track_points lines[2] = { { .at = NULL }, { .at = NULL } };
    *work = (fitting){ .closed = false };
    bool good = smooth_line(memory, fixed, &lines[0]) && smooth_line(memory, moved, &lines[1]);
    if (good) {
        double length = fmax(lines[0].length, lines[1].length);
        size_t count = pdk_whole_size(fmin(fmax(length / spacing, LEAST_POINTS), MOST_POINTS));
        work->closed = lines[0].closed && lines[1].closed;
        good = make_ring(&lines[0], count, work->closed, &work->fixed) &&
               make_ring(&lines[1], count, work->closed, &work->moved);
        if (good) work->nearest = pdk_alloc_array(memory, work->fixed.count + work->moved.count, sizeof(place));
        good = good && work->nearest != NULL && work->fixed.count == work->moved.count;
    }
    pdk_free(memory, lines[0].at);
    pdk_free(memory, lines[1].at);
    if (!good) forget(work, memory);
    return good;
}

/* --------------------------------------------------------------------------------------------- turn and way */

static place move(const motion *by, place from)
{
    return (place){ by->turn.x * from.x - by->turn.y * from.y + by->way.x,
                    by->turn.y * from.x + by->turn.x * from.y + by->way.y };
}

/* A scale far from 1 is none of the same track. */
static place limit_scale(place turn, double most)
{
    double scale = pdk_hypot(turn.x, turn.y), allowed = fmin(fmax(scale, 1 / most), most);
    return scale > 0 ? (place){ turn.x * allowed / scale, turn.y * allowed / scale } : (place){ 1, 0 };
}

/* The sum over `stride`d points of fixed * conjugate(moved), the moved line beginning `shift` points later. */
static place correlate(const fitting *work, size_t shift, size_t stride)
{
    place sum = { 0, 0 };
    size_t count = work->fixed.count;
    for (size_t i = 0; i < count; i += stride) {
        size_t at = i + shift < count ? i + shift : i + shift - count;
        place a = work->fixed.at[at], b = work->moved.at[i];
        sum.x += a.x * b.x + a.y * b.y;
        sum.y += a.y * b.x - a.x * b.y;
    }
    return sum;
}

static double squares(const ring *of, size_t stride)
{
    double sum = 0;
    for (size_t i = 0; i < of->count; i += stride) sum += of->at[i].x * of->at[i].x + of->at[i].y * of->at[i].y;
    return sum;
}

static void begin_at(const fitting *work, size_t shift, size_t stride, motion *candidate)
{
    place sum = correlate(work, shift, stride);
    double size = squares(&work->moved, stride);
    *candidate = (motion){ .turn = limit_scale((place){ sum.x / size, sum.y / size }, most_scale), .shift = shift };
}

/* The beginning itself, and the places to begin at that fit better than those beside them, the best first. */
static size_t find_candidates(const fitting *work, motion candidates[CANDIDATES])
{
    size_t stride = work->fixed.count / COARSE + 1, count = work->closed ? work->fixed.count / stride : 1;
    double heights[COARSE + 1];
    bool peaks[COARSE + 1];
    for (size_t i = 0; i < count; i++) {
        place sum = correlate(work, i * stride, stride);
        heights[i] = pdk_hypot(sum.x, sum.y);
    }
    for (size_t i = 0; i < count; i++)
        peaks[i] = heights[i] >= heights[(i + 1) % count] && heights[i] > heights[(i + count - 1) % count];
    begin_at(work, 0, stride, &candidates[0]);
    size_t found = 1;
    for (; found < CANDIDATES; found++) {
        size_t best = count;
        for (size_t i = 0; i < count; i++) {
            if (peaks[i] && (best == count || heights[i] > heights[best])) best = i;
        }
        if (best == count) break;
        peaks[best] = false;
        begin_at(work, best * stride, stride, &candidates[found]);
    }
    return found;
}

/* -------------------------------------------------------------------------------------- to the nearest points */

static place nearest_on_piece(place a, place b, place point)
{
    double along_x = b.x - a.x, along_y = b.y - a.y, squared = along_x * along_x + along_y * along_y;
    double share = ((point.x - a.x) * along_x + (point.y - a.y) * along_y) / (squared > 0 ? squared : 1);
    share = fmin(fmax(share, 0), 1);
    return (place){ a.x + share * along_x, a.y + share * along_y };
}

static double squared_way(place a, place b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* The nearest place of a line to a point, near its point `expected`. */
static place nearest_on(const ring *line, const motion *moved_by, bool closed, long long expected, place point)
{
    long long count = (long long)line->count, window = pdk_whole(ceil(reach / line->step)) + 1;
    if (window > count / 2) window = count / 2;
    double least = HUGE_VAL;
    place best = point, from = point;
    for (long long i = expected - window; i <= expected + window; i++) {
        if (!closed && (i < 0 || i >= count)) continue;
        place to = line->at[((i % count) + count) % count];
        if (moved_by != NULL) to = move(moved_by, to);
        if (least < HUGE_VAL) {
            place near = nearest_on_piece(from, to, point);
            double away = squared_way(near, point);
            if (away < least) {
                least = away;
                best = near;
            }
        } else {
            least = squared_way(to, point);
            best = to;
        }
        from = to;
    }
    return best;
}

/* For each point of the moved line the nearest place of the fixed; returns the mean square. */
static double match(fitting *work, const motion *by)
{
    double sum = 0;
    for (size_t i = 0; i < work->moved.count; i++) {
        place to = move(by, work->moved.at[i]);
        work->nearest[i] = nearest_on(&work->fixed, NULL, work->closed, (long long)(i + by->shift), to);
        sum += squared_way(to, work->nearest[i]);
    }
    return sum / (double)work->moved.count;
}

/* And the other way: what the moved line leaves out shows there. */
static double match_back(const fitting *work, const motion *by)
{
    double sum = 0;
    for (size_t i = 0; i < work->fixed.count; i++) {
        place from = work->fixed.at[i];
        place to = nearest_on(&work->moved, by, work->closed, (long long)i - (long long)by->shift, from);
        sum += squared_way(from, to);
    }
    return sum / (double)work->fixed.count;
}

/* The turn, scale and way that bring the moved points nearest to their partners. Where drivers take different lines
 * they are far apart, which says little about the map: such points count less. */
static void solve(const fitting *work, double usual, double most, motion *by)
{
    size_t count = work->moved.count;
    place fixed = { 0, 0 }, moved = { 0, 0 }, sum = { 0, 0 };
    double weights = 0, size = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count; i++) {
            place a = work->nearest[i], b = work->moved.at[i];
            double weight = 1 / (1 + squared_way(move(by, b), a) / (usual * usual + settled));
            if (pass == 0) {
                weights += weight;
                fixed = (place){ fixed.x + weight * a.x, fixed.y + weight * a.y };
                moved = (place){ moved.x + weight * b.x, moved.y + weight * b.y };
                continue;
            }
            a = (place){ a.x - fixed.x, a.y - fixed.y };
            b = (place){ b.x - moved.x, b.y - moved.y };
            sum.x += weight * (a.x * b.x + a.y * b.y);
            sum.y += weight * (a.y * b.x - a.x * b.y);
            size += weight * (b.x * b.x + b.y * b.y);
        }
        if (pass > 0) break;
        fixed = (place){ fixed.x / weights, fixed.y / weights };
        moved = (place){ moved.x / weights, moved.y / weights };
    }
    by->turn = limit_scale((place){ sum.x / size, sum.y / size }, most);
    by->way = (place){ 0, 0 };
    place to = move(by, moved);
    by->way = (place){ fixed.x - to.x, fixed.y - to.y };
}

static void refine(fitting *work, motion *by, int rounds, double most)
{
    place before = { HUGE_VAL, HUGE_VAL };
    for (int round = 0; round < rounds; round++) {
        double usual = sqrt(match(work, by));
        solve(work, usual, most, by);
        if (fabs(by->way.x - before.x) + fabs(by->way.y - before.y) < settled) break;
        before = by->way;
    }
    by->residual = sqrt(fmax(match(work, by), match_back(work, by)));
}

/* Maps are in metres, as a rule: another scale must fit clearly better. */
static motion fit_best(fitting *work, const motion *candidate)
{
    motion scaled = *candidate, plain = *candidate;
    refine(work, &scaled, LAST_ROUNDS, most_scale);
    plain = scaled;
    refine(work, &plain, LAST_ROUNDS, 1);
    return plain.residual <= 1.15 * scaled.residual + 0.02 ? plain : scaled;
}

/* How far apart the beginnings are, the shorter way round. */
static size_t shift_of(const motion *of, size_t count)
{
    return of->shift < count - of->shift ? of->shift : count - of->shift;
}

/* Of fits that are as good, as on an oval, the one whose lines begin nearest to each other. */
static const motion *choose(const motion *candidates, size_t found, size_t count)
{
    double least = HUGE_VAL;
    const motion *chosen = NULL;
    for (size_t i = 0; i < found; i++) least = fmin(least, candidates[i].residual);
    for (size_t i = 0; i < found; i++) {
        if (candidates[i].residual > 1.25 * least + 0.1) continue;
        if (chosen == NULL || shift_of(&candidates[i], count) < shift_of(chosen, count)) chosen = &candidates[i];
    }
    return chosen;
}

/* From the lines' middles to the coordinates that they came with. */
static pdk_line_fit in_coordinates(const fitting *work, const motion *by)
{
    place from = { -work->moved.middle.x, -work->moved.middle.y }, zero = move(by, from);
    return (pdk_line_fit){ .rotation = pdk_atan2(by->turn.y, by->turn.x),
                           .scale = pdk_hypot(by->turn.x, by->turn.y),
                           .x = work->fixed.middle.x + zero.x,
                           .y = work->fixed.middle.y + zero.y,
                           .residual = by->residual };
}

pdk_status pdk_line_fit_find(pdk_memory *memory, const pdk_line_points *fixed, const pdk_line_points *moved,
                             pdk_line_fit *fit, pdk_error *error)
{
    fitting work;
    motion candidates[CANDIDATES];
    *fit = (pdk_line_fit){ .scale = 1, .residual = HUGE_VAL };
    if (!is_long(fixed) || !is_long(moved)) return PDK_OK;
    if (!prepare(memory, fixed, moved, &work)) return pdk_fail_memory(error, memory, "lines of laps");
    size_t found = find_candidates(&work, candidates);
    for (size_t i = 0; i < found; i++) refine(&work, &candidates[i], FIRST_ROUNDS, most_scale);
    motion best = fit_best(&work, choose(candidates, found, work.fixed.count));
    *fit = in_coordinates(&work, &best);
    forget(&work, memory);
    return PDK_OK;
}

pdk_status pdk_line_fit_apart(pdk_memory *memory, const pdk_line_points *fixed, const pdk_line_points *moved,
                              double *apart, pdk_error *error)
{
    fitting work;
    double away[COARSE + 1];
    size_t measured = 0;
    *apart = HUGE_VAL;
    if (!is_long(fixed) || !is_long(moved)) return PDK_OK;
    if (!prepare(memory, fixed, moved, &work)) return pdk_fail_memory(error, memory, "lines of laps");
    place way = { work.moved.middle.x - work.fixed.middle.x, work.moved.middle.y - work.fixed.middle.y };
    size_t stride = work.moved.count / COARSE + 1;
    for (size_t i = 0; i < work.moved.count && measured <= COARSE; i += stride) {
        place at = { work.moved.at[i].x + way.x, work.moved.at[i].y + way.y };
        double least = HUGE_VAL;
        for (size_t k = 0; k + 1 < work.fixed.count; k++)
            least = fmin(least, squared_way(at, nearest_on_piece(work.fixed.at[k], work.fixed.at[k + 1], at)));
        away[measured++] = sqrt(least);
    }
    *apart = pdk_median(away, measured);
    forget(&work, memory);
    return PDK_OK;
}

void pdk_line_fit_move(const pdk_line_fit *fit, double *x, double *y)
{
    double along = fit->scale * pdk_cos(fit->rotation), across = fit->scale * pdk_sin(fit->rotation);
    double moved_x = along * *x - across * *y + fit->x, moved_y = across * *x + along * *y + fit->y;
    *x = moved_x;
    *y = moved_y;
}
