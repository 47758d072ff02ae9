/* What a replay is once its index is built. Everything but the building (rply_header.c, rply_index.c, rply_wheels.c)
 * reads it. */
#ifndef PADDOCK_FORMAT_RPLY_RPLY_H
#define PADDOCK_FORMAT_RPLY_RPLY_H

#include "format/rply/rply_layout.h"
#include "model/document.h"

enum {
    PDK_RPLY_MAX_CARS = 32768, /* an index is an int16 that is not negative */
    PDK_RPLY_MAX_WHEELS = 8,
    PDK_RPLY_NO_CAR = -1,
    PDK_RPLY_NO_ROW = UINT16_MAX
};

/* Entries of pdk_rply.wheels that are no count. */
enum { PDK_RPLY_UNASKED = 0, PDK_RPLY_HOPELESS = UINT8_MAX };

typedef enum pdk_rply_id {
    PDK_RPLY_SET_CAR = 0,
    PDK_RPLY_POSITION = 1,
    PDK_RPLY_STATE = 2,
    PDK_RPLY_SMOKE = 4,
    PDK_RPLY_SKID_START = 5,
    PDK_RPLY_SKID_POINT = 6,
    PDK_RPLY_SKID_END = 7,
    PDK_RPLY_CAR_ENTRY = 9,
    PDK_RPLY_IDS = 12
} pdk_rply_id;

/* The commands that become rows, by table. */
typedef enum pdk_rply_kind {
    PDK_RPLY_STATES,
    PDK_RPLY_SKID_POINTS,
    PDK_RPLY_SKID_STRIPS,
    PDK_RPLY_SMOKES,
    PDK_RPLY_CAR_ENTRIES,
    PDK_RPLY_KINDS,
    PDK_RPLY_NO_KIND = PDK_RPLY_KINDS
} pdk_rply_kind;

/* Why the commands of a frame could not be followed to its end; what remains is opaque. */
typedef enum pdk_rply_stop {
    PDK_RPLY_DONE,        /* they could */
    PDK_RPLY_UNKNOWN_ID,  /* a command of unknown size */
    PDK_RPLY_CUT_COMMAND, /* the frame ends inside a command */
    PDK_RPLY_NO_CAR_SET,  /* a state before any car was set: its size depends on the car */
    PDK_RPLY_BAD_CAR,     /* a negative car index */
    PDK_RPLY_NO_WHEELS,   /* a state of a car whose wheels could not be inferred */
    PDK_RPLY_STOPS,
    PDK_RPLY_ASK_WHEELS = PDK_RPLY_STOPS, /* only while the index is built: not inferred yet */
    PDK_RPLY_ASK_SKID
} pdk_rply_stop;

/* A place the file can be entered: every few KB, and after every gap. */
typedef struct pdk_rply_mark {
    uint64_t offset, frame;
    int32_t least_time, greatest_time; /* ms, of the frames from here to the next mark */
    uint64_t rows[PDK_RPLY_KINDS];     /* rows of each table before this place */
} pdk_rply_mark;

typedef struct pdk_rply_car {
    int32_t index;
    pdk_text name; /* empty when no one says */
    bool in_header;
    uint32_t votes; /* frames that spoke for its number of wheels */
    uint64_t states;
    int32_t first_time, last_time; /* ms, of its states */
} pdk_rply_car;

typedef struct pdk_rply_trouble { /* frames that stopped for one reason */
    uint64_t count, first_offset;
} pdk_rply_trouble;

typedef struct pdk_rply {
    pdk_document *document;
    pdk_bytes bytes;
    const pdk_record *header; /* one of the two */
    uint32_t header_cars;
    uint64_t first_frame; /* offset: after DATA */
    int major, minor;
    const pdk_record *state_end;
    uint32_t state_size;            /* of a car state without wheels */
    uint16_t payload[PDK_RPLY_IDS]; /* sizes by id; 0 = unknown or not fixed */
    uint32_t skid_votes;
    uint8_t wheels[PDK_RPLY_MAX_CARS];  /* by car index */
    uint16_t row_of[PDK_RPLY_MAX_CARS]; /* row in `cars` by car index */
    uint64_t budget;                    /* steps inference may still take; keeps it linear in the file's size */
    pdk_vector marks;                   /* pdk_rply_mark */
    pdk_vector cars;                    /* pdk_rply_car: the header's, then others as they appear */
    pdk_vector entry_names;             /* pdk_text for each row of car_entries */
    uint64_t frames, rows[PDK_RPLY_KINDS], gaps, opaque_bytes;
    int32_t first_time, last_time; /* ms */
    pdk_rply_trouble troubles[PDK_RPLY_STOPS];
    uint8_t orientation[4]; /* elements of w, x, y, z in the file's order */
} pdk_rply;

/* --- rply_header.c --- */

/* Where the car count is and DATA is; NULL when DATA is at neither place. */
const pdk_record *pdk_rply_find_header(pdk_bytes bytes, uint32_t *cars);
/* Fills the part of *replay that is in the header, including the cars it names. */
pdk_status pdk_rply_read_header(pdk_rply *replay, pdk_error *error);
/* The car's row in replay->cars, made when there is none; NULL when out of memory. */
pdk_rply_car *pdk_rply_car_at(pdk_rply *replay, int32_t index);

/* --- rply_wheels.c --- */

/* Infers what replay->wheels[car] is (or, with PDK_RPLY_NO_CAR, the size of skid points) from the frames from `offset`
 * on. */
void pdk_rply_infer(pdk_rply *replay, uint64_t offset, int32_t car);

/* --- rply_index.c, rply_resume.c --- */

/* The one linear pass: frames, marks, rows, cars. */
pdk_status pdk_rply_index(pdk_rply *replay, pdk_error *error);
/* Could a frame begin here? Its size fits, its time is possible, its first command is known. */
bool pdk_rply_plausible(const pdk_rply *replay, uint64_t offset);
/* The first place from `offset` on where frames follow each other again; the file's size when there is none. */
uint64_t pdk_rply_resume(const pdk_rply *replay, uint64_t offset);

/* --- rply_motion.c, rply_report.c --- */

/* What positions say about the meaning of velocity, speed and orientation: evidence, and replay->orientation. */
void pdk_rply_study_motion(pdk_rply *replay);
/* Evidence and findings of the index, in words. */
void pdk_rply_tell(pdk_rply *replay);

/* --- rply_tables.c, rply_states.c --- */

void pdk_rply_add_states(pdk_rply *replay);
void pdk_rply_add_tables(pdk_rply *replay);
/* Columns frame and time, which every table of commands begins with. */
void pdk_rply_add_when(pdk_table *table);
/* Says what the columns added so far are about, and that rows are in the order of frames. */
void pdk_rply_set_roles(pdk_table *table);

/* --- rply_check.c, rply_synth.c, rply_spans.c --- */

pdk_status pdk_rply_check(const pdk_document *document, pdk_report *report, pdk_error *error);
struct pdk_walker;
void pdk_rply_spans(struct pdk_walker *walker);
pdk_status pdk_rply_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
