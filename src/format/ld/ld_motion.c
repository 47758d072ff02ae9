/* The motion: what the log has of the car's way, at the rate of its positions. Channels of other rates are read between
 * their samples. */
#include <math.h>
#include <string.h>

#include "format/ld/ld.h"
#include "model/plane_rows.h"

/* What the writer of this library says about itself: such files have metres, and degrees that are made from them. */
static bool is_ours(const pdk_ld *log)
{
    static const char words[] = "Written by Paddock";
    const pdk_property *comment = pdk_document_find_property(log->document, "event_comment");
    return comment != NULL && comment->value.as.text.size >= sizeof words - 1 &&
           memcmp(comment->value.as.text.data, words, sizeof words - 1) == 0;
}

static void choose_signals(pdk_ld *log)
{
    size_t ranks[PDK_LOGGED_IDS] = { 0 };
    for (size_t i = 0; i < log->count; i++) {
        const pdk_ld_signal *signal = &log->signals[i];
        size_t rank;
        pdk_si_unit si;
        pdk_logged_id id = pdk_logged_find(signal->name.data, signal->unit.data, &rank, &si);
        if (id == PDK_LOGGED_IDS || signal->samples == 0) continue;
        if (log->motion[id] != NULL && ranks[id] <= rank) continue;
        log->motion[id] = signal;
        log->motion_units[id] = si;
        ranks[id] = rank;
    }
}

/* ----------------------------------------------------------------------------------------------------- places */

/* Two channels that are one place must be of the same moments. */
static bool is_pair(const pdk_ld *log, pdk_logged_id one, pdk_logged_id other)
{
    const pdk_ld_signal *a = log->motion[one], *b = log->motion[other];
    return a != NULL && b != NULL && a->rate == b->rate;
}

static pdk_geographic place_at(const pdk_ld *log, uint64_t row)
{
    return (pdk_geographic){ pdk_ld_value(log->motion[PDK_LOGGED_LATITUDE], row),
                             pdk_ld_value(log->motion[PDK_LOGGED_LONGITUDE], row) };
}

/* The plane is around the first place there is. Places that are none are counted. */
static bool find_plane(pdk_ld *log)
{
    const pdk_ld_signal *latitude = log->motion[PDK_LOGGED_LATITUDE];
    uint64_t lost = 0, first = 0;
    bool found = false;
    for (uint64_t i = 0; i < latitude->samples; i++) {
        pdk_geographic place = place_at(log, i);
        if (pdk_geographic_is_fix(place)) {
            if (!found) log->plane = pdk_local_plane_near(place);
            found = true;
        } else if (lost++ == 0) first = i;
    }
    pdk_document_add_lost_places(log->document, "ld.position.lost", latitude->data_at + first * latitude->size,
                                 "ld.channel",
                                 (pdk_lost_places){ lost, latitude->samples, (double)first / latitude->rate });
    return found;
}

static void choose_places(pdk_ld *log)
{
    pdk_document *document = log->document;
    bool degrees = is_pair(log, PDK_LOGGED_LATITUDE, PDK_LOGGED_LONGITUDE),
         metres = is_pair(log, PDK_LOGGED_EAST, PDK_LOGGED_NORTH);
    log->own_places = metres && (is_ours(log) || !degrees);
    log->has_places = degrees && !log->own_places && find_plane(log);
    if (log->own_places)
        pdk_document_add_evidence(document, "positions are the channels \"%s\" and \"%s\"",
                                  log->motion[PDK_LOGGED_EAST]->name.data, log->motion[PDK_LOGGED_NORTH]->name.data);
    if (log->has_places)
        pdk_document_add_evidence(document, "positions are the channels \"%s\" and \"%s\"",
                                  log->motion[PDK_LOGGED_LATITUDE]->name.data,
                                  log->motion[PDK_LOGGED_LONGITUDE]->name.data);
    if (log->own_places || log->has_places) return;
    pdk_document_add_finding(document, PDK_NOTE, "ld.position.none", PDK_NO_OFFSET, "ld",
                             "no channels have positions (GPS Latitude and GPS Longitude, or Position X and Position "
                             "Y): laps have times, but there is no way that the car drove");
}

/* The two stored numbers of a place are those of the row before or after. */
static bool same_place(const pdk_ld *log, uint64_t one, uint64_t other)
{
    const pdk_ld_signal *first = log->motion[log->has_places ? PDK_LOGGED_LATITUDE : PDK_LOGGED_EAST],
                        *second = log->motion[log->has_places ? PDK_LOGGED_LONGITUDE : PDK_LOGGED_NORTH];
    return fabs(pdk_ld_value(first, one) - pdk_ld_value(first, other)) <= 0 &&
           fabs(pdk_ld_value(second, one) - pdk_ld_value(second, other)) <= 0;
}

static bool is_driving(const pdk_ld *log, uint64_t row)
{
    static const double driving = 3; /* m/s */
    const pdk_ld_signal *speed = log->motion[PDK_LOGGED_SPEED];
    const pdk_si_unit *si = &log->motion_units[PDK_LOGGED_SPEED];
    return speed != NULL &&
           pdk_ld_value_at(speed, (double)row / log->rate, false) * si->multiplier / si->divisor > driving;
}

/* A car that drives and stays where it is at the log's begin or end is not seen there: writers of logs repeat values so
 * that a beacon is inside. */
static void trim_held(pdk_ld *log)
{
    log->first_place = 0;
    log->end_place = log->rows;
    while (log->first_place + 1 < log->rows && same_place(log, log->first_place, log->first_place + 1) &&
           is_driving(log, log->first_place))
        log->first_place++;
    while (log->end_place > log->first_place + 1 && same_place(log, log->end_place - 1, log->end_place - 2) &&
           is_driving(log, log->end_place - 1))
        log->end_place--;
}

static void choose_rate(pdk_ld *log)
{
    const pdk_ld_signal *leads = log->own_places   ? log->motion[PDK_LOGGED_EAST]
                                 : log->has_places ? log->motion[PDK_LOGGED_LATITUDE]
                                                   : NULL;
    for (int id = PDK_LOGGED_SPEED; leads == NULL && id < PDK_LOGGED_IDS; id++) {
        const pdk_ld_signal *signal = log->motion[id];
        if (signal != NULL && signal->rate > log->rate) {
            log->rate = signal->rate;
            log->rows = signal->samples;
        }
    }
    if (leads == NULL) return;
    log->rate = leads->rate;
    log->rows = leads->samples;
    trim_held(log);
}

/* ----------------------------------------------------------------------------------------------------- columns */

static pdk_status compute_time(const pdk_batch *batch, void *values)
{
    const pdk_ld *log = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) ((double *)values)[i] = (double)(batch->first + i) / log->rate;
    return PDK_OK;
}

static pdk_status compute_channel(const pdk_batch *batch, void *values)
{
    const pdk_ld *log = batch->column->data;
    pdk_logged_id id = (pdk_logged_id)batch->column->number;
    const pdk_ld_signal *signal = log->motion[id];
    const pdk_si_unit *si = &log->motion_units[id];
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t row = batch->first + i;
        double value = signal->rate == log->rate
                           ? pdk_ld_value(signal, row)
                           : pdk_ld_value_at(signal, (double)row / log->rate, pdk_logged_is_held(id));
        ((double *)values)[i] = value * si->multiplier / si->divisor;
    }
    return PDK_OK;
}

static bool is_seen(const pdk_ld *log, uint64_t row)
{
    return row >= log->first_place && row < log->end_place;
}

static pdk_status compute_place(const pdk_batch *batch, void *values)
{
    const pdk_ld *log = batch->column->data;
    for (size_t i = 0; i < batch->count; i++) {
        pdk_geographic place = place_at(log, batch->first + i);
        double x = NAN, y = NAN;
        if (pdk_geographic_is_fix(place) && is_seen(log, batch->first + i))
            pdk_local_plane_metres(&log->plane, place, &x, &y);
        ((double *)values)[i] = batch->column->number == PDK_LOGGED_EAST ? x : y;
    }
    return PDK_OK;
}

/* x and y that the log has itself. */
static pdk_status compute_own_place(const pdk_batch *batch, void *values)
{
    const pdk_ld *log = batch->column->data;
    pdk_status status = compute_channel(batch, values);
    for (size_t i = 0; i < batch->count; i++)
        if (!is_seen(log, batch->first + i)) ((double *)values)[i] = NAN;
    return status;
}

static pdk_status compute_no_height(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) ((double *)values)[i] = 0;
    return PDK_OK;
}

static void add_place(pdk_ld *log, pdk_table *table, pdk_logged_id id)
{
    const pdk_si_unit metre = { "m", 1, 1 };
    pdk_column_info info = pdk_logged_column(id, &metre, PDK_CONFIRMED);
    pdk_table_add_computed(table, info, log->has_places ? compute_place : compute_own_place, log, id);
    pdk_table_set_sentinel(table, NAN);
}

/* A way needs heights: where there are none it is flat. */
static void add_height(pdk_ld *log, pdk_table *table)
{
    const pdk_si_unit metre = { "m", 1, 1 };
    pdk_column_info info = pdk_logged_column(PDK_LOGGED_HEIGHT, &metre, PDK_CONFIRMED);
    if (log->motion[PDK_LOGGED_HEIGHT] != NULL) {
        pdk_table_add_computed(table, info, compute_channel, log, PDK_LOGGED_HEIGHT);
        pdk_table_set_sentinel(table, NAN);
        return;
    }
    info.nullable = false;
    info.meaning = "0 everywhere: no heights are logged";
    pdk_table_add_computed(table, info, compute_no_height, log, 0);
}

void pdk_ld_add_motion(pdk_ld *log)
{
    choose_signals(log);
    choose_places(log);
    choose_rate(log);
    if (log->rate == 0) return;
    pdk_table *table = pdk_document_add_table(
        log->document, "telemetry",
        log->own_places || log->has_places
            ? "a row for each position: channels of other rates are read between their samples"
            : "a row for each sample of the fastest of these channels: others are read between their samples",
        log->rows, PDK_LOGGED_IDS + 4);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "time",
                                              .type = PDK_FLOAT64,
                                              .unit = "s",
                                              .meaning = "since the log began",
                                              .role = PDK_ROLE_TIME,
                                              .certainty = PDK_CONFIRMED },
                           compute_time, log, 0);
    if (log->own_places || log->has_places) {
        add_place(log, table, PDK_LOGGED_EAST);
        add_place(log, table, PDK_LOGGED_NORTH);
        add_height(log, table);
    }
    for (int id = PDK_LOGGED_LATITUDE; id < PDK_LOGGED_IDS; id++) {
        bool shown = id < PDK_LOGGED_EAST ? log->has_places || log->own_places : id >= PDK_LOGGED_SPEED;
        if (log->motion[id] == NULL || !shown) continue;
        pdk_column_info info = pdk_logged_column((pdk_logged_id)id, &log->motion_units[id], PDK_CONFIRMED);
        pdk_table_add_computed(table, info, compute_channel, log, (uint64_t)id);
        pdk_table_set_sentinel(table, NAN);
    }
    pdk_table_set_sorted(table, "time");
    if (log->has_places) pdk_local_plane_add_properties(log->document, &log->plane, PDK_CONFIRMED);
}
