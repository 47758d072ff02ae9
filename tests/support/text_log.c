#include "text_log.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char text_log[1 << 20];
size_t text_log_size;

void text_log_begin(void)
{
    text_log_size = 0;
}

void text_log_put(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_log_size += (size_t)vsnprintf(text_log + text_log_size, sizeof text_log - text_log_size, format, arguments);
    va_end(arguments);
    assert_true(text_log_size < sizeof text_log);
}

pdk_document *text_log_open(const char *id)
{
    pdk_document *document;
    pdk_error error;
    assert_ok(pdk_open_memory(text_log, text_log_size, NULL, &document, &error), error);
    assert_string_equal(pdk_document_format(document)->id, id);
    return document;
}

size_t text_log_find(const char *what)
{
    const char *at = strstr(text_log, what);
    assert_non_null(at);
    return (size_t)(at - text_log);
}

typedef struct wanted {
    const char *code; /* NULL = any */
    size_t count;
    uint64_t offset;
} wanted;

static bool count_finding(void *user, const pdk_finding *finding)
{
    wanted *one = user;
    if (one->code != NULL && strcmp(finding->code, one->code) != 0) return true;
    one->count++;
    one->offset = finding->offset;
    return true;
}

void assert_finding_at(const pdk_document *document, const char *code, size_t offset)
{
    wanted one = { code, 0, 0 };
    pdk_error error;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, count_finding, &one, NULL, &error), error);
    if (one.count != 1) fail_msg("%zu findings %s", one.count, code);
    if (offset != SIZE_MAX) assert_int_equal(one.offset, offset);
}

void assert_no_findings(const pdk_document *document)
{
    wanted any = { NULL, 0, 0 };
    pdk_error error;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, count_finding, &any, NULL, &error), error);
    assert_int_equal(any.count, 0);
}

size_t laps_of(const pdk_document *document)
{
    size_t count;
    pdk_error error;
    assert_ok(pdk_lap_count(document, &count, &error), error);
    return count;
}

void assert_lap_at(const pdk_document *document, size_t index, double start, double time)
{
    const pdk_lap *lap = pdk_lap_at(document, index);
    assert_non_null(lap);
    assert_near(lap->start_time, start, 1e-6);
    if (isnan(time)) assert_false(lap->has_lap_time);
    else assert_near(lap->lap_time, time, 1e-6);
}
