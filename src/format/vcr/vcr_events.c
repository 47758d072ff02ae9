/* gMotor replays: slices of time, and the header every event has. */
#include "format/vcr/vcr_layout.h"

#define LIKELY .certainty = PDK_LIKELY
#define GUESSED .certainty = PDK_GUESSED

#define PROGRAMS "several public programs that read such files"

/* clang-format off */
static const pdk_field slice_fields[] = {
    { .name = "time", .offset = 0, .storage = PDK_RAW_F32, LIKELY, .minimum = -1e6, .maximum = 1e6, .unit = "s",
      .meaning = "on the clock of the session" },
    { .name = "event_count", .offset = PDK_VCR_SLICE_EVENTS, .storage = PDK_RAW_U16, LIKELY,
      .meaning = "u16 in every program; the published note prints four bytes" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_slice, "vcr.slice", "One moment; its events follow", 6, slice_fields, PROGRAMS);

/* clang-format off */
static const pdk_field slice_long_fields[] = {
    { .name = "time", .offset = 0, .storage = PDK_RAW_F32, LIKELY, .minimum = -1e6, .maximum = 1e6, .unit = "s",
      .meaning = "on the clock of the session" },
    { .name = "event_count", .offset = PDK_VCR_SLICE_EVENTS, .storage = PDK_RAW_U32, GUESSED,
      .meaning = "as the published note prints it" },
};
/* clang-format on */
PDK_RECORD(pdk_vcr_slice_long, "vcr.slice_long", "One moment, if the published note is right", 8, slice_long_fields,
           "the published note");

static const pdk_label flags[] = {
    { 0, "none" }, { 1, "replay only" }, { 2, "high priority" }, { 3, "guaranteed" }, { 0, NULL },
};
static const pdk_label classes[] = {
    { 0, "place" }, { 1, "visual effect" }, { 2, "sound effect" }, { 3, "system" }, { 4, "communication" },
    { 5, "other" }, { 6, "unknown 6" },     { 7, "unknown 7" },    { 0, NULL },
};

#define DRIVER                                                                              \
    {                                                                                       \
        .name = "driver", .offset = 0, .storage = PDK_RAW_U32, .bit = 0, .bits = 8, LIKELY, \
        .meaning = "slot; 255 = none, or all"                                               \
    }
#define EXTRA                                                                          \
    {                                                                                  \
        .name = "extra", .offset = 4, .storage = PDK_RAW_U8, .certainty = PDK_UNKNOWN, \
        .meaning = "R1: said to shift the event's time; no reader uses it"             \
    }
#define HEADER_FIELD(name_, bit_, bits_, sure_, ...)                                                        \
    {                                                                                                       \
        .name = name_, .offset = 0, .storage = PDK_RAW_U32, .bit = bit_, .bits = bits_, .certainty = sure_, \
        __VA_ARGS__                                                                                         \
    }
#define SIZE_MEANING .unit = "byte", .meaning = "of the payload, without header and extra byte"

/* clang-format off */
static const pdk_field r1_event_fields[] = {
    DRIVER,
    HEADER_FIELD("size", 8, 10, PDK_LIKELY, SIZE_MEANING),
    HEADER_FIELD("type", 18, 6, PDK_LIKELY, .meaning = "within the class"),
    HEADER_FIELD("session", 24, 3, PDK_LIKELY, .meaning = "number of the session"),
    HEADER_FIELD("flag", 27, 2, PDK_LIKELY, .labels = flags, .meaning = "how it was sent"),
    HEADER_FIELD("class", 29, 3, PDK_LIKELY, .labels = classes, .meaning = "kind of event"),
    EXTRA,
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r1_event, "vcr.r1.event", "R1: before each payload", 5, r1_event_fields,
           "the developer's list of events for rFactor, and several programs");

/* clang-format off */
static const pdk_field r2_event_fields[] = {
    DRIVER,
    HEADER_FIELD("size", 8, 9, PDK_LIKELY, SIZE_MEANING),
    HEADER_FIELD("type", 17, 6, PDK_LIKELY, .meaning = "within the class"),
    HEADER_FIELD("session", 23, 4, PDK_GUESSED, .meaning = "kind of session, as in the session byte"),
    HEADER_FIELD("flag", 27, 2, PDK_GUESSED, .labels = flags, .meaning = "how it was sent; by analogy with R1"),
    HEADER_FIELD("class", 29, 3, PDK_LIKELY, .labels = classes, .meaning = "kind of event"),
    EXTRA,
};
/* clang-format on */
PDK_RECORD(pdk_vcr_r2_event, "vcr.r2.event", "R2: before each payload", 5, r2_event_fields, PROGRAMS);

/* clang-format off */
static const pdk_field l_event_fields[] = {
    DRIVER,
    HEADER_FIELD("size", 8, 9, PDK_LIKELY, SIZE_MEANING),
    HEADER_FIELD("type", 17, 6, PDK_LIKELY, .meaning = "together with the size"),
    HEADER_FIELD("class", 23, 3, PDK_GUESSED, .labels = classes,
      .meaning = "inference; Paddock selects by type, size and flag"),
    HEADER_FIELD("session", 26, 4, PDK_GUESSED, .meaning = "kind of session, as in the session byte"),
    HEADER_FIELD("flag", 30, 2, PDK_GUESSED, .labels = flags,
      .meaning = "1 = kept for the local player only, 3 = timing, standings, penalties"),
    EXTRA,
};
/* clang-format on */
PDK_RECORD(pdk_vcr_l_event, "vcr.l.event", "L: before each payload", 5, l_event_fields, PROGRAMS);
