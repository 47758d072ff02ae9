/* PLY in binary, in every layout that is read at fixed places: what comes out is what was put in, and a corner that is
 * not there is found wherever it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign.h"

typedef struct kind {
    const char *name;
    size_t size;
    bool is_signed;
} kind;

static const kind kinds[] = { { "char", 1, true },    { "uchar", 1, false }, { "short", 2, true },
                              { "ushort", 2, false }, { "int", 4, true },    { "uint", 4, false } };
enum { KINDS = sizeof kinds / sizeof kinds[0], POINTS = 100 };

typedef struct maker {
    uint8_t *bytes;
    size_t size;
    bool big;
} maker;

static void put(maker *to, uint64_t bits, size_t size)
{
    for (size_t i = 0; i < size; i++) to->bytes[to->size + i] = (uint8_t)(bits >> 8 * (to->big ? size - 1 - i : i));
    to->size += size;
}

static void put_whole(maker *to, size_t size, int64_t value)
{
    put(to, (uint64_t)value, size);
}
static void put_float(maker *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(to, bits, sizeof bits);
}
static void put_double(maker *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(to, bits, sizeof bits);
}

typedef struct faces {
    const kind *counts, *corners;
    bool big, before, behind; /* an extra byte in each face */
    uint32_t count;
    uint32_t odd;      /* one face is not like the others: its number, or UINT32_MAX */
    int64_t odd_count; /* corners it has */
    int64_t corner;    /* and its last one */
} faces;

static uint32_t corner_of(uint32_t face, uint32_t k)
{
    return (face * 7 + k * 31) % POINTS;
}

/* Points on a parabola, then the faces. The odd one's offset goes to *odd_at. */
static maker make(const faces *wanted, size_t *odd_at)
{
    maker to = { .bytes = malloc(2048 + (size_t)wanted->count * 32), .big = wanted->big };
    assert_non_null(to.bytes);
    to.size = (size_t)sprintf(
        (char *)to.bytes,
        "ply\nformat binary_%s_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"
        "element face %u\n%sproperty list %s %s vertex_indices\n%send_header\n",
        wanted->big ? "big" : "little", POINTS, wanted->count, wanted->before ? "property uchar before\n" : "",
        wanted->counts->name, wanted->corners->name, wanted->behind ? "property uchar behind\n" : "");
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < 3; k++) put_float(&to, (float)(k == 0 ? i : k == 1 ? i * i : -i));
    }
    for (uint32_t i = 0; i < wanted->count; i++) {
        bool odd = i == wanted->odd;
        int64_t count = odd ? wanted->odd_count : 3;
        if (odd) *odd_at = to.size;
        if (wanted->before) put_whole(&to, 1, 3);
        put_whole(&to, wanted->counts->size, count);
        for (uint32_t k = 0; k < count; k++) {
            put_whole(&to, wanted->corners->size, odd && k + 1 == count ? wanted->corner : corner_of(i, k));
        }
        if (wanted->behind) put_whole(&to, 1, 9);
    }
    return to;
}

/* All triangles are there but the one of `left_out`. */
static void check_triangles(const pdk_document *document, const faces *wanted, uint32_t left_out)
{
    uint32_t(*all)[3] = mesh_triangles(document, 0), (*parts)[3] = mesh_triangles(document, 97);
    uint64_t triangles = document->mesh->triangle_count, at = 0;
    assert_true(document->mesh->sound);
    assert_int_equal(triangles, wanted->count - (left_out < wanted->count));
    for (uint32_t i = 0; i < wanted->count; i++) {
        if (i == left_out) continue;
        for (uint32_t k = 0; k < 3; k++) assert_int_equal(all[at][k], corner_of(i, k));
        at++;
    }
    assert_memory_equal(all, parts, triangles * sizeof *all);
    free(all);
    free(parts);
}

static void check_sound(const faces *wanted)
{
    size_t odd_at;
    maker file = make(wanted, &odd_at);
    pdk_document *document = open_mesh(file.bytes, file.size, "ply", false);
    check_triangles(document, wanted, UINT32_MAX);
    pdk_close(document);
    free(file.bytes);
}

static void check_bad(const faces *wanted)
{
    size_t odd_at = 0;
    maker file = make(wanted, &odd_at);
    assert_refused(file.bytes, file.size, "ply", PDK_E_CORRUPT, "ply.face.index", odd_at);
    pdk_document *document = open_mesh(file.bytes, file.size, "ply", true);
    check_triangles(document, wanted, wanted->odd);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "ply.face.index"), 1);
    pdk_close(document);
    free(file.bytes);
}

/* Each type of count and corner in either order, with and without neighbours; the smallest number that is beyond, and
 * for signed ones -1 and the lowest there is. */
static void types(void **state)
{
    (void)state;
    for (size_t n = 0; n < 2 * KINDS * KINDS * 4; n++) {
        faces wanted = { .big = n % 2 != 0,
                         .counts = &kinds[n / 2 % KINDS],
                         .corners = &kinds[n / 2 / KINDS % KINDS],
                         .before = n / 2 / KINDS / KINDS % 2 != 0,
                         .behind = n / 4 / KINDS / KINDS != 0,
                         .count = 40,
                         .odd = UINT32_MAX,
                         .odd_count = 3 };
        check_sound(&wanted);
        for (uint32_t odd = 0; odd < 40; odd += 13) {
            wanted.odd = odd;
            wanted.corner = POINTS;
            check_bad(&wanted);
            wanted.corner = wanted.corners->is_signed ? -1 : (INT64_C(1) << 8 * wanted.corners->size) - 1;
            check_bad(&wanted);
            if (!wanted.corners->is_signed) continue;
            wanted.corner = -(INT64_C(1) << (8 * wanted.corners->size - 1));
            check_bad(&wanted);
        }
    }
}

/* More than one thread takes at a time: what is odd may be in any piece. */
static void many(void **state)
{
    (void)state;
    static const uint32_t odd[] = { 0, 65535, 65536, 150000, 299999 };
    faces wanted = { .counts = &kinds[1], .corners = &kinds[4], .count = 300000, .odd = UINT32_MAX, .odd_count = 3 };
    check_sound(&wanted);
    wanted.corners = &kinds[5];
    check_sound(&wanted);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        wanted.odd = odd[i];
        wanted.corner = POINTS;
        check_bad(&wanted);
    }
}

/* A face of another size among triangles: nothing is at a fixed place then. */
static void not_all_triangles(void **state)
{
    (void)state;
    for (size_t n = 0; n < 2 * KINDS; n++) {
        faces wanted = {
            .big = n % 2 != 0, .counts = &kinds[n / 2], .corners = &kinds[4], .count = 2000, .odd = 1234, .corner = 7
        };
        size_t odd_at = 0;
        for (wanted.odd_count = 1; wanted.odd_count < 5; wanted.odd_count++) {
            maker file = make(&wanted, &odd_at);
            pdk_document *document = open_mesh(file.bytes, file.size, "ply", false);
            uint64_t made = wanted.odd_count < 3 ? 0 : (uint64_t)wanted.odd_count - 2;
            assert_int_equal(document->mesh->triangle_count, wanted.count - 1 + made);
            uint32_t(*all)[3] = mesh_triangles(document, 0);
            for (uint32_t k = 0; k < 3; k++) {
                assert_int_equal(all[1233][k], corner_of(1233, k));
                assert_int_equal(all[1234 + made][k], corner_of(1235, k));
            }
            free(all);
            pdk_close(document);
            free(file.bytes);
        }
    }
}

/* --------------------------------------------------------------------------------------------------- points */

/* The places of x, y and z in a row, and the values beside them, do not change what they are. */
static void places_of_points(void **state)
{
    (void)state;
    static const char *const layouts[] = { "fx fy fz", "fx fy fz ur ug ub", "ur fx fy fz",   "fx fz fy",
                                           "fz fy fx", "fx ur fy fz",       "fx fy dz",      "dx dy dz",
                                           "sx fy fz", "fx fy fz fn",       "ur dx fy fz ug" };
    for (size_t n = 0; n < 2 * sizeof layouts / sizeof layouts[0]; n++) {
        const char *layout = layouts[n / 2];
        maker file = { .bytes = malloc(1 << 16), .big = n % 2 != 0 };
        assert_non_null(file.bytes);
        file.size = (size_t)sprintf((char *)file.bytes, "ply\nformat binary_%s_endian 1.0\nelement vertex %d\n",
                                    file.big ? "big" : "little", POINTS);
        for (const char *at = layout; *at != '\0'; at += at[2] == ' ' ? 3 : 2) {
            file.size += (size_t)sprintf((char *)file.bytes + file.size, "property %s %c\n",
                                         *at == 'f'   ? "float"
                                         : *at == 'd' ? "double"
                                         : *at == 's' ? "short"
                                                      : "uchar",
                                         at[1]);
        }
        file.size += (size_t)sprintf((char *)file.bytes + file.size, "end_header\n");
        for (int i = 0; i < POINTS; i++) {
            for (const char *at = layout; *at != '\0'; at += at[2] == ' ' ? 3 : 2) {
                double value = at[1] == 'x' ? i : at[1] == 'y' ? 0.5 * i : at[1] == 'z' ? -0.25 * i : 77;
                if (*at == 'f') put_float(&file, (float)value);
                else if (*at == 'd') put_double(&file, value);
                else put_whole(&file, *at == 's' ? 2 : 1, (int64_t)value);
            }
        }
        pdk_document *document = open_mesh(file.bytes, file.size, "ply", false);
        double(*all)[3] = mesh_points(document, 0), (*parts)[3] = mesh_points(document, 7);
        for (int i = 0; i < POINTS; i++) {
            const double wanted[3] = { i, 0.5 * i, -0.25 * i };
            for (int k = 0; k < 3; k++) assert_true(all[i][k] >= wanted[k] && all[i][k] <= wanted[k]);
        }
        assert_memory_equal(all, parts, POINTS * sizeof *all);
        free(all);
        free(parts);
        read_everything(document);
        pdk_close(document);
        free(file.bytes);
    }
}

/* ---------------------------------------------------------------------------------------------- conversion */

/* A conversion that trusts the look opening took writes the same corners, less those that are not there. */
static void converted(void **state)
{
    (void)state;
    for (int partial = 0; partial < 2; partial++) {
        faces wanted = { .counts = &kinds[1],
                         .corners = &kinds[4],
                         .count = 500,
                         .odd = partial ? 321 : UINT32_MAX,
                         .odd_count = 3,
                         .corner = -5 };
        size_t odd_at = 0;
        maker file = make(&wanted, &odd_at);
        pdk_document *document = open_mesh(file.bytes, file.size, "ply", partial != 0);
        pdk_output *output = output_or_fail();
        pdk_convert_report report;
        pdk_error error;
        assert_ok(pdk_convert(document, "rld", NULL, &report, output, &error), error);
        assert_int_equal(report.triangles, 500 - partial);
        assert_int_equal(report.dropped, 0);
        pdk_bytes bytes = pdk_output_bytes(output);
        pdk_document *back = NULL;
        assert_ok(pdk_open_memory(bytes.data, bytes.size, NULL, &back, &error), error);
        pdk_surface surface = surface_or_fail(back, 0);
        assert_int_equal(surface.triangle_count, 500 - partial);
        for (uint32_t i = 0, at = 0; i < 500; i++) {
            if (i == wanted.odd) continue;
            for (uint32_t k = 0; k < 3; k++) assert_int_equal(surface.triangles[3 * at + k], corner_of(i, k));
            at++;
        }
        for (uint32_t i = 0; i < POINTS; i++) assert_near(surface.positions[3 * i + 1], i * i, 0);
        pdk_close(back);
        pdk_output_close(output);
        pdk_close(document);
        free(file.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),
        cmocka_unit_test(many),
        cmocka_unit_test(not_all_triangles),
        cmocka_unit_test(places_of_points),
        cmocka_unit_test(converted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
