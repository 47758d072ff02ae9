/* Formats of text: a cell that is not a number is never read as one in silence, and `partial` opens what is before a
 * cut. */
#include <stdlib.h>
#include <string.h>

#include "foreign.h"
#include "support.h"

/* Small files of each format of text, with all that it reads or looks at. The other formats are binary, or JSON, where
 * every word has quotation marks.
 */
static const struct {
    const char *format, *text;
} texts[] = {
    { "obj", "mtllib a.mtl\nv 0 0 0 0.5 0.5 0.5\nv 10 0 0 0.5 0.5 0.5\nv 0 10 0.25 0.5 0.5 0.5\nv 9 9 1 0.5 0.5 0.5\n"
             "vt 0.25 0.5\nvt 0.75 0.5\nvn 0 0 1\nf 1/1/1 2/2/1 3/1/1\nf 2/1/1 4/2/1 3/2/1\n" },
    { "ply", "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
             "element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0.5\n10 0 0.5\n0 10 0.5\n9 9 1\n"
             "3 0 1 2\n3 1 3 2\n" },
    { "ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty uchar red\nproperty float x\nproperty float y\n"
             "property float z\nproperty float nx\nproperty float ny\nproperty float nz\nproperty float s\n"
             "property float t\nproperty float quality\nproperty list uchar short seen_by\nelement face 1\n"
             "property int region\nproperty list uchar int vertex_indices\nproperty uchar flag\nend_header\n"
             "255 0 0 0.5 0 0 1 0.25 0.5 0.125 2 7 8\n0 10 0 0.5 0 0 1 0.25 0.5 0.125 0\n"
             "1 0 10 0.5 0 0 1 0.25 0.5 -1e3 1 9\n-2 3 0 1 2 1\n" },
    { "stl",
      "solid road\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 10 0 0\nvertex 0 10 0\nendloop\nendfacet\n"
      "facet normal 0 0 1\nouter loop\nvertex 10 0 0\nvertex 10 10 0\nvertex 0 10 0\nendloop\nendfacet\n"
      "endsolid road\n" },
    { "xyz", "0.5 0.5 0.25\n10.5 0.5 0.25\n0.5 10.5 0.25\n9.5 9.5 1.25\n8.5 9.5 1.25\n" },
    { "xyz", "x y z t intensity R G B\n0 0 0.5 1.5 100 1 2 3\n10 0 0.5 2.5 200 255 0 9\n0 10 0.5 3.5 300 7 8 9\n" },
    { "ase",
      "*3DSMAX_ASCIIEXPORT\t200\n*GEOMOBJECT {\n\t*NODE_NAME \"road\"\n\t*MESH {\n\t\t*MESH_NUMVERTEX 3\n"
      "\t\t*MESH_NUMFACES 1\n\t\t*MESH_VERTEX_LIST {\n\t\t\t*MESH_VERTEX 0\t0\t0\t0\n\t\t\t*MESH_VERTEX 1\t9\t0\t0\n"
      "\t\t\t*MESH_VERTEX 2\t0\t9\t0\n\t\t}\n\t\t*MESH_FACE_LIST {\n\t\t\t*MESH_FACE 0: A: 0 B: 1 C: 2\n\t\t}\n\t}\n"
      "}\n" },
    { "ase",
      "*3DSMAX_ASCIIEXPORT 200\n*GEOMOBJECT {\n*NODE_TM {\n*TM_ROW0 1 0 0\n*TM_ROW1 0 1 0\n*TM_ROW2 0 0 1\n"
      "*TM_ROW3 5 6 7\n}\n*MESH {\n*MESH_NUMVERTEX 3\n*MESH_NUMFACES 1\n*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n"
      "*MESH_VERTEX 1 9 0 0\n*MESH_VERTEX 2 0 9 0\n}\n*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2\n}\n"
      "*MESH_NUMTVERTEX 3\n*MESH_TVERTLIST {\n*MESH_TVERT 0 0 0 0\n*MESH_TVERT 1 1 0 0\n*MESH_TVERT 2 0 1 0\n}\n"
      "*MESH_TFACELIST {\n*MESH_TFACE 0 0 1 2\n}\n*MESH_NORMALS {\n*MESH_FACENORMAL 0 0 0 1\n"
      "*MESH_VERTEXNORMAL 0 0 0 1\n*MESH_VERTEXNORMAL 1 0 0 1\n*MESH_VERTEXNORMAL 2 0 0 1\n}\n}\n}\n" },
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

/* Where the next number begins that is a separate word, or a part of one between slashes; NULL = there is none. */
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

typedef struct wanted_finding {
    const char *code;
    uint64_t offset;
} wanted_finding;

static bool take_offset(void *user, const pdk_finding *finding)
{
    wanted_finding *wanted = user;
    if (strcmp(finding->code, wanted->code) == 0) wanted->offset = finding->offset;
    return true;
}

/* What is no number is missing in the table, and the finding says where the first such line begins. */
static void words_are_missing(void **state)
{
    (void)state;
    static const struct {
        const char *format, *text, *column, *code, *line;
        uint64_t row;
    } cases[] = {
        { "ply",
          "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n"
          "property uchar red\nproperty float quality\nend_header\n0 0 0 7 1.5\n9 8 7 abc 1.5\n",
          "red", "ply.value", "9 8 7", 1 },
        { "ply",
          "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n"
          "property uchar red\nproperty float quality\nend_header\n0 0 0 256 zz\n9 8 7 7 1.5\n",
          "quality", "ply.value", "0 0 0", 0 },
        { "xyz", "x,y,z,t\n1,2,3,4\n5,6,7,abc\n8,9,10,11\n", "t", "xyz.value", "5,6", 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_document *document = open_mesh(cases[i].text, strlen(cases[i].text), cases[i].format, false);
        pdk_error error;
        wanted_finding wanted = { cases[i].code, PDK_NO_OFFSET };
        assert_ok(pdk_check(document, PDK_CHECK_FULL, take_offset, &wanted, NULL, &error), error);
        assert_int_equal(wanted.offset, strstr(cases[i].text, cases[i].line) - cases[i].text);
        const pdk_table *points = pdk_document_find_table(document, "points");
        double values[3];
        uint8_t validity = 0;
        pdk_column_read read = { pdk_table_find_column(points, cases[i].column), PDK_FLOAT64, values, &validity };
        uint64_t rows = pdk_table_rows(points);
        assert_ok(pdk_table_read(points, 0, (size_t)rows, &read, 1, &error), error);
        assert_int_equal(validity, ((1U << rows) - 1) & ~(1U << cases[i].row));
        pdk_close(document);
    }
}

/* Cut after any byte of its last quarter: with `partial` what is before opens, unless no surface is there yet. */
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
        cmocka_unit_test(words_are_missing),
        cmocka_unit_test(cut_texts),
    };
    return cmocka_run_group_tests_name("damaged_texts", tests, NULL, NULL);
}
