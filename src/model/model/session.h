/* What a recording says about a session, except positions: drivers, crossings of lines, visits to the pits, contacts.
 * A format fills it from its own events (pdk_services.session); everything in
 * src/analysis works on it, so that no question knows a format.
 *
 * Times are seconds of the session's clock. A number that is not known is NaN, PDK_SESSION_NONE or an empty text. All
 * lists are in order of time. */
#ifndef PADDOCK_MODEL_SESSION_H
#define PADDOCK_MODEL_SESSION_H

#include <math.h>

#include "base/memory.h"

enum { PDK_SESSION_SECTORS = 4 };
#define PDK_SESSION_NONE UINT32_MAX

typedef enum pdk_session_kind {
    PDK_SESSION_UNKNOWN = 0,
    PDK_SESSION_TEST,
    PDK_SESSION_PRACTICE,
    PDK_SESSION_QUALIFYING,
    PDK_SESSION_WARMUP,
    PDK_SESSION_RACE,
    PDK_SESSION_LAP /* one recorded lap: RAF */
} pdk_session_kind;

/* An entry of the list of drivers. Several may have used one slot, one after the other. */
typedef struct pdk_session_driver {
    uint32_t slot;
    pdk_text name, co_driver, vehicle;
    pdk_text team, number, class_name; /* as the car is entered; `number` is painted on it */
    double entry_time, exit_time;      /* NaN = not recorded */
} pdk_session_driver;

/* Why a stored time cannot be true (model/plausible_times.h). */
typedef enum pdk_time_fault {
    PDK_TIME_SOUND = 0,
    PDK_TIME_NO_NUMBER,
    PDK_TIME_SHORT,
    PDK_TIME_LONG,
    PDK_TIME_FAST,
    PDK_TIME_CLOCK,
    PDK_TIME_PART /* of another lap: the recording has only a part of this one */
} pdk_time_fault;

/* A line was crossed. */
typedef struct pdk_session_crossing {
    double time; /* exact, where the file has better than the time of the record */
    uint32_t slot;
    uint32_t lap;       /* laps that were complete before this crossing's lap: 0 for the lap that starts the session, as
                           stored but with the wrapping of short counters undone */
    uint32_t sector;    /* 0 = the start line, which ends a lap; 1, 2 ... = the line that ends sector 1, 2 ... */
    double lap_time;    /* since the lap began, as stored: a split, or at the start line the lap time; NaN = none */
    double record_time; /* of its record */
    bool opens;         /* the crossing that only begins a lap: the file says that none ends with it */
    bool invalid;       /* the game does not count the lap that ends here */
    bool unended;       /* only the stored time would say when the lap ended, and that cannot be true */
    pdk_time_fault fault; /* of the stored time: then lap_time is NaN */
    uint64_t row;         /* of the table that has it, for findings */
    bool found;           /* found in poses, not recorded by the file */
    double shift;         /* s: poses pass the line so much later than `time` says; 0 = not compared */
} pdk_session_crossing;

typedef enum pdk_session_pit_kind {
    PDK_PIT_REQUESTED = 1, /* asked for a stop */
    PDK_PIT_ENTERED,       /* the lane */
    PDK_PIT_LEFT,          /* the lane */
    PDK_PIT_STOPPED,       /* is in the stall */
    PDK_PIT_SERVICE,       /* service begins */
    PDK_PIT_SERVICE_END,
    PDK_PIT_GARAGE,     /* taken back to the garage */
    PDK_PIT_GARAGE_LEFT /* out of the garage */
} pdk_session_pit_kind;

typedef struct pdk_session_pit {
    double time;
    uint32_t slot;
    pdk_session_pit_kind kind;
} pdk_session_pit;

/* The car was in the pit lane or its box from when it was first seen. */
typedef struct pdk_session_parked {
    double time; /* when it was first seen */
    uint32_t slot;
    double until; /* it left; infinite = never */
} pdk_session_parked;

/* A contact as one party records it: the other usually records it too, with another magnitude. */
typedef struct pdk_session_contact {
    double time;
    uint32_t slot;
    uint32_t other;   /* slot of the other car; PDK_SESSION_NONE = an object, or unknown */
    pdk_text object;  /* "cone", "immovable"; empty = a car, or not recorded */
    double magnitude; /* as the game wrote it, in the game's own units; NaN = not recorded */
} pdk_session_contact;

typedef enum pdk_session_penalty_kind {
    PDK_PENALTY_OTHER = 0,
    PDK_PENALTY_STOP_AND_GO,
    PDK_PENALTY_DRIVE_THROUGH,
    PDK_PENALTY_TIME,
    PDK_PENALTY_DISQUALIFIED
} pdk_session_penalty_kind;

typedef enum pdk_session_penalty_step {
    PDK_PENALTY_GIVEN = 0,
    PDK_PENALTY_SERVED,
    PDK_PENALTY_REMOVED,
    PDK_PENALTY_ADDED /* not served: the game has added `seconds` to the official time */
} pdk_session_penalty_step;

typedef struct pdk_session_penalty {
    double time;
    uint32_t slot;
    pdk_session_penalty_kind kind;
    pdk_session_penalty_step step;
    double seconds; /* of a time penalty; NaN = not recorded */
    pdk_text text;  /* as the game wrote it */
} pdk_session_penalty;

/* The limits of the track were broken, as the game judged. */
typedef struct pdk_session_cut {
    double time;
    uint32_t slot;
} pdk_session_cut;

/* The game says about a driver how the race went. */
typedef enum pdk_session_mark_kind {
    PDK_MARK_DID_NOT_FINISH = 1,
    PDK_MARK_TAKEN_BACK, /* the former */
    PDK_MARK_DISQUALIFIED,
    PDK_MARK_KICKED
} pdk_session_mark_kind;

typedef struct pdk_session_mark {
    double time;
    uint32_t slot;
    pdk_session_mark_kind kind;
} pdk_session_mark;

/* Something broke or fell off, as an event says. */
typedef struct pdk_session_damage {
    double time;
    uint32_t slot;
    pdk_text part; /* "engine", "suspension", "wheel", "wing", "body", "part" */
} pdk_session_damage;

/* The order on the track: slots from the first to the last. */
typedef struct pdk_session_order {
    double time;
    const uint32_t *slots;
    uint32_t count;
} pdk_session_order;

/* Another person drives the car from now on; an empty name: not recorded. */
typedef struct pdk_session_change {
    double time;
    uint32_t slot;
    pdk_text name;
} pdk_session_change;

/* The car has these tyres from now on. */
typedef struct pdk_session_tyres {
    double time;
    uint32_t slot;
    pdk_text compound; /* as pdk_compound_text has it */
} pdk_session_tyres;

/* A lap as a list of the game has it, in files that have the outcome of a session and not how it went. */
typedef struct pdk_session_lap {
    uint32_t slot, lap; /* `lap` from 1 */
    double start_time, end_time;
    double lap_time; /* NaN = the game gave it none */
    double sector_time[PDK_SESSION_SECTORS];
    double top_speed; /* m/s */
    bool pits;        /* it ends in the pits, or goes through them */
} pdk_session_lap;

typedef enum pdk_session_finish {
    PDK_FINISH_UNKNOWN = 0,
    PDK_FINISH_FINISHED,
    PDK_FINISH_RETIRED,
    PDK_FINISH_DISQUALIFIED
} pdk_session_finish;

/* What the game says officially about a driver at the end. */
typedef struct pdk_session_result {
    uint32_t slot, position, grid_position, laps, pit_stops;
    double total_time, best_lap_time;
    pdk_session_finish finish;
} pdk_session_result;

typedef struct pdk_session {
    pdk_session_kind kind;
    double start_time, end_time; /* of the recording */
    double green_time;           /* the start of a race, if an event records it; otherwise NaN */
    double race_minutes;         /* of races by time; NaN = not recorded */
    uint32_t race_laps;          /* of races by laps; PDK_SESSION_NONE = not recorded */
    bool has_crossings;          /* such files record crossings: a driver without them crossed no line */
    bool has_contacts, has_pits, has_orders, has_penalties;
    bool has_laps, has_results; /* the file lists laps; official results. Then it needs no crossings */
    pdk_text track;        /* which track it is, in the game's own words: laps of one text can be compared by ruler */
    double ruler_length;   /* m: the distances that the game records count from 0 to this; NaN = it records none */
    uint32_t sector_count; /* of a lap, where the file says it; 0 = only its crossings show it */
    double clock_step;     /* s: times of crossings are rounded up to the next multiple (RAF 0.01); 0 = exact */
    /* The next are arrays in the caller's memory. */
    const pdk_session_driver *drivers;
    const pdk_session_crossing *crossings;
    const pdk_session_pit *pits;
    const pdk_session_contact *contacts;
    const pdk_session_penalty *penalties;
    const pdk_session_cut *cuts;
    const pdk_session_order *orders;
    const pdk_session_change *changes;
    const pdk_session_tyres *tyres;
    const pdk_session_mark *marks;
    const pdk_session_damage *damages;
    const pdk_session_parked *parked;
    const pdk_session_lap *laps;       /* by driver, in the order of `drivers`; of each by number */
    const pdk_session_result *results; /* one for each of `drivers`, in their order */
    size_t lap_count, result_count;
    /* A results file beside the recording says what is official: `results` and `penalties` are its, and so are these,
     * by its drivers and of each by number. `recorded` is what the recording itself says; NULL = there is no such file,
     * and this is it. */
    const struct pdk_session *recorded;
    const pdk_session_lap *official_laps;
    size_t official_lap_count;
    size_t driver_count, crossing_count, pit_count, contact_count, penalty_count, cut_count, order_count, change_count,
        mark_count, damage_count, tyre_count, parked_count;
    pdk_text weather; /* as the file calls it, over the whole recording; data NULL = unknown */
    /* How hard it rains, 0 to 1, and when it was reported: times rise. */
    const double *rain, *rain_times;
    size_t rain_count;
    /* A formation lap, as events say: the first and the last of them while it is driven, and the one that it is over;
     * NaN = none. */
    bool has_formation;
    double formation_from, formation_last, formation_to;
} pdk_session;

/* One of which nothing is known. */
static inline pdk_session pdk_session_unknown(void)
{
    return (pdk_session){ .start_time = NAN,
                          .end_time = NAN,
                          .green_time = NAN,
                          .race_minutes = NAN,
                          .race_laps = PDK_SESSION_NONE,
                          .track = { "", 0 },
                          .ruler_length = NAN,
                          .formation_from = NAN,
                          .formation_last = NAN,
                          .formation_to = NAN };
}

#endif
