#include "twin/twin_scan.h"

#include <stdio.h>
#include <string.h>

#include "base/callback.h"
#include "twin/twin.h"

enum { PIECE = 1 << 16 };

pdk_status pdk_scan_fail(const pdk_scan *scan, const char *what, pdk_error *error)
{
    return pdk_fail(error, PDK_E_CORRUPT, scan->passed + scan->at, "build.json", "line %llu: %s",
                    (unsigned long long)scan->line, what);
}

/* Drops what is used up and reads on after the rest. */
static pdk_status read_more(pdk_scan *scan, pdk_error *error)
{
    if (scan->at > 0) memmove(scan->buffer, scan->buffer + scan->at, scan->fill - scan->at);
    scan->passed += scan->at;
    scan->fill -= scan->at;
    scan->at = 0;
    if (scan->fill >= PDK_TWIN_LARGEST) {
        return pdk_fail(error, PDK_E_LIMIT, scan->passed, "build.large", "line %llu: a value has more than %d bytes",
                        (unsigned long long)scan->line, PDK_TWIN_LARGEST);
    }
    if (scan->capacity - scan->fill < PIECE) {
        size_t capacity = scan->capacity * 2 + PIECE;
        char *larger = pdk_realloc(scan->memory, scan->buffer, capacity);
        if (larger == NULL) return pdk_fail_memory(error, scan->memory, "a piece of text");
        scan->buffer = larger;
        scan->capacity = capacity;
    }
    size_t got = 0;
    pdk_callback_enter();
    pdk_status status = scan->pull(scan->user, scan->buffer + scan->fill, scan->capacity - scan->fill, &got);
    pdk_callback_leave();
    if (status != PDK_OK) return pdk_fail(error, status, scan->passed, "io.read", "the text cannot be read");
    if (got > scan->capacity - scan->fill) got = 0;
    scan->ended = got == 0;
    scan->fill += got;
    return PDK_OK;
}

static void use_up(pdk_scan *scan, size_t count)
{
    for (const char *at = scan->buffer + scan->at, *end = at + count;
         (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++) {
        scan->line++;
    }
    scan->at += count;
}

static void pass_mark(pdk_scan *scan)
{
    bool begins = scan->passed == 0 && scan->at == 0 && scan->fill >= 3;
    if (begins && memcmp(scan->buffer, "\xEF\xBB\xBF", 3) == 0) scan->at = 3;
}

pdk_status pdk_scan_peek(pdk_scan *scan, int *byte, pdk_error *error)
{
    for (;;) {
        pass_mark(scan);
        while (scan->at < scan->fill && strchr(" \t\r\n", scan->buffer[scan->at]) != NULL) {
            if (scan->buffer[scan->at] == '\0') break; /* which strchr finds too */
            use_up(scan, 1);
        }
        if (scan->at < scan->fill) {
            *byte = (unsigned char)scan->buffer[scan->at];
            return PDK_OK;
        }
        *byte = -1;
        if (scan->ended) return PDK_OK;
        pdk_status status = read_more(scan, error);
        if (status != PDK_OK) return status;
    }
}

pdk_status pdk_scan_take(pdk_scan *scan, char wanted, pdk_error *error)
{
    int byte;
    pdk_status status = pdk_scan_peek(scan, &byte, error);
    if (status != PDK_OK) return status;
    if (byte != (unsigned char)wanted) {
        char what[64];
        if (byte < 0) snprintf(what, sizeof what, "the text ends where '%c' is expected", wanted);
        else if (byte < 0x20 || byte > 0x7E)
            snprintf(what, sizeof what, "expected '%c', found byte 0x%02X", wanted, (unsigned)byte);
        else snprintf(what, sizeof what, "expected '%c', found '%c'", wanted, byte);
        return pdk_scan_fail(scan, what, error);
    }
    use_up(scan, 1);
    return PDK_OK;
}

/* How far into a value a search for its end has come. */
typedef struct extent {
    size_t size;
    unsigned depth;
    bool in_text, escaped;
} extent;

/* One more byte; true when the value ends with it, or for numbers and words before it. */
static bool ends_with(extent *value, char byte, bool *before)
{
    *before = false;
    if (value->in_text) {
        if (value->escaped) value->escaped = false;
        else if (byte == '\\') value->escaped = true;
        else if (byte == '"') value->in_text = false;
        return !value->in_text && value->depth == 0;
    }
    if (byte == '"' && (value->depth > 0 || value->size == 0)) value->in_text = true;
    else if (byte == '{' || byte == '[') value->depth++;
    else if ((byte == '}' || byte == ']') && value->depth > 0) return --value->depth == 0;
    else if (value->depth == 0)
        *before = byte == '}' || byte == ']' || byte == ',' || byte == ':' || byte == '"' || (unsigned char)byte <= ' ';
    return *before;
}

pdk_status pdk_scan_take_value(pdk_scan *scan, pdk_scan_value *result, pdk_error *error)
{
    int byte;
    pdk_status status = pdk_scan_peek(scan, &byte, error);
    if (status != PDK_OK) return status;
    extent value = { 0 };
    for (;; value.size++) {
        if (scan->at + value.size == scan->fill && !scan->ended) status = read_more(scan, error);
        if (status != PDK_OK) return status;
        if (scan->at + value.size == scan->fill) { /* while more may come, read_more has brought some */
            if (scan->ended && (value.depth > 0 || value.in_text || value.size == 0)) {
                use_up(scan, value.size);
                return pdk_scan_fail(scan, "the text ends inside a value", error);
            }
            break;
        }
        bool before;
        if (!ends_with(&value, scan->buffer[scan->at + value.size], &before)) continue;
        if (!before) value.size++;
        break;
    }
    if (value.size == 0) return pdk_scan_fail(scan, "expected a value", error);
    *result = (pdk_scan_value){ scan->buffer + scan->at, value.size, { scan->passed + scan->at, scan->line } };
    use_up(scan, value.size);
    return PDK_OK;
}

pdk_status pdk_scan_take_key(pdk_scan *scan, char *key, size_t capacity, pdk_error *error)
{
    int byte;
    pdk_scan_value value;
    pdk_status status = pdk_scan_peek(scan, &byte, error);
    if (status == PDK_OK && byte != '"') status = pdk_scan_take(scan, '"', error);
    if (status == PDK_OK) status = pdk_scan_take_value(scan, &value, error);
    if (status != PDK_OK) return status;
    size_t length = value.size - 2 < capacity - 1 ? value.size - 2 : capacity - 1;
    for (size_t i = 0; i < length; i++) key[i] = value.text[1 + i] != '\0' ? value.text[1 + i] : '?';
    key[length] = '\0';
    return pdk_scan_take(scan, ':', error);
}

pdk_status pdk_scan_next(pdk_scan *scan, char bracket, bool *first, bool *more, pdk_error *error)
{
    int byte;
    pdk_status status = pdk_scan_peek(scan, &byte, error);
    if (status != PDK_OK) return status;
    *more = byte != bracket;
    bool was_first = *first;
    *first = false;
    if (!*more) return pdk_scan_take(scan, bracket, error);
    if (was_first) return PDK_OK;
    if (byte == ',') return pdk_scan_take(scan, ',', error);
    char what[64];
    if (byte < 0) snprintf(what, sizeof what, "the text ends where ',' or '%c' is expected", bracket);
    else snprintf(what, sizeof what, "expected ',' or '%c'", bracket);
    return pdk_scan_fail(scan, what, error);
}
