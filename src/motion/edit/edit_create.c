/* Records from arrays: the parts of a file, one after the other. */
#include <stdio.h>
#include <string.h>

#include "edit/edit.h"
#include "io/output.h"

/* An array and the field it fills. `top` is the number of the record's own field; `target.offset` is within the record.
 */
typedef struct filling {
    const pdk_field_array *array;
    uint32_t top;
    pdk_edit_target target;
} filling;

typedef struct creation {
    const pdk_record *record;
    filling *fillings;
    size_t count;
    pdk_byte_buffer buffer; /* one record */
    pdk_error *error;
} creation;

static const pdk_record *find_record(const char *name)
{
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_record *const *records = pdk_format_at(i)->records;
        for (; *records != NULL; records++) {
            if (strcmp((*records)->name, name) == 0) return *records;
        }
    }
    return NULL;
}

static pdk_status fail(const creation *all, const char *code, const char *field, const char *what)
{
    char where[80];
    snprintf(where, sizeof where, "%s.%s", all->record->name, field);
    return pdk_fail_where(all->error, PDK_E_ARGUMENT, PDK_NO_OFFSET, code, where, "%s %s", where, what);
}

/* "name" or "name[5]" at *at, which is left after it. */
static const pdk_field *read_step(const pdk_record *record, const char **at, uint32_t *element)
{
    char name[64];
    size_t length = strcspn(*at, ".[");
    if (length >= sizeof name) return NULL;
    memcpy(name, *at, length);
    name[length] = '\0';
    const pdk_field *field = pdk_record_field(record, name);
    *at += length;
    *element = 0;
    if (field == NULL || **at != '[')
        return field != NULL && field->count > 1 && field->storage < PDK_RAW_CHARS ? NULL : field;
    int used = 0;
    unsigned number;
    if (sscanf(*at, "[%5u]%n", &number, &used) != 1 || used == 0 || number >= field->count) return NULL;
    *element = number;
    *at += used;
    return field;
}

/* "points[5].x" */
static pdk_status resolve(const creation *all, const pdk_field_array *array, filling *result)
{
    const pdk_record *record = all->record;
    const char *at = array->field;
    uint64_t offset = 0;
    *result = (filling){ .array = array };
    for (;;) {
        uint32_t element;
        const pdk_field *field = read_step(record, &at, &element);
        if (field == NULL)
            return fail(all, "set.unknown", array->field, "is not a field of the record, or has no such element");
        if (record == all->record) result->top = (uint32_t)(field - record->fields);
        if (field->offset != PDK_FOLLOWS) offset += field->offset;
        if (field->storage == PDK_RAW_RECORD && *at == '.') {
            offset += (uint64_t)element * field->record->size;
            record = field->record;
            at++;
            continue;
        }
        if (field->storage == PDK_RAW_RECORD || *at != '\0')
            return fail(all, "set.unknown", array->field, "must name a single value");
        if (field->storage >= PDK_RAW_CHARS && array->texts == NULL)
            return fail(all, "set.value", array->field, "takes texts");
        if (array->values == NULL && array->texts == NULL)
            return fail(all, "set.value", array->field, "has neither numbers nor texts");
        result->target =
            (pdk_edit_target){ .field = *field, .element = element, .offset = offset, .size = pdk_field_size(field) };
        result->target.field.offset = 0;
        return PDK_OK;
    }
}

static pdk_status put_value(const creation *all, const filling *from, uint64_t row, uint8_t *bytes)
{
    pdk_edit_target target = from->target;
    snprintf(target.where, sizeof target.where, "%s[%llu].%s", all->record->name, (unsigned long long)row,
             from->array->field);
    if (from->array->texts != NULL) return pdk_edit_parse(&target, from->array->texts[row], bytes, all->error);
    return pdk_edit_put_number(&target, from->array->values[row], bytes, all->error);
}

static pdk_status fill_fixed(creation *all, uint64_t row)
{
    if (pdk_bytes_more(&all->buffer, all->record->size) == NULL)
        return pdk_fail_memory(all->error, all->buffer.memory, "a record");
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < all->count && status == PDK_OK; i++) {
        status = put_value(all, &all->fillings[i], row, all->buffer.data + all->fillings[i].target.offset);
    }
    return status;
}

/* A text with its length before it; empty where no array has it. */
static pdk_status add_text(creation *all, const pdk_field *field, const filling *from, uint64_t row)
{
    const char *text = from != NULL ? from->array->texts[row] : "";
    size_t length = strlen(text), prefix = pdk_storage_size(field);
    if (prefix < 4 && length >> (8 * prefix) != 0)
        return fail(all, "set.range", field->name, "is longer than its length field can express");
    uint8_t *to = pdk_bytes_more(&all->buffer, prefix + length);
    if (to == NULL) return pdk_fail_memory(all->error, all->buffer.memory, "a record");
    for (size_t i = 0; i < prefix; i++) to[i] = (uint8_t)(length >> (8 * i));
    memcpy(to + prefix, text, length);
    return PDK_OK;
}

static pdk_status fill_placed(creation *all, uint64_t row)
{
    for (uint32_t i = 0; i < all->record->field_count; i++) {
        const pdk_field *field = &all->record->fields[i];
        const filling *own = NULL;
        for (size_t k = 0; k < all->count; k++) {
            if (all->fillings[k].top == i) own = &all->fillings[k];
        }
        pdk_status status = PDK_OK;
        if (pdk_field_size(field) == 0) {
            status = add_text(all, field, own, row);
        } else {
            uint64_t begin = field->offset != PDK_FOLLOWS ? field->offset : all->buffer.size,
                     end = begin + pdk_field_size(field);
            if (end > all->buffer.size && pdk_bytes_more(&all->buffer, end - all->buffer.size) == NULL) {
                return pdk_fail_memory(all->error, all->buffer.memory, "a record");
            }
            for (size_t k = 0; k < all->count && status == PDK_OK; k++) {
                const filling *one = &all->fillings[k];
                uint64_t inside = field->offset != PDK_FOLLOWS ? one->target.offset : begin + one->target.offset;
                if (one->top == i) status = put_value(all, one, row, all->buffer.data + inside);
            }
        }
        if (status != PDK_OK) return status;
    }
    return PDK_OK;
}

static pdk_status create(creation *all, uint64_t count, const pdk_field_array *arrays, pdk_memory *memory,
                         pdk_output *output)
{
    all->fillings = pdk_alloc_array(memory, all->count, sizeof *all->fillings);
    if (all->fillings == NULL) return pdk_fail_memory(all->error, memory, "the fields of a record");
    pdk_status status = PDK_OK;
    for (size_t i = 0; i < all->count && status == PDK_OK; i++) status = resolve(all, &arrays[i], &all->fillings[i]);
    for (uint64_t row = 0; row < count && status == PDK_OK; row++) {
        all->buffer.size = 0;
        status = all->record->size != 0 ? fill_fixed(all, row) : fill_placed(all, row);
        if (status == PDK_OK) status = pdk_output_write(output, all->buffer.data, all->buffer.size, all->error);
    }
    return status;
}

pdk_status pdk_write_records(const char *record, uint64_t count, const pdk_field_array *arrays, size_t array_count,
                             pdk_output *output, pdk_error *error)
{
    PDK_HOLD_OUTPUT(output);
    if (record == NULL || output == NULL || (arrays == NULL && array_count > 0)) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument",
                        "writing records needs the name of a record, arrays and an output");
    }
    creation all = { .record = find_record(record), .count = array_count, .error = error };
    if (all.record == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "set.unknown", "there is no record \"%s\"", record);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    all.buffer.memory = &memory;
    pdk_status status = create(&all, count, arrays, &memory, output);
    pdk_memory_destroy(&memory);
    return status;
}
