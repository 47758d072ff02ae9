/* From drafts to incidents: in order of time, with what the poses show about each. */
#include <math.h>
#include <stdlib.h>

#include "analysis/incident/incident_meeting.h"
#include "analysis/incident/incidents.h"

static const double level = 0.5;       /* m: less than that is neither ahead nor behind */
static const double stops_within = 10; /* s */

/* -------------------------------------------------------------------------------------------------- order */

typedef struct place_in_order {
    double time;
    uint32_t kind, slot, draft;
} place_in_order;

static int compare(const void *left, const void *right)
{
    const place_in_order *a = left, *b = right;
    if (a->time != b->time) return a->time < b->time ? -1 : 1;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->slot != b->slot) return a->slot < b->slot ? -1 : 1;
    return a->draft < b->draft ? -1 : a->draft > b->draft;
}

static place_in_order *order_drafts(const pdk_incident_work *work)
{
    const pdk_incident_draft *drafts = work->drafts.incidents.items;
    const pdk_party_draft *parties = work->drafts.parties.items;
    const pdk_incident_car *cars = work->cars.list.items;
    size_t count = work->drafts.incidents.count;
    place_in_order *order = pdk_alloc_array(work->scratch, count, sizeof *order);
    for (size_t i = 0; order != NULL && i < count; i++) {
        order[i] = (place_in_order){ drafts[i].from, (uint32_t)drafts[i].kind,
                                     cars[parties[drafts[i].first_party].car].slot, (uint32_t)i };
    }
    if (order != NULL) qsort(order, count, sizeof *order, compare);
    return order;
}

/* ------------------------------------------------------------------------------------------------ parties */

/* How long it stood, of the stop that it was in or came to. */
static double stopped_duration(const pdk_incident_car *car, double from, double to)
{
    size_t low = 0, high = car->stop_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (car->stops[middle].to < from) low = middle + 1;
        else high = middle;
    }
    if (low == car->stop_count || car->stops[low].from > to + stops_within) return 0;
    return car->stops[low].to - fmax(car->stops[low].from, from);
}

typedef struct judging {
    const pdk_incident_work *work;
    const pdk_incident_car *cars;
    const pdk_session_contact *contacts;
    uint32_t met; /* the touch that `meeting` and `turn_in` are of; PDK_SESSION_NONE = none */
    pdk_turn_in turn_in;
    pdk_meeting meeting;
    unsigned lacks;
} judging;

static const pdk_path *path_of(const judging *work, uint32_t slot)
{
    return work->work->paths != NULL ? pdk_paths_find(work->work->paths, slot) : NULL;
}

static void find_turn_in(judging *work, const pdk_path *first, const pdk_path *second, double time)
{
    const pdk_stations *stations = work->work->stations;
    pdk_track_position at;
    size_t segment, sample = pdk_sample_before(first, time, &segment);
    if (stations == NULL || sample == SIZE_MAX) return;
    time = fmin(time, first->samples[sample].time); /* a recording may end just before */
    if (!pdk_stations_at(stations, first, time, &at)) return;
    const pdk_corner *turn = pdk_find_turn(work->work->corners, stations->model, at.distance);
    if (turn != NULL) work->turn_in = pdk_find_turn_in(stations, turn, first, second, time);
}

static const pdk_meeting *meeting_of(judging *work, uint32_t number)
{
    const pdk_touch *touch = &work->work->touches.all[number];
    if (work->met == number) return &work->meeting;
    work->met = number;
    work->turn_in = (pdk_turn_in){ NAN, NAN };
    const pdk_path *first = path_of(work, touch->slot), *second = path_of(work, touch->other);
    if (first != NULL && second != NULL) {
        bool alone = touch->mirror_record == PDK_SESSION_NONE;
        pdk_meeting_of(work->work->paths, first, second, touch->time, alone, &work->meeting);
        find_turn_in(work, first, second, touch->time);
    } else {
        work->meeting = pdk_no_meeting;
        work->lacks |= PDK_LACKS_POSES;
    }
    return &work->meeting;
}

/* `ahead`: how far the other car is ahead. */
static void judge_meeting(judging *work, pdk_found_party *party, const pdk_meeting *meeting, double ahead)
{
    party->closing_speed = meeting->closing_speed;
    party->impact_speed = meeting->impact_speed;
    party->overlap = meeting->overlap;
    if (fabs(ahead) >= level) party->behind = ahead > 0 ? PDK_MAYBE_YES : PDK_MAYBE_NO;
    if (isnan(meeting->closing_speed)) work->lacks |= PDK_LACKS_MOMENTS;
}

/* `ahead`: how far it was ahead of the other. */
static void judge_turn_in(pdk_found_party *party, double ahead)
{
    if (isnan(ahead)) return;
    party->overlap_at_turn_in = fmax(PDK_INCIDENT_CAR_LENGTH - fabs(ahead), 0);
    party->overlap_share = party->overlap_at_turn_in / PDK_INCIDENT_CAR_LENGTH;
    if (fabs(ahead) >= level) party->ahead_at_turn_in = ahead > 0 ? PDK_MAYBE_YES : PDK_MAYBE_NO;
}

/* If the file records none, that says nothing. */
static uint32_t told_contacts(const pdk_incident_work *work, uint32_t contacts)
{
    return work->session->has_contacts ? contacts : UINT32_MAX;
}

static void judge_party(judging *work, const pdk_party_draft *draft, pdk_found_party *party)
{
    const pdk_incident_work *all = work->work;
    const pdk_incident_car *car = &work->cars[draft->car];
    *party = (pdk_found_party){ .slot = car->slot,
                                .lap = UINT32_MAX,
                                .contacts = told_contacts(all, draft->contacts),
                                .position_before = UINT32_MAX,
                                .position_after = UINT32_MAX,
                                .positions_lost = INT32_MIN,
                                .speed_before = NAN,
                                .speed_after = NAN,
                                .heading_change = NAN,
                                .closing_speed = NAN,
                                .impact_speed = NAN,
                                .overlap = NAN,
                                .magnitude = draft->magnitude,
                                .yaw_rate = draft->yaw_rate,
                                .skid_time = draft->skid_time,
                                .stopped_duration = NAN,
                                .time_lost = NAN,
                                .behind = PDK_MAYBE_UNKNOWN,
                                .spun = PDK_MAYBE_UNKNOWN,
                                .left_track = PDK_MAYBE_UNKNOWN,
                                .retired = PDK_MAYBE_UNKNOWN,
                                .unsafe_return = PDK_MAYBE_UNKNOWN,
                                .ahead_at_turn_in = PDK_MAYBE_UNKNOWN,
                                .overlap_at_turn_in = NAN,
                                .overlap_share = NAN,
                                .throttle = NAN,
                                .brake = NAN };
    if (draft->object != PDK_SESSION_NONE) party->object = work->contacts[draft->object].object;
    if (party->object.size == 0) party->object.data = NULL;
    if (all->judged_by != NULL && car->path != NULL) {
        party->left_track = draft->left_track;
        party->unsafe_return = draft->unsafe_return;
    }
    if (draft->first_touch != PDK_SESSION_NONE) {
        const pdk_meeting *meeting = meeting_of(work, draft->first_touch);
        bool is_first = all->touches.all[draft->first_touch].slot == car->slot;
        judge_meeting(work, party, meeting, is_first ? meeting->ahead : -meeting->ahead);
        judge_turn_in(party, is_first ? -work->turn_in.ahead : work->turn_in.ahead);
    }
    if (car->path == NULL) {
        work->lacks |= PDK_LACKS_POSES;
        return;
    }
    pdk_upset upset;
    pdk_upset_of(all->paths, car->path, draft->from, draft->to, &upset);
    party->speed_before = upset.speed_before;
    party->speed_after = upset.speed_after;
    party->throttle = all->paths->has_throttle ? upset.throttle : NAN;
    party->brake = all->paths->has_brake ? upset.brake : NAN;
    if (all->headings) {
        party->heading_change = upset.heading_change;
        party->spun = draft->spun;
    } else {
        work->lacks |= PDK_LACKS_HEADINGS;
    }
    size_t segment;
    if (pdk_sample_before(car->path, draft->from, &segment) != SIZE_MAX)
        party->stopped_duration = stopped_duration(car, draft->from, draft->to);
}

/* The car behind comes first. */
static void swap_by_rank(pdk_found_party *parties, pdk_party_draft *drafts)
{
    if (parties[0].behind != PDK_MAYBE_NO || parties[1].behind != PDK_MAYBE_YES) return;
    pdk_found_party party = parties[0];
    pdk_party_draft draft = drafts[0];
    parties[0] = parties[1];
    parties[1] = party;
    drafts[0] = drafts[1];
    drafts[1] = draft;
}

/* ---------------------------------------------------------------------------------------------- incidents */

/* The largest of all; NaN where nothing is known. */
static double larger(double a, double b)
{
    return !(a >= b) && !isnan(b) ? b : a;
}

static void sum_up(pdk_found_incident *incident, const pdk_found_party *parties, const pdk_party_draft *drafts)
{
    for (uint32_t i = 0; i < incident->party_count; i++) {
        const pdk_found_party *party = &parties[i];
        double change = party->speed_after - party->speed_before;
        incident->closing_speed = larger(incident->closing_speed, party->closing_speed);
        incident->impact_speed = larger(incident->impact_speed, party->impact_speed);
        incident->magnitude = larger(incident->magnitude, party->magnitude);
        incident->beyond = larger(incident->beyond, drafts[i].beyond);
        if (!(incident->speed_change <= change) && !isnan(change)) incident->speed_change = change;
    }
}

/* Between the cars that touched first, or where the first party was. */
static void find_place(judging *work, const pdk_party_draft *party, double time, pdk_found_incident *incident)
{
    const pdk_incident_work *all = work->work;
    const pdk_path *path = work->cars[party->car].path;
    size_t segment, sample = path != NULL ? pdk_sample_before(path, time, &segment) : SIZE_MAX;
    double place[3] = { NAN, NAN, NAN };
    if (sample != SIZE_MAX) {
        const pdk_path_sample *at = &path->samples[sample];
        place[0] = all->paths->origin[0] + (double)at->x;
        place[1] = all->paths->origin[1] + (double)at->y;
        place[2] = all->paths->origin[2] + (double)at->z;
    }
    if (party->first_touch != PDK_SESSION_NONE) {
        const pdk_meeting *meeting = meeting_of(work, party->first_touch);
        for (int k = 0; k < 3 && !isnan(meeting->place[0]); k++) place[k] = meeting->place[k];
    }
    incident->x = place[0];
    incident->y = place[1];
    incident->z = place[2];
    pdk_track_position at;
    if (all->stations == NULL || sample == SIZE_MAX) work->lacks |= PDK_LACKS_TRACK;
    else if (pdk_stations_at(all->stations, path, fmin(time, path->samples[sample].time), &at))
        incident->distance = at.distance;
    const pdk_corner *turn =
        all->stations != NULL ? pdk_find_turn(all->corners, all->stations->model, incident->distance) : NULL;
    if (turn != NULL) incident->turn = turn->corner;
}

static void judge_incident(judging *work, const pdk_incident_draft *draft, pdk_found_incident *incident,
                           pdk_found_party *parties)
{
    const pdk_incident_work *all = work->work;
    pdk_party_draft *drafts = (pdk_party_draft *)all->drafts.parties.items + draft->first_party;
    *incident = (pdk_found_incident){ .kind = draft->kind,
                                      .lap = UINT32_MAX,
                                      .sector = UINT32_MAX,
                                      .turn = UINT32_MAX,
                                      .contacts = told_contacts(all, draft->contacts),
                                      .time = draft->from,
                                      .end_time = draft->to,
                                      .distance = NAN,
                                      .closing_speed = draft->closing_speed,
                                      .impact_speed = NAN,
                                      .speed_change = NAN,
                                      .magnitude = NAN,
                                      .beyond = NAN,
                                      .first_lap = PDK_MAYBE_UNKNOWN,
                                      .last_lap = PDK_MAYBE_UNKNOWN,
                                      .party_count = draft->party_count };
    work->met = PDK_SESSION_NONE;
    for (uint32_t i = 0; i < draft->party_count; i++) judge_party(work, &drafts[i], &parties[i]);
    bool pair = draft->party_count > 1 && drafts[0].first_touch == drafts[1].first_touch;
    if (pair) swap_by_rank(parties, drafts);
    find_place(work, &drafts[0], draft->from, incident);
    sum_up(incident, parties, drafts);
}

pdk_status pdk_judge_incidents(pdk_incident_work *work, pdk_error *error)
{
    pdk_incidents *found = work->found;
    const pdk_incident_draft *drafts = work->drafts.incidents.items;
    size_t count = work->drafts.incidents.count;
    place_in_order *order = order_drafts(work);
    found->incidents = pdk_alloc_array(work->answers->memory, count, sizeof *found->incidents);
    found->parties = pdk_alloc_array(work->answers->memory, work->drafts.parties.count, sizeof *found->parties);
    found->damage = pdk_alloc_array(work->answers->memory, work->drafts.parties.count, sizeof *found->damage);
    uint8_t *lacks = pdk_alloc_array(work->scratch, count, 1);
    if (order == NULL || found->damage == NULL || found->incidents == NULL || found->parties == NULL || lacks == NULL)
        return pdk_fail_memory(error, found->incidents == NULL ? work->answers->memory : work->scratch, "incidents");
    judging judge = { .work = work, .cars = work->cars.list.items, .contacts = work->session->contacts };
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        if (i % 256 == 0) status = pdk_answers_go_on(work->answers, error);
        const pdk_incident_draft *draft = &drafts[order[i].draft];
        pdk_found_incident *incident = &found->incidents[i];
        judge.lacks = 0;
        judge_incident(&judge, draft, incident, found->parties + found->party_count);
        const pdk_party_draft *parts = (const pdk_party_draft *)work->drafts.parties.items + draft->first_party;
        for (uint32_t k = 0; k < draft->party_count; k++) found->damage[found->party_count + k] = parts[k].damage;
        incident->first_party = found->party_count;
        found->party_count += draft->party_count;
        lacks[i] = (uint8_t)judge.lacks;
    }
    found->count = count;
    pdk_free(work->scratch, order);
    if (status == PDK_OK) status = pdk_judge_race(work, error);
    if (status == PDK_OK) status = pdk_name_incidents(work, lacks, error);
    pdk_free(work->scratch, lacks);
    return status;
}
