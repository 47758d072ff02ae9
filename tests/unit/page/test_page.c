/* A page holds what the documents hold, lets nothing in a file act, and is the same for the same call. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "page_look.h"
#include "session_hand.h"

static const char script[] = "console.log('a & b < c');", style[] = "body{color:red}", worker[] = "onmessage=0";
static const pdk_page_front front = { .script = { script, sizeof script - 1 }, .style = { style, sizeof style - 1 } };

static char *write_page(const pdk_page_file *files, size_t count, const pdk_page_front *with,
                        const pdk_page_options *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_page_write(files, count, with, options, output, &error), error);
    return take_text(output);
}

typedef struct manifest {
    char *text;
    pdk_memory memory;
    pdk_json_tree tree;
    pdk_json_found root, document;
} manifest;

static void read_manifest(manifest *made, const char *html)
{
    pdk_json_trouble trouble;
    made->text = page_element(html, "paddock-bundle");
    assert_non_null(made->text);
    pdk_memory_init(&made->memory, NULL, 0);
    assert_true(pdk_json_parse(&made->tree, &made->memory, made->text, strlen(made->text), &trouble));
    made->root = pdk_json_root(&made->tree);
    made->document = pdk_json_item(pdk_json_member(made->root, "documents"), 0);
}

static void forget(manifest *made)
{
    pdk_json_free(&made->tree);
    pdk_memory_destroy(&made->memory);
    free(made->text);
}

static double number(pdk_json_found value)
{
    double found = NAN;
    assert_true(pdk_json_as_number(value, &found));
    return found;
}

static pdk_document *open_race(uint8_t **bytes)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    options.seconds = 90;
    options.cars = 4;
    *bytes = synth_or_fail("vcr", &options, &size);
    return open_bytes_or_fail(*bytes, size);
}

/* ---------------------------------------------------------------------------------------------------- tables */

static void check_column(const uint8_t *block, size_t size, const pdk_table *table, size_t index, size_t rows)
{
    const pdk_column_info *info = pdk_table_column_at(table, index);
    page_column column = page_column_of(block, size, info->name);
    uint8_t *validity = calloc(rows / 8 + 1, 1);
    void *values = calloc(rows + 1, pdk_type_size(info->type));
    double *numbers = calloc(rows + 1, sizeof *numbers);
    bool is_text = info->type == PDK_TEXT || info->type == PDK_BYTES;
    pdk_column_read read = { index, is_text ? PDK_TYPE_NONE : PDK_FLOAT64, is_text ? values : numbers, validity };
    pdk_error error;
    assert_ok(pdk_table_read(table, 0, rows, &read, 1, &error), error);
    assert_int_equal(column.count, rows);
    for (size_t i = 0; i < rows; i++) {
        assert_int_equal(column.valid[i], validity[i / 8] >> i % 8 & 1);
        if (!column.valid[i]) continue;
        if (info->type == PDK_TEXT) assert_text(((pdk_text *)values)[i], column.words[i]);
        else if (info->type == PDK_BYTES) assert_int_equal(strlen(column.words[i]), 2 * ((pdk_bytes *)values)[i].size);
        else if (info->type == PDK_INT64 || info->type == PDK_UINT64)
            assert_near(column.bits != NULL ? (double)column.bits[i] : column.numbers[i], numbers[i], 0);
        else if (column.bits != NULL && (info->type == PDK_UINT32 || info->type == PDK_INT32))
            assert_near((double)(uint32_t)column.bits[i], numbers[i], 0);
        else if (info->type == PDK_FLOAT32) /* its array in the page is of floats */
            assert_true(isnan(numbers[i]) ? isnan(column.numbers[i])
                                          : !(fabsf((float)column.numbers[i] - (float)numbers[i]) > 0));
        else assert_true(isnan(numbers[i]) ? isnan(column.numbers[i]) : !(fabs(column.numbers[i] - numbers[i]) > 0));
    }
    free(numbers);
    free(values);
    free(validity);
    page_column_free(&column);
}

static void check_tables(const pdk_document *document, const char *html)
{
    manifest made;
    read_manifest(&made, html);
    pdk_json_found tables = pdk_json_member(made.document, "tables"),
                   blocks = pdk_json_member(pdk_json_member(made.document, "parts"), "tables");
    size_t count = pdk_json_count(tables, SIZE_MAX);
    assert_int_equal(pdk_json_count(blocks, SIZE_MAX), count);
    assert_true(count >= pdk_document_table_count(document));
    for (size_t i = 0; i < count; i++) {
        pdk_json_found about = pdk_json_item(tables, i);
        pdk_text text = pdk_json_as_text(pdk_json_member(about, "name"));
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)text.size, text.data);
        const pdk_table *table = pdk_document_own_table(document, name);
        pdk_error error;
        bool computed = table == NULL;
        if (computed) assert_ok(pdk_answer(document, name, &table, &error), error);
        assert_int_equal(pdk_json_kind(pdk_json_member(about, "computed")), computed ? 't' : 'f');
        assert_near(number(pdk_json_member(about, "rows")), (double)pdk_table_rows(table), 0);
        size_t rows = (size_t)number(pdk_json_member(about, "embedded_rows")), size;
        assert_true(rows <= pdk_table_rows(table));
        uint8_t *block = page_block(html, (size_t)number(pdk_json_item(blocks, i)), &size);
        for (size_t c = 0; c < pdk_table_columns(table); c++) {
            if (!pdk_table_column_at(table, c)->hidden) check_column(block, size, table, c, rows);
        }
        free(block);
    }
    forget(&made);
}

static void test_tables_are_what_the_document_says(void **state)
{
    (void)state;
    static const char *const formats[] = { "vcr", "raf", "rply", "tri", "rld" };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        size_t size;
        options.seconds = i < 3 ? 20 : 0;
        uint8_t *bytes = synth_or_fail(formats[i], &options, &size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        pdk_page_file file = { .document = document, .name = formats[i] };
        char *html = write_page(&file, 1, &front, NULL);
        check_tables(document, html);
        free(html);
        pdk_close(document);
        free(bytes);
    }
}

static void test_a_budget_keeps_the_first_rows(void **state)
{
    (void)state;
    size_t size;
    pdk_synth_options lap = PDK_SYNTH_OPTIONS_INIT;
    lap.seconds = 40;
    uint8_t *bytes = synth_or_fail("raf", &lap, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_page_file file = { .document = document, .name = "lap.raf" };
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.values = 1;
    char *all = write_page(&file, 1, &front, NULL), *few = write_page(&file, 1, &front, &options);
    assert_true(strlen(few) < strlen(all) / 2);
    assert_non_null(strstr(few, "This page has the first 200 of "));
    assert_null(strstr(all, "This page has the first 200 of "));
    check_tables(document, few);
    free(all);
    free(few);
    pdk_close(document);
    free(bytes);
}

/* A replay of several cars has its positions already: a short one as a long one. */
static void test_moments_of_cars_are_positions(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = open_race(&bytes);
    pdk_page_file file = { .document = document, .name = "race.vcr" };
    char *html = write_page(&file, 1, &front, NULL);
    assert_non_null(strstr(html, "This page has the first 200 of "));
    assert_non_null(strstr(html, "rows of poses"));
    check_tables(document, html);
    free(html);
    pdk_close(document);
    free(bytes);
}

/* --------------------------------------------------------------------------------------------------- motion */

/* Samples of a run are the motion's own, to the step they are stored in. */
static void check_run(const pdk_motion *motion, size_t run, const uint8_t *block, size_t size, const double origin[3])
{
    static const struct {
        const char *name;
        pdk_role role;
        double within;
    } channels[] = { { "x", PDK_ROLE_X, 0.011 },       { "y", PDK_ROLE_Y, 0.011 },
                     { "z", PDK_ROLE_Z, 0.011 },       { "speed", PDK_ROLE_SPEED, 0.026 },
                     { "gear", PDK_ROLE_GEAR, 0.001 }, { "throttle", PDK_ROLE_THROTTLE, 0.0051 } };
    page_column time = page_column_of(block, size, "time");
    double *values = calloc(time.count + 1, sizeof *values);
    for (size_t i = 1; i < time.count; i++) assert_true(time.numbers[i] > time.numbers[i - 1]);
    for (size_t c = 0; c < sizeof channels / sizeof channels[0]; c++) {
        pdk_channel_read read = { pdk_motion_find_channel(motion, channels[c].role), values };
        if (read.channel == PDK_NO_COLUMN) continue;
        page_column column = page_column_of(block, size, channels[c].name);
        pdk_error error;
        assert_ok(pdk_motion_read_times(motion, run, time.numbers, time.count, &read, 1, &error), error);
        for (size_t i = 0; i < time.count; i++) {
            /* times are in steps too: half of one is some millimetres of way; a gear may have changed in it */
            double less = c < 3 ? origin[c] : 0, within = channels[c].within + (c < 3 ? 0.006 : 0.02);
            if (channels[c].role == PDK_ROLE_GEAR || channels[c].role == PDK_ROLE_THROTTLE) within = 1.01;
            if (!isnan(values[i])) assert_near(column.numbers[i], values[i] - less, within);
        }
        page_column_free(&column);
    }
    free(values);
    page_column_free(&time);
}

static void check_motion(double seconds, uint32_t cars, double rate)
{
    pdk_synth_options made = PDK_SYNTH_OPTIONS_INIT;
    size_t size;
    made.seconds = seconds;
    made.cars = cars;
    uint8_t *bytes = synth_or_fail("vcr", &made, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_page_file file = { .document = document, .name = "race.vcr" };
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.rate = rate;
    options.values = 1;
    char *html = write_page(&file, 1, &front, &options);
    manifest about;
    read_manifest(&about, html);
    pdk_json_found parts = pdk_json_member(about.document, "parts"), info = pdk_json_member(parts, "motion"),
                   runs = pdk_json_member(parts, "runs"), place = pdk_json_member(info, "origin");
    const double origin[3] = { number(pdk_json_member(place, "x")), number(pdk_json_member(place, "y")),
                               number(pdk_json_member(place, "z")) };
    pdk_motion *motion;
    pdk_error error;
    assert_ok(pdk_motion_open(document, NULL, &motion, &error), error);
    assert_int_equal(pdk_json_count(runs, SIZE_MAX), pdk_motion_run_count(motion));
    for (size_t run = 0; run < pdk_motion_run_count(motion); run++) {
        size_t block_size;
        uint8_t *block = page_block(html, (size_t)number(pdk_json_item(runs, run)), &block_size);
        check_run(motion, run, block, block_size, origin);
        page_column time = page_column_of(block, block_size, "time");
        if (rate > 0) assert_true((double)time.count < seconds * rate * 1.2 + 3);
        if (rate <= 0 && pdk_json_kind(pdk_json_member(info, "rate")) == 'n')
            assert_int_equal(time.count, pdk_motion_run_at(motion, run)->samples);
        page_column_free(&time);
        free(block);
    }
    pdk_motion_close(motion);
    forget(&about);
    free(html);
    pdk_close(document);
    free(bytes);
}

static void test_positions_are_samples_of_the_file(void **state)
{
    (void)state;
    check_motion(30, 3, 0); /* few: all of them */
    check_motion(30, 3, 5);
    check_motion(420, 4, 0); /* many: thinned, but around incidents */
}

static void test_one_driver(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = open_race(&bytes);
    pdk_page_file file = { .document = document, .name = "race.vcr" };
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.driver = "C.";
    char *html = write_page(&file, 1, &front, &options);
    manifest about;
    read_manifest(&about, html);
    pdk_json_found parts = pdk_json_member(about.document, "parts"),
                   runs = pdk_json_member(pdk_json_member(parts, "motion"), "runs");
    assert_int_equal(pdk_json_count(runs, SIZE_MAX), 1);
    assert_int_equal(pdk_json_count(pdk_json_member(parts, "runs"), SIZE_MAX), 1);
    assert_true(pdk_json_is(pdk_json_member(pdk_json_item(runs, 0), "driver"), "C. Lindqvist"));
    forget(&about);
    free(html);
    pdk_close(document);
    free(bytes);
}

/* --------------------------------------------------------------------------------------- surfaces, pictures */

static void test_a_surface(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    pdk_document *document = synth_road(3000, &bytes, &size);
    pdk_surface surface = surface_or_fail(document, 0);
    pdk_page_file file = { .document = document, .name = "road.rld" };
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_page_surface(&file, 0, NULL, output, &error), error);
    uint8_t *block = take_bytes(output, &size);
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_json_tree head = page_head(block, size, &memory);
    pdk_json_found origin = pdk_json_member(pdk_json_root(&head), "origin");
    page_column corners = page_column_of(block, size, "corner");
    assert_int_equal(corners.count, 3 * surface.triangle_count);
    for (size_t i = 0; i < corners.count; i++) assert_near(corners.numbers[i], surface.triangles[i], 0);
    static const char *const names[] = { "x", "y", "z" };
    for (size_t k = 0; k < 3; k++) {
        page_column axis = page_column_of(block, size, names[k]);
        double middle = number(pdk_json_item(origin, k));
        assert_int_equal(axis.count, surface.vertex_count);
        for (size_t i = 0; i < axis.count; i++)
            assert_near(axis.numbers[i] + middle, (double)surface.positions[3 * i + k], 0.00051);
        page_column_free(&axis);
    }
    page_column_free(&corners);
    pdk_json_free(&head);
    pdk_memory_destroy(&memory);
    free(block);
    output = output_or_fail();
    assert_fails(pdk_page_surface(&file, 1, NULL, output, &error), error, PDK_E_ARGUMENT, "argument.surface",
                 PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* With Paddock's part for meshes a large surface is simplified; without it, it is left out, and the page says so. */
static void test_a_large_surface(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size, parts = 0;
    pdk_document *document = synth_road(20000, &bytes, &size);
    pdk_page_file file = { .document = document, .name = "road.rld" };
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.triangles = 2000;
    pdk_part_info part = { 0 };
    while (pdk_part_at(parts, &part) && strcmp(part.id, "meshoptimizer") != 0) parts++;
    char *html = write_page(&file, 1, &front, &options);
    pdk_error error;
    pdk_output *output = output_or_fail();
    pdk_status status = pdk_page_surface(&file, 0, &options, output, &error);
    if (part.present) {
        assert_ok(status, error);
        uint8_t *block = take_bytes(output, &size);
        page_column corners = page_column_of(block, size, "corner");
        assert_true(corners.count > 3 * 500 && corners.count < 3 * 4000);
        assert_non_null(strstr(html, "it was simplified for this page"));
        page_column_free(&corners);
        free(block);
    } else {
        assert_fails(status, error, PDK_E_UNSUPPORTED, "simplify.without", PDK_NO_OFFSET);
        assert_non_null(strstr(html, "part for meshes, which simplifies, is missing"));
        pdk_output_close(output);
    }
    free(html);
    pdk_close(document);
    free(bytes);
}

static void test_pictures(void **state)
{
    (void)state;
    pdk_document *document = open_or_fail(PADDOCK_SAMPLES "/pictures.fsh");
    pdk_page_file file = { .document = document, .name = "pictures.fsh" };
    assert_true(pdk_document_image_count(document) > 3);
    for (size_t i = 0; i < pdk_document_image_count(document); i++) {
        static const char *const names[] = { "red", "green", "blue", "alpha" };
        const pdk_image_info *info = pdk_document_image_at(document, i);
        size_t pixels = (size_t)info->width * info->height, size;
        uint8_t *rgba = malloc(4 * pixels);
        pdk_error error;
        assert_ok(pdk_document_image_read(document, i, rgba, 4 * pixels, &error), error);
        pdk_output *output = output_or_fail();
        assert_ok(pdk_page_image(&file, i, output, &error), error);
        uint8_t *block = take_bytes(output, &size);
        for (size_t k = 0; k < 4; k++) {
            page_column plane = page_column_of(block, size, names[k]);
            assert_int_equal(plane.count, pixels);
            for (size_t p = 0; p < pixels; p++) assert_near(plane.numbers[p], rgba[4 * p + k], 0);
            page_column_free(&plane);
        }
        free(block);
        free(rgba);
    }
    pdk_close(document);
}

/* --------------------------------------------------------------------------------------------------- layout */

static void test_bytes_say_what_they_are(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    size_t size, block_size;
    options.seconds = 2;
    uint8_t *bytes = synth_or_fail("raf", &options, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_page_layout(document, 0, 1024, output, &error), error);
    uint8_t *block = take_bytes(output, &block_size);
    page_column offset = page_column_of(block, block_size, "offset"), width = page_column_of(block, block_size, "size"),
                field = page_column_of(block, block_size, "field"),
                record = page_column_of(block, block_size, "record"),
                value = page_column_of(block, block_size, "value");
    assert_true(offset.count > 20);
    bool found = false;
    for (size_t i = 0; i < offset.count; i++) {
        assert_true(offset.numbers[i] < 1024 && offset.numbers[i] + width.numbers[i] <= (double)size);
        if (strcmp(field.words[i], "raf_version") != 0) continue;
        found = true;
        assert_string_equal(record.words[i], "raf.header");
        assert_int_equal(atoi(value.words[i]), bytes[(size_t)offset.numbers[i]]);
    }
    assert_true(found);
    page_column *all[] = { &offset, &width, &field, &record, &value };
    for (size_t i = 0; i < 5; i++) page_column_free(all[i]);
    free(block);
    output = output_or_fail();
    assert_fails(pdk_page_layout(document, size, 1, output, &error), error, PDK_E_ARGUMENT, "argument.bytes",
                 PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* -------------------------------------------------------------------------------------------------- hostile */

static void assert_nothing_acts(const char *html)
{
    assert_null(strstr(html, "<script>window"));
    assert_null(strstr(html, "<img"));
    assert_null(strstr(html, "onerror=1>"));
    assert_null(strstr(html, "<!--"));
    size_t scripts = 0;
    for (const char *at = html; (at = strstr(at, "<script>")) != NULL; at++) scripts++;
    assert_int_equal(scripts, 1); /* the front end's own */
}

static void test_names_are_text(void **state)
{
    (void)state;
    static const pdk_session_driver drivers[] = { HAND_DRIVER(1, "</script><script>window.x=1</script>"),
                                                  HAND_DRIVER(2, "<img src=x onerror=1>"),
                                                  HAND_DRIVER(3, "<!--<script>"),
                                                  HAND_DRIVER(4, "a\xE2\x80\xA8"
                                                                 "b\xE2\x80\xA9"
                                                                 "c\"'&`${x}") };
    static const pdk_session_crossing crossings[] = {
        HAND_OPENING(1, 10, 0),          HAND_CROSSING(1, 100, 0, 0, 90), HAND_OPENING(2, 11, 0),
        HAND_CROSSING(2, 102, 0, 0, 91), HAND_OPENING(3, 12, 0),          HAND_CROSSING(3, 105, 0, 0, 93),
        HAND_OPENING(4, 13, 0),          HAND_CROSSING(4, 107, 0, 0, 94),
    };
    pdk_session session = HAND_SESSION(PDK_SESSION_RACE, drivers, crossings);
    pdk_document *document = hand_document(&session);
    pdk_page_file file = { .document = document, .name = "season/<!--<script>window.y=1\x01.vcr" };
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    char *html = write_page(&file, 1, &front, &options);
    assert_nothing_acts(html);
    assert_non_null(strstr(html, "<td><bdi>&lt;img src=x onerror=1&gt;</bdi></td>"));
    assert_non_null(strstr(html, "<title>&lt;!--&lt;script&gt;window.y=1\xEF\xBF\xBD.vcr"));
    assert_null(strstr(html, "season")); /* where the file lay */
    manifest about;
    read_manifest(&about, html);
    assert_null(strstr(about.text, "\xE2\x80\xA8"));
    assert_null(strchr(about.text, '<'));
    assert_null(strchr(about.text, '&'));
    assert_true(pdk_json_is(pdk_json_member(about.document, "file"), "<!--<script>window.y=1\x01.vcr"));
    forget(&about);
    free(html);
    options.title = "</title><script>window.z=1</script>";
    html = write_page(&file, 1, &front, &options);
    assert_nothing_acts(html);
    free(html);
    pdk_close(document);
}

/* --------------------------------------------------------------------------------------------------- policy */

static void base64_of_hex(const char hex[PDK_SHA256_HEX], char text[45])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0;
    int have = 0, at = 0;
    for (int i = 0; i < 64; i++) {
        bits = bits << 4 | (unsigned)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
        have += 4;
        if (have < 6) continue;
        have -= 6;
        text[at++] = letters[bits >> have & 63];
        bits &= (1u << have) - 1;
    }
    text[at++] = letters[bits << (6 - have) & 63];
    text[at++] = '=';
    text[at] = '\0';
}

static void assert_names_hash(const char *html, const char *directive, const char *of)
{
    char hex[PDK_SHA256_HEX], base64[45], wanted[120];
    digest(of, strlen(of), hex);
    base64_of_hex(hex, base64);
    snprintf(wanted, sizeof wanted, "%s 'sha256-%s'", directive, base64);
    assert_non_null(strstr(html, wanted));
}

static void test_the_policy_names_what_may_run(void **state)
{
    (void)state;
    static const uint8_t library[] = "\0asm";
    uint8_t *bytes;
    pdk_document *document = open_race(&bytes);
    pdk_page_file file = { .document = document, .name = "race.vcr" };
    char *html = write_page(&file, 1, &front, NULL);
    assert_names_hash(html, "script-src", script);
    assert_names_hash(html, "style-src", style);
    assert_non_null(strstr(html, "content=\"default-src 'none'; "));
    assert_null(strstr(html, "wasm-unsafe-eval"));
    assert_null(strstr(html, "worker-src"));
    assert_true(strstr(html, "Content-Security-Policy") < strstr(html, "<style"));
    assert_non_null(strstr(html, script)); /* as it is */
    free(html);
    pdk_page_front live = front;
    live.worker = (pdk_text){ worker, sizeof worker - 1 };
    live.library = (pdk_bytes){ library, 4 };
    html = write_page(NULL, 0, &live, NULL);
    assert_names_hash(html, "script-src", script);
    assert_non_null(strstr(html, " 'wasm-unsafe-eval'; style-src"));
    assert_non_null(strstr(html, "worker-src blob:; "));
    char *embedded = page_element(html, "paddock-library");
    assert_non_null(embedded);
    free(embedded);
    free(html);
    pdk_close(document);
    free(bytes);
}

static void test_the_same_bytes_again(void **state)
{
    (void)state;
    uint8_t *bytes, *again_bytes;
    pdk_document *document = open_race(&bytes), *again = open_race(&again_bytes);
    pdk_page_file file = { .document = document, .name = "race.vcr" };
    char *first = write_page(&file, 1, &front, NULL), *second = write_page(&file, 1, &front, NULL);
    assert_string_equal(first, second);
    free(second);
    file.document = again;
    second = write_page(&file, 1, &front, NULL);
    assert_string_equal(first, second);
    free(first);
    free(second);
    pdk_close(document);
    pdk_close(again);
    free(bytes);
    free(again_bytes);
}

/* What pdk_check finds is in the description, each with its code. */
static void test_what_is_wrong(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 2000;
    size_t size;
    uint8_t *bytes = synth_or_fail("rld", &options, &size);
    memset(bytes + size / 2, 0xff, size / 4);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    assert_true(count_findings(document, PDK_CHECK_FULL, "rld.index.range") > 0);
    pdk_page_file file = { .document = document, .name = "road.rld" };
    pdk_output *output = output_or_fail();
    pdk_error error;
    assert_ok(pdk_page_describe(&file, NULL, output, &error), error);
    char *json = take_text(output);
    assert_non_null(strstr(json, "rld.index.range"));
    free(json);
    pdk_close(document);
    free(bytes);
}

/* A page that opens files itself asks for one at a time. */
static void test_description_names_the_file(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = open_race(&bytes);
    const char *const names[][2] = {
        { "private/race.vcr", "\"file\":\"race.vcr\"" },
        { "race.vcr", "\"file\":\"race.vcr\"" },
        { NULL, "\"file\":\"\"" },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pdk_page_file file = { .document = document, .name = names[i][0] };
        pdk_output *output = output_or_fail();
        pdk_error error;
        assert_ok(pdk_page_describe(&file, NULL, output, &error), error);
        char *json = take_text(output);
        assert_non_null(strstr(json, names[i][1]));
        free(json);
    }
    pdk_close(document);
    free(bytes);
}

static void test_arguments(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = open_race(&bytes);
    pdk_page_file file = { .document = document, .name = "race.vcr" }, none = { 0 };
    pdk_output *output = output_or_fail();
    pdk_error error;
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.rate = -1;
#define REFUSED(call, code) assert_fails(call, error, PDK_E_ARGUMENT, code, PDK_NO_OFFSET)
    REFUSED(pdk_page_write(&file, 1, &front, &options, output, &error), "page.rate");
    REFUSED(pdk_page_write(&file, 1, NULL, NULL, output, &error), "argument");
    REFUSED(pdk_page_write(&file, 1, &front, NULL, NULL, &error), "argument");
    REFUSED(pdk_page_write(&none, 1, &front, NULL, output, &error), "argument");
    REFUSED(pdk_page_write(NULL, 0, &front, NULL, output, &error), "argument");
    REFUSED(pdk_page_describe(&none, NULL, output, &error), "argument");
    REFUSED(pdk_page_run(document, 99, NULL, output, &error), "argument.run");
    REFUSED(pdk_page_image(&file, 0, output, &error), "argument.image");
    REFUSED(pdk_page_traces(NULL, 0, 0, NULL, output, &error), "argument");
    assert_int_equal(pdk_output_position(output), 0);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_are_what_the_document_says),
        cmocka_unit_test(test_a_budget_keeps_the_first_rows),
        cmocka_unit_test(test_moments_of_cars_are_positions),
        cmocka_unit_test(test_positions_are_samples_of_the_file),
        cmocka_unit_test(test_one_driver),
        cmocka_unit_test(test_a_surface),
        cmocka_unit_test(test_a_large_surface),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_bytes_say_what_they_are),
        cmocka_unit_test(test_names_are_text),
        cmocka_unit_test(test_the_policy_names_what_may_run),
        cmocka_unit_test(test_the_same_bytes_again),
        cmocka_unit_test(test_what_is_wrong),
        cmocka_unit_test(test_description_names_the_file),
        cmocka_unit_test(test_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
