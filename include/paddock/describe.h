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
    bool evidence;         /* what the motion's frame rests on, too; it takes as long as opening the motion */
    bool details;          /* all that is known: see pdk_describe */
    const char *path;      /* the member `path`; NULL = there is none */
    pdk_progress progress; /* while answers are computed; it starts again for each step */
    void *progress_user;
} pdk_describe_options;

#define PDK_DESCRIBE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_describe_options)

/* Writes one object, without an end of line: path, format, dialect, evidence, packed, size, properties, tables (name,
 * rows, columns), lines, surfaces, images, and the number of findings. The answers that the document can have are among
 * its tables, with `computed`: they are computed for this. PDK_E_CANCELLED when progress asks to stop meanwhile.
 *
 * With `details` no answer is computed: `answers` has the names and meanings of those that can be. There are title,
 * certainty and basis of the format too; `property_facts` has unit, meaning, certainty, label and text (as people read
 * it) of each property; tables, columns, surfaces and images have meaning and certainty, tables the name of the column
 * they are sorted by. */
PDK_API pdk_status pdk_describe(const pdk_document *document, const pdk_describe_options *options, pdk_output *output,
                                pdk_error *error);
/* The object of one table, with details. */
PDK_API pdk_status pdk_describe_table(const pdk_table *table, pdk_output *output, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
