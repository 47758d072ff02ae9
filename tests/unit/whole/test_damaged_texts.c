/* Formats of text: a cell that is not a number is never read as one in silence, and `partial` opens what is before a
 * cut. */
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* One small file of each format of text. The other formats are binary, or JSON, where every word has quotation marks.
 */
static const struct {
    const char *format, *text;
} texts[] = {
    { "obj", "mtllib a.mtl\nv 0 0 0 0.5 0.5 0.5\nv 10 0 0 0.5 0.5 0.5\nv 0 10 0.25 0.5 0.5 0.5\nv 9 9 1 0.5 0.5 0.5\n"
             "vt 0.25 0.5\nvt 0.75 0.5\nvn 0 0 1\nf 1/1/1 2/2/1 3/1/1\nf 2/1/1 4/2/1 3/2/1\n" },
    { "ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
             "element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0.5\n10 0 0.5\n0 10 0.5\n9 9 1\n"
             "3 0 1 2\n3 1 3 2\n" },
    { "stl",
      "solid road\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 10 0 0\nvertex 0 10 0\nendloop\nendfacet\n"
      "facet normal 0 0 1\nouter loop\nvertex 10 0 0\nvertex 10 10 0\nvertex 0 10 0\nendloop\nendfacet\n"
      "endsolid road\n" },
    { "xyz", "0.5 0.5 0.25\n10.5 0.5 0.25\n0.5 10.5 0.25\n9.5 9.5 1.25\n8.5 9.5 1.25\n" },
    { "ase",
      "*3DSMAX_ASCIIEXPORT\t200\n*GEOMOBJECT {\n\t*NODE_NAME \"road\"\n\t*MESH {\n\t\t*MESH_NUMVERTEX 3\n"
      "\t\t*MESH_NUMFACES 1\n\t\t*MESH_VERTEX_LIST {\n\t\t\t*MESH_VERTEX 0\t0\t0\t0\n\t\t\t*MESH_VERTEX 1\t9\t0\t0\n"
      "\t\t\t*MESH_VERTEX 2\t0\t9\t0\n\t\t}\n\t\t*MESH_FACE_LIST {\n\t\t\t*MESH_FACE 0: A: 0 B: 1 C: 2\n\t\t}\n\t}\n"
      "}\n" },
    { "crg", "$CT\nby hand\n$!\n$ROAD_CRG\nREFERENCE_LINE_INCREMENT = 1.0\nLONG_SECTION_V_INCREMENT = 0.5\n$!\n"
             "$KD_DEFINITION\n#:LRFI\nD:long section 1,m\nD:long section 2,m\nD:long section 3,m\n$!\n"
             "$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$\n"
             " 0.1000000 0.2000000 0.3000000\n 0.1000000 0.2000000 0.3000000\n 0.1000000 0.2000000 0.3000000\n"
             " 0.1000000 0.2000000 0.3000000\n 0.1000000 0.2000000 0.3000000\n 0.1000000 0.2000000 0.3000000\n" },
};
enum { TEXT_COUNT = sizeof texts / sizeof texts[0] };

/* Findings of an open and a check, or -1 where it is refused. */
static int findings_of(const char *format, const char *text, size_t size, bool partial)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = format;
    options.partial = partial;
    pdk_document *document = NULL;
    pdk_error error;
    if (pdk_open_memory(text, size, &options, &document, &error) != PDK_OK) return -1;
    uint64_t total = 0;
    assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
    pdk_close(document);
    return (int)total;
}

static bool is_part_of_number(char c)
{
    return strchr("+-.0123456789", c) != NULL && c != '\0';
}

/* Where the next number begins that is a word of its own, or a part of one between slashes; NULL = there is none. */
static const char *next_number(const char *at, const char *begin, size_t *size)
{
    for (; *at != '\0'; at++) {
        bool first = at == begin || strchr(" \t\n/", at[-1]) != NULL;
        if (!first || !is_part_of_number(*at)) continue;
        *size = 0;
        while (is_part_of_number(at[*size])) ++*size;
        if (strchr(" \t\n/", at[*size]) != NULL) return at;
        at += *size - 1;
    }
    return NULL;
}

/* The number replaced by letters, in columns of the same width. */
static void spoil_each_cell(size_t number)
{
    const char *format = texts[number].format, *text = texts[number].text;
    int before = findings_of(format, text, strlen(text), false);
    assert_true(before >= 0);
    size_t size = 0;
    int cells = 0;
    for (const char *at = next_number(text, text, &size); at != NULL;
         at = next_number(at + size, text, &size), cells++) {
        size_t first = (size_t)(at - text), length = strlen(text);
        char *spoilt = malloc(length + 3);
        assert_non_null(spoilt);
        memcpy(spoilt, text, first);
        size_t filled = size < 3 ? 3 : size;
        memset(spoilt + first, 'z', filled);
        memcpy(spoilt + first + filled, at + size, length - first - size);
        int after = findings_of(format, spoilt, length - size + filled, false);
        free(spoilt);
        if (after >= 0 && after <= before)
            fail_msg("%s: letters in place of \"%.*s\" at %zu are no finding", format, (int)size, at, first);
    }
    assert_true(cells >= 9);
}

static void cells_of_letters(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++) spoil_each_cell(i);
}

/* Cut behind any byte of its last quarter: with `partial` what is before opens, unless no surface is there yet. */
static void cut_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEXT_COUNT; i++) {
        size_t size = strlen(texts[i].text);
        int opened = 0;
        for (size_t cut = size / 4 * 3; cut < size; cut++) {
            int plain = findings_of(texts[i].format, texts[i].text, cut, false);
            int partial = findings_of(texts[i].format, texts[i].text, cut, true);
            if (plain >= 0) assert_int_equal(plain, partial);
            if (plain < 0 && partial == 0) fail_msg("%s cut at %zu: opens without a finding", texts[i].format, cut);
            opened += partial >= 0;
        }
        if (opened * 2 < (int)(size / 4)) fail_msg("%s: `partial` opens only %d cut files", texts[i].format, opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_of_letters),
        cmocka_unit_test(cut_texts),
    };
    return cmocka_run_group_tests_name("damaged_texts", tests, NULL, NULL);
}
