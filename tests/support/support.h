/* What the tests share: real files, exact-size copies, sweeps, failing allocators. */
#ifndef PADDOCK_TESTS_SUPPORT_H
#define PADDOCK_TESTS_SUPPORT_H

/* cmocka needs these first */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "paddock/paddock.h"

/* The path of a real file ("raf/test1.raf") below $PADDOCK_REAL or ../shared/real beside the project; NULL when it is
 * not there, which has then been said on standard output. Tests begin:  const char *path = real_file("..."); if (!path)
 * skip(); */
const char *real_file(const char *name);

/* Asserts PDK_OK and prints the error otherwise. */
#define assert_ok(call, error) assert_ok_at((call), &(error), #call, __FILE__, __LINE__)
void assert_ok_at(pdk_status status, const pdk_error *error, const char *call, const char *file, int line);

/* Asserts that a call failed with this status, stable code and offset. */
#define assert_fails(call, error, status, code, offset) \
    assert_fails_at((call), &(error), (status), (code), (offset), #call, __FILE__, __LINE__)
void assert_fails_at(pdk_status got, const pdk_error *error, pdk_status status, const char *code, uint64_t offset,
                     const char *call, const char *file, int line);

/* Doubles that differ by at most `tolerance`; cmocka's own comparison is in floats. */
#define assert_near(got, wanted, tolerance) assert_near_at((got), (wanted), (tolerance), __FILE__, __LINE__)
void assert_near_at(double got, double wanted, double tolerance, const char *file, int line);

/* A file's bytes in a malloc'd block of exactly its size (free it). */
uint8_t *read_file(const char *path, size_t *size);

/* Opens a file or fails the test. */
pdk_document *open_or_fail(const char *path);
pdk_document *open_bytes_or_fail(const void *data, size_t size);

/* An output in memory. */
pdk_output *output_or_fail(void);
/* What it holds, malloc'd, exactly *size bytes; the output is closed. */
uint8_t *take_bytes(pdk_output *output, size_t *size);
/* The same as a string. */
char *take_text(pdk_output *output);

/* A surface as arrays. */
pdk_surface surface_or_fail(const pdk_document *document, size_t index);

/* Generates a file in memory; the result is malloc'd, exactly *size bytes. Fails the test when synth does. */
uint8_t *synth_or_fail(const char *format, const pdk_synth_options *options, size_t *size);

/* A generated RLD, opened; `size` may be NULL. Close the document, then free the bytes. */
pdk_document *synth_road(uint64_t points, uint8_t **bytes, size_t *size);
/* What measuring says about a surface, and of a document's first. */
pdk_surface_stats measure_or_fail(const pdk_surface *surface);
pdk_surface_stats measure_first(const pdk_document *document);

/* Reads every table (all columns, natural type and as doubles), surface and image, and runs a full check.
 * What an honest user could do with a document; under sanitizers it proves there is nothing after the ends. */
void read_everything(const pdk_document *document);

/* Opens every prefix of `data` (every `step` bytes, and every byte of the first and last 600) in an exact-size block,
 * plain and with `partial`, as `format` (NULL = detect); whatever opens is read whole. This and the next: with
 * PADDOCK_SWEEP=N every Nth. */
void sweep_truncation(const uint8_t *data, size_t size, size_t step, const char *format);
/* Sets each of `count` bytes from `from` to 0x00, 0x7F, 0x80, 0xFF and its complement in turn; whatever opens is read.
 */
void sweep_mutation(const uint8_t *data, size_t size, size_t from, size_t count, size_t step, const char *format);
/* Opens and reads with an allocator that fails at call 1, 2, 3 ... until none fails; nothing may leak and the status
 * must be PDK_E_MEMORY. Returns the number of calls. */
size_t sweep_allocation(const uint8_t *data, size_t size);

/* Column of a table as doubles, malloc'd; fails the test when there is none. */
double *column_f64(const pdk_document *document, const char *table, const char *column, size_t *count);
/* Whether the file has a value in this cell. */
bool has_value(const pdk_document *document, const char *table, const char *column, uint64_t row);
/* Rows of a table, which must be there. */
uint64_t table_rows(const pdk_document *document, const char *table);
/* A property as a number, or fails the test. */
double property_number(const pdk_document *document, const char *name);
/* A text in a row of a table; it lives as long as the document. */
pdk_text text_at(const pdk_document *document, const char *table_name, const char *column, uint64_t row);
/* A number; NaN where it is missing. */
double cell_or_nan(const pdk_table *table, const char *column, uint64_t row);
#define assert_text(text, wanted) assert_text_at((text), (wanted), __FILE__, __LINE__)
void assert_text_at(pdk_text text, const char *wanted, const char *file, int line);
/* Compares a text property. */
void assert_property_text(const pdk_document *document, const char *name, const char *text);

/* Findings of a check with this code. */
uint64_t count_findings(const pdk_document *document, pdk_check_level level, const char *code);

#endif
