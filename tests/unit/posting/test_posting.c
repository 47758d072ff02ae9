/* Postings: every form holds every name, however hostile, and nothing else. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/visible_text.h"
#include "support.h"

enum { FORMS = PDK_POSTING_HTML + 1, LONG = 300, ROOM = 1 << 16 };

static char long_name[LONG + 1];
static const char *const names[] = { "A. Varga",
                                     "a|b",
                                     "_x_ *y* **z** ~~q~~",
                                     "`one` ``two`` ```three```",
                                     "<script>alert('1')</script>",
                                     "&amp; \"quoted\"",
                                     "[link](http://x) ![i](y)",
                                     "# heading",
                                     "- 1. > item",
                                     "back\\slash \\|",
                                     "\xD7\x90\xD7\x91 \xD7\x92",
                                     "ab\xD7\x90 12 \xD8\xA7",
                                     "turn\xE2\x80\xAE"
                                     "ed",
                                     "two\nlines\r\n|---|",
                                     "\x1B[31mred\x07",
                                     "\xE6\x97\xA5\xE6\x9C\xAC",
                                     "\xF0\x9F\x8F\x81 flag",
                                     "$x$ @everyone",
                                     long_name };
enum { NAMES = sizeof names / sizeof names[0] };

typedef struct shown {
    char text[ROOM];
    size_t size;
} shown;

static void add(void *user, const char *bytes, size_t size)
{
    shown *to = user;
    assert_true(to->size + size < ROOM);
    memcpy(to->text + to->size, bytes, size);
    to->size += size;
    to->text[to->size] = '\0';
}

/* As people are to see it. */
static const char *shown_of(const char *name)
{
    static shown made;
    made.size = 0;
    made.text[0] = '\0';
    pdk_show_text(name, strlen(name), add, &made);
    return made.text;
}

static pdk_posting *posting_of(size_t rows)
{
    pdk_posting *posting = NULL;
    pdk_error error;
    assert_ok(pdk_posting_create(NULL, &posting, &error), error);
    pdk_posting_add_title(posting, pdk_text_of(names[0]), pdk_text_of("race"));
    pdk_posting_add_table(posting);
    pdk_posting_add_column(posting, "Pos", true, 100);
    pdk_posting_add_column(posting, "Driver", false, 100);
    pdk_posting_add_column(posting, "Empty", false, 100);
    pdk_posting_add_column(posting, "Team", false, 5);
    for (size_t row = 0; row < rows; row++) {
        char number[24];
        snprintf(number, sizeof number, "%zu", row + 1);
        pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of(number));
        pdk_posting_add_cell(posting, (pdk_posting_style)(row % 5), pdk_text_of(names[row % NAMES]));
        pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of(""));
        pdk_posting_add_cell(posting, PDK_POSTING_DIM, pdk_text_of(names[(row + 7) % NAMES]));
    }
    for (size_t i = 0; i < NAMES; i++) pdk_posting_add_fact(posting, pdk_text_of("Best lap"), pdk_text_of(names[i]));
    for (size_t i = 0; i < NAMES; i++) pdk_posting_add_note(posting, pdk_text_of(names[i]));
    return posting;
}

static char *written(const pdk_posting *posting, pdk_posting_form form, const pdk_posting_write_options *options)
{
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_posting_write(posting, form, options, output, &error), error);
    return take_text(output);
}

/* The n-th cell of a line of a table, without its escapes; false = there is none. */
static bool markdown_cell(const char *line, size_t number, char *to)
{
    size_t cell = 0, made = 0;
    for (; *line != '\0' && *line != '\n'; line++) {
        if (*line == '|') {
            if (++cell == number + 2) break;
            continue;
        }
        if (*line == '\\') line++;
        if (cell == number + 1) to[made++] = *line;
    }
    to[made] = '\0';
    return cell == number + 2;
}

static void replace(char *text, const char *from, const char *to)
{
    for (char *at = text; (at = strstr(at, from)) != NULL; at += strlen(to)) {
        memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
        memcpy(at, to, strlen(to));
    }
}

static void markdown_has_every_name_in_its_cell(void **state)
{
    (void)state;
    pdk_posting *posting = posting_of(NAMES);
    char *text = written(posting, PDK_POSTING_MARKDOWN, NULL);
    char *line = strstr(text, "\n|---:|---|---|\n");
    assert_non_null(line);
    assert_null(strstr(text, "Empty"));
    line = strchr(line + 1, '\n') + 1;
    for (size_t row = 0; row < NAMES; row++, line = strchr(line, '\n') + 1) {
        char cell[4096], wanted[4096];
        assert_true(markdown_cell(line, 1, cell));
        replace(cell, "&lt;", "<");
        replace(cell, "&amp;", "&");
        bool bold = row % 5 == PDK_POSTING_BOLD || row % 5 == PDK_POSTING_BEST;
        snprintf(wanted, sizeof wanted, bold ? " **%s** " : " %s ", shown_of(names[row]));
        assert_string_equal(cell, wanted);
        assert_false(markdown_cell(line, 3, cell)); /* no name makes a cell more */
    }
    assert_null(strstr(text, "<script"));
    free(text);
    pdk_posting_close(posting);
}

/* Letters for what stands for them. */
static void decode(char *text)
{
    shown made = { .size = 0 };
    for (const char *at = text; *at != '\0';) {
        if (at[0] != '&' || at[1] != '#') {
            add(&made, at++, 1);
            continue;
        }
        char *end;
        uint32_t letter = (uint32_t)strtoul(at + 2, &end, 10);
        char bytes[8];
        add(&made, bytes, pdk_utf8_write(bytes, letter));
        assert_int_equal(*end, ';');
        at = end + 1;
    }
    strcpy(text, made.text);
    replace(text, "&lt;", "<");
    replace(text, "&gt;", ">");
    replace(text, "&quot;", "\"");
    replace(text, "&amp;", "&");
}

static void html_has_every_name_and_only_its_own_elements(void **state)
{
    (void)state;
    pdk_posting *posting = posting_of(NAMES);
    char *text = written(posting, PDK_POSTING_HTML, NULL), *at = text;
    for (const char *byte = text; *byte != '\0'; byte++) assert_true(*byte == '\n' || (*byte >= 0x20 && *byte < 0x7F));
    for (size_t row = 0; row < NAMES; row++) {
        static char cell[ROOM];
        for (int skipped = 0; skipped < 2; skipped++) at = strstr(at, "<td") + 3;
        char *begin = strchr(at, '>') + 1, *end = strstr(begin, "</td>");
        snprintf(cell, sizeof cell, "%.*s", (int)(end - begin), begin);
        assert_null(strchr(cell, '<'));
        decode(cell);
        assert_string_equal(cell, shown_of(names[row]));
        at = strstr(end, "<td") + 3; /* the team */
    }
    assert_null(strstr(text, "<script"));
    free(text);
    pdk_posting_close(posting);
}

static void text_has_every_name_whole(void **state)
{
    (void)state;
    pdk_posting *posting = posting_of(NAMES);
    char *text = written(posting, PDK_POSTING_TEXT, NULL);
    for (size_t i = 0; i < NAMES; i++) assert_non_null(strstr(text, shown_of(names[i])));
    assert_null(strchr(text, '\x1B'));
    size_t lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) lines++;
    assert_int_equal(lines, 1 + 1 + NAMES + 1 + NAMES + NAMES);
    free(text);
    pdk_posting_close(posting);
}

static size_t units_of(const char *text, size_t size)
{
    size_t units = 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = (uint8_t)text[i];
        units += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
    }
    return units;
}

static void blocks_for_chats_are_short_and_whole(void **state)
{
    (void)state;
    static const uint32_t limits[] = { 400, 777, 2000, 0 };
    pdk_posting *posting = posting_of(6 * NAMES);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        pdk_posting_write_options options = PDK_POSTING_WRITE_OPTIONS_INIT;
        options.most = limits[i];
        char *text = written(posting, PDK_POSTING_CHAT, &options), *at = text;
        size_t blocks = 0, headers = 0;
        for (; *at != '\0'; blocks++) {
            assert_memory_equal(at, "```\n", 4);
            char *end = strstr(at + 4, "```");
            assert_non_null(end);
            assert_true(end[-1] == '\n' && end[3] == '\n'); /* no name ends a block */
            end += 4;
            assert_true(units_of(at, (size_t)(end - at)) <= (limits[i] > 0 ? limits[i] : 2000));
            char *header = strstr(at, "  Pos  Driver");
            headers += header != NULL && header < end;
            if (*end == '\n') end++;
            at = end;
        }
        assert_true(blocks > 1 && headers > 1);
        char wanted[32];
        snprintf(wanted, sizeof wanted, "\n  %3d  ", 6 * NAMES);
        assert_non_null(strstr(text, wanted)); /* the last row */
        free(text);
    }
    pdk_error error;
    pdk_output *output = output_or_fail();
    pdk_posting_write_options few = PDK_POSTING_WRITE_OPTIONS_INIT;
    few.most = 399;
    assert_fails(pdk_posting_write(posting, PDK_POSTING_CHAT, &few, output, &error), error, PDK_E_ARGUMENT,
                 "posting.most", PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_posting_close(posting);
}

static void pictures_have_every_name(void **state)
{
    (void)state;
    pdk_posting *posting = posting_of(NAMES);
    pdk_plot *plot = NULL;
    pdk_error error;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_plot_posting(posting, NULL, &plot, &error), error);
    uint32_t width, height;
    pdk_plot_size(plot, &width, &height);
    assert_int_equal(width, 780);
    assert_ok(pdk_plot_write(plot, PDK_PLOT_SVG, output, &error), error);
    char *text = take_text(output);
    assert_true(pdk_is_utf8(text, strlen(text)));
    assert_null(strstr(text, "<script"));
    assert_non_null(strstr(text, ">a|b</text>"));
    assert_non_null(strstr(text, ">&lt;script&gt;"));
    assert_non_null(strstr(text, ">\xE2\x81\xA8\xD7\x90\xD7\x91 \xD7\x92\xE2\x81\xA9</text>"));
    assert_non_null(strstr(text, "nnnnn\xE2\x80\xA6</text>")); /* of the long one as much as has room */
    free(text);
    pdk_plot_close(plot);
    pdk_posting_close(posting);
}

static void columns_without_room_are_named(void **state)
{
    (void)state;
    pdk_posting *posting = posting_of(NAMES);
    pdk_posting_write_options options = PDK_POSTING_WRITE_OPTIONS_INIT;
    options.width = 60;
    char *text = written(posting, PDK_POSTING_TEXT, &options);
    assert_non_null(strstr(text, "\nLeft out to fit the width: Team\n"));
    assert_null(strstr(text, "Empty"));
    free(text);
    pdk_posting_close(posting);
}

static const char sentence[] = "moved 0.53 s before the start, by 2.1 m, and was told so by the marshals at the grid.";

/* Rows as a list of findings has them: the last column has no heading, and its texts are long. */
static pdk_posting *findings(const char *driver)
{
    pdk_posting *posting = NULL;
    pdk_error error;
    assert_ok(pdk_posting_create(NULL, &posting, &error), error);
    pdk_posting_add_table(posting);
    pdk_posting_add_column(posting, "Time", true, 100);
    pdk_posting_add_column(posting, "Lap", true, 50);
    pdk_posting_add_column(posting, "Driver", false, 100);
    pdk_posting_add_column(posting, "", false, 100);
    for (int row = 0; row < 3; row++) {
        pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of("1:02.500"));
        pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of("3"));
        pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of(driver));
        pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of(sentence));
    }
    return posting;
}

/* All words of the sentence, `times` times in this order, whatever is between them. */
static void assert_words(const char *text, int times)
{
    const char *at = text;
    for (int i = 0; i < times; i++) {
        char words[sizeof sentence];
        strcpy(words, sentence);
        for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
            at = strstr(at, word);
            assert_non_null(at);
            at += strlen(word);
        }
    }
}

static void the_last_text_takes_several_lines(void **state)
{
    (void)state;
    pdk_posting *posting = findings("A. Varga");
    for (uint32_t width = 40; width < 140; width += 10) {
        pdk_posting_write_options options = PDK_POSTING_WRITE_OPTIONS_INIT;
        options.width = width;
        for (int form = PDK_POSTING_TEXT; form <= PDK_POSTING_CHAT; form++) {
            char *text = written(posting, (pdk_posting_form)form, &options);
            assert_words(text, 3);
            assert_null(strstr(text, "\xE2\x80\xA6"));
            for (char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
                assert_true(strcspn(line, "\n") <= width);
            free(text);
        }
    }
    pdk_error error;
    pdk_plot *plot = NULL;
    pdk_output *output = output_or_fail();
    assert_ok(pdk_plot_posting(posting, NULL, &plot, &error), error);
    assert_ok(pdk_plot_write(plot, PDK_PLOT_SVG, output, &error), error);
    char *text = take_text(output);
    assert_words(text, 3);
    assert_null(strstr(text, "\xE2\x80\xA6"));
    free(text);
    pdk_plot_close(plot);
    pdk_posting_close(posting);
}

static void a_column_without_a_heading_is_named(void **state)
{
    (void)state;
    pdk_posting *posting = findings("a name of thirty-five letters, or so");
    pdk_posting_write_options options = PDK_POSTING_WRITE_OPTIONS_INIT;
    options.width = 50;
    char *text = written(posting, PDK_POSTING_TEXT, &options);
    assert_non_null(strstr(text, "\nLeft out to fit the width: Lap, the text after Driver\n"));
    free(text);
    pdk_posting_close(posting);
}

static void columns_come_back_where_a_wider_one_went(void **state)
{
    (void)state;
    pdk_posting *posting = NULL;
    pdk_error error;
    static const char *const cells[] = { "A. Varga", "6", "a vehicle with a long name 12" };
    assert_ok(pdk_posting_create(NULL, &posting, &error), error);
    pdk_posting_add_table(posting);
    pdk_posting_add_column(posting, "Driver", false, 100);
    pdk_posting_add_column(posting, "Laps", true, 5);
    pdk_posting_add_column(posting, "Vehicle", true, 10);
    for (size_t i = 0; i < 3; i++) pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of(cells[i]));
    pdk_posting_write_options options = PDK_POSTING_WRITE_OPTIONS_INIT;
    options.width = 24;
    char *text = written(posting, PDK_POSTING_TEXT, &options);
    assert_string_equal(text, "  Driver    Laps\n  A. Varga     6\nLeft out to fit the width: Vehicle\n");
    free(text);
    pdk_posting_close(posting);
}

static void a_heading_that_goes_on_does_not_come_back_alone(void **state)
{
    (void)state;
    pdk_posting *posting = NULL;
    pdk_error error;
    static const char *const cells[] = { "A. Varga", "1:02.345, or so", "4" };
    assert_ok(pdk_posting_create(NULL, &posting, &error), error);
    pdk_posting_add_table(posting);
    pdk_posting_add_column(posting, "Driver", false, 100);
    pdk_posting_add_column(posting, "Best lap", true, 6);
    pdk_posting_add_column(posting, "in", true, 5);
    for (size_t i = 0; i < 3; i++) pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of(cells[i]));
    pdk_posting_write_options options = PDK_POSTING_WRITE_OPTIONS_INIT;
    options.width = 24;
    char *text = written(posting, PDK_POSTING_TEXT, &options);
    assert_string_equal(text, "  Driver\n  A. Varga\nLeft out to fit the width: Best lap, in\n");
    free(text);
    pdk_posting_close(posting);
}

/* The numbers of all texts lie within the picture, no two texts on one place; returns how many rows begin with their
 * number. */
static size_t count_rows_within(const char *svg, uint32_t width, uint32_t height, size_t rows)
{
    size_t found = 0;
    double before[2] = { -1, -1 };
    for (const char *at = svg; (at = strstr(at, "<text x=\"")) != NULL; at++) {
        double x = strtod(at + 9, NULL), y = strtod(strstr(at, " y=\"") + 4, NULL);
        assert_true(x >= 0 && x < width && y > 0 && y < height);
        assert_false(fabs(x - before[0]) < 0.05 && fabs(y - before[1]) < 0.05);
        before[0] = x;
        before[1] = y;
        char wanted[32];
        int length = snprintf(wanted, sizeof wanted, ">%zu</text>", found + 1);
        if (found < rows && strncmp(strchr(at, '>'), wanted, (size_t)length) == 0) found++;
    }
    return found;
}

static void a_long_table_takes_several_columns(void **state)
{
    (void)state;
    static const struct {
        size_t rows;
        uint32_t width, height;
    } cases[] = { { 100, 0, 0 },  { 150, 0, 0 },       { 180, 0, 0 },       { 250, 0, 0 },     { 1000, 0, 0 },
                  { 1700, 0, 0 }, { 100, 1560, 2400 }, { 100, 3000, 2000 }, { 60, 1300, 2500 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_posting *posting = posting_of(cases[i].rows);
        pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
        pdk_plot *plot = NULL;
        pdk_error error;
        uint32_t width, height;
        options.width = cases[i].width;
        options.height = cases[i].height;
        pdk_output *output = output_or_fail();
        assert_ok(pdk_plot_posting(posting, &options, &plot, &error), error);
        pdk_plot_size(plot, &width, &height);
        assert_true(width <= 8192 && height <= 8192);
        assert_true(cases[i].width == 0 || (width == cases[i].width && height == cases[i].height));
        assert_true(cases[i].width > 0 || width % 780 == 0 || width > 8192 - 30);
        assert_ok(pdk_plot_write(plot, PDK_PLOT_SVG, output, &error), error);
        char *text = take_text(output);
        assert_int_equal(count_rows_within(text, width, height, cases[i].rows), cases[i].rows);
        free(text);
        pdk_plot_close(plot);
        pdk_posting_close(posting);
    }
}

static void a_longer_table_is_too_long_for_a_picture(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 0, 0 }, { 780, 8192 }, { 1560, 1000 }, { 8192, 8192 } };
    pdk_posting *posting = posting_of(10000);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pdk_plot_options options = PDK_PLOT_OPTIONS_INIT;
        pdk_plot *plot = NULL;
        pdk_error error;
        options.width = sizes[i][0];
        options.height = sizes[i][1];
        assert_fails(pdk_plot_posting(posting, &options, &plot, &error), error, PDK_E_ARGUMENT, "plot.size",
                     PDK_NO_OFFSET);
        assert_null(plot);
    }
    pdk_posting_close(posting);
}

static void a_posting_without_memory_says_so(void **state)
{
    (void)state;
    pdk_posting_options options = PDK_POSTING_OPTIONS_INIT;
    options.limits.memory = 20000;
    pdk_posting *posting = NULL;
    pdk_error error;
    assert_ok(pdk_posting_create(&options, &posting, &error), error);
    for (int i = 0; i < 1000; i++) pdk_posting_add_note(posting, pdk_text_of(long_name));
    pdk_output *output = output_or_fail();
    assert_fails(pdk_posting_write(posting, PDK_POSTING_TEXT, NULL, output, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    pdk_output_close(output);
    pdk_posting_close(posting);
}

static void an_empty_posting_is_empty(void **state)
{
    (void)state;
    pdk_posting *posting = NULL;
    pdk_error error;
    assert_ok(pdk_posting_create(NULL, &posting, &error), error);
    pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of("of no table"));
    pdk_posting_add_column(posting, "of none", false, 1);
    for (int form = 0; form < FORMS; form++) {
        char *text = written(posting, (pdk_posting_form)form, NULL);
        assert_int_equal(strlen(text) > 0, form == PDK_POSTING_HTML);
        free(text);
    }
    pdk_posting_close(posting);
}

int main(void)
{
    memset(long_name, 'n', LONG);
    const struct CMUnitTest tests[] = { cmocka_unit_test(markdown_has_every_name_in_its_cell),
                                        cmocka_unit_test(html_has_every_name_and_only_its_own_elements),
                                        cmocka_unit_test(text_has_every_name_whole),
                                        cmocka_unit_test(blocks_for_chats_are_short_and_whole),
                                        cmocka_unit_test(pictures_have_every_name),
                                        cmocka_unit_test(columns_without_room_are_named),
                                        cmocka_unit_test(the_last_text_takes_several_lines),
                                        cmocka_unit_test(a_column_without_a_heading_is_named),
                                        cmocka_unit_test(columns_come_back_where_a_wider_one_went),
                                        cmocka_unit_test(a_heading_that_goes_on_does_not_come_back_alone),
                                        cmocka_unit_test(a_long_table_takes_several_columns),
                                        cmocka_unit_test(a_longer_table_is_too_long_for_a_picture),
                                        cmocka_unit_test(a_posting_without_memory_says_so),
                                        cmocka_unit_test(an_empty_posting_is_empty) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
