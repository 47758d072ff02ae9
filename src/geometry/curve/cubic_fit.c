/* Cubic pieces as long as they can be: value and slope at both ends, smoothed, say what a piece is. */
#include "curve/cubic_fit.h"

#include <math.h>

#include "curve/fit_curve.h"

static const double near_end = 1;      /* m: a value so near to an end of the road is extended to it with its slope */
static const double node_share = 0.25; /* of the error: how far values at the ends of pieces may be smoothed */

typedef struct fitting {
    pdk_row_of_values row;
    double error;
    double *places, *values; /* those of the row */
} fitting;

typedef struct node {
    double place, value, slope;
} node;

static node node_at(const fitting *work, size_t index)
{
    if (work->row.count < 3) {
        double run = work->places[1] - work->places[0];
        return (node){ work->places[index], work->values[index], (work->values[1] - work->values[0]) / run };
    }
    pdk_local_fit fit = pdk_fit_locally(&work->row, index, work->error * node_share);
    return (node){ work->places[index], fit.value[0], fit.slope[0] };
}

static pdk_cubic between(const node *from, const node *to)
{
    double run = to->place - from->place, mean = (to->value - from->value) / run;
    return (pdk_cubic){ from->place,
                        { from->value, from->slope, (3 * mean - 2 * from->slope - to->slope) / run,
                          (from->slope + to->slope - 2 * mean) / (run * run) } };
}

static double value_of(const pdk_cubic *piece, double place)
{
    double d = place - piece->begin;
    const double *factors = piece->factors;
    return factors[0] + d * (factors[1] + d * (factors[2] + d * factors[3]));
}

typedef struct reach_search {
    const fitting *work;
    node from;
    size_t first;
} reach_search;

static bool is_near(void *user, size_t last)
{
    const reach_search *search = user;
    const fitting *work = search->work;
    node to = node_at(work, last);
    pdk_cubic piece = between(&search->from, &to);
    for (size_t i = search->first; i <= last; i++) {
        if (!(fabs(value_of(&piece, work->places[i]) - work->values[i]) <= work->error)) return false;
    }
    return true;
}

/* Of a closed road, the value where it begins: between the last and the first that are known. */
static double value_at_begin(const fitting *work, size_t count, double length)
{
    double before = work->places[count - 1] - length, run = work->places[1] - before;
    double share = run > 0 ? -before / run : 1;
    return work->values[count - 1] + share * (work->values[1] - work->values[count - 1]);
}

/* The finite values, each further on than the one before, with room for one before them; of a closed road the same
 * value at its beginning and its end. */
static bool take(pdk_memory *memory, const pdk_cubic_values *given, fitting *work)
{
    size_t count = 1;
    double *places = work->places = pdk_alloc_array(memory, given->count + 2, sizeof *places);
    double *values = work->values = pdk_alloc_array(memory, given->count + 2, sizeof *values);
    if (places == NULL || values == NULL) return false;
    for (size_t i = 0; i < given->count; i++) {
        bool further = count == 1 || given->places[i] > places[count - 1] + 1e-6;
        if (!isfinite(given->values[i]) || !further || (given->closed && given->places[i] > given->length - 1e-6))
            continue;
        places[count] = given->places[i];
        values[count++] = given->values[i];
    }
    bool closed = given->closed && count > 3;
    size_t skip = 1;
    if (closed && places[1] > 1e-6) {
        values[0] = value_at_begin(work, count, given->length);
        skip = 0;
    }
    if (closed) {
        places[skip] = 0;
        places[count] = given->length;
        values[count++] = values[skip];
    }
    work->row = (pdk_row_of_values){ places + skip, { values + skip, NULL }, count - skip, closed };
    work->places = places + skip;
    work->values = values + skip;
    return true;
}

static void measure(const fitting *work, pdk_cubics *cubics)
{
    double squares = 0;
    size_t piece = 0;
    for (size_t i = 0; i < work->row.count; i++) {
        while (piece + 1 < cubics->count && cubics->pieces[piece + 1].begin <= work->places[i]) piece++;
        double off = fabs(value_of(&cubics->pieces[piece], work->places[i]) - work->values[i]);
        cubics->largest = fmax(cubics->largest, off);
        squares += off * off;
    }
    cubics->typical = sqrt(squares / (double)work->row.count);
}

static pdk_status put(pdk_vector *pieces, const pdk_cubic *piece, pdk_error *failure)
{
    pdk_cubic *to = pdk_vector_push(pieces);
    if (to == NULL) return pdk_fail_memory(failure, pieces->memory, "a profile");
    *to = *piece;
    return PDK_OK;
}

static pdk_status put_pieces(const fitting *work, double length, pdk_vector *pieces, pdk_error *failure)
{
    size_t at = 0, end = work->row.count - 1;
    node from = node_at(work, 0);
    pdk_status status = PDK_OK;
    if (from.place > 0) {
        double slope = from.place <= near_end ? from.slope : 0;
        status = put(pieces, &(pdk_cubic){ 0, { from.value - slope * from.place, slope, 0, 0 } }, failure);
    }
    while (at < end && status == PDK_OK) {
        reach_search search = { work, from, at };
        size_t next = pdk_find_reach(at, end, is_near, &search);
        if (next == 0) next = at + 1;
        node to = node_at(work, next);
        pdk_cubic piece = between(&from, &to);
        status = put(pieces, &piece, failure);
        at = next;
        from = to;
    }
    if (status == PDK_OK && from.place < length) {
        double slope = length - from.place <= near_end ? from.slope : 0;
        status = put(pieces, &(pdk_cubic){ from.place, { from.value, slope, 0, 0 } }, failure);
    }
    return status;
}

pdk_status pdk_cubic_fit(pdk_memory *memory, const pdk_cubic_values *values, double error, pdk_cubics *cubics,
                         pdk_error *failure)
{
    fitting work = { .error = error };
    pdk_vector pieces = pdk_vector_of(memory, sizeof(pdk_cubic));
    *cubics = (pdk_cubics){ .count = 0 };
    if (!take(memory, values, &work)) return pdk_fail_memory(failure, memory, "a profile");
    pdk_status status = PDK_OK;
    if (work.row.count == 1) status = put(&pieces, &(pdk_cubic){ 0, { work.values[0], 0, 0, 0 } }, failure);
    if (work.row.count > 1) status = put_pieces(&work, values->length, &pieces, failure);
    cubics->pieces = pieces.items;
    cubics->count = pieces.count;
    if (status == PDK_OK && cubics->count > 0) measure(&work, cubics);
    return status;
}
