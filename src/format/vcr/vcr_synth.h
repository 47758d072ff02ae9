/* The parts of generating a gMotor replay. */
#ifndef PADDOCK_FORMAT_VCR_VCR_SYNTH_H
#define PADDOCK_FORMAT_VCR_VCR_SYNTH_H

#include "format/vcr/vcr_head.h"
#include "synth/sim_session.h"

/* What event is written, and of whom. */
typedef struct pdk_vcr_event_kind {
    unsigned driver, event_class, type, flag;
} pdk_vcr_event_kind;

/* What may differ between honest files: the disputed points, so that each reading can be proved right where it is. */
typedef struct pdk_vcr_variation {
    pdk_vcr_layout layout;
    uint8_t first_slot;     /* slots count up from here */
    bool long_names;        /* names of more than 127 bytes */
    bool id_before_version; /* R2 */
    bool brake_later;       /* R2: the brake byte at 38, not 36 */
    bool penalty_text_at_2; /* R2 */
    bool set_is_fixed;      /* R1, R2: the bit of a part is set while it is fixed, not when it is lost */
    bool cut_counters;      /* counters are 0, as where recording was interrupted */
} pdk_vcr_variation;

enum { PDK_VCR_MAX_CARS = 104, PDK_VCR_SLICES_PER_SECOND = 50 };

/* What a pass over the race adds up to. */
typedef struct pdk_vcr_totals {
    uint64_t slices, events, bytes;
    double start_time, end_time;
} pdk_vcr_totals;

/* --- vcr_synth_slices.c: slices as they are filled, counted, and written --- */
typedef struct pdk_vcr_writer {
    const pdk_vcr_variation *variation;
    pdk_output *output; /* NULL = count only */
    pdk_memory *memory;
    uint8_t session; /* for event headers */
    uint8_t *bytes;  /* the slice */
    size_t fill, capacity;
    uint32_t slice_events;
    double slice_time;
    pdk_vcr_totals totals;
    pdk_error error;            /* sticks */
    const pdk_field *header[6]; /* driver, size, type, class, session, flag */
} pdk_vcr_writer;

bool pdk_vcr_writer_start(pdk_vcr_writer *writer, const pdk_vcr_variation *variation, uint8_t session,
                          pdk_memory *memory, pdk_output *output);
void pdk_vcr_begin_slice(pdk_vcr_writer *writer, double time);
/* Room for the payload of a new event, zeroed; NULL when out of memory. `flag` distinguishes kinds in L. */
uint8_t *pdk_vcr_add_event(pdk_vcr_writer *writer, unsigned driver, unsigned event_class, unsigned type, unsigned flag,
                           uint32_t size);
void pdk_vcr_end_slice(pdk_vcr_writer *writer);

/* --- vcr_synth_payloads.c --- */
/* An event and the record its payload has by the variants' table; NULL where the dialect has none. */
uint8_t *pdk_vcr_add_known(pdk_vcr_writer *writer, pdk_vcr_event_kind event, uint32_t size, const pdk_record **record);
/* One with numbers only. */
void pdk_vcr_add_values(pdk_vcr_writer *writer, pdk_vcr_event_kind event, uint32_t size, const pdk_named_value *values);
void pdk_vcr_add_value(pdk_vcr_writer *writer, pdk_vcr_event_kind event, uint32_t size, const char *name, double value);
void pdk_vcr_add_tyres(pdk_vcr_writer *writer, unsigned slot, uint32_t car);
void pdk_vcr_add_lights(pdk_vcr_writer *writer, int lights);
void pdk_vcr_add_weather(pdk_vcr_writer *writer, double clock);

/* --- vcr_synth_poses.c --- */
typedef struct pdk_vcr_pose_plan {
    const pdk_record *record;
    size_t count;
    struct {
        const pdk_field *field;
        int source;
    } steps[40];
    uint32_t brake_shift, flip_parts;
} pdk_vcr_pose_plan;
void pdk_vcr_plan_poses(pdk_vcr_pose_plan *plan, const pdk_vcr_variation *variation);
bool pdk_vcr_write_pose(pdk_vcr_writer *writer, const pdk_vcr_pose_plan *plan, unsigned slot, const pdk_sim_car *car,
                        const pdk_sim_session_view *view);

/* --- vcr_synth_race.c: the whole drive, slice by slice --- */
pdk_status pdk_vcr_write_race(pdk_vcr_writer *writer, const pdk_synth_options *options, uint32_t cars, uint64_t ticks,
                              pdk_error *error);

/* --- vcr_synth_session.c: a session, slice by slice --- */
/* What is left out: bits. */
enum {
    PDK_VCR_NO_CROSSINGS = 1,
    PDK_VCR_NO_ORDER = 2,
    PDK_VCR_NO_CONTACTS = 4,
    PDK_VCR_NO_PIT = 8,
    PDK_VCR_NO_PENALTIES = 16,
    PDK_VCR_NO_START = 32,
    PDK_VCR_NO_JOINS = 64,
    PDK_VCR_NO_NOTICES = 128
};

/* --- vcr_synth_faults.c: what recording does to records --- */
enum { PDK_VCR_KINDS = 8, PDK_VCR_MOST_SINGLE = 8, PDK_VCR_LAG_TICKS = 3 };
typedef struct pdk_vcr_faults {
    uint64_t seed;
    double late;                /* s */
    double lost[PDK_VCR_KINDS]; /* shares, by the number of the bit above */
    struct {
        unsigned kind;
        uint64_t number; /* from 1 */
    } single[PDK_VCR_MOST_SINGLE];
    size_t single_count;
    bool lags; /* poses of each car are up to PDK_VCR_LAG_TICKS old, one as many as the other */
} pdk_vcr_faults;
/* Which events are lost depends on the faults and on how many of a kind came before. */
typedef struct pdk_vcr_fate {
    const pdk_vcr_faults *faults;
    pdk_random random;
    uint64_t counted[PDK_VCR_KINDS];
} pdk_vcr_fate;
pdk_status pdk_vcr_read_faults(const pdk_synth_options *options, pdk_vcr_faults *faults, pdk_error *error);
void pdk_vcr_begin_fate(pdk_vcr_fate *fate, const pdk_vcr_faults *faults);
bool pdk_vcr_loses(pdk_vcr_fate *fate, unsigned kind_bit);
/* Seconds after what happened; 0 for what concerns all. */
double pdk_vcr_lateness(pdk_vcr_fate *fate, const pdk_sim_session_event *event);
uint32_t pdk_vcr_lag_of(const pdk_vcr_faults *faults, uint32_t car);

/* Cars as they were some ticks ago. */
typedef struct pdk_vcr_past {
    pdk_sim_car (*cars)[PDK_VCR_LAG_TICKS + 1]; /* by car, and tick modulo as many */
} pdk_vcr_past;

typedef struct pdk_vcr_recording {
    pdk_sim_session_plan plan;
    pdk_vcr_faults faults;
    unsigned without;
    uint64_t most_ticks; /* no more than these; 0 = to the session's end */
    uint32_t poses_every;
    double from, to; /* clock */
    pdk_progress progress;
    void *progress_user;
    bool last_pass; /* the progress of two */
} pdk_vcr_recording;
bool pdk_vcr_read_without(const char *list, unsigned *without, pdk_error *error);
pdk_status pdk_vcr_write_session(pdk_vcr_writer *writer, const pdk_vcr_recording *recording, pdk_sim_session *session,
                                 pdk_error *error);

/* --- vcr_synth_notices.c: statuses and damage, whose payloads are unknown: zeros --- */
void pdk_vcr_report_notice(pdk_vcr_writer *writer, unsigned slot, const pdk_sim_session_event *event);
void pdk_vcr_report_formation(pdk_vcr_writer *writer, const uint8_t *slots, size_t count);

/* --- vcr_synth_events.c: what happened, as the game records it --- */
enum { PDK_VCR_MOST_PENDING = 256 };
typedef struct pdk_vcr_reporter {
    pdk_vcr_writer *writer;
    pdk_sim_session *session;
    uint32_t dialect;
    unsigned without;
    pdk_vcr_fate fate;
    pdk_random random; /* for values that only look like something */
    uint32_t sent[PDK_SIM_MOST_CARS];
    size_t sent_count;
    struct {
        double due;
        pdk_sim_session_event event;
    } pending[PDK_VCR_MOST_PENDING];
    size_t pending_count;
    double disc, energy; /* of the player's car */
    int gear;
    bool wants_pit;
} pdk_vcr_reporter;
void pdk_vcr_begin_reports(pdk_vcr_reporter *reporter, pdk_vcr_writer *writer, pdk_sim_session *session,
                           const pdk_vcr_recording *recording);
/* All that is to be reported at this tick. */
void pdk_vcr_report_opening(pdk_vcr_reporter *reporter);
void pdk_vcr_report_tick(pdk_vcr_reporter *reporter, uint64_t tick);
/* Is there anything to report? A slice of nothing is not written. */
bool pdk_vcr_has_reports(const pdk_vcr_reporter *reporter, uint64_t tick);

/* --- vcr_synth_head.c: what is around the slices --- */
/* Drivers over time, and the kind of session. */
typedef struct pdk_vcr_entries {
    uint32_t cars;
    const pdk_sim_session *session; /* NULL = a race that all drive from begin to end */
} pdk_vcr_entries;
/* Before the slices, and after them. */
pdk_status pdk_vcr_write_front(const pdk_vcr_variation *variation, const pdk_vcr_entries *entries,
                               const pdk_vcr_totals *totals, pdk_output *output, pdk_error *error);
pdk_status pdk_vcr_write_back(const pdk_vcr_variation *variation, const pdk_vcr_entries *entries,
                              const pdk_vcr_totals *totals, pdk_output *output, pdk_error *error);

/* --- vcr_synth.c --- */
pdk_status pdk_vcr_synth_variation(const pdk_vcr_variation *variation, const pdk_synth_options *options,
                                   pdk_output *output, pdk_error *error);

#endif
