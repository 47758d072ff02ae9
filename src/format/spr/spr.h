/* What the parts of the reader of Live for Speed's replays share. */
#ifndef PADDOCK_FORMAT_SPR_SPR_H
#define PADDOCK_FORMAT_SPR_SPR_H

#include "format/format.h"
#include "format/spr/spr_layout.h"
#include "model/session.h"

typedef struct pdk_spr {
    bool several;          /* of several players: an MPR */
    uint32_t result_count; /* of an MPR, that are there */
} pdk_spr;

/* --- spr_values.c --- */
/* The stored number of a field by name. */
int64_t pdk_spr_number(const pdk_record *record, const char *name, const uint8_t *at);
const uint8_t *pdk_spr_result_at(const pdk_document *document, uint32_t number);
/* A split of an SPR, from 0: seconds since the start of the lap; NaN = not used, or no time. */
double pdk_spr_split_time(const pdk_document *document, uint32_t number);
/* What the code of laps says: laps or hours, 0 where it says the other, or practice. */
void pdk_spr_length(int64_t code, uint32_t *laps, uint32_t *hours);

/* --- spr_session.c: the one lap of an SPR, the official results of an MPR --- */
pdk_status pdk_spr_session(const pdk_document *document, pdk_memory *memory, pdk_session *session, pdk_error *error);

/* --- spr_synth.c: a header as the game writes it, before made-up bytes --- */
pdk_status pdk_spr_synth(const pdk_synth_options *options, pdk_output *output, pdk_error *error);

#endif
