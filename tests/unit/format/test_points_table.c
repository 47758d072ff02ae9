/* The table "points" of meshes that are held in memory: what the mesh has, row by row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

static pdk_document *open_text(const char *text, const char *format)
{
    return open_mesh(text, strlen(text), format, false);
}

static void assert_column(const pdk_document *document, const char *column, const double *wanted, size_t wanted_count)
{
    size_t count;
    double *values = column_f64(document, "points", column, &count);
    assert_int_equal(count, wanted_count);
    for (size_t i = 0; i < count; i++) assert_near(values[i], wanted[i], 0);
    free(values);
}

static void of_obj(void **state)
{
    (void)state;
    pdk_document *document = open_text("v 0.1 0 0\nv 1 0 0\nv 1 1 0.25\nvt 0 0.5\nvn 0 0 1\n"
                                       "f 1/1/1 2/1/1 3/1/1\n",
                                       "obj");
    assert_column(document, "x", (const double[]){ 0.1, 1, 1 }, 3); /* whole, though its surface has floats */
    assert_column(document, "z", (const double[]){ 0, 0, 0.25 }, 3);
    assert_column(document, "nz", (const double[]){ 1, 1, 1 }, 3);
    assert_column(document, "v", (const double[]){ 0.5, 0.5, 0.5 }, 3);
    read_everything(document);
    pdk_close(document);
    document = open_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "obj");
    assert_int_equal(pdk_table_columns(pdk_document_find_table(document, "points")), 3);
    pdk_close(document);
}

/* More rows than are read at once. */
static void many(void **state)
{
    (void)state;
    char *text = malloc(1000 * 24);
    size_t size = 0;
    assert_non_null(text);
    for (int i = 0; i < 1000; i++) size += (size_t)snprintf(text + size, 24, "v %d 0 0.5\n", i);
    pdk_document *document = open_mesh(text, size, "obj", false);
    size_t count;
    double *values = column_f64(document, "points", "x", &count);
    assert_int_equal(count, 1000);
    for (size_t i = 0; i < count; i++) assert_near(values[i], (double)i, 0);
    free(values);
    pdk_close(document);
    free(text);
}

static void of_stl(void **state)
{
    (void)state;
    pdk_document *document =
        open_text("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 2 0.5\n"
                  "endloop\nendfacet\nendsolid a\n",
                  "stl");
    assert_column(document, "x", (const double[]){ 0, 2, 0 }, 3);
    assert_column(document, "z", (const double[]){ 0, 0, 0.5 }, 3);
    pdk_close(document);
}

static void of_ase(void **state)
{
    (void)state;
    pdk_document *document = open_text(
        "*3DSMAX_ASCIIEXPORT 200\n*GEOMOBJECT {\n*NODE_NAME \"a\"\n*MESH {\n*MESH_NUMVERTEX 3\n*MESH_NUMFACES 1\n"
        "*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n*MESH_VERTEX 1 1 0 0\n*MESH_VERTEX 2 0 1.5 7\n}\n"
        "*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2\n}\n}\n}\n",
        "ase");
    assert_column(document, "y", (const double[]){ 0, 0, 1.5 }, 3);
    assert_column(document, "z", (const double[]){ 0, 0, 7 }, 3);
    pdk_close(document);
}

/* In a file another program wrote. */
static void of_glb(void **state)
{
    (void)state;
    pdk_document *document = open_or_fail(PADDOCK_FILES "/blender.glb");
    size_t count;
    double *values = column_f64(document, "points", "y", &count), (*points)[3] = mesh_points(document, 0);
    assert_int_equal(count, document->mesh->point_count);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) assert_near(values[i], points[i][1], 0);
    free(values);
    free(points);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(of_obj), cmocka_unit_test(many), cmocka_unit_test(of_stl),
                                        cmocka_unit_test(of_ase), cmocka_unit_test(of_glb) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
