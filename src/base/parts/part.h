/* Parts: what another library does the work of. A part is a table of functions, either linked in or in a separate
 * shared library, which is loaded when a call first needs it and unloaded after the last (docs/decisions, "Parts"). */
#ifndef PADDOCK_PARTS_PART_H
#define PADDOCK_PARTS_PART_H

#include "base/error.h"
#include "platform/library.h"

typedef enum pdk_part_kind {
    PDK_PART_PNG,
    PDK_PART_MESH,
    PDK_PART_CAIRO,
    PDK_PART_DUCKDB,
    PDK_PART_KINDS
} pdk_part_kind;

#define PDK_PART_VERSION ((uint32_t)(PDK_VERSION_MAJOR * 1000000 + PDK_VERSION_MINOR * 1000 + PDK_VERSION_PATCH))

/* Before the table of a part: it is what the library finds in a part that is a shared library. */
#ifdef PADDOCK_PART_MODULE
#define PDK_PART_TABLE __attribute__((visibility("default"))) extern
#else
#define PDK_PART_TABLE extern
#endif

/* What each table of functions begins with. A part belongs to one version of the library. */
typedef struct pdk_part_head {
    uint32_t version; /* PDK_PART_VERSION when it was built */
    uint32_t size;    /* of the whole table */
} pdk_part_head;

/* A part in use: kept by the object that uses it. */
typedef struct pdk_part {
    const void *table;    /* begins with a pdk_part_head; NULL = not open */
    pdk_library *library; /* NULL = linked in */
} pdk_part;

/* Fails with PDK_E_UNSUPPORTED and `code` when the part is not there or is of another version; the message begins with
 * `what` ("PNG", "packing meshes"). */
pdk_status pdk_part_open(pdk_part *part, pdk_part_kind kind, const char *code, const char *what, pdk_error *error);
/* NULL and one that is not open are fine. */
void pdk_part_close(pdk_part *part);

/* --- part_linked.c or part_loaded.c: where a table comes from --- */

typedef struct pdk_part_name {
    const char *id;      /* "png" */
    const char *library; /* "libpng" */
    const char *gives;
    const char *file;   /* "paddock-png": of the shared library, without its ending */
    const char *object; /* "pdk_png_part": what that exports */
} pdk_part_name;

/* Fills `part`, or says in `reason` what is missing, as the end of "PNG needs ...". */
bool pdk_part_find(pdk_part *part, pdk_part_kind kind, const pdk_part_name *name, char *reason, size_t size);

#endif
