/* What a document holds, as JSON: the answer of `paddock info --json`.
 *
 *     pdk_describe_options options = PDK_DESCRIBE_OPTIONS_INIT;
 *     options.path = "race.vcr";
 *     if (pdk_describe(document, &options, output, &error) != PDK_OK) { ... }
 */
#ifndef PADDOCK_DESCRIBE_H
#define PADDOCK_DESCRIBE_H

#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_describe_options {
    size_t struct_size;    /* PDK_DESCRIBE_OPTIONS_INIT sets it */
    bool evidence;         /* also the evidence for the motion's frame; it takes as long as opening the motion */
    bool details;          /* everything known: see pdk_describe */
    const char *path;      /* the member `path`; NULL = there is none */
    pdk_progress progress; /* while answers are computed; it restarts for each step */
    void *progress_user;
} pdk_describe_options;

#define PDK_DESCRIBE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_describe_options)

/* Writes one object, without an end of line: path, format, dialect, evidence, packed, size, properties, tables (name,
 * rows, columns), lines, surfaces, images, and the number of findings. The document's answers are among its tables,
 * with `computed`: this call computes them. PDK_E_CANCELLED if progress asks to stop.
 *
 * With `details` no answer is computed: `answers` has the names and meanings of the possible ones. It adds title,
 * certainty and basis of the format; `property_facts` has unit, meaning, certainty, label and text (as shown) of each
 * property; tables, columns, surfaces and images have meaning and certainty, tables the name of the column they are
 * sorted by. */
PDK_API pdk_status pdk_describe(const pdk_document *document, const pdk_describe_options *options, pdk_output *output,
                                pdk_error *error);
/* The object of one table, with details. */
PDK_API pdk_status pdk_describe_table(const pdk_table *table, pdk_output *output, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
