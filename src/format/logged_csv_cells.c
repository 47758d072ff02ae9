/* Lines and cells. A quote that does not end in its line ends there: nothing can swallow the rest of a file. */
#include <math.h>
#include <string.h>

#include "base/nocase.h"
#include "base/read_number.h"
#include "format/logged_csv.h"

enum { LONGEST_NUMBER = 64 };

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\0';
}

static pdk_csv_span trim(pdk_csv_span span)
{
    while (span.at < span.end && is_blank(*span.at)) span.at++;
    while (span.end > span.at && is_blank(span.end[-1])) span.end--;
    return span;
}

const char *pdk_csv_begin(pdk_bytes bytes)
{
    const char *at = (const char *)bytes.data;
    return bytes.size >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0 ? at + 3 : at;
}

bool pdk_csv_next_line(const char **at, const char *end, pdk_csv_span *line)
{
    if (*at >= end) return false;
    const char *close = memchr(*at, '\n', (size_t)(end - *at));
    *line = trim((pdk_csv_span){ *at, close != NULL ? close : end });
    *at = close != NULL ? close + 1 : end;
    return true;
}

bool pdk_csv_next_cell(pdk_csv_span *line, char separator, pdk_csv_span *cell)
{
    if (line->at == NULL) return false;
    const char *at = line->at;
    while (at < line->end && is_blank(*at)) at++;
    if (at < line->end && *at == '"') {
        const char *close = ++at;
        /* two quotes are one that belongs to the text */
        while (close < line->end && (*close != '"' || (close + 1 < line->end && close[1] == '"')))
            close += *close == '"' ? 2 : 1;
        *cell = trim((pdk_csv_span){ at, close });
        at = close;
    } else {
        const char *close = memchr(at, separator, (size_t)(line->end - at));
        *cell = trim((pdk_csv_span){ at, close != NULL ? close : line->end });
    }
    const char *next = memchr(at, separator, (size_t)(line->end - at));
    line->at = next != NULL ? next + 1 : NULL;
    return true;
}

bool pdk_csv_is_blank(pdk_csv_span line, char separator)
{
    for (; line.at < line.end; line.at++)
        if (!is_blank(*line.at) && *line.at != separator && *line.at != '"') return false;
    return true;
}

bool pdk_csv_is(pdk_csv_span span, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(span.end - span.at) == size && pdk_compare_nocase_n(span.at, text, size) == 0;
}

bool pdk_csv_begins(pdk_csv_span span, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(span.end - span.at) >= size && memcmp(span.at, text, size) == 0;
}

bool pdk_csv_same(pdk_csv_span one, pdk_csv_span other)
{
    size_t size = (size_t)(one.end - one.at);
    return size == (size_t)(other.end - other.at) && memcmp(one.at, other.at, size) == 0;
}

bool pdk_csv_number(pdk_csv_span span, char separator, double *value)
{
    char copy[LONGEST_NUMBER];
    span = trim(span);
    size_t size = (size_t)(span.end - span.at);
    if (size == 0 || size >= sizeof copy) return false;
    memcpy(copy, span.at, size);
    for (size_t i = 0; i < size && separator == ';'; i++)
        if (copy[i] == ',') copy[i] = '.';
    const char *at = copy;
    return pdk_read_double(&at, copy + size, value) && at == copy + size && isfinite(*value);
}

char pdk_csv_separator(pdk_csv_span line, const char *first, const char *second)
{
    static const char separators[] = { ',', ';' };
    for (size_t i = 0; i < sizeof separators; i++) {
        pdk_csv_span rest = line, name, value;
        if (pdk_csv_next_cell(&rest, separators[i], &name) && pdk_csv_next_cell(&rest, separators[i], &value) &&
            pdk_csv_is(name, first) && pdk_csv_is(value, second))
            return separators[i];
    }
    return '\0';
}

uint64_t pdk_logged_csv_offset(const pdk_logged_csv *csv, const char *at)
{
    return (uint64_t)(at - (const char *)csv->bytes.data);
}
