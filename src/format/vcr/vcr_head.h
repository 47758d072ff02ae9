/* What is around the slices, read with one candidate layout. */
#ifndef PADDOCK_FORMAT_VCR_VCR_HEAD_H
#define PADDOCK_FORMAT_VCR_VCR_HEAD_H

#include "format/vcr/vcr_layout.h"

/* One reading of the file: where published descriptions contradict each other, each choice makes its own. */
typedef struct pdk_vcr_layout {
    uint32_t dialect;       /* PDK_VCR_R1 ... */
    const pdk_record *info; /* texts and session */
    const pdk_record *session;
    const pdk_record *driver_count;
    const pdk_record *driver;
    const pdk_record *separator; /* between drivers; NULL = nothing */
    const pdk_record *counters;
    const pdk_record *slice;
    const pdk_record *event;
} pdk_vcr_layout;

enum { PDK_VCR_MAX_PLACES = 24, PDK_VCR_MAX_DRIVERS = 4096 };

typedef struct pdk_vcr_head {
    uint64_t tag_at;
    uint64_t info_at;
    pdk_place info[PDK_VCR_MAX_PLACES]; /* of layout->info's fields */
    uint64_t info_end;
    bool has_info;          /* the texts were read */
    bool metadata_searched; /* L: the pointer is bad, the metadata was found by its first key */
    uint64_t driver_count;  /* announced */
    uint64_t drivers_at;    /* the first driver */
    uint64_t drivers_read;  /* found whole */
    uint64_t camera_count;  /* announced */
    uint64_t cameras_at, cameras_read;
    uint64_t counters_at; /* PDK_NO_OFFSET = not found */
    uint64_t slice_count, event_count;
    float start_time, end_time;
    bool counters_fit; /* there are bytes for that many slices and events */
    uint64_t gap;      /* unknown bytes between the last driver and the counters */
    uint64_t slices_at, slices_end;
    bool slots[256]; /* of the drivers */
    bool slots_repeat;
    int score;        /* how plausible all this is; see vcr_calibrate.c */
    uint64_t reached; /* how far reading got */
} pdk_vcr_head;

/* "R2", "R1", "L" */
const char *pdk_vcr_dialect_name(uint32_t dialect);

/* The tag: at 45, or after the first line feed that has it near the start. PDK_NO_OFFSET = nowhere. */
uint64_t pdk_vcr_find_tag(pdk_bytes bytes);

/* Fills *head as far as the file goes; the tag must be there whole. What stops reading is the result; what is merely
 * unlikely lowers head->score. */
pdk_status pdk_vcr_read_head(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t tag_at, pdk_vcr_head *head,
                             pdk_error *stop);

/* --- vcr_search.c: parts that are not where they should be; PDK_NO_OFFSET = not found --- */
/* L: the length before the info's first text, by the key it holds, in the last 8 MiB. */
uint64_t pdk_vcr_search_metadata(pdk_bytes bytes, uint64_t from);
/* R1, R2: counters that fit the slices after them, in the 64 KiB from `from` on. */
uint64_t pdk_vcr_search_counters(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t from);
/* Times of a recording: numbers, and the end not before the start. */
bool pdk_vcr_times_run(float start, float end);

/* --- vcr_head.c --- */
/* One driver: its fields' places, and where the next one is. */
pdk_status pdk_vcr_place_driver(const pdk_vcr_layout *layout, pdk_bytes bytes, uint64_t at,
                                pdk_place places[PDK_VCR_MAX_PLACES], uint64_t *next, pdk_error *error);

/* The place of a field of a record whose fields follow each other; NULL when the record has none of that name. */
const pdk_place *pdk_vcr_place_of(const pdk_record *record, const pdk_place *places, const char *name);

#endif
