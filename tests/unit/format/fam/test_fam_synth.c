/* Generated families and sets of pictures, read back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fam_look.h"

/* ------------------------------------------------------------------------------------------------ generated */

static pdk_document *open_generated(const char *format, const char *dialect, uint64_t size, uint8_t **bytes)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.size = size;
    size_t length;
    *bytes = synth_or_fail(format, &options, &length);
    return open_bytes_or_fail(*bytes, length);
}

static void generated_track(void **state)
{
    (void)state;
    static const char *const dialects[] = { "track family", "closed" };
    for (size_t i = 0; i < 2; i++) {
        uint8_t *bytes;
        pdk_document *family = open_generated("wwww", dialects[i], 0, &bytes);
        assert_string_equal(pdk_document_dialect(family), "track family");
        bool open = i == 0;
        assert_property_text(family, "kind", open ? "open" : "closed");
        for (unsigned texture = 0; texture <= 48; texture++) { /* every number has its picture */
            char name[32];
            if (open) snprintf(name, sizeof name, "0/%u/%c000", texture / 3, "ABC"[texture % 3]);
            else if (texture == 48) snprintf(name, sizeof name, "0/0/GA00");
            else snprintf(name, sizeof name, "0/0/%02u%c0", texture / 3, "ABC"[texture % 3]);
            find_image(family, name);
        }
        uint8_t *road = image_or_fail(family, open ? "0/1/A000" : "0/0/01A0", 32, 64);
        assert_true(road[(5 * 32 + 3) * 4] > 180);  /* white line near the top */
        assert_true(road[(40 * 32 + 3) * 4] < 130); /* asphalt */
        assert_int_equal(count_clear(road, 32 * 64), 0);
        free(road);
        uint8_t *tree = image_or_fail(family, open ? "1/1/0000" : "1/0/0100", 32, 32);
        assert_int_equal(tree[3], 0); /* its corner is clear */
        free(tree);
        assert_int_equal(count_text(family, "entries", "palette_rule", "attached"), 2);
        assert_true((count_text(family, "entries", "palette_rule", "unlisted") > 0) == open);
        pdk_surface arch = surface_named(family, "3/0/0");
        assert_int_equal(arch.triangle_count, 12);
        assert_string_equal(arch.groups[0].image, "3/0/1/J000");
        assert_int_equal(all_findings(family), 0);
        read_everything(family);
        pdk_close(family);
        free(bytes);
    }
}

/* A generated family has a picture for all that a generated track shows. */
static void generated_together(void **state)
{
    (void)state;
    static const char *const dialects[] = { "open", "closed" };
    for (size_t i = 0; i < 2; i++) {
        uint8_t *track_bytes, *family_bytes;
        pdk_document *track = open_generated("tri", dialects[i], 0, &track_bytes);
        pdk_document *family = open_generated("wwww", dialects[i], 0, &family_bytes);
        bool open = i == 0, used[TEXTURE_NUMBERS];
        assert_true(textures_of(track, used) > 4);
        char name[32];
        for (unsigned texture = 0; texture < TEXTURE_NUMBERS; texture++) {
            if (open) snprintf(name, sizeof name, "0/%u/%c000", texture / 3, "ABC"[texture % 3]);
            else snprintf(name, sizeof name, "0/0/%02u%c0", texture / 3, "ABC"[texture % 3]);
            if (used[texture]) find_image(family, name);
        }
        size_t count;
        static const char *const columns[] = { "bitmap", "second_bitmap" };
        for (size_t column = 0; column < 2; column++) {
            double *bitmaps = column_f64(track, "prop_types", columns[column], &count);
            double *props = column_f64(track, "prop_types", "props", &count);
            for (size_t k = 0; k < count; k++) {
                if (props[k] < 1 || !(bitmaps[k] >= 0)) continue; /* NaN: the type has no such bitmap */
                snprintf(name, sizeof name, open ? "1/%u/0000" : "1/0/%02u00", (unsigned)bitmaps[k]);
                find_image(family, name);
            }
            free(bitmaps);
            free(props);
        }
        pdk_close(track);
        pdk_close(family);
        free(track_bytes);
        free(family_bytes);
    }
}

static void generated_car(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *car = open_generated("wwww", "car", 0, &bytes);
    assert_string_equal(pdk_document_dialect(car), "car");
    pdk_surface body = surface_named(car, "0");
    assert_true(volume(&body) > 1);
    float longest = 0;
    for (uint64_t i = 0; i < body.vertex_count; i++)
        longest = body.positions[3 * i + 1] > longest ? body.positions[3 * i + 1] : longest;
    assert_near(longest, 2.2, 0.01);
    pdk_surface rough = surface_named(car, "2");
    assert_near(rough.coordinates[2], 1, 1e-6); /* without coordinates the whole bitmap: second corner at (1, 0) */
    assert_near(rough.coordinates[3], 0, 1e-6);
    assert_true(number_of(car, "entries", "1/side", "attached") < 0);
    assert_int_equal(all_findings(car), 0);
    pdk_close(car);
    free(bytes);
}

/* The same drawing in every storage: what comes out is what went in, as far as its bits allow. */
static void generated_set(void **state)
{
    (void)state;
    uint8_t *bytes;
    pdk_document *set = open_generated("shpi", NULL, 0, &bytes);
    assert_int_equal(pdk_document_image_count(set), 10);
    assert_text(text_at(set, "entries", "palette", row_of(set, "entries", "tree")), "pal4");
    assert_text(text_at(set, "entries", "palette_rule", row_of(set, "entries", "tree")), "attached");
    assert_text(text_at(set, "entries", "palette", row_of(set, "entries", "road")), "!pal");
    uint8_t *sign = image_or_fail(set, "sign", 32, 32);
    assert_int_equal(sign[3], 0);
    const uint8_t *ring = sign + (13 * 32 + 5) * 4; /* red ring */
    assert_true(ring[0] > 180 && ring[1] < 60 && ring[2] < 60 && ring[3] == 255);
    free(sign);
    uint8_t *banner = image_or_fail(set, "bann", 32, 32);
    const uint8_t *field = banner + (6 * 32 + 16) * 4; /* blue field */
    assert_true(field[2] > 150 && field[0] < 60 && field[3] == 255);
    assert_int_equal(banner[(28 * 32 + 16) * 4 + 3], 0);
    free(banner);
    uint8_t *wall = image_or_fail(set, "wall", 32, 32);
    assert_true(wall[0] > wall[2]); /* bricks are red, not blue */
    free(wall);
    uint8_t *sky = image_or_fail(set, "horz", 32, 32);
    assert_true(sky[2] > sky[0]);
    free(sky);
    static const char *const masks[] = { "dots", "swap" };
    for (size_t i = 0; i < 2; i++) { /* opacity rises with x + y */
        uint8_t *mask = image_or_fail(set, masks[i], 32, 32);
        for (size_t x = 0; x < 16; x++) {
            assert_int_equal(mask[x * 4], 255);
            assert_int_equal(mask[x * 4 + 3], x * 17);
        }
        free(mask);
    }
    uint8_t *four = image_or_fail(set, "four", 32, 32); /* the first ramp of !pal */
    assert_true(four[0] < 20 && four[15 * 4] > 140 && four[15 * 4 + 3] == 255);
    free(four);
    assert_int_equal(all_findings(set), 0);
    read_everything(set);
    pdk_close(set);
    free(bytes);
}

static void generated_sizes(void **state)
{
    (void)state;
    static const char *const formats[] = { "wwww", "shpi" };
    for (size_t i = 0; i < 2; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        size_t first, second, large;
        uint8_t *one = synth_or_fail(formats[i], &options, &first);
        uint8_t *two = synth_or_fail(formats[i], &options, &second);
        assert_int_equal(first, second); /* repeatable */
        assert_memory_equal(one, two, first);
        free(two);
        options.seed = 2;
        two = synth_or_fail(formats[i], &options, &second);
        assert_int_equal(first, second);
        assert_true(memcmp(one, two, first) != 0);
        free(two);
        options.size = 2000000;
        two = synth_or_fail(formats[i], &options, &large);
        assert_true(large > 1000000 && large < 4000000);
        pdk_close(open_bytes_or_fail(two, large));
        free(two);
        free(one);
        options.dialect = "sideways";
        pdk_output *output = output_or_fail();
        pdk_error error = { 0 };
        assert_fails(pdk_synth(formats[i], &options, output, &error), error, PDK_E_ARGUMENT, "argument.dialect",
                     PDK_NO_OFFSET);
        pdk_output_close(output);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_track), cmocka_unit_test(generated_together), cmocka_unit_test(generated_car),
        cmocka_unit_test(generated_set),   cmocka_unit_test(generated_sizes),
    };
    return cmocka_run_group_tests_name("fam synth", tests, NULL, NULL);
}
