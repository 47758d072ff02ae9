/* Sound files of every format in which one field is huge, infinite or not a number, in one record or in all: whatever
 * is asked of them, there is a result or a reason. The sanitizers watch. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ask_all.h"
#include "format/format.h"
#include "formats.h"
#include "model/document.h"
#include "support.h"
#include "sweep_stride.h"

enum { MOST_FIELDS = 512, MOST_PLACES = 1 << 16 };

/* A field, and where it is in each of its records. */
typedef struct places {
    const pdk_field *field;
    uint64_t *offsets;
    size_t count;
} places;

typedef struct file_fields {
    places list[MOST_FIELDS];
    size_t count;
} file_fields;

static places *find_places(file_fields *all, const pdk_field *field)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->list[i].field == field) return &all->list[i];
    }
    if (all->count == MOST_FIELDS) return NULL;
    places *made = &all->list[all->count++];
    *made = (places){ .field = field, .offsets = malloc(MOST_PLACES * sizeof *made->offsets) };
    assert_non_null(made->offsets);
    return made;
}

static bool keep_places(void *user, const pdk_span *span)
{
    file_fields *all = user;
    for (uint32_t f = 0; span->record != NULL && f < span->record->field_count; f++) {
        const pdk_field *field = &span->record->fields[f];
        bool number = field->storage == PDK_RAW_F32 || field->storage == PDK_RAW_F64 || field->storage == PDK_RAW_I32 ||
                      field->storage == PDK_RAW_U32;
        places *where = number && field->offset < span->size ? find_places(all, field) : NULL;
        for (uint64_t row = 0; where != NULL && row < span->count && where->count < MOST_PLACES; row++)
            where->offsets[where->count++] = span->offset + field->offset + row * (span->size / span->count);
    }
    return true;
}

static const double values[] = { 3e38, -3e38, NAN, INFINITY, 1e30, 1e-38, -1, 2147483647 };
enum { VALUES = sizeof values / sizeof values[0] };

static void put(uint8_t *bytes, size_t size, const places *where, size_t number, double value)
{
    uint64_t at = where->offsets[number];
    float real = (float)value;
    uint32_t whole = !(fabs(value) < 2e9) ? UINT32_MAX >> (value > 0) : (uint32_t)(int32_t)value;
    bool is_double = where->field->storage == PDK_RAW_F64, is_real = where->field->storage == PDK_RAW_F32;
    if (at + (is_double ? 8 : 4) > size) return;
    if (is_double) memcpy(bytes + at, &value, 8);
    else memcpy(bytes + at, is_real ? (const void *)&real : (const void *)&whole, 4);
}

static size_t ask(const uint8_t *bytes, size_t size, unsigned kinds)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits.memory = UINT64_C(512) << 20;
    options.partial = true;
    pdk_document *document = NULL;
    if (pdk_open_memory(bytes, size, &options, &document, NULL) != PDK_OK) return 0;
    size_t fine = ask_all(document, kinds);
    pdk_close(document);
    return fine;
}

/* Each field with two of the values in its middle record, and with one in all of them; under PADDOCK_SWEEP=N every Nth
 * of these. */
static void try_file(const char *format, const char *dialect)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    const pdk_format_info *info = pdk_format_find(format);
    options.dialect = dialect;
    if (takes_synth_option(info, "points") && strcmp(format, "tri") != 0) options.points = 120;
    if (takes_synth_option(info, "seconds")) options.seconds = 8;
    if (takes_synth_option(info, "cars")) options.cars = 2;
    size_t size;
    uint8_t *bytes = synth_or_fail(format, &options, &size), *changed = malloc(size);
    file_fields *all = calloc(1, sizeof *all);
    assert_true(changed != NULL && all != NULL);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_memory memory;
    pdk_error error;
    pdk_memory_init(&memory, NULL, 0);
    assert_ok(pdk_document_walk(document, &memory, keep_places, all, &error), error);
    if (ask_all(document, ASK_ALL) == 0) fail_msg("%s: nothing can be asked", format);
    for (size_t i = 0; i < all->count; i++) {
        places *where = &all->list[i];
        for (size_t k = 0; k < 3; k++) {
            if ((3 * i + k) % sweep_stride() != 0) continue;
            bool each = k == 2;
            memcpy(changed, bytes, size);
            for (size_t n = each ? 0 : where->count / 2; n < (each ? where->count : where->count / 2 + 1); n++)
                put(changed, size, where, n, values[(3 * i + k) % VALUES]);
            ask(changed, size, each ? ASK_ALL : ASK_TABLES | ASK_ANSWERS | (1U << (2 + i % 3)));
        }
        free(where->offsets);
    }
    pdk_memory_destroy(&memory); /* fields of records that were made up for this file */
    pdk_close(document);
    free(all);
    free(changed);
    free(bytes);
}

static void every_format(void **state)
{
    (void)state;
    const pdk_format_info *list[MAX_FORMATS];
    size_t count = formats_that(PDK_CAN_SYNTH, list);
    for (size_t f = 0; f < count; f++) {
        char names[MAX_DIALECTS][16];
        const char *dialects[MAX_DIALECTS];
        size_t dialect_count = dialects_of(list[f], names, dialects);
        for (size_t d = 0; d < dialect_count; d++) try_file(list[f]->id, dialects[d]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_format) };
    return cmocka_run_group_tests_name("hostile values", tests, NULL, NULL);
}
