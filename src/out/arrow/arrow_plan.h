/* What a stream hands out: which columns, and how each becomes an Arrow array. */
#ifndef PADDOCK_ARROW_ARROW_PLAN_H
#define PADDOCK_ARROW_ARROW_PLAN_H

#include "arrow/arrow_block.h"
#include "model/table.h"

typedef enum pdk_arrow_kind {
    PDK_ARROW_NUMBERS, /* read straight into the array's buffer */
    PDK_ARROW_SHARED,  /* the document's own array */
    PDK_ARROW_BITS,    /* bools, read as bytes and packed */
    PDK_ARROW_TEXTS,   /* texts and bytes: offsets into one run of bytes */
    PDK_ARROW_NAMES    /* a dictionary of texts, or of the names of numbers */
} pdk_arrow_kind;

typedef struct pdk_arrow_column {
    size_t column; /* its number in the table */
    const pdk_column_info *info;
    pdk_arrow_kind kind;
    const void *array; /* PDK_ARROW_SHARED: of row 0 */
} pdk_arrow_column;

typedef struct pdk_arrow_plan {
    const pdk_table *table;
    const pdk_arrow_column *columns;
    size_t count;
} pdk_arrow_plan;

/* "l", "u" ...: a type as Arrow spells it. */
const char *pdk_arrow_format(pdk_type type);

/* Fills `schema`; it holds nothing but its own memory. */
pdk_status pdk_arrow_schema_make(const pdk_arrow_plan *plan, const pdk_allocator *allocator, struct ArrowSchema *schema,
                                 pdk_error *error);
/* Fills `array` with rows first .. first + count - 1, or fewer where their texts are large; array->length says. */
pdk_status pdk_arrow_batch_make(const pdk_arrow_plan *plan, const pdk_allocator *allocator, uint64_t first,
                                size_t count, struct ArrowArray *array, pdk_error *error);

/* --- arrow_texts.c --- */

/* Texts or bytes of `count` rows, as pdk_table_read gives them. */
typedef struct pdk_arrow_texts {
    pdk_type type; /* PDK_TEXT or PDK_BYTES */
    const void *values;
    size_t count;
} pdk_arrow_texts;

pdk_bytes pdk_arrow_text_at(const pdk_arrow_texts *texts, size_t row);
/* How many of the first rows have so much text that it makes a batch of moderate size, at least 1; *size is that
 * text's.
 */
size_t pdk_arrow_texts_fit(const pdk_arrow_texts *texts, uint64_t *size);
/* Fills offsets[0 .. count] and *bytes, which comes from `memory`; `size` is that of all texts. False when memory runs
 * out. */
bool pdk_arrow_texts_join(const pdk_arrow_texts *texts, uint64_t size, pdk_memory *memory, int32_t *offsets,
                          uint8_t **bytes);
/* Numbers the different texts in the order they come up: numbers[0 .. count), and the different ones as a separate
 * array, from `memory`. At least one, so that a number points to something where every row is null. */
bool pdk_arrow_texts_number(const pdk_arrow_texts *texts, pdk_memory *memory, int32_t *numbers,
                            pdk_arrow_texts *different);

/* --- arrow_names.c --- */

/* The name of each number by the labels of its column, or the number as text. `names` has room for `count`; what is
 * made comes from `memory`. */
bool pdk_arrow_names_of(const pdk_column_info *info, const void *values, size_t count, pdk_memory *memory,
                        pdk_text *names);

#endif
