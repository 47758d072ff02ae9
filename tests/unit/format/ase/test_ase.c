/* ASE: objects, encodings, what is passed over, and real scenes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

#define OBJECT(name, x, face)                                                                                      \
    "*GEOMOBJECT {\n\t*NODE_NAME \"" name                                                                          \
    "\"\n\t*NODE_TM {\n\t\t*NODE_NAME \"other\"\n\t\t*TM_ROW3 5 5 5\n\t}\n\t*MESH {\n"                             \
    "\t\t*MESH_NUMVERTEX 3\n\t\t*MESH_NUMFACES 1\n\t\t*MESH_VERTEX_LIST {\n\t\t\t*MESH_VERTEX    0\t" x "\t0\t0\n" \
    "\t\t\t*MESH_VERTEX 1\t1.0\t0.0\t0.0\n\t\t\t*MESH_VERTEX 2\t0\t1.5\t0\n\t\t}\n\t\t*MESH_FACE_LIST {\n"         \
    "\t\t\t*MESH_FACE    0:    A:    0 B:    1 C:" face                                                            \
    " AB:    1 BC:    1 CA:    0\t *MESH_SMOOTHING 2 \t*MESH_MTLID 0\n"                                            \
    "\t\t}\n\t\t*MESH_NUMTVERTEX 1\n\t\t*MESH_TFACELIST {\n\t\t\t*MESH_TFACE 0 0 0 1\n\t\t}\n\t}\n"                \
    "\t*MESH_ANIMATION {\n\t\t*MESH {\n\t\t\t*MESH_NUMVERTEX 9\n\t\t}\n\t}\n}\n"
#define HEAD "*3DSMAX_ASCIIEXPORT\t200\n*COMMENT \"by hand {\"\n"

static const char scene[] = HEAD OBJECT("one", "-2.5", "    2") OBJECT("two", "9", "2");

static void objects(void **state)
{
    (void)state;
    pdk_document *document = open_mesh(scene, sizeof scene - 1, NULL, false);
    assert_string_equal(pdk_document_format(document)->id, "ase");
    assert_mesh_points(document, -2.5, 0, 0, 1, 0, 0, 0, 1.5, 0, 9, 0, 0, 1, 0, 0, 0, 1.5, 0);
    assert_mesh_triangles(document, 0, 1, 2, 3, 4, 5);
    assert_int_equal(document->mesh->block_count, 2);
    assert_string_equal(document->mesh->blocks[1].name, "two");
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ase.animation"), 1);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ase.texture.index"), 1);
    read_everything(document);
    pdk_close(document);
}

/* As UTF-16 of either order, with a letter beyond the first 65536 in a name. */
static void wide_text(void **state)
{
    (void)state;
    static const char text[] = HEAD OBJECT("n#", "1", "2");
    for (int big = 0; big < 2; big++) {
        uint8_t wide[2 * sizeof text + 8];
        size_t size = 0;
        for (size_t i = 0; i < sizeof text; i++) {
            uint32_t units[2] = { i == 0 ? 0xFEFFu : (uint8_t)text[i - 1], 0 };
            if (i > 0 && text[i - 1] == '#') {
                units[0] = 0xD83C;
                units[1] = 0xDFC1;
            }
            for (int u = 0; u < 2; u++) {
                if (u == 1 && units[1] == 0) continue;
                wide[size++] = (uint8_t)(big ? units[u] >> 8 : units[u]);
                wide[size++] = (uint8_t)(big ? units[u] : units[u] >> 8);
            }
        }
        pdk_document *document = open_mesh(wide, size, NULL, false);
        assert_string_equal(pdk_document_dialect(document), big ? "UTF-16 BE" : "UTF-16 LE");
        assert_int_equal(document->mesh->point_count, 3);
        assert_string_equal(document->mesh->blocks[0].name, "n\xF0\x9F\x8F\x81");
        pdk_close(document);
        assert_refused(wide, size - 4, "ase", PDK_E_TRUNCATED, "ase.end", size - 4);
    }
}

static void refused_text(const char *text, pdk_status status, const char *code, const char *place)
{
    const char *found = place != NULL ? strstr(text, place) : text + strlen(text);
    assert_non_null(found);
    assert_refused(text, strlen(text), "ase", status, code, (uint64_t)(found - text));
}

static void refused(void **state)
{
    (void)state;
    refused_text("*3DSMAX\n", PDK_E_CORRUPT, "ase.magic", "*");
    refused_text("*3DSMAX_ASCIIEXPORT 200\r*GEOMOBJECT {\r}\r", PDK_E_UNSUPPORTED, "ase.lines", "*3DSMAX");
    refused_text(HEAD, PDK_E_UNSUPPORTED, "ase.objects", NULL);
    refused_text(HEAD OBJECT("a", "0", "3"), PDK_E_CORRUPT, "ase.face.index", "*MESH_FACE  ");
    refused_text(HEAD OBJECT("a", "0", "x"), PDK_E_CORRUPT, "ase.face", "*MESH_FACE  ");
    refused_text(HEAD OBJECT("a", "0,5", "2"), PDK_E_CORRUPT, "ase.vertex", "*MESH_VERTEX  ");
    refused_text(HEAD "}\n", PDK_E_CORRUPT, "ase.brace", "}");
    refused_text(HEAD "*GEOMOBJECT {\n*MESH {\n*MESH_NUMVERTEX -1\n", PDK_E_CORRUPT, "ase.count", "*MESH_NUMVERTEX");
    refused_text(HEAD "*GEOMOBJECT {\n*MESH {\n*MESH_NUMVERTEX 5\n}\n}\n", PDK_E_CORRUPT, "ase.count", "}");
    refused_text(HEAD "*GEOMOBJECT {\n", PDK_E_TRUNCATED, "ase.end", NULL);
    char deep[1024] = HEAD;
    for (int i = 0; i < 65; i++) strcat(deep, "*A {\n");
    assert_refused(deep, strlen(deep), "ase", PDK_E_LIMIT, "ase.depth", strlen(deep) - 5);
    static const char partial[] = HEAD OBJECT("a", "0", "3") OBJECT("b", "0", "2");
    pdk_document *document = open_mesh(partial, sizeof partial - 1, "ase", true);
    assert_mesh_triangles(document, 3, 4, 5);
    pdk_close(document);
}

static void hostile(void **state)
{
    (void)state;
    sweep_truncation((const uint8_t *)scene, sizeof scene - 1, 3, "ase");
    sweep_mutation((const uint8_t *)scene, sizeof scene - 1, 0, sizeof scene - 1, 1, "ase");
    assert_true(sweep_allocation((const uint8_t *)scene, sizeof scene - 1) > 5);
}

/* The scene in UTF-16 is the same as the plain one. */
static void real_scenes(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t points, triangles;
        size_t blocks;
    } cases[] = {
        { "mesh/ase/RotatingCube.ASE", 8, 12, 1 },
        { "mesh/ase/ThreeCubesGreen.ASE", 24, 36, 3 },
        { "mesh/ase/ThreeCubesGreen_UTF16LE.ASE", 24, 36, 3 },
        { "mesh/ase/InvalidUVIndex.ase", 3, 1, 1 },
    };
    double(*green)[3] = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *path = real_file(cases[i].name);
        if (path == NULL) skip();
        pdk_document *document = open_or_fail(path);
        assert_int_equal(document->mesh->point_count, cases[i].points);
        assert_int_equal(document->mesh->triangle_count, cases[i].triangles);
        assert_int_equal(document->mesh->block_count, cases[i].blocks);
        double(*points)[3] = mesh_points(document, 0);
        if (i == 0) assert_near(points[7][2], 41.0359, 1e-12);
        if (i == 1) green = points;
        if (i == 2) assert_memory_equal(points, green, 24 * sizeof *points);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ase.texture.index"), i == 3 ? 1 : 0);
        if (i != 1) free(points);
        pdk_close(document);
    }
    free(green);
}

/* Normals stand in the axes of the object, points in those of the world; a normal is kept where each point has one. */
static void normals(void **state)
{
    (void)state;
    static const char text[] =
        "*3DSMAX_ASCIIEXPORT 200\n*MATERIAL_LIST {\n*MATERIAL_COUNT 1\n*MATERIAL 0 {\n}\n}\n*GEOMOBJECT {\n"
        "*NODE_NAME \"plate\"\n*NODE_TM {\n*TM_ROW0 0 2 0\n*TM_ROW1 -2 0 0\n*TM_ROW2 0 0 1\n*TM_ROW3 5 5 5\n}\n"
        "*MESH {\n*MESH_NUMVERTEX 4\n*MESH_NUMFACES 2\n*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n"
        "*MESH_VERTEX 1 1 0 0\n"
        "*MESH_VERTEX 2 1 1 0\n*MESH_VERTEX 3 0 1 0\n}\n*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2\n"
        "*MESH_FACE 1: A: 0 B: 2 C: 3\n}\n*MESH_NORMALS {\n*MESH_FACENORMAL 0 0 0 1\n*MESH_VERTEXNORMAL 0 1 0 0\n"
        "*MESH_VERTEXNORMAL 1 0 1 1\n*MESH_VERTEXNORMAL 2 0 0 1\n*MESH_FACENORMAL 1 0 0 1\n*MESH_VERTEXNORMAL 0 1 0 0\n"
        "*MESH_VERTEXNORMAL 2 0 0 1\n*MESH_VERTEXNORMAL 3 0 0 %s\n}\n}\n*TM_ANIMATION {\n}\n}\n";
    char good[sizeof text + 8];
    snprintf(good, sizeof good, text, "-1");
    pdk_document *document = open_mesh(good, strlen(good), "ase", false);
    const float *found = surface_or_fail(document, 0).normals;
    assert_non_null(found);
    /* x of the object is y of the world; stretched by 2, what leans on it gets steeper */
    static const double wanted[4][3] = { { 0, 1, 0 }, { -0.447213595, 0, 0.894427191 }, { 0, 0, 1 }, { 0, 0, -1 } };
    for (int i = 0; i < 12; i++) assert_near((double)found[i], wanted[i / 3][i % 3], 1e-6);
    pdk_close(document);
    char *at = strstr(good, "*MESH_VERTEXNORMAL 2 0 0 1\n*MESH_VERTEXNORMAL 3");
    assert_non_null(at);
    memcpy(at, "*MESH_VERTEXNORMAL 2 0 1 0", 26); /* a second normal there */
    document = open_mesh(good, strlen(good), "ase", false);
    assert_null(surface_or_fail(document, 0).normals);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ase.normals"), 1);
    assert_int_equal(document->mesh->fact_count, 3); /* the name, the animation, the material */
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals), cmocka_unit_test(objects), cmocka_unit_test(wide_text),
        cmocka_unit_test(refused), cmocka_unit_test(hostile), cmocka_unit_test(real_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
