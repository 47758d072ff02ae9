/* What the reader of gMotor replays keeps, and the parts it is made of. */
#ifndef PADDOCK_FORMAT_VCR_VCR_H
#define PADDOCK_FORMAT_VCR_VCR_H

#include "format/vcr/vcr_calibrate.h"

typedef struct pdk_vcr_state {
    pdk_vcr_calibration calibration;
    const pdk_vcr_layout *layout; /* the chosen one ... */
    const pdk_vcr_head *head;     /*   ... and what it found */
    pdk_vcr_shape shape;
    pdk_vcr_index index;
    const pdk_record *pose; /* of this dialect */
    uint32_t pose_size;     /* poses of another size than published; 0 = as published */
    uint32_t brake_shift;   /* R2: the brake byte is this far after where the layout has it */
    pdk_text names[256];    /* of drivers, by slot; empty = none */
    bool has_energy;        /* L: some report of virtual energy is above 0 */
} pdk_vcr_state;

static inline const pdk_vcr_mark *pdk_vcr_end(const pdk_vcr_state *state)
{
    return &state->index.marks[state->index.mark_count - 1];
}

/* Why a payload came to its record: by class, type and size; NULL = it is unknown. Poses of an unpublished size have
 * none. */
const pdk_record *pdk_vcr_record_of(const pdk_vcr_state *state, uint32_t header);

/* --- vcr_drivers.c --- */
void pdk_vcr_read_names(pdk_document *document, pdk_vcr_state *state); /* fills state->names */
void pdk_vcr_add_drivers(pdk_document *document, const pdk_vcr_state *state);
/* --- vcr_cameras.c --- */
void pdk_vcr_add_cameras(pdk_document *document, const pdk_vcr_state *state); /* R1 */
/* --- vcr_event_info.c --- */
void pdk_vcr_add_event_info(pdk_document *document, const pdk_vcr_state *state); /* L */
/* --- vcr_poses.c --- */
void pdk_vcr_settle_brake(pdk_document *document, pdk_vcr_state *state); /* evidence, and state->brake_shift */
void pdk_vcr_add_poses(pdk_document *document, const pdk_vcr_state *state);
/* --- vcr_columns.c: columns that all tables over events share --- */
void pdk_vcr_add_time(pdk_table *table);
void pdk_vcr_add_slice(pdk_table *table);
void pdk_vcr_add_event_field(pdk_table *table, const pdk_vcr_state *state, const char *name);
/* The slot of the event's driver; null for events of no driver. */
void pdk_vcr_add_driver(pdk_table *table, const pdk_vcr_state *state);
/* Says what the columns added so far are about. */
void pdk_vcr_set_roles(pdk_table *table);
void pdk_vcr_add_driver_name(pdk_table *table, const pdk_vcr_state *state);
void pdk_vcr_add_payload(pdk_table *table, const pdk_vcr_state *state, bool hidden);
/* --- vcr_streams.c: slices and all events --- */
void pdk_vcr_add_slices(pdk_document *document, const pdk_vcr_state *state);
void pdk_vcr_add_events(pdk_document *document, const pdk_vcr_state *state);
/* Events whose payload cannot be decoded, and whose name says what happened: did not finish, damage, formation lap. */
void pdk_vcr_add_notices(pdk_document *document, const pdk_vcr_state *state);
/* --- vcr_order.c --- */
void pdk_vcr_add_order(pdk_document *document, const pdk_vcr_state *state);
/* --- vcr_typed.c: a table for each kind of known payload --- */
void pdk_vcr_add_typed(pdk_document *document, const pdk_vcr_state *state, pdk_vcr_table table, const char *name,
                       const char *meaning);
/* Whether this dialect has a payload that makes rows of the table. */
bool pdk_vcr_has_typed(const pdk_vcr_state *state, pdk_vcr_table table);
/* Fills state->has_energy. */
void pdk_vcr_settle_energy(pdk_document *document, pdk_vcr_state *state);
/* --- vcr_texts.c: payloads that hold text --- */
/* The text column of a table of events, decoded once; NULL when its payloads hold none, or out of memory. */
const pdk_text *pdk_vcr_read_texts(pdk_document *document, const pdk_vcr_state *state, pdk_vcr_table table);
/* --- vcr_session.c --- */
pdk_status pdk_vcr_read_session(const pdk_document *document, pdk_memory *memory, struct pdk_session *session,
                                pdk_error *error);
/* --- vcr_check.c --- */
pdk_status pdk_vcr_check(const pdk_document *document, pdk_report *report, pdk_error *error);
/* --- vcr_spans.c --- */
struct pdk_walker;
void pdk_vcr_spans(struct pdk_walker *walker);
/* --- vcr_synth.c --- */
pdk_status pdk_vcr_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

/* What a located table of events goes by. */
typedef struct pdk_vcr_source {
    const pdk_vcr_state *state;
    pdk_vcr_table table;
} pdk_vcr_source;
/* Makes the table's rows the events of one kind. */
void pdk_vcr_set_rows(pdk_document *document, pdk_table *table, const pdk_vcr_state *state, pdk_vcr_table kind);
/* Rows of such a table before a mark; of other tables, which are lists in memory, all. */
uint64_t pdk_vcr_rows_before(const pdk_table *table, const pdk_vcr_mark *mark);

#endif
