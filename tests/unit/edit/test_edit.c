/* Fields changed by name: the new value is read back, and no other byte is another. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct edited {
    uint8_t *data;
    size_t size;
    pdk_document *document;
    pdk_edit *edit;
} edited;

static edited begin(const char *format, const char *dialect)
{
    edited file = { 0 };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.seconds = strcmp(format, "tri") == 0 ? 30 : 3;
    options.points = strcmp(format, "tri") == 0 ? 0 : 50;
    file.data = synth_or_fail(format, &options, &file.size);
    file.document = open_bytes_or_fail(file.data, file.size);
    pdk_error error = { 0 };
    assert_ok(pdk_edit_open(file.document, &file.edit, &error), error);
    return file;
}

static void end(edited *file)
{
    pdk_edit_close(file->edit);
    pdk_close(file->document);
    free(file->data);
}

/* What the edit writes. */
static pdk_output *written(const edited *file)
{
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_ok(pdk_edit_write(file->edit, output, &error), error);
    assert_int_equal(pdk_output_bytes(output).size, file->size);
    return output;
}

/* The bytes that differ are from `offset` on, `size` of them at most. */
static void assert_changed_only(const edited *file, uint64_t offset, size_t size)
{
    pdk_output *output = written(file);
    const uint8_t *bytes = pdk_output_bytes(output).data;
    size_t changed = 0;
    for (size_t i = 0; i < file->size; i++) {
        if (bytes[i] == file->data[i]) continue;
        changed++;
        if (i < offset || i >= offset + size)
            fail_msg("byte %zu changed, which is none of %llu to %llu", i, (unsigned long long)offset,
                     (unsigned long long)(offset + size));
    }
    assert_true(changed > 0);
    pdk_output_close(output);
}

static void set_ok(const edited *file, const char *path, const char *value)
{
    pdk_error error = { 0 };
    assert_ok(pdk_edit_set(file->edit, path, value, &error), error);
}

static void assert_reads(const edited *file, const char *path, const char *value)
{
    const char *text = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_edit_get(file->edit, path, &text, &error), error);
    assert_string_equal(text, value);
}

static void refuses(const edited *file, const char *path, const char *value, const char *code, const char *hint)
{
    pdk_error error = { 0 };
    assert_int_equal(pdk_edit_set(file->edit, path, value, &error), PDK_E_ARGUMENT);
    if (strcmp(error.code, code) != 0 || strstr(error.message, hint) == NULL) {
        fail_msg("%s=%s: wanted %s with \"%s\", got %s: %s", path, value, code, hint, error.code, error.message);
    }
}

static void header_fields(void **unused)
{
    (void)unused;
    edited file = begin("raf", NULL);
    set_ok(&file, "player", "A. Driver");
    assert_changed_only(&file, 32, 32);
    assert_reads(&file, "player", "A. Driver");
    assert_reads(&file, "header.player", "A. Driver");
    assert_reads(&file, "raf.header.player", "A. Driver");
    set_ok(&file, "player", "A name of exactly thirty-two byt");
    assert_reads(&file, "player", "A name of exactly thirty-two byt");
    refuses(&file, "player", "A name of exactly thirty-two byte", "set.range", "the field has 32");
    set_ok(&file, "splits[1]", "12.345");
    assert_reads(&file, "splits[1]", "12.345");
    set_ok(&file, "reserved_10", "0aFF");
    assert_reads(&file, "reserved_10", "0aff");
    refuses(&file, "reserved_10", "0aF", "set.value", "2 bytes in hex");
    refuses(&file, "reserved_10", "0aFg", "set.value", "2 bytes in hex");
    end(&file);
}

static void fields_of_records(void **unused)
{
    (void)unused;
    edited file = begin("raf", NULL);
    uint64_t header = (uint64_t)property_number(file.document, "header_size"),
             block = (uint64_t)property_number(file.document, "block_size");
    set_ok(&file, "block[17].wheel_1.load", "1234.5");
    assert_changed_only(&file, header + 17 * block + 64 + 32 + 16, 4);
    set_ok(&file, "raf.block[17].gear", "-1");
    set_ok(&file, "block[17].x", "3.5");
    set_ok(&file, "block[17].forward[2]", "0.25");
    assert_reads(&file, "block[17].gear", "-1");
    pdk_output *output = written(&file);
    pdk_bytes bytes = pdk_output_bytes(output);
    pdk_document *again = open_bytes_or_fail(bytes.data, bytes.size);
    size_t count;
    double *x = column_f64(again, "telemetry", "x", &count), *z = column_f64(again, "telemetry", "forward_z", &count);
    assert_near(x[17], 3.5, 0);
    assert_near(z[17], 0.25, 0.5 / 32767);
    free(x);
    free(z);
    pdk_close(again);
    pdk_output_close(output);
    refuses(&file, "block[17].gear", "8", "set.range", "from -1 to 7");
    refuses(&file, "block[17].gear", "1.5", "set.value", "whole");
    refuses(&file, "block[17].gear", "first", "set.value", "number");
    refuses(&file, "block[17].gear", "", "set.value", "number");
    refuses(&file, "block[17].speed", "nan", "set.value", "number");
    refuses(&file, "block[17].x", "40000", "set.range", "does not fit: it is stored as i32");
    end(&file);
}

/* An element goes by its number, by its name, and by the name of its column. */
static void elements(void **unused)
{
    (void)unused;
    static const char *const paths[] = { "block[17].forward[2]", "block[17].forward[z]", "block[17].forward_z",
                                         "raf.block[17].forward_z" };
    enum { PATHS = sizeof paths / sizeof paths[0] };
    for (size_t i = 0; i < PATHS; i++) {
        edited file = begin("raf", NULL);
        uint64_t header = (uint64_t)property_number(file.document, "header_size"),
                 block = (uint64_t)property_number(file.document, "block_size");
        set_ok(&file, paths[i], "1");
        assert_changed_only(&file, header + 17 * block + 62, 2);
        for (size_t k = 0; k < PATHS; k++) assert_reads(&file, paths[k], "1");
        set_ok(&file, paths[(i + 1) % PATHS], "-1");
        for (size_t k = 0; k < PATHS; k++) assert_reads(&file, paths[k], "-1");
        end(&file);
    }
}

static void wrong_paths(void **unused)
{
    (void)unused;
    edited file = begin("raf", NULL);
    refuses(&file, "plyer", "x", "set.unknown", "did you mean \"player\"?");
    refuses(&file, "blok[1].gear", "1", "set.unknown", "did you mean \"block\"?");
    refuses(&file, "block[1].gaer", "1", "set.unknown", "did you mean \"gear\"?");
    refuses(&file, "block[1].wheel_1.laod", "1", "set.unknown", "did you mean \"load\"?");
    refuses(&file, "completely_else", "1", "set.unknown", "this file has no \"completely_else\"");
    refuses(&file, "block.gear", "1", "set.index", "block[0] to block[");
    refuses(&file, "block[999999].gear", "1", "set.index", "block[0] to block[");
    refuses(&file, "block[-1].gear", "1", "set.index", "block[0] to block[299]");
    refuses(&file, "block[].gear", "1", "set.unknown", "NAME[NUMBER].FIELD");
    refuses(&file, "block[1]", "1", "set.unknown", "NAME[NUMBER].FIELD");
    refuses(&file, "block[1].", "1", "set.unknown", "has no field \"\"");
    refuses(&file, "block[1].gear.x", "1", "set.unknown", "nothing can follow");
    refuses(&file, "block[1].gear[1]", "1", "set.index", "single value");
    refuses(&file, "block[1].forward", "1", "set.index", "forward[0] to forward[2]");
    refuses(&file, "block[1].forward", "1", "set.index", "or by name: x y z");
    refuses(&file, "block[1].forward[w]", "1", "set.index", "or by name: x y z");
    refuses(&file, "block[1].forward[x", "1", "set.unknown", "NAME[NUMBER].FIELD");
    refuses(&file, "block[1].forward[]", "1", "set.unknown", "NAME[NUMBER].FIELD");
    refuses(&file, "block[1].forward_w", "1", "set.unknown", "has no field \"forward_w\"");
    refuses(&file, "block[1].forward_", "1", "set.unknown", "has no field \"forward_\"");
    refuses(&file, "block[1].forward_x[0]", "1", "set.index", "names an element twice");
    refuses(&file, "block[1].gear[x]", "1", "set.unknown", "NAME[NUMBER].FIELD");
    refuses(&file, "block[1].forward[3]", "1", "set.index", "forward[0] to forward[2]");
    refuses(&file, "block[1].wheel_1", "1", "set.unknown", "name one of its fields");
    refuses(&file, "", "1", "set.unknown", "");
    refuses(&file, "raf.", "1", "set.unknown", "");
    assert_int_equal(pdk_edit_set(file.edit, "player", NULL, NULL), PDK_E_ARGUMENT);
    assert_int_equal(pdk_edit_set(file.edit, NULL, "x", NULL), PDK_E_ARGUMENT);
    pdk_output *output = written(&file); /* nothing of all that came through */
    assert_memory_equal(pdk_output_bytes(output).data, file.data, file.size);
    pdk_output_close(output);
    end(&file);
}

static void texts_of_variable_length(void **unused)
{
    (void)unused;
    edited file = begin("vcr", "r2");
    const char *text = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_edit_get(file.edit, "r2.driver[1].name", &text, &error), error);
    size_t length = strlen(text);
    char *name = malloc(length + 2);
    assert_non_null(name);
    memset(name, 'x', length);
    name[length] = '\0';
    set_ok(&file, "r2.driver[1].name", name);
    assert_reads(&file, "vcr.r2.driver[1].name", name);
    strcat(name, "x");
    refuses(&file, "r2.driver[1].name", name, "set.length", "use dump, edit the text, then build");
    free(name);
    set_ok(&file, "r2.pose[5].velocity_x", "1");
    end(&file);
}

static void every_format(void **unused)
{
    (void)unused;
    static const char *const cases[][4] = {
        { "rld", NULL, "point[7].z", "1.5" },         { "rld", NULL, "triangle[1].b", "3" },
        { "tri", "open", "node[12].z", "3.5" },       { "tri", "closed", "tri.record[2].points[5].x", "2" },
        { "rply", "1.1", "frame[3].time", "0.25" },   { "rply", "2.1", "state[3].x", "7.5" },
        { "shpi", NULL, "header.entry_count", "77" }, { "wwww", NULL, "child[0].offset", "77" },
        { "vcr", "l", "l.event[9].driver", "3" },     { "vcr", "r1", "slice[2].time", "2.5" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        edited file = begin(cases[i][0], cases[i][1]);
        set_ok(&file, cases[i][2], cases[i][3]);
        const char *text = NULL;
        pdk_error error = { 0 };
        assert_ok(pdk_edit_get(file.edit, cases[i][2], &text, &error), error);
        assert_near(strtod(text, NULL), strtod(cases[i][3], NULL), 0.01);
        pdk_output *output = written(&file);
        size_t changed = 0;
        for (size_t k = 0; k < file.size; k++) changed += pdk_output_bytes(output).data[k] != file.data[k];
        assert_true(changed > 0 && changed <= 4);
        pdk_output_close(output);
        end(&file);
    }
}

/* Across the borders of the pieces an edit is kept in. */
static void many_edits(void **unused)
{
    (void)unused;
    edited file = begin("raf", NULL);
    uint64_t blocks = (uint64_t)property_number(file.document, "block_count");
    for (uint64_t i = 0; i < blocks; i++) {
        char path[64];
        pdk_error error = { 0 };
        snprintf(path, sizeof path, "block[%llu].wheel_3.air_temperature", (unsigned long long)i);
        assert_ok(pdk_edit_set_number(file.edit, path, (double)(i % 200), &error), error);
        snprintf(path, sizeof path, "block[%llu].distance", (unsigned long long)i);
        assert_ok(pdk_edit_set_number(file.edit, path, (double)i * 0.5, &error), error);
    }
    pdk_output *output = written(&file);
    pdk_bytes bytes = pdk_output_bytes(output);
    pdk_document *again = open_bytes_or_fail(bytes.data, bytes.size);
    size_t count;
    double *distance = column_f64(again, "telemetry", "distance", &count);
    assert_int_equal(count, blocks);
    for (size_t i = 0; i < count; i++) assert_near(distance[i], (double)i * 0.5, 0);
    free(distance);
    pdk_close(again);
    pdk_output_close(output);
    end(&file);
}

static void real_file_edit(void **unused)
{
    (void)unused;
    const char *path = real_file("nfs/AL1.TRI");
    if (path == NULL) skip();
    edited file = { 0 };
    file.data = read_file(path, &file.size);
    file.document = open_bytes_or_fail(file.data, file.size);
    pdk_error error = { 0 };
    assert_ok(pdk_edit_open(file.document, &file.edit, &error), error);
    set_ok(&file, "node[12].z", "3.5");
    set_ok(&file, "node[12].lanes", "3");
    assert_reads(&file, "node[12].z", "3.5");
    assert_changed_only(&file, 0x98C + 12 * 36, 36);
    end(&file);
}

static int64_t number_of(pdk_edit *edit, uint32_t node, const char *field)
{
    char path[64];
    const char *text = NULL;
    pdk_error error = { 0 };
    snprintf(path, sizeof path, "node[%u].%s", (unsigned)node, field);
    assert_ok(pdk_edit_get(edit, path, &text, &error), error);
    return lround(strtod(text, NULL) * 1e6);
}

static void what_follows(void **unused)
{
    (void)unused;
    static const char *const fields[] = { "heading", "slope", "right_x", "right_y", "right_z", "z", "slant" };
    enum { FIELDS = sizeof fields / sizeof fields[0] };
    edited file = begin("tri", "open");
    int64_t before[20][FIELDS];
    for (uint32_t i = 0; i < 20; i++) {
        for (size_t k = 0; k < FIELDS; k++) before[i][k] = number_of(file.edit, i, fields[k]);
    }
    pdk_error error = { 0 };
    assert_ok(pdk_edit_recompute(file.edit, &error), error);
    pdk_output *output = written(&file); /* nothing changed, so nothing follows */
    assert_memory_equal(pdk_output_bytes(output).data, file.data, file.size);
    pdk_output_close(output);
    set_ok(&file, "node[12].z", "30");
    set_ok(&file, "node[0].x", "2");
    set_ok(&file, "node[5].slant", "0.2");
    assert_ok(pdk_edit_recompute(file.edit, &error), error);
    assert_reads(&file, "start_x", "2");
    for (uint32_t i = 0; i < 20; i++) {
        for (size_t k = 0; k < FIELDS; k++) {
            int64_t now = number_of(file.edit, i, fields[k]);
            bool slope = (i == 11 || i == 12 || i == 0) && k == 1, heading = i == 0 && k == 0;
            bool right = (i == 0 || i == 5) && k >= 2 && k <= 4;
            bool set = (i == 12 && k == 5) || (i == 5 && k == 6);
            if (!slope && !heading && !right && !set && now != before[i][k])
                fail_msg("node[%u].%s changed", (unsigned)i, fields[k]);
            if (((slope && i != 0) || set) && now == before[i][k])
                fail_msg("node[%u].%s did not change", (unsigned)i, fields[k]);
        }
    }
    assert_near((double)number_of(file.edit, 5, "right_z") / 1e6, -sin(0.2), 1e-3);
    assert_true(number_of(file.edit, 11, "slope") > 0);
    set_ok(&file, "record_count", "17");
    set_ok(&file, "prop_capacity", "900");
    assert_ok(pdk_edit_recompute(file.edit, &error), error);
    assert_reads(&file, "scenery_size", "4896");
    const char *text = NULL;
    assert_ok(pdk_edit_get(file.edit, "prop_type_count", &text, &error), error);
    char size[32];
    snprintf(size, sizeof size, "%d", 12 + 16 * atoi(text) + 16 * 900);
    assert_reads(&file, "chunk_size", size);
    end(&file);
    file = begin("raf", NULL);
    set_ok(&file, "player", "x");
    assert_ok(pdk_edit_recompute(file.edit, &error), error);
    end(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_fields),
        cmocka_unit_test(fields_of_records),
        cmocka_unit_test(elements),
        cmocka_unit_test(wrong_paths),
        cmocka_unit_test(texts_of_variable_length),
        cmocka_unit_test(every_format),
        cmocka_unit_test(many_edits),
        cmocka_unit_test(what_follows),
        cmocka_unit_test(real_file_edit),
    };
    return cmocka_run_group_tests_name("edit", tests, NULL, NULL);
}
