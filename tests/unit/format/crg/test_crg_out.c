/* Surfaces as OpenCRG: every height is the surface's at its place, along straight and bent lines; what is no road is
 * refused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "mesh.h"
#include "model/mesh.h"

static float plane(float x, float y)
{
    return 100 + 0.25f * x - 0.125f * y;
}

/* A grid read back by its header; heights in the file's order. */
typedef struct grid {
    double start[2], phi, step, right, base;
    size_t rows, sections;
    bool bent;
    float *numbers; /* rows times (phi and) sections */
} grid;

static double value_of(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    assert_non_null(at);
    return strtod(strchr(at, '=') + 1, NULL);
}

static float binary_number(const uint8_t *at)
{
    uint32_t bits = pdk_load_u32be(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float text_number(const uint8_t *at)
{
    char text[11] = { 0 };
    memcpy(text, at, 10);
    if (strcmp(text, "**unused**") == 0 || strcmp(text, " *missing*") == 0) return NAN;
    char *end;
    float value = strtof(text, &end);
    assert_int_equal(*end, '\0');
    return value;
}

static grid read_grid(pdk_output *output)
{
    pdk_bytes bytes = pdk_output_bytes(output);
    const char *text = (const char *)bytes.data;
    grid all = { .phi = value_of(text, "REFERENCE_LINE_START_PHI"),
                 .step = value_of(text, "REFERENCE_LINE_INCREMENT"),
                 .right = value_of(text, "LONG_SECTION_V_RIGHT"),
                 .base = value_of(text, "REFERENCE_LINE_START_Z"),
                 .bent = strstr(text, "D:reference line phi,rad\n") != NULL };
    all.start[0] = value_of(text, "REFERENCE_LINE_START_X");
    all.start[1] = value_of(text, "REFERENCE_LINE_START_Y");
    all.rows = (size_t)lround(value_of(text, "REFERENCE_LINE_END_U") / all.step) + 1;
    all.sections = (size_t)lround((value_of(text, "LONG_SECTION_V_LEFT") - all.right) / all.step) + 1;
    size_t listed = 0, in_row = all.sections + all.bent;
    const char *end = strstr(text, "$$$$$$$$");
    for (const char *at = text; (at = strstr(at, "D:long section ")) != NULL && at < end; at++) listed++;
    assert_int_equal(listed, all.sections);
    const uint8_t *at = (const uint8_t *)strchr(end, '\n') + 1;
    size_t left = (size_t)(bytes.data + bytes.size - at), count = all.rows * in_row;
    all.numbers = malloc(count * sizeof *all.numbers);
    assert_non_null(all.numbers);
    bool is_text = strstr(text, "#:LRFI\n") != NULL;
    for (size_t i = 0; i < count; i++) {
        all.numbers[i] = is_text ? text_number(at) : binary_number(at);
        at += is_text ? 10 : 4;
        if (is_text && (i % in_row == in_row - 1 || i % in_row % 8 == 7)) assert_int_equal(*at++, '\n');
    }
    if (!is_text) {
        assert_int_equal(left % 80, 0);
        assert_true(left - 4 * count < 80);
        for (; at < bytes.data + bytes.size; at += 4) assert_true(isnan(binary_number(at)));
    } else {
        assert_ptr_equal(at, bytes.data + bytes.size);
    }
    return all;
}

static pdk_document *plane_document(size_t columns, size_t rows, uint8_t **bytes)
{
    size_t size;
    *bytes = rld_grid(columns, rows, 0.5f, plane, &size);
    return open_bytes_or_fail(*bytes, size);
}

/* Along x alone, at the surface's own spacing, binary and as text. */
static void straight(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = plane_document(41, 13, &bytes); /* 20 m by 6 m */
    for (int text = 0; text < 2; text++) {
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        const pdk_crg_options crg = { .struct_size = sizeof crg, .ascii = text };
        options.crg = &crg;
        options.source_origin[0] = 691000;
        options.source_origin[2] = 40;
        pdk_convert_report report;
        pdk_output *output = convert_or_fail(document, "crg", &options, &report);
        grid all = read_grid(output);
        assert_true(all.step == 0.5 && all.rows == 41 && all.sections == 13 && !all.bent);
        assert_true(all.start[0] == 691000 && all.start[1] == 3 && all.phi == 0 && all.right == -3 && all.base == 40);
        assert_true(report.moved && report.keeps_origin);
        assert_int_equal(report.points, 41 * 13);
        for (size_t i = 0; i < all.rows * all.sections; i++) {
            double wanted = (double)plane(0.5f * (float)(i / 13), 0.5f * (float)(i % 13));
            assert_near((double)all.numbers[i], wanted, text ? 6e-6 : 8e-6);
        }
        free(all.numbers);
        pdk_output_close(output);
    }
    pdk_close(document);
    free(bytes);
}

/* Along the longer side, and slanted where the surface is. */
static void chooses_its_line(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = plane_document(9, 41, &bytes);
    pdk_output *output = convert_or_fail(document, "crg", NULL, NULL);
    grid all = read_grid(output);
    assert_near(all.phi, 1.5707963267948966, 1e-12);
    assert_true(all.rows == 41 && all.sections == 9);
    free(all.numbers);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);

    float points[80][3]; /* a strip 20 m long and 1 m wide, 30 degrees to the left */
    uint32_t triangles[78][3];
    for (uint32_t i = 0; i < 80; i++) {
        float u = 0.5f * (float)(i / 2), v = (float)(i % 2);
        points[i][0] = 0.8660254f * u - 0.5f * v;
        points[i][1] = 0.5f * u + 0.8660254f * v;
        points[i][2] = u;
        if (i >= 2) memcpy(triangles[i - 2], (uint32_t[]){ i - 2, i - 1, i }, 12);
    }
    size_t size;
    bytes = rld_of((const float(*)[3])points, 80, (const uint32_t(*)[3])triangles, 78, &size);
    document = open_bytes_or_fail(bytes, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.crg = &(pdk_crg_options){ .struct_size = sizeof(pdk_crg_options), .step = 0.25 };
    output = convert_or_fail(document, "crg", &options, NULL);
    all = read_grid(output);
    assert_near(all.phi, 3.141592653589793 / 6, 1e-3);
    assert_int_equal(all.sections, 5);
    for (size_t row = 1; row + 1 < all.rows; row++) {
        assert_near((double)all.numbers[row * 5 + 2], 0.25 * (double)row, 0.02);
    }
    free(all.numbers);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

static size_t count_word(pdk_bytes bytes, const char *word)
{
    size_t length = strlen(word), count = 0;
    for (size_t i = 0; i + length <= bytes.size; i++) count += memcmp(bytes.data + i, word, length) == 0;
    return count;
}

/* In text gaps are " *missing*", and nothing but the first row's heading is "**unused**". */
static void gaps_as_text(const pdk_document *document, pdk_convert_options *options, const grid *binary, size_t gaps)
{
    pdk_crg_options text = *options->crg;
    text.ascii = true;
    options->crg = &text;
    pdk_output *output = convert_or_fail(document, "crg", options, NULL);
    grid all = read_grid(output);
    assert_true(all.rows == binary->rows && all.sections == binary->sections);
    for (size_t i = 0; i < all.rows * (all.sections + 1); i++) {
        assert_int_equal(isnan(all.numbers[i]) != 0, isnan(binary->numbers[i]) != 0);
    }
    assert_int_equal(count_word(pdk_output_bytes(output), " *missing*"), gaps);
    assert_int_equal(count_word(pdk_output_bytes(output), "**unused**"), 1);
    pdk_document *back = open_bytes_or_fail(pdk_output_bytes(output).data, pdk_output_bytes(output).size);
    assert_int_equal(back->mesh->point_count, all.rows * all.sections - gaps);
    assert_int_equal(count_findings(back, PDK_CHECK_FULL, "crg.unused"), 0);
    pdk_close(back);
    free(all.numbers);
    pdk_output_close(output);
}

/* Along a bend: the places follow from the headings as readers follow them. Beside the surface there are gaps. */
static void bent(void **state)
{
    (void)state;
    enum { CORNERS = 61 };
    uint8_t *bytes;
    pdk_document *document = plane_document(81, 81, &bytes); /* 40 m by 40 m */
    double line[CORNERS][2];
    for (int i = 0; i < CORNERS; i++) { /* a quarter of a circle of 20 m around 30, 10, which leaves the surface */
        double angle = 3.141592653589793 * (1 - i / 120.0);
        line[i][0] = 30 + 20 * cos(angle) + 691000;
        line[i][1] = 10 + 20 * sin(angle);
    }
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.source_origin[0] = 691000;
    const pdk_crg_options crg = {
        .struct_size = sizeof crg, .line = (const double(*)[2])line, .line_count = CORNERS, .step = 0.25
    };
    options.crg = &crg;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_convert(document, "crg", &options, NULL, output, &error), error, PDK_E_UNSUPPORTED, "crg.bend",
                 PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);

    document = plane_document(81, 61, &bytes); /* narrower: the centre of the bend lies outside */
    for (int i = 0; i < CORNERS; i++) {
        double angle = 3.141592653589793 * (0.6 - 0.2 * i / (CORNERS - 1));
        line[i][0] = 20 + 60 * cos(angle) + 691000;
        line[i][1] = -40 + 60 * sin(angle);
    }
    output = convert_or_fail(document, "crg", &options, NULL);
    grid all = read_grid(output);
    assert_true(all.bent && isnan(all.numbers[0]));
    size_t in_row = all.sections + 1, seen = 0, gaps = 0;
    double x = all.start[0] - 691000, y = all.start[1];
    for (size_t row = 0; row < all.rows; row++) {
        double before = (double)all.numbers[(row > 0 ? row : 1) * in_row];
        double behind = (double)all.numbers[(row + 1 < all.rows ? row + 1 : row) * in_row];
        double middle = row == 0 ? all.phi : (before + behind) / 2;
        if (row > 0) {
            x += all.step * cos(before);
            y += all.step * sin(before);
        }
        for (size_t i = 0; i < all.sections; i++) {
            double v = all.right + all.step * (double)i, px = x - v * sin(middle), py = y + v * cos(middle);
            double height = (double)all.numbers[row * in_row + 1 + i];
            bool inside = px > 0.001 && px < 39.999 && py > 0.001 && py < 29.999;
            if (inside) assert_near(height, (double)plane((float)px, (float)py), 0.0005);
            if (px < -0.001 || px > 40.001 || py < -0.001 || py > 30.001) assert_true(isnan(height));
            if (inside) seen++;
            if (isnan(height)) gaps++;
        }
    }
    assert_true(seen > 10000 && gaps > 100);
    pdk_output_close(output);
    gaps_as_text(document, &options, &all, gaps);
    free(all.numbers);
    pdk_close(document);
    free(bytes);
}

/* ---------------------------------------------------------------------------------------------- bent roads */

/* A road of 8 m along a circle of 60 m around 0, 0, from `from` to `to` degrees, every half metre; its height is that
 * of the plane. `crossed`: another road joins its two halves. */
static pdk_document *round_road(double from, double to, bool crossed, uint8_t **bytes)
{
    enum { ACROSS = 17, MOST = 1000, LONG = 116 };
    static float points[MOST * ACROSS + 2 * LONG + 2][3];
    static uint32_t corners[2 * MOST * ACROSS + 2 * LONG][3];
    uint32_t rows = (uint32_t)((to - from) / 0.5) + 1, triangles = 0;
    assert_true(rows < MOST);
    for (uint32_t i = 0; i < rows; i++) {
        double angle = (from + 0.5 * i) * 3.141592653589793 / 180;
        for (uint32_t k = 0; k < ACROSS; k++) {
            float *to_point = points[i * ACROSS + k];
            to_point[0] = (float)((64 - 0.5 * k) * cos(angle));
            to_point[1] = (float)((64 - 0.5 * k) * sin(angle));
            to_point[2] = plane(to_point[0], to_point[1]);
            if (i + 1 == rows || k + 1 == ACROSS) continue;
            uint32_t a = i * ACROSS + k, b = a + ACROSS;
            memcpy(corners[triangles++], (uint32_t[]){ a, b, b + 1 }, sizeof corners[0]);
            memcpy(corners[triangles++], (uint32_t[]){ a, b + 1, a + 1 }, sizeof corners[0]);
        }
    }
    uint32_t count = rows * ACROSS;
    for (uint32_t i = 0; i <= LONG && crossed; i++) { /* from 4 m to the left of the middle to 4 m to the right of it */
        for (uint32_t k = 0; k < 2; k++) {
            float *to_point = points[count++];
            to_point[0] = 58 - (float)i;
            to_point[1] = 4 - 8 * (float)k;
            to_point[2] = plane(to_point[0], to_point[1]);
        }
        if (i == 0) continue;
        memcpy(corners[triangles++], (uint32_t[]){ count - 4, count - 3, count - 1 }, sizeof corners[0]);
        memcpy(corners[triangles++], (uint32_t[]){ count - 4, count - 1, count - 2 }, sizeof corners[0]);
    }
    size_t size;
    *bytes = rld_of((const float(*)[3])points, count, (const uint32_t(*)[3])corners, triangles, &size);
    return open_bytes_or_fail(*bytes, size);
}

/* Where a grid's rows are, as readers follow its headings. */
static void follow_line(const grid *all, double (*line)[2])
{
    double at[2] = { all->start[0], all->start[1] };
    for (size_t row = 0; row < all->rows; row++) {
        double phi = (double)all->numbers[row * (all->sections + 1)];
        if (row > 0) at[0] += all->step * cos(phi);
        if (row > 0) at[1] += all->step * sin(phi);
        memcpy(line[row], at, sizeof at);
    }
}

/* The line that is found is that of the circle within a twentieth of the road's width, from one end to the other, and
 * the grid is little wider than the road. */
static void find_middle(double from, double to)
{
    uint8_t *bytes;
    pdk_document *document = round_road(from, to, false, &bytes);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.crg = &(pdk_crg_options){ .struct_size = sizeof(pdk_crg_options), .step = 0.25, .middle = 1 };
    pdk_output *output = convert_or_fail(document, "crg", &options, NULL);
    grid all = read_grid(output);
    double(*line)[2] = malloc(all.rows * sizeof *line);
    assert_non_null(line);
    follow_line(&all, line);
    for (size_t row = 0; row < all.rows; row++) assert_near(hypot(line[row][0], line[row][1]), 60, 0.4);
    double length = all.step * (double)(all.rows - 1);
    assert_near(length, 60 * (to - from) * 3.141592653589793 / 180, 2);
    assert_near(all.right, -4, 0.75);
    assert_near(all.right + all.step * (double)(all.sections - 1), 4, 0.75);
    size_t gaps = 0;
    for (size_t i = 0; i < all.rows * (all.sections + 1); i++) gaps += isnan(all.numbers[i]) ? 1 : 0;
    assert_true(gaps < all.rows * all.sections / 6);
    if (to - from >= 360) { /* a circuit: all around, as the file does, from its first point */
        const double *end = line[all.rows - 1];
        assert_true(hypot(end[0] - line[0][0], end[1] - line[0][1]) < 0.3);
        assert_true(line[0][0] > 0 && fabs(line[0][1]) < 4);
        assert_true(line[all.rows / 4][1] > 50);
    }
    free(line);
    free(all.numbers);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

static void the_middle_is_found(void **state)
{
    (void)state;
    find_middle(0, 200);
    find_middle(0, 360);
}

/* A circuit that is crossed has two ways round; what is as wide as long has no direction. */
static void other_shapes_have_no_middle(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        uint8_t *bytes;
        pdk_document *document = i == 0 ? round_road(0, 360, true, &bytes) : plane_document(41, 41, &bytes);
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.crg = &(pdk_crg_options){ .struct_size = sizeof(pdk_crg_options), .middle = 1 };
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        assert_fails(pdk_convert(document, "crg", &options, NULL, output, &error), error, PDK_E_UNSUPPORTED,
                     "crg.middle", PDK_NO_OFFSET);
        pdk_output_close(output);
        pdk_close(document);
        free(bytes);
    }
}

static void a_width_is_kept_to(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *document = plane_document(81, 41, &bytes); /* 40 m by 20 m */
    static const double line[][2] = { { 0, 3 }, { 40, 3 } };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    pdk_crg_options crg = { .struct_size = sizeof crg, .line = line, .line_count = 2, .step = 0.5, .width = 8.2 };
    options.crg = &crg;
    pdk_output *output = convert_or_fail(document, "crg", &options, NULL);
    grid all = read_grid(output);
    assert_near(all.right, -3, 1e-9); /* the surface ends there */
    assert_near(all.right + all.step * (double)(all.sections - 1), 4, 1e-9);
    free(all.numbers);
    pdk_output_close(output);
    static const double widths[] = { -1, NAN, INFINITY };
    for (size_t i = 0; i < 3; i++) {
        pdk_error error = { 0 };
        crg.width = widths[i];
        output = output_or_fail();
        assert_fails(pdk_convert(document, "crg", &options, NULL, output, &error), error, PDK_E_ARGUMENT, "crg.width",
                     PDK_NO_OFFSET);
        pdk_output_close(output);
    }
    pdk_close(document);
    free(bytes);
}

/* The lines of a header that say where the reference line is. */
static size_t count_same_lines(const char *text, const char *other)
{
    size_t same = 0;
    for (const char *at = text; (at = strstr(at, "REFERENCE_LINE_")) != NULL; at++) {
        char line[128] = { 0 };
        memcpy(line, at, strcspn(at, "\n") + 1);
        same += strstr(other, line) != NULL;
    }
    return same;
}

/* From OpenCRG to OpenCRG the line is the same, bit for bit, and so are the heights. */
static void a_grid_keeps_its_line(void **state)
{
    (void)state;
    uint8_t *bytes, *first;
    size_t size;
    pdk_document *document = round_road(20, 110, false, &bytes);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.crg = &(pdk_crg_options){ .struct_size = sizeof(pdk_crg_options), .step = 0.5, .middle = 1 };
    first = take_bytes(convert_or_fail(document, "crg", &options, NULL), &size);
    pdk_document *grid_document = open_bytes_or_fail(first, size);
    pdk_output *output = convert_or_fail(grid_document, "crg", NULL, NULL);
    pdk_bytes again = pdk_output_bytes(output);
    assert_int_equal(again.size, size);
    assert_int_equal(count_same_lines((const char *)first, (const char *)again.data), 11);
    grid all = read_grid(output);
    const uint8_t *was = first + size, *is = again.data + again.size;
    size_t numbers = 4 * all.rows * (all.sections + 1);
    assert_memory_equal(was - (numbers + 79) / 80 * 80, is - (numbers + 79) / 80 * 80, (numbers + 79) / 80 * 80);
    /* Another step: along the same line. */
    options.crg = &(pdk_crg_options){ .struct_size = sizeof(pdk_crg_options), .step = 0.25 };
    pdk_output *finer = convert_or_fail(grid_document, "crg", &options, NULL);
    grid fine = read_grid(finer);
    assert_true(fine.bent);
    assert_near((double)fine.rows, 2 * (double)all.rows, 3);
    assert_near(fine.start[0], all.start[0], 1e-9);
    free(fine.numbers);
    free(all.numbers);
    pdk_output_close(finer);
    pdk_output_close(output);
    pdk_close(grid_document);
    pdk_close(document);
    free(first);
    free(bytes);
}

/* The published examples: sections at unequal distances, slope and banking, text and single binary. */
static void real_grids_keep_their_lines(void **state)
{
    (void)state;
    static const char *const names[] = { "mesh/crg/belgian_block.crg", "mesh/crg/handmade_curved_banked_sloped.crg",
                                         "mesh/crg/handmade_straight.crg" };
    for (size_t i = 0; i < 3; i++) {
        const char *path = real_file(names[i]);
        if (path == NULL) skip();
        size_t size;
        double was[64][3], is[64][3];
        pdk_error error;
        pdk_document *document = open_or_fail(path);
        uint8_t *bytes = take_bytes(convert_or_fail(document, "crg", NULL, NULL), &size);
        pdk_document *again = open_bytes_or_fail(bytes, size);
        uint64_t rows = pdk_document_line_at(document, 0)->points;
        assert_int_equal(pdk_document_line_at(again, 0)->points, rows);
        for (uint64_t at = 0; at < rows; at += 64) {
            size_t some = rows - at < 64 ? (size_t)(rows - at) : 64;
            assert_ok(pdk_document_line_read(document, 0, at, some, was, &error), error);
            assert_ok(pdk_document_line_read(again, 0, at, some, is, &error), error);
            for (size_t k = 0; k < some; k++) assert_memory_equal(was[k], is[k], 2 * sizeof(double)); /* x, y */
        }
        pdk_surface one = surface_or_fail(document, 0), other = surface_or_fail(again, 0);
        assert_int_equal(one.vertex_count, other.vertex_count);
        const double *from = pdk_document_surface_at(document, 0)->origin,
                     *to = pdk_document_surface_at(again, 0)->origin;
        for (uint64_t k = 0; k < 3 * one.vertex_count; k++) {
            assert_near((double)one.positions[k] + from[k % 3], (double)other.positions[k] + to[k % 3], 1e-5);
        }
        pdk_close(again);
        pdk_close(document);
        free(bytes);
    }
}

/* Heights that no other way fit into ten columns stay in them. */
static void tall(void **state)
{
    (void)state;
    static const float points[][3] = { { 0, 0, -1e12f }, { 10, 0, -1e12f }, { 10, 10, -1e12f }, { 0, 10, -1e12f } };
    static const uint32_t triangles[][3] = { { 0, 1, 2 }, { 0, 2, 3 } };
    size_t size;
    uint8_t *bytes = rld_of(points, 4, triangles, 2, &size);
    pdk_document *document = open_bytes_or_fail(bytes, size);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.crg = &(pdk_crg_options){ .struct_size = sizeof(pdk_crg_options), .ascii = true, .step = 5 };
    options.origin = PDK_ORIGIN_NONE;
    pdk_output *output = convert_or_fail(document, "crg", &options, NULL);
    grid all = read_grid(output);
    for (size_t i = 0; i < all.rows * all.sections; i++) assert_near((double)all.numbers[i], -1e12, 1e9);
    free(all.numbers);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* A second surface above the first, as much of it as asked for. */
static pdk_document *bridge(size_t rows, float above, uint8_t **bytes)
{
    enum { COLUMNS = 101 };
    float(*points)[3] = malloc(2 * COLUMNS * (size_t)COLUMNS * sizeof *points);
    uint32_t(*triangles)[3] = malloc(4 * COLUMNS * (size_t)COLUMNS * sizeof *triangles), count = 0, point = 0;
    assert_true(points != NULL && triangles != NULL);
    for (size_t layer = 0; layer < 2; layer++) {
        size_t end = layer == 0 ? COLUMNS : rows;
        for (size_t y = 0; y < end; y++) {
            for (size_t x = 0; x < COLUMNS; x++, point++) {
                points[point][0] = (float)x;
                points[point][1] = (float)y;
                points[point][2] = above * (float)layer;
                if (x + 1 == COLUMNS || y + 1 == end) continue;
                memcpy(triangles[count++], (uint32_t[]){ point, point + 1, point + COLUMNS }, 12);
                memcpy(triangles[count++], (uint32_t[]){ point + 1, point + COLUMNS + 1, point + COLUMNS }, 12);
            }
        }
    }
    size_t size;
    *bytes = rld_of((const float(*)[3])points, point, (const uint32_t(*)[3])triangles, count, &size);
    free(points);
    free(triangles);
    return open_bytes_or_fail(*bytes, size);
}

static void several_layers(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    pdk_document *document = bridge(10, 5, &bytes);
    assert_fails(pdk_convert(document, "crg", NULL, NULL, output, &error), error, PDK_E_UNSUPPORTED, "crg.layers",
                 PDK_NO_OFFSET);
    assert_int_equal(pdk_output_bytes(output).size, 0);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);

    document = bridge(10, 0.0005f, &bytes); /* twice the same, within a millimetre */
    pdk_output_close(convert_or_fail(document, "crg", NULL, NULL));
    pdk_close(document);
    free(bytes);

    size_t size; /* a single step down, on which grid nodes lie: the upper one counts */
    static const float points[][3] = { { 0, 0, 0 },  { 50, 0, 0 },  { 50, 40, 0 },  { 0, 40, 0 },
                                       { 50, 0, 1 }, { 100, 0, 1 }, { 100, 40, 1 }, { 50, 40, 1 } };
    static const uint32_t triangles[][3] = { { 0, 1, 2 }, { 0, 2, 3 }, { 4, 5, 6 }, { 4, 6, 7 } };
    bytes = rld_of(points, 8, triangles, 4, &size);
    document = open_bytes_or_fail(bytes, size);
    notes said = { 0 };
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.crg = &(pdk_crg_options){ .struct_size = sizeof(pdk_crg_options), .step = 0.5 };
    options.note = take_note;
    options.note_user = &said;
    output = convert_or_fail(document, "crg", &options, NULL);
    assert_true(has_note(&said, "crg.layers") && has_note(&said, "crg.grid"));
    grid all = read_grid(output);
    assert_true(all.numbers[100 * all.sections] == 1 && all.numbers[99 * all.sections] == 0);
    free(all.numbers);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

static void refusals(void **state)
{
    (void)state;
    static const double line[][2] = { { 0, 3 }, { 10, 3 } }, short_line[][2] = { { 0, 3 }, { 0.5, 3 } },
                        elsewhere[][2] = { { 1000, 1000 }, { 1010, 1000 } }, no_number[][2] = { { 0, 3 }, { NAN, 3 } },
                        same[][2] = { { 1, 1 }, { 1, 1 } }, far[][2] = { { -1e300, 0 }, { 1e300, 0 } };
    const struct {
        const double (*line)[2];
        size_t count;
        double step;
        pdk_status status;
        const char *code;
    } cases[] = {
        { line, 1, 0, PDK_E_ARGUMENT, "crg.line" },
        { no_number, 2, 0, PDK_E_ARGUMENT, "crg.line" },
        { line, 2, -1, PDK_E_ARGUMENT, "crg.step" },
        { line, 2, NAN, PDK_E_ARGUMENT, "crg.step" },
        { line, 2, INFINITY, PDK_E_ARGUMENT, "crg.step" },
        { short_line, 2, 1, PDK_E_ARGUMENT, "crg.step" },
        { same, 2, 1, PDK_E_ARGUMENT, "crg.step" },
        { elsewhere, 2, 1, PDK_E_UNSUPPORTED, "crg.empty" },
        { line, 2, 1e-12, PDK_E_LIMIT, "crg.size" },
        { NULL, 0, 1e-12, PDK_E_LIMIT, "crg.size" },
        { far, 2, 1, PDK_E_LIMIT, "crg.size" },
        { line, 2, 1e-5, PDK_E_LIMIT, "crg.size" },
        { NULL, 0, 30, PDK_E_ARGUMENT, "crg.step" },
        { NULL, 0, 15, PDK_E_UNSUPPORTED, "crg.narrow" },
    };
    uint8_t *bytes;
    pdk_document *document = plane_document(41, 13, &bytes);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        const pdk_crg_options crg = {
            .struct_size = sizeof crg, .line = cases[i].line, .line_count = cases[i].count, .step = cases[i].step
        };
        options.crg = &crg;
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        assert_fails(pdk_convert(document, "crg", &options, NULL, output, &error), error, cases[i].status,
                     cases[i].code, PDK_NO_OFFSET);
        assert_int_equal(pdk_output_bytes(output).size, 0);
        pdk_output_close(output);
    }
    pdk_close(document);
    free(bytes);

    static const float wall[][3] = { { 0, 0, 0 }, { 10, 0, 0 }, { 10, 0, 5 } };
    static const uint32_t triangle[][3] = { { 0, 1, 2 } };
    size_t size;
    bytes = rld_of(wall, 3, triangle, 1, &size);
    document = open_bytes_or_fail(bytes, size);
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_convert(document, "crg", NULL, NULL, output, &error), error, PDK_E_UNSUPPORTED, "crg.flat",
                 PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_close(document);
    free(bytes);
}

/* The surface that was made from a real road's grid gives that grid back: every height, along the same line. */
static void the_real_road(void **state)
{
    (void)state;
    enum { ROWS = 1001, SECTIONS = 341, HEADER = 9880 };
    const char *crg = real_file("mesh/crg/belgian_block.crg");
    if (crg == NULL) skip();
    size_t size;
    uint8_t *bytes = read_file(crg, &size);
    assert_int_equal(size, HEADER + (4 * ROWS * (SECTIONS + 1) + 79) / 80 * 80);
    double(*line)[2] = malloc(ROWS * sizeof *line);
    assert_non_null(line);
    line[0][0] = 233.99574256406882;
    line[0][1] = 77.718214098040477;
    for (size_t i = 1; i < ROWS; i++) {
        double phi = (double)binary_number(bytes + HEADER + 4 * i * (SECTIONS + 1));
        line[i][0] = line[i - 1][0] + 0.01 * cos(phi);
        line[i][1] = line[i - 1][1] + 0.01 * sin(phi);
    }
    const char *rld = real_file("rld/belgian_block.rld");
    if (rld == NULL) {
        free(bytes);
        free(line);
        skip();
    }
    pdk_document *document = open_or_fail(rld);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    memcpy(options.source_origin, line[0], sizeof line[0]);
    const pdk_crg_options how = {
        .struct_size = sizeof how, .line = (const double(*)[2])line, .line_count = ROWS, .step = 0.01
    };
    options.crg = &how;
    pdk_output *output = convert_or_fail(document, "crg", &options, NULL);
    grid all = read_grid(output);
    assert_true(all.rows == ROWS && all.bent && all.start[0] == line[0][0] && all.start[1] == line[0][1]);
    size_t skipped = (size_t)lround((all.right + 1.7) / 0.01), same = 0, lost = 0;
    for (size_t row = 0; row < ROWS; row++) {
        const uint8_t *was = bytes + HEADER + 4 * row * (SECTIONS + 1) + 4;
        const float *is = all.numbers + row * (all.sections + 1) + 1;
        for (size_t i = 0; i < SECTIONS; i++) {
            float wanted = binary_number(was + 4 * i),
                  got = i >= skipped && i - skipped < all.sections ? is[i - skipped] : NAN;
            if (isnan(wanted)) assert_true(isnan(got));
            else if (isnan(got)) lost++;
            else assert_near((double)got, (double)wanted, 1e-6);
            if (!isnan(got)) same++;
        }
    }
    assert_int_equal(same, 319112);
    assert_int_equal(lost, 1); /* the one point that is in no triangle */
    free(all.numbers);
    free(line);
    free(bytes);
    pdk_output_close(output);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight),
        cmocka_unit_test(chooses_its_line),
        cmocka_unit_test(bent),
        cmocka_unit_test(tall),
        cmocka_unit_test(several_layers),
        cmocka_unit_test(refusals),
        cmocka_unit_test(the_real_road),
        cmocka_unit_test(the_middle_is_found),
        cmocka_unit_test(other_shapes_have_no_middle),
        cmocka_unit_test(a_width_is_kept_to),
        cmocka_unit_test(a_grid_keeps_its_line),
        cmocka_unit_test(real_grids_keep_their_lines),
    };
    return cmocka_run_group_tests_name("crg_out", tests, NULL, NULL);
}
