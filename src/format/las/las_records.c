/* Points into records: the place first, then one attribute after the other. */
#include <math.h>

#include "base/load.h"
#include "base/parallel.h"
#include "format/las/las_write.h"

enum { RUN = 256, BUFFER_SIZE = 8192, BLANK = 128 };

static int32_t to_number(const pdk_las_numbers *numbers, double coordinate, int axis)
{
    return (int32_t)lrint((coordinate - numbers->offset[axis]) * numbers->steps[axis]);
}

/* The nearest value the field can hold. */
static double nearest(const pdk_field *field, uint8_t *record, double value)
{
    double low = 0, high = 1;
    if (isnan(value)) return 0;
    if (value < 0) {
        if (!pdk_put_f64(field, 0, record, -1)) return 0;
        for (low = -1; pdk_put_f64(field, 0, record, 2 * low); low *= 2) {
        }
        return low;
    }
    while (pdk_put_f64(field, 0, record, 2 * high + 1)) high = 2 * high + 1;
    return high;
}

static void put_values(pdk_las_slot *slot, const pdk_field *field, uint8_t *records, uint32_t stride, size_t count,
                       const double *values)
{
    for (size_t at = 0; at < count; at++) {
        at += pdk_scatter(field, 0, records + at * stride, stride, count - at, values + at);
        if (at == count) break;
        uint8_t *record = records + at * stride;
        pdk_put_f64(field, 0, record, nearest(field, record, values[at]));
        atomic_fetch_add(&slot->cut, 1);
    }
}

/* A value in the host's order as its stored bytes. */
static void store_word(const uint8_t *from, size_t size, uint8_t *to)
{
    for (size_t i = 0; i < size; i++) to[i] = from[PDK_HOST_IS_LITTLE ? i : size - 1 - i];
}

static void store_scaled(const pdk_las_extra_value *extra, uint32_t component, double value, uint8_t *to)
{
    double steps = (value - extra->shift[component]) / extra->scale[component];
    int64_t whole = isfinite(steps) && fabs(steps) < 9e18 ? llrint(steps) : 0;
    size_t size = pdk_type_size(extra->stored);
    if (extra->stored == PDK_FLOAT32) pdk_store_f32(to, (float)steps);
    else if (extra->stored == PDK_FLOAT64) pdk_store_f64(to, steps);
    else
        for (size_t i = 0; i < size; i++) to[i] = (uint8_t)((uint64_t)whole >> (8 * i));
}

static void put_extra(const pdk_las_slot *slot, uint8_t *records, uint32_t stride, size_t count, const uint8_t *values)
{
    const pdk_las_extra_value *extra = &slot->extra;
    size_t given = pdk_type_size(extra->type), stored = pdk_type_size(extra->stored);
    for (size_t i = 0; i < count; i++) {
        uint8_t *to = records + i * stride + extra->offset;
        const uint8_t *from = values + i * extra->components * given;
        for (uint32_t k = 0; k < extra->components; k++) {
            double value;
            if (!extra->scaled) {
                store_word(from + k * given, given, to + k * stored);
                continue;
            }
            memcpy(&value, from + k * given, sizeof value);
            store_scaled(extra, k, value, to + k * stored);
        }
    }
}

/* Numbers of 64 bits, of which doubles would lose some. */
static pdk_status put_long(const pdk_las_plan *plan, const pdk_las_slot *slot, uint64_t first, size_t count,
                           uint8_t *records, pdk_error *error)
{
    int64_t values[RUN];
    pdk_status status = slot->attribute->read(slot->attribute, first, count, values, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++)
        pdk_put_i64(slot->fields[0], 0, records + i * plan->point_size, values[i]);
    return status;
}

static pdk_status put_slot(const pdk_las_plan *plan, pdk_las_slot *slot, uint64_t first, size_t count, uint8_t *records,
                           pdk_error *error)
{
    double values[RUN];
    if (slot->field_count == 1 && slot->fields[0]->storage == PDK_RAW_U64 && slot->attribute->type == PDK_UINT64)
        return put_long(plan, slot, first, count, records, error);
    for (uint32_t k = 0; k < slot->field_count; k++) {
        pdk_status status = pdk_attribute_read_doubles(slot->attribute, k, first, count, values, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count && slot->field_count == 3; i++) values[i] *= slot->factor;
        put_values(slot, slot->fields[k], records, plan->point_size, count, values);
    }
    if (slot->field_count > 0) return PDK_OK;
    uint8_t buffer[BUFFER_SIZE];
    size_t size = pdk_attribute_size(slot->attribute),
           maximum = BUFFER_SIZE / size < count ? BUFFER_SIZE / size : count;
    for (size_t at = 0; at < count; at += maximum) {
        size_t some = count - at < maximum ? count - at : maximum;
        pdk_status status = slot->attribute->read(slot->attribute, first + at, some, buffer, error);
        if (status != PDK_OK) return status;
        put_extra(slot, records + at * plan->point_size, plan->point_size, some, buffer);
    }
    return PDK_OK;
}

/* Points that are not numbers go, with all they have. */
static size_t put_places(const pdk_las_plan *plan, const double (*points)[3], size_t count, uint8_t *records)
{
    const pdk_record *record = plan->record; /* its first fields are x, y and z */
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(points[i][0]) || !isfinite(points[i][1]) || !isfinite(points[i][2])) continue;
        uint8_t *to = records + kept * plan->point_size;
        if (kept < i) memcpy(to, records + i * plan->point_size, plan->point_size);
        for (int k = 0; k < 3; k++)
            pdk_store_u32(to + record->fields[k].offset, (uint32_t)to_number(&plan->numbers, points[i][k], k));
        kept++;
    }
    return kept;
}

/* Records as they are before values come into them: the source's own where all of that stays; otherwise one return. */
static pdk_status begin_records(const pdk_las_plan *plan, uint64_t first, size_t count, uint8_t *records,
                                pdk_error *error)
{
    uint8_t blank[BLANK] = { 0 };
    if (plan->copies) return pdk_las_copy_records(plan->source, first, count, records, error);
    pdk_put_values(plan->record, blank, (pdk_named_value[]){ { "return_number", 1 }, { "returns", 1 }, { NULL, 0 } });
    memset(records, 0, count * plan->point_size);
    for (size_t i = 0; i < count; i++) memcpy(records + i * plan->point_size, blank, plan->record->size);
    return PDK_OK;
}

pdk_status pdk_las_make_records(const pdk_export *job, const void *user, pdk_piece *piece, pdk_error *error)
{
    const pdk_las_plan *plan = user;
    double points[RUN][3];
    uint8_t *to = piece->buffer;
    if (plan->copies && plan->same_numbers) {
        piece->size = piece->count * plan->point_size;
        if (plan->source->packed != NULL)
            return pdk_las_copy_records(plan->source, piece->first, piece->count, to, error);
        piece->bytes = pdk_las_known_record(plan->source, piece->first);
        return PDK_OK;
    }
    for (size_t at = 0; at < piece->count; at += RUN) {
        size_t some = piece->count - at < RUN ? piece->count - at : RUN;
        pdk_status status = job->mesh.read_points(&job->mesh, piece->first + at, some, points, error);
        if (status == PDK_OK) status = begin_records(plan, piece->first + at, some, to, error);
        for (size_t i = 0; i < plan->slot_count && status == PDK_OK && !plan->copies; i++)
            status = put_slot(plan, &plan->slots[i], piece->first + at, some, to, error);
        if (status != PDK_OK) return status;
        size_t kept = put_places(plan, (const double(*)[3])points, some, to);
        piece->odd += some - kept;
        to += kept * plan->point_size;
    }
    piece->size = (size_t)(to - piece->buffer);
    return PDK_OK;
}

/* -------------------------------------------------------------------------------------------------- returns */

typedef struct return_count {
    const pdk_mesh *mesh;
    const pdk_attribute *attribute;
    uint64_t counts[PDK_MAX_THREADS][16];
    pdk_status status[PDK_MAX_THREADS];
    pdk_error errors[PDK_MAX_THREADS];
} return_count;

static void count_piece(void *user, size_t thread, uint64_t first, uint64_t count)
{
    return_count *all = user;
    double points[RUN][3], numbers[RUN];
    for (uint64_t end = first + count; first < end && all->status[thread] == PDK_OK;) {
        size_t some = end - first < RUN ? (size_t)(end - first) : RUN;
        pdk_status status = pdk_attribute_read_doubles(all->attribute, 0, first, some, numbers, &all->errors[thread]);
        if (status == PDK_OK) status = all->mesh->read_points(all->mesh, first, some, points, &all->errors[thread]);
        for (size_t i = 0; i < some && status == PDK_OK; i++) {
            if (!isfinite(points[i][0]) || !isfinite(points[i][1]) || !isfinite(points[i][2])) continue;
            all->counts[thread][numbers[i] >= 1 && numbers[i] <= 15 ? (size_t)numbers[i] : 0]++;
        }
        all->status[thread] = status;
        first += some;
    }
}

pdk_status pdk_las_count_returns(const pdk_export *job, pdk_las_plan *plan, pdk_error *error)
{
    const pdk_attribute *attribute = pdk_mesh_attribute(&job->mesh, PDK_ATTRIBUTE_RETURN_NUMBER);
    if (attribute == NULL) return PDK_OK;
    return_count *all = pdk_alloc(job->memory, sizeof *all);
    if (all == NULL) return pdk_fail_memory(error, job->memory, "counts of returns");
    all->mesh = &job->mesh;
    all->attribute = attribute;
    pdk_parallel_run(
        &(pdk_parallel){ .count = job->mesh.point_count, .piece = 64 * RUN, .work = count_piece, .user = all });
    pdk_status status = PDK_OK;
    for (size_t t = 0; t < PDK_MAX_THREADS; t++) {
        if (all->status[t] != PDK_OK && status == PDK_OK) {
            status = all->status[t];
            if (error != NULL) *error = all->errors[t];
        }
        for (int i = 0; i < 16; i++) plan->returns[i] += all->counts[t][i];
    }
    pdk_free(job->memory, all);
    return status;
}
