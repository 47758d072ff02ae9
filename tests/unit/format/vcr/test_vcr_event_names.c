/* What events are called: the lines of event_names.def, the page that prints them, the published list, the column. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/load.h"
#include "format/vcr/vcr.h"
#include "format/vcr/vcr_event_names.h"
#include "support.h"

#define PAGE PADDOCK_SAMPLES "/../docs/formats/vcr-names.md"

static const char *dialect_word(uint32_t dialect)
{
    return dialect == PDK_VCR_R1 ? "R1" : dialect == PDK_VCR_R2 ? "R2" : "L";
}

/* ------------------------------------------------------------------------------------------------- the page */

static int put_span(char *text, const char *word, unsigned first, unsigned last, unsigned most)
{
    if (first == 0 && last == most) return sprintf(text, "%sany", word);
    return first == last ? sprintf(text, "%s%u", word, first) : sprintf(text, "%s%u-%u", word, first, last);
}

static void page_line(char text[160], const pdk_vcr_event_name *line)
{
    const char *bits = line->dialect == PDK_VCR_L ? "g" : "";
    unsigned classes = line->dialect == PDK_VCR_L ? 3 : 7;
    int at = sprintf(text, "| %s | ", dialect_word(line->dialect));
    at += put_span(text + at, bits, line->class_first, line->class_last, classes);
    at += sprintf(text + at, " | ");
    at += put_span(text + at, "", line->type_first, line->type_last, PDK_VCR_TYPES);
    at += sprintf(text + at, " | ");
    at += put_span(text + at, "", line->size_first, line->size_last, UINT16_MAX);
    if (line->name != NULL) sprintf(text + at, " | `%s` | %s |\n", line->name, pdk_vcr_naming_word(line->sure));
    else sprintf(text + at, " |  | not known |\n");
}

/* PADDOCK_PRINT_NAMES=1 prints the lines that belong there. */
static void page_has_the_table(void **state)
{
    (void)state;
    char wanted[160], found[256] = "";
    FILE *page = fopen(PAGE, "rb");
    assert_non_null(page);
    bool prints = getenv("PADDOCK_PRINT_NAMES") != NULL;
    while (strcmp(found, "<!-- event names -->\n") != 0) assert_non_null(fgets(found, sizeof found, page));
    for (int head = 0; head < 2; head++) assert_non_null(fgets(found, sizeof found, page));
    for (size_t i = 0; i < pdk_vcr_event_name_count; i++) {
        page_line(wanted, &pdk_vcr_event_names[i]);
        if (prints) printf("%s", wanted);
        assert_true(prints || fgets(found, sizeof found, page) != NULL);
        if (!prints) assert_string_equal(found, wanted);
    }
    assert_non_null(fgets(found, sizeof found, page));
    if (!prints) assert_string_equal(found, "<!-- /event names -->\n");
    fclose(page);
}

/* ------------------------------------------------------------------------------------------ the published list */

/* Classes and types that notes name or have seen, as they print them: nothing of it may be missing. */
typedef struct published {
    uint32_t dialect;
    unsigned event_class, first, last;
    bool named;
    int size; /* -1 = any */
} published;

enum { R1 = PDK_VCR_R1, R2 = PDK_VCR_R2, L = PDK_VCR_L };

static const published list[] = {
    { R1, 0, 0, 48, true, -1 },  { R1, 1, 0, 10, true, -1 },  { R1, 2, 0, 2, true, -1 },   { R1, 3, 0, 21, true, -1 },
    { R1, 3, 24, 48, true, -1 }, { R1, 5, 0, 29, true, -1 },  { R1, 5, 31, 33, true, -1 }, { R2, 0, 1, 1, true, 24 },
    { R2, 0, 3, 5, true, 24 },   { R2, 0, 7, 16, true, 63 },  { R2, 1, 4, 4, true, 41 },   { R2, 1, 6, 7, true, -1 },
    { R2, 1, 10, 11, true, -1 }, { R2, 1, 23, 23, true, 4 },  { R2, 1, 26, 26, true, 4 },  { R2, 2, 5, 5, true, -1 },
    { R2, 2, 7, 9, true, -1 },   { R2, 2, 15, 17, true, -1 }, { R2, 2, 19, 19, true, -1 }, { R2, 2, 23, 23, true, 4 },
    { R2, 2, 26, 26, true, 4 },  { R2, 2, 28, 31, true, 4 },  { R2, 3, 5, 6, true, -1 },   { R2, 3, 8, 8, false, -1 },
    { R2, 3, 9, 9, true, 8 },    { R2, 3, 15, 16, true, -1 }, { R2, 3, 18, 18, true, -1 }, { R2, 3, 19, 19, false, 1 },
    { R2, 3, 22, 22, true, -1 }, { R2, 3, 38, 38, true, -1 }, { R2, 3, 48, 49, true, -1 }, { R2, 5, 2, 2, true, -1 },
    { R2, 5, 3, 3, false, 55 },  { L, 0, 0, 0, true, 0 },     { L, 0, 2, 2, true, 1 },     { L, 0, 2, 2, true, 6 },
    { L, 0, 6, 6, true, 10 },    { L, 0, 7, 15, true, 65 },   { L, 0, 10, 10, true, 80 },  { L, 0, 15, 15, true, 24 },
    { L, 0, 15, 15, true, 37 },  { L, 0, 16, 16, true, 4 },   { L, 0, 17, 17, true, 33 },  { L, 0, 19, 19, false, 1 },
    { L, 0, 22, 22, true, -1 },  { L, 0, 23, 23, true, 23 },  { L, 0, 26, 26, true, 23 },  { L, 0, 29, 31, true, 23 },
    { L, 0, 51, 51, true, 3 },   { L, 1, 2, 2, false, -1 },   { L, 1, 4, 4, false, -1 },   { L, 1, 10, 10, true, 3 },
    { L, 1, 11, 11, true, 22 },  { L, 1, 24, 24, true, 40 },  { L, 1, 25, 25, true, 34 },  { L, 1, 49, 49, true, 1 },
    { L, 3, 49, 49, true, 1 },   { L, 3, 5, 5, true, -1 },    { L, 3, 6, 6, true, 18 },    { L, 3, 6, 6, true, 21 },
    { L, 3, 7, 7, true, -1 },    { L, 3, 8, 8, false, -1 },   { L, 3, 9, 9, true, 192 },   { L, 3, 11, 11, false, 341 },
    { L, 3, 15, 15, true, 5 },   { L, 3, 17, 17, true, 0 },   { L, 3, 19, 19, true, -1 },  { L, 3, 28, 28, true, 4 },
    { L, 3, 32, 32, true, 4 },   { L, 3, 33, 33, true, 4 },   { L, 3, 36, 36, false, 13 }, { L, 3, 48, 48, true, -1 },
    { L, 3, 52, 52, false, -1 }, { L, 3, 60, 60, true, 26 },  { R1, 4, 63, 63, true, -1 },
};

static void published_list_is_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        for (unsigned type = list[i].first; type <= list[i].last; type++) {
            const pdk_vcr_event_name *line = pdk_vcr_find_event_name(list[i].dialect, list[i].event_class, type,
                                                                     list[i].size < 0 ? 9 : (unsigned)list[i].size);
            if (line == NULL || (line->name != NULL) != list[i].named)
                fail_msg("%s %u/%u", dialect_word(list[i].dialect), list[i].event_class, type);
        }
    }
    assert_null(pdk_vcr_find_event_name(R2, 4, 1, 4)); /* no type of class 4 is published, none was seen */
}

static bool is_identifier(const char *name)
{
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0' && name[0] >= 'a';
}

/* Each line is the first for something, and says all that it must. */
static void lines_are_used(void **state)
{
    (void)state;
    for (size_t i = 0; i < pdk_vcr_event_name_count; i++) {
        const pdk_vcr_event_name *line = &pdk_vcr_event_names[i];
        assert_true(line->name == NULL ? line->sure == PDK_VCR_NAME_NONE : line->sure != PDK_VCR_NAME_NONE);
        assert_true(line->name == NULL || is_identifier(line->name));
        assert_true(line->class_first <= line->class_last && line->type_first <= line->type_last &&
                    line->size_first <= line->size_last && line->type_last < PDK_VCR_TYPES);
        if (pdk_vcr_find_event_name(line->dialect, line->class_first, line->type_first, line->size_first) != line)
            fail_msg("line %zu (%s) is behind another", i, line->name);
    }
}

/* What the layouts know has a name, in each dialect, at both ends of every line. */
static void layouts_are_named(void **state)
{
    (void)state;
    for (const pdk_variant *variant = pdk_vcr_variants; variant->record != NULL; variant++) {
        for (uint32_t dialect = R1; dialect <= L; dialect *= 2) {
            if ((variant->dialects & dialect) == 0) continue;
            unsigned last = dialect == L && variant->class_last > 3 ? 3 : variant->class_last;
            const unsigned classes[2] = { variant->class_first, last };
            const unsigned types[2] = { variant->type_first, variant->type_last };
            const unsigned sizes[2] = { variant->size_first, variant->size_last };
            for (unsigned way = 0; way < 8; way++) {
                const pdk_vcr_event_name *line =
                    pdk_vcr_find_event_name(dialect, classes[way & 1], types[way >> 1 & 1], sizes[way >> 2]);
                if (line == NULL || line->name == NULL)
                    fail_msg("%s in %s", variant->record->name, dialect_word(dialect));
            }
        }
    }
}

/* ----------------------------------------------------------------------------------------------- the column */

/* All of a column of texts; free it. */
static pdk_text *column_texts(const pdk_document *document, const char *table_name, const char *column, size_t *count)
{
    const pdk_table *table = pdk_document_find_table(document, table_name);
    *count = (size_t)pdk_table_rows(table);
    pdk_text *texts = malloc((*count + 1) * sizeof *texts);
    pdk_column_read read = { .column = pdk_table_find_column(table, column), .type = PDK_TEXT, .values = texts };
    pdk_error error = { 0 };
    assert_non_null(texts);
    assert_ok(pdk_table_read(table, 0, *count, &read, 1, &error), error);
    return texts;
}

static bool has_text(const pdk_text *text, const char *word)
{
    return text->size == strlen(word) && memcmp(text->data, word, text->size) == 0;
}

/* A generated race, unpacked, whose last event is made an unknown one; `at` gets where each event is. */
static uint8_t *race_with_a_riddle(const char *dialect, size_t *size, double **at, size_t *events)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = dialect;
    options.session = "race";
    options.laps = 1;
    options.cars = 4;
    options.poses_every = 50;
    uint8_t *data = synth_or_fail("vcr", &options, size);
    pdk_document *document = open_bytes_or_fail(data, *size);
    *at = column_f64(document, "events", "offset", events);
    *size = pdk_document_content(document).size;
    uint8_t *plain = malloc(*size);
    assert_non_null(plain);
    memcpy(plain, pdk_document_content(document).data, *size);
    pdk_close(document);
    free(data);
    uint8_t *last = plain + (size_t)(*at)[*events - 1];
    uint32_t header = pdk_load_u32(last), type = dialect[0] == 'l' || dialect[1] == '2' ? 17 : 18;
    header = (header & ~(63u << type)) | 5u << type;
    pdk_store_u32(last, dialect[0] == 'l' ? (header & 0x3FFFFFFF) | 2u << 30 : header | 7u << 29);
    return plain;
}

static void column_has_the_names(void **state)
{
    (void)state;
    static const char *const dialects[] = { "r1", "r2", "l" };
    for (int d = 0; d < 3; d++) {
        size_t size, count, events;
        double *at;
        uint8_t *data = race_with_a_riddle(dialects[d], &size, &at, &events);
        pdk_document *document = open_bytes_or_fail(data, size);
        pdk_text *names = column_texts(document, "events", "name", &count);
        pdk_text *sure = column_texts(document, "events", "name_certainty", &count);
        assert_int_equal(count, events);
        const pdk_vcr_state *vcr = document->state;
        size_t known = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t word = pdk_load_u32(data + (size_t)at[i]);
            const pdk_vcr_event_name *line =
                pdk_vcr_find_event_name(vcr->layout->dialect, pdk_vcr_class(&vcr->shape, word),
                                        pdk_vcr_type(&vcr->shape, word), pdk_vcr_size(&vcr->shape, word));
            assert_true(has_text(&names[i], line != NULL && line->name != NULL ? line->name : ""));
            assert_true(has_text(&sure[i], line != NULL ? pdk_vcr_naming_word(line->sure) : ""));
            known += names[i].size > 0;
        }
        assert_int_equal(known, count - 1);
        assert_int_equal(names[count - 1].size, 0);
        assert_int_equal(pdk_table_find_role(pdk_document_find_table(document, "events"), PDK_ROLE_DRIVER_NAME),
                         PDK_NO_COLUMN);
        free(names);
        free(sure);
        free(at);
        pdk_close(document);
        free(data);
    }
}

/* ------------------------------------------------------------------------------------------------- a million */

/* R2: slices of events of an unknown class, after two seconds of driving. */
static uint8_t *unknown_events(uint32_t wanted, size_t *size)
{
    enum { EACH = 25000 };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.dialect = "r2";
    options.seconds = 2;
    size_t head_size, slices;
    uint8_t *head = synth_or_fail("vcr", &options, &head_size);
    pdk_document *document = open_bytes_or_fail(head, head_size);
    double *offsets = column_f64(document, "slices", "offset", &slices);
    size_t first = (size_t)offsets[0], events = (size_t)pdk_table_rows(pdk_document_find_table(document, "events"));
    uint8_t *data = malloc(head_size + (size_t)wanted * 5 + (wanted / EACH + 1) * 6);
    assert_non_null(data);
    memcpy(data, head, head_size);
    *size = head_size;
    uint32_t more = 0;
    for (uint32_t made = 0; made < wanted; made += EACH, more++) {
        pdk_store_f32(data + *size, 1000 + (float)more);
        pdk_store_u16(data + *size + 4, EACH);
        *size += 6;
        for (uint32_t i = 0; i < EACH; i++, *size += 5) {
            pdk_store_u32(data + *size, i % 5 | (i % 63) << 17 | (i & 1 ? 7u : 6u) << 29);
            data[*size + 4] = 0;
        }
    }
    pdk_store_u32(data + first - 16, (uint32_t)slices + more);
    pdk_store_u32(data + first - 12, (uint32_t)events + more * EACH);
    pdk_store_f32(data + first - 4, 1000 + (float)more);
    pdk_close(document);
    free(offsets);
    free(head);
    return data;
}

/* Opened, all events read with their names, and all that answers take from events. */
static double seconds_for(uint32_t events)
{
    size_t size, count, laps;
    uint8_t *data = unknown_events(events, &size);
    double least = 1e9;
    for (int round = 0; round < 3; round++) {
        pdk_error error = { 0 };
        clock_t begin = clock();
        pdk_document *document = open_bytes_or_fail(data, size);
        pdk_text *names = column_texts(document, "events", "name", &count);
        assert_true(count > events);
        for (size_t i = count - events; i < count; i++) assert_int_equal(names[i].size, 0);
        assert_ok(pdk_lap_count(document, &laps, &error), error);
        double taken = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (taken < least) least = taken;
        free(names);
        pdk_close(document);
    }
    free(data);
    return least;
}

static void million_unknown_events_are_linear(void **state)
{
    (void)state;
    double one = seconds_for(125000), eight = seconds_for(1000000);
    printf("  125000 events: %.3f s, 1000000: %.3f s\n", one, eight);
    assert_true(eight < 24 * (one + 0.002)); /* a square would be 64 times */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_has_the_table),   cmocka_unit_test(published_list_is_whole),
        cmocka_unit_test(lines_are_used),       cmocka_unit_test(layouts_are_named),
        cmocka_unit_test(column_has_the_names), cmocka_unit_test(million_unknown_events_are_linear),
    };
    return cmocka_run_group_tests_name("vcr_event_names", tests, NULL, NULL);
}
