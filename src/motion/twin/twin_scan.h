/* JSON text as a stream: the brackets of the outermost levels one by one, the values inside them whole. */
#ifndef PADDOCK_TWIN_TWIN_SCAN_H
#define PADDOCK_TWIN_TWIN_SCAN_H

#include "layout/build.h"

typedef struct pdk_scan {
    pdk_pull pull;
    void *user;
    pdk_memory *memory;
    char *buffer;
    size_t capacity, at, fill; /* buffer[at .. fill) is not used up yet */
    bool ended;
    uint64_t passed; /* bytes of text before buffer[0] */
    uint64_t line;   /* of buffer[at], from 1 */
} pdk_scan;

/* A value as it is in the text; valid until the next call. */
typedef struct pdk_scan_value {
    const char *text;
    size_t size;
    pdk_json_part part;
} pdk_scan_value;

/* All of these fail with PDK_E_CORRUPT, "build.json", where the text is not as it must be, or as `pull` does. */

/* The next byte that is not blank, -1 at the end; it stays where it is. A byte order mark at the beginning is passed
 * over. */
pdk_status pdk_scan_peek(pdk_scan *scan, int *byte, pdk_error *error);
/* Takes this byte. */
pdk_status pdk_scan_take(pdk_scan *scan, char wanted, pdk_error *error);
/* Takes a value of any kind, whole. */
pdk_status pdk_scan_take_value(pdk_scan *scan, pdk_scan_value *value, pdk_error *error);
/* Takes `"key":` and copies the key; one that is longer than `capacity` or has escapes comes back cut, as no key is so.
 */
pdk_status pdk_scan_take_key(pdk_scan *scan, char *key, size_t capacity, pdk_error *error);
/* Between members and elements: takes a comma, or the closing bracket, which ends them. `*first` is true before the
 * first and becomes false. */
pdk_status pdk_scan_next(pdk_scan *scan, char bracket, bool *first, bool *more, pdk_error *error);
pdk_status pdk_scan_fail(const pdk_scan *scan, const char *what, pdk_error *error);

#endif
