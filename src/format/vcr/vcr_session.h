/* What a gMotor replay says about its session, gathered from its tables. */
#ifndef PADDOCK_FORMAT_VCR_VCR_SESSION_H
#define PADDOCK_FORMAT_VCR_VCR_SESSION_H

#include "format/vcr/vcr.h"
#include "model/session.h"

typedef struct pdk_vcr_seating pdk_vcr_seating;
typedef struct pdk_vcr_garage pdk_vcr_garage;

/* An event that may put a car into the garage; poses decide. */
typedef struct pdk_vcr_unsure {
    double time;
    uint32_t slot;
    size_t pit;     /* its number among the gathered, before they are sorted */
    bool ends_stop; /* otherwise it means nothing, unless it is the garage */
    bool is_garage;
} pdk_vcr_unsure;

/* Everything while it is gathered; the lists become the session's arrays. */
typedef struct pdk_vcr_gathering {
    const pdk_document *document;
    const pdk_vcr_state *state;
    pdk_memory *memory;
    pdk_error *error;
    pdk_vector drivers, crossings, pits, contacts, penalties, cuts, orders, order_slots, changes,
        tyres;         /* pdk_session_... */
    pdk_vector seen;   /* pdk_session_pit: as the flags of poses say, whatever the events say */
    pdk_vector parked; /* pdk_session_parked: the same of cars that were in the pits from the beginning */
    pdk_vector marks, damages;
    pdk_vector rain, rain_times; /* double */
    pdk_vector walls;            /* pdk_session_contact: impacts that may have been with a wall */
    double formation_from, formation_last, formation_to;
    pdk_vector starts;        /* double: times of lights and countdowns */
    struct lane_state *lane;  /* of each slot, while poses are read */
    pdk_vcr_seating *seating; /* drivers of cars, while they are found */
    pdk_vector told;          /* pdk_session_change: by events, before poses are asked */
    pdk_vector unsure;        /* pdk_vcr_unsure */
    pdk_vcr_garage *garage;   /* while those are settled */
    bool is_race;
    bool believes_seen; /* what events do not say about the pits is taken from `seen` and `parked` */
    bool failed;        /* out of memory */
} pdk_vcr_gathering;

/* --- vcr_session_rows.c --- */
/* When the recording begins, s; it must have a slice. */
float pdk_vcr_first_time(const pdk_vcr_gathering *of);
enum {
    PDK_VCR_MAX_VALUES = 8,
    PDK_VCR_SESSION_ROWS = 2 * PDK_BATCH, /* read at once */
    PDK_VCR_TOGETHER = 4                  /* tables read in one walk, at most */
};
/* One row: the columns asked for, NaN where there is no value, and its texts, empty where there is none. */
typedef struct pdk_vcr_session_row {
    double values[PDK_VCR_MAX_VALUES];
    pdk_text texts[PDK_VCR_MAX_VALUES];
    uint64_t row; /* of the table */
} pdk_vcr_session_row;
typedef void (*pdk_vcr_take_row)(pdk_vcr_gathering *to, const pdk_vcr_session_row *row);
/* Calls `take` for each row of a table with these columns, lists that end with NULL; columns that the dialect lacks
 * have no values. A table that is not there has no rows. */
pdk_status pdk_vcr_each_row(pdk_vcr_gathering *to, const char *table, const char *const *numbers,
                            const char *const *texts, pdk_vcr_take_row take);
/* What is read of each pose. */
typedef enum pdk_vcr_pose_column {
    PDK_VCR_POSE_TIME,
    PDK_VCR_POSE_DRIVER,
    PDK_VCR_POSE_IN_PIT,
    PDK_VCR_POSE_X,
    PDK_VCR_POSE_Z,
    PDK_VCR_POSE_PIT_LANE
} pdk_vcr_pose_column;
/* The same of several tables, in one walk over the file: of each, those in a part of it before those in the next. */
typedef void (*pdk_vcr_take_numbers)(pdk_vcr_gathering *to, double (*values)[PDK_VCR_SESSION_ROWS], size_t count);
typedef struct pdk_vcr_reading {
    const char *table;
    const char *const *numbers, *const *texts;
    pdk_vcr_take_row take;           /* NULL = */
    pdk_vcr_take_numbers take_batch; /*   some rows at once, with the values of each column: for many rows */
} pdk_vcr_reading;
pdk_status pdk_vcr_read_together(pdk_vcr_gathering *to, const pdk_vcr_reading *readings, size_t count);

/* --- vcr_session_events.c: pits, contacts, penalties, orders, lights --- */
pdk_status pdk_vcr_gather_events(pdk_vcr_gathering *to);
/* Only when it may have gone green: part of the former. */
pdk_status pdk_vcr_gather_starts(pdk_vcr_gathering *to);
/* --- vcr_session_tyres.c --- */
pdk_status pdk_vcr_gather_tyres(pdk_vcr_gathering *to);
/* --- vcr_session_rain.c --- */
extern const pdk_vcr_reading pdk_vcr_rain_reading;
/* --- vcr_session_crossings.c --- */
/* An exact time of a crossing further than this from the slice that records it is not believed, s. */
static const double PDK_VCR_MAX_SHIFT = 2.5;
extern const pdk_vcr_reading pdk_vcr_crossings_reading;
/* When they are read, and the lists are sorted. */
pdk_status pdk_vcr_settle_crossings(pdk_vcr_gathering *to);

/* --- vcr_session_notices.c: what names alone say, and impacts without a contact --- */
pdk_status pdk_vcr_gather_notices(pdk_vcr_gathering *to);
/* Behind the contacts, all in order of time. */
pdk_status pdk_vcr_gather_walls(pdk_vcr_gathering *to);

/* --- vcr_session.c --- */
/* Only the crossings, and what they need. */
pdk_status pdk_vcr_gather_lines(pdk_vcr_gathering *to);

/* --- vcr_session_lane.c: visits by the flag in each pose --- */
/* Fills `seen` and `parked`, and what settles the garage; reads all poses, after the events. Also fills the crossings
 * and the rain: rare events all over the file. */
pdk_status pdk_vcr_look_at_poses(pdk_vcr_gathering *to);

/* --- vcr_session_untold.c: visits that events do not record, from `seen` --- */
/* Adds where the lane was entered and left; before the garage is settled. */
pdk_status pdk_vcr_add_untold_lane(pdk_vcr_gathering *to);
/* Adds when a car was put into the garage; afterwards. */
pdk_status pdk_vcr_add_untold_garage(pdk_vcr_gathering *to);

/* --- vcr_session_garage.c: L --- */
/* Before poses are read: makes to->garage where anything is unsure. */
pdk_status pdk_vcr_begin_garage(pdk_vcr_gathering *to);
/* Some poses, with the columns of pdk_vcr_pose_column. */
void pdk_vcr_garage_poses(pdk_vcr_garage *garage, double (*values)[PDK_VCR_SESSION_ROWS], size_t count);
/* Settles what is unsure, when poses are read. Before the lists are sorted. */
pdk_status pdk_vcr_settle_garage(pdk_vcr_gathering *to);
/* In races cars that did not come from the garage have code 16, too. Call it when the lists are sorted. */
void pdk_vcr_settle_exits(pdk_vcr_gathering *to);

/* --- vcr_session_changes.c: changes of drivers; reads all poses where a car has several --- */
pdk_status pdk_vcr_gather_changes(pdk_vcr_gathering *to);

/* --- vcr_typed.c --- */
/* "cone", "immovable" ...; NULL = no object has this code. */
const char *pdk_vcr_object_name(unsigned code);

#endif
