/* The records of a MoTeC log (ld_layout.c). */
#ifndef PADDOCK_FORMAT_LD_LAYOUT_H
#define PADDOCK_FORMAT_LD_LAYOUT_H

#include "layout/layout.h"

/* Sizes in bytes. */
enum { PDK_LD_HEADER = 1762, PDK_LD_EVENT = 1154, PDK_LD_VENUE = 1100, PDK_LD_VEHICLE = 260, PDK_LD_CHANNEL = 124 };

/* Where loggers put these; the spaces between are zeros. */
enum { PDK_LD_EVENT_AT = 1762, PDK_LD_VENUE_AT = 4918, PDK_LD_VEHICLE_AT = 8020, PDK_LD_CHANNELS_AT = 13384 };

/* Kinds of samples: "class" and "sample_size" of a channel. */
enum {
    PDK_LD_BEACON_CLASS = 0,
    PDK_LD_INT16_CLASS = 3,
    PDK_LD_INT16_SIZE = 2,
    PDK_LD_INT32_CLASS = 5,
    PDK_LD_INT32_SIZE = 4,
    PDK_LD_FLOAT_CLASS = 7
};
enum { PDK_LD_FIRST_ID = 0x2EE1 };

extern const pdk_record pdk_ld_header, pdk_ld_event, pdk_ld_venue, pdk_ld_vehicle, pdk_ld_channel;
extern const pdk_record *const pdk_ld_records[];

#endif
