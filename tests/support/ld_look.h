/* A reader of MoTeC logs for tests alone, written from the facts about the format: it shares nothing with the writer.
 */
#ifndef PADDOCK_TESTS_LD_LOOK_H
#define PADDOCK_TESTS_LD_LOOK_H

#include "support.h"

typedef struct ld_channel {
    char name[33], short_name[9], unit[13];
    unsigned id, rate, size;
    int shift, decimals;
    uint32_t data_at;
    int32_t lowest, highest; /* as the channel says */
    size_t count;
    double *values;
} ld_channel;

typedef struct ld_look {
    char driver[65], vehicle[65], venue[65], date[17], time[17], device[9], comment[1025];
    uint32_t event_at, venue_at, vehicle_at, channels_at, data_at, pro, weight;
    ld_channel *channels;
    size_t count;
} ld_look;

/* Reads all of it, and fails the test where a pointer, a count or a range contradicts another. */
ld_look *ld_read(const uint8_t *data, size_t size);
/* NULL where there is no such channel. */
const ld_channel *ld_find(const ld_look *log, const char *name);
void ld_free(ld_look *log);

#endif
