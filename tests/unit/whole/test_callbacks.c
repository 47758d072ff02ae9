/* What may be asked for inside a callback: in every function of the caller that any public call calls
 * (support/callers.c), every kind of request. Each works, or is refused with PDK_E_ARGUMENT and a code "callback.*";
 * and what the outer call makes is what it makes without.
 *     test_callbacks --list   prints the public functions that are tried, for tests/install/callbacks.sh */
#define _XOPEN_SOURCE 700 /* barriers */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callers.h"
#include "model/document.h"
#include "sweep_stride.h"

/* ------------------------------------------------------------------------------------------ requests inside */

typedef enum expectation {
    EITHER,  /* works, or is refused */
    WORKS,   /* in every callback but an allocator's */
    REFUSED, /* where the output is in use */
} expectation;

typedef struct request {
    const char *name;
    expectation expected;
    bool ends;  /* the outer call need not succeed */
    bool reads; /* works in an allocator, too */
    pdk_status (*ask)(caller_stage *stage, pdk_error *error);
} request;

/* What the outer call works on, or another document where it has none yet. */
static pdk_document *subject(const caller_stage *stage)
{
    return stage->document != NULL ? stage->document : stage->other;
}

static pdk_status open_and_close(caller_stage *stage, pdk_error *error)
{
    pdk_document *document = NULL;
    pdk_status status = pdk_open_memory(stage->bytes, stage->size, NULL, &document, error);
    pdk_close(document);
    return status;
}

static pdk_status answer_of(const pdk_document *document, pdk_error *error)
{
    const pdk_table *table;
    pdk_status status = pdk_answer(document, "laps", &table, error);
    return status == PDK_E_UNSUPPORTED ? PDK_OK : status;
}

static pdk_status answer_same(caller_stage *stage, pdk_error *error)
{
    return answer_of(subject(stage), error);
}

static pdk_status answer_other(caller_stage *stage, pdk_error *error)
{
    return answer_of(stage->other, error);
}

static pdk_status track_of(caller_stage *stage, pdk_error *error)
{
    const pdk_driven_track *track;
    pdk_status status = pdk_driven_track_of(subject(stage), &track, error);
    return status == PDK_E_UNSUPPORTED ? PDK_OK : status;
}

static pdk_status read_table(caller_stage *stage, pdk_error *error)
{
    const pdk_table *table = pdk_document_table_at(subject(stage), 0);
    double value;
    if (table == NULL || pdk_table_column_at(table, 0)->type >= PDK_TEXT) return PDK_OK;
    return pdk_table_read_f64(table, 0, 0, 1, &value, error);
}

static pdk_status read_properties(caller_stage *stage, pdk_error *error)
{
    const pdk_document *document = subject(stage);
    (void)error;
    for (size_t i = 0; i < pdk_document_property_count(document); i++)
        assert_non_null(pdk_document_property_at(document, i)->name);
    return PDK_OK;
}

static pdk_status read_surface(caller_stage *stage, pdk_error *error)
{
    pdk_surface surface;
    if (pdk_document_surface_count(subject(stage)) == 0) return PDK_OK;
    return pdk_document_surface_read(subject(stage), 0, &surface, error);
}

static pdk_status check_same(caller_stage *stage, pdk_error *error)
{
    return pdk_check(subject(stage), PDK_CHECK_FULL, NULL, NULL, NULL, error);
}

static pdk_status describe_same(caller_stage *stage, pdk_error *error)
{
    pdk_output *output = NULL;
    pdk_status status = pdk_output_memory(&output, error);
    if (status == PDK_OK) status = pdk_describe(subject(stage), NULL, output, error);
    pdk_output_close(output);
    return status;
}

static pdk_status convert_same(caller_stage *stage, pdk_error *error)
{
    pdk_output *output = NULL;
    bool moves = pdk_answer_available(subject(stage), "laps", NULL) == PDK_OK;
    pdk_status status = pdk_output_memory(&output, error);
    if (status == PDK_OK) status = pdk_convert(subject(stage), moves ? "gpx" : "ply", NULL, NULL, output, error);
    pdk_output_close(output);
    return status == PDK_E_UNSUPPORTED || status == PDK_E_CORRUPT ? PDK_OK : status;
}

static pdk_status plot_same(caller_stage *stage, pdk_error *error)
{
    pdk_lap_reference lap = { .document = subject(stage) };
    pdk_plot *plot = NULL;
    pdk_status status = pdk_plot_create(PDK_PLOT_MAP, &lap, 1, NULL, &plot, error);
    pdk_plot_close(plot);
    return status == PDK_E_UNSUPPORTED || (status != PDK_OK && strncmp(error->code, "plot.", 5) == 0) ? PDK_OK : status;
}

static pdk_status page_same(caller_stage *stage, pdk_error *error)
{
    pdk_page_file file = { .document = subject(stage), .name = "file" };
    pdk_output *output = NULL;
    pdk_status status = pdk_output_memory(&output, error);
    if (status == PDK_OK) status = pdk_page_describe(&file, NULL, output, error);
    pdk_output_close(output);
    return status;
}

static pdk_status move_same(caller_stage *stage, pdk_error *error)
{
    pdk_motion *motion = NULL;
    pdk_status status = pdk_motion_open(subject(stage), NULL, &motion, error);
    pdk_motion_close(motion);
    return status == PDK_E_UNSUPPORTED ? PDK_OK : status;
}

static pdk_status write_same(caller_stage *stage, pdk_error *error)
{
    return stage->output != NULL ? pdk_output_write(stage->output, "spoilt", 6, error) : PDK_OK;
}

static pdk_status write_table_same(caller_stage *stage, pdk_error *error)
{
    const pdk_table *table = pdk_document_table_at(stage->other, 0);
    return stage->output != NULL ? pdk_table_write(table, PDK_CSV, NULL, stage->output, error) : PDK_OK;
}

static pdk_status finish_same(caller_stage *stage, pdk_error *error)
{
    return stage->output != NULL ? pdk_output_finish(stage->output, error) : PDK_OK;
}

static pdk_status write_other(caller_stage *stage, pdk_error *error)
{
    (void)stage;
    pdk_output *output = NULL;
    pdk_status status = pdk_output_memory(&output, error);
    if (status == PDK_OK) status = pdk_output_write(output, "fine", 4, error);
    if (status == PDK_OK) status = pdk_output_finish(output, error);
    pdk_output_close(output);
    return status;
}

static pdk_status edit_same(caller_stage *stage, pdk_error *error)
{
    return stage->edit != NULL ? pdk_edit_set(stage->edit, "header.player", "Spoilt", error) : PDK_OK;
}

/* In an allocator, closing does nothing. */
static pdk_status close_last(caller_stage *stage, pdk_error *error)
{
    (void)error;
    pdk_close(stage->document);
    if (stage->kind != CALL_ALLOCATE) stage->document = NULL;
    return PDK_OK;
}

static pdk_status close_output(caller_stage *stage, pdk_error *error)
{
    (void)error;
    pdk_output_close(stage->output);
    if (stage->kind != CALL_ALLOCATE) stage->output = NULL;
    return PDK_OK;
}

static pdk_status close_rest(caller_stage *stage, pdk_error *error)
{
    (void)error;
    pdk_edit_close(stage->edit);
    pdk_plot_close(stage->plot);
    pdk_raster_close(stage->raster);
    pdk_height_index_close(stage->index);
    if (stage->kind == CALL_ALLOCATE) return PDK_OK;
    stage->edit = NULL;
    stage->plot = NULL;
    stage->raster = NULL;
    stage->index = NULL;
    return PDK_OK;
}

static pdk_status cancel(caller_stage *stage, pdk_error *error)
{
    (void)error;
    atomic_store(&stage->stop, stage->kind != CALL_ALLOCATE);
    return PDK_OK;
}

static const request requests[] = {
    { "open", WORKS, false, false, open_and_close },
    { "answer of the same", EITHER, false, false, answer_same },
    { "answer of another", WORKS, false, false, answer_other },
    { "track of the same", EITHER, false, false, track_of },
    { "read rows", WORKS, false, true, read_table },
    { "read properties", WORKS, false, true, read_properties },
    { "surface of the same", WORKS, false, false, read_surface },
    { "check the same", WORKS, false, true, check_same },
    { "describe the same", EITHER, false, false, describe_same },
    { "convert the same", EITHER, false, false, convert_same },
    { "plot the same", EITHER, false, false, plot_same },
    { "page of the same", EITHER, false, false, page_same },
    { "motion of the same", WORKS, false, false, move_same },
    { "write into the same output", REFUSED, false, false, write_same },
    { "write a table into the same output", REFUSED, false, false, write_table_same },
    { "finish the same output", REFUSED, false, false, finish_same },
    { "write into another output", WORKS, false, false, write_other },
    { "change the same edit", EITHER, false, false, edit_same },
    { "close the last holder", EITHER, true, true, close_last },
    { "close the output", EITHER, true, true, close_output },
    { "close what else it works on", EITHER, true, true, close_rest },
    { "cancel", EITHER, true, true, cancel },
};
enum { REQUESTS = sizeof requests / sizeof requests[0] };

/* ------------------------------------------------------------------------------------------------- one run */

static void act(caller_stage *stage)
{
    pdk_error error = { 0 };
    stage->inner = requests[stage->column].ask(stage, &error);
    snprintf(stage->inner_code, sizeof stage->inner_code, "%s", stage->inner == PDK_OK ? "" : error.code);
    atomic_store(&stage->acted, true);
}

static void stage_begin(caller_stage *stage, const caller *row, pdk_document *other)
{
    *stage = (caller_stage){ .other = other, .thread = stage_thread() };
    stage->bytes = stage_file(row->format, &stage->size);
    pdk_error error;
    if (!row->opens) assert_ok(stage_open(stage, &stage->document, &error), error);
    if (strcmp(row->name, "pdk_output_callback") != 0)
        assert_ok(pdk_output_callback(stage_write, stage, &stage->output, &error), error);
}

/* Closes what is open; nothing may be left. */
static void stage_end(caller_stage *stage)
{
    stage->act = NULL;
    pdk_output_close(stage->output);
    pdk_edit_close(stage->edit);
    pdk_plot_close(stage->plot);
    pdk_raster_close(stage->raster);
    pdk_height_index_close(stage->index);
    pdk_close(stage->document);
    free(stage->written);
    assert_int_equal(atomic_load(&stage_blocks), 0);
}

static pdk_status run(const caller *row, caller_stage *stage, pdk_error *error)
{
    pdk_status status = row->run(stage, error);
    if (status == PDK_OK && stage->output != NULL) status = pdk_output_finish(stage->output, error);
    return status;
}

typedef struct baseline {
    uint8_t *written;
    size_t size;
    unsigned heard[CALL_KINDS];
} baseline;

/* Without any request. False where this build cannot do it. */
static bool run_plain(const caller *row, pdk_document *other, baseline *plain)
{
    caller_stage stage;
    pdk_error error;
    stage_begin(&stage, row, other);
    pdk_status status = run(row, &stage, &error);
    bool possible = !(row->needs_part && status == PDK_E_UNSUPPORTED);
    if (possible) assert_ok_at(status, &error, row->name, __FILE__, __LINE__);
    if (stage.elsewhere) fail_msg("%s calls functions on threads of its own", row->name);
    *plain = (baseline){ stage.written, stage.written_size, { 0 } };
    stage.written = NULL;
    for (int kind = 0; kind < CALL_KINDS; kind++) plain->heard[kind] = atomic_load(&stage.heard[kind]);
    stage_end(&stage);
    return possible;
}

static void complain(const caller *row, const caller_stage *stage, const char *what, pdk_status status,
                     const pdk_error *error)
{
    static const char *const kinds[] = { "progress", "stored progress", "write", "finding", "source", "filter", "pull",
                                         "tile",     "allocator" };
    print_error("%s, %s callback %u, %s: %s (inside %d %s, outside %d %s)\n", row->name, kinds[stage->kind],
                stage->turn, requests[stage->column].name, what, stage->inner, stage->inner_code, status,
                status == PDK_OK ? "" : error->code);
    fail();
}

static bool is_refusal(const caller_stage *stage)
{
    return stage->inner == PDK_E_ARGUMENT && strncmp(stage->inner_code, "callback.", 9) == 0;
}

static void judge(const caller *row, const caller_stage *stage, const baseline *plain, pdk_status status,
                  const pdk_error *error)
{
    const request *asked = &requests[stage->column];
    bool in_allocator = stage->kind == CALL_ALLOCATE;
    if (stage->inner != PDK_OK && !is_refusal(stage)) complain(row, stage, "failed inside", status, error);
    if (stage->inner != PDK_OK && (in_allocator ? asked->reads : asked->expected == WORKS))
        complain(row, stage, "was refused", status, error);
    if (asked->ends) return;
    if (asked->expected == REFUSED) {
        bool in_use = stage->kind == CALL_WRITE || ((row->kinds & 1 << CALL_WRITE) != 0 && !row->late);
        if ((in_use || !in_allocator) && in_use == (stage->inner == PDK_OK))
            complain(row, stage, "was not judged right", status, error);
        if (!in_use) return; /* it writes there, and should */
    }
    if (status != PDK_OK) complain(row, stage, "the call failed", status, error);
    if (stage->written_size != plain->size ||
        (plain->size > 0 && memcmp(stage->written, plain->written, plain->size) != 0))
        complain(row, stage, "the result is another", status, error);
}

static void try_request(const caller *row, caller_kind kind, unsigned turn, unsigned column, pdk_document *other,
                        const baseline *plain)
{
    caller_stage stage;
    pdk_error error;
    stage_begin(&stage, row, other);
    for (int i = 0; i < CALL_KINDS; i++) atomic_store(&stage.heard[i], 0);
    stage.kind = kind;
    stage.turn = turn;
    stage.column = column;
    stage.act = act;
    pdk_status status = run(row, &stage, &error);
    stage.act = NULL;
    if (atomic_load(&stage.acted)) judge(row, &stage, plain, status, &error);
    stage_end(&stage);
}

static void everything_in_every_callback(void **state)
{
    (void)state;
    size_t size;
    const uint8_t *bytes = stage_file("raf", &size);
    pdk_document *other = open_bytes_or_fail(bytes, size);
    const char *only = getenv("PADDOCK_CALLER");
    unsigned sweep = (unsigned)sweep_stride();
    for (const caller *row = callers; row->name != NULL; row++) {
        baseline plain;
        if (only != NULL && strcmp(only, row->name) != 0) continue;
        if (!run_plain(row, other, &plain)) {
            free(plain.written);
            continue;
        }
        for (unsigned kind = 0; kind < CALL_KINDS; kind++) {
            if ((row->kinds >> kind & 1) != 0 && plain.heard[kind] == 0) {
                print_error("%s: a callback (%u) is not called\n", row->name, kind);
                fail();
            }
            /* The first call; of the allocator one in the middle, when there is more to spoil. */
            unsigned turn = kind == CALL_ALLOCATE ? plain.heard[kind] / 2 : 0;
            for (unsigned column = 0; column < REQUESTS && plain.heard[kind] > 0; column += sweep)
                try_request(row, (caller_kind)kind, turn, column, other, &plain);
        }
        free(plain.written);
    }
    pdk_close(other);
}

/* ------------------------------------------------------------------------------------------ two threads */

typedef struct crossing {
    pdk_document *mine, *theirs;
    pthread_barrier_t *both;
    pdk_status inner, outer;
    char code[48];
    bool met;
} crossing;

static bool ask_the_other(void *user, uint64_t done, uint64_t total)
{
    crossing *side = user;
    const pdk_table *table;
    pdk_error error = { 0 };
    (void)done;
    (void)total;
    if (side->met) return true;
    side->met = true;
    pthread_barrier_wait(side->both); /* both compute answers */
    side->inner = pdk_answer(side->theirs, "laps", &table, &error);
    memcpy(side->code, error.code, sizeof side->code);
    pthread_barrier_wait(side->both);
    return true;
}

static void *answer_crosswise(void *user)
{
    crossing *side = user;
    const pdk_table *table;
    side->outer = pdk_answer_with_progress(side->mine, "laps", ask_the_other, side, &table, NULL);
    return NULL;
}

/* Each thread asks inside its callback for what the other is computing. */
static void two_threads_do_not_wait_for_each_other(void **state)
{
    (void)state;
    size_t size;
    const uint8_t *bytes = stage_file("raf", &size);
    pdk_document *documents[2] = { open_bytes_or_fail(bytes, size), open_bytes_or_fail(bytes, size) };
    pthread_barrier_t both;
    pthread_barrier_init(&both, NULL, 2);
    crossing sides[2] = { { .mine = documents[0], .theirs = documents[1], .both = &both },
                          { .mine = documents[1], .theirs = documents[0], .both = &both } };
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, answer_crosswise, &sides[1]), 0);
    answer_crosswise(&sides[0]);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; i++) {
        const pdk_table *table;
        pdk_error error;
        assert_int_equal(sides[i].outer, PDK_OK);
        assert_int_equal(sides[i].inner, PDK_E_ARGUMENT);
        assert_string_equal(sides[i].code, "callback.busy");
        assert_ok(pdk_answer(documents[i], "laps", &table, &error), error);
        pdk_close(documents[i]);
    }
    pthread_barrier_destroy(&both);
}

/* ------------------------------------------------------------------------------------------ codes, recursion */

typedef struct insider {
    pdk_document *document;
    pdk_output *output;
    unsigned heard;
    pdk_status answer, write;
    pdk_error error;
    const pdk_table *table;
} insider;

static bool ask_again(void *user, uint64_t done, uint64_t total)
{
    insider *in = user;
    (void)done;
    (void)total;
    if (in->heard++ > 0) return true;
    in->answer = pdk_answer(in->document, "laps", &in->table, &in->error);
    return true;
}

static void refusals_say_why(void **state)
{
    (void)state;
    size_t size;
    const uint8_t *bytes = stage_file("raf", &size);
    insider in = { .document = open_bytes_or_fail(bytes, size) };
    pdk_error error;
    const pdk_table *table;
    assert_ok(pdk_answer_with_progress(in.document, "laps", ask_again, &in, &table, &error), error);
    assert_true(in.heard > 0);
    assert_fails(in.answer, in.error, PDK_E_ARGUMENT, "callback.reentered", PDK_NO_OFFSET);
    assert_string_equal(in.error.message, "answers of this document cannot be used inside a callback of the call "
                                          "that is using it");
    assert_null(in.table);
    pdk_close(in.document);
}

static bool close_it(void *user, uint64_t done, uint64_t total)
{
    insider *in = user;
    (void)done;
    (void)total;
    pdk_close(in->document);
    in->document = NULL;
    return true;
}

static void no_table_of_a_closed_document_is_handed_out(void **state)
{
    (void)state;
    size_t size;
    const uint8_t *bytes = stage_file("raf", &size);
    insider in = { .document = open_bytes_or_fail(bytes, size) };
    pdk_error error;
    const pdk_table *table;
    pdk_status status = pdk_answer_with_progress(in.document, "laps", close_it, &in, &table, &error);
    assert_fails(status, error, PDK_E_ARGUMENT, "callback.closed", PDK_NO_OFFSET);
    assert_null(table);
}

/* The progress of a document's open options asks for work that reports to it: in files of some hundred MB, checks do.
 */
static bool report_again(void *user, uint64_t done, uint64_t total)
{
    insider *in = user;
    in->heard++;
    return in->document == NULL || pdk_document_progress(in->document, done, total);
}

static void a_document_does_not_report_to_itself(void **state)
{
    (void)state;
    size_t size;
    const uint8_t *bytes = stage_file("wwww", &size);
    insider in = { .heard = 0 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.progress = report_again;
    options.progress_user = &in;
    pdk_document *document;
    pdk_error error;
    assert_ok(pdk_open_memory(bytes, size, &options, &document, &error), error);
    assert_true(in.heard > 0);
    in = (insider){ .document = document };
    assert_true(pdk_document_progress(document, 1, 2));
    assert_true(pdk_document_progress(document, 2, 2));
    assert_int_equal(in.heard, 2);
    pdk_close(document);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (const caller *row = callers; row->name != NULL; row++) puts(row->name);
        return 0;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(everything_in_every_callback),
                                        cmocka_unit_test(two_threads_do_not_wait_for_each_other),
                                        cmocka_unit_test(refusals_say_why),
                                        cmocka_unit_test(no_table_of_a_closed_document_is_handed_out),
                                        cmocka_unit_test(a_document_does_not_report_to_itself) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
