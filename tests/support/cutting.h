/* Parts of recordings, and whether their tables are those of the original, filtered. */
#ifndef PADDOCK_TESTS_CUTTING_H
#define PADDOCK_TESTS_CUTTING_H

#include "support.h"

/* What is cut: both ends included, and the numbers of those chosen, "1,3"; NULL = everyone. */
typedef struct cutting {
    double from, to;
    const char *numbers;
} cutting;

pdk_status try_cut(const pdk_document *document, const cutting *what, pdk_output *output, pdk_error *error);
/* malloc'd, exactly *size bytes. */
uint8_t *cut_or_fail(const pdk_document *document, const cutting *what, size_t *size);

/* The rows of `table` in the part are those of the original whose time is in the range and whose `who` is chosen (or
 * the number `nobody`); `who` NULL = all. The columns called `except` (blank-separated) may differ. */
void assert_rows_filtered(const pdk_document *whole, const pdk_document *part, const cutting *what, const char *table,
                          const char *who, double nobody, const char *except);
/* A full check finds nothing. */
void assert_sound(const pdk_document *document);

#endif
