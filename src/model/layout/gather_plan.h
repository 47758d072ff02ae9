/* How each of several columns is taken from records: decided once, then used for every block of records. */
#ifndef PADDOCK_LAYOUT_GATHER_PLAN_H
#define PADDOCK_LAYOUT_GATHER_PLAN_H

#include "layout/layout.h"

enum { PDK_GATHER_MAX = 64 /* columns in a plan */ };

typedef enum pdk_gather_kind {
    PDK_GATHER_ONE_COLUMN,  /* by pdk_gather_at */
    PDK_GATHER_FOUR_FLOATS, /* this column and the next three, side by side in the file */
    PDK_GATHER_TWO_FLOATS,
    PDK_GATHER_IN_WORD, /* bits of a word */
    PDK_GATHER_INTEGER  /* a whole word, as doubles */
} pdk_gather_kind;

typedef enum pdk_gather_scaling { PDK_SCALE_NOT, PDK_SCALE_BY_INVERSE, PDK_SCALE_IN_FULL } pdk_gather_scaling;

typedef struct pdk_gather_step {
    const pdk_gather_column *column;
    uint64_t at; /* of the element after a record's address */
    pdk_gather_kind kind;
    pdk_storage word; /* IN_WORD: what is loaded, of at most 32 bits */
    bool same_word;   /*   as the step before, which has loaded it */
    uint8_t bit;
    pdk_gather_scaling scaling;
    uint32_t mask, sign; /* of the number once it is shifted down */
    int32_t whole_bias;  /* the bias, for columns of integers */
    size_t value_size;
    double multiplier, divisor, bias, inverse;
} pdk_gather_step;

typedef struct pdk_gather_plan {
    pdk_gather_step steps[PDK_GATHER_MAX];
    size_t count;
} pdk_gather_plan;

/* For `count` columns, at most PDK_GATHER_MAX; they are used as long as the plan is. */
void pdk_gather_plan_make(pdk_gather_plan *plan, const pdk_gather_column *columns, size_t count);
/* Fills elements first .. first + count - 1 of the columns' arrays from `count` records. `streamed` as for
 * pdk_gather_columns; pdk_gather_plan_end comes after the last. */
void pdk_gather_plan_run(const pdk_gather_plan *plan, const uint8_t *const *records, size_t first, size_t count,
                         bool streamed);
void pdk_gather_plan_end(bool streamed);

#endif
