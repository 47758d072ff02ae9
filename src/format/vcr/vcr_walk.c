/* The index of a replay: a mark every so many events, from which walks start. A mark is a saved place with the row
 * numbers of every table, so memory is a hundredth of a usual file, and a batch of rows costs a short walk. */
#include "format/vcr/vcr_walk.h"

#include "format/vcr/vcr_event_names.h"

#include <math.h>
#include <stdio.h>

#include "base/load.h"

enum {
    MARK_EVENTS = 128, /* events between marks */
    MARK_SLICES = 64,  /*   or slices, where those are empty */
    PROGRESS_EVENTS = 1 << 20
};

/* --------------------------------------------------------------------------------------------------- shape */

static void take_bits(const pdk_record *event, const char *name, uint32_t *shift, uint32_t *mask)
{
    const pdk_field *field = pdk_record_field(event, name);
    *shift = field->bit;
    *mask = (UINT32_C(1) << field->bits) - 1;
}

static bool matches(const pdk_variant *variant, uint32_t dialect, unsigned key)
{
    unsigned payload_class = key / PDK_VCR_TYPES, type = key % PDK_VCR_TYPES;
    return (variant->dialects & dialect) != 0 && payload_class >= variant->class_first &&
           payload_class <= variant->class_last && type >= variant->type_first && type <= variant->type_last;
}

/* The variants of one class and type onto its page, the first that match winning. */
static void fill_page(const pdk_vcr_layout *layout, uint32_t pose_size, unsigned key, uint8_t *page)
{
    for (const pdk_variant *variant = pdk_vcr_variants; variant->record != NULL; variant++) {
        if (!matches(variant, layout->dialect, key)) continue;
        uint8_t table = (uint8_t)pdk_vcr_table_of(variant->record);
        uint32_t first = variant->size_first, last = variant->size_last;
        if (table == PDK_VCR_POSES && pose_size != 0) first = last = pose_size;
        for (uint32_t size = first; size <= last && size < PDK_VCR_SIZES; size++) {
            if (page[size] == PDK_VCR_NONE) page[size] = table;
        }
    }
}

/* Then those that are known by their name alone. */
static void fill_notices(const pdk_vcr_layout *layout, unsigned key, uint8_t *page)
{
    bool named[PDK_VCR_SIZES] = { false }; /* the first line that fits names the event */
    for (size_t i = 0; i < pdk_vcr_event_name_count; i++) {
        const pdk_vcr_event_name *line = &pdk_vcr_event_names[i];
        if (!pdk_vcr_names_kind(line, layout->dialect, key / PDK_VCR_TYPES, key % PDK_VCR_TYPES)) continue;
        bool is_notice = pdk_vcr_is_notice(line);
        for (uint32_t size = line->size_first; size <= line->size_last && size < PDK_VCR_SIZES; size++) {
            if (!named[size] && page[size] == PDK_VCR_NONE && is_notice) page[size] = PDK_VCR_NOTICES;
            named[size] = true;
        }
    }
}

static bool is_known(const pdk_vcr_layout *layout, unsigned key)
{
    for (const pdk_variant *variant = pdk_vcr_variants; variant->record != NULL; variant++) {
        if (matches(variant, layout->dialect, key)) return true;
    }
    for (size_t i = 0; i < pdk_vcr_event_name_count; i++) {
        const pdk_vcr_event_name *line = &pdk_vcr_event_names[i];
        bool is_kind = pdk_vcr_names_kind(line, layout->dialect, key / PDK_VCR_TYPES, key % PDK_VCR_TYPES);
        if (is_kind && pdk_vcr_is_notice(line)) return true;
    }
    return false;
}

/* A page of sizes for each class and type that somebody knows. */
static bool make_tables(pdk_vcr_shape *shape, const pdk_vcr_layout *layout, uint32_t pose_size, pdk_memory *memory)
{
    uint16_t page_count = 1;
    for (unsigned key = 0; key < PDK_VCR_CLASSES * PDK_VCR_TYPES; key++) {
        if (is_known(layout, key)) shape->pages[key] = page_count++;
    }
    uint8_t *tables = pdk_alloc_array(memory, page_count, PDK_VCR_SIZES);
    if (tables == NULL) return false;
    for (unsigned key = 0; key < PDK_VCR_CLASSES * PDK_VCR_TYPES; key++) {
        if (shape->pages[key] == 0) continue;
        uint8_t *page = tables + shape->pages[key] * (size_t)PDK_VCR_SIZES;
        fill_page(layout, pose_size, key, page);
        fill_notices(layout, key, page);
    }
    shape->tables = tables;
    return true;
}

bool pdk_vcr_shape_make(pdk_vcr_shape *shape, const pdk_vcr_layout *layout, const pdk_vcr_head *head, pdk_bytes bytes,
                        uint32_t pose_size, pdk_memory *memory)
{
    *shape = (pdk_vcr_shape){ .bytes = bytes,
                              .begin = head->slices_at,
                              .end = head->slices_end,
                              .slice_head = layout->slice->size,
                              .long_count = layout->slice == &pdk_vcr_slice_long,
                              .event_head = layout->event->size };
    take_bits(layout->event, "size", &shape->size_shift, &shape->size_mask);
    take_bits(layout->event, "type", &shape->type_shift, &shape->type_mask);
    /* in L the class is inference: the two top bits select instead */
    take_bits(layout->event, layout->dialect == PDK_VCR_L ? "flag" : "class", &shape->class_shift, &shape->class_mask);
    shape->order_head = layout->dialect == PDK_VCR_R1 ? pdk_vcr_r1_order.size : pdk_vcr_order.size;
    return memory == NULL || make_tables(shape, layout, pose_size, memory);
}

/* --------------------------------------------------------------------------------------------------- index */

static bool push_mark(pdk_vector *marks, const pdk_vcr_mark *mark)
{
    pdk_vcr_mark *place = pdk_vector_push(marks);
    if (place == NULL) return false;
    *place = *mark;
    return true;
}

/* Moves a mark over `count` events (or to the end of what is known to be sound), counting rows. */
static void walk_to(const pdk_vcr_shape *shape, pdk_vcr_mark *mark, uint64_t end)
{
    while (mark->at < end) {
        if (mark->left == 0) {
            mark->slice_at = mark->at;
            mark->left = pdk_vcr_event_count(shape, mark->at);
            mark->slices++;
            mark->at += shape->slice_head;
            continue;
        }
        uint32_t header = pdk_load_u32(shape->bytes.data + mark->at);
        pdk_vcr_table table = pdk_vcr_table_at(shape, header);
        mark->rows[table] += pdk_vcr_rows(shape, header, table);
        mark->at += shape->event_head + pdk_vcr_size(shape, header);
        mark->event++;
        mark->left--;
    }
}

/* The walk met damage inside a slice: back to its head. */
static bool cut_back(const pdk_vcr_shape *shape, pdk_vector *marks, uint64_t slice_at)
{
    pdk_vcr_mark *items = marks->items;
    while (marks->count > 0 && items[marks->count - 1].at > slice_at) marks->count--;
    pdk_vcr_mark end = items[marks->count - 1];
    walk_to(shape, &end, slice_at);
    return push_mark(marks, &end);
}

typedef struct walker {
    const pdk_vcr_shape *shape;
    pdk_vector marks;
    pdk_byte_buffer drivers; /* one for each pose before `here`, and room for those up to the next mark */
    pdk_vcr_mark here;
    uint32_t until_mark;   /* events */
    uint32_t until_slices; /* slices to the same */
    uint64_t sound;        /* where the damage stops us: the index ends before this */
} walker;

static float time_of_slice(const walker *walk)
{
    return pdk_load_f32(walk->shape->bytes.data + walk->here.slice_at);
}

/* This slice has rows after the last mark. */
static void note_time(walker *walk)
{
    pdk_vcr_mark *mark = (pdk_vcr_mark *)walk->marks.items + walk->marks.count - 1;
    float time = time_of_slice(walk);
    mark->has_nan |= isnan(time);
    if (time < mark->least_time) mark->least_time = time;
    if (time > mark->greatest_time) mark->greatest_time = time;
}

static bool mark_here(walker *walk)
{
    walk->until_mark = MARK_EVENTS;
    walk->until_slices = MARK_SLICES;
    walk->drivers.size = (size_t)walk->here.rows[PDK_VCR_POSES];
    walk->here.least_time = INFINITY;
    walk->here.greatest_time = -INFINITY;
    walk->here.has_nan = false;
    if (pdk_bytes_more(&walk->drivers, MARK_EVENTS + 1) == NULL || !push_mark(&walk->marks, &walk->here)) return false;
    if (walk->here.left > 0) note_time(walk); /* the rest of its events come after the mark */
    return true;
}

/* Up to where bytes are sound, and where they are not. */
typedef struct stop_place {
    uint64_t sound, at;
} stop_place;

/* Damage: everything from the slice at `sound` on is given up. */
static pdk_status stop_at(walker *walk, pdk_status status, stop_place place, const char *code, const char *what,
                          pdk_error *stop)
{
    char where[80];
    walk->sound = place.sound;
    if (walk->shape->end < walk->shape->bytes.size) status = PDK_E_CORRUPT; /* not the file ends, only the slices do */
    snprintf(where, sizeof where, "vcr.slice[%u]", (unsigned)(walk->here.slices > 0 ? walk->here.slices - 1 : 0));
    return pdk_fail_where(stop, status, place.at, code, where, "%s; %llu bytes are left", what,
                          (unsigned long long)(walk->shape->end - place.at));
}

/* The events of one slice, from walk->here on. The only loop that runs over every event of a file. */
static pdk_status walk_slice(walker *walk, pdk_error *stop)
{
    const pdk_vcr_shape *shape = walk->shape;
    const uint8_t *data = shape->bytes.data;
    uint8_t *drivers = walk->drivers.data;
    pdk_vcr_mark *here = &walk->here;
    uint64_t at = here->at, end = shape->end;
    uint32_t event_head = shape->event_head;
    pdk_vcr_step step = { 0 };
    while (here->left > 0) {
        if (end - at < event_head) {
            return stop_at(walk, PDK_E_TRUNCATED, (stop_place){ here->slice_at, at }, "vcr.event.truncated",
                           "the file ends inside the header of an event", stop);
        }
        uint32_t header = pdk_load_u32(data + at);
        pdk_vcr_fetch_ahead(data + at);
        uint32_t bytes = pdk_vcr_step_over(shape, header, &step);
        if (end - at < bytes) {
            return stop_at(walk, PDK_E_TRUNCATED, (stop_place){ here->slice_at, at }, "vcr.event.truncated",
                           "the file ends inside the payload of an event", stop);
        }
        pdk_vcr_table table = pdk_vcr_table_at(shape, header);
        drivers[here->rows[PDK_VCR_POSES]] = (uint8_t)header; /* counts if this is one */
        here->rows[table] += pdk_vcr_rows(shape, header, table);
        at += bytes;
        here->event++;
        here->left--;
        if (--walk->until_mark == 0) {
            here->at = at;
            if (!mark_here(walk)) return PDK_E_MEMORY;
            drivers = walk->drivers.data;
        }
    }
    here->at = at;
    return PDK_OK;
}

static pdk_status walk_slices(pdk_document *document, walker *walk, const pdk_vcr_head *head, pdk_error *stop)
{
    const pdk_vcr_shape *shape = walk->shape;
    pdk_vcr_mark *here = &walk->here;
    uint64_t next_progress = PROGRESS_EVENTS;
    while (here->at < shape->end) {
        /* once everything announced was seen, whatever follows is no slice */
        if (pdk_vcr_is_counted(shape, head, here->at, here->slices, here->event)) break;
        if (--walk->until_slices == 0 && !mark_here(walk)) return PDK_E_MEMORY;
        if (shape->end - here->at < shape->slice_head) {
            return stop_at(walk, PDK_E_TRUNCATED, (stop_place){ here->at, here->at }, "vcr.slice.truncated",
                           "the file ends inside the head of a slice", stop);
        }
        here->slice_at = here->at;
        here->left = pdk_vcr_event_count(shape, here->at);
        here->at += shape->slice_head;
        here->slices++;
        note_time(walk);
        pdk_status status = walk_slice(walk, stop);
        if (status != PDK_OK) return status;
        if (here->at - here->slice_at > UINT32_MAX || here->slices == UINT32_MAX) {
            return stop_at(walk, PDK_E_CORRUPT, (stop_place){ here->slice_at, here->slice_at }, "vcr.slice.size",
                           "a slice has more than 4 GiB, or there are too many slices", stop);
        }
        if (here->event >= next_progress) {
            next_progress = here->event + PROGRESS_EVENTS;
            pdk_trim(document); /* the walk does not come back */
            if (!pdk_document_progress(document, here->at, shape->bytes.size)) return pdk_fail_cancelled(stop);
        }
    }
    if (here->at == shape->end && here->slices < head->slice_count && here->event < head->event_count) {
        return stop_at(walk, PDK_E_TRUNCATED, (stop_place){ here->at, here->at }, "vcr.slices.missing",
                       "the counters give more slices and events than there are", stop);
    }
    return mark_here(walk) ? PDK_OK : PDK_E_MEMORY;
}

pdk_status pdk_vcr_index_build(pdk_document *document, const pdk_vcr_shape *shape, const pdk_vcr_head *head,
                               pdk_vcr_index *index, pdk_error *stop)
{
    walker walk = { .shape = shape,
                    .marks = pdk_vector_of(&document->memory, sizeof(pdk_vcr_mark)),
                    .drivers = { .memory = &document->memory },
                    .here = { .at = shape->begin, .slice_at = shape->begin } };
    pdk_status status = mark_here(&walk) ? PDK_OK : PDK_E_MEMORY;
    if (status == PDK_OK) status = walk_slices(document, &walk, head, stop);
    bool damaged = status == PDK_E_TRUNCATED || status == PDK_E_CORRUPT;
    if (damaged && !cut_back(shape, &walk.marks, walk.sound)) status = PDK_E_MEMORY;
    if (status == PDK_E_MEMORY) pdk_fail_memory(stop, &document->memory, "the index of slices and events");
    *index = (pdk_vcr_index){ walk.marks.items, walk.marks.count, walk.drivers.data };
    return status == PDK_E_MEMORY ? stop->status : status;
}

void pdk_vcr_index_free(pdk_memory *memory, pdk_vcr_index *index)
{
    pdk_free(memory, index->marks);
    pdk_free(memory, index->drivers);
    *index = (pdk_vcr_index){ 0 };
}
