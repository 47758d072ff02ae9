/* The answers `incidents` and `incident_parties`: what they are made from, step by step, and their tables. */
#include "analysis/incident/incidents.h"

#include <stddef.h>

#include "analysis/public_items.h"

/* ------------------------------------------------------------------------------------------------ the work */

static pdk_status gather(pdk_incident_work *work, pdk_error *error)
{
    pdk_race_view view;
    pdk_status status = pdk_race_view_of(work->answers, &view, error);
    work->session = view.session;
    work->paths = view.paths;
    work->stations = view.stations;
    work->laps = view.laps;
    if (status == PDK_OK && work->stations != NULL) {
        status = pdk_answers_corners(work->answers, &work->corners, error);
        if (status == PDK_E_UNSUPPORTED) status = PDK_OK;
    }
    return status;
}

static pdk_status compute(pdk_answers *answers, pdk_incidents *found, pdk_error *error)
{
    pdk_memory scratch;
    pdk_memory_init_within(&scratch, answers->memory);
    pdk_incident_work work = { .answers = answers, .scratch = &scratch, .found = found };
    pdk_status status = gather(&work, error);
    if (status == PDK_OK) status = pdk_answers_go_on(answers, error);
    if (status == PDK_OK) status = pdk_find_incidents(&work, error);
    if (status == PDK_OK) status = pdk_answers_go_on(answers, error);
    if (status == PDK_OK) status = pdk_judge_incidents(&work, error);
    pdk_memory_destroy(&scratch);
    return status;
}

/* ---------------------------------------------------------------------------------------------- the tables */

#define COLUMN(owner_, member_, type_, ...)                                                            \
    {                                                                                                  \
        .info = { .name = #member_, .type = type_, __VA_ARGS__ }, .offset = offsetof(owner_, member_), \
        .computed = true                                                                               \
    }
#define INCIDENT(member_, type_, ...) COLUMN(pdk_found_incident, member_, type_, __VA_ARGS__)
#define PARTY(member_, type_, ...) COLUMN(pdk_found_party, member_, type_, __VA_ARGS__)
#define TOLD .certainty = PDK_LIKELY
#define INFERRED .certainty = PDK_GUESSED, .nullable = true
#define APPROACH(owner_, says_)                                     \
    {                                                               \
        .info = { .name = "approach_speed",                         \
                  .type = PDK_FLOAT64,                              \
                  TOLD,                                             \
                  .nullable = true,                                 \
                  .unit = "m/s",                                    \
                  .meaning = says_ },                               \
        .offset = offsetof(owner_, closing_speed), .computed = true \
    }

static const pdk_member incident_members[] = {
    INCIDENT(incident, PDK_TEXT, TOLD, .meaning = "an id, the same from run to run"),
    { .info = { .name = "kind",
                .type = PDK_TEXT,
                TOLD,
                .meaning =
                    "contact (two cars or more), impact (one car and an object), spin or off_track (without contact), "
                    "damage (without any of these), near_miss, unsafe_return, lock_up" },
      .offset = offsetof(pdk_found_incident, kind_name) },
    INCIDENT(time, PDK_FLOAT64, TOLD, .unit = "s", .role = PDK_ROLE_TIME,
             .meaning = "of the first touch, on the session's clock; otherwise when the spin or excursion began"),
    INCIDENT(end_time, PDK_FLOAT64, TOLD, .unit = "s",
             .meaning = "of the last touch, or the end of a spin or excursion that belongs to it"),
    INCIDENT(lap, PDK_UINT32, TOLD, .nullable = true, .role = PDK_ROLE_LAP, .meaning = "of the first of the drivers"),
    INCIDENT(sector, PDK_UINT32, TOLD, .nullable = true, .role = PDK_ROLE_SECTOR),
    INCIDENT(distance, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m", .role = PDK_ROLE_DISTANCE,
             .meaning = "along the track, from the start line"),
    INCIDENT(place, PDK_TEXT, TOLD, .nullable = true, .meaning = "turn, sector, distance, and share of the lap"),
    INCIDENT(turn, PDK_UINT32, TOLD, .nullable = true,
             .meaning = "the corner, as in corners: from 150 m before it begins to 50 m after its end"),
    INCIDENT(x, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m", .role = PDK_ROLE_X, .frame = PDK_FRAME_Z_UP,
             .meaning = "half way between the cars that touched first"),
    INCIDENT(y, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m", .role = PDK_ROLE_Y, .frame = PDK_FRAME_Z_UP),
    INCIDENT(z, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m", .role = PDK_ROLE_Z, .frame = PDK_FRAME_Z_UP),
    INCIDENT(drivers, PDK_TEXT, TOLD,
             .meaning = "the drivers involved; of two that touched, the one behind comes first"),
    INCIDENT(contacts, PDK_UINT32, TOLD, .nullable = true,
             .meaning = "contacts and impacts; a pair's records within half a second count once"),
    INCIDENT(closing_speed, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m/s",
             .meaning = "at which the cars' centres came nearer: the median from 0.5 to 0.05 s before they touched; "
                        "0 = they did not; of several pairs the largest"),
    INCIDENT(impact_speed, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m/s",
             .meaning = "the same between the last two poses before they touched"),
    APPROACH(pdk_found_incident, "closing_speed again, by an older name"),
    INCIDENT(speed_change, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m/s", .meaning = "of who lost most, negative"),
    INCIDENT(magnitude, PDK_FLOAT64, TOLD, .nullable = true,
             .meaning = "the largest that the game wrote, in the game's own unit: do not compare it between games"),
    INCIDENT(objects, PDK_TEXT, TOLD, .nullable = true, .meaning = "what was hit, as the game calls it"),
    INCIDENT(beyond, PDK_FLOAT64, INFERRED, .unit = "m", .meaning = "outside what counts as track, at most"),
    INCIDENT(judged_by, PDK_TEXT, TOLD, .nullable = true,
             .meaning = "what told an excursion: the status of each pose, the band of all laps and a metre beside "
                        "it, or the edges of a track that was given"),
    INCIDENT(first_lap, PDK_BOOL, TOLD, .nullable = true, .meaning = "in the first lap of a race"),
    INCIDENT(last_lap, PDK_BOOL, TOLD, .nullable = true, .meaning = "in the last lap of a race"),
    INCIDENT(unavailable, PDK_TEXT, TOLD, .nullable = true, .meaning = "why values are missing"),
    INCIDENT(sentence, PDK_TEXT, INFERRED, .meaning = "what happened, in words"),
    INCIDENT(reason, PDK_TEXT, INFERRED, .meaning = "why the sentence says so"),
    INCIDENT(positions_text, PDK_TEXT, INFERRED,
             .meaning = "who was ahead at turn-in, and how far the cars overlapped, in words"),
    { .info = { .name = NULL } },
};

static const pdk_member party_members[] = {
    PARTY(incident, PDK_TEXT, TOLD, .meaning = "its id"),
    PARTY(driver, PDK_TEXT, TOLD, .nullable = true, .role = PDK_ROLE_DRIVER_NAME),
    PARTY(slot, PDK_UINT32, TOLD, .role = PDK_ROLE_DRIVER),
    PARTY(lap, PDK_UINT32, TOLD, .nullable = true, .role = PDK_ROLE_LAP),
    PARTY(contacts, PDK_UINT32, TOLD, .nullable = true, .meaning = "contacts and impacts it had a part in"),
    PARTY(object, PDK_TEXT, TOLD, .nullable = true, .meaning = "what it hit, as the game calls it"),
    PARTY(magnitude, PDK_FLOAT64, TOLD, .nullable = true,
          .meaning = "the largest of its own records, as the game wrote it"),
    PARTY(speed_before, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m/s",
          .meaning = "0.05 s before its first touch; of a spin or excursion, before it began"),
    PARTY(speed_after, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m/s", .meaning = "0.5 s after its last touch"),
    PARTY(heading_change, PDK_FLOAT64, TOLD, .nullable = true, .unit = "rad",
          .meaning = "of the nose from then to then, anticlockwise; above pi where it turned further"),
    PARTY(closing_speed, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m/s",
          .meaning = "at its first touch with another car, as in incidents"),
    PARTY(impact_speed, PDK_FLOAT64, TOLD, .nullable = true, .unit = "m/s", .meaning = "the same, at the last moment"),
    APPROACH(pdk_found_party, "closing_speed again"),
    PARTY(behind, PDK_BOOL, INFERRED, .meaning = "the other car was more than 0.5 m ahead, half a second before"),
    PARTY(overlap, PDK_FLOAT64, INFERRED, .unit = "m",
          .meaning = "overlap of the two cars when they touched, assuming a length of 4.5 m"),
    PARTY(ahead_at_turn_in, PDK_BOOL, INFERRED,
          .meaning = "of the two that touched it was more than 0.5 m ahead along the track when the first of them came "
                     "to the beginning of the turn"),
    PARTY(overlap_at_turn_in, PDK_FLOAT64, INFERRED, .unit = "m",
          .meaning = "overlap of the two cars then, assuming a length of 4.5 m; 0 = none"),
    PARTY(overlap_share, PDK_FLOAT64, INFERRED, .meaning = "the same as a share of that length, 0 to 1"),
    PARTY(throttle, PDK_FLOAT64, TOLD, .nullable = true, .meaning = "0 to 1, 0.05 s before its first touch"),
    PARTY(brake, PDK_FLOAT64, TOLD, .nullable = true, .meaning = "the same"),
    PARTY(spun, PDK_BOOL, INFERRED, .meaning = "its nose pointed a quarter turn or more away from where it went"),
    PARTY(yaw_rate, PDK_FLOAT64, INFERRED, .unit = "rad/s", .meaning = "the largest of its spin, anticlockwise"),
    PARTY(skid_time, PDK_FLOAT64, INFERRED, .unit = "s",
          .meaning = "when its wheels began to leave a skid mark, on the session's clock"),
    PARTY(left_track, PDK_BOOL, INFERRED,
          .meaning = "for half a second or more; judged_by in incidents says how it was judged"),
    PARTY(unsafe_return, PDK_BOOL, INFERRED,
          .meaning = "it came back at most 30 m in front of a car that was 3 m/s faster"),
    PARTY(stopped_duration, PDK_FLOAT64, INFERRED, .unit = "s",
          .meaning = "it stood, of a stop that began at most 10 s after its last touch"),
    PARTY(position_before, PDK_UINT32, TOLD, .nullable = true, .meaning = "in a race, at the incident"),
    PARTY(position_after, PDK_UINT32, TOLD, .nullable = true, .meaning = "at the end of the lap after the incident's"),
    PARTY(positions_lost, PDK_INT32, TOLD, .nullable = true, .meaning = "from then to then; negative = gained"),
    PARTY(
        time_lost, PDK_FLOAT64, INFERRED, .unit = "s",
        .meaning =
            "in the lap of the incident, against the median of the driver's clean laps; where another incident of the "
            "driver's follows in the lap, until that begins"),
    PARTY(retired, PDK_BOOL, INFERRED,
          .meaning = "it stood still or was absent until the recording ended, and did not finish"),
    PARTY(damage, PDK_TEXT, INFERRED,
          .meaning = "what broke or fell off, by events or by bits of its poses that changed (a guess)"),
    PARTY(sentence, PDK_TEXT, INFERRED, .meaning = "its part in words, without its name"),
    PARTY(reason, PDK_TEXT, INFERRED, .meaning = "why the sentence says so"),
    { .info = { .name = NULL } },
};

pdk_status pdk_have_incidents(const pdk_document *document, pdk_error *error)
{
    if (pdk_answers_have_motion(document, NULL) == PDK_OK) return PDK_OK;
    if (document->services != NULL && (document->services->session_has & PDK_HAS_CONTACTS) != 0) return PDK_OK;
    return pdk_answers_have_motion(document, error);
}

static pdk_status make_incidents(pdk_answers *answers, void *made, pdk_error *error)
{
    pdk_incidents *found = made;
    pdk_memory *memory = answers->memory;
    pdk_status status = compute(answers, found, error);
    if (status != PDK_OK) return status;
    found->items = pdk_publish(&pdk_public_incidents, found->incidents, found->count, memory);
    found->party_items = pdk_publish(&pdk_public_parties, found->parties, found->party_count, memory);
    if (found->items == NULL || found->party_items == NULL) return pdk_fail_memory(error, memory, "incidents");
    return pdk_answer_table(answers, found->incidents, found->count, sizeof *found->incidents, incident_members, error);
}

static pdk_status make_parties(pdk_answers *answers, void *made, pdk_error *error)
{
    (void)made;
    const pdk_incidents *found;
    pdk_status status = pdk_answers_incidents(answers, &found, error);
    if (status != PDK_OK) return status;
    return pdk_answer_table(answers, found->parties, found->party_count, sizeof *found->parties, party_members, error);
}

const pdk_step pdk_step_incidents = {
    .name = "incidents",
    .meaning = "a row for each contact, impact, spin or excursion: what belongs together is one",
    .needs = PDK_RACE_VIEW_NEEDS | PDK_NEEDS(corners),
    .size = sizeof(pdk_incidents),
    .make = make_incidents,
    .have = pdk_have_incidents,
};

const pdk_step pdk_step_incident_parties = { .name = "incident_parties",
                                             .meaning = "a row for each driver in an incident",
                                             .needs = PDK_NEEDS(incidents),
                                             .make = make_parties,
                                             .have = pdk_have_incidents };
