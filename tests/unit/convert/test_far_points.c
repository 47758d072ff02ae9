/* A scan says the same with and without one more point, however far that is: to every target, and for every tool. */
#include <stdio.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "far_scan.h"
#include "mesh.h"

static const double limit = 0.0001 + 1e-9; /* what docs/convert-surfaces.md promises, metres */

/* A scan that is open. */
typedef struct scan {
    uint8_t *bytes;
    pdk_document *document;
} scan;

static scan open_scan(const char *format, int kind)
{
    scan made = { 0 };
    size_t size;
    made.bytes = far_scan(format, kind, &size);
    made.document = far_open(format, made.bytes, size);
    return made;
}

static void close_scan(scan *made)
{
    pdk_close(made->document);
    free(made->bytes);
}

/* ---------------------------------------------------------------------------------------------- conversions */

/* A conversion, read again. */
typedef struct converted {
    uint8_t *bytes;
    pdk_document *document;
    pdk_surface surface;
    double origin[3];
    notes said;
} converted;

static converted convert(const pdk_document *document, const char *target, bool cloud, const pdk_convert_options *more)
{
    converted made = { .said.count = 0 };
    pdk_convert_options options = more != NULL ? *more : (pdk_convert_options)PDK_CONVERT_OPTIONS_INIT;
    pdk_convert_report report;
    size_t size;
    options.triangulate = cloud;
    options.note = take_note;
    options.note_user = &made.said;
    made.bytes = take_bytes(convert_or_fail(document, target, &options, &report), &size);
    made.document = far_open(target, made.bytes, size);
    made.surface = surface_or_fail(made.document, 0);
    const pdk_surface_info *info = pdk_document_surface_at(made.document, 0);
    const char *place =
        "origin_x"; /* what was subtracted, where the file says so; LAS and OpenCRG have full coordinates */
    bool whole = report.keeps_origin && pdk_document_find_property(made.document, place) == NULL;
    for (int k = 0; k < 3; k++) made.origin[k] = info->origin[k] + (whole ? 0 : report.origin[k]);
    return made;
}

static void forget(converted *made)
{
    pdk_close(made->document);
    free(made->bytes);
}

static double place_of(const converted *made, uint64_t point, int axis)
{
    return (double)made->surface.positions[3 * point + (uint64_t)axis] + made->origin[axis];
}

/* The points of `plain` come first in `other`, too. */
static void assert_same_points(const converted *plain, const converted *other)
{
    assert_true(other->surface.vertex_count >= plain->surface.vertex_count);
    assert_true(plain->surface.vertex_count >= FAR_POINTS);
    assert_int_equal(other->surface.triangle_count >= plain->surface.triangle_count, 1);
    for (uint64_t i = 0; i < plain->surface.vertex_count; i++) {
        for (int k = 0; k < 3; k++) assert_near(place_of(other, i, k), place_of(plain, i, k), limit);
    }
}

/* What the reader gives is within the promise, or a note says that it is not. */
static void assert_told(const converted *other, uint64_t point, const double p[3], bool y_up)
{
    const double wanted[2][3] = { { p[0], p[1], p[2] }, { p[1], p[2], p[0] } };
    bool exact = true;
    for (int k = 0; k < 3; k++) exact = exact && fabs(place_of(other, point, k) - wanted[y_up][k]) <= limit;
    const pdk_surface_info *info = pdk_document_surface_at(other->document, 0);
    bool of_reader = info->inexact_points + info->lost_points > 0; /* the file is right, and the floats read from it */
    assert_true(exact || of_reader || has_note(&other->said, "surface.precision"));
}

static bool says_left_out(const notes *said)
{
    return has_note(said, "convert.far") || has_note(said, "convert.not_finite");
}

static void check_target(const char *format, int kind, const pdk_target_info *target)
{
    bool cloud = far_is_cloud(format), points = strcmp(target->id, "stl") != 0 && strcmp(target->id, "crg") != 0;
    scan without = open_scan(format, 0), with = open_scan(format, kind);
    converted plain = convert(without.document, target->id, cloud, NULL),
              other = convert(with.document, target->id, cloud, NULL);
    assert_same_points(&plain, &other);
    assert_false(has_note(&plain.said, "surface.precision") || has_note(&plain.said, "convert.far"));
    bool kept = other.surface.vertex_count > plain.surface.vertex_count;
    double stored[3];
    far_stored(format, kind, stored);
    if (kept) assert_told(&other, plain.surface.vertex_count, stored, target->frame == PDK_FRAME_Y_UP);
    else assert_true(!points || says_left_out(&other.said)); /* the others have no points but those of triangles */
    forget(&plain);
    forget(&other);
    close_scan(&without);
    close_scan(&with);
}

static bool takes_surfaces(const pdk_target_info *target)
{
    bool others = strcmp(target->id, "geojson") == 0 || strcmp(target->id, "opendrive") == 0; /* no surfaces to read */
    return !target->recordings_only && !others;
}

static void targets(void **state)
{
    (void)state;
    size_t checked = 0;
    for (size_t f = 0; f < far_format_count; f++) {
        for (size_t t = 0; t < pdk_target_count(); t++) {
            for (int kind = 1; kind < FAR_KINDS; kind++) {
                if (!takes_surfaces(pdk_target_at(t)) || !far_fits(far_formats[f], kind)) continue;
                check_target(far_formats[f], kind, pdk_target_at(t));
                checked++;
            }
        }
    }
    assert_true(checked >= 8 * 25);
}

/* What the options ask for costs precision: all that write floats say so. */
static void lost_on_request(void **state)
{
    (void)state;
    scan without = open_scan("ply", 0);
    for (size_t t = 0; t < pdk_target_count(); t++) {
        const pdk_target_info *target = pdk_target_at(t);
        bool grid = strcmp(target->id, "crg") == 0; /* of such steps no grid can be made, which it says */
        if (!takes_surfaces(target) || grid) continue;
        pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
        options.origin = PDK_ORIGIN_NONE;
        converted made = convert(without.document, target->id, false, &options);
        double worst = 0;
        for (uint64_t i = 0; i < FAR_POINTS && strcmp(target->id, "stl") != 0; i++) {
            double p[3];
            far_scan_point((size_t)i, p);
            bool y_up = target->frame == PDK_FRAME_Y_UP;
            for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(place_of(&made, i, k) - p[y_up ? (k + 1) % 3 : k]));
        }
        assert_true(worst <= limit || has_note(&made.said, "surface.precision"));
        forget(&made);
    }
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    options.glb = &(pdk_glb_options){ .struct_size = sizeof(pdk_glb_options), .quantize = true };
    converted steps = convert(without.document, "glb", false, &options);
    assert_true(has_note(&steps.said, "glb.steps"));
    forget(&steps);
    close_scan(&without);
}

/* ------------------------------------------------------------------------------------------------- the tools */

/* A surface that a tool made has the scan's points first, and says what its source's floats could not hold. */
static void check_made(pdk_status status, pdk_document *made, const pdk_document *with, pdk_error *error)
{
    assert_ok(status, *error);
    const pdk_surface_info *from = pdk_document_surface_at(with, 0), *info = pdk_document_surface_at(made, 0);
    pdk_surface surface = surface_or_fail(made, 0);
    assert_true(surface.triangle_count > 0);
    for (uint64_t i = 0; i < surface.vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            double place = (double)surface.positions[3 * i + (uint64_t)k] + info->origin[k];
            assert_true(!isfinite(place) || fabs(place) > 400); /* no point became 0 */
        }
    }
    uint64_t total = 0;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    notes said = { 0 };
    options.note = take_note;
    options.note_user = &said;
    pdk_output *output = convert_or_fail(made, "ply", &options, NULL);
    pdk_output_close(output);
    (void)total;
    if (from->inexact_points + from->lost_points > 0) assert_true(has_note(&said, "surface.precision"));
    pdk_close(made);
}

static void check_changes(const pdk_document *with, bool y_up)
{
    pdk_error error = { 0 };
    pdk_document *made = NULL;
    const pdk_surface_info *info = pdk_document_surface_at(with, 0);
    pdk_surface_options options = PDK_SURFACE_OPTIONS_INIT;
    options.document = with;
    options.frame = info->frame;
    memcpy(options.origin, info->origin, sizeof options.origin);
    static const double boxes[2][4] = { { 691236, 5334322, 691250, 5334326 }, { 5334322, 691236, 5334326, 691250 } };
    pdk_status status = pdk_surface_crop(with, &options, boxes[y_up], &made, NULL, &error);
    check_made(status, made, with, &error);
    status = pdk_surface_extract(with, 0, &options, &made, &error);
    check_made(status, made, with, &error);
    status = pdk_surface_add_normals(with, &options, &made, NULL, &error);
    check_made(status, made, with, &error);
    const pdk_document *twice[] = { with, with };
    status = pdk_surface_merge(twice, 2, &options, 0, &made, NULL, &error);
    check_made(status, made, with, &error);
    pdk_simplify_options how = PDK_SIMPLIFY_OPTIONS_INIT;
    how.error = 0.01;
    status = pdk_surface_simplify(with, &options, &how, &made, NULL, &error);
    if (status == PDK_E_UNSUPPORTED) return; /* without meshoptimizer */
    check_made(status, made, with, &error);
}

static void check_profile(const pdk_surface *plain, const pdk_surface *other)
{
    const double path[2][2] = { { (double)plain->positions[0] + 0.1, (double)plain->positions[1] + 0.2 },
                                { (double)plain->positions[3 * FAR_POINTS - 3] - 0.1,
                                  (double)plain->positions[3 * FAR_POINTS - 2] - 0.2 } };
    pdk_profile_point points[2][400];
    size_t made[2];
    for (int i = 0; i < 2; i++) {
        const pdk_profile_options how = { .struct_size = sizeof how, .step = 0.1 };
        pdk_height_index *index = NULL;
        pdk_error error;
        assert_ok(pdk_height_index_create(i == 0 ? plain : other, NULL, &index, &error), error);
        assert_ok(pdk_surface_profile(index, path, 2, &how, points[i], 400, &made[i], &error), error);
        pdk_height_index_close(index);
    }
    assert_int_equal(made[0], made[1]);
    for (size_t i = 0; i < made[0]; i++) { /* not the bytes after the last member */
        assert_memory_equal(&points[0][i], &points[1][i], offsetof(pdk_profile_point, has_surface));
        assert_int_equal(points[0][i].has_surface, points[1][i].has_surface);
    }
}

static void check_raster(const pdk_surface *plain, const pdk_surface *other)
{
    pdk_raster *rasters[2] = { NULL, NULL };
    pdk_raster_options options = PDK_RASTER_OPTIONS_INIT;
    options.size = 0.25;
    for (int i = 0; i < 2; i++) {
        pdk_error error;
        assert_ok(pdk_raster_create(i == 0 ? plain : other, &options, &rasters[i], &error), error);
    }
    const pdk_raster_info *a = pdk_raster_about(rasters[0]), *b = pdk_raster_about(rasters[1]);
    assert_true(a->width == b->width && a->height == b->height && a->covered == b->covered);
    assert_memory_equal(a->values, b->values, (size_t)a->width * a->height * sizeof *a->values);
    for (int i = 0; i < 2; i++) pdk_raster_close(rasters[i]);
}

static void check_measures(const pdk_surface *plain, const pdk_surface *other)
{
    pdk_surface_stats a, b;
    pdk_error error;
    assert_ok(pdk_surface_measure(plain, NULL, &a, &error), error);
    assert_ok(pdk_surface_measure(other, NULL, &b, &error), error);
    assert_true(a.area == b.area && a.slope_max == b.slope_max && a.edges.total <= b.edges.total);
    assert_true(a.edge_length_max == b.edge_length_max && a.boundary_length == b.boundary_length);
}

static void tools(void **state)
{
    (void)state;
    for (size_t f = 0; f < far_format_count; f++) {
        for (int kind = 1; kind < FAR_KINDS; kind++) {
            const char *format = far_formats[f];
            if (far_is_cloud(format) || !far_fits(format, kind)) continue;
            scan without = open_scan(format, 0), with = open_scan(format, kind);
            pdk_surface plain = surface_or_fail(without.document, 0), other = surface_or_fail(with.document, 0);
            const pdk_surface_info *a = pdk_document_surface_at(without.document, 0),
                                   *b = pdk_document_surface_at(with.document, 0);
            assert_memory_equal(a->origin, b->origin, sizeof a->origin);
            assert_memory_equal(plain.positions, other.positions, 12 * (size_t)plain.vertex_count);
            assert_memory_equal(plain.triangles, other.triangles, 12 * (size_t)plain.triangle_count);
            assert_int_equal(a->inexact_points + a->lost_points, 0);
            if (kind == 3) assert_true(b->inexact_points == 1 && b->largest_error > 1);
            if (kind == 4) assert_int_equal(b->lost_points, 1);
            check_measures(&plain, &other);
            if (b->frame != PDK_FRAME_Y_UP) {
                check_profile(&plain, &other);
                check_raster(&plain, &other);
            }
            if (kind > 1) check_changes(with.document, b->frame == PDK_FRAME_Y_UP);
            close_scan(&without);
            close_scan(&with);
        }
    }
}

/* ------------------------------------------------------------------------------------------ nothing to write */

static void assert_opens_or_fails(const pdk_document *document, const char *target)
{
    pdk_output *output = output_or_fail();
    pdk_error error;
    if (pdk_convert(document, target, NULL, NULL, output, &error) == PDK_OK) {
        size_t size;
        uint8_t *bytes = take_bytes(output, &size);
        pdk_close(far_open(target, bytes, size));
        free(bytes);
        return;
    }
    assert_int_equal(error.status, PDK_E_UNSUPPORTED);
    pdk_output_close(output);
}

static void without_points(void **state)
{
    (void)state;
    static const char *const bodies[] = { "0", "", "1", "nan 0 0\n", "2", "0 0 inf\nnan nan nan\n" };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i += 2) {
        char ply[512];
        int length =
            snprintf(ply, sizeof ply,
                     "ply\nformat ascii 1.0\nelement vertex %s\nproperty float x\nproperty float y\n"
                     "property float z\nelement face 0\nproperty list uchar int vertex_indices\nend_header\n%s",
                     bodies[i], bodies[i + 1]);
        pdk_document *document = open_bytes_or_fail(ply, (size_t)length), *smooth = NULL;
        pdk_error error;
        assert_ok(pdk_surface_add_normals(document, NULL, &smooth, NULL, &error), error);
        for (size_t t = 0; t < pdk_target_count(); t++) {
            if (!takes_surfaces(pdk_target_at(t))) continue;
            assert_opens_or_fails(document, pdk_target_at(t)->id);
            assert_opens_or_fails(smooth, pdk_target_at(t)->id);
        }
        pdk_close(smooth);
        pdk_close(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets),
        cmocka_unit_test(lost_on_request),
        cmocka_unit_test(tools),
        cmocka_unit_test(without_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
