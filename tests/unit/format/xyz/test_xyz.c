/* Points as text: separators, headers, remarks, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

static pdk_document *open_text(const char *text, bool partial)
{
    return open_mesh(text, strlen(text), "xyz", partial);
}

static void separators(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "1 2 3\n4 5 6.5\n",
        "1\t2\t3\r\n4\t5\t6.5\r\n",
        "1,2,3\n4,5,6.5",
        "1;2;3;\n4;5;6.5;\n",
        "  1   2 3  \n\n# remark\n// another\n4 5 6.5 \n",
        "1, 2, 3\n4, 5, 6.5\n",
        "\"1\",\"2\",\"3\"\n\"4\",\"5\",\"6.5\"\n",
        "\357\273\2771 2 3\n4 5 6.5\n",
        "2\n1 2 3\n4 5 6.5\n",
        "x y z\n1 2 3\n4 5 6.5\n",
        "//X Y Z\n1 2 3\n4 5 6.5\n",
        "z,i,y,x\n3,9,2,1\n6.5,9,5,4\n",
        "1 2 3 label\n4 5 6.5 other text\n",
        "Easting;Northing;Height\n1;2;3\n4;5;6.5\n",
        "% made by hand\n1e0 20e-1 +3.\n4 5 6.5\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        pdk_document *document = open_text(texts[i], false);
        assert_mesh_points(document, 1, 2, 3, 4, 5, 6.5);
        assert_int_equal(document->mesh->triangle_count, 0);
        read_everything(document);
        pdk_close(document);
    }
}

static void columns(void **state)
{
    (void)state;
    pdk_document *document =
        open_text("X,Y,Z,Intensity,Intensity,name,column_2\n1,2,3,4,5,a,6\n7,8,9,10,11,b,\n", false);
    static const char *const names[] = { "x", "y", "z", "column_4", "column_5", "name", "column_7" };
    const pdk_table *table = pdk_document_find_table(document, "points");
    assert_int_equal(pdk_table_columns(table), 7);
    for (size_t i = 0; i < 7; i++) assert_string_equal(pdk_table_column_at(table, i)->name, names[i]);
    size_t count;
    double *values = column_f64(document, "points", "column_5", &count);
    assert_true(count == 2 && values[0] == 5 && values[1] == 11);
    free(values);
    values = column_f64(document, "points", "name", &count);
    assert_true(isnan(values[0]));
    free(values);
    pdk_close(document);
}

/* Only a name makes numbers points. */
static void names_decide(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
        bool points;
    } cases[] = {
        { "1 2 3\n", "scan.xyz", true },           { "1 2 3\n", "scan.csv", true },
        { "1 2 3\n", "scan.dat", false },          { "1 2 3\n", "", false },
        { "time,speed\n1,2\n", "lap.csv", false }, { "Dear all, so 1 2 3\n", "letter.txt", false },
        { "x,y,z\n1,2,3\n", "a.csv", true },       { "1 2\n3 4\n", "a.txt", false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        pdk_document *document = NULL;
        options.name = cases[i].name;
        pdk_status status = pdk_open_memory(cases[i].text, strlen(cases[i].text), &options, &document, NULL);
        assert_int_equal(status == PDK_OK, cases[i].points);
        if (status == PDK_OK) assert_string_equal(pdk_document_format(document)->id, "xyz");
        pdk_close(document);
    }
}

static void refused(void **state)
{
    (void)state;
    static const refusal cases[] = {
        { "# nothing\n", PDK_E_TRUNCATED, "xyz.empty", 10 },
        { "1,5 2,5 3,5\n", PDK_E_UNSUPPORTED, "xyz.comma", 0 },
        { "1,5;2,5;3,5\n", PDK_E_UNSUPPORTED, "xyz.comma", 0 },
        { "1 2\n", PDK_E_UNSUPPORTED, "xyz.columns", 0 },
        { "1 a 3\n", PDK_E_UNSUPPORTED, "xyz.columns", 2 },
        { "lat lon alt\n1 2 3\n", PDK_E_UNSUPPORTED, "xyz.header", 0 },
        { "\xFF\xFE 1", PDK_E_UNSUPPORTED, "xyz.encoding", 0 },
        { "1 2 3\r4 5 6\r", PDK_E_UNSUPPORTED, "xyz.lines", 5 },
        { "1 2 3\n4 5 6\r7 8 9\n", PDK_E_CORRUPT, "xyz.lines", 6 },
        { "1 2 3\n4 5\n7 8 9\n", PDK_E_CORRUPT, "xyz.point", 6 },
        { "1 2 3\n4 5 6,5\n", PDK_E_CORRUPT, "xyz.point", 6 },
        { "1 2 3\n4 5 6\nend\n", PDK_E_CORRUPT, "xyz.point", 12 },
        { "3\n1 2 3\n4 5 6\n", PDK_E_TRUNCATED, "xyz.count", 14 },
    };
    assert_all_refused(cases, "xyz");
}

static void partial(void **state)
{
    (void)state;
    pdk_document *document = open_text("5\n1 2 3\n4 5\n7 8 nan\nbroken\n-1 -2 -3\n", true);
    assert_mesh_points(document, 1, 2, 3, 7, 8, NAN, -1, -2, -3);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "xyz.point"), 1);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "xyz.count"), 1);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "xyz.nan"), 1);
    pdk_close(document);
}

/* Several pieces of the index, remarks and long lines among them; and a text without a line end. */
static void many_lines(void **state)
{
    (void)state;
    size_t capacity = 3 << 20, size = 0, points = 0;
    char *text = malloc(capacity);
    assert_non_null(text);
    while (size < capacity - 100000) {
        if (points % 997 == 500) {
            text[size++] = '#';
            memset(text + size, 'r', 70000);
            size += 70000;
            text[size++] = '\n';
        }
        size += (size_t)snprintf(text + size, 64, "%zu %zu.25 -%zu\n", points, points, points);
        points++;
    }
    pdk_document *document = open_mesh(text, size, "xyz", false);
    assert_int_equal(document->mesh->point_count, points);
    double(*all)[3] = mesh_points(document, 1000);
    for (size_t i = 0; i < points; i++) {
        assert_true(all[i][0] == (double)i && all[i][1] == (double)i + 0.25 && all[i][2] == -(double)i);
    }
    free(all);
    for (uint64_t at = points; at-- > 0 && at > points - 30;) {
        double one[1][3];
        pdk_error error;
        assert_ok(document->mesh->read_points(document->mesh, at, 1, one, &error), error);
        assert_true(one[0][0] == (double)at);
    }
    pdk_close(document);
    memset(text, '7', capacity);
    assert_refused(text, capacity, "xyz", PDK_E_UNSUPPORTED, "xyz.columns", 0);
    free(text);
}

static void world_coordinates(void **state)
{
    (void)state;
    pdk_document *document = open_text("691000.123 5334000.456 512.5\n691001.123 5334001.456 513.5\n", false);
    assert_near(property_number(document, "surface_origin_x"), 691000, 0);
    pdk_surface surface = surface_or_fail(document, 0);
    assert_near((double)surface.positions[3], 1.123, 1e-6);
    assert_mesh_points(document, 691000.123, 5334000.456, 512.5, 691001.123, 5334001.456, 513.5);
    pdk_close(document);
}

static void hostile(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF//X,Y,Z,i\n2\n1,2,3,4\n\"5\",6,7,x\n";
    sweep_truncation((const uint8_t *)text, sizeof text - 1, 1, "xyz");
    sweep_mutation((const uint8_t *)text, sizeof text - 1, 0, sizeof text - 1, 1, "xyz");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separators),        cmocka_unit_test(columns), cmocka_unit_test(names_decide),
        cmocka_unit_test(refused),           cmocka_unit_test(partial), cmocka_unit_test(many_lines),
        cmocka_unit_test(world_coordinates), cmocka_unit_test(hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
