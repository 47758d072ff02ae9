/* Several columns from the same records. A block of records stays in the nearest caches while all columns take their
 * values from it; bit fields of one word load it once; floats that stand side by side are transposed. */
#include <math.h>
#include <string.h>

#include "base/load.h"
#include "layout/gather_block.h"
#include "layout/layout.h"

enum {
    BLOCK = PDK_GATHER_BLOCK,
    STEPS = 64, /* columns planned at a time */
    WHOLE = 31  /* bits of the widest unsigned field that an int32_t holds */
};

typedef enum step_kind {
    ONE_COLUMN,  /* by pdk_gather_at */
    FOUR_FLOATS, /* this column and the next three, side by side in the file */
    TWO_FLOATS,
    IN_WORD, /* bits of a word */
    INTEGER  /* a whole word, as doubles */
} step_kind;

typedef enum scaling { PLAIN, BY_INVERSE, IN_FULL } scaling;

typedef struct step {
    const pdk_gather_column *column;
    uint64_t at; /* of the element behind a record's address */
    step_kind kind;
    bool same_word; /* IN_WORD: as the step before, which has loaded it */
    uint8_t bit;
    scaling scaling;
    uint32_t mask, sign; /* of the number once it is shifted down */
    size_t value_size;
    double multiplier, divisor, bias, inverse;
} step;

/* ---------------------------------------------------------------------------------------------------- plan */

static bool is_float_type(pdk_type type)
{
    return type == PDK_FLOAT32 || type == PDK_FLOAT64;
}

static bool is_signed(const pdk_field *field)
{
    return field->bits > 0 ? field->is_signed
                           : field->storage == PDK_RAW_I8 || field->storage == PDK_RAW_I16 ||
                                 field->storage == PDK_RAW_I24 || field->storage == PDK_RAW_I32;
}

/* The number fits an int32_t, and the column's type can be made from that without loss. */
static bool fits_word(const pdk_gather_column *column, unsigned bits)
{
    const pdk_field *field = column->field;
    if (pdk_field_is_float(field) || field->storage >= PDK_RAW_CHARS) return false;
    if (bits > (is_signed(field) ? WHOLE + 1 : WHOLE)) return false;
    return is_float_type(column->type) || (column->type <= PDK_UINT32 && pdk_field_is_plain(field));
}

static bool is_plain_float(const pdk_gather_column *column)
{
    return column->field->storage == PDK_RAW_F32 && is_float_type(column->type) && pdk_field_is_plain(column->field);
}

/* How many steps from `steps` on are floats side by side that make columns of one type; at most four. */
static size_t floats_at(const step *steps, size_t count)
{
    size_t found = 0;
    while (found < count && found < 4 && is_plain_float(steps[found].column) &&
           steps[found].column->type == steps[0].column->type && steps[found].at == steps[0].at + 4 * found) {
        found++;
    }
    return found;
}

static void plan_scaling(step *plan)
{
    const pdk_field *field = plan->column->field;
    int exponent;
    plan->multiplier = field->multiplier != 0 ? field->multiplier : 1;
    plan->divisor = field->divisor != 0 ? field->divisor : 1;
    plan->bias = field->bias;
    plan->inverse = 1 / plan->divisor; /* exact for powers of two */
    plan->scaling = pdk_field_is_plain(field)                                         ? PLAIN
                    : plan->multiplier == 1 && frexp(plan->divisor, &exponent) == 0.5 ? BY_INVERSE
                                                                                      : IN_FULL;
}

static void plan_word(step *plan, unsigned bits)
{
    const pdk_field *field = plan->column->field;
    plan->kind = field->bits == 0 && plan->column->type == PDK_FLOAT64 ? INTEGER : IN_WORD;
    plan->bit = field->bits > 0 ? field->bit : 0;
    plan->mask = bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
    plan->sign = is_signed(field) ? UINT32_C(1) << (bits - 1) : 0;
    plan_scaling(plan);
}

/* Sorted by place: what is side by side in the file is side by side here, whatever the order of the columns. */
static void place_steps(step *steps, const pdk_gather_column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const pdk_field *field = columns[i].field;
        uint64_t at = columns[i].shift + field->offset + (uint64_t)columns[i].element * pdk_storage_size(field);
        size_t place = i;
        for (; place > 0 && steps[place - 1].at > at; place--) {
            steps[place].column = steps[place - 1].column;
            steps[place].at = steps[place - 1].at;
        }
        steps[place].column = &columns[i];
        steps[place].at = at;
    }
}

static void plan_steps(step *steps, const pdk_gather_column *columns, size_t count)
{
    place_steps(steps, columns, count);
    for (size_t i = 0; i < count; i++) {
        const pdk_field *field = steps[i].column->field;
        unsigned bits = field->bits > 0 ? field->bits : 8 * pdk_storage_size(field);
        steps[i].value_size = pdk_type_size(steps[i].column->type);
        steps[i].kind = ONE_COLUMN;
        steps[i].same_word = false;
        if (fits_word(steps[i].column, bits)) {
            plan_word(&steps[i], bits);
            steps[i].same_word = i > 0 && steps[i - 1].kind == IN_WORD && steps[i - 1].at == steps[i].at &&
                                 steps[i - 1].column->field->storage == field->storage;
            continue;
        }
        size_t floats = floats_at(&steps[i], count - i);
        if (floats < 2) continue;
        steps[i].kind = floats == 4 ? FOUR_FLOATS : TWO_FLOATS;
        for (size_t more = floats == 4 ? 3 : 1; more > 0; more--) {
            i++;
            steps[i].value_size = steps[i - 1].value_size;
        }
    }
}

/* --------------------------------------------------------------------------------------------------- words */

/* The words of a block, loaded once for all fields in them. */
typedef struct words {
    uint32_t narrow[BLOCK];
    uint64_t wide[BLOCK]; /* storages of more than 32 bits */
} words;

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

static void load_words(pdk_storage storage, const uint8_t *const *records, uint64_t at, size_t count, words *loaded)
{
    switch (storage) {
    case PDK_RAW_U40: LOAD_EACH(loaded->wide, pdk_load_u40); break;
    case PDK_RAW_U64: LOAD_EACH(loaded->wide, pdk_load_u64); break;
    case PDK_RAW_U8:
    case PDK_RAW_I8: LOAD_EACH(loaded->narrow, load_u8); break;
    case PDK_RAW_U16:
    case PDK_RAW_I16: LOAD_EACH(loaded->narrow, pdk_load_u16); break;
    case PDK_RAW_I24: LOAD_EACH(loaded->narrow, pdk_load_u24); break;
    case PDK_RAW_U16BE: LOAD_EACH(loaded->narrow, pdk_load_u16be); break;
    case PDK_RAW_U24BE: LOAD_EACH(loaded->narrow, pdk_load_u24be); break;
    case PDK_RAW_U32BE: LOAD_EACH(loaded->narrow, pdk_load_u32be); break;
    default: LOAD_EACH(loaded->narrow, pdk_load_u32); break;
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
#define NUMBER(word) ((int32_t)((((uint32_t)((word) >> bit) & mask) ^ sign) - sign))

#define SCALE_EACH(number)                                                                           \
    do {                                                                                             \
        const double multiplier = plan->multiplier, divisor = plan->divisor, bias = plan->bias;      \
        const double inverse = plan->inverse;                                                        \
        if (plan->scaling == PLAIN) {                                                                \
            for (size_t i = 0; i < count; i++) to[i] = (double)(number);                             \
        } else if (plan->scaling == BY_INVERSE) {                                                    \
            for (size_t i = 0; i < count; i++) to[i] = (double)(number)*inverse + bias;              \
        } else {                                                                                     \
            for (size_t i = 0; i < count; i++) to[i] = (double)(number)*multiplier / divisor + bias; \
        }                                                                                            \
    } while (0)

static void scale_doubles(const step *plan, size_t count, double *to)
{
    if (plan->scaling != PLAIN) SCALE_EACH(to[i]);
}

static bool is_wide(const step *plan)
{
    return plan->column->field->storage == PDK_RAW_U40 || plan->column->field->storage == PDK_RAW_U64;
}

static void words_to_doubles(const step *plan, const words *loaded, size_t count, double *to)
{
    const unsigned bit = plan->bit;
    const uint32_t mask = plan->mask, sign = plan->sign;
    if (is_wide(plan)) SCALE_EACH(NUMBER(loaded->wide[i]));
    else SCALE_EACH(NUMBER(loaded->narrow[i]));
}

static void words_to_integers(const step *plan, const words *loaded, size_t count, int32_t *to)
{
    const unsigned bit = plan->bit;
    const uint32_t mask = plan->mask, sign = plan->sign;
    if (is_wide(plan)) {
        for (size_t i = 0; i < count; i++) to[i] = NUMBER(loaded->wide[i]);
    } else {
        for (size_t i = 0; i < count; i++) to[i] = NUMBER(loaded->narrow[i]);
    }
}

#define STORE_EACH(as, from) \
    for (size_t i = 0; i < count; i++) ((as *)to)[i] = (as)(from)[i]

static void store_words(const step *plan, const words *loaded, size_t count, void *to)
{
    if (plan->column->type == PDK_FLOAT64) {
        words_to_doubles(plan, loaded, count, to);
        return;
    }
    if (plan->column->type == PDK_FLOAT32) {
        double scaled[BLOCK];
        words_to_doubles(plan, loaded, count, scaled);
        STORE_EACH(float, scaled);
        return;
    }
    int32_t numbers[BLOCK];
    words_to_integers(plan, loaded, count, numbers);
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
static void run_step(const step *plan, const uint8_t *const *records, size_t count, words *loaded, void *const *to)
{
    const pdk_gather_column *column = plan->column;
    switch (plan->kind) {
    case FOUR_FLOATS: pdk_gather_floats(records, plan->at, count, 4, column->type, to); break;
    case TWO_FLOATS: pdk_gather_floats(records, plan->at, count, 2, column->type, to); break;
    case INTEGER:
        load_doubles(column->field->storage, records, plan->at, count, to[0]);
        scale_doubles(plan, count, to[0]);
        break;
    case IN_WORD:
        if (!plan->same_word) load_words(column->field->storage, records, plan->at, count, loaded);
        store_words(plan, loaded, count, to[0]);
        break;
    case ONE_COLUMN:
        pdk_gather_at(column->field, column->element, records, column->shift, count, column->type, to[0]);
        break;
    }
}

static size_t columns_of(const step *plan)
{
    return plan->kind == FOUR_FLOATS ? 4 : plan->kind == TWO_FLOATS ? 2 : 1;
}

/* Records first .. first + count - 1 of those asked for; `records` are theirs. */
static void run(const step *steps, size_t step_count, const uint8_t *const *records, size_t first, size_t count,
                bool streamed)
{
    words loaded;
    uint64_t room[4][BLOCK];                              /* of numbers */
    for (size_t i = 0; streamed && i < step_count; i++) { /* lines that are written in part are fetched in time */
        __builtin_prefetch((char *)steps[i].column->values + (first + count) * steps[i].value_size, 1);
    }
    for (size_t i = 0, columns; i < step_count; i += columns) {
        columns = columns_of(&steps[i]);
        bool aside = streamed && steps[i].value_size <= sizeof room[0][0];
        void *values[4], *to[4];
        for (size_t k = 0; k < columns; k++) {
            values[k] = (char *)steps[i + k].column->values + first * steps[i + k].value_size;
            to[k] = aside ? room[k] : values[k];
        }
        run_step(&steps[i], records, count, &loaded, to);
        for (size_t k = 0; aside && k < columns; k++) {
            pdk_stream(values[k], room[k], count * steps[i + k].value_size);
        }
    }
}

void pdk_gather_columns(const pdk_gather_column *columns, size_t column_count, const uint8_t *const *records,
                        size_t count, bool streamed)
{
    step steps[STEPS];
    for (size_t planned = 0; planned < column_count;) {
        size_t step_count = column_count - planned < STEPS ? column_count - planned : STEPS;
        plan_steps(steps, columns + planned, step_count);
        for (size_t first = 0; first < count; first += BLOCK) {
            run(steps, step_count, records + first, first, count - first < BLOCK ? count - first : BLOCK, streamed);
        }
        planned += step_count;
    }
    if (streamed) pdk_stream_end();
}
