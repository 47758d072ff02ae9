/* Lines of documents: what tracks and roads have of them, read by ranges. */
#define _GNU_SOURCE /* memmem */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static void assert_refused(const pdk_document *document, size_t line, uint64_t first, size_t count, const char *code)
{
    double points[2][3];
    pdk_error error = { 0 };
    assert_int_equal(pdk_document_line_read(document, line, first, count, points, &error), PDK_E_ARGUMENT);
    assert_string_equal(error.code, code);
}

/* A track has its nodes and what is beside them: as far as the table says, at a right angle to the way on. */
static void track(void **state)
{
    (void)state;
    static const char *const dialects[] = { "open", "closed" };
    for (int d = 0; d < 2; d++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.dialect = dialects[d];
        size_t size, count;
        uint8_t *data = synth_or_fail("tri", &options, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        assert_int_equal(pdk_document_line_count(document), 5);
        double *x = column_f64(document, "nodes", "x", &count), *z = column_f64(document, "nodes", "z", &count),
               *verge = column_f64(document, "nodes", "left_verge", &count);
        double(*nodes)[3] = malloc(count * sizeof *nodes), (*left)[3] = malloc(count * sizeof *left);
        assert_non_null(nodes);
        assert_non_null(left);
        pdk_error error;
        assert_ok(pdk_document_line_read(document, 0, 0, count, nodes, &error), error);
        assert_ok(pdk_document_line_read(document, 1, 0, count, left, &error), error);
        for (size_t line = 0; line < 5; line++) {
            const pdk_line_info *info = pdk_document_line_at(document, line);
            assert_int_equal(info->points, count);
            assert_int_equal(info->closed, d == 1);
            assert_int_equal(info->frame, PDK_FRAME_TRACK);
        }
        assert_string_equal(pdk_document_line_at(document, 0)->name, "node line");
        assert_string_equal(pdk_document_line_at(document, 1)->name, "left verge");
        for (size_t i = 0; i + 1 < count; i++) {
            assert_near(nodes[i][0], x[i], 1e-9);
            assert_near(nodes[i][2], z[i], 1e-9);
            double aside[3], length = 0, cross;
            for (int k = 0; k < 3; k++) aside[k] = left[i][k] - nodes[i][k];
            for (int k = 0; k < 3; k++) length += aside[k] * aside[k];
            assert_near(sqrt(length), verge[i], 1e-3 * (1 + verge[i]));
            cross = (nodes[i + 1][0] - nodes[i][0]) * aside[1] - (nodes[i + 1][1] - nodes[i][1]) * aside[0];
            assert_true(cross > 0); /* left of the way on */
        }
        double part[2][3];
        assert_ok(pdk_document_line_read(document, 1, 7, 2, part, &error), error);
        assert_memory_equal(part, left + 7, sizeof part);
        assert_null(pdk_document_line_at(document, 5));
        assert_refused(document, 5, 0, 1, "argument");
        assert_refused(document, 0, count, 1, "argument.rows");
        assert_refused(document, 0, 1, SIZE_MAX, "argument.rows");
        free(x);
        free(z);
        free(verge);
        free(nodes);
        free(left);
        pdk_close(document);
        free(data);
    }
}

/* An OpenCRG road has its reference line; GeoJSON takes it as it takes a track's. */
static void road(void **state)
{
    (void)state;
    static const char text[] = "$ROAD_CRG\n"
                               "REFERENCE_LINE_INCREMENT = 1\n"
                               "LONG_SECTION_V_RIGHT = -1\n"
                               "LONG_SECTION_V_LEFT = 1\n"
                               "LONG_SECTION_V_INCREMENT = 1\n"
                               "REFERENCE_LINE_START_X = 600000.25\n"
                               "REFERENCE_LINE_START_Y = 5\n"
                               "$\n"
                               "$KD_DEFINITION\n"
                               "#:LRFI\n"
                               "D:long section 1,m\n"
                               "D:long section 2,m\n"
                               "D:long section 3,m\n"
                               "$\n"
                               "$$$$\n"
                               "         0         0         0\n"
                               "         0         0         0\n"
                               "         0         0         0\n";
    pdk_document *document = open_bytes_or_fail((const uint8_t *)text, sizeof text - 1);
    assert_int_equal(pdk_document_line_count(document), 1);
    const pdk_line_info *info = pdk_document_line_at(document, 0);
    assert_string_equal(info->name, "reference line");
    assert_int_equal(info->points, 3);
    assert_false(info->closed);
    double points[3][3];
    pdk_error error;
    assert_ok(pdk_document_line_read(document, 0, 0, 3, points, &error), error);
    for (int i = 0; i < 3; i++) {
        assert_near(points[i][0], 600000.25 + i, 1e-9);
        assert_near(points[i][1], 5, 1e-9);
        assert_near(points[i][2], 0, 1e-9);
    }
    pdk_output *output = output_or_fail();
    pdk_convert_report report;
    assert_ok(pdk_convert(document, "geojson", NULL, &report, output, &error), error);
    pdk_bytes json = pdk_output_bytes(output);
    assert_non_null(memmem(json.data, json.size, "\"reference line\"", 16));
    static const char place[] = "[-5,600001.25,0]"; /* y is forward there, and no digit is lost */
    assert_non_null(memmem(json.data, json.size, place, sizeof place - 1));
    assert_int_equal(report.points, 3);
    assert_false(report.moved);
    pdk_output_close(output);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(track), cmocka_unit_test(road) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
