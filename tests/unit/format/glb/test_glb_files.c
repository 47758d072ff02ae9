/* glTF whose data is in other files, or in data: URIs of any kind; and what several primitives share. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "foreign.h"

static char folder[64];

static int make_folder(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/paddock-glb-XXXXXX");
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
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* A triangle: (0 0 0), (1 0 0), (0 0 -1). */
static const float triangle[3][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 0, -1 } };
#define BASE64 "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC/"

#define HEAD "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\""
#define TAIL                                                                                      \
    "\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"                                    \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"    \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]," \
    "\"scenes\":[{\"nodes\":["                                                                    \
    "0]}]}"

static const char *with_uri(const char *uri)
{
    static char text[4096];
    snprintf(text, sizeof text, "%s%s%s", HEAD, uri, TAIL);
    return text;
}

static pdk_status open_with(const char *uri, pdk_document **document, pdk_error *error)
{
    const char *text = with_uri(uri);
    put_file("scene.gltf", text, strlen(text));
    return pdk_open_file(path_of("scene.gltf"), NULL, document, error);
}

static void assert_triangle(const pdk_document *document)
{
    assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 0, 0, -1);
    assert_mesh_triangles(document, 0, 1, 2);
}

static void files_beside(void **state)
{
    (void)state;
    static const char *const uris[] = { "a.bin", "./a.bin", "a%2Ebin", "in/two%20words%C3%A4.bin" };
    assert_int_equal(mkdir(path_of("in"), 0700), 0);
    put_file("a.bin", triangle, sizeof triangle);
    put_file("in/two words\xC3\xA4.bin", triangle, sizeof triangle);
    for (size_t i = 0; i < sizeof uris / sizeof uris[0]; i++) {
        pdk_document *document;
        pdk_error error;
        assert_ok(open_with(uris[i], &document, &error), error);
        assert_triangle(document);
        read_everything(document);
        pdk_close(document);
    }
}

/* Whatever the JSON says, no file outside of its folder is opened. */
static void not_outside(void **state)
{
    (void)state;
    char absolute[128], outside[128];
    put_file("a.bin", triangle, sizeof triangle);
    put_file("small.bin", triangle, sizeof triangle - 1);
    snprintf(absolute, sizeof absolute, "%s/a.bin", folder);
    snprintf(outside, sizeof outside, "%s-outside.bin", folder);
    FILE *file = fopen(outside, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(triangle, 1, sizeof triangle, file), sizeof triangle);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(symlink(outside, path_of("link.bin")), 0);
    assert_int_equal(symlink("a.bin", path_of("alias.bin")), 0);
    assert_int_equal(mkfifo(path_of("pipe.bin"), 0600), 0);
    const char *name = strrchr(outside, '/') + 1;
    char above[128], encoded[128], back[128];
    snprintf(above, sizeof above, "../%s", name);
    snprintf(encoded, sizeof encoded, "%%2e%%2E%%2f%s", name);
    snprintf(back, sizeof back, "in/../../%s", name);
    const struct {
        const char *uri;
        pdk_status status;
        const char *code;
    } cases[] = {
        { above, PDK_E_UNSUPPORTED, "referenced.path" },
        { encoded, PDK_E_UNSUPPORTED, "referenced.path" },
        { back, PDK_E_UNSUPPORTED, "referenced.path" },
        { absolute, PDK_E_UNSUPPORTED, "referenced.path" },
        { "file:///etc/hostname", PDK_E_UNSUPPORTED, "referenced.path" },
        { "https://example.org/a.bin", PDK_E_UNSUPPORTED, "referenced.path" },
        { "..\\\\a.bin", PDK_E_UNSUPPORTED, "referenced.path" },
        { "", PDK_E_UNSUPPORTED, "referenced.path" },
        { "a.bin%00", PDK_E_UNSUPPORTED, "referenced.path" },
        { "link.bin", PDK_E_UNSUPPORTED, "referenced.path" },
        { "none.bin", PDK_E_IO, "referenced.open" },
        { ".", PDK_E_UNSUPPORTED, "referenced.path" },
        { "pipe.bin", PDK_E_IO, "referenced.open" },
        { "small.bin", PDK_E_CORRUPT, "glb.buffer" },
        { "data:x", PDK_E_CORRUPT, "glb.buffer" },
        { "data:;base64,AAA!", PDK_E_CORRUPT, "glb.buffer" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_document *document;
        pdk_error error;
        assert_fails(open_with(cases[i].uri, &document, &error), error, cases[i].status, cases[i].code, 0);
    }
    pdk_document *document;
    pdk_error error;
    assert_ok(open_with("alias.bin", &document, &error), error); /* a link inside leads nowhere else */
    pdk_close(document);
    const char *text = with_uri("a.bin");
    assert_refused(text, strlen(text), "glb", PDK_E_UNSUPPORTED, "referenced.memory", 0);
    assert_int_equal(unlink(outside), 0);
}

/* A file beside it that changes while the document is open is reported. */
static void changed(void **state)
{
    (void)state;
    pdk_document *document;
    pdk_error error;
    put_file("a.bin", triangle, sizeof triangle);
    assert_ok(open_with("a.bin", &document, &error), error);
    assert_ok(pdk_document_unchanged(document, &error), error);
    put_file("a.bin", triangle, 12);
    assert_fails(pdk_document_unchanged(document, &error), error, PDK_E_IO, "io.changed", PDK_NO_OFFSET);
    pdk_close(document);
}

static void data_uris(void **state)
{
    (void)state;
    static const char *const uris[] = {
        "data:application/octet-stream;base64," BASE64,
        "data:application/gltf-buffer;base64," BASE64,
        "DATA:;BASE64," BASE64,
        "data:application/x-a-very-long-media-type-that-nobody-has-heard-of-but-which-the-standard-allows-all-the-same;"
        "parameter=of-some-length-that-makes-the-head-longer-than-two-hundred-and-fifty-six-bytes-which-once-was-all-"
        "that-was-looked-at-so-that-nothing-was-found;another=one-more-for-good-measure;base64," BASE64,
        "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC%2F",
        "data:,%00%00%00%00%00%00%00%00%00%00%00%00%00%00%80%3F"
        "%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%80%BF",
    };
    for (size_t i = 0; i < sizeof uris / sizeof uris[0]; i++) {
        const char *text = with_uri(uris[i]);
        pdk_document *document = open_mesh(text, strlen(text), "glb", false);
        assert_triangle(document);
        pdk_close(document);
    }
}

/* Programs that sort an object's members have "asset" after whatever is before it in the alphabet. */
static void late_asset(void **state)
{
    (void)state;
    size_t blanks = 70000, size = blanks + 4096;
    char *text = malloc(size);
    assert_non_null(text);
    int length = snprintf(text, size, "{\"accessors\":[%*s],\"asset\":{\"version\":\"2.0\"}}", (int)blanks, "");
    put_file("late.gltf", text, (size_t)length);
    free(text);
    pdk_document *document;
    pdk_error error; /* found to be glTF, though there is nothing in it */
    assert_fails(pdk_open_file(path_of("late.gltf"), NULL, &document, &error), error, PDK_E_UNSUPPORTED, "glb.scene",
                 0);
}

#define VIEWS                                                                                                 \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64," BASE64 "\"}]," \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"                                                     \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"                 \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"},"                                \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"                               \
    "\"scenes\":[{\"nodes\":[0]}],"

static pdk_document *open_scene(const char *nodes, const char *primitives)
{
    static char text[4096];
    snprintf(text, sizeof text, "%s\"nodes\":%s,\"meshes\":[{\"primitives\":[%s]}]}", VIEWS, nodes, primitives);
    return open_mesh(text, strlen(text), "glb", false);
}

static void kinds_of_scenes(void **state)
{
    (void)state;
    pdk_document *document = open_scene("[{\"mesh\":0}]", "{\"attributes\":{\"POSITION\":0},\"mode\":0}");
    assert_int_equal(document->mesh->point_count, 3);
    assert_int_equal(document->mesh->triangle_count, 0);
    assert_string_equal(pdk_document_dialect(document), "2.0, JSON, points only");
    pdk_close(document);
    static char text[4096];
    snprintf(text, sizeof text, "%s\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[%s]}]}", VIEWS,
             "{\"attributes\":{\"POSITION\":0},\"mode\":3}");
    pdk_error error;
    assert_fails(pdk_open_memory(text, strlen(text), &(pdk_open_options){ sizeof(pdk_open_options), .format = "glb" },
                                 &document, &error),
                 error, PDK_E_UNSUPPORTED, "glb.scene", 0);
    assert_non_null(strstr(error.message, "only lines"));
}

/* An array of points that several primitives of a mesh use is there once for each node that shows the mesh. */
static void shared_arrays(void **state)
{
    (void)state;
#define PART "{\"attributes\":{\"POSITION\":0}}"
    pdk_document *document = open_scene("[{\"mesh\":0}]", PART "," PART "," PART);
    assert_int_equal(document->mesh->point_count, 3);
    assert_mesh_triangles(document, 0, 1, 2, 0, 1, 2, 0, 1, 2);
    pdk_close(document);
    document = open_scene("[{\"mesh\":0,\"children\":[1]},{\"mesh\":0,\"translation\":[5,0,0]}]", PART "," PART);
    assert_mesh_points(document, 0, 0, 0, 1, 0, 0, 0, 0, -1, 5, 0, 0, 6, 0, 0, 5, 0, -1);
    assert_mesh_triangles(document, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5);
    pdk_close(document);
    /* with other texture coordinates they are other points */
    document = open_scene("[{\"mesh\":0}]", PART ",{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1}}," PART);
    assert_int_equal(document->mesh->point_count, 9);
    pdk_close(document);
}

static void attributes(void **state)
{
    (void)state;
    pdk_document *document = open_scene("[{\"mesh\":0,\"scale\":[2,1,1]}]",
                                        PART ",{\"attributes\":{\"POSITION\":0,\"NORMAL\":0,\"TEXCOORD_0\":1}}");
    pdk_surface surface = surface_or_fail(document, 0);
    assert_int_equal(surface.vertex_count, 6);
    static const float normals[18] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1 };
    static const float coordinates[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0 };
    assert_memory_equal(surface.normals, normals, sizeof normals);
    assert_memory_equal(surface.coordinates, coordinates, sizeof coordinates);
    pdk_close(document);
    /* one that does not fit costs itself */
    document = open_scene("[{\"mesh\":0}]", "{\"attributes\":{\"POSITION\":0,\"NORMAL\":2,\"TEXCOORD_0\":7}}");
    assert_null(surface_or_fail(document, 0).normals);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "glb.attributes"), 1);
    pdk_close(document);
}

static void the_real_one(void **state)
{
    (void)state;
    const char *path = real_file("mesh/gltf/boxTexcoords.gltf");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    assert_int_equal(document->mesh->point_count, 24);
    assert_int_equal(document->mesh->triangle_count, 12);
    pdk_surface surface = surface_or_fail(document, 0);
    assert_non_null(surface.normals);
    assert_non_null(surface.coordinates);
    read_everything(document);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_beside, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(not_outside, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(changed, make_folder, remove_folder),
        cmocka_unit_test(data_uris),
        cmocka_unit_test_setup_teardown(late_asset, make_folder, remove_folder),
        cmocka_unit_test(kinds_of_scenes),
        cmocka_unit_test(shared_arrays),
        cmocka_unit_test(attributes),
        cmocka_unit_test(the_real_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
