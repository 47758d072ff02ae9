#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static pdk_status fill(pdk_error *error, pdk_status status, uint64_t offset, const char *code, const char *where,
                       const char *format, va_list arguments)
{
    if (error == NULL) return status;
    memset(error, 0, sizeof *error);
    error->status = status;
    error->offset = offset;
    snprintf(error->code, sizeof error->code, "%s", code != NULL ? code : "");
    snprintf(error->where, sizeof error->where, "%s", where != NULL ? where : "");
    pdk_print_message(error->message, sizeof error->message, format, arguments);
    return status;
}

pdk_status pdk_fail(pdk_error *error, pdk_status status, uint64_t offset, const char *code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, offset, code, "", format, arguments);
    va_end(arguments);
    return status;
}

pdk_status pdk_fail_where(pdk_error *error, pdk_status status, uint64_t offset, const char *code, const char *where,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, offset, code, where, format, arguments);
    va_end(arguments);
    return status;
}

const char *pdk_hex(char buffer[48], const void *bytes, size_t count)
{
    static const char digits[] = "0123456789ABCDEF";
    const uint8_t *from = bytes;
    size_t at = 0;
    if (count > 16) count = 16;
    for (size_t i = 0; i < count; i++) {
        if (i > 0) buffer[at++] = ' ';
        buffer[at++] = digits[from[i] >> 4];
        buffer[at++] = digits[from[i] & 15];
    }
    buffer[at] = '\0';
    return buffer;
}

const char *pdk_status_name(pdk_status status)
{
    switch (status) {
    case PDK_OK: return "ok";
    case PDK_E_ARGUMENT: return "bad argument";
    case PDK_E_MEMORY: return "out of memory";
    case PDK_E_IO: return "input or output failed";
    case PDK_E_LIMIT: return "limit reached";
    case PDK_E_CANCELLED: return "cancelled";
    case PDK_E_UNKNOWN_FORMAT: return "unknown format";
    case PDK_E_UNSUPPORTED: return "unsupported";
    case PDK_E_TRUNCATED: return "truncated";
    case PDK_E_CORRUPT: return "corrupt";
    }
    return "unknown status";
}

const char *pdk_severity_name(pdk_severity severity)
{
    switch (severity) {
    case PDK_NOTE: return "note";
    case PDK_WARNING: return "warning";
    case PDK_ERROR: return "error";
    }
    return "error";
}

pdk_status pdk_fail_cancelled(pdk_error *error)
{
    return pdk_fail(error, PDK_E_CANCELLED, PDK_NO_OFFSET, "cancelled", "cancelled");
}
