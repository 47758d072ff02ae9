/* What building refuses, where it says so, and text of all kinds that must not come through. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "random.h"
#include "sink.h"
#include "twin.h"

/* A small surface and its twin, which the tests edit by hand. */
static uint8_t *surface;
static size_t surface_size, twin_size;
static char *twin;

static int make_twin(void **unused)
{
    (void)unused;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 9;
    surface = synth_or_fail("rld", &options, &surface_size);
    pdk_document *document = open_bytes_or_fail(surface, surface_size);
    twin = dump_or_fail(document, &twin_size);
    pdk_close(document);
    return 0;
}

static int free_twin(void **unused)
{
    (void)unused;
    free(surface);
    free(twin);
    return 0;
}

/* The twin with one piece of text replaced; malloc'd. */
static char *replaced(const char *from, const char *piece, const char *by)
{
    const char *at = strstr(from, piece);
    if (at == NULL) fail_msg("the twin has no %s", piece);
    size_t size = strlen(from) + strlen(by) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%.*s%s%s", (int)(at - from), from, by, at + strlen(piece));
    return text;
}

static void refuses_text(const char *text, const char *code, const char *where)
{
    uint8_t *bytes;
    size_t size;
    pdk_error error = { 0 };
    pdk_status status = build_text(text, strlen(text), &bytes, &size, &error);
    free(bytes);
    if (status == PDK_OK || strcmp(error.code, code) != 0 || strcmp(error.where, where) != 0) {
        fail_msg("wanted %s at %s, got %s (%s) at %s: %s\n%.3000s", code, where, pdk_status_name(status), error.code,
                 error.where, error.message, text);
    }
    assert_true(strncmp(error.message, "line ", 5) == 0);
    assert_true(error.offset <= strlen(text));
}

static void refuses(const char *piece, const char *by, const char *code, const char *where)
{
    char *text = replaced(twin, piece, by);
    refuses_text(text, code, where);
    free(text);
}

static void places_of_refusals(void **unused)
{
    (void)unused;
    refuses("\"paddock\": 1", "\"paddock\": 2", "build.version", "$.paddock");
    refuses("\"paddock\": 1", "\"paddock\": \"1\"", "build.type", "$.paddock");
    refuses("\"paddock\": 1,\n", "", "build.order", "$.format");
    refuses("\"format\": \"rld\",\n", "", "build.order", "$.layouts");
    refuses("\"format\": \"rld\"", "\"format\": \"rdl\"", "build.format", "$.format");
    refuses("\"format\": \"rld\"", "\"format\": 7", "build.type", "$.format");
    refuses("\"dialect\"", "\"dialekt\"", "build.unknown", "$");
    refuses("\"dialect\"", "\"format\": \"rld\", \"dialect\"", "build.order", "$.format");
    refuses("\"packed\": null", "\"packed\": false", "build.type", "$.packed");
    refuses("\"packed\": null", "\"packed\": {\"codec\": \"gzip\"}", "build.json", "");
    refuses("\"packed\": null", "\"packed\": {\"original\": \"00\", \"level\": 3}", "build.unknown", "$.packed");
    refuses("\"packed\": null", "\"packed\": {\"codec\": \"refpack\", \"original\": \"1F8B080000000000\"}",
            "build.packing", "$.packed.codec");
    refuses("\"packed\": null", "\"packed\": {\"original\": \"1F8B080000000000\", \"codec\": 7}", "build.packing",
            "$.packed.codec");
    refuses("\"packed\": null",
            "\"packed\": {\"codec\": \"gzip\", \"variant\": \"stored\", \"original\": \"1F8B080000000000\"}",
            "build.packing", "$.packed.variant");
    refuses("\"packed\": null", "\"packed\": {\"original\": [\"00\", \"0\"]}", "build.length", "$.packed.original[1]");
    refuses("\"layouts\": {}", "\"layouts\": {\"rld.poynt\": {\"size\": 12}}", "build.unknown", "$.layouts.rld.poynt");
    refuses("\"layouts\": {}", "\"layouts\": {\"rld.point\": {\"size\": 11}}", "build.range", "$.layouts.rld.point");
    refuses("\"layouts\": {}", "\"layouts\": {\"rld.point\": {\"size\": 12.5}}", "build.range", "$.layouts.rld.point");
    refuses("\"layouts\": {}", "\"layouts\": {\"rld.point\": {\"size\": 1e12}}", "build.range", "$.layouts.rld.point");
    refuses("\"layouts\": {}",
            "\"layouts\": {\"rld.point\": {\"size\": 20, \"more\": {\"record\": \"rld.header\", \"offset\": 8}}}",
            "build.range", "$.layouts.rld.point.more");
    refuses("\"layouts\": {}",
            "\"layouts\": {\"rld.point\": {\"size\": 20, \"more\": {\"record\": \"x\", \"offset\": 8}}}",
            "build.unknown", "$.layouts.rld.point.more");
    refuses("\"layouts\": {}", "\"layouts\": []", "build.type", "$.layouts");
    refuses("[\"x\",\"y\",\"z\"]", "[\"x\",\"z\",\"y\"]", "build.columns", "$.columns.rld.point");
    refuses("[\"x\",\"y\",\"z\"]", "[\"x\",\"y\"]", "build.columns", "$.columns.rld.point");
    refuses("\"rld.point\": [\"x\",\"y\",\"z\"],", "", "build.columns", "$.parts[2].rld.point[0]");
    refuses("{\"rld.point\"", "{\"rld.pont\"", "build.unknown", "$.parts[2].rld.pont");
    refuses("\"points\": 8", "\"points\": 4294967296", "build.range", "$.parts[0].rld.header.points");
    refuses("\"points\": 8", "\"points\": 8.5", "build.type", "$.parts[0].rld.header.points");
    refuses("\"points\": 8", "\"points\": \"8\"", "build.type", "$.parts[0].rld.header.points");
    refuses("\"points\": 8", "\"pints\": 8", "build.missing", "$.parts[0].rld.header.points");
    refuses("\"points\": 8", "\"points\": 8, \"pints\": 8", "build.unknown", "$.parts[0].rld.header.pints");
    refuses("\"magic\": \"RLD0\"", "\"magic\": \"RLD01\"", "build.range", "$.parts[0].rld.header.magic");
    refuses("[0,4,5]", "[0,4]", "build.length", "$.parts[4].rld.triangle[0]");
    refuses("[0,4,5]", "[0,4,5,6]", "build.length", "$.parts[4].rld.triangle[0]");
    refuses("[0,4,5]", "[0,4,4294967296]", "build.range", "$.parts[4].rld.triangle[0].c");
    refuses("[0,4,5]", "[0,4,null]", "build.type", "$.parts[4].rld.triangle[0].c");
    refuses("[0,4,5]", "7", "build.type", "$.parts[4].rld.triangle[0]");
    refuses("{\"rld.blocks\": {", "{\"zeros\": -1}, {\"rld.blocks\": {", "build.type", "$.parts[5].zeros");
    refuses("{\"rld.blocks\": {", "{\"bytes\": \"0g\"}, {\"rld.blocks\": {", "build.type", "$.parts[5].bytes");
    refuses("{\"rld.blocks\": {", "{\"bytes\": [\"00\", \"000\"]}, {\"rld.blocks\": {", "build.length",
            "$.parts[5].bytes[1]");
    refuses("{\"rld.blocks\": {", "{\"bytes\": 12}, {\"rld.blocks\": {", "build.type", "$.parts[5].bytes");
    refuses("\"units\"", "\"parts\": [], \"units\": {}, \"units\"", "build.order", "$.units");
}

/* A refusal says what it found and what there is room for, or which name is meant. */
static void words_of_refusals(void **unused)
{
    (void)unused;
    static const struct {
        const char *piece, *by, *words;
    } cases[] = {
        { "\"points\": 8", "\"points\": \"eight\"",
          "$.parts[0].rld.header.points must be a whole number, found \"eight\"" },
        { "\"points\": 8", "\"points\": [8]", "must be a whole number, found an array" },
        { "\"points\": 8", "\"points\": 99999999999", "does not fit: 99999999999, stored as i32" },
        { "\"points\": 8", "\"pints\": 8", "points is missing; is \"pints\" meant for it?" },
        { "\"points\": 8", "\"pints\": 8, \"points\": 8",
          "pints is not a field of rld.header; did you mean \"points\"?" },
        { "\"points\": 8", "\"colour\": 8, \"points\": 8", "colour is not a field of rld.header" },
        { "\"points\": 8", "\"points\": NaN", ": in $.parts[0].rld.header: this is not a JSON value" },
        { "\"magic\": \"RLD0\"", "\"magic\": \"RLD01\"", "magic needs 5 bytes, but the field has 4" },
        { "\"magic\": \"RLD0\"", "\"magic\": null", "magic must be a string, found null" },
        { "[0,4,5]", "[0,4,1e39]", "c does not fit: 1e39, stored as i32" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = replaced(twin, cases[i].piece, cases[i].by);
        uint8_t *bytes;
        size_t size;
        pdk_error error = { 0 };
        assert_int_equal(build_text(text, strlen(text), &bytes, &size, &error), PDK_E_CORRUPT);
        if (strstr(error.message, cases[i].words) == NULL) fail_msg("wanted %s, got %s", cases[i].words, error.message);
        free(text);
    }
}

/* What is no JSON, with the line it is in. */
/* Zeros cost a text nothing but their number, so how many there may be goes by its size. */
static void zeros_have_a_limit(void **unused)
{
    (void)unused;
    static const char before[] = "{\"rld.blocks\": {";
    refuses(before, "{\"zeros\": 999999999999999}, {\"rld.blocks\": {", "build.zeros", "$.parts[5].zeros");
    refuses(before, "{\"zeros\": 16777216}, {\"zeros\": 16777216}, {\"rld.blocks\": {", "build.zeros",
            "$.parts[6].zeros");
    size_t at = (size_t)(strstr(twin, before) - twin) + strlen("{\"zeros\": "),
           maximum = ((size_t)16 << 20) + 1024 * at, size;
    char part[80];
    snprintf(part, sizeof part, "{\"zeros\": %zu}, %s", maximum + 1, before);
    refuses(before, part, "build.zeros", "$.parts[5].zeros");
    snprintf(part, sizeof part, "{\"zeros\": %zu}, %s", maximum, before);
    char *text = replaced(twin, before, part);
    uint8_t *bytes;
    pdk_error error = { 0 };
    assert_ok(build_text(text, strlen(text), &bytes, &size, &error), error);
    assert_int_equal(size, surface_size + maximum);
    free(bytes);
    free(text);
}

static void refuses_syntax(const char *text, const char *line)
{
    uint8_t *bytes;
    size_t size;
    pdk_error error = { 0 };
    assert_int_equal(build_text(text, strlen(text), &bytes, &size, &error), PDK_E_CORRUPT);
    assert_string_equal(error.code, "build.json");
    if (strncmp(error.message, line, strlen(line)) != 0) fail_msg("wanted %s, got %s", line, error.message);
}

static void syntax(void **unused)
{
    (void)unused;
    refuses_syntax("", "line 1: the text ends where '{' is expected");
    refuses_syntax("[]", "line 1: expected '{', found '['");
    refuses_syntax("\x01", "line 1: expected '{', found byte 0x01");
    refuses_syntax("{}", "line 1: the text has no \"parts\"");
    refuses_syntax("{\n\n\"paddock\" 1}", "line 3: expected ':', found '1'");
    refuses_syntax("{\"paddock\": 1\n\"format\"", "line 2: expected ',' or '}'");
    refuses_syntax("{\"paddock\": 1,\n}", "line 2: expected '\"', found '}'");
    refuses_syntax("{\"paddock\": 01}", "line 1: ");
    refuses_syntax("{\"paddock\": }", "line 1: expected a value");
    refuses_syntax("{\"paddock\": 1, \"format\": \"rld", "line 1: the text ends inside a value");
    char *text = replaced(twin, "}}]}\n", "}}]} x");
    refuses_syntax(text, "line 53: something follows the end of the text");
    free(text);
    text = replaced(twin, "\"points\": 8", "\"points\": 8,\n\"points\": 8");
    refuses_syntax(text, "line 24: ");
    free(text);
}

/* Blanks, a byte order mark, line ends of another system, names in another order: all the same file. */
static void other_spellings(void **unused)
{
    (void)unused;
    char *text = malloc(3 * twin_size + 8), *to = text + 3;
    assert_non_null(text);
    memcpy(text, "\xEF\xBB\xBF", 3);
    for (size_t i = 0; i < twin_size; i++) {
        if (twin[i] == '\n') *to++ = '\r';
        *to++ = twin[i];
        if (twin[i] == ',' || twin[i] == '[') *to++ = '\t';
    }
    *to = '\0';
    char *again = replaced(text, "\"points\": 8", "\"triangles\": 6"),
         *turned = replaced(again, "\"triangles\": 6}", "\"points\": 8}");
    uint8_t *bytes;
    size_t size = 0;
    pdk_error error = { 0 };
    assert_ok(build_text(turned, strlen(turned), &bytes, &size, &error), error);
    assert_int_equal(size, surface_size);
    assert_memory_equal(bytes, surface, size);
    free(bytes);
    free(again);
    free(turned);
    free(text);
}

/* Every prefix of the text is refused, as text that ends too early. */
static void every_prefix(void **unused)
{
    (void)unused;
    for (size_t length = 0; length + 1 < twin_size; length++) {
        char *prefix = malloc(length + 1);
        assert_non_null(prefix);
        memcpy(prefix, twin, length);
        uint8_t *bytes;
        size_t size;
        pdk_error error = { 0 };
        assert_int_equal(build_text(prefix, length, &bytes, &size, &error), PDK_E_CORRUPT);
        assert_true(error.offset <= length);
        free(prefix);
    }
}

/* Bytes changed anywhere: built or refused, never worse. */
static void noise(void **unused)
{
    (void)unused;
    uint64_t seed = 11;
    char *text = malloc(twin_size);
    assert_non_null(text);
    for (int round = 0; round < 4000; round++) {
        memcpy(text, twin, twin_size);
        for (int i = 0; i < 1 + round % 3; i++) {
            static const char likely[] = "{}[],:\"0-.e\\ \n\xFF";
            uint64_t random = random_next(&seed);
            text[random % twin_size] = likely[(random >> 32) % (sizeof likely - 1)];
        }
        uint8_t *bytes;
        size_t size;
        pdk_error error = { 0 };
        build_text(text, twin_size, &bytes, &size, &error);
        free(bytes);
    }
    free(text);
}

/* Text that comes in pieces of any size is the same text. */
typedef struct drip {
    const char *at;
    size_t left, step;
    pdk_status then; /* at the end */
} drip;

static pdk_status pull_drip(void *user, void *buffer, size_t size, size_t *got)
{
    drip *from = user;
    *got = from->left < from->step ? from->left : from->step;
    if (*got > size) *got = size;
    memcpy(buffer, from->at, *got);
    from->at += *got;
    from->left -= *got;
    return *got == 0 ? from->then : PDK_OK;
}

static void pieces(void **unused)
{
    (void)unused;
    for (size_t step = 1; step < 40; step += 6) {
        drip from = { twin, twin_size, step, PDK_OK };
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        assert_ok(pdk_build(pull_drip, &from, NULL, output, &error), error);
        assert_int_equal(pdk_output_bytes(output).size, surface_size);
        assert_memory_equal(pdk_output_bytes(output).data, surface, surface_size);
        pdk_output_close(output);
    }
    drip broken = { twin, twin_size / 2, 100, PDK_E_IO };
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_int_equal(pdk_build(pull_drip, &broken, NULL, output, &error), PDK_E_IO);
    assert_string_equal(error.code, "io.read");
    pdk_output_close(output);
}

/* ------------------------------------------------------------------------------------------ when things fail */

/* What is held to be packed counts. */
static void packed_within_limits(void)
{
    char *half = replaced(twin, "\"packed\": null", "\"packed\": {\"original\": \"00\"}");
    char *text = replaced(half, "\"parts\": [", "\"parts\": [{\"zeros\": 10000000},");
    pdk_build_options options = PDK_BUILD_OPTIONS_INIT;
    options.limits.memory = 1 << 20;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_build_text(text, strlen(text), &options, output, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    assert_int_equal(pdk_output_position(output), 0);
    pdk_output_close(output);
    free(half);
    free(text);
}

/* A packed original that cannot be compared because memory runs out is a failure, never "changed". */
static void packed_out_of_memory(void)
{
    pdk_synth_options race = PDK_SYNTH_OPTIONS_INIT;
    race.seconds = 1;
    race.cars = 2;
    race.gzip = true;
    size_t size, text_size;
    uint8_t *data = synth_or_fail("vcr", &race, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    assert_string_equal(pdk_document_packed(document), "gzip");
    char *text = dump_or_fail(document, &text_size);
    pdk_close(document);
    pdk_status status = PDK_E_MEMORY;
    for (size_t grant = 0; status != PDK_OK; grant++) {
        failing memory = { .fail_at = grant + 1, .for_good = true };
        pdk_build_options options = PDK_BUILD_OPTIONS_INIT;
        options.allocator = failing_allocator(&memory);
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        status = pdk_build_text(text, text_size, &options, output, &error);
        assert_true(status == PDK_OK || status == PDK_E_MEMORY);
        if (status == PDK_OK) assert_int_equal(pdk_output_bytes(output).size, size);
        assert_int_equal(memory.live, 0);
        pdk_output_close(output);
    }
    free(text);
    free(data);
}

static void out_of_memory(void **unused)
{
    (void)unused;
    pdk_status status = PDK_E_MEMORY;
    size_t calls = 0;
    for (size_t grant = 0; status != PDK_OK; grant++) { /* building */
        failing memory = { .fail_at = grant + 1, .for_good = true };
        pdk_build_options options = PDK_BUILD_OPTIONS_INIT;
        options.allocator = failing_allocator(&memory);
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        status = pdk_build_text(twin, twin_size, &options, output, &error);
        assert_true(status == PDK_OK || status == PDK_E_MEMORY);
        assert_int_equal(memory.live, 0);
        calls = memory.calls;
        pdk_output_close(output);
    }
    assert_true(calls > 2);
    packed_out_of_memory();
    packed_within_limits();
    pdk_synth_options lap = PDK_SYNTH_OPTIONS_INIT;
    lap.seconds = 1;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &lap, &size);
    failing memory = { 0 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.allocator = failing_allocator(&memory);
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size, &options, &document, &error), error);
    size_t held = memory.live;
    status = PDK_E_MEMORY;
    for (size_t grant = 0; status != PDK_OK; grant++) { /* dumping */
        pdk_output *output = output_or_fail();
        fail_after(&memory, grant);
        status = pdk_dump(document, NULL, output, &error);
        assert_true(status == PDK_OK || status == PDK_E_MEMORY);
        assert_int_equal(memory.live, held);
        pdk_output_close(output);
    }
    status = PDK_E_MEMORY;
    for (size_t grant = 0; status != PDK_OK; grant++) { /* editing */
        pdk_edit *edit = NULL;
        fail_after(&memory, grant);
        status = pdk_edit_open(document, &edit, &error);
        if (status == PDK_OK) status = pdk_edit_set(edit, "block[3].wheel_1.load", "100", &error);
        const char *text;
        if (status == PDK_OK) status = pdk_edit_get(edit, "block[3].wheel_1.load", &text, &error);
        assert_true(status == PDK_OK || status == PDK_E_MEMORY);
        pdk_edit_close(edit);
        assert_int_equal(memory.live, held);
    }
    fail_never(&memory);
    pdk_close(document);
    assert_int_equal(memory.live, 0);
    free(data);
}

typedef struct full_disk {
    uint64_t capacity;
} full_disk;

static pdk_status write_to_full_disk(void *user, const void *data, size_t size)
{
    (void)data;
    full_disk *disk = user;
    if (size > disk->capacity) return PDK_E_IO;
    disk->capacity -= size;
    return PDK_OK;
}

static void full_outputs(void **unused)
{
    (void)unused;
    pdk_synth_options lap = PDK_SYNTH_OPTIONS_INIT;
    lap.seconds = 60;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &lap, &size);
    pdk_document *document = open_bytes_or_fail(data, size);
    for (uint64_t capacity = 0; capacity < 3000000; capacity += 700000) {
        full_disk disk = { capacity };
        pdk_output *output = NULL;
        pdk_error error = { 0 };
        assert_ok(pdk_output_callback(write_to_full_disk, &disk, &output, &error), error);
        pdk_status status = pdk_dump(document, NULL, output, &error);
        if (status == PDK_OK) status = pdk_output_finish(output, &error);
        assert_int_equal(status, capacity < 2500000 ? PDK_E_IO : status);
        pdk_output_close(output);
    }
    pdk_close(document);
    free(data);
}

static void cancelled(void **unused)
{
    (void)unused;
    int calls = 0;
    pdk_document *document = open_bytes_or_fail(surface, surface_size);
    pdk_dump_options options = PDK_DUMP_OPTIONS_INIT;
    options.progress = stop_at_once;
    options.progress_user = &calls;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_int_equal(pdk_dump(document, &options, output, &error), PDK_E_CANCELLED);
    assert_int_equal(calls, 1);
    pdk_output_close(output);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_of_refusals),
        cmocka_unit_test(words_of_refusals),
        cmocka_unit_test(zeros_have_a_limit),
        cmocka_unit_test(syntax),
        cmocka_unit_test(other_spellings),
        cmocka_unit_test(every_prefix),
        cmocka_unit_test(noise),
        cmocka_unit_test(pieces),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(full_outputs),
        cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests_name("twin_text", tests, make_twin, free_twin);
}
