/* OpenCRG: grids in all four encodings, lines of every kind, and the real scans. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

typedef struct maker {
    char bytes[8192];
    size_t size;
} maker;

static void put(maker *to, const char *text)
{
    memcpy(to->bytes + to->size, text, strlen(text));
    to->size += strlen(text);
}

/* In the encoding's own way: big-endian, or in columns. */
static void put_number(maker *to, const char *format, double value, int *column)
{
    bool text = format[2] == 'F', wide = format[1] == 'D';
    if (text) {
        if (*column == (wide ? 4 : 8)) {
            put(to, "\n");
            *column = 0;
        }
        char number[32];
        if (isnan(value)) snprintf(number, sizeof number, wide ? "%20s" : "%10s", "*missing*");
        else snprintf(number, sizeof number, wide ? "%20.12f" : "%10.6f", value);
        put(to, number);
        ++*column;
        return;
    }
    float narrow = (float)value;
    uint32_t narrow_bits;
    uint64_t bits;
    size_t size = wide ? 8 : 4;
    memcpy(&narrow_bits, &narrow, 4);
    memcpy(&bits, &value, 8);
    if (!wide) bits = narrow_bits;
    for (size_t i = size; i-- > 0;) to->bytes[to->size++] = (char)(uint8_t)(bits >> 8 * i);
}

static void put_row(maker *to, const char *format, const double *values, size_t count)
{
    int column = 0;
    for (size_t i = 0; i < count; i++) put_number(to, format, values[i], &column);
    if (format[2] == 'F') put(to, "\n");
}

static void fill_record(maker *to, size_t data)
{
    while ((to->size - data) % 80 != 0) to->bytes[to->size++] = 0;
}

/* Three rows and three sections along x, 2 m apart, one height missing. */
static maker straight(const char *format, const char *more)
{
    maker to = { 0 };
    char line[128];
    put(&to,
        "$CT ! about\nmade here\n$\n$ROAD_CRG\nreference_line_start_u = 10.0\nREFERENCE_LINE_END_U = 14.0 ! the end\n"
        "reference_line_increment = 2\nlong_section_v_right = -1.5\nlong_section_v_left = 1.5\n"
        "reference_line_start_x = 100\n");
    put(&to, more);
    put(&to, "$\n* a remark\n$KD_DEFINITION\n");
    snprintf(line, sizeof line, "#:%s ! how\n", format);
    put(&to, line);
    put(&to, "U:reference line u,m,0,1\nD:long section 1,m\nD:long section 2,m\nD:long section 3,m\n$\n$$$$$$$$\n");
    static const double heights[3][3] = { { 0.5, 0.25, 0 }, { 1, NAN, 1.5 }, { 2, 2.25, -2.5 } };
    size_t data = to.size;
    for (int i = 0; i < 3; i++) put_row(&to, format, heights[i], 3);
    if (format[2] != 'F') fill_record(&to, data);
    return to;
}

static void every_encoding(void **state)
{
    (void)state;
    static const char *const formats[] = { "KRBI", "KDBI", "LRFI", "LDFI" };
    for (size_t i = 0; i < 4; i++) {
        maker file = straight(formats[i], "");
        pdk_document *document = open_mesh(file.bytes, file.size, NULL, false);
        assert_string_equal(pdk_document_format(document)->id, "crg");
        assert_mesh_points(document, 100, -1.5, 0.5, 100, 0, 0.25, 100, 1.5, 0, 102, -1.5, 1, 102, 1.5, 1.5, 104, -1.5,
                           2, 104, 0, 2.25, 104, 1.5, -2.5);
        assert_int_equal(document->mesh->triangle_count, 0); /* the node in the middle is in all four cells */
        assert_property_text(document, "comment", "made here\n");
        assert_near(property_number(document, "reference_line_start_u"), 10, 0);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.gaps"), 1);
        read_everything(document);
        pdk_close(document);
    }
}

/* What else stands for a gap; only of **unused** is it worth a word that it was taken for one. */
static void words_for_gaps(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        bool told;
    } cases[] = { { " *missing*", false }, { "**********", false }, { "          ", false }, { "**unused**", true } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        maker file = straight("LRFI", "");
        file.bytes[file.size] = '\0';
        char *at = strstr(file.bytes, " *missing*");
        assert_non_null(at);
        memcpy(at, cases[i].word, 10);
        pdk_document *document = open_mesh(file.bytes, file.size, "crg", false);
        assert_int_equal(document->mesh->point_count, 8);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.gaps"), 1);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.unused"), cases[i].told);
        const pdk_finding *found = document->findings.items;
        for (size_t k = 0; k < document->findings.count; k++) {
            if (strcmp(found[k].code, "crg.unused") == 0) assert_int_equal(found[k].offset, at - file.bytes);
        }
        pdk_close(document);
    }
}

/* Channels of the line, sections by position in any order and at uneven distances. */
static maker bent(const char *format)
{
    maker to = { 0 };
    char line[64];
    put(&to, "$ROAD_CRG\nreference_line_increment = 1\nreference_line_start_z = 5\nreference_line_start_phi = 0\n$\n"
             "$KD_DEFINITION\n");
    snprintf(line, sizeof line, "#:%s\n", format);
    put(&to, line);
    put(&to, "D:long section at v = 2.0,m\nD:reference line phi,rad\nD:reference line banking,m/m\n"
             "D:reference line slope,m/m\n"
             "D:long section at v = -1,m\nD:long section at v=0.5 , m\n$$$$\n");
    size_t data = to.size;
    static const double rows[4][6] = { { 0.3, NAN, 0, NAN, 0.1, 0.2 },
                                       { 0.3, 0, 0.1, 0.5, 0.1, 0.2 },
                                       { 0.3, 1.5707963267948966, 0.1, 0.25, 0.1, 0.2 },
                                       { 0.3, 1.5707963267948966, 0.1, 0, 0.1, 0.2 } };
    for (int i = 0; i < 4; i++) put_row(&to, format, rows[i], 6);
    if (format[2] != 'F') fill_record(&to, data);
    return to;
}

static void lines_that_bend(void **state)
{
    (void)state;
    maker file = bent("LDFI");
    pdk_document *document = open_mesh(file.bytes, file.size, "crg", false);
    assert_int_equal(document->mesh->point_count, 12);
    assert_int_equal(document->mesh->triangle_count, 12);
    double(*points)[3] = mesh_points(document, 1);
    /* The line: (0,0) (1,0) (1,1) (1,2), heights 5, 5.5, 5.75, 5.75. In the corner rows stand at 45 degrees and are
     * longer. */
    static const double wanted[12][3] = {
        { 0, -1, 5.1 }, { 0, 0.5, 5.2 }, { 0, 2, 5.3 },   { 2, -1, 5.5 }, { 0.5, 0.5, 5.75 }, { -1, 2, 6.0 },
        { 2, 1, 5.75 }, { 0.5, 1, 6.0 }, { -1, 1, 6.25 }, { 2, 2, 5.75 }, { 0.5, 2, 6.0 },    { -1, 2, 6.25 },
    };
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 3; k++) assert_near(points[i][k], wanted[i][k], 1e-9);
    }
    free(points);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.folds"), 1);
    read_everything(document);
    pdk_close(document);
}

/* With an end the line is followed from both sides, and what does not fit is reported. */
static void ends_that_do_not_fit(void **state)
{
    (void)state;
    maker file = bent("KDBI");
    static const char with[] = "reference_line_end_x = 1.3\nreference_line_end_y = 2\n";
    memmove(file.bytes + 10 + sizeof with - 1, file.bytes + 10, file.size - 10);
    memcpy(file.bytes + 10, with, sizeof with - 1);
    file.size += sizeof with - 1;
    pdk_document *document = open_mesh(file.bytes, file.size, "crg", false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.line.end"), 1);
    size_t count;
    double *x = column_f64(document, "reference_line", "x", &count);
    assert_int_equal(count, 4);
    assert_near(x[0], 0, 0);
    assert_near(x[1], 1 + 0.3 / 3, 1e-12); /* a third of the way from 1 to 1.3 */
    assert_near(x[3], 1.3, 1e-12);
    free(x);
    pdk_close(document);
}

static void lines_by_places(void **state)
{
    (void)state;
    maker to = { 0 };
    put(&to,
        "$ROAD_CRG\n$KD_DEFINITION\n#:LRFI\nD:reference line x,m\nD:reference line y,m\nD:long section at v = -1,m\n"
        "D:long section at v = 1,m\n$$$$\n");
    static const double rows[2][4] = { { 3, 4, 0.5, 0.25 }, { 6, 8, 0.75, 1 } };
    for (int i = 0; i < 2; i++) put_row(&to, "LRFI", rows[i], 4);
    pdk_document *document = open_mesh(to.bytes, to.size, "crg", false);
    double(*points)[3] = mesh_points(document, 0);
    assert_near(points[0][0], 3.8, 1e-12);
    assert_near(points[0][1], 3.4, 1e-12);
    assert_near(points[3][0], 5.2, 1e-12);
    assert_near(points[3][1], 8.6, 1e-12);
    free(points);
    assert_mesh_triangles(document, 0, 2, 3, 0, 3, 1);
    pdk_close(document);
}

/* The good text with one part replaced; refused where `place` is found, NULL = at its end. */
static void refused_text(const char *from, const char *to, const char *code, pdk_status status, const char *place)
{
    maker file = straight("LRFI", "");
    file.bytes[file.size] = '\0';
    char *at = strstr(file.bytes, from);
    assert_non_null(at);
    size_t rest = file.size - (size_t)(at - file.bytes) - strlen(from);
    memmove(at + strlen(to), at + strlen(from), rest);
    memcpy(at, to, strlen(to));
    file.size = file.size - strlen(from) + strlen(to);
    file.bytes[file.size] = '\0';
    const char *found = place != NULL ? strstr(file.bytes, place) : file.bytes + file.size;
    assert_non_null(found);
    assert_refused(file.bytes, file.size, "crg", status, code, (uint64_t)(found - file.bytes));
}

static void refused(void **state)
{
    (void)state;
    refused_text("#:LRFI", "#:LRFX", "crg.format", PDK_E_UNSUPPORTED, "#:LRFX");
    refused_text("#:LRFI", "", "crg.format", PDK_E_CORRUPT, "$$$$");
    refused_text("$KD_DEFINITION", "$ROAD_CRG_FILE\na.crg\n$\n$KD_DEFINITION", "referenced.memory", PDK_E_UNSUPPORTED,
                 "$ROAD_CRG_FILE");
    refused_text("$KD_DEFINITION", "$ROAD_CRG_FILE\na.crg\n$\n$ROAD_CRG_FILE", "crg.include", PDK_E_CORRUPT,
                 "$ROAD_CRG_FILE\n#");
    refused_text("$KD_DEFINITION", "$ROAD_CRG_FILE\n$HOME/a.crg\n$\n", "crg.include", PDK_E_UNSUPPORTED, "$HOME");
    refused_text("$$$$$$$$", "$", "crg.data", PDK_E_TRUNCATED, NULL);
    refused_text("reference_line_start_x = 100", "reference_line_start_x = a", "crg.parameter", PDK_E_CORRUPT,
                 "reference_line_start_x");
    refused_text("D:long section 3,m", "D:long section 3,ft", "crg.unit", PDK_E_CORRUPT, "D:long section 3");
    refused_text("D:long section 3,m", "D:long section at v = 3,m", "crg.section", PDK_E_CORRUPT, "D:long section at");
    refused_text("D:long section 3,m", "D:cross section 3,m", "crg.channel", PDK_E_CORRUPT, "D:cross");
    refused_text("D:long section 3,m", "D:reference line mu,m", "crg.channel", PDK_E_CORRUPT, "D:reference");
    refused_text(" 0.500000", " 0.5x0000", "crg.value", PDK_E_CORRUPT, "  0.5x0000");
    refused_text(" 0.500000", " 0,500000", "crg.value", PDK_E_CORRUPT, "  0,500000");
    refused_text("  0.500000", "  0.500000  0.500000", "crg.value", PDK_E_CORRUPT, "  0.500000");
    /* grids that are not the ones announced */
    refused_text("long_section_v_left = 1.5", "long_section_v_left = 1.5\nlong_section_v_increment = 1", "crg.sections",
                 PDK_E_CORRUPT, "$$$$");
    refused_text("D:long section 3,m\n", "D:long section 4,m\n", "crg.section", PDK_E_CORRUPT, "$$$$");
    refused_text("D:long section 3,m\n", "", "crg.value", PDK_E_CORRUPT, "  0.500000");
    refused_text("REFERENCE_LINE_END_U = 14.0", "REFERENCE_LINE_END_U = 18.0", "crg.rows", PDK_E_TRUNCATED, NULL);
    refused_text("REFERENCE_LINE_END_U = 14.0", "REFERENCE_LINE_END_U = 12.0", "crg.rows", PDK_E_CORRUPT, "  2.000000");
    refused_text("REFERENCE_LINE_END_U = 14.0", "REFERENCE_LINE_END_U = 13.0", "crg.increment", PDK_E_CORRUPT,
                 "  0.500000");
    refused_text("reference_line_increment = 2", "reference_line_increment = 0", "crg.increment", PDK_E_CORRUPT,
                 "  0.500000");
}

/* The header may leave out where the outermost sections are. */
static void widths(void **state)
{
    (void)state;
    static const struct {
        const char *right, *left, *step; /* NULL = left out */
        double first, last;              /* NAN = refused */
        int notes;
    } cases[] = {
        { NULL, NULL, "0.5", -0.5, 0.5, 1 }, { "-1", NULL, "0.5", -1, 0, 0 }, { NULL, "3", "0.5", 2, 3, 0 },
        { "-1", NULL, NULL, -1, 1, 0 },      { NULL, "2", NULL, -2, 2, 0 },   { "-1", "3", NULL, -1, 3, 0 },
        { "-1", "0", "0.5", -1, 0, 0 },      { NULL, NULL, NULL, NAN, 0, 0 }, { "-1", "1", "0.5", NAN, 0, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        int size = snprintf(text, sizeof text, "$ROAD_CRG\nreference_line_increment = 1\n");
        const char *const values[] = { cases[i].right, cases[i].left, cases[i].step };
        static const char *const names[] = { "long_section_v_right", "long_section_v_left",
                                             "long_section_v_increment" };
        for (int k = 0; k < 3; k++) {
            if (values[k] == NULL) continue;
            size += snprintf(text + size, sizeof text - (size_t)size, "%s = %s\n", names[k], values[k]);
        }
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "$\n$KD_DEFINITION\n#:LRFI\nD:long section 1,m\nD:long section 2,m\nD:long section 3,m\n$$$$\n"
                         "%10d%10d%10d\n%10d%10d%10d\n",
                         1, 2, 3, 4, 5, 6);
        if (isnan(cases[i].first)) {
            assert_refused(text, (size_t)size, "crg", PDK_E_CORRUPT, "crg.sections",
                           (uint64_t)(strstr(text, "$$$$") - text));
            continue;
        }
        pdk_document *document = open_mesh(text, (size_t)size, "crg", false);
        double(*points)[3] = mesh_points(document, 0);
        assert_near(points[0][1], cases[i].first, 0);
        assert_near(points[2][1], cases[i].last, 0);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.centered"), cases[i].notes);
        free(points);
        pdk_close(document);
    }
}

static void put_text_file(const char *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* A header that names the file with the grid; its own modifiers and options count. */
static void references(void **state)
{
    (void)state;
    char folder[] = "/tmp/paddock-crg-XXXXXX", path[128], command[128];
    assert_non_null(mkdtemp(folder));
    maker grid = straight("LRFI", "$\n$ROAD_CRG_MODS\nscale_z_grid = 2\n");
    grid.bytes[grid.size] = '\0';
    put_text_file(folder, "grid.crg", grid.bytes);
    snprintf(path, sizeof path, "%s/first.crg", folder);
    static const struct {
        const char *text;
        int modifiers, options;
    } cases[] = { { "$CT\nabout\n$ROAD_CRG_FILE\ngrid.crg ! the grid\n$\n", 1, 0 },
                  { "$ROAD_CRG_FILE\n./gr\nid.crg\n$\n$ROAD_CRG_MODS\n$\n", 0, 0 },
                  { "$ROAD_CRG_OPTS\nborder_mode_u = 2\n$\n$ROAD_CRG_FILE\n* remark\n  grid.crg\n$!***\n", 1, 1 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put_text_file(folder, "first.crg", cases[i].text);
        pdk_document *document = open_or_fail(path);
        assert_mesh_points(document, 100, -1.5, 0.5, 100, 0, 0.25, 100, 1.5, 0, 102, -1.5, 1, 102, 1.5, 1.5, 104, -1.5,
                           2, 104, 0, 2.25, 104, 1.5, -2.5);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.modifiers"), cases[i].modifiers);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.options"), cases[i].options);
        read_everything(document);
        pdk_close(document);
    }
    pdk_document *document;
    pdk_error error;
    put_text_file(folder, "first.crg", "$ROAD_CRG_FILE\n../grid.crg\n$\n");
    assert_fails(pdk_open_file(path, NULL, &document, &error), error, PDK_E_UNSUPPORTED, "referenced.path", 0);
    put_text_file(folder, "first.crg", "$ROAD_CRG_FILE\nfirst.crg\n$\n");
    assert_fails(pdk_open_file(path, NULL, &document, &error), error, PDK_E_UNSUPPORTED, "crg.include", 0);
    assert_non_null(strstr(error.message, "first.crg, but that file has none and names itself"));
    put_text_file(folder, "first.crg", "$ROAD_CRG_FILE\nsecond.crg\n$\n");
    put_text_file(folder, "second.crg", "$ROAD_CRG_FILE\nthird.crg\n$\n");
    assert_fails(pdk_open_file(path, NULL, &document, &error), error, PDK_E_UNSUPPORTED, "crg.include", 0);
    assert_non_null(strstr(error.message, "second.crg, but that file has none and names third.crg"));
    put_text_file(folder, "first.crg", "$ROAD_CRG_FILE\nbad.crg\n$\n");
    put_text_file(folder, "bad.crg", "$ROAD_CRG\nreference_line_increment = x\n");
    assert_fails(pdk_open_file(path, NULL, &document, &error), error, PDK_E_CORRUPT, "crg.parameter", 10);
    assert_non_null(strstr(error.message, "bad.crg"));
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* The same road with all of the header, and with the least: the second says about itself that it is the first. */
static void real_minimalist(void **state)
{
    (void)state;
    const char *path = real_file("mesh/crg/handmade_straight.crg");
    if (path == NULL) skip();
    pdk_document *whole = open_or_fail(path);
    double(*wanted)[3] = mesh_points(whole, 0);
    pdk_document *document = open_or_fail(real_file("mesh/crg/handmade_straight_minimalist.crg"));
    double(*points)[3] = mesh_points(document, 0);
    assert_int_equal(document->mesh->point_count, whole->mesh->point_count);
    assert_memory_equal(points, wanted, document->mesh->point_count * sizeof *points);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.centered"), 1);
    free(points);
    free(wanted);
    pdk_close(document);
    pdk_close(whole);
}

/* Options go from OpenCRG to OpenCRG, line for line; elsewhere, or with another scale, they are noted. */
static void options(void **state)
{
    (void)state;
    static const char block[] = "$ROAD_CRG_OPTS\nborder_mode_u = 2 ! a remark\n* another\nBORDER_OFFSET_V = 0.5";
    char more[256];
    snprintf(more, sizeof more, "$\n%s\n$\n$ROAD_CRG_MODS\nscale_z_grid = 2\n", block);
    maker file = straight("LRFI", more);
    file.bytes[file.size] = '\0';
    memcpy(strstr(file.bytes, " *missing*"), "  1.250000", 10); /* all cells are there */
    pdk_document *document = open_mesh(file.bytes, file.size, "crg", false);
    assert_int_equal(document->mesh->fact_count, 2);
    for (int scaled = 0; scaled < 2; scaled++) {
        pdk_convert_options how = PDK_CONVERT_OPTIONS_INIT;
        pdk_convert_report report;
        pdk_error error;
        pdk_output *output = output_or_fail();
        how.crg = &(pdk_crg_options){ .struct_size = sizeof(pdk_crg_options), .ascii = true };
        how.scale = scaled ? 2 : 0;
        assert_ok(pdk_convert(document, "crg", &how, &report, output, &error), error);
        char *text = take_text(output);
        if (scaled) assert_null(strstr(text, "$ROAD_CRG_OPTS"));
        else assert_non_null(strstr(text, "border_mode_u = 2"));
        if (!scaled) assert_non_null(strstr(text, "BORDER_OFFSET_V = 0.5\n$\n$KD_DEFINITION"));
        assert_int_equal(report.left_out, scaled ? 2 : 1); /* the modifiers, always */
        pdk_document *again = open_mesh(text, strlen(text), "crg", false);
        assert_int_equal(count_findings(again, PDK_CHECK_STRUCTURE, "crg.options"), !scaled);
        pdk_close(again);
        free(text);
    }
    pdk_close(document);
}

static void sizes(void **state)
{
    (void)state;
    maker file = straight("KRBI", "");
    assert_refused(file.bytes, file.size - 1, "crg", PDK_E_CORRUPT, "crg.size", file.size - 80 + 36);
    assert_refused(file.bytes, file.size - 80 + 24, "crg", PDK_E_TRUNCATED, "crg.rows", file.size - 80 + 24);
    pdk_document *document = open_mesh(file.bytes, file.size - 80 + 24, "crg", true);
    assert_int_equal(document->mesh->point_count, 5);
    pdk_close(document);
    document = open_mesh(file.bytes, file.size - 80 + 36, "crg", false); /* not filled up: fine */
    pdk_close(document);
    maker huge = straight("KRBI", "reference_line_end_u = 1e15\n");
    assert_refused(huge.bytes, huge.size, "crg", PDK_E_TRUNCATED, "crg.rows", huge.size);
}

static void hostile(void **state)
{
    (void)state;
    maker text = straight("LRFI", ""), binary = bent("KRBI");
    sweep_truncation((const uint8_t *)text.bytes, text.size, 1, "crg");
    sweep_truncation((const uint8_t *)binary.bytes, binary.size, 1, "crg");
    sweep_mutation((const uint8_t *)text.bytes, text.size, 0, text.size, 1, "crg");
    sweep_mutation((const uint8_t *)binary.bytes, binary.size, 0, binary.size, 1, "crg");
    assert_true(sweep_allocation((const uint8_t *)text.bytes, text.size) > 10);
}

static void turn_over(maker *file, size_t width)
{
    for (size_t at = (size_t)(strstr(file->bytes, "$$$$\n") + 5 - file->bytes); at + width <= file->size; at += width) {
        for (size_t i = 0; i < width / 2; i++) {
            char kept = file->bytes[at + i];
            file->bytes[at + i] = file->bytes[at + width - 1 - i];
            file->bytes[at + width - 1 - i] = kept;
        }
    }
}

/* Numbers the wrong way round are read the right way, and this is reported; with few that show it they stay what the
 * format says. */
static void the_wrong_way_round(void **state)
{
    (void)state;
    static const char *const formats[] = { "KRBI", "KDBI" };
    for (size_t i = 0; i < 2; i++) {
        maker files[2] = { straight(formats[i], ""), bent(formats[i]) };
        for (size_t k = 0; k < 2; k++) {
            pdk_document *right = open_mesh(files[k].bytes, files[k].size, "crg", false);
            assert_int_equal(count_findings(right, PDK_CHECK_STRUCTURE, "crg.byte_order"), 0);
            double(*points)[3] = mesh_points(right, 1);
            uint64_t count = right->mesh->point_count;
            pdk_close(right);
            turn_over(&files[k], i == 0 ? 4 : 8);
            pdk_document *turned = open_mesh(files[k].bytes, files[k].size, "crg", false);
            assert_int_equal(count_findings(turned, PDK_CHECK_STRUCTURE, "crg.byte_order"), 1);
            assert_int_equal(turned->mesh->point_count, count);
            double(*same)[3] = mesh_points(turned, 1);
            assert_memory_equal(points, same, count * sizeof *points);
            free(points);
            free(same);
            pdk_close(turned);
        }
    }
    maker flat = straight("KRBI", "");
    char *data = strstr(flat.bytes, "$$$$\n") + 5;
    memset(data, 0, 36);
    data[0] = 0x17; /* 4e-25, and the rest nothing */
    pdk_document *document = open_mesh(flat.bytes, flat.size, "crg", false);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "crg.byte_order"), 0);
    pdk_close(document);
}

/* The same scan through OpenCRG's own library, as an RLD: every point and triangle. */
static void real_scan(void **state)
{
    (void)state;
    static const double origin[3] = { 233.99574256406882, 77.71821409804048, 0 };
    const char *path = real_file("mesh/crg/belgian_block.crg");
    if (path == NULL) skip();
    pdk_document *ours = open_or_fail(path);
    path = real_file("rld/belgian_block.rld");
    assert_non_null(path);
    pdk_document *theirs = open_or_fail(path);
    pdk_surface wanted = surface_or_fail(theirs, 0);
    assert_int_equal(ours->mesh->point_count, 319113);
    assert_int_equal(ours->mesh->triangle_count, 635468);
    double(*points)[3] = mesh_points(ours, 1000);
    uint32_t(*triangles)[3] = mesh_triangles(ours, 1000);
    for (size_t i = 0; i < 319113; i++) {
        for (size_t k = 0; k < 3; k++) assert_near(points[i][k] - origin[k], (double)wanted.positions[3 * i + k], 6e-7);
    }
    assert_memory_equal(triangles, wanted.triangles, 635468 * sizeof *triangles);
    free(points);
    free(triangles);
    pdk_close(ours);
    pdk_close(theirs);
}

static void real_damage(void **state)
{
    (void)state;
    const char *path = real_file("mesh/crg/belgian_block_CRLF_CORRUPTED.crg");
    if (path == NULL) skip();
    pdk_document *document = NULL;
    pdk_error error;
    /* The first byte lost is in the 93rd row; from the 94th on nothing fits. */
    assert_fails(pdk_open_file(path, NULL, &document, &error), error, PDK_E_CORRUPT, "crg.size", 0x21572);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    assert_ok(pdk_open_file(path, &options, &document, &error), error);
    assert_near(property_number(document, "rows"), 93, 0);
    pdk_close(document);
}

/* By hand: 0.0111111 at the middle of the second row; in the curved one the third row is turned, banked and sloped by
 * 0.011. */
static void real_text(void **state)
{
    (void)state;
    const char *path = real_file("mesh/crg/handmade_straight.crg");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    assert_int_equal(document->mesh->point_count, 23 * 7 - 3);
    double(*points)[3] = mesh_points(document, 5);
    static const double first[3] = { 0, -1.5, 0 }, middle[3] = { 1, 0, 0.0111111 };
    for (int k = 0; k < 3; k++) {
        assert_near(points[0][k], first[k], 1e-12);
        assert_near(points[7 + 3][k], middle[k], 1e-12);
    }
    free(points);
    pdk_close(document);
    path = real_file("mesh/crg/handmade_curved_banked_sloped.crg");
    assert_non_null(path);
    document = open_or_fail(path);
    points = mesh_points(document, 0);
    double x = 1 + cos(0.011), y = sin(0.011);
    for (int i = 0; i < 3; i++) { /* v = -1.5, -1.25, -1: heights 0, 0, 0.0111111 */
        double v = -1.5 + 0.25 * i, height = (i == 2 ? 0.0111111 : 0) + 0.011 + 0.011 * v;
        /* the line runs on by 0.022: the row's direction is halfway */
        double along_x = cos(0.011) + cos(0.022), along_y = sin(0.011) + sin(0.022), length = hypot(along_x, along_y);
        double longer = 1 / cos(0.022 - atan2(along_y, along_x));
        assert_near(points[14 + i][0], x - v * along_y / length * longer, 1e-9);
        assert_near(points[14 + i][1], y + v * along_x / length * longer, 1e-9);
        assert_near(points[14 + i][2], height, 1e-9);
    }
    free(points);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_encoding),  cmocka_unit_test(words_for_gaps),
        cmocka_unit_test(lines_that_bend), cmocka_unit_test(ends_that_do_not_fit),
        cmocka_unit_test(lines_by_places), cmocka_unit_test(refused),
        cmocka_unit_test(widths),          cmocka_unit_test(options),
        cmocka_unit_test(references),      cmocka_unit_test(real_minimalist),
        cmocka_unit_test(sizes),           cmocka_unit_test(the_wrong_way_round),
        cmocka_unit_test(hostile),         cmocka_unit_test(real_scan),
        cmocka_unit_test(real_damage),     cmocka_unit_test(real_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
