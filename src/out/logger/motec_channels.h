/* The channels of a log as MoTeC's programs call them and in the units they expect. */
#ifndef PADDOCK_LOGGER_MOTEC_CHANNELS_H
#define PADDOCK_LOGGER_MOTEC_CHANNELS_H

#include "logger/log.h"

typedef struct pdk_motec_channel {
    char name[64], short_name[16];
    const char *unit;
    int decimals; /* what is worth reporting */
    double *values;
} pdk_motec_channel;

/* One for each channel of the log, in MoTeC's unit; no value is missing any more. The log's own values become these. */
pdk_status pdk_motec_channels(const pdk_log *log, pdk_motec_channel **channels, pdk_error *error);

/* What both of MoTeC's files say: where places come from, what was held, and so on. In the job's memory. */
const char *pdk_motec_comment(const pdk_log *log, const pdk_recorded_facts *facts);
/* The day and time both files have: recordings do not say when they were made. */
#define PDK_MOTEC_DATE "01/01/2000"
#define PDK_MOTEC_CLOCK "00:00:00"

/* "index_distance" as "Index Distance". */
void pdk_motec_title(char *to, size_t capacity, const char *name);

#endif
