/* What a conversion carries besides the shape: colours, materials, pictures, names; and what it says it leaves out. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "foreign.h"
#include "png/png.h"

static char folder[64];

static int make_folder(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/paddock-carry-XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **unused)
{
    char command[96];
    (void)unused;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const char *path_of(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void put_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Notes of a conversion, by code. */
typedef struct notes {
    char codes[32][64];
    size_t count;
} notes;

static bool keep_note(void *user, const pdk_finding *finding)
{
    notes *kept = user;
    if (kept->count < 32) snprintf(kept->codes[kept->count++], 64, "%s", finding->code);
    return true;
}

static size_t count_notes(const notes *kept, const char *code)
{
    size_t count = 0;
    for (size_t i = 0; i < kept->count; i++) count += strcmp(kept->codes[i], code) == 0;
    return count;
}

static pdk_document *convert(const pdk_document *from, const char *name, notes *kept)
{
    pdk_error error;
    pdk_convert_options options = PDK_CONVERT_OPTIONS_INIT;
    notes unread = { 0 };
    options.note = keep_note;
    options.note_user = kept != NULL ? kept : &unread;
    assert_ok(pdk_convert_file(from, path_of(name), NULL, &options, NULL, &error), error);
    return open_or_fail(path_of(name));
}

static const pdk_attribute *color_of(const pdk_document *document)
{
    const pdk_attribute *color = pdk_mesh_attribute(document->mesh, PDK_ATTRIBUTE_COLOR);
    assert_non_null(color);
    return color;
}

static uint32_t *materials_of(const pdk_document *document)
{
    const pdk_mesh *mesh = document->mesh;
    uint32_t *values = malloc((size_t)mesh->triangle_count * sizeof *values + 1);
    pdk_error error;
    for (size_t i = 0; i < mesh->attribute_count; i++) {
        const pdk_attribute *attribute = &mesh->attributes[i];
        if (attribute->role != PDK_ATTRIBUTE_MATERIAL) continue;
        assert_ok(attribute->read(attribute, 0, (size_t)mesh->triangle_count, values, &error), error);
        return values;
    }
    fail_msg("there are no materials");
    return values;
}

/* The material of a triangle, by its name. */
static const pdk_mesh_material *material_at(const pdk_document *document, uint64_t triangle)
{
    uint32_t *numbers = materials_of(document), number = numbers[triangle];
    free(numbers);
    assert_in_range(number, 1, document->mesh->material_count);
    return &document->mesh->materials[number - 1];
}

/* Two by one pixels: red, and half transparent blue. */
static const uint8_t pixels[8] = { 255, 0, 0, 255, 0, 0, 255, 128 };

static size_t make_png(uint8_t *to, size_t capacity)
{
    pdk_output *output = output_or_fail();
    pdk_memory memory;
    pdk_error error;
    pdk_memory_init(&memory, NULL, 0);
    assert_ok(pdk_png_write(PDK_PNG_RGBA, pixels, (pdk_png_shape){ 2, 1, 6 }, &memory, output, &error), error);
    pdk_bytes bytes = pdk_output_bytes(output);
    assert_in_range(bytes.size, 1, capacity);
    memcpy(to, bytes.data, bytes.size);
    size_t size = bytes.size;
    pdk_output_close(output);
    pdk_memory_destroy(&memory);
    return size;
}

/* A scene by hand: a node with a child, each with a mesh; two materials, one with a picture beside; colours of 8 bits.
 */
static void make_scene(void)
{
    static const float numbers[] = { 0,    0,    0,    1,      0,    0,     0, 0, -1, /* places */
                                     0.1F, 0.3F, 1.7F, -0.25F, 0.5F, 0.125F /* coordinates */ };
    static const uint8_t colors[] = { 255, 0, 10, 255, 0, 128, 0, 64, 1, 2, 3, 4 };
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"name\":\"town\",\"children\":[1,2]},{\"name\":\"house\",\"mesh\":0},"
        "{\"name\":\"tree\",\"mesh\":0,\"translation\":[10,0,0]}],"
        "\"meshes\":[{\"name\":\"plate\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1,"
        "\"COLOR_0\":2},\"material\":1},{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1,\"COLOR_0\":2},"
        "\"material\":0}]}],\"materials\":[{\"name\":\"wall\","
        "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0},\"metallicFactor\":0.25},"
        "\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,\"doubleSided\":true},"
        "{\"name\":\"roof\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.25,0.125,1],\"roughnessFactor\":0.75},"
        "\"emissiveFactor\":[0,1,0],\"normalTexture\":{\"index\":0}}],"
        "\"textures\":[{\"source\":0,\"sampler\":0}],\"samplers\":[{\"wrapS\":33071}],"
        "\"images\":[{\"uri\":\"bricks.png\"}],\"animations\":[{}],"
        "\"buffers\":[{\"uri\":\"scene.bin\",\"byteLength\":72}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},"
        "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":24},{\"buffer\":0,\"byteOffset\":60,\"byteLength\":12}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"},"
        "{\"bufferView\":2,\"componentType\":5121,\"normalized\":true,\"count\":3,\"type\":\"VEC4\"}]}";
    uint8_t bytes[72], png[512];
    memcpy(bytes, numbers, 60);
    memcpy(bytes + 60, colors, 12);
    put_file("scene.bin", bytes, sizeof bytes);
    put_file("bricks.png", png, make_png(png, sizeof png));
    put_file("scene.gltf", json, sizeof json - 1);
}

static void check_scene(const pdk_document *document)
{
    static const float coordinates[] = { 0.1F, 0.3F, 1.7F, -0.25F, 0.5F, 0.125F };
    static const uint8_t colors[] = { 255, 0, 10, 255, 0, 128, 0, 64, 1, 2, 3, 4 };
    const pdk_mesh *mesh = document->mesh;
    pdk_error error;
    assert_int_equal(mesh->point_count, 6);
    assert_int_equal(mesh->triangle_count, 4);
    float uv[3][2];
    assert_ok(mesh->read_coordinates(mesh, 3, 3, uv, &error), error);
    assert_memory_equal(uv, coordinates, sizeof coordinates);
    uint8_t rgba[12];
    assert_int_equal(color_of(document)->type, PDK_UINT8);
    assert_ok(color_of(document)->read(color_of(document), 3, 3, rgba, &error), error);
    assert_memory_equal(rgba, colors, sizeof colors);
    const pdk_mesh_material *roof = material_at(document, 0), *wall = material_at(document, 3);
    assert_string_equal(roof->name, "roof");
    assert_true(roof->color[0] == 0.5 && roof->color[2] == 0.125 && roof->roughness == 0.75 && roof->metallic == 1);
    assert_true(roof->emissive[1] == 1 && roof->image == PDK_MESH_NONE && !roof->two_sided);
    assert_string_equal(wall->name, "wall");
    assert_true(wall->alpha == PDK_ALPHA_MASK && wall->cutoff == 0.25 && wall->metallic == 0.25 && wall->two_sided);
    assert_true(wall->clamped[0] && !wall->clamped[1]);
    assert_int_equal(pdk_document_image_count(document), 1);
    assert_int_equal(wall->image, 0);
    uint8_t shown[8];
    assert_ok(pdk_document_image_read(document, 0, shown, sizeof shown, &error), error);
    assert_memory_equal(shown, pixels, sizeof pixels);
    assert_int_equal(mesh->node_count, 3);
    assert_string_equal(mesh->nodes[0].name, "town");
    assert_string_equal(mesh->nodes[2].name, "tree");
    assert_int_equal(mesh->nodes[2].parent, 0);
    assert_int_equal(mesh->nodes[0].block, PDK_MESH_NONE);
    assert_string_equal(mesh->blocks[1].name, "tree");
}

static void glb_to_glb(void **state)
{
    (void)state;
    notes kept = { 0 };
    make_scene();
    pdk_document *document = open_or_fail(path_of("scene.gltf"));
    check_scene(document);
    read_everything(document);
    pdk_document *again = convert(document, "again.glb", &kept);
    check_scene(again);
    assert_int_equal(count_notes(&kept, "convert.left_out.other"), 2); /* the animation, the map of normals */
    assert_int_equal(kept.count, 2);
    pdk_document *third = convert(again, "third.glb", NULL);
    check_scene(third);
    size_t sizes[2];
    uint8_t *first = read_file(path_of("again.glb"), &sizes[0]), *second = read_file(path_of("third.glb"), &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(first, second, sizes[0]);
    free(first);
    free(second);
    pdk_close(third);
    pdk_close(again);
    pdk_close(document);
}

static float srgb(float linear)
{
    return linear <= 0.0031308F ? linear * 12.92F : 1.055F * powf(linear, 1 / 2.4F) - 0.055F;
}

/* To OBJ goes what it has: colours as sRGB, materials, pictures, names. */
static void glb_to_obj(void **state)
{
    (void)state;
    notes kept = { 0 };
    make_scene();
    pdk_document *document = open_or_fail(path_of("scene.gltf"));
    pdk_document *obj = convert(document, "scene.obj", &kept);
    assert_int_equal(obj->mesh->point_count, 6);
    assert_string_equal(material_at(obj, 0)->name, "roof");
    assert_string_equal(material_at(obj, 3)->name, "wall");
    assert_true(material_at(obj, 0)->color[0] == 0.5 && material_at(obj, 0)->emissive[1] == 1);
    assert_int_equal(material_at(obj, 1)->image, 0);
    assert_int_equal(access(path_of("scene-bricks.png"), R_OK), 0);
    float color[1][4];
    pdk_error error;
    assert_ok(pdk_attribute_read_color(color_of(obj), 1, 1, color, &error), error);
    assert_near((double)color[0][1], (double)srgb(128 / 255.0F), 0.5 / 255);
    assert_near((double)surface_or_fail(obj, 0).coordinates[1], 0.7, 1e-6); /* from the bottom here */
    assert_string_equal(obj->mesh->groups[1].name, "tree");
    assert_int_equal(count_notes(&kept, "convert.left_out.other"), 3); /* the tree of nodes, too */
    pdk_close(obj);
    pdk_close(document);
}

/* One note for each kind of thing that a target cannot hold. */
static void left_out(void **state)
{
    (void)state;
    static const char *const codes[] = { "convert.left_out.color", "convert.left_out.coordinates",
                                         "convert.left_out.materials" };
    notes kept = { 0 };
    make_scene();
    pdk_document *document = open_or_fail(path_of("scene.gltf"));
    pdk_document *rld = convert(document, "scene.rld", &kept);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) assert_int_equal(count_notes(&kept, codes[i]), 1);
    assert_int_equal(count_notes(&kept, "convert.left_out.other"), 4);
    pdk_close(rld);
    pdk_close(document);
}

static const char groups_text[] = "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 0 1 0 0 1\nv 0 0 1 0.5 0.25 0.125\n"
                                  "g left\nusemtl a\nf 1 2 3\ng right side\nusemtl b\nf 1 3 4\n";

/* Groups that share points stay groups, and colours colours. */
static void obj_groups(void **state)
{
    (void)state;
    static const char *const targets[] = { "groups.obj", "groups.glb" };
    put_file("from.obj", groups_text, sizeof groups_text - 1);
    pdk_document *document = open_or_fail(path_of("from.obj"));
    assert_int_equal(document->mesh->group_count, 2);
    pdk_document *obj = convert(document, targets[0], NULL);
    assert_int_equal(obj->mesh->point_count, 4);
    assert_int_equal(obj->mesh->group_count, 2);
    assert_string_equal(obj->mesh->groups[obj->mesh->group_count - 1].name, "right_side");
    assert_string_equal(material_at(obj, 1)->name, "b");
    float colors[4][4];
    pdk_error error;
    assert_ok(pdk_attribute_read_color(color_of(obj), 0, 4, colors, &error), error);
    assert_true(colors[0][0] == 1 && colors[3][1] == 0.25F && colors[2][2] == 1);
    pdk_close(obj);
    pdk_document *glb = convert(document, targets[1], NULL);
    assert_int_equal(glb->mesh->point_count, 4);
    assert_string_equal(material_at(glb, 1)->name, "b");
    assert_int_equal(color_of(glb)->type, PDK_FLOAT32);
    pdk_document *back = convert(glb, "back.obj", NULL);
    assert_ok(pdk_attribute_read_color(color_of(back), 0, 4, colors, &error), error);
    assert_near((double)colors[3][0], 0.5, 1e-6);
    pdk_close(back);
    pdk_close(glb);
    pdk_close(document);
}

/* A merged surface says what of its sources it does not keep; texture coordinates of glTF are turned to those of OBJ.
 */
static void merged(void **state)
{
    (void)state;
    static const char text[] = "v 5 0 0\nv 6 0 0\nv 6 0 1\nvt 0 0.75\nf 1/1 2/1 3/1\n";
    make_scene();
    put_file("plain.obj", text, sizeof text - 1);
    put_file("from.obj", groups_text, sizeof groups_text - 1);
    pdk_document *const sources[] = { open_or_fail(path_of("plain.obj")), open_or_fail(path_of("scene.gltf")),
                                      open_or_fail(path_of("from.obj")) };
    pdk_document *made;
    pdk_error error;
    assert_ok(pdk_surface_merge((const pdk_document *const *)sources, 2, NULL, -1, &made, NULL, &error), error);
    pdk_surface surface = surface_or_fail(made, 0);
    assert_near((double)surface.coordinates[1], 0.75, 0);
    assert_near((double)surface.coordinates[7], 0.7, 1e-6);
    assert_int_equal(count_findings(made, PDK_CHECK_STRUCTURE, "surface.left_out"), 5);
    pdk_close(made);
    assert_ok(pdk_surface_merge((const pdk_document *const *)sources, 3, NULL, -1, &made, NULL, &error), error);
    assert_int_equal(count_findings(made, PDK_CHECK_STRUCTURE, "surface.left_out"), 7); /* coordinates, groups */
    pdk_close(made);
    for (size_t i = 0; i < 3; i++) pdk_close(sources[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(glb_to_glb, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(glb_to_obj, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(left_out, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(obj_groups, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(merged, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
