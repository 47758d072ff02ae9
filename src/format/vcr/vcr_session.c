/* The session of a gMotor replay: drivers, its kind, when it went green. */
#include "format/vcr/vcr_session.h"

#include <math.h>
#include <string.h>

#include "base/merge_sort.h"

static void take_driver(pdk_vcr_gathering *to, const pdk_vcr_session_row *row)
{
    pdk_session_driver *driver = pdk_vector_push(&to->drivers);
    if (driver == NULL) {
        to->failed = true;
        return;
    }
    pdk_text vehicle = { "", 0 };
    for (size_t i = 2; i < 5 && vehicle.size == 0; i++) vehicle = row->texts[i];
    *driver = (pdk_session_driver){ .slot = (uint32_t)row->values[0],
                                    .name = row->texts[0],
                                    .co_driver = row->texts[1],
                                    .vehicle = vehicle,
                                    .team = row->texts[5],
                                    .number = row->texts[6],
                                    .entry_time = row->values[1],
                                    .exit_time = row->values[2] };
}

static pdk_status gather_drivers(pdk_vcr_gathering *to)
{
    static const char *const numbers[] = { "slot", "entry_time", "exit_time", NULL };
    static const char *const texts[] = { "name",         "co_driver", "vehicle",    "vehicle_id",
                                         "vehicle_file", "team",      "car_number", NULL };
    return pdk_vcr_each_row(to, "drivers", numbers, texts, take_driver);
}

static pdk_session_kind kind_of(const pdk_document *document)
{
    static const struct {
        const char *label;
        pdk_session_kind kind;
    } kinds[] = { { "test day", PDK_SESSION_TEST },
                  { "practice", PDK_SESSION_PRACTICE },
                  { "qualifying", PDK_SESSION_QUALIFYING },
                  { "warmup", PDK_SESSION_WARMUP },
                  { "race", PDK_SESSION_RACE } };
    const pdk_property *property = pdk_document_find_property(document, "session");
    for (size_t i = 0; property != NULL && property->label != NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(property->label, kinds[i].label) == 0) return kinds[i].kind;
    }
    return PDK_SESSION_UNKNOWN;
}

/* The last countdown or light before the first line is crossed, in recordings that begin before that. */
static double green_time(const pdk_vcr_gathering *to)
{
    const double *starts = to->starts.items;
    const pdk_session_crossing *first = to->crossings.items;
    double green = NAN;
    if (to->crossings.count > 0 && first->lap > 0) return NAN;
    for (size_t i = 0; i < to->starts.count; i++) {
        if (to->crossings.count == 0 || starts[i] <= first->time) green = starts[i];
    }
    return green;
}

static pdk_status read_ends(const pdk_document *document, pdk_session *session, pdk_error *error)
{
    const pdk_table *slices = pdk_document_own_table(document, "slices");
    size_t time = slices != NULL ? pdk_table_find_role(slices, PDK_ROLE_TIME) : PDK_NO_COLUMN;
    if (time == PDK_NO_COLUMN || slices->rows == 0) return PDK_OK;
    pdk_status status = pdk_table_read_f64(slices, time, 0, 1, &session->start_time, error);
    if (status != PDK_OK) return status;
    return pdk_table_read_f64(slices, time, slices->rows - 1, 1, &session->end_time, error);
}

/* Each list's items begin with their time. */
static int by_time(const void *a, const void *b, void *user)
{
    double one, other;
    (void)user;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    return (one > other) - (one < other);
}

static pdk_status sort_lists(pdk_vcr_gathering *to)
{
    pdk_vector *lists[] = { &to->marks, &to->damages, &to->walls,   &to->pits,  &to->contacts, &to->penalties,
                            &to->cuts,  &to->orders,  &to->changes, &to->tyres, &to->starts };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        pdk_vector *list = lists[i];
        if (!pdk_merge_sort(to->memory, list->items, list->count, list->item_size, by_time, NULL))
            return pdk_fail_memory(to->error, to->memory, "the session");
    }
    return PDK_OK;
}

static void hand_over(const pdk_vcr_gathering *from, pdk_session *session)
{
    session->drivers = from->drivers.items;
    session->driver_count = from->drivers.count;
    session->crossings = from->crossings.items;
    session->crossing_count = from->crossings.count;
    session->pits = from->pits.items;
    session->pit_count = from->pits.count;
    session->contacts = from->contacts.items;
    session->contact_count = from->contacts.count;
    session->penalties = from->penalties.items;
    session->penalty_count = from->penalties.count;
    session->cuts = from->cuts.items;
    session->cut_count = from->cuts.count;
    session->orders = from->orders.items;
    session->order_count = from->orders.count;
    session->changes = from->changes.items;
    session->change_count = from->changes.count;
    session->tyres = from->tyres.items;
    session->tyre_count = from->tyres.count;
    session->rain = from->rain.items;
    session->rain_times = from->rain_times.items;
    session->rain_count = from->rain.count;
    session->marks = from->marks.items;
    session->mark_count = from->marks.count;
    session->damages = from->damages.items;
    session->damage_count = from->damages.count;
    session->parked = from->parked.items;
    session->parked_count = from->believes_seen ? from->parked.count : 0;
    session->has_formation = isfinite(from->formation_from);
    session->formation_from = from->formation_from;
    session->formation_last = from->formation_last;
    session->formation_to = from->formation_to;
}

static void begin_lists(pdk_vcr_gathering *to)
{
    pdk_memory *memory = to->memory;
    to->drivers = pdk_vector_of(memory, sizeof(pdk_session_driver));
    to->crossings = pdk_vector_of(memory, sizeof(pdk_session_crossing));
    to->pits = pdk_vector_of(memory, sizeof(pdk_session_pit));
    to->seen = pdk_vector_of(memory, sizeof(pdk_session_pit));
    to->parked = pdk_vector_of(memory, sizeof(pdk_session_parked));
    to->contacts = pdk_vector_of(memory, sizeof(pdk_session_contact));
    to->penalties = pdk_vector_of(memory, sizeof(pdk_session_penalty));
    to->cuts = pdk_vector_of(memory, sizeof(pdk_session_cut));
    to->rain = pdk_vector_of(memory, sizeof(double));
    to->rain_times = pdk_vector_of(memory, sizeof(double));
    to->marks = pdk_vector_of(memory, sizeof(pdk_session_mark));
    to->damages = pdk_vector_of(memory, sizeof(pdk_session_damage));
    to->walls = pdk_vector_of(memory, sizeof(pdk_session_contact));
    to->formation_from = to->formation_last = to->formation_to = NAN;
    to->orders = pdk_vector_of(memory, sizeof(pdk_session_order));
    to->changes = pdk_vector_of(memory, sizeof(pdk_session_change));
    to->tyres = pdk_vector_of(memory, sizeof(pdk_session_tyres));
    to->order_slots = pdk_vector_of(memory, sizeof(uint32_t));
    to->starts = pdk_vector_of(memory, sizeof(double));
    to->unsure = pdk_vector_of(memory, sizeof(pdk_vcr_unsure));
}

pdk_status pdk_vcr_gather_lines(pdk_vcr_gathering *to)
{
    begin_lists(to);
    pdk_status status = pdk_vcr_gather_starts(to);
    if (status == PDK_OK) status = sort_lists(to);
    if (status == PDK_OK) status = pdk_vcr_read_together(to, &pdk_vcr_crossings_reading, 1);
    return status == PDK_OK ? pdk_vcr_settle_crossings(to) : status;
}

pdk_status pdk_vcr_read_session(const pdk_document *document, pdk_memory *memory, pdk_session *session,
                                pdk_error *error)
{
    pdk_vcr_gathering to = { .document = document, .state = document->state, .memory = memory, .error = error };
    begin_lists(&to);
    to.is_race = kind_of(document) == PDK_SESSION_RACE;
    pdk_status status = gather_drivers(&to);
    if (status == PDK_OK) status = pdk_vcr_gather_events(&to);
    if (status == PDK_OK) status = pdk_vcr_look_at_poses(&to);
    if (status == PDK_OK) status = pdk_vcr_add_untold_lane(&to);
    if (status == PDK_OK) status = pdk_vcr_settle_garage(&to);
    if (status == PDK_OK) status = pdk_vcr_add_untold_garage(&to);
    bool is_r1 = to.state->layout->dialect == PDK_VCR_R1; /* its events of pits and contacts cannot be decoded */
    if (status == PDK_OK) status = pdk_vcr_gather_changes(&to);
    if (status == PDK_OK) status = pdk_vcr_gather_tyres(&to);
    if (status == PDK_OK) status = sort_lists(&to);
    if (status == PDK_OK) status = pdk_vcr_gather_walls(&to);
    if (status == PDK_OK) status = sort_lists(&to);
    if (status == PDK_OK) pdk_vcr_settle_exits(&to);
    if (status == PDK_OK) status = pdk_vcr_settle_crossings(&to);
    if (status == PDK_OK) status = read_ends(document, session, error);
    if (status != PDK_OK) return status;
    hand_over(&to, session);
    const pdk_property *length = pdk_document_find_property(document, "race_time");
    session->kind = kind_of(document);
    session->green_time = green_time(&to);
    bool seconds = length != NULL && length->unit != NULL && strcmp(length->unit, "s") == 0;
    if (seconds && length->value.as.number > 0) session->race_minutes = length->value.as.number / 60;
    session->has_crossings = true;
    session->has_pits = true;
    session->has_penalties = session->has_contacts = !is_r1;
    session->has_orders = true;
    return PDK_OK;
}
