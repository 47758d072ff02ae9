/* Failures with everything a caller needs: status, stable code, offset, place, sentence. */
#ifndef PADDOCK_BASE_ERROR_H
#define PADDOCK_BASE_ERROR_H

#include "paddock/paddock.h"

#define PDK_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Fills *error (when not NULL) and returns `status`, so that failing is one line: return pdk_fail(error, ...). */
pdk_status pdk_fail(pdk_error *error, pdk_status status, uint64_t offset, const char *code, const char *format, ...)
    PDK_PRINTF(5, 6);

/* The same with the place by layout names ("vcr.slice[3].event[7]"), which may be longer than fits: it is cut. */
pdk_status pdk_fail_where(pdk_error *error, pdk_status status, uint64_t offset, const char *code, const char *where,
                          const char *format, ...) PDK_PRINTF(6, 7);

/* The progress callback asked to stop. */
pdk_status pdk_fail_cancelled(pdk_error *error);

/* Up to 16 bytes as "54 52 49 53", for messages; `buffer` of 48 is always enough. */
const char *pdk_hex(char buffer[48], const void *bytes, size_t count);

#endif
