/* Several columns from the same records. A block of records stays in the nearest caches while all columns take their
 * values from it; bit fields of one word load it once; floats that stand side by side are transposed. */
#include <string.h>

#include "base/load.h"
#include "layout/gather_block.h"
#include "layout/gather_plan.h"

enum { BLOCK = PDK_GATHER_BLOCK };

/* --------------------------------------------------------------------------------------------------- words */

#define LOAD_EACH(to, convert) \
    for (size_t i = 0; i < count; i++) (to)[i] = convert(records[i] + at)

static inline uint8_t load_u8(const uint8_t *at)
{
    return *at;
}
static inline int8_t load_i8(const uint8_t *at)
{
    return (int8_t)*at;
}

/* The words of a block, loaded once for all fields in them. */
static void load_words(pdk_storage storage, const uint8_t *const *records, uint64_t at, size_t count, uint32_t *words)
{
    switch (storage) {
    case PDK_RAW_U8:
    case PDK_RAW_I8: LOAD_EACH(words, load_u8); break;
    case PDK_RAW_U16:
    case PDK_RAW_I16: LOAD_EACH(words, pdk_load_u16); break;
    case PDK_RAW_I24: LOAD_EACH(words, pdk_load_u24); break;
    case PDK_RAW_U16BE: LOAD_EACH(words, pdk_load_u16be); break;
    case PDK_RAW_U24BE: LOAD_EACH(words, pdk_load_u24be); break;
    case PDK_RAW_U32BE: LOAD_EACH(words, pdk_load_u32be); break;
    default: LOAD_EACH(words, pdk_load_u32); break;
    }
}

/* Whole integers straight to doubles. */
static void load_doubles(pdk_storage storage, const uint8_t *const *records, uint64_t at, size_t count, double *to)
{
    switch (storage) {
    case PDK_RAW_U8: LOAD_EACH(to, load_u8); break;
    case PDK_RAW_I8: LOAD_EACH(to, load_i8); break;
    case PDK_RAW_U16: LOAD_EACH(to, pdk_load_u16); break;
    case PDK_RAW_I16: LOAD_EACH(to, pdk_load_i16); break;
    case PDK_RAW_I24: LOAD_EACH(to, pdk_load_i24); break;
    case PDK_RAW_U16BE: LOAD_EACH(to, pdk_load_u16be); break;
    case PDK_RAW_U24BE: LOAD_EACH(to, (int32_t)pdk_load_u24be); break;
    default: LOAD_EACH(to, pdk_load_i32); break;
    }
}

/* The number in a word. The sign bit makes it negative without a shift of a negative number. */
#define NUMBER(word) ((int32_t)((((word) >> bit & mask) ^ sign) - sign))

#define SCALE_EACH(number)                                                                           \
    do {                                                                                             \
        const double multiplier = plan->multiplier, divisor = plan->divisor, bias = plan->bias;      \
        const double inverse = plan->inverse;                                                        \
        if (plan->scaling == PDK_SCALE_NOT) {                                                        \
            for (size_t i = 0; i < count; i++) to[i] = (double)(number);                             \
        } else if (plan->scaling == PDK_SCALE_BY_INVERSE) {                                          \
            for (size_t i = 0; i < count; i++) to[i] = (double)(number)*inverse + bias;              \
        } else {                                                                                     \
            for (size_t i = 0; i < count; i++) to[i] = (double)(number)*multiplier / divisor + bias; \
        }                                                                                            \
    } while (0)

static void scale_doubles(const pdk_gather_step *plan, size_t count, double *to)
{
    if (plan->scaling != PDK_SCALE_NOT) SCALE_EACH(to[i]);
}

static void words_to_doubles(const pdk_gather_step *plan, const uint32_t *words, size_t count, double *to)
{
    const unsigned bit = plan->bit;
    const uint32_t mask = plan->mask, sign = plan->sign;
    SCALE_EACH(NUMBER(words[i]));
}

static void words_to_integers(const pdk_gather_step *plan, const uint32_t *words, size_t count, int32_t *to)
{
    const unsigned bit = plan->bit;
    const uint32_t mask = plan->mask, sign = plan->sign;
    const int32_t bias = plan->whole_bias;
    for (size_t i = 0; i < count; i++) to[i] = NUMBER(words[i]) + bias;
}

#define STORE_EACH(as, from) \
    for (size_t i = 0; i < count; i++) ((as *)to)[i] = (as)(from)[i]

static void store_words(const pdk_gather_step *plan, const uint32_t *words, size_t count, void *to)
{
    if (plan->column->type == PDK_FLOAT64) {
        words_to_doubles(plan, words, count, to);
        return;
    }
    if (plan->column->type == PDK_FLOAT32) {
        double scaled[BLOCK];
        words_to_doubles(plan, words, count, scaled);
        STORE_EACH(float, scaled);
        return;
    }
    int32_t numbers[BLOCK];
    words_to_integers(plan, words, count, numbers);
    switch (plan->column->type) {
    case PDK_BOOL:
        for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = numbers[i] != 0;
        break;
    case PDK_INT8: STORE_EACH(int8_t, numbers); break;
    case PDK_UINT8: STORE_EACH(uint8_t, numbers); break;
    case PDK_INT16: STORE_EACH(int16_t, numbers); break;
    case PDK_UINT16: STORE_EACH(uint16_t, numbers); break;
    default: memcpy(to, numbers, count * sizeof *numbers); break;
    }
}

/* ----------------------------------------------------------------------------------------------------- run */

/* One step for a block: fills `to`, an array for each column of the step. */
static void run_step(const pdk_gather_step *plan, const uint8_t *const *records, size_t count, uint32_t *words,
                     void *const *to)
{
    const pdk_gather_column *column = plan->column;
    switch (plan->kind) {
    case PDK_GATHER_FOUR_FLOATS: pdk_gather_floats(records, plan->at, count, 4, column->type, to); break;
    case PDK_GATHER_TWO_FLOATS: pdk_gather_floats(records, plan->at, count, 2, column->type, to); break;
    case PDK_GATHER_INTEGER:
        load_doubles(column->field->storage, records, plan->at, count, to[0]);
        scale_doubles(plan, count, to[0]);
        break;
    case PDK_GATHER_IN_WORD:
        if (!plan->same_word) load_words(plan->word, records, plan->at, count, words);
        store_words(plan, words, count, to[0]);
        break;
    case PDK_GATHER_ONE_COLUMN:
        pdk_gather_at(column->field, column->element, records, column->shift, count, column->type, to[0]);
        break;
    }
}

static size_t columns_of(const pdk_gather_step *plan)
{
    return plan->kind == PDK_GATHER_FOUR_FLOATS ? 4 : plan->kind == PDK_GATHER_TWO_FLOATS ? 2 : 1;
}

/* A block of records. */
static void run_block(const pdk_gather_plan *plan, const uint8_t *const *records, size_t first, size_t count,
                      bool streamed)
{
    const pdk_gather_step *steps = plan->steps;
    uint32_t words[BLOCK];
    uint64_t buffer[4][BLOCK];                             /* of numbers */
    for (size_t i = 0; streamed && i < plan->count; i++) { /* lines that are written in part are fetched in time */
        __builtin_prefetch((char *)steps[i].column->values + (first + count) * steps[i].value_size, 1);
    }
    for (size_t i = 0, columns; i < plan->count; i += columns) {
        columns = columns_of(&steps[i]);
        bool aside = streamed && steps[i].value_size <= sizeof buffer[0][0];
        void *values[4], *to[4];
        for (size_t k = 0; k < columns; k++) {
            values[k] = (char *)steps[i + k].column->values + first * steps[i + k].value_size;
            to[k] = aside ? buffer[k] : values[k];
        }
        run_step(&steps[i], records, count, words, to);
        for (size_t k = 0; aside && k < columns; k++) {
            pdk_stream(values[k], buffer[k], count * steps[i + k].value_size);
        }
    }
}

void pdk_gather_plan_run(const pdk_gather_plan *plan, const uint8_t *const *records, size_t first, size_t count,
                         bool streamed)
{
    for (size_t done = 0, block; done < count; done += block) {
        block = count - done < BLOCK ? count - done : BLOCK;
        run_block(plan, records + done, first + done, block, streamed);
    }
}

void pdk_gather_plan_end(bool streamed)
{
    if (streamed) pdk_stream_end();
}

void pdk_gather_columns(const pdk_gather_column *columns, size_t column_count, const uint8_t *const *records,
                        size_t count, bool streamed)
{
    pdk_gather_plan plan;
    for (size_t planned = 0; planned < column_count; planned += plan.count) {
        size_t left = column_count - planned;
        pdk_gather_plan_make(&plan, columns + planned, left < PDK_GATHER_MAX ? left : PDK_GATHER_MAX);
        pdk_gather_plan_run(&plan, records, 0, count, streamed);
    }
    pdk_gather_plan_end(streamed);
}
