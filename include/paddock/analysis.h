/* Answers: laps, stints, results, incidents, corners ... computed from what a file records, as tables like any other.
 *
 *     const pdk_table *laps;
 *     if (pdk_answer(document, "laps", &laps, &error) == PDK_OK) {
 *         size_t time = pdk_table_find_role(laps, PDK_ROLE_LAP_TIME);
 *         ... pdk_table_read(laps, ...)
 *     } else if (error.status == PDK_E_UNSUPPORTED) {
 *         printf("%s\n", error.message); // "nothing moves in tri files"
 *     }
 *
 * Times are seconds of the session's clock, distances metres along the track from its start line, speeds m/s. Positions
 * are in the frame of pdk_motion: right-handed, z up, metres. */
#ifndef PADDOCK_ANALYSIS_H
#define PADDOCK_ANALYSIS_H

#include "rulings.h"
#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The answers that this library can compute, by name and with one sentence each; NULL past the end. */
PDK_API const char *pdk_answer_name(size_t index);
PDK_API const char *pdk_answer_meaning(size_t index);

/* PDK_OK if the document has this answer. Otherwise PDK_E_UNSUPPORTED with the reason: "analysis.motion" (nothing
 * moves), "track.no_lap" (no complete lap was found) ...; PDK_E_ARGUMENT, "argument.answer", if there is no answer of
 * this name. The kind of file decides, or whether it records a whole lap. Where neither does (laps of a file without
 * crossings), the first call reads the poses, and keeps the result for the answer; then it can fail as pdk_answer does.
 */
PDK_API pdk_status pdk_answer_available(const pdk_document *document, const char *name, pdk_error *error);

/* The answer as a table. It is computed on first use, with default options, and lives as long as the document. Any
 * thread; a second thread that asks meanwhile waits. Fails as pdk_answer_available does, and if the file cannot be
 * read. For a document made by pdk_analyse: its table of this name. */
PDK_API pdk_status pdk_answer(const pdk_document *document, const char *name, const pdk_table **table,
                              pdk_error *error);
/* The same, and `progress` (may be NULL) is called regularly while the answer is computed, on the caller's thread; it
 * restarts for each step of the work. If it returns false, the call fails with PDK_E_CANCELLED; you can request the
 * answer again. Inside `progress`, answers of the same document are refused, and if it closes the last holder of the
 * document the call fails: see "callbacks" in core.h. */
PDK_API pdk_status pdk_answer_with_progress(const pdk_document *document, const char *name, pdk_progress progress,
                                            void *progress_user, const pdk_table **table, pdk_error *error);

/* Axes of `line` and `track`. `line` is in the recording's own axes, those of its positions: pdk_column_info.frame of
 * the columns with PDK_ROLE_X, _Y and _Z. Its two numbers for each end are both axes of the ground in the order of the
 * file: x and y where z is up, x and z where y is up. The order of both ends does not matter: the line is crossed the
 * way that more of the cars cross it. `track` is read in its own axes, turned to the frame of pdk_motion (z up), and
 * not moved: it must have the origin of the recording. Answers are in the frame of pdk_motion whatever the file has.
 * Distances along the track count up in the direction in which the line of the track runs, which for a line that was
 * driven is the direction of the cars; 0 is the start line. Offsets across it are positive to its left. */
typedef struct pdk_analysis_options {
    size_t struct_size;        /* PDK_ANALYSIS_OPTIONS_INIT sets it */
    const char *const *names;  /* the answers wanted, ended by NULL; NULL = all that the document can have */
    const pdk_document *track; /* a track or surface of the same place (TRI, CRG, RLD, PTH); NULL = as it was driven.
                                  See "Axes" above */
    bool has_line;             /* `line` is used */
    double line[4];            /* the start line from x1, y1 to x2, y2, in m; see "Axes" above */
    double incident_gap;       /* s: contacts nearer than this that share a car are one incident; 0 = 2 */
    bool all_incidents;        /* also near misses, unsafe returns and lock-ups */
    pdk_limits limits;
    pdk_allocator allocator;
    pdk_progress progress;
    void *progress_user;
    bool has_until; /* `until` is used: results and positions as they were then, s of the session's clock */
    double until;
    uint64_t until_lap; /* results after this lap, from 1; 0 = at the end */
    /* What stewards decided: results and laps are as decided, and results say what was recorded. NULL = nothing. A
     * driver or lap that there is not fails with PDK_E_ARGUMENT, "rulings.driver" or "rulings.lap", with those that
     * there are; times and laps outside a race, "rulings.kind". */
    const pdk_rulings *rulings;
    const char *rulings_file; /* the file's name or path: rulings of others do not apply; NULL = all do */
    /* For pit_rules and jump_starts; 0 = not given. */
    double min_stop;       /* s that a stop with service must last at least */
    double pit_limit;      /* m/s, the speed limit of the pit lane */
    double jump_tolerance; /* m that a car may have moved when the race begins; not given: 0.1 */
    /* A results file that the game wrote of the same session (results-xml), beside a replay: places, total times, lap
     * times and whether laps count, penalties, classes and numbers are official then, and what the replay says is in
     * recorded_position, recorded_time and recorded_lap_time. PDK_E_ARGUMENT: "results.format" (it has no official
     * results), "results.session", "results.drivers", "results.laps" (it is of another session). NULL = none. */
    const pdk_document *results;
    /* A file about the recording's car (car-info: Live for Speed's CAR_info.bin): `dynamics` and `handling` know the
     * centre of gravity, inertia, aerodynamics and set-up of its wheels then. NULL = none. One of another car fails
     * with PDK_E_ARGUMENT, "analysis.car_info", and what differs. */
    const pdk_document *car_info;
} pdk_analysis_options;

#define PDK_ANALYSIS_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_analysis_options)

/* The answers with your own options, as a computed document ("analysis") whose tables are the answers. It holds
 * `document`, and the track, results and car_info of the options. Fails if options->names has an answer that the
 * document cannot have. */
PDK_API pdk_status pdk_analyse(const pdk_document *document, const pdk_analysis_options *options,
                               pdk_document **analysis, pdk_error *error);

/* How a results file fits a replay: laps that have a time in both, and how many of these have the same time in both. */
typedef struct pdk_results_fit {
    uint64_t laps, same_laps;
} pdk_results_fit;

/* Is the results file (as pdk_analysis_options.results) of the same session as the replay? For programs that choose
 * among several files: the laps of the replay are computed once and kept, and nothing is made with the results. Fails
 * as pdk_analyse does with them: PDK_E_ARGUMENT, "results.format", "results.session", "results.drivers" or
 * "results.laps". Where no lap has a time in both, PDK_OK only means that nothing speaks against it: `laps` is 0.
 * `progress` may be NULL; as for pdk_answer_with_progress. */
PDK_API pdk_status pdk_fit_results(const pdk_document *recording, const pdk_document *results, pdk_progress progress,
                                   void *progress_user, pdk_results_fit *fit, pdk_error *error);

/* ------------------------------------------------------------------------------------------- laps as structs */

/* How a lap ran: between two crossings of the line, out of the pits, into them, both, or never to its end. */
typedef enum pdk_lap_kind {
    PDK_LAP_TIMED = 0,
    PDK_LAP_OUT = 1,
    PDK_LAP_IN = 2,
    PDK_LAP_OUT_IN = 3,
    PDK_LAP_INCOMPLETE = 4,
    PDK_LAP_FORMATION = 5 /* before the race: lap 0, without a time */
} pdk_lap_kind;
/* "timed" ...; never NULL */
PDK_API const char *pdk_lap_kind_name(pdk_lap_kind kind);

/* Where a lap's time is from: the game's own, between stored crossings, between crossings of a line that were found in
 * the poses: all of them, or one that the file lost. */
typedef enum pdk_lap_source {
    PDK_LAP_SOURCE_STORED = 0,
    PDK_LAP_SOURCE_CROSSING = 1,
    PDK_LAP_SOURCE_LINE = 2
} pdk_lap_source;
/* "stored" ...; never NULL */
PDK_API const char *pdk_lap_source_name(pdk_lap_source source);

/* Why a lap is not clean; bits. */
typedef enum pdk_lap_reason {
    PDK_LAP_REASON_FIRST = 1,   /* of a race */
    PDK_LAP_REASON_PIT_IN = 2,  /* into the pit lane or the garage */
    PDK_LAP_REASON_PIT_OUT = 4, /* out of them */
    PDK_LAP_REASON_CONTACT = 8,
    PDK_LAP_REASON_OFF_TRACK = 16,
    PDK_LAP_REASON_SLOW = 32,       /* over 2 % above the median of the driver's other laps, of at least 3 */
    PDK_LAP_REASON_INCOMPLETE = 64, /* "incomplete" */
    PDK_LAP_REASON_INVALID = 128,   /* the game gave it no time, or does not count it */
    PDK_LAP_REASON_IMPLAUSIBLE =
        256,                    /* "implausible_time": its stored time cannot be true, so it has that of the clock */
    PDK_LAP_REASON_CLOCK = 512, /* "clock": the clock of the recording went back in it */
    PDK_LAP_REASON_PART = 1024, /* "part_recording": the file has only a part of it, with times of another lap */
    PDK_LAP_REASON_DISQUALIFIED = 2048, /* "disqualified": the driver was, so no lap of the session counts */
    PDK_LAP_REASON_FORMATION = 4096     /* "formation" */
} pdk_lap_reason;

enum { PDK_LAP_SECTORS = 4 };

/* A lap that a driver began. Members may be added at the end. */
typedef struct pdk_lap {
    pdk_text driver;
    uint32_t slot;     /* the number the file gives the driver; 0 where there is only one */
    uint32_t lap;      /* from 1; a formation lap is 0 */
    double start_time; /* s, of the session's clock: the crossing that began it, the start of the race, or leaving the
                          pits */
    double end_time;   /* the crossing that ended it */
    double lap_time;
    double sector_time[PDK_LAP_SECTORS];
    pdk_lap_kind kind;
    pdk_lap_source source;
    bool clean;           /* no reasons */
    bool best;            /* of the driver's clean laps */
    uint32_t reasons;     /* pdk_lap_reason */
    uint32_t position;    /* at its end: in a race by laps and time, otherwise by best lap so far */
    double gap_to_leader; /* s; missing for drivers who are laps down */
    double top_speed;     /* m/s */
    double distance;      /* m driven, from position to position */
    uint32_t contacts;    /* contacts of the driver, each pair once per half second */
    uint32_t entry;       /* the entry, as in pdk_result.entry. Several may have used one slot */
    pdk_text co_driver, team, number, class_name; /* as the car is entered */
    pdk_text
        drivers; /* the person at the wheel, several separated by "; "; missing if the file records no driver changes */
    bool counts; /* it can be ranked, and be the fastest: driven from line to line outside the pits, in a time
                    that the game counts, by a driver who was not disqualified; clean or not */
    bool has_driver, has_start_time, has_end_time, has_lap_time, has_sector_time[PDK_LAP_SECTORS], has_position;
    bool has_gap_to_leader, has_top_speed, has_distance, has_contacts;
    bool has_co_driver, has_team, has_number, has_class_name, has_drivers;
    uint32_t stint;             /* in which it began, from 1; missing for a formation lap */
    pdk_text compound, weather; /* of the tyres of that stint; as the file calls it */
    double rain;                /* mean of its reports, from 0 (dry) to 1 */
    bool has_stint, has_compound, has_weather, has_rain;
    double recorded_lap_time; /* s: as the recording has it; missing without a results file, whose is official */
    bool has_recorded_lap_time;
} pdk_lap;

/* How a driver's session ended; `results` has the rules. */
typedef enum pdk_result_status {
    PDK_RESULT_FINISHED = 0,
    PDK_RESULT_RUNNING = 1,
    PDK_RESULT_RETIRED = 2,
    PDK_RESULT_DISQUALIFIED = 3,
    PDK_RESULT_NOT_STARTED = 4
} pdk_result_status;
/* "finished" ...; never NULL */
PDK_API const char *pdk_result_status_name(pdk_result_status status);

/* Why a result may be wrong; bits. */
typedef enum pdk_result_reason {
    PDK_RESULT_REASON_IMPLAUSIBLE = 1, /* "implausible_time": a stored lap time is impossible and was left out */
    PDK_RESULT_REASON_CLOCK = 2,       /* "clock": the clock of the recording went back, so there is no total time */
    PDK_RESULT_REASON_ORDER = 4,       /* "order": a driver who is still running and has more laps is ranked lower */
    PDK_RESULT_REASON_DROVE_ON = 8, /* "drove_on": an event says that the driver retired or was kicked, but the car kept
                                       driving: the car is believed */
    PDK_RESULT_REASON_IGNORED =
        16 /* "ignored_disqualification": a disqualified driver kept driving; the event is believed */
} pdk_result_reason;

/* A driver in the results. Members may be added at the end.
 *
 * A race: finishers by laps, then total time with the penalties that events state; then the others by laps and time;
 * then those who did not start, then those disqualified. A driver who crosses the line at or after the leader's finish
 * has finished. The leader finishes after the laps or minutes of the race if the file has them; otherwise at the
 * leader's last crossing if nobody continues at racing speed. A driver has retired who left, went to the garage for
 * good, did not reach the next line in 1.5 times the typical time, or for whom an event says so (did not finish,
 * kicked), unless the car keeps driving. Other sessions: by best lap; if equal, the first to drive it is ahead. */
typedef struct pdk_result {
    uint32_t position;
    pdk_text driver;
    uint32_t slot;
    pdk_text vehicle;
    uint32_t laps;     /* complete; in a race the number of the last */
    double total_time; /* s from the start of the race to the last line, penalties added */
    double gap;        /* s behind the leader; by best lap in other sessions. Missing for drivers who are laps down */
    double interval;   /* the same to the driver ahead */
    uint32_t laps_down;
    double best_lap_time; /* s: the fastest lap that counts (pdk_lap.counts), clean or not */
    uint32_t best_lap;
    uint32_t grid_position; /* from the running order at the start */
    uint32_t pit_stops;     /* with service */
    uint32_t penalties;     /* given and not rescinded */
    double penalty_time;    /* s added */
    uint32_t contacts;      /* with cars, as in pdk_lap */
    pdk_result_status status;
    uint32_t entry;
    uint32_t reasons;           /* pdk_result_reason bits: why order and times may be wrong; 0 = none */
    uint32_t recorded_position; /* without rulings and results file; missing if there are none */
    pdk_text rulings;           /* what was decided: "+5 s (unsafe return); lap 3 invalid"; missing if nothing was */
    pdk_text co_driver, team, number, class_name; /* as in pdk_lap */
    bool has_position, has_driver, has_vehicle, has_total_time, has_gap, has_interval, has_laps_down;
    bool has_best_lap_time, has_best_lap, has_grid_position, has_pit_stops, has_penalties, has_penalty_time;
    bool has_contacts, has_co_driver, has_team, has_number, has_class_name;
    bool has_recorded_position, has_rulings;
    double recorded_time; /* s: total_time without rulings and results file; missing if there are none */
    bool has_recorded_time;
} pdk_result;

/* As pdk_lap_count and pdk_lap_at, for the answer `results`. */
PDK_API pdk_status pdk_result_count(const pdk_document *document, size_t *count, pdk_error *error);
PDK_API const pdk_result *pdk_result_at(const pdk_document *document, size_t index);

/* How many laps there are. The first call for laps computes them. Fails as pdk_answer does. */
PDK_API pdk_status pdk_lap_count(const pdk_document *document, size_t *count, pdk_error *error);
/* One of them, by driver and time; belongs to the document. NULL past the end, and where there are none because
 * pdk_lap_count fails. */
PDK_API const pdk_lap *pdk_lap_at(const pdk_document *document, size_t index);

/* -------------------------------------------------------------------------------------- incidents as structs */

typedef enum pdk_incident_kind {
    PDK_INCIDENT_CONTACT = 1,       /* of two cars or more */
    PDK_INCIDENT_IMPACT = 2,        /* of one car, with an object */
    PDK_INCIDENT_SPIN = 3,          /* without contact */
    PDK_INCIDENT_OFF_TRACK = 4,     /* an excursion without contact and spin */
    PDK_INCIDENT_NEAR_MISS = 5,     /* on request: two cars come close at speed and do not touch */
    PDK_INCIDENT_UNSAFE_RETURN = 6, /* on request: back on track in front of another car */
    PDK_INCIDENT_LOCK_UP = 7,       /* on request: the wheels left a skid mark while the car braked, and nothing else */
    PDK_INCIDENT_DAMAGE = 8         /* something broke or fell off, without any other incident */
} pdk_incident_kind;
/* "contact", "off_track" ... as tables have it; never NULL */
PDK_API const char *pdk_incident_kind_name(pdk_incident_kind kind);
/* To show: "contact", "excursion", "near miss" ...; never NULL */
PDK_API const char *pdk_incident_kind_title(pdk_incident_kind kind);

/* `unavailable` says why values are missing. Members may be added at the end. */
typedef struct pdk_incident {
    pdk_text incident;  /* an id, the same from run to run and in a part cut out of the recording */
    pdk_text kind_name; /* "contact" ... */
    pdk_incident_kind kind;
    uint32_t lap;         /* of the first party, from 1 */
    uint32_t sector;      /* from 1 */
    uint32_t contacts;    /* records of a pair within half a second count once, whichever car's they are; missing
                             if the file records none */
    double time;          /* s, the session's clock: the first touch, or the beginning of the spin or excursion */
    double end_time;      /* the last touch, or the end of a spin or excursion that belongs to it */
    double distance;      /* m along the track, from the start line */
    double x, y, z;       /* m, in the frame of pdk_motion; between the cars that touched first */
    double closing_speed; /* m/s at which the cars' centres approached: the median from 0.5 to 0.05 s before they
                             touched; 0 = they did not; the largest of the first touches of each pair */
    double impact_speed;  /* m/s, the same between the last two poses before; 0 = they did not */

    double speed_change;  /* m/s, of the car that lost most, negative */
    double magnitude;     /* the largest that the game wrote, in the game's own unit: never compare it between games */
    double beyond;        /* largest distance of a car's centre outside what counts as track, m */
    pdk_text drivers;     /* the parties' names separated by "; ", the one behind first */
    pdk_text objects;     /* what was hit, as the game calls it */
    pdk_text place;       /* "Sector 2, 812 m (29 %)" */
    pdk_text judged_by;   /* how a car was judged to be off the track: "status", "band" of all laps, or "track" */
    pdk_text unavailable; /* why values are missing */
    uint8_t first_lap, last_lap; /* of a race: PDK_MAYBE_* */
    uint64_t first_party;        /* index for pdk_incident_party_at */
    uint32_t party_count;
    pdk_text sentence; /* what happened: "A came from behind and ran into B, closing at 10 km/h." */
    pdk_text reason;   /* why the sentence says so; missing if there is nothing to add */
    bool has_lap, has_sector, has_contacts, has_distance, has_x, has_y, has_z, has_closing_speed, has_impact_speed;
    bool has_speed_change, has_magnitude, has_beyond, has_objects, has_place, has_judged_by, has_unavailable;
    bool has_sentence, has_reason;
    bool has_turn, has_positions_text;
    uint32_t turn;           /* the corner, as in `corners`: from 150 m before it begins to 50 m after its end */
    pdk_text positions_text; /* who was ahead when the first of two cars turned in, and how far they overlapped */
} pdk_incident;

typedef struct pdk_incident_party {
    pdk_text incident, driver;
    uint32_t slot, lap;
    uint32_t contacts;
    uint32_t position_before, position_after; /* in a race: at the incident, and when the lap after its lap ends */
    int32_t positions_lost;                   /* the second minus the first */
    double speed_before;                      /* m/s, 0.05 s before its first touch */
    double speed_after;                       /* m/s, 0.5 s after its last one */
    double heading_change; /* rad, of the nose between these two times, anticlockwise; above pi if it turned further */
    double closing_speed, impact_speed; /* m/s, at its first touch with another car */
    double overlap;                     /* m, overlap of the two cars at that touch, assuming a length of 4.5 m */
    double magnitude;                   /* the largest of its own records, as the game wrote it */
    double yaw_rate;                    /* rad/s, the largest of its spin */
    double stopped_duration; /* s it stood still, in a stop that began at most 10 s after its last touch; 0 = it kept
                                driving */
    double time_lost; /* s, the incident's lap minus the median of clean laps; until the next incident in that lap */
    pdk_text object;  /* what it hit */
    uint8_t behind;   /* PDK_MAYBE_*, as the next four: half a second before that touch, the other car was more than
                         0.5 m ahead */
    uint8_t spun, left_track;
    uint8_t retired;       /* it completed no lap after this, and did not finish */
    uint8_t unsafe_return; /* it came back on track in front of a faster car */
    pdk_text damage;       /* what broke or fell off: "front wing; engine"; missing if nothing is known */
    pdk_text sentence;     /* its part in words, without the driver's name: "was behind, 167 km/h to 141 km/h." */
    pdk_text reason;       /* why the sentence says so; missing if there is nothing to add */
    double skid_time;      /* s, when its wheels began to leave a skid mark, at most 3 s before its part; missing if
                              they left none */
    bool has_driver, has_lap, has_contacts, has_position_before, has_position_after, has_positions_lost;
    bool has_speed_before, has_speed_after, has_heading_change, has_closing_speed, has_impact_speed, has_overlap;
    bool has_magnitude, has_yaw_rate, has_stopped_duration, has_time_lost, has_object, has_damage, has_sentence;
    bool has_reason, has_skid_time;
    bool has_overlap_at_turn_in, has_overlap_share, has_throttle, has_brake;
    uint8_t ahead_at_turn_in;  /* PDK_MAYBE_*: more than 0.5 m ahead along the track when the first of the two cars that
                                  touched came to the beginning of the turn; unknown outside turns */
    double overlap_at_turn_in; /* m, of cars 4.5 m long, then; 0 = none */
    double overlap_share;      /* the same as a share of that length, 0 .. 1 */
    double throttle, brake;    /* 0 .. 1, 0.05 s before its first touch; missing if the file has no pedals */
} pdk_incident_party;

/* How many incidents there are. The first call for incidents computes them. Fails as pdk_answer does. */
PDK_API pdk_status pdk_incident_count(const pdk_document *document, size_t *count, pdk_error *error);
/* One of them, by time; belongs to the document. NULL past the end, and where pdk_incident_count fails. */
PDK_API const pdk_incident *pdk_incident_at(const pdk_document *document, size_t index);
/* Its parties are first_party .. first_party + party_count - 1. */
PDK_API const pdk_incident_party *pdk_incident_party_at(const pdk_document *document, size_t index);
/* Which incidents this recording cannot show, and why: "contacts: ...; spins: ...". Its data
 * is NULL if it can show all of them. */
PDK_API pdk_text pdk_incident_unavailable(const pdk_document *document);

/* What this recording cannot show a steward, in words: "blue flags: whether one was shown; ...". Of a document made by
 * pdk_analyse: if it has the answer `rules`. Its data is NULL if nothing is missing, or there are no such answers. */
PDK_API pdk_text pdk_rules_unrecorded(const pdk_document *document);

/* How well typed text matches a driver; larger is better: the beginning of a word in the name, the beginning of the
 * name (ignoring case in both), the slot number, the whole name. */
typedef enum pdk_driver_match {
    PDK_DRIVER_NO = 0,
    PDK_DRIVER_WORD = 1,
    PDK_DRIVER_BEGINNING = 2,
    PDK_DRIVER_SLOT = 3,
    PDK_DRIVER_NAME = 4
} pdk_driver_match;
PDK_API pdk_driver_match pdk_match_driver(pdk_text name, uint64_t slot, const char *wanted);

#ifdef __cplusplus
}
#endif
#endif
