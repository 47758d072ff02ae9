/* Records made up of others, so that one table of fields speaks for every byte of a stride. */
#include <stdio.h>
#include <string.h>

#include "layout/layout.h"

static void mark_covered(uint8_t *covered, const pdk_field *field)
{
    memset(covered + field->offset, 1, (size_t)pdk_field_size(field));
}

/* The end of the run of bytes from `at` on that are all covered, or all not. */
static uint32_t run_end(const uint8_t *covered, uint32_t size, uint32_t at)
{
    uint32_t end = at + 1;
    while (end < size && covered[end] == covered[at]) end++;
    return end;
}

/* Adds an opaque field for each hole, or counts them when `fields` is NULL. false when out of memory. */
static bool fill_holes(pdk_memory *memory, const uint8_t *covered, uint32_t size, pdk_field *fields, uint32_t *count)
{
    *count = 0;
    for (uint32_t at = 0, end; at < size; at = end) {
        end = run_end(covered, size, at);
        if (covered[at] != 0) continue;
        uint32_t place = (*count)++;
        if (fields == NULL) continue;
        char *name = pdk_text_printf(memory, "bytes_%u", (unsigned)at);
        if (name == NULL) return false;
        fields[place] = (pdk_field){
            .name = name, .offset = at, .storage = PDK_RAW_OPAQUE, .count = end - at, .meaning = "between what is known"
        };
    }
    return true;
}

const pdk_record *pdk_record_compose(pdk_memory *memory, const pdk_record *base, uint32_t size, const pdk_inset *insets,
                                     size_t count)
{
    uint8_t *covered = pdk_alloc(memory, size);
    if (covered == NULL) return NULL;
    for (uint32_t i = 0; i < base->field_count; i++) mark_covered(covered, &base->fields[i]);
    for (size_t i = 0; i < count; i++) memset(covered + insets[i].offset, 1, insets[i].record->size);
    uint32_t holes;
    fill_holes(memory, covered, size, NULL, &holes);
    if (holes == 0 && count == 0) {
        pdk_free(memory, covered);
        return base;
    }
    pdk_record *whole = pdk_alloc(memory, sizeof *whole);
    pdk_field *fields = pdk_alloc_array(memory, base->field_count + (uint64_t)count + holes, sizeof *fields);
    if (whole == NULL || fields == NULL) return NULL;
    memcpy(fields, base->fields, base->field_count * sizeof *fields);
    for (size_t i = 0; i < count; i++) {
        fields[base->field_count + i] = (pdk_field){ .name = insets[i].name,
                                                     .offset = insets[i].offset,
                                                     .storage = PDK_RAW_RECORD,
                                                     .record = insets[i].record,
                                                     .meaning = insets[i].record->meaning };
    }
    if (!fill_holes(memory, covered, size, fields + base->field_count + count, &holes)) return NULL;
    pdk_free(memory, covered);
    *whole = *base;
    whole->size = size;
    whole->fields = fields;
    whole->field_count = base->field_count + (uint32_t)count + holes;
    return whole;
}
