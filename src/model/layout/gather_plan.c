/* Deciding how columns are taken from records. */
#include "layout/gather_plan.h"

#include <math.h>

enum {
    WHOLE = 31, /* bits of the widest unsigned field that an int32_t holds */
    BIASED_WHOLE = 24 /*   and of one to which MAX_BIAS can be added */,
    MAX_BIAS = 1 << 24
};

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

static bool has_only_whole_bias(const pdk_field *field)
{
    return (field->multiplier == 0 || field->multiplier == 1) && (field->divisor == 0 || field->divisor == 1) &&
           fabs(field->bias) <= MAX_BIAS && trunc(field->bias) == field->bias;
}

/* The number fits an int32_t, and the column's type can be made from that without loss. */
static bool fits_word(const pdk_gather_column *column, unsigned bits)
{
    const pdk_field *field = column->field;
    if (pdk_field_is_float(field) || field->storage >= PDK_RAW_CHARS) return false;
    if (bits > (is_signed(field) ? WHOLE + 1 : WHOLE)) return false;
    if (is_float_type(column->type)) return true;
    return column->type <= PDK_UINT32 &&
           (pdk_field_is_plain(field) || (bits <= BIASED_WHOLE && has_only_whole_bias(field)));
}

static bool is_plain_float(const pdk_gather_column *column)
{
    return column->field->storage == PDK_RAW_F32 && is_float_type(column->type) && pdk_field_is_plain(column->field);
}

/* How many steps from `steps` on are floats side by side that make columns of one type; at most four. */
static size_t floats_at(const pdk_gather_step *steps, size_t count)
{
    size_t found = 0;
    while (found < count && found < 4 && is_plain_float(steps[found].column) &&
           steps[found].column->type == steps[0].column->type && steps[found].at == steps[0].at + 4 * found) {
        found++;
    }
    return found;
}

static void plan_scaling(pdk_gather_step *plan)
{
    const pdk_field *field = plan->column->field;
    int exponent;
    plan->multiplier = field->multiplier != 0 ? field->multiplier : 1;
    plan->divisor = field->divisor != 0 ? field->divisor : 1;
    plan->bias = field->bias;
    plan->whole_bias = has_only_whole_bias(field) ? (int32_t)field->bias : 0;
    plan->inverse = 1 / plan->divisor; /* exact for powers of two */
    plan->scaling = pdk_field_is_plain(field)                                         ? PDK_SCALE_NOT
                    : plan->multiplier == 1 && frexp(plan->divisor, &exponent) == 0.5 ? PDK_SCALE_BY_INVERSE
                                                                                      : PDK_SCALE_IN_FULL;
}

/* Bits of a long number, which counts its bytes from the least: they are in its first or its last four bytes, or the
 * step stays what it is. */
static bool plan_part_of_long(pdk_gather_step *plan, unsigned bits)
{
    const pdk_field *field = plan->column->field;
    unsigned behind = pdk_storage_size(field) - (unsigned)sizeof(uint32_t);
    plan->word = PDK_RAW_U32;
    if (field->bit + bits <= 32) return true;
    if (field->bit < 8 * behind) return false;
    plan->bit = (uint8_t)(field->bit - 8 * behind);
    plan->at += behind;
    return true;
}

static bool plan_word(pdk_gather_step *plan, unsigned bits)
{
    const pdk_field *field = plan->column->field;
    plan->word = field->storage;
    plan->bit = field->bits > 0 ? field->bit : 0;
    bool is_long = field->storage == PDK_RAW_U40 || field->storage == PDK_RAW_U64;
    if (is_long && !plan_part_of_long(plan, bits)) return false;
    plan->kind = field->bits == 0 && plan->column->type == PDK_FLOAT64 ? PDK_GATHER_INTEGER : PDK_GATHER_IN_WORD;
    plan->mask = bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
    plan->sign = is_signed(field) ? UINT32_C(1) << (bits - 1) : 0;
    plan_scaling(plan);
    return true;
}

/* Sorted by place: what is side by side in the file is side by side here, whatever the order of the columns. */
static void place_steps(pdk_gather_step *steps, const pdk_gather_column *columns, size_t count)
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

void pdk_gather_plan_make(pdk_gather_plan *plan, const pdk_gather_column *columns, size_t count)
{
    pdk_gather_step *steps = plan->steps;
    plan->count = count;
    place_steps(steps, columns, count);
    for (size_t i = 0; i < count; i++) {
        const pdk_field *field = steps[i].column->field;
        unsigned bits = field->bits > 0 ? field->bits : 8 * pdk_storage_size(field);
        steps[i].value_size = pdk_type_size(steps[i].column->type);
        steps[i].kind = PDK_GATHER_ONE_COLUMN;
        steps[i].same_word = false;
        if (fits_word(steps[i].column, bits) && plan_word(&steps[i], bits)) {
            steps[i].same_word = i > 0 && steps[i - 1].kind == PDK_GATHER_IN_WORD && steps[i - 1].at == steps[i].at &&
                                 steps[i - 1].word == steps[i].word;
            continue;
        }
        size_t floats = floats_at(&steps[i], count - i);
        if (floats < 2) continue;
        steps[i].kind = floats == 4 ? PDK_GATHER_FOUR_FLOATS : PDK_GATHER_TWO_FLOATS;
        for (size_t more = floats == 4 ? 3 : 1; more > 0; more--) {
            i++;
            steps[i].value_size = steps[i - 1].value_size;
        }
    }
}
