/* Laps by the column that numbers them. It is empty outside of laps. A fragment, or a file that is pasted after another
 * one, is a separate recording: no lap continues in the next. */
#include <inttypes.h>
#include <math.h>

#include "base/number.h"
#include "base/trigonometry.h"
#include "format/racechrono_csv/racechrono_csv.h"

static const double shortest_lap = 3; /* s: numbers that change sooner are no laps */

typedef struct walk {
    pdk_racechrono_csv *chrono;
    const double *numbers;
    double last;    /* the lap of the rows so far; NaN = they are outside of laps */
    uint64_t ended; /* the first row after `last` without a number; UINT64_MAX = there is none */
    bool begun;     /* the begin of lap `last` was seen */
    bool guessed;   /*   or is taken to be the first row, if the lap ends where that was */
    uint64_t began; /*   in this row */
    double first;   /* number that is shown as 1 */
    size_t pasted;  /* of the recordings that begin with a head */
    uint64_t recordings, brief, closed;
    pdk_logged_fault odd; /* rows whose number is none of a lap; `first` is a row */
} walk;

static const pdk_logged_rows *rows_of(const walk *at)
{
    return &at->chrono->csv.log;
}

static bool push(walk *at, double time, double number, bool opens)
{
    pdk_vector *crossings = &at->chrono->csv.log.crossings;
    size_t count = crossings->count;
    pdk_session_crossing *crossing = pdk_vector_push(crossings);
    if (crossing == NULL) {
        at->chrono->csv.document->failed = true;
        return false;
    }
    *crossing = (pdk_session_crossing){ .time = time,
                                        .record_time = time,
                                        .lap = (uint32_t)(number - at->first),
                                        .lap_time = NAN,
                                        .opens = opens,
                                        .row = count };
    return true;
}

static bool has_place(const pdk_logged_rows *log, uint64_t row)
{
    return log->x != NULL && !isnan(log->x[row]) && !isnan(log->y[row]);
}

/* A begin that is guessed is true where the lap ends at the same place. */
static void settle_begin(walk *at, uint64_t end)
{
    static const double most = 60; /* m: the way between two rows, and what receivers are wrong by */
    const pdk_logged_rows *log = rows_of(at);
    if (!at->guessed) return;
    at->guessed = false;
    at->begun = has_place(log, at->began) && has_place(log, end) &&
                pdk_hypot(log->x[end] - log->x[at->began], log->y[end] - log->y[at->began]) <= most;
    if (at->begun) push(at, log->times[at->began], at->last, true);
}

/* The rows from here are of this lap; NaN = of none. */
static void begin_lap(walk *at, uint64_t row, double number, bool seen)
{
    at->last = number;
    at->ended = UINT64_MAX;
    at->begun = seen && !isnan(number);
    at->guessed = false;
    at->began = row;
}

/* Lap `last` ends at this time, which is that of the row. */
static void end_lap(walk *at, uint64_t row, double number)
{
    double time = rows_of(at)->times[row];
    settle_begin(at, row);
    bool brief = at->begun && time - rows_of(at)->times[at->began] < shortest_lap;
    bool ends = at->begun && !brief;
    at->brief += brief;
    if (ends) push(at, time, at->last, false);
    bool follows = ends && number - at->last == 1;
    if (!follows && !isnan(number)) push(at, time, number, true);
    begin_lap(at, row, number, true);
}

/* A number that changes after some rows without one: the lap ended with the first of these, unless they are few. */
static void change(walk *at, uint64_t row, double number)
{
    const double *times = rows_of(at)->times;
    bool outside = at->ended != UINT64_MAX && times[row] - times[at->ended] >= shortest_lap;
    if (outside) end_lap(at, at->ended, NAN);
    end_lap(at, row, number);
}

/* ------------------------------------------------------------------------------------------------ recordings */

/* Whether it begins with the file, or a head, and not only with a fragment. */
static bool begins_recording(walk *at, uint64_t row, bool *file)
{
    const pdk_logged_csv *csv = &at->chrono->csv;
    const double *fragments = at->chrono->fragment != SIZE_MAX ? csv->columns[at->chrono->fragment].values : NULL;
    const uint64_t *pasted = csv->pasted.items;
    bool begins = row == 0;
    for (; at->pasted < csv->pasted.count && pasted[at->pasted] <= row; at->pasted++) begins = true;
    *file = begins;
    return begins || (fragments != NULL && fabs(fragments[row] - fragments[row - 1]) > 0);
}

/* A log that was cut to some laps begins with the first row of one: then its clock has run before. */
static bool was_cut(const walk *at, uint64_t row)
{
    static const double run = 1; /* s */
    const pdk_racechrono_csv *chrono = at->chrono;
    return chrono->elapsed != SIZE_MAX && chrono->csv.columns[chrono->elapsed].values[row] > run;
}

/* When the car comes by the row where the lap began, if the rows end within a second of that, at speed; otherwise
 * NaN. */
static double closing_time(const walk *at, uint64_t end)
{
    static const double least_lap = 20, most_ahead = 1, most_aside = 25, driving = 3; /* s, s, m, m/s */
    const pdk_logged_rows *log = rows_of(at);
    uint64_t last = end - 1, before;
    if (!has_place(log, at->began)) return NAN;
    while (last > at->began && !has_place(log, last)) last--;
    for (before = last; before > at->began && (before == last || !has_place(log, before));) before--;
    double step = log->times[last] - log->times[before];
    if (before == at->began || step > most_ahead || log->times[last] - log->times[at->began] < least_lap) return NAN;
    double velocity[2] = { (log->x[last] - log->x[before]) / step, (log->y[last] - log->y[before]) / step },
           gap[2] = { log->x[at->began] - log->x[last], log->y[at->began] - log->y[last] },
           speed = pdk_hypot(velocity[0], velocity[1]);
    if (!(speed > driving)) return NAN;
    double ahead = (gap[0] * velocity[0] + gap[1] * velocity[1]) / (speed * speed),
           aside = fabs(gap[0] * velocity[1] - gap[1] * velocity[0]) / speed;
    return fabs(ahead) <= most_ahead && aside <= most_aside ? pdk_round_computed(log->times[last] + ahead) : NAN;
}

/* What is known at the end of the rows of a recording, of which `end` is no more. */
static void end_recording(walk *at, uint64_t end)
{
    if (end == 0 || isnan(at->last) || !(at->begun || at->guessed)) return;
    if (at->ended != UINT64_MAX) {
        end_lap(at, at->ended, NAN);
        return;
    }
    double closing = closing_time(at, end);
    if (isnan(closing)) return;
    at->closed++;
    if (at->guessed) push(at, rows_of(at)->times[at->began], at->last, true);
    push(at, closing, at->last, false);
}

static void begin_recording(walk *at, uint64_t row, double number, bool file)
{
    end_recording(at, row);
    begin_lap(at, row, number, false);
    at->guessed = file && was_cut(at, row) && !isnan(number);
    at->recordings++;
}

/* ------------------------------------------------------------------------------------------------------- laps */

/* NaN = none: outside of laps, or what is no number of a lap, which is reported. */
static double number_at(walk *at, uint64_t row)
{
    static const double most = 100000;
    double number = at->numbers[row];
    bool is_one = number >= at->first && number <= most && fabs(number - floor(number)) <= 0;
    if (!isnan(number) && !is_one) pdk_logged_fault_add(&at->odd, row);
    return is_one ? number : NAN;
}

static void walk_rows(walk *at)
{
    uint64_t rows = rows_of(at)->rows;
    for (uint64_t i = 0; i < rows && !at->chrono->csv.document->failed; i++) {
        bool file;
        double number = number_at(at, i);
        if (begins_recording(at, i, &file)) begin_recording(at, i, number, file);
        else if (isnan(number) && !isnan(at->last)) at->ended = at->ended != UINT64_MAX ? at->ended : i;
        else if (!isnan(number) && fabs(number - at->last) <= 0) at->ended = UINT64_MAX;
        else if (!isnan(number)) change(at, i, number);
    }
    end_recording(at, rows);
}

static void tell_laps(const walk *at)
{
    pdk_document *document = at->chrono->csv.document;
    const char *name = at->chrono->csv.columns[at->chrono->lap].name;
    if (at->odd.count > 0)
        pdk_document_add_finding(document, PDK_WARNING, "racechrono-csv.laps.number", PDK_NO_OFFSET,
                                 "racechrono-csv.rows",
                                 "numbers in the column \"%s\" that are none of a lap, the first at %.2f s: %" PRIu64,
                                 name, rows_of(at)->times[at->odd.first], at->odd.count);
    if (at->brief > 0)
        pdk_document_add_finding(document, PDK_NOTE, "racechrono-csv.laps.brief", PDK_NO_OFFSET, "racechrono-csv",
                                 "laps that last less than %.0f s have no time: %" PRIu64, shortest_lap, at->brief);
    if (at->closed > 0)
        pdk_document_add_finding(document, PDK_NOTE, "racechrono-csv.laps.closed", PDK_NO_OFFSET, "racechrono-csv",
                                 "last laps of recordings that end within a second of where they began are taken for "
                                 "whole: %" PRIu64,
                                 at->closed);
    if (rows_of(at)->crossings.count == 0) return;
    pdk_document_add_evidence(document, "laps are by the column \"%s\", in %" PRIu64 " recordings", name,
                              at->recordings);
    pdk_document_add_finding(document, PDK_NOTE, at->chrono->csv.codes->laps_channel, PDK_NO_OFFSET, "racechrono-csv",
                             "laps are by the column \"%s\", which steps from row to row", name);
}

pdk_status pdk_racechrono_csv_find_laps(pdk_racechrono_csv *chrono, pdk_error *error)
{
    if (chrono->lap == SIZE_MAX) return PDK_OK;
    walk at = { .chrono = chrono, .numbers = chrono->csv.columns[chrono->lap].values, .last = NAN, .first = 1 };
    at.ended = UINT64_MAX;
    for (uint64_t i = 0; i < chrono->csv.log.rows; i++)
        if (fabs(at.numbers[i]) <= 0) at.first = 0; /* laps are numbered from 0: they are shown from 1 */
    walk_rows(&at);
    if (chrono->csv.document->failed) return pdk_document_built(chrono->csv.document, error);
    tell_laps(&at);
    return PDK_OK;
}
