#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "sweep_stride.h"

/* A damaged file can claim an image of 16 GiB. No test takes that much: sanitizers would fill two of them to watch it.
 */
enum { LARGEST_IMAGE = 64 << 20 };

const char *real_file(const char *name)
{
    static char path[1024];
    const char *root = getenv("PADDOCK_REAL");
    snprintf(path, sizeof path, "%s/%s", root != NULL && root[0] != '\0' ? root : PADDOCK_REAL_DEFAULT, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        printf("SKIPPED: the real file %s is not here; set PADDOCK_REAL to the folder of real files\n", name);
        return NULL;
    }
    fclose(file);
    return path;
}

static void show_error(const pdk_error *error)
{
    printf("  %s (%s) at 0x%llX %s: %s\n", pdk_status_name(error->status), error->code,
           (unsigned long long)error->offset, error->where, error->message);
}

void assert_ok_at(pdk_status status, const pdk_error *error, const char *call, const char *file, int line)
{
    if (status == PDK_OK) return;
    printf("%s:%d: %s\n", file, line, call);
    show_error(error);
    _fail(file, line);
}

void assert_fails_at(pdk_status got, const pdk_error *error, pdk_status status, const char *code, uint64_t offset,
                     const char *call, const char *file, int line)
{
    if (got == status && error->status == status && strcmp(error->code, code) == 0 && error->offset == offset) return;
    printf("%s:%d: %s\n  wanted %s (%s) at 0x%llX, got\n", file, line, call, pdk_status_name(status), code,
           (unsigned long long)offset);
    if (got == PDK_OK) printf("  ok\n");
    else show_error(error);
    _fail(file, line);
}

void assert_near_at(double got, double wanted, double tolerance, const char *file, int line)
{
    if (fabs(got - wanted) <= tolerance) return;
    printf("%s:%d: %.17g is not within %g of %.17g\n", file, line, got, tolerance, wanted);
    _fail(file, line);
}

static void *allocate_or_fail(size_t size)
{
    void *pointer = malloc(size > 0 ? size : 1);
    assert_non_null(pointer);
    return pointer;
}

uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = allocate_or_fail(*size);
    assert_int_equal(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

#ifdef PADDOCK_WITHOUT_FILES
static pdk_status size_of_file(void *file, uint64_t *size)
{
    long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    *size = end > 0 ? (uint64_t)end : 0;
    return end >= 0 ? PDK_OK : PDK_E_IO;
}

static pdk_status read_of_file(void *file, uint64_t offset, void *buffer, size_t size, size_t *got)
{
    *got = fseek(file, (long)offset, SEEK_SET) == 0 ? fread(buffer, 1, size, file) : 0;
    return *got > 0 ? PDK_OK : PDK_E_IO;
}

pdk_document *open_or_fail(const char *path)
{
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    pdk_source source = { file, size_of_file, read_of_file };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.name = path;
    assert_ok(pdk_open_source(&source, &options, &document, &error), error);
    fclose(file);
    return document;
}
#else
pdk_document *open_or_fail(const char *path)
{
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_file(path, NULL, &document, &error), error);
    return document;
}
#endif

pdk_document *open_bytes_or_fail(const void *data, size_t size)
{
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size, NULL, &document, &error), error);
    return document;
}

pdk_output *output_or_fail(void)
{
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_memory(&output, &error), error);
    return output;
}

uint8_t *take_bytes(pdk_output *output, size_t *size)
{
    pdk_bytes bytes = pdk_output_bytes(output);
    uint8_t *data = allocate_or_fail(bytes.size);
    if (bytes.size > 0) memcpy(data, bytes.data, bytes.size);
    *size = bytes.size;
    pdk_output_close(output);
    return data;
}

char *take_text(pdk_output *output)
{
    size_t size;
    assert_int_equal(pdk_output_write(output, "", 1, NULL), PDK_OK);
    return (char *)take_bytes(output, &size);
}

pdk_surface surface_or_fail(const pdk_document *document, size_t index)
{
    pdk_surface surface;
    pdk_error error = { 0 };
    assert_ok(pdk_document_surface_read(document, index, &surface, &error), error);
    return surface;
}

uint8_t *synth_or_fail(const char *format, const pdk_synth_options *options, size_t *size)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_synth(format, options, output, &error), error);
    return take_bytes(output, size);
}

pdk_document *synth_road(uint64_t points, uint8_t **bytes, size_t *size)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t capacity;
    if (size == NULL) size = &capacity;
    options.points = points;
    *bytes = synth_or_fail("rld", &options, size);
    return open_bytes_or_fail(*bytes, *size);
}

pdk_surface_stats measure_or_fail(const pdk_surface *surface)
{
    pdk_surface_stats stats;
    pdk_error error = { 0 };
    assert_ok(pdk_surface_measure(surface, NULL, &stats, &error), error);
    return stats;
}

pdk_surface_stats measure_first(const pdk_document *document)
{
    pdk_surface surface = surface_or_fail(document, 0);
    return measure_or_fail(&surface);
}

/* ------------------------------------------------------------------------------------------ reading it all */

enum { ROWS = 1000 };

/* Touches every byte, so that a sanitizer sees it. */
static void touch(const void *data, size_t size)
{
    static volatile uint8_t sink;
    uint8_t sum = 0;
    for (size_t i = 0; i < size; i++) sum = (uint8_t)(sum + ((const uint8_t *)data)[i]);
    sink = sum;
    (void)sink;
}

static bool count_only(void *user, const pdk_finding *finding)
{
    (void)user;
    touch(finding->message, strlen(finding->message));
    touch(finding->where, strlen(finding->where));
    touch(finding->code, strlen(finding->code));
    return true;
}

/* Packed points are unpacked when they are read: only then is a damaged chunk found, and memory needed. */
static bool is_found_late(pdk_status status, const pdk_error *error)
{
    return status == PDK_E_CORRUPT && strcmp(error->code, "las.laz.chunk") == 0;
}

/* False when memory ran out. */
static bool read_table(const pdk_table *table)
{
    uint64_t rows = pdk_table_rows(table);
    for (size_t column = 0; column < pdk_table_columns(table); column++) {
        pdk_type type = pdk_table_column_at(table, column)->type;
        for (uint64_t first = 0; first < rows; first += ROWS) {
            size_t count = rows - first < ROWS ? (size_t)(rows - first) : ROWS;
            void *values = allocate_or_fail(count * pdk_type_size(type));
            pdk_error error = { 0 };
            pdk_status status = pdk_table_read_column(table, column, first, count, values, &error);
            if (status == PDK_E_MEMORY || is_found_late(status, &error)) {
                free(values);
                if (status == PDK_E_MEMORY) return false;
                continue;
            }
            assert_ok(status, error);
            for (size_t i = 0; type >= PDK_TEXT && i < count; i++) {
                touch(((pdk_bytes *)values)[i].data, ((pdk_bytes *)values)[i].size);
            }
            touch(values, count * pdk_type_size(type));
            free(values);
            if (type >= PDK_TEXT) continue;
            double *numbers = allocate_or_fail(count * sizeof *numbers);
            status = pdk_table_read_f64(table, column, first, count, numbers, &error);
            free(numbers);
            if (status == PDK_E_MEMORY) return false;
            assert_ok(status, error);
        }
    }
    return true;
}

/* False when memory ran out on the way (surfaces are built on first use). */
static bool read_all(const pdk_document *document)
{
    pdk_error error = { 0 };
    for (size_t i = 0; i < pdk_document_table_count(document); i++) {
        if (!read_table(pdk_document_table_at(document, i))) return false;
    }
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        pdk_surface surface;
        pdk_status status = pdk_document_surface_read(document, i, &surface, &error);
        if (status == PDK_E_MEMORY) return false;
        if (is_found_late(status, &error)) continue;
        assert_ok(status, error);
        touch(surface.positions, surface.vertex_count * 12);
        touch(surface.triangles, surface.triangle_count * 12);
    }
    for (size_t i = 0; i < pdk_document_image_count(document); i++) {
        const pdk_image_info *info = pdk_document_image_at(document, i);
        uint64_t bytes = (uint64_t)info->width * info->height * 4;
        if (bytes > LARGEST_IMAGE) {
            uint8_t none;
            assert_int_equal(pdk_document_image_read(document, i, &none, 1, &error), PDK_E_ARGUMENT);
            continue;
        }
        size_t size = (size_t)bytes;
        uint8_t *rgba = allocate_or_fail(size);
        pdk_status status = pdk_document_image_read(document, i, rgba, size, &error);
        if (status == PDK_OK) touch(rgba, size);
        free(rgba);
        if (status == PDK_E_MEMORY) return false;
    }
    pdk_status status = pdk_check(document, PDK_CHECK_FULL, count_only, NULL, NULL, &error);
    if (status == PDK_E_MEMORY) return false;
    assert_ok(status, error);
    return true;
}

void read_everything(const pdk_document *document)
{
    assert_true(read_all(document));
}

/* ------------------------------------------------------------------------------------------------- sweeps */

static void try_bytes(const uint8_t *data, size_t size, const char *format)
{
    uint8_t *exact = allocate_or_fail(size);
    memcpy(exact, data, size);
    for (int partial = 0; partial < 2; partial++) {
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        options.format = format;
        options.partial = partial != 0;
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        pdk_status status = pdk_open_memory(exact, size, &options, &document, &error);
        if (status == PDK_OK) {
            read_everything(document);
        } else {
            assert_null(document);
            assert_int_equal(error.status, status);
            assert_true(error.code[0] != '\0' && error.message[0] != '\0');
        }
        pdk_close(document);
    }
    free(exact);
}

void sweep_truncation(const uint8_t *data, size_t size, size_t step, const char *format)
{
    for (size_t length = 0; length < size;) {
        try_bytes(data, length, format);
        length += (length < 600 || length + 600 >= size ? 1 : step) * sweep_stride();
    }
}

void sweep_mutation(const uint8_t *data, size_t size, size_t from, size_t count, size_t step, const char *format)
{
    uint8_t *copy = allocate_or_fail(size);
    size_t stride = sweep_stride(), number = 0;
    memcpy(copy, data, size);
    for (size_t i = from; i < from + count && i < size; i += step) {
        const uint8_t values[] = { 0x00, 0x7F, 0x80, 0xFF, (uint8_t)~data[i] };
        for (size_t v = 0; v < sizeof values; v++) {
            if (number++ % stride != 0) continue;
            copy[i] = values[v];
            try_bytes(copy, size, format);
        }
        copy[i] = data[i];
    }
    free(copy);
}

size_t sweep_allocation(const uint8_t *data, size_t size)
{
    for (size_t fail_at = 1;; fail_at++) {
        failing state = { .fail_at = fail_at };
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        options.allocator = failing_allocator(&state);
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        pdk_status status = pdk_open_memory(data, size, &options, &document, &error);
        if (status != PDK_OK) assert_int_equal(status, PDK_E_MEMORY);
        else read_all(document);
        pdk_close(document);
        assert_true(state.live == 0 && state.bytes == 0);
        if (state.calls < fail_at) return state.calls;
    }
}

/* ------------------------------------------------------------------------------------------------ shortcuts */

double *column_f64(const pdk_document *document, const char *table_name, const char *column, size_t *count)
{
    const pdk_table *table = pdk_document_find_table(document, table_name);
    if (table == NULL) printf("no table %s\n", table_name);
    assert_non_null(table);
    size_t number = pdk_table_find_column(table, column);
    if (number == PDK_NO_COLUMN) printf("no column %s in %s\n", column, table_name);
    assert_true(number != PDK_NO_COLUMN);
    *count = (size_t)pdk_table_rows(table);
    double *values = allocate_or_fail(*count * sizeof *values);
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_f64(table, number, 0, *count, values, &error), error);
    return values;
}

bool has_value(const pdk_document *document, const char *table_name, const char *column, uint64_t row)
{
    const pdk_table *table = pdk_document_find_table(document, table_name);
    assert_non_null(table);
    size_t number = pdk_table_find_column(table, column);
    assert_true(number != PDK_NO_COLUMN);
    union {
        uint64_t number;
        pdk_text text;
        pdk_bytes bytes;
    } value;
    uint8_t validity = 0;
    pdk_column_read read = { .column = number, .values = &value, .validity = &validity };
    pdk_error error = { 0 };
    assert_ok(pdk_table_read(table, row, 1, &read, 1, &error), error);
    return validity == 1;
}

static const pdk_value *property(const pdk_document *document, const char *name)
{
    const pdk_property *found = pdk_document_find_property(document, name);
    if (found == NULL) printf("no property %s\n", name);
    assert_non_null(found);
    return &found->value;
}

uint64_t table_rows(const pdk_document *document, const char *table)
{
    const pdk_table *found = pdk_document_find_table(document, table);
    assert_non_null(found);
    return pdk_table_rows(found);
}

double property_number(const pdk_document *document, const char *name)
{
    const pdk_value *value = property(document, name);
    switch (value->type) {
    case PDK_BOOL: return value->as.boolean;
    case PDK_INT8:
    case PDK_INT16:
    case PDK_INT32:
    case PDK_INT64: return (double)value->as.integer;
    case PDK_FLOAT32:
    case PDK_FLOAT64: return value->as.number;
    case PDK_TEXT:
    case PDK_BYTES: fail_msg("property %s is no number", name); return 0;
    default: return (double)value->as.natural;
    }
}

pdk_text text_at(const pdk_document *document, const char *table_name, const char *column, uint64_t row)
{
    const pdk_table *table = pdk_document_find_table(document, table_name);
    assert_non_null(table);
    size_t number = pdk_table_find_column(table, column);
    assert_true(number != PDK_NO_COLUMN);
    pdk_text text;
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_column(table, number, row, 1, &text, &error), error);
    return text;
}

double cell_or_nan(const pdk_table *table, const char *column, uint64_t row)
{
    double value = NAN;
    uint8_t valid = 0;
    pdk_error error;
    pdk_column_read read = {
        .column = pdk_table_find_column(table, column), .type = PDK_FLOAT64, .values = &value, .validity = &valid
    };
    assert_true(read.column != PDK_NO_COLUMN);
    assert_ok(pdk_table_read(table, row, 1, &read, 1, &error), error);
    return (valid & 1) != 0 ? value : NAN;
}

void assert_text_at(pdk_text text, const char *wanted, const char *file, int line)
{
    if (text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0) return;
    printf("%s:%d: \"%.*s\" is not \"%s\"\n", file, line, (int)text.size, text.data, wanted);
    _fail(file, line);
}

void assert_property_text(const pdk_document *document, const char *name, const char *text)
{
    const pdk_value *value = property(document, name);
    assert_int_equal(value->type, PDK_TEXT);
    if (value->as.text.size != strlen(text) || memcmp(value->as.text.data, text, value->as.text.size) != 0) {
        fail_msg("property %s is \"%.*s\", not \"%s\"", name, (int)value->as.text.size, value->as.text.data, text);
    }
}

typedef struct tally {
    const char *code;
    uint64_t count;
} tally;

static bool tally_one(void *user, const pdk_finding *finding)
{
    tally *state = user;
    if (strcmp(finding->code, state->code) == 0) state->count++;
    return true;
}

uint64_t count_findings(const pdk_document *document, pdk_check_level level, const char *code)
{
    tally state = { code, 0 };
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, level, tally_one, &state, NULL, &error), error);
    return state.count;
}
