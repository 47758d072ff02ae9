/* Labels beside lines, and texts of files. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "plot/draw_list.h"
#include "plot/place_labels.h"
#include "plot/text_width.h"
#include "random.h"
#include "support.h"

static void labels_with_room_stay(void **state)
{
    (void)state;
    pdk_placed_label labels[] = { { .wanted = 50, .number = 0 },
                                  { .wanted = 10, .number = 1 },
                                  { .wanted = 90, .number = 2 } };
    pdk_place_labels(labels, 3, 15, 0, 100);
    assert_int_equal(labels[0].number, 1);
    assert_near(labels[0].at, 10, 0);
    assert_near(labels[1].at, 50, 0);
    assert_near(labels[2].at, 90, 0);
}

static void labels_that_touch_are_pushed_apart(void **state)
{
    (void)state;
    pdk_placed_label labels[] = { { .wanted = 50 }, { .wanted = 52 }, { .wanted = 51 } };
    pdk_place_labels(labels, 3, 10, 0, 100);
    assert_near(labels[0].at, 41, 1e-9); /* about their mean */
    assert_near(labels[1].at, 51, 1e-9);
    assert_near(labels[2].at, 61, 1e-9);
    pdk_placed_label low[] = { { .wanted = -5 }, { .wanted = 1 } };
    pdk_place_labels(low, 2, 10, 0, 100);
    assert_near(low[0].at, 0, 1e-9);
    assert_near(low[1].at, 10, 1e-9);
    pdk_place_labels(NULL, 0, 10, 0, 100);
}

static double cost(const pdk_placed_label *labels, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (labels[i].at - labels[i].wanted) * (labels[i].at - labels[i].wanted);
    return sum;
}

/* Never over each other or outside; and no label can move a little and bring the sum of squares down. */
static void any_labels_are_placed_best(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 3000; round++) {
        pdk_placed_label labels[24];
        size_t count = 1 + random_next(&seed) % 24;
        for (size_t i = 0; i < count; i++)
            labels[i] = (pdk_placed_label){ .wanted = (double)(random_next(&seed) % 4000) / 10, .number = i };
        double spacing = 12, low = 0, high = 400;
        pdk_place_labels(labels, count, spacing, low, high);
        for (size_t i = 0; i < count; i++) {
            assert_true(labels[i].at >= low - 1e-6 && labels[i].at <= high + 1e-6);
            assert_true(i == 0 || labels[i].at - labels[i - 1].at >= spacing - 1e-6);
        }
        double best = cost(labels, count);
        for (size_t from = 0; from < count; from++) { /* a block from here on, or up to here, moves as far as it can */
            for (int way = -1; way <= 1; way += 2) {
                pdk_placed_label moved[24];
                memcpy(moved, labels, sizeof moved);
                for (size_t i = from; i < count; i += 1) {
                    moved[i].at += 0.01 * way;
                    bool free_end = i + 1 == count ? moved[i].at <= high && moved[i].at >= low
                                                   : labels[i + 1].at - moved[i].at >= spacing;
                    bool free_begin = from == 0 ? moved[0].at >= low : moved[from].at - labels[from - 1].at >= spacing;
                    if (free_end && free_begin) assert_true(cost(moved, count) >= best - 1e-9);
                }
            }
        }
    }
}

static void more_than_fit_are_spread(void **state)
{
    (void)state;
    pdk_placed_label labels[40];
    for (size_t i = 0; i < 40; i++) labels[i] = (pdk_placed_label){ .wanted = 50, .number = i };
    pdk_place_labels(labels, 40, 15, 0, 78);
    for (size_t i = 0; i < 40; i++) assert_near(labels[i].at, 2.0 * (double)i, 1e-6);
}

static void clean(const char *text, const char *wanted)
{
    char made[64];
    pdk_draw_clean(made, sizeof made, text, strlen(text));
    assert_string_equal(made, wanted);
}

static void names_are_cleaned(void **state)
{
    (void)state;
    clean("A. Varga", "A. Varga");
    clean("a\x01\x1F"
          "b\x7F",
          "ab");
    clean("tab\there\nline", "tab here line");
    clean("\xE2\x80\xAE"
          "evil\xE2\x81\xA6",
          "evil");                       /* turns direction */
    clean("\xC2\x85x\xEF\xBF\xBE", "x"); /* a control character, and no character at all */
    clean("\xFF\xC3", "\xEF\xBF\xBD\xEF\xBF\xBD");
    clean("\xF0\x9F\x8F\x81", "\xF0\x9F\x8F\x81");
    char small[4];
    pdk_draw_clean(small, sizeof small, "\xC3\xA4\xC3\xA4\xC3\xA4", 6); /* never half a letter */
    assert_string_equal(small, "\xC3\xA4");
}

static void any_bytes_become_text(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[40];
        char made[64];
        random_bytes(&seed, bytes, sizeof bytes);
        pdk_draw_clean(made, sizeof made, (const char *)bytes, sizeof bytes);
        assert_true(pdk_is_utf8(made, strlen(made)));
        for (const char *at = made; *at != '\0'; at++) assert_true((uint8_t)*at >= 0x20 && *at != 0x7F);
        pdk_text_shorten(made, 120, false, 800);
        assert_true(pdk_is_utf8(made, strlen(made)) && pdk_text_width(made, 120, false) <= 800);
    }
}

static void long_names_are_cut(void **state)
{
    (void)state;
    char name[64] = "Aleksander Konstantinopolous-Featherstonehaugh";
    pdk_text_shorten(name, 120, false, 1000);
    assert_true(strlen(name) < 24 && strstr(name, "\xE2\x80\xA6") != NULL);
    assert_true(pdk_text_width("WWW", 120, false) > pdk_text_width("iii", 120, false));
    assert_true(pdk_text_width("abc", 120, true) > pdk_text_width("abc", 120, false));
}

/* The advances of DejaVu Sans, which is the widest of the usual fonts. Repeated, because nothing evens out then. */
static void widths_are_no_less_than_those_of_the_widest_font(void **state)
{
    (void)state;
    static const struct {
        const char *letter;
        double plain, bold; /* in hundredths of the size */
    } measured[] = { { "N", 74.8, 83.7 },         { "W", 98.9, 110.3 },         { "M", 86.3, 99.5 },
                     { "A", 68.4, 77.4 },         { "G", 77.5, 82.1 },          { "Q", 78.7, 85.0 },
                     { "O", 78.7, 85.0 },         { "m", 97.4, 104.2 },         { "n", 63.4, 71.2 },
                     { "l", 27.8, 34.3 },         { "0", 63.6, 69.6 },          { "@", 100.0, 100.0 },
                     { "\xC3\x86", 97.4, 108.5 }, { "\xD0\x96", 107.7, 122.4 }, { "\xD0\xA9", 117.6, 133.4 },
                     { "\xD7\xA9", 70.0, 70.0 },  { "\xD8\xB3", 122.2, 138.0 } };
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++) {
        char text[1024] = "";
        for (int k = 0; k < 300; k++) strcat(text, measured[i].letter);
        for (int bold = 0; bold < 2; bold++) {
            double wanted = 3 * 120 * (bold ? measured[i].bold : measured[i].plain);
            int32_t width = pdk_text_width(text, 120, bold);
            if (width < wanted) fail_msg("300 times %s are %d wide, not %g", measured[i].letter, width, wanted);
            assert_true(width < wanted * 1.4); /* no room is given away */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_with_room_stay),
        cmocka_unit_test(labels_that_touch_are_pushed_apart),
        cmocka_unit_test(any_labels_are_placed_best),
        cmocka_unit_test(more_than_fit_are_spread),
        cmocka_unit_test(names_are_cleaned),
        cmocka_unit_test(any_bytes_become_text),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(widths_are_no_less_than_those_of_the_widest_font),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
