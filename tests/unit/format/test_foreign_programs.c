/* Files other programs wrote of a road we know: the road must come back. tests/files/README.md says who wrote them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

typedef struct foreign {
    const char *name;
    bool y_up; /* as Blender turns it: x, y, z became x, z, -y */
    size_t points, triangles;
    size_t blocks; /* objects, nodes */
} foreign;

/* Two objects double the points where they meet; normals and texture coordinates double others in glTF. */
static const foreign files[] = {
    { "blender.obj", true, 16, 12, 2 },       { "blender-python.obj", true, 16, 12, 2 },
    { "blender.glb", true, 24, 12, 2 },       { "blender.gltf", true, 12, 12, 1 },
    { "blender.stl", false, 16, 12, 0 },      { "blender-text.stl", false, 12, 12, 0 },
    { "blender.ply", false, 12, 12, 0 },      { "blender-text.ply", false, 12, 12, 0 },
    { "assimp.obj", false, 12, 12, 0 },       { "assimp.ply", false, 12, 12, 0 },
    { "assimp.glb", false, 12, 12, 1 },       { "meshlab.obj", false, 12, 12, 0 },
    { "meshlab.ply", false, 12, 12, 0 },      { "meshlab.stl", false, 12, 12, 0 },
    { "cloudcompare.obj", false, 12, 12, 1 }, { "cloudcompare.ply", false, 12, 12, 0 },
    { "cloudcompare.asc", false, 12, 0, 0 },
};

static pdk_document *open_file(const char *name)
{
    char path[1024];
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    snprintf(path, sizeof path, "%s/%s", PADDOCK_FILES, name);
    if (pdk_open_file(path, NULL, &document, &error) == PDK_E_UNSUPPORTED && strcmp(error.code, "glb.build") == 0)
        return NULL;
    assert_ok(error.status, error);
    return document;
}

/* Points in the axes of the road. */
static double (*turned_points(const pdk_document *document, bool y_up))[3]
{
    double(*points)[3] = mesh_points(document, 0);
    for (uint64_t i = 0; i < document->mesh->point_count && y_up; i++) {
        double y = points[i][1];
        points[i][1] = -points[i][2];
        points[i][2] = y;
    }
    return points;
}

/* Each of these points is one of those, to the digits of text and a turn in floats there and back. */
static void assert_among(const double (*these)[3], size_t count, const double (*those)[3], size_t others)
{
    for (size_t i = 0; i < count; i++) {
        double nearest = INFINITY;
        for (size_t k = 0; k < others; k++) {
            double apart = 0;
            for (int axis = 0; axis < 3; axis++) apart = fmax(apart, fabs(these[i][axis] - those[k][axis]));
            nearest = fmin(nearest, apart);
        }
        assert_near(nearest, 0, 4e-6);
    }
}

/* Seen from above; quads may be split along either diagonal, which leaves this as it is. Every triangle must face up.
 */
static double area_of(const double (*points)[3], const uint32_t (*triangles)[3], size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double *a = points[triangles[i][0]], *b = points[triangles[i][1]], *c = points[triangles[i][2]];
        double area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
        assert_true(area > 0);
        sum += area;
    }
    return sum;
}

/* `paddock formats` says how sure we are of a format: its surface and blocks say the same. */
static void assert_as_certain_as_its_format(const pdk_document *document)
{
    pdk_certainty certainty = pdk_document_format(document)->certainty;
    const pdk_table *blocks = pdk_document_find_table(document, "blocks");
    assert_int_equal(pdk_document_surface_at(document, 0)->certainty, certainty);
    for (size_t c = 0; blocks != NULL && c < pdk_table_columns(blocks); c++) {
        assert_int_equal(pdk_table_column_at(blocks, c)->certainty, certainty);
    }
}

static void assert_is_road(const foreign *file, const double (*road)[3], size_t points, double area)
{
    pdk_document *document = open_file(file->name);
    if (document == NULL) return; /* glTF in a build without JSON */
    const pdk_mesh *mesh = document->mesh;
    assert_int_equal(mesh->point_count, file->points);
    assert_int_equal(mesh->triangle_count, file->triangles);
    assert_int_equal(mesh->block_count, file->blocks);
    if (file->blocks == 2) assert_memory_equal(mesh->blocks[0].name + 5, "near", 4); /* "Road near", "Road_near_road" */
    double(*found)[3] = turned_points(document, file->y_up);
    uint32_t(*triangles)[3] = mesh_triangles(document, 0);
    assert_among((const double(*)[3])found, file->points, road, points);
    assert_among(road, points, (const double(*)[3])found, file->points);
    if (file->triangles > 0)
        assert_near(area_of((const double(*)[3])found, (const uint32_t(*)[3])triangles, file->triangles), area, 1e-4);
    assert_as_certain_as_its_format(document);
    read_everything(document);
    free(found);
    free(triangles);
    pdk_close(document);
}

static void the_road_comes_back(void **state)
{
    (void)state;
    pdk_document *document = open_file("road.rld");
    double road[12][3];
    pdk_surface surface = surface_or_fail(document, 0);
    assert_int_equal(surface.vertex_count, 12);
    for (size_t i = 0; i < 36; i++) road[i / 3][i % 3] = (double)surface.positions[i];
    double area = area_of((const double(*)[3])road, (const uint32_t(*)[3])(const void *)surface.triangles,
                          surface.triangle_count);
    assert_true(area > 50);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        assert_is_road(&files[i], (const double(*)[3])road, 12, area);
    pdk_close(document);
}

/* What they say about themselves, and what we say about them. */
static void what_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *name, *code;
        uint64_t times;
    } told[] = { { "blender.obj", "obj.face.split", 1 },
                 { "blender.obj", "obj.up", 0 },
                 { "blender.obj", "referenced.open", 1 },
                 { "assimp.obj", "obj.up", 1 },
                 { "meshlab.obj", "obj.up", 1 },
                 { "cloudcompare.obj", "obj.up", 1 },
                 { "blender-text.ply", "ply.face.split", 1 },
                 { "meshlab.stl", "stl.normal", 0 },
                 { "blender.stl", "stl.normal", 0 } };
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        pdk_document *document = open_file(told[i].name);
        assert_int_equal(count_findings(document, PDK_CHECK_FULL, told[i].code), told[i].times);
        pdk_close(document);
    }
}

/* A text of the file's JSON, which has been freed when the document is read. */
static void who_wrote_it(void **state)
{
    (void)state;
    static const char wanted[] = "Open Asset Import Library (assimp v5.2.0)";
    pdk_document *document = open_file("assimp.glb");
    if (document == NULL) skip();
    const pdk_property *generator = pdk_document_find_property(document, "generator");
    assert_non_null(generator);
    assert_int_equal(generator->value.as.text.size, strlen(wanted));
    assert_memory_equal(generator->value.as.text.data, wanted, strlen(wanted));
    assert_int_equal(generator->certainty, PDK_CONFIRMED);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_road_comes_back), cmocka_unit_test(what_is_told),
                                        cmocka_unit_test(who_wrote_it) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
