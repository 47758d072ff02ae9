/* The parts of a twin: records, runs of rows, and plain bytes, written as they come. */
#include <stdio.h>
#include <string.h>

#include "base/callback.h"
#include "twin/twin_build.h"

enum { PATH = 128 };

/* ------------------------------------------------------------------------------------------------- records */

/* Errors of a record say its place; this adds the line. */
static pdk_status add_line(pdk_status status, const pdk_scan_value *value, pdk_error *error)
{
    if (status != PDK_E_CORRUPT || error == NULL || strcmp(error->code, "build.json") == 0) return status;
    char message[sizeof error->message];
    memcpy(message, error->message, sizeof message);
    snprintf(error->message, sizeof error->message, "line %llu: %.*s", (unsigned long long)value->part.line,
             (int)sizeof message - 32, message);
    error->offset = value->part.offset;
    return status;
}

/* Errors of JSON say the line; this adds the place of the record they are in. */
static pdk_status add_place(pdk_status status, const char *path, pdk_error *error)
{
    const char *what = error != NULL && status == PDK_E_CORRUPT ? strstr(error->message, ": ") : NULL;
    if (what == NULL) return status;
    char message[sizeof error->message];
    memcpy(message, error->message, sizeof message);
    int line = (int)(what - error->message);
    snprintf(error->message, sizeof error->message, "%.*s: in %.120s: %.*s", line, message, path,
             (int)sizeof message - 180, message + line + 2);
    snprintf(error->where, sizeof error->where, "%s", path);
    return status;
}

static pdk_status write_record(pdk_twin_build *build, const pdk_record *record, pdk_json_found value, const char *path,
                               pdk_error *error)
{
    pdk_byte_buffer *buffer = &build->buffer;
    buffer->size = 0;
    if (pdk_bytes_more(buffer, record->size) == NULL) return pdk_fail_memory(error, build->memory, "a record");
    pdk_status status = record->size != 0 ? pdk_record_build(record, value, path, buffer->data, error)
                                          : pdk_record_build_placed(record, value, path, buffer, error);
    return status == PDK_OK ? pdk_output_write(build->output, buffer->data, buffer->size, error) : status;
}

/* A row as it usually is. */
static bool write_row(pdk_twin_build *build, const pdk_record *record, const pdk_scan_value *value, pdk_status *status,
                      pdk_error *error)
{
    pdk_byte_buffer *buffer = &build->buffer;
    buffer->size = 0;
    if (value->text[0] != '[' || record->size == 0) return false;
    if (pdk_bytes_more(buffer, record->size) == NULL) {
        *status = pdk_fail_memory(error, build->memory, "a record");
        return true;
    }
    if (!pdk_record_build_row(record, value->text, value->size, buffer->data)) return false;
    *status = pdk_output_write(build->output, buffer->data, buffer->size, error);
    return true;
}

static pdk_status read_record(pdk_twin_build *build, const pdk_twin_kind *kind, const char *path, pdk_error *error)
{
    pdk_scan_value value;
    pdk_json_tree tree;
    pdk_status status = pdk_scan_take_value(&build->scan, &value, error);
    if (status != PDK_OK) return status;
    if (value.text[0] == '[' && !kind->has_columns) {
        return pdk_twin_refuse(error, &value.part, "build.columns", path,
                               "is a row, but $.columns does not name its columns");
    }
    if (write_row(build, kind->record, &value, &status, error)) return status;
    status =
        add_place(pdk_json_read_part(value.text, value.size, value.part, build->memory, &tree, error), path, error);
    if (status == PDK_OK)
        status = add_line(write_record(build, kind->record, pdk_json_root(&tree), path, error), &value, error);
    pdk_json_free(&tree);
    return status;
}

/* --------------------------------------------------------------------------------------------------- bytes */

static int hex_digit(char letter)
{
    if (letter >= '0' && letter <= '9') return letter - '0';
    if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
    return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

static pdk_status read_hex_line(pdk_twin_build *build, const char *path, pdk_byte_buffer *buffer, pdk_error *error)
{
    pdk_scan_value value;
    pdk_status status = pdk_scan_take_value(&build->scan, &value, error);
    if (status != PDK_OK) return status;
    if (value.text[0] != '"') return pdk_twin_refuse(error, &value.part, "build.type", path, "must be a string of hex");
    size_t size = (value.size - 2) / 2;
    if (value.size % 2 != 0)
        return pdk_twin_refuse(error, &value.part, "build.length", path, "must be two hex digits for each byte");
    pdk_byte_buffer *to = buffer != NULL ? buffer : &build->buffer;
    if (buffer == NULL) to->size = 0;
    uint8_t *bytes = pdk_bytes_more(to, size);
    if (bytes == NULL) return pdk_fail_memory(error, build->memory, "bytes");
    for (size_t i = 0; i < size; i++) {
        int high = hex_digit(value.text[1 + 2 * i]), low = hex_digit(value.text[2 + 2 * i]);
        if (high < 0 || low < 0)
            return pdk_twin_refuse(error, &value.part, "build.type", path, "is not hex at digit %zu", 2 * i);
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return buffer != NULL ? PDK_OK : pdk_output_write(build->output, bytes, size, error);
}

/* ------------------------------------------------------------------------------------------- one, or an array */

/* A record of a kind, or where that is NULL bytes. */
static pdk_status read_one(pdk_twin_build *build, const pdk_twin_kind *kind, const char *path, pdk_byte_buffer *buffer,
                           pdk_error *error)
{
    return kind != NULL ? read_record(build, kind, path, error) : read_hex_line(build, path, buffer, error);
}

static pdk_status read_one_or_all(pdk_twin_build *build, const pdk_twin_kind *kind, const char *path,
                                  pdk_byte_buffer *buffer, pdk_error *error)
{
    pdk_scan *scan = &build->scan;
    int byte;
    pdk_status status = pdk_scan_peek(scan, &byte, error);
    if (status != PDK_OK) return status;
    if (byte != '[') return read_one(build, kind, path, buffer, error);
    bool first = true, more;
    status = pdk_scan_take(scan, '[', error);
    for (uint64_t i = 0; status == PDK_OK; i++) {
        status = pdk_scan_next(scan, ']', &first, &more, error);
        if (status != PDK_OK || !more) return status;
        char inner[PATH + 32];
        snprintf(inner, sizeof inner, "%s[%llu]", path, (unsigned long long)i);
        status = read_one(build, kind, inner, buffer, error);
    }
    return status;
}

pdk_status pdk_twin_read_hex(pdk_twin_build *build, const char *path, pdk_byte_buffer *buffer, pdk_error *error)
{
    return read_one_or_all(build, NULL, path, buffer, error);
}

static pdk_status read_zeros(pdk_twin_build *build, const char *path, pdk_error *error)
{
    static const uint8_t zeros[4096] = { 0 };
    pdk_scan_value value;
    pdk_status status = pdk_scan_take_value(&build->scan, &value, error);
    if (status != PDK_OK) return status;
    uint64_t count = 0;
    for (size_t i = 0; i < value.size; i++) {
        if (value.text[i] < '0' || value.text[i] > '9' || value.size > 15) {
            return pdk_twin_refuse(error, &value.part, "build.type", path, "must be a number of bytes");
        }
        count = count * 10 + (uint64_t)(value.text[i] - '0');
    }
    uint64_t maximum = pdk_twin_most_zeros(value.part.offset);
    if (count > maximum - build->zeros) {
        return pdk_twin_refuse(
            error, &value.part, "build.zeros", path,
            "makes more zeros than the %llu that a text of this size may ask for: write them as \"bytes\"",
            (unsigned long long)maximum);
    }
    build->zeros += count;
    for (uint64_t left = count; left > 0 && status == PDK_OK;) {
        size_t piece = left < sizeof zeros ? (size_t)left : sizeof zeros;
        status = pdk_output_write(build->output, zeros, piece, error);
        left -= piece;
    }
    return status;
}

/* --------------------------------------------------------------------------------------------------- parts */

/* {"raf.block": ...}: one member. */
static pdk_status read_part(pdk_twin_build *build, uint64_t number, pdk_error *error)
{
    pdk_scan *scan = &build->scan;
    char key[64], path[PATH];
    pdk_status status = pdk_scan_take(scan, '{', error);
    pdk_json_part here = { scan->passed + scan->at, scan->line };
    if (status == PDK_OK) status = pdk_scan_take_key(scan, key, sizeof key, error);
    if (status != PDK_OK) return status;
    snprintf(path, sizeof path, "$.parts[%llu].%s", (unsigned long long)number, key);
    const pdk_twin_kind *kind = pdk_twin_kind_of(build, key);
    if (kind != NULL) status = read_one_or_all(build, kind, path, NULL, error);
    else if (strcmp(key, "bytes") == 0) status = pdk_twin_read_hex(build, path, NULL, error);
    else if (strcmp(key, "zeros") == 0) status = read_zeros(build, path, error);
    else
        status = pdk_twin_refuse(error, &here, "build.unknown", path,
                                 "is not a record of %s, nor \"bytes\" or \"zeros\"", build->info->id);
    return status == PDK_OK ? pdk_scan_take(scan, '}', error) : status;
}

static pdk_status report(pdk_twin_build *build, pdk_error *error)
{
    enum { STEP = 1 << 22 };
    const pdk_build_options *options = build->options;
    if (options->progress == NULL || build->scan.passed < build->next_progress) return PDK_OK;
    build->next_progress = build->scan.passed + STEP;
    bool wanted = pdk_tell_progress(options->progress, options->progress_user, build->scan.passed, 0);
    return wanted ? PDK_OK : pdk_fail_cancelled(error);
}

pdk_status pdk_twin_read_parts(pdk_twin_build *build, pdk_error *error)
{
    bool first = true, more;
    pdk_status status = pdk_scan_take(&build->scan, '[', error);
    for (uint64_t i = 0; status == PDK_OK; i++) {
        status = pdk_scan_next(&build->scan, ']', &first, &more, error);
        if (status != PDK_OK || !more) return status;
        status = read_part(build, i, error);
        if (status == PDK_OK) status = report(build, error);
    }
    return status;
}
