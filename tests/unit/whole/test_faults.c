/* Sources and outputs that fail, at every call: the right status, nothing left behind, nothing called good. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "failing.h"
#include "formats.h"
#include "jobs.h"
#include "sink.h"

/* Every format that can be generated; filled by main. */
static const pdk_format_info *formats[MAX_FORMATS];
static size_t format_count;

/* Large enough for several writes, where the size can be chosen and means one file that grows. */
static bool is_sized(const pdk_format_info *format)
{
    return takes_synth_option(format, "size") && (format->synth_dialects == NULL || (format->abilities & PDK_CAN_CUT));
}

/* ------------------------------------------------------------------------------------------------ sources */

typedef struct source {
    const uint8_t *data;
    size_t size, piece; /* at most this much at a time */
    int calls, fail_at; /* the first call asks for the size */
    bool ends;          /* instead of failing, nothing more comes */
} source;

static pdk_status source_size(void *user, uint64_t *size)
{
    source *from = user;
    *size = from->size;
    return ++from->calls == from->fail_at ? PDK_E_IO : PDK_OK;
}

static pdk_status source_read(void *user, uint64_t offset, void *buffer, size_t size, size_t *got)
{
    source *from = user;
    *got = 0;
    if (++from->calls == from->fail_at) return from->ends ? PDK_OK : PDK_E_IO;
    if (offset > from->size) return PDK_E_ARGUMENT;
    size_t left = from->size - (size_t)offset, maximum = size < from->piece ? size : from->piece;
    *got = maximum < left ? maximum : left;
    memcpy(buffer, from->data + offset, *got);
    return PDK_OK;
}

/* At each call, by failing and by nothing more that comes. */
static void sweep_source(const uint8_t *data, size_t size, const char *format)
{
    for (int fail_at = 1;; fail_at++) {
        source from = {
            .data = data, .size = size, .piece = size / 7 + 1, .fail_at = fail_at, .ends = fail_at % 2 == 0
        };
        pdk_source calls = { &from, source_size, source_read };
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        options.format = format;
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        pdk_status status = pdk_open_source(&calls, &options, &document, &error);
        if (from.calls < fail_at) {
            assert_int_equal(status, PDK_OK);
            assert_true(from.calls > 7);
            read_everything(document);
            pdk_close(document);
            break;
        }
        uint64_t at = fail_at == 1 ? PDK_NO_OFFSET : (uint64_t)(fail_at - 2) * from.piece;
        assert_fails(status, error, PDK_E_IO, "io.source", at);
        assert_null(document);
    }
}

static void failing_sources(void **unused)
{
    (void)unused;
    for (size_t f = 0; f < format_count; f++) {
        size_t size;
        uint8_t *data = synth_or_fail(formats[f]->id, NULL, &size);
        sweep_source(data, size, NULL);
        free(data);
    }
    jobs *all = make_jobs(0);
    size_t imports = 0;
    for (size_t i = 0; i < all->count; i++) {
        const writing_job *import = &all->list[i];
        if (strncmp(import->name, "import ", 7) != 0) continue;
        sweep_source(import->data, import->size, import->path);
        imports++;
    }
    assert_true(imports > 7);
    free_jobs(all);
}

/* ------------------------------------------------------------------------------------------------ outputs */

typedef pdk_status (*job)(const void *user, pdk_output *output, pdk_error *error);

/* Fails at write 1, 2, 3 ... until none does; after a failure no more is written. Returns the writes of the whole job.
 */
static size_t sweep_output(job run, const void *user)
{
    for (size_t fail_at = 1;; fail_at++) {
        sink to = { .fail_at = fail_at };
        pdk_output *output = NULL;
        pdk_error error = { 0 };
        assert_ok(pdk_output_callback(sink_write, &to, &output, &error), error);
        pdk_status status = run(user, output, &error);
        if (status == PDK_OK) status = pdk_output_finish(output, &error);
        if (to.calls >= fail_at) {
            assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
            assert_int_equal(pdk_output_write(output, "more", 4, NULL), PDK_E_IO);
            assert_int_equal(pdk_output_finish(output, NULL), PDK_E_IO);
            assert_int_equal(to.calls, fail_at);
        }
        pdk_output_close(output);
        if (to.calls < fail_at) {
            assert_int_equal(status, PDK_OK);
            return to.calls;
        }
    }
}

typedef struct table_job {
    const pdk_table *table;
    pdk_table_format format;
} table_job;

static pdk_status run_table(const void *user, pdk_output *output, pdk_error *error)
{
    const table_job *wanted = user;
    return pdk_table_write(wanted->table, wanted->format, NULL, output, error);
}

static pdk_status run_synth(const void *user, pdk_output *output, pdk_error *error)
{
    const size_t *format = user;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    if (is_sized(formats[*format])) options.size = 1500000;
    return pdk_synth(formats[*format]->id, &options, output, error);
}

static void failing_outputs(void **unused)
{
    (void)unused;
    for (size_t f = 0; f < format_count; f++) {
        size_t writes = sweep_output(run_synth, &f);
        assert_true(writes > 0);
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        if (is_sized(formats[f])) options.size = 700000;
        size_t size;
        uint8_t *data = synth_or_fail(formats[f]->id, &options, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        for (size_t t = 0; t < pdk_document_table_count(document); t++) {
            table_job csv = { pdk_document_table_at(document, t), PDK_CSV }, lines = { csv.table, PDK_JSON_LINES };
            sweep_output(run_table, &csv);
            sweep_output(run_table, &lines);
        }
        pdk_close(document);
        free(data);
    }
}

static pdk_status run_unpack(const void *user, pdk_output *output, pdk_error *error)
{
    const pdk_bytes *packed = user;
    return pdk_unpack(packed->data, packed->size, output, error);
}

static void failing_unpack(void **unused)
{
    (void)unused;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.gzip = true;
    size_t size;
    uint8_t *data = synth_or_fail("vcr", &options, &size);
    pdk_bytes packed = { data, size };
    assert_true(sweep_output(run_unpack, &packed) > 0);
    free(data);
}

/* The disk is full, or the process may not write more: no file appears. */
static void full_disks(void **unused)
{
    (void)unused;
    const size_t raf = 0;
    pdk_output *output = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_output_file("/dev/full", &output, &error), error);
    pdk_status status = run_synth(&raf, output, &error);
    assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);

    char folder[] = "/tmp/paddock-faults-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/lap.raf", folder);
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 300000;
    signal(SIGXFSZ, SIG_IGN);
    assert_ok(pdk_output_file(path, &output, &error), error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    status = run_synth(&raf, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_fails(status, error, PDK_E_IO, "io.write", PDK_NO_OFFSET);
    pdk_output_close(output);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(rmdir(folder), 0); /* nothing beside it either */
}

/* ------------------------------------------------------------------------------------------------- memory */

/* Memory fails at each call of writing one table, on as many threads as that takes. */
static void sweep_table_memory(const uint8_t *data, size_t size, size_t table, pdk_table_format format)
{
    for (size_t fail_at = 1;; fail_at++) {
        failing state = { 0 };
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        options.allocator = failing_allocator(&state);
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        assert_ok(pdk_open_memory(data, size, &options, &document, &error), error);
        size_t opened = state.calls;
        state.fail_at = opened + fail_at;
        sink to = { 0 };
        pdk_output *output = NULL;
        assert_ok(pdk_output_callback(sink_write, &to, &output, &error), error);
        pdk_status status = pdk_table_write(pdk_document_table_at(document, table), format, NULL, output, &error);
        bool failed = state.calls >= state.fail_at;
        if (failed) assert_fails(status, error, PDK_E_MEMORY, "memory.out", PDK_NO_OFFSET);
        else assert_int_equal(status, PDK_OK);
        pdk_output_close(output);
        pdk_close(document);
        assert_int_equal(state.live, 0);
        if (!failed) {
            assert_true(fail_at > 3);
            return;
        }
    }
}

static void failing_memory(void **unused)
{
    (void)unused;
    for (size_t f = 0; f < format_count; f++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        if (f == 0) options.seconds = 400; /* enough rows for workers */
        size_t size;
        uint8_t *data = synth_or_fail(formats[f]->id, &options, &size);
        sweep_table_memory(data, size, 0, PDK_CSV);
        sweep_table_memory(data, size, 0, PDK_JSON_LINES);
        free(data);
    }
}

/* A limit and memory that ran out have different errors, in every format: never more is taken, and the rest is never
 * kept. */
static void memory_limits(void **unused)
{
    (void)unused;
    for (size_t f = 0; f < format_count; f++) {
        size_t size;
        uint8_t *data = synth_or_fail(formats[f]->id, NULL, &size);
        for (uint64_t limit = 64;; limit *= 2) {
            pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
            options.limits.memory = limit;
            pdk_document *document = NULL;
            pdk_error error = { 0 };
            pdk_status status = pdk_open_memory(data, size, &options, &document, &error);
            pdk_close(document);
            if (status == PDK_OK) {
                assert_true(limit > 64);
                break;
            }
            assert_fails(status, error, PDK_E_LIMIT, "memory.limit", PDK_NO_OFFSET);
        }
        free(data);
    }
}

int main(void)
{
    format_count = formats_that(PDK_CAN_SYNTH, formats);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failing_sources), cmocka_unit_test(failing_outputs), cmocka_unit_test(failing_unpack),
        cmocka_unit_test(full_disks),      cmocka_unit_test(failing_memory),  cmocka_unit_test(memory_limits),
    };
    return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
