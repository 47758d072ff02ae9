/* Walking over slices and events, and the index that makes any row of any table quick to find. */
#ifndef PADDOCK_FORMAT_VCR_VCR_WALK_H
#define PADDOCK_FORMAT_VCR_VCR_WALK_H

#include "base/load.h"
#include "format/vcr/vcr_head.h"
#include "model/document.h"

enum { PDK_VCR_CLASSES = 8, PDK_VCR_TYPES = 64, PDK_VCR_SIZES = 1024, PDK_VCR_NOBODY = 255 };

/* What a walk needs of the layout, as plain numbers: they are in the hottest loop there is. */
typedef struct pdk_vcr_shape {
    pdk_bytes bytes;
    uint64_t begin, end; /* of the slices */
    uint32_t slice_head; /* bytes */
    bool long_count;     /* the slice's event count is u32 */
    uint32_t event_head; /* bytes: header and extra */
    uint32_t size_shift, size_mask, type_shift, type_mask, class_shift, class_mask;
    uint32_t order_head;                             /* bytes of a running order payload before its slots */
    uint16_t pages[PDK_VCR_CLASSES * PDK_VCR_TYPES]; /* page of a class and type; page 0 knows nothing */
    const uint8_t *tables;                           /* page * PDK_VCR_SIZES + size: pdk_vcr_table */
} pdk_vcr_shape;

/* A place in the stream, saved: what walks start from. */
typedef struct pdk_vcr_mark {
    uint64_t at;                     /* an event header; with left == 0, a slice head or the end */
    uint64_t slice_at;               /* the head of the slice the event is in */
    uint64_t event;                  /* number of the event there */
    uint32_t slices;                 /* slice heads before `at` */
    uint32_t left;                   /* events from `at` to the end of its slice */
    float least_time, greatest_time; /* of the slices from here to the next mark; NaN is left out */
    bool has_nan;                    /*   and there is one */
    uint64_t rows[PDK_VCR_TABLES];   /* rows of each table before `at`; [PDK_VCR_NONE] counts events of no table */
} pdk_vcr_mark;

typedef struct pdk_vcr_index {
    pdk_vcr_mark *marks; /* the first at the first slice, the last at the end */
    size_t mark_count;
    uint8_t *drivers; /* of each pose: the slot */
} pdk_vcr_index;

/* Takes the numbers from the layout; `pose_size` recognises poses by size (0 = as published). NULL memory leaves out
 * the table look-up. false when out of memory. */
bool pdk_vcr_shape_make(pdk_vcr_shape *shape, const pdk_vcr_layout *layout, const pdk_vcr_head *head, pdk_bytes bytes,
                        uint32_t pose_size, pdk_memory *memory);

static inline uint32_t pdk_vcr_size(const pdk_vcr_shape *shape, uint32_t header)
{
    return header >> shape->size_shift & shape->size_mask;
}

/* How far it is from an event to the next. A processor guesses that it is as far as the last time, and continues
 * without waiting; if it were computed from each header, it would wait for that header. Begins as { 0 }. */
typedef struct pdk_vcr_step {
    uint32_t size_bits; /* of the last header */
    uint32_t bytes;
} pdk_vcr_step;

static inline uint32_t pdk_vcr_step_over(const pdk_vcr_shape *shape, uint32_t header, pdk_vcr_step *last)
{
    uint32_t size_bits = header & shape->size_mask << shape->size_shift;
    if (size_bits != last->size_bits || last->bytes == 0) {
        last->size_bits = size_bits;
        last->bytes = shape->event_head + pdk_vcr_size(shape, header);
    }
    return last->bytes;
}

/* Asks for what a walk over events will come to soon. Processors do so themselves, but not over pages' ends. */
static inline void pdk_vcr_fetch_ahead(const uint8_t *at)
{
    enum { AHEAD = 3072 }; /* bytes: some twenty poses */
    __builtin_prefetch((const void *)((uintptr_t)at + AHEAD));
}

static inline uint32_t pdk_vcr_type(const pdk_vcr_shape *shape, uint32_t header)
{
    return header >> shape->type_shift & shape->type_mask;
}

static inline uint32_t pdk_vcr_class(const pdk_vcr_shape *shape, uint32_t header)
{
    return header >> shape->class_shift & shape->class_mask;
}

static inline pdk_vcr_table pdk_vcr_table_at(const pdk_vcr_shape *shape, uint32_t header)
{
    uint32_t key = pdk_vcr_class(shape, header) * PDK_VCR_TYPES + pdk_vcr_type(shape, header);
    return (pdk_vcr_table)shape->tables[shape->pages[key] * (size_t)PDK_VCR_SIZES + pdk_vcr_size(shape, header)];
}

/* Rows an event makes in its table: one, or one for each place of a running order. */
static inline uint64_t pdk_vcr_rows(const pdk_vcr_shape *shape, uint32_t header, pdk_vcr_table table)
{
    return table == PDK_VCR_RUNNING_ORDER ? pdk_vcr_size(shape, header) - shape->order_head : 1;
}

static inline uint32_t pdk_vcr_event_count(const pdk_vcr_shape *shape, uint64_t slice_at)
{
    const uint8_t *count = shape->bytes.data + slice_at + PDK_VCR_SLICE_EVENTS;
    return shape->long_count ? pdk_load_u32(count) : pdk_load_u16(count);
}

/* All that the counters announce has been seen by `at`. Where more bytes are left than were walked, such counters are
 * more likely a misreading. */
static inline bool pdk_vcr_is_counted(const pdk_vcr_shape *shape, const pdk_vcr_head *head, uint64_t at,
                                      uint64_t slices, uint64_t events)
{
    return slices > 0 && slices == head->slice_count && events == head->event_count &&
           shape->end - at <= at - shape->begin;
}

/* Walks the whole stream and makes its index. PDK_OK: the end, or the counters with bytes left over, was reached. A
 * status of damage (*stop says where and why): the index covers the whole slices before it. Others: memory, cancelled.
 */
pdk_status pdk_vcr_index_build(pdk_document *document, const pdk_vcr_shape *shape, const pdk_vcr_head *head,
                               pdk_vcr_index *index, pdk_error *stop);
void pdk_vcr_index_free(pdk_memory *memory, pdk_vcr_index *index);

/* --- vcr_rows.c --- */
/* Fills rows first .. first+count-1 of one table: at = event header. */
void pdk_vcr_index_rows(const pdk_vcr_shape *shape, const pdk_vcr_index *index, pdk_vcr_table table, uint64_t first,
                        size_t count, pdk_row *rows);
/* The same for all events, and for slices. */
void pdk_vcr_index_events(const pdk_vcr_shape *shape, const pdk_vcr_index *index, uint64_t first, size_t count,
                          pdk_row *rows);
void pdk_vcr_index_slices(const pdk_vcr_shape *shape, const pdk_vcr_index *index, uint64_t first, size_t count,
                          pdk_row *rows);

/* What the times of rows first .. first+count-1 lie between: of one table, of all events, of slices. Marks know it, so
 * that nothing is read of the file. */
pdk_value_span pdk_vcr_index_span(const pdk_vcr_index *index, pdk_vcr_table table, uint64_t first, uint64_t count);
pdk_value_span pdk_vcr_index_events_span(const pdk_vcr_index *index, uint64_t first, uint64_t count);
pdk_value_span pdk_vcr_index_slices_span(const pdk_vcr_index *index, uint64_t first, uint64_t count);

/* A row's context: which slice (for running orders: which place, from 0) and how far after its head the row's event
 * is. */
static inline uint64_t pdk_vcr_context(uint32_t number, uint64_t distance)
{
    return (uint64_t)number << 32 | distance;
}
static inline const uint8_t *pdk_vcr_slice_of(const pdk_row *row)
{
    return row->at - (uint32_t)row->context;
}

#endif
