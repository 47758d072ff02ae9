/* Refusing what a twin says: the place in its JSON, what is wanted there and what is found. */
#ifndef PADDOCK_LAYOUT_BUILD_REFUSE_H
#define PADDOCK_LAYOUT_BUILD_REFUSE_H

#include "json/json_read.h"
#include "layout/layout.h"

/* Where in the JSON we are: a chain from the value out to the root, written out only when something is wrong. */
typedef struct pdk_json_place {
    const struct pdk_json_place *outer;
    const char *name; /* of the root: its whole path */
    int64_t index;    /* -1 = not an element */
} pdk_json_place;

/* All return PDK_E_CORRUPT. */
pdk_status pdk_refuse(pdk_error *error, const pdk_json_place *at, const char *code, const char *format, ...)
    PDK_PRINTF(4, 5);
/* "build.type": must be `wanted`, found ... */
pdk_status pdk_refuse_type(pdk_error *error, const pdk_json_place *at, const char *wanted, pdk_json_found value);
/* "build.range" */
pdk_status pdk_refuse_range(pdk_error *error, const pdk_json_place *at, const pdk_field *field, pdk_json_found value);
/* "build.missing"; when the object has a name much like it that is no field, it is asked whether that is meant. */
pdk_status pdk_refuse_missing(pdk_error *error, const pdk_json_place *at, const pdk_record *record,
                              pdk_json_found object);
/* "build.unknown" for the first name of the object that is no field; PDK_OK when there is none. */
pdk_status pdk_refuse_unknown(pdk_error *error, const pdk_json_place *at, const pdk_record *record,
                              pdk_json_found object);
/* "build.conflict": says otherwise than a field that shares its bits. */
pdk_status pdk_refuse_conflict(pdk_error *error, const pdk_json_place *at, const pdk_record *record,
                               const pdk_field *field);

#endif
