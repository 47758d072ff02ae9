/* Rows of a table as an Arrow array: one read for all columns, most of them straight into the array's buffers. */
#include <math.h>
#include <string.h>

#include "arrow/arrow_plan.h"

enum { ALIGNMENT = 64 /* bytes: what Arrow recommends */ };

typedef struct child_array {
    struct ArrowArray array, dictionary;
    const void *buffers[3], *dictionary_buffers[3];
    uint8_t *validity;
    void *values;       /* what the array gets: numbers, bits, offsets, numbers into a dictionary */
    void *read;         /* what pdk_table_read fills: `values`, or room for the time being */
    uint64_t text_size; /* of all texts of the batch */
} child_array;

typedef struct batch {
    const pdk_arrow_plan *plan;
    pdk_arrow_block *block;
    child_array *children;
    uint64_t first;
    size_t count;
} batch;

static void release_array(struct ArrowArray *array)
{
    for (int64_t i = 0; i < array->n_children; i++) {
        if (array->children[i]->release != NULL) array->children[i]->release(array->children[i]);
    }
    if (array->dictionary != NULL && array->dictionary->release != NULL) array->dictionary->release(array->dictionary);
    pdk_arrow_block *block = array->private_data;
    array->release = NULL;
    pdk_arrow_block_drop(block);
}

static size_t padded(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t bits_size(size_t count)
{
    return (count + 7) / 8;
}

/* Bytes of the array's own buffer. */
static size_t values_size(const pdk_arrow_column *column, size_t count)
{
    switch (column->kind) {
    case PDK_ARROW_SHARED: return 0;
    case PDK_ARROW_BITS: return bits_size(count);
    case PDK_ARROW_TEXTS: return (count + 1) * sizeof(int32_t);
    case PDK_ARROW_NAMES: return count * sizeof(int32_t);
    default: return count * pdk_type_size(column->info->type);
    }
}

/* Bytes that are needed while the batch is read. */
static size_t meanwhile_size(const pdk_arrow_column *column, size_t count)
{
    bool straight = column->kind == PDK_ARROW_NUMBERS || column->kind == PDK_ARROW_SHARED;
    return straight ? 0 : count * pdk_type_size(column->info->type);
}

/* `size` bytes at the next aligned place; moves *at after them. */
static void *take(uint8_t **at, size_t size)
{
    uint8_t *place = *at;
    *at += padded(size);
    return place;
}

static uint8_t *aligned_room(pdk_memory *memory, size_t size)
{
    uint8_t *room = pdk_alloc_raw(memory, size + ALIGNMENT);
    return room != NULL ? room + (ALIGNMENT - (uintptr_t)room % ALIGNMENT) % ALIGNMENT : NULL;
}

/* Two blocks of memory for all columns: what stays, and what is freed when the batch is made (*meanwhile). */
static bool make_room(batch *job, void **meanwhile)
{
    const pdk_arrow_plan *plan = job->plan;
    size_t stays = 0, goes = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const pdk_arrow_column *column = &plan->columns[i];
        stays += padded(values_size(column, job->count));
        if (column->info->nullable) stays += padded(bits_size(job->count));
        goes += padded(meanwhile_size(column, job->count));
    }
    uint8_t *kept = aligned_room(&job->block->memory, stays);
    *meanwhile = pdk_alloc_raw(&job->block->memory, goes);
    uint8_t *room = *meanwhile;
    if (kept == NULL || room == NULL) return false;
    for (size_t i = 0; i < plan->count; i++) {
        const pdk_arrow_column *column = &plan->columns[i];
        child_array *child = &job->children[i];
        if (column->info->nullable) child->validity = take(&kept, bits_size(job->count));
        child->values = take(&kept, values_size(column, job->count));
        child->read =
            meanwhile_size(column, job->count) > 0 ? take(&room, meanwhile_size(column, job->count)) : child->values;
    }
    return true;
}

static pdk_status read_rows(batch *job, pdk_error *error)
{
    const pdk_arrow_plan *plan = job->plan;
    pdk_column_read *reads = pdk_alloc_array(&job->block->memory, plan->count, sizeof *reads);
    if (reads == NULL) return pdk_fail_memory(error, &job->block->memory, "rows of a table");
    size_t wanted = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->columns[i].kind == PDK_ARROW_SHARED) continue;
        reads[wanted++] = (pdk_column_read){ .column = plan->columns[i].column,
                                             .values = job->children[i].read,
                                             .validity = job->children[i].validity };
    }
    pdk_status status = pdk_table_read(plan->table, job->first, job->count, reads, wanted, error);
    pdk_free(&job->block->memory, reads);
    return status;
}

/* Fewer rows where their texts are large. */
static pdk_status fit_texts(batch *job, pdk_error *error)
{
    size_t before = job->count;
    for (size_t i = 0; i < job->plan->count; i++) {
        const pdk_arrow_column *column = &job->plan->columns[i];
        if (column->info->type != PDK_TEXT && column->info->type != PDK_BYTES) continue;
        pdk_arrow_texts texts = { column->info->type, job->children[i].read, job->count };
        job->count = pdk_arrow_texts_fit(&texts, &job->children[i].text_size);
        if (job->children[i].text_size <= INT32_MAX) continue;
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "arrow.text",
                        "row %llu of column %s has more than the 2 GB that an Arrow text can have",
                        (unsigned long long)job->first, column->info->name);
    }
    return job->count < before ? fit_texts(job, error) : PDK_OK; /* now all of as many rows */
}

/* A function that makes bits of values, eight at a time where there are as many; a bit is set where `test` holds. */
#define PACKER(name, type, test)                                                \
    static void name(const type *values, size_t count, uint8_t *bits)           \
    {                                                                           \
        size_t whole = count / 8 * 8;                                           \
        memset(bits + whole / 8, 0, (count + 7) / 8 - whole / 8);               \
        for (size_t i = 0; i < whole; i += 8) {                                 \
            unsigned byte = 0;                                                  \
            for (size_t bit = 0; bit < 8; bit++) {                              \
                type value = values[i + bit];                                   \
                byte |= (test ? 1u : 0u) << bit;                                \
            }                                                                   \
            bits[i / 8] = (uint8_t)byte;                                        \
        }                                                                       \
        for (size_t i = whole; i < count; i++) {                                \
            type value = values[i];                                             \
            bits[i / 8] = (uint8_t)(bits[i / 8] | (test ? 1u : 0u) << (i % 8)); \
        }                                                                       \
    }
PACKER(pack_bools, uint8_t, value != 0)
PACKER(pack_floats, float, !isnan(value)) /* a NaN is a missing value */
PACKER(pack_doubles, double, !isnan(value))

static bool has_missing(pdk_type type, const void *values, size_t count)
{
    uint32_t missing = 0; /* several at a time: most columns have none */
    if (type == PDK_FLOAT32) {
        for (size_t i = 0; i < count; i++) {
            uint32_t bits;
            memcpy(&bits, (const float *)values + i, sizeof bits);
            missing |= (bits & 0x7FFFFFFFu) > 0x7F800000u ? 1u : 0u;
        }
        return missing != 0;
    }
    uint64_t wide = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, (const double *)values + i, sizeof bits);
        wide |= (UINT64_C(0x7FF0000000000000) - (bits & UINT64_C(0x7FFFFFFFFFFFFFFF))) >> 63;
    }
    return wide != 0;
}

/* The bitmap of an array in which a NaN is a missing value; NULL where there is none. */
static uint8_t *find_missing(pdk_type type, const void *values, size_t count, uint8_t *validity)
{
    if (!has_missing(type, values, count)) return NULL;
    if (type == PDK_FLOAT32) pack_floats(values, count, validity);
    else pack_doubles(values, count, validity);
    return validity;
}

static int64_t count_nulls(const uint8_t *validity, size_t count)
{
    size_t present = 0;
    for (size_t i = 0; i < count / 8; i++) present += (size_t)__builtin_popcount(validity[i]);
    if (count % 8 != 0) present += (size_t)__builtin_popcount(validity[count / 8] & ((1u << count % 8) - 1));
    return (int64_t)(count - present);
}

/* An array over buffers that are the block's. */
static struct ArrowArray array_of(pdk_arrow_block *block, const void **buffers, size_t buffer_count, size_t count)
{
    return (struct ArrowArray){ .length = (int64_t)count,
                                .n_buffers = (int64_t)buffer_count,
                                .buffers = buffers,
                                .release = release_array,
                                .private_data = block };
}

static bool make_names(const batch *job, const pdk_arrow_column *column, child_array *child)
{
    pdk_memory *memory = &job->block->memory;
    pdk_arrow_texts texts = { column->info->type, child->read, job->count }, different;
    if (column->info->type < PDK_TEXT) {
        pdk_text *names = pdk_alloc_array(memory, job->count, sizeof *names);
        if (names == NULL || !pdk_arrow_names_of(column->info, child->read, job->count, memory, names)) return false;
        texts = (pdk_arrow_texts){ PDK_TEXT, names, job->count };
    }
    if (!pdk_arrow_texts_number(&texts, memory, child->values, &different)) return false;
    int32_t *offsets = pdk_alloc_array(memory, different.count + 1, sizeof *offsets);
    uint8_t *bytes;
    uint64_t size = 0;
    for (size_t i = 0; i < different.count; i++) size += pdk_arrow_text_at(&different, i).size;
    if (offsets == NULL || !pdk_arrow_texts_join(&different, size, memory, offsets, &bytes)) return false;
    child->dictionary_buffers[1] = offsets;
    child->dictionary_buffers[2] = bytes;
    child->dictionary = array_of(job->block, child->dictionary_buffers, 3, different.count);
    return true;
}

/* False when memory runs out. */
static bool finish_column(const batch *job, const pdk_arrow_column *column, child_array *child)
{
    uint8_t *bytes = NULL;
    const void *values = child->values;
    uint8_t *validity = child->validity;
    if (column->kind == PDK_ARROW_SHARED) {
        values = (const uint8_t *)column->array + job->first * pdk_type_size(column->info->type);
        if (validity != NULL) validity = find_missing(column->info->type, values, job->count, validity);
    }
    if (column->kind == PDK_ARROW_BITS) pack_bools(child->read, job->count, child->values);
    if (column->kind == PDK_ARROW_NAMES && !make_names(job, column, child)) return false;
    if (column->kind == PDK_ARROW_TEXTS) {
        pdk_arrow_texts texts = { column->info->type, child->read, job->count };
        if (!pdk_arrow_texts_join(&texts, child->text_size, &job->block->memory, child->values, &bytes)) return false;
    }
    int64_t nulls = validity != NULL ? count_nulls(validity, job->count) : 0;
    child->buffers[0] = nulls > 0 ? validity : NULL;
    child->buffers[1] = values;
    child->buffers[2] = bytes;
    child->array = array_of(job->block, child->buffers, column->kind == PDK_ARROW_TEXTS ? 3 : 2, job->count);
    child->array.null_count = nulls;
    if (column->kind == PDK_ARROW_NAMES) child->array.dictionary = &child->dictionary;
    return true;
}

static pdk_status fill(batch *job, pdk_error *error)
{
    void *meanwhile;
    if (!make_room(job, &meanwhile)) return pdk_fail_memory(error, &job->block->memory, "rows of a table");
    pdk_status status = read_rows(job, error);
    if (status == PDK_OK) status = fit_texts(job, error);
    for (size_t i = 0; i < job->plan->count && status == PDK_OK; i++) {
        if (!finish_column(job, &job->plan->columns[i], &job->children[i]))
            status = pdk_fail_memory(error, &job->block->memory, "texts of a table");
    }
    pdk_free(&job->block->memory, meanwhile);
    return status;
}

/* What is handed out; each of its structs holds the block. */
static struct ArrowArray deliver(const batch *job, const void **buffers, struct ArrowArray **list)
{
    struct ArrowArray whole = array_of(job->block, buffers, 1, job->count);
    whole.n_children = (int64_t)job->plan->count;
    whole.children = list;
    for (size_t i = 0; i < job->plan->count; i++) {
        list[i] = &job->children[i].array;
        pdk_arrow_block_hold(job->block, list[i]->dictionary != NULL ? 2 : 1);
    }
    return whole;
}

pdk_status pdk_arrow_batch_make(const pdk_arrow_plan *plan, const pdk_allocator *allocator, uint64_t first,
                                size_t count, struct ArrowArray *array, pdk_error *error)
{
    batch job = { .plan = plan, .first = first, .count = count };
    job.block = pdk_arrow_block_make(allocator, plan->table->document);
    if (job.block == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for rows");
    pdk_memory *memory = &job.block->memory;
    struct ArrowArray **list = pdk_alloc_array(memory, plan->count, sizeof *list);
    const void **none = pdk_alloc_array(memory, 1, sizeof *none);
    job.children = pdk_alloc_array(memory, plan->count, sizeof *job.children);
    pdk_status status = list != NULL && none != NULL && job.children != NULL
                            ? fill(&job, error)
                            : pdk_fail_memory(error, memory, "rows of a table");
    if (status == PDK_OK) *array = deliver(&job, none, list);
    else pdk_arrow_block_drop(job.block);
    return status;
}
