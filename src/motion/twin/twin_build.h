/* Building a file from its twin: what the parts of the builder share. */
#ifndef PADDOCK_TWIN_TWIN_BUILD_H
#define PADDOCK_TWIN_TWIN_BUILD_H

#include "twin/twin.h"
#include "twin/twin_scan.h"

/* A record the parts may hold, as the twin's layouts have it. */
typedef struct pdk_twin_kind {
    const pdk_record *base;   /* the format's */
    const pdk_record *record; /* base, or one made up of it */
    bool has_columns;         /* the twin has named its columns: rows are allowed */
} pdk_twin_kind;

typedef struct pdk_twin_build {
    pdk_memory *memory;
    pdk_scan scan;
    const pdk_build_options *options;
    const pdk_format_info *info; /* NULL until the format has been named */
    pdk_twin_kind *kinds;
    size_t kind_count, last_kind;
    bool is_packed;
    pdk_byte_buffer original; /* the packed bytes */
    pdk_output *output;       /* what the parts are written to: the file, or of a packed one ... */
    pdk_output *held;         /*   ... memory */
    pdk_byte_buffer buffer;   /* for one record */
    uint64_t zeros;           /* asked for so far */
    uint64_t next_progress;
} pdk_twin_build;

/* --- twin_build_kinds.c --- */
/* A refusal with the place: PDK_E_CORRUPT, "line 17: $.parts[3]: what". */
pdk_status pdk_twin_refuse(pdk_error *error, const pdk_json_part *part, const char *code, const char *path,
                           const char *format, ...) PDK_PRINTF(5, 6);
/* The kind of that name, or NULL. */
pdk_twin_kind *pdk_twin_kind_of(pdk_twin_build *build, const char *name);

/* --- twin_build_head.c: members of the head; the scan is at their value --- */
pdk_status pdk_twin_read_version(pdk_twin_build *build, pdk_error *error);
pdk_status pdk_twin_read_format(pdk_twin_build *build, pdk_error *error);
pdk_status pdk_twin_read_packed(pdk_twin_build *build, pdk_error *error);
pdk_status pdk_twin_read_layouts(pdk_twin_build *build, pdk_error *error);
pdk_status pdk_twin_read_columns(pdk_twin_build *build, pdk_error *error);

/* --- twin_build_parts.c --- */
pdk_status pdk_twin_read_parts(pdk_twin_build *build, pdk_error *error);
/* A string of hex, or an array of them; the bytes go to `buffer`, or where that is NULL to build->output. */
pdk_status pdk_twin_read_hex(pdk_twin_build *build, const char *path, pdk_byte_buffer *buffer, pdk_error *error);

#endif
