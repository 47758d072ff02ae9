/* The twin: a file as JSON text and back. docs/twin.md describes the text. */
#ifndef PADDOCK_TWIN_TWIN_H
#define PADDOCK_TWIN_TWIN_H

#include "format/format.h"

enum {
    PDK_TWIN_VERSION = 1,
    PDK_TWIN_LINE = 64,        /* bytes that are written as one string of hex */
    PDK_TWIN_ZEROS = 64,       /* zeros in a row that are counted, not written */
    PDK_TWIN_BY_NAME = 4,      /* records of a kind that are written with their names; more of them become rows */
    PDK_TWIN_LARGEST = 1 << 26 /* bytes of text one value may have; bytes of a record made up by a twin */
};

/* Zeros that are only counted are a file out of nothing, so a text has to have a size for them: this many may be asked
 * for in all, by a place with so much text before it. Dump stays at a quarter, which leaves room for taking out text.
 */
static inline uint64_t pdk_twin_most_zeros(uint64_t text)
{
    return (UINT64_C(16) << 20) + 1024 * text;
}

/* --- twin_units.c --- */

/* What a stored number is in the unit of its field: "1/65536 m". "" when it is the number itself, without a unit. */
const char *pdk_twin_unit(char buffer[128], const pdk_field *field);

/* --- twin_records.c: the records a file is made of --- */

typedef struct pdk_twin_record {
    const pdk_record *record;
    const pdk_record *base; /* the format's own; another than `record` when that was made up of several */
    uint64_t count;         /* in the file; 0 = only inside others */
} pdk_twin_record;

/* The format's record of that name, or NULL. */
const pdk_record *pdk_twin_find(const pdk_format_info *info, const char *name, size_t length);
/* Every record a walk over the document meets, then those inside them; in `memory`. */
pdk_status pdk_twin_collect(const pdk_document *document, pdk_memory *memory, pdk_vector *records, pdk_error *error);
/* The collected one of the same name and size, or NULL. */
const pdk_twin_record *pdk_twin_known(const pdk_vector *records, const pdk_record *record);

/* --- twin_head.c --- */

/* Everything before the parts. `original` are the packed bytes. */
void pdk_twin_write_head(const pdk_document *document, const pdk_vector *records, pdk_output *output);
/* Bytes as strings of hex: one, or an array of them. `indent` is that of the lines. */
void pdk_twin_write_hex(pdk_output *output, const uint8_t *bytes, uint64_t size, const char *indent);
void pdk_twin_put(pdk_output *output, const char *text);

#endif
