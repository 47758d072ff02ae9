/* 3D parts that lie: every error with its offset, every finding. */
#include <stdlib.h>
#include <string.h>

#include "fam_maker.h"

/* ------------------------------------------------------------------------------------------------ 3D parts */

/* A generated car: its first part is at 0x18. */
enum { PART = 0x18, POLYGON = PART + 0x70 };

static maker car(void)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "car";
    size_t size;
    uint8_t *bytes = synth_or_fail("wwww", &options, &size);
    maker made = { .size = 0 };
    uint32_t first = bytes[12] | (uint32_t)bytes[13] << 8; /* where the pictures begin: the part alone is enough */
    memcpy(made.bytes, bytes, first);
    store_u32(made.bytes + 4, 1);
    made.size = first;
    free(bytes);
    return made;
}

static void broken_models(void **state)
{
    (void)state;
    maker cut = car();
    cut.size = PART + 0x6F;
    assert_damage(&cut, NULL, PDK_E_TRUNCATED, "orip.truncated", PART + 0x6F);
    maker longer = car();
    store_u32(longer.bytes + PART + 4, (uint32_t)longer.size);
    assert_damage(&longer, NULL, PDK_E_TRUNCATED, "orip.size", PART + 4);
    maker shorter = car();
    store_u32(shorter.bytes + PART + 4, 0x6F);
    assert_damage(&shorter, NULL, PDK_E_CORRUPT, "orip.size", PART + 4);
    static const uint32_t counts[] = { 0x10, 0x1C, 0x24, 0x38 };
    for (size_t i = 0; i < 4; i++) {
        maker many = car();
        store_u32(many.bytes + PART + counts[i], 0x10000000);
        assert_damage(&many, NULL, PDK_E_TRUNCATED, "orip.list", PART + counts[i]);
    }
}

static void odd_models(void **state)
{
    (void)state;
    maker corners = car();
    corners.bytes[POLYGON] = 0x82;
    assert_finding(&corners, "orip.polygon.corners", POLYGON, "orip[0].polygon[0].corners");
    maker texture = car();
    texture.bytes[POLYGON + 12 + 2] = 200;
    assert_finding(&texture, "orip.polygon.texture", POLYGON + 12 + 2, "orip[0].polygon[1].texture");
    maker place = car();
    store_u32(place.bytes + POLYGON + 4, 0xFFFFFFFF);
    assert_finding(&place, "orip.polygon.vertices", POLYGON + 4, "orip[0].polygon[0].vertices");
    maker uv = car();
    store_u32(uv.bytes + POLYGON + 8, 0x7FFFFFFF);
    assert_finding(&uv, "orip.polygon.uvs", POLYGON + 8, "orip[0].polygon[0].uvs");
    maker number = car(); /* the first number of the vmap: a vertex of polygon 0 */
    uint32_t index = number.bytes[PART + 0x50] | (uint32_t)number.bytes[PART + 0x51] << 8;
    store_u32(number.bytes + PART + index, 12);
    assert_finding(&number, "orip.polygon.vertices", POLYGON + 4, "orip[0].polygon[0].vertices");
    maker group = car();
    uint32_t groups = group.bytes[PART + 0x4C] | (uint32_t)group.bytes[PART + 0x4D] << 8;
    store_u32(group.bytes + PART + groups + 20, 1000);
    assert_finding(&group, "orip.group", PART + groups + 16, "orip[0].group[0].first");
    maker label = car(); /* polygon 1 read as a named place */
    store_u32(label.bytes + PART + 0x54, 1);
    store_u32(label.bytes + PART + 0x58, 0x70 + 12);
    assert_finding(&label, "orip.label", POLYGON + 12 + 8, "orip[0].label[0].vertex");
    maker swap = car(); /* and as a named polygon */
    store_u32(swap.bytes + PART + 0x5C, 1);
    store_u32(swap.bytes + PART + 0x60, 0x70 + 12);
    assert_finding(&swap, "orip.swap", POLYGON + 12 + 8, "orip[0].swap[0].polygon");
    store_u32(label.bytes + PART + 0x54, 0x10000000);
    assert_finding(&label, "orip.list", PART + 0x54, "orip[0].header.label_count");
}

/* A texture that is not there leaves its group without an image and its coordinates in pixels. */
static void missing_pictures(void **state)
{
    (void)state;
    maker alone = car();
    pdk_document *document = open_bytes_or_fail(alone.bytes, alone.size);
    pdk_surface surface = surface_or_fail(document, 0);
    assert_int_equal(surface.group_count, 4);
    assert_string_equal(surface.groups[0].name, "frnt");
    assert_null(surface.groups[0].image);
    float maximum = 0;
    for (uint64_t i = 0; i < surface.vertex_count * 2; i++)
        maximum = surface.coordinates[i] > maximum ? surface.coordinates[i] : maximum;
    assert_near(maximum, 32, 1e-6);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_models),
        cmocka_unit_test(odd_models),
        cmocka_unit_test(missing_pictures),
    };
    return cmocka_run_group_tests_name("fam models", tests, NULL, NULL);
}
