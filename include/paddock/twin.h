/* A file as JSON text and back, byte for byte: the twin, with every field under its name (docs/twin.md); and files made
 * from arrays.
 *
 *     if (pdk_dump(document, NULL, text, &error) != PDK_OK) { ... }
 *     pdk_bytes json = pdk_output_bytes(text);
 *     if (pdk_build_text(json.data, json.size, NULL, file, &error) != PDK_OK) { ... }
 */
#ifndef PADDOCK_TWIN_H
#define PADDOCK_TWIN_H

#include "document.h"
#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_dump_options {
    size_t struct_size;    /* PDK_DUMP_OPTIONS_INIT sets it */
    pdk_progress progress; /* in bytes of the file */
    void *progress_user;
} pdk_dump_options;

#define PDK_DUMP_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_dump_options)

/* Writes the twin of a document. Memory does not grow with the file. */
PDK_API pdk_status pdk_dump(const pdk_document *document, const pdk_dump_options *options, pdk_output *output,
                            pdk_error *error);

/* Gives the next piece of text: fills `buffer` with up to `size` bytes and stores how many in *got; 0 is the end. What
 * it may call: see "callbacks" in core.h. */
typedef pdk_status (*pdk_pull)(void *user, void *buffer, size_t size, size_t *got);

typedef struct pdk_build_options {
    size_t struct_size; /* PDK_BUILD_OPTIONS_INIT sets it */
    pdk_limits limits;  /* memory: for the part that is being built */
    pdk_allocator allocator;
    /* Called for what was done without being requested: a changed packed file is packed again (code
     * "build.packed"). May be NULL. */
    pdk_finding_handler note;
    void *note_user;
    pdk_progress progress; /* in bytes of text */
    void *progress_user;
} pdk_build_options;

#define PDK_BUILD_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_build_options)

/* Writes the file a twin describes. The text is read as a stream and refused at the first error: PDK_E_CORRUPT, a code
 * "build.*", the location as a JSON path in `where` ("$.parts[17].raf.block[3].gear"), the byte of the text in `offset`
 * and its line in the message. */
PDK_API pdk_status pdk_build(pdk_pull pull, void *user, const pdk_build_options *options, pdk_output *output,
                             pdk_error *error);
/* The same for text in memory. */
PDK_API pdk_status pdk_build_text(const void *text, size_t size, const pdk_build_options *options, pdk_output *output,
                                  pdk_error *error);

/* The values of one field. A file is made of records, one after the other, as `paddock fields` and the format pages
 * list them. */
typedef struct pdk_field_array {
    const char *field;        /* "x", "splits[1]", "points[5].x" */
    const double *values;     /* one for each record, in the field's unit ... */
    const char *const *texts; /*   ... or as text that pdk_edit_set takes; one of the two is NULL */
} pdk_field_array;

/* Writes `count` records ("rld.point") with the values of the arrays; fields without an array are zero or empty. Fails
 * like pdk_edit_set, with the place in `where`: "rld.point[12].x". What was written before stays written. */
PDK_API pdk_status pdk_write_records(const char *record, uint64_t count, const pdk_field_array *arrays,
                                     size_t array_count, pdk_output *output, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
