/* What surfaces get when they become scenes: normals where they have none, and pictures the right way up. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glb_look.h"
#include "mesh.h"

static const json_t *attributes_of(const glb *file)
{
    const json_t *mesh = item_at(glb_list(file, "meshes"), 0);
    return json_object_get(item_at(json_object_get(mesh, "primitives"), 0), "attributes");
}

/* Text of an OBJ without its materials; to be freed. */
static char *obj_of(const pdk_document *document)
{
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    return take_text(convert_or_fail(document, "obj", &options, NULL));
}

/* A surface without normals has those `surface normals` makes: x, y, z becomes y, z, x. */
static void surfaces_get_smooth_normals(void **state)
{
    (void)state;
    made rld = make_file("rld", NULL, 5000);
    pdk_error error = { 0 };
    pdk_surface surface = surface_or_fail(rld.document, 0);
    float *normals = malloc(surface.vertex_count * 3 * sizeof *normals);
    assert_non_null(normals);
    assert_ok(pdk_surface_normals(&surface, NULL, normals, &error), error);
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(rld.document, &options);
    assert_glb(&file);
    access shown = glb_attribute(&file, item_at(glb_list(&file, "meshes"), 0), "NORMAL");
    assert_int_equal(shown.count, surface.vertex_count);
    for (size_t i = 0; i < shown.count; i++) {
        for (size_t k = 0; k < 3; k++)
            assert_near(glb_component(&shown, i, k), (double)normals[3 * i + (k + 1) % 3], 1e-5);
    }
    char *text = obj_of(rld.document);
    assert_non_null(strstr(text, "\ns 1\n"));
    assert_null(strstr(text, "\nvn "));
    free(text);
    free(normals);
    glb_forget(&file);
    drop_file(&rld);
}

/* Quantised ones, stretched back as viewers do, face where they did, also on a road that is far wider than high. */
static void quantised_normals_are_near(void **state)
{
    (void)state;
    quantized both = glb_quantized("NORMAL");
    const json_t *stretch = json_object_get(item_at(glb_list(&both.coarse, "nodes"), 0), "scale");
    for (size_t i = 0; i < both.exact.count; i++) {
        double back[3], length = 0, dot = 0;
        for (size_t k = 0; k < 3; k++) {
            back[k] = glb_component(&both.steps, i, k) / json_number_value(item_at(stretch, k));
            length += back[k] * back[k];
            dot += back[k] * glb_component(&both.exact, i, k);
        }
        assert_true(dot / sqrt(length) > 0.99999); /* a quarter of a degree */
    }
    drop_quantized(&both);
}

/* A cube is no road: its edges stay sharp. */
static void bodies_stay_sharp(void **state)
{
    (void)state;
    static const char cube[] = "v 0 0 0\nv 0 0 1\nv 0 1 0\nv 0 1 1\nv 1 0 0\nv 1 0 1\nv 1 1 0\nv 1 1 1\n"
                               "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n";
    pdk_document *document = open_bytes_or_fail(cube, strlen(cube));
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(document, &options);
    assert_glb(&file);
    assert_non_null(json_object_get(attributes_of(&file), "POSITION"));
    assert_null(json_object_get(attributes_of(&file), "NORMAL"));
    char *text = obj_of(document);
    assert_null(strstr(text, "\ns 1\n"));
    free(text);
    glb_forget(&file);
    pdk_close(document);
}

/* Far out, where floats would be off by half a metre, normals are those of the place near zero. */
static void far_points_do_not_matter(void **state)
{
    (void)state;
    static const char far[] =
        "v 691000.25 5334000 12\nv 691001.25 5334000 12\nv 691000.25 5334001 12.5\nv 691001.25 5334001 12.5\n"
        "f 1 2 3\nf 2 4 3\n";
    pdk_document *document = open_bytes_or_fail(far, strlen(far));
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(document, &options);
    access normals = glb_attribute(&file, item_at(glb_list(&file, "meshes"), 0), "NORMAL");
    for (size_t i = 0; i < 4; i++) { /* (0, -0.5, 1), of length 1 */
        assert_near(glb_component(&normals, i, 0), 0, 1e-6);
        assert_near(glb_component(&normals, i, 1), -0.5 / sqrt(1.25), 1e-6);
        assert_near(glb_component(&normals, i, 2), 1 / sqrt(1.25), 1e-6);
    }
    glb_forget(&file);
    pdk_close(document);
}

/* OBJ counts rows of a picture from its bottom, GLB from its top. */
static void pictures_stay_the_right_way_up(void **state)
{
    (void)state;
    static const char flag[] = "v 0 0 0\nv 1 0 0\nv 0 0 1\nvt 0 0.125\nvt 1 0.25\nvt 0 0.75\nf 1/1 3/3 2/2\n";
    static const double rows[3] = { 0.875, 0.75, 0.25 };
    pdk_document *document = open_bytes_or_fail(flag, strlen(flag));
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    glb file = glb_convert(document, &options);
    access coordinates = glb_attribute(&file, item_at(glb_list(&file, "meshes"), 0), "TEXCOORD_0");
    for (size_t i = 0; i < 3; i++) assert_true(glb_component(&coordinates, i, 1) == rows[i]);
    char *text = obj_of(document);
    assert_non_null(strstr(text, "vt 0 0.125\nvt 1 0.25\nvt 0 0.75\n"));
    free(text);
    glb_forget(&file);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_get_smooth_normals),
        cmocka_unit_test(quantised_normals_are_near),
        cmocka_unit_test(bodies_stay_sharp),
        cmocka_unit_test(far_points_do_not_matter),
        cmocka_unit_test(pictures_stay_the_right_way_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
