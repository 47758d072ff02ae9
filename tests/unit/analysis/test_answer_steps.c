/* The table of steps that answers are made of: what is cancelled leaves nothing behind, what is granted is made, what
 * is not has a reason. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "formats.h"
#include "support.h"

/* --------------------------------------------------------------------------------------------------- files */

typedef void (*with_file)(const char *name, const uint8_t *bytes, size_t size);

static void with_sample(const char *name, with_file use)
{
    char path[512];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", PADDOCK_SAMPLES, name);
    uint8_t *bytes = read_file(path, &size);
    use(name, bytes, size);
    free(bytes);
}

static void with_made(const char *format, const pdk_synth_options *options, with_file use)
{
    size_t size;
    uint8_t *bytes = synth_or_fail(format, options, &size);
    use(options->dialect != NULL ? options->dialect : format, bytes, size);
    free(bytes);
}

/* ----------------------------------------------------------------------------------- memory that is counted */

static atomic_size_t taken;

static void *take(void *user, size_t size)
{
    (void)user;
    taken += size;
    return malloc(size);
}

static void *resize(void *user, void *pointer, size_t old_size, size_t new_size)
{
    (void)user;
    taken += new_size - old_size;
    return realloc(pointer, new_size);
}

static void give_back(void *user, void *pointer, size_t size)
{
    (void)user;
    taken -= size;
    free(pointer);
}

static pdk_document *open_counted(const uint8_t *bytes, size_t size)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error;
    options.allocator = (pdk_allocator){ take, resize, give_back, NULL };
    assert_ok(pdk_open_memory(bytes, size, &options, &document, &error), error);
    return document;
}

/* Which steps the document has made. */
static unsigned made_steps(const pdk_document *document)
{
    unsigned made = 0;
    for (int i = 0; i < PDK_STEP_COUNT; i++) made |= pdk_answers_made(document, i) != NULL ? 1U << i : 0;
    return made;
}

/* ----------------------------------------------------------------------------------------------- cancelling */

enum { CANCELS = 12 };

static bool listen(void *user, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    return (*(unsigned *)user)-- > 0;
}

static char *text_of(const pdk_table *table)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_table_write(table, PDK_CSV, NULL, output, &error), error);
    return take_text(output);
}

static pdk_status ask(const pdk_document *document, const char *name, unsigned patience, const pdk_table **table)
{
    pdk_error error;
    pdk_status status = pdk_answer_with_progress(document, name, listen, &patience, table, &error);
    assert_true(status == PDK_OK || status == PDK_E_CANCELLED);
    return status;
}

/* Again and again at one point: a call that makes no step takes no memory. True when it comes through, since each call
 * continues with the steps that are made. */
static bool cancel_often(const pdk_document *document, const char *name, unsigned patience)
{
    const pdk_table *table;
    for (int i = 0; i < CANCELS; i++) {
        unsigned made = made_steps(document);
        size_t before = taken;
        if (ask(document, name, patience, &table) == PDK_OK) return true;
        if (made_steps(document) == made && i > 0) assert_int_equal(taken, before); /* i > 0: there is a store now */
    }
    return false;
}

/* In one document, at each point of each step in turn: what is made stays, and its successor is cancelled from its
 * beginning on. */
static void cancel_everywhere(const uint8_t *bytes, size_t size, const char *name, const char *wanted)
{
    const pdk_table *table;
    pdk_document *document = open_counted(bytes, size);
    unsigned made = made_steps(document);
    for (unsigned patience = 0; ask(document, name, patience, &table) != PDK_OK;) {
        unsigned now = made_steps(document);
        patience = now != made ? 0 : patience + 1 + patience / 256;
        made = now;
    }
    char *text = text_of(table);
    assert_string_equal(text, wanted);
    free(text);
    pdk_close(document);
    assert_int_equal(taken, 0);
}

static void cancel_answer(const uint8_t *bytes, size_t size, const char *name, const char *wanted)
{
    bool through = false;
    for (unsigned patience = 0; !through; patience = 2 * patience + 1) {
        pdk_error error;
        const pdk_table *table;
        pdk_document *document = open_counted(bytes, size);
        through = cancel_often(document, name, patience);
        assert_ok(pdk_answer(document, name, &table, &error), error);
        char *text = text_of(table);
        assert_string_equal(text, wanted);
        free(text);
        pdk_close(document);
        assert_int_equal(taken, 0);
    }
}

static void cancel_answers(const char *file, const uint8_t *bytes, size_t size)
{
    pdk_document *whole = open_bytes_or_fail(bytes, size);
    (void)file;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        const pdk_table *table;
        if (pdk_answer(whole, pdk_answer_name(i), &table, NULL) != PDK_OK) continue;
        char *wanted = text_of(table);
        cancel_answer(bytes, size, pdk_answer_name(i), wanted);
        cancel_everywhere(bytes, size, pdk_answer_name(i), wanted);
        free(wanted);
    }
    pdk_close(whole);
}

static void cancelled_answers_leave_nothing(void **state)
{
    (void)state;
    with_sample("race.vcr", cancel_answers);
    with_sample("replay.rpl", cancel_answers);
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 20;
    with_made("raf", &options, cancel_answers);
    options = (pdk_synth_options)PDK_SYNTH_OPTIONS_INIT;
    options.cars = 2;
    options.seconds = 200;
    with_made("rply", &options, cancel_answers);
}

/* -------------------------------------------------------------------------------------------------- granting */

static unsigned granted, refused;

/* Asked in two documents: whether what was made before makes a difference. */
static void grant_answers(const char *file, const uint8_t *bytes, size_t size)
{
    pdk_document *document = open_bytes_or_fail(bytes, size), *other = open_bytes_or_fail(bytes, size);
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        const char *name = pdk_answer_name(i);
        const pdk_table *table;
        pdk_error reason = { .status = PDK_OK }, error = { .status = PDK_OK };
        pdk_status can = pdk_answer_available(document, name, &reason), made = pdk_answer(other, name, &table, &error);
        if (can != made) print_message("%s, %s: \"%s\", then \"%s\"\n", file, name, reason.message, error.message);
        assert_int_equal(can, made);
        granted += can == PDK_OK;
        refused += can != PDK_OK;
        if (can == PDK_OK) continue;
        assert_int_equal(can, PDK_E_UNSUPPORTED);
        assert_true(strlen(reason.message) > 10 && strlen(reason.code) > 5);
        assert_string_equal(reason.message, error.message);
    }
    pdk_close(document);
    pdk_close(other);
}

static void in_samples(void)
{
    static const char *const names[] = { "lap-2.raf",  "lap-3.raf", "lap.raf",   "pictures.fsh", "race.vcr",
                                         "replay.rpl", "scan.rld",  "track.fam", "track.tri" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) with_sample(names[i], grant_answers);
}

/* Every dialect of every format, long enough for a lap and too short for one. */
static void in_made_files(void)
{
    const pdk_format_info *formats[MAX_FORMATS];
    size_t count = formats_that(PDK_CAN_SYNTH, formats);
    for (size_t i = 0; i < count; i++) {
        char texts[MAX_DIALECTS][16];
        const char *dialects[MAX_DIALECTS];
        size_t all = dialects_of(formats[i], texts, dialects);
        bool moves = takes_synth_option(formats[i], "seconds");
        for (size_t d = 0; d < all; d++) {
            pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
            options.dialect = dialects[d];
            for (int longer = 0; longer <= moves; longer++) {
                if (moves) options.seconds = longer ? 150 : 15;
                if (takes_synth_option(formats[i], "cars")) options.cars = 2;
                with_made(formats[i]->id, &options, grant_answers);
            }
        }
    }
}

static void in_real_files(void)
{
    static const char *const names[] = { "raf/test1.raf", "raf/test2.raf", "raf/test3.raf", "rply/v11_origwriter.rpl",
                                         "rply/v21_synth_interval.rpl" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *path = real_file(names[i]);
        if (path == NULL) continue;
        size_t size;
        uint8_t *bytes = read_file(path, &size);
        grant_answers(names[i], bytes, size);
        free(bytes);
    }
}

static void granted_answers_are_made(void **state)
{
    (void)state;
    in_samples();
    in_made_files();
    in_real_files();
    assert_true(granted > 50 && refused > 50);
}

/* ------------------------------------------------------------------------------------------------ by name */

static void look_by_name(const char *name, const uint8_t *bytes, size_t size)
{
    (void)name;
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_error error;
    assert_null(pdk_document_own_table(document, "laps"));
    assert_null(pdk_document_find_table(document, "no_such"));
    assert_int_equal(made_steps(document), 0);
    assert_ptr_equal(pdk_document_find_table(document, pdk_table_name(pdk_document_table_at(document, 0))),
                     pdk_document_table_at(document, 0));
    const pdk_table *laps = pdk_document_find_table(document, "laps"), *answer = NULL;
    bool moves = pdk_answer_available(document, "laps", NULL) == PDK_OK;
    assert_true((laps != NULL) == moves);
    if (moves) {
        assert_ok(pdk_answer(document, "laps", &answer, &error), error);
        assert_ptr_equal(laps, answer);
        assert_string_equal(pdk_table_name(laps), "laps");
        assert_ptr_equal(pdk_document_find_table(document, "laps"), laps);
        assert_null(pdk_document_own_table(document, "laps"));
        pdk_analysis_options options = PDK_ANALYSIS_OPTIONS_INIT;
        options.names = (const char *const[]){ "laps", NULL };
        pdk_document *analysis = NULL;
        assert_ok(pdk_analyse(document, &options, &analysis, &error), error);
        assert_non_null(pdk_document_own_table(analysis, "laps")); /* there it is its own */
        assert_ptr_equal(pdk_document_find_table(analysis, "laps"), pdk_document_own_table(analysis, "laps"));
        assert_null(pdk_document_find_table(analysis, "stints"));
        pdk_close(analysis);
    }
    pdk_close(document);
}

static void answers_are_found_by_name(void **state)
{
    (void)state;
    with_sample("lap.raf", look_by_name);
    with_sample("race.vcr", look_by_name);
    with_sample("track.tri", look_by_name);
}

/* ------------------------------------------------------------------------------------------------- the table */

/* So nobody waits in a circle. */
static void steps_need_those_above(void **state)
{
    (void)state;
    for (int i = 0; i < PDK_STEP_COUNT; i++) {
        assert_true(pdk_steps[i]->needs < UINT32_C(1) << i);
        assert_true((pdk_steps[i]->meaning != NULL) == (pdk_steps[i]->have != NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_need_those_above),
        cmocka_unit_test(cancelled_answers_leave_nothing),
        cmocka_unit_test(granted_answers_are_made),
        cmocka_unit_test(answers_are_found_by_name),
    };
    return cmocka_run_group_tests_name("steps of answers", tests, NULL, NULL);
}
