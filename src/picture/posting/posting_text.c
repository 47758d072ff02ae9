/* Postings as lines of text: columns aligned with spaces. */
#include "posting/posting.h"

#include "base/text.h"
#include "base/visible_text.h"

enum { INDENT = 2, BETWEEN = 2, TERMINAL_CELL = 40, WRAPPED = 24, NARROWEST = 12 };

static void add_bytes(void *user, const char *bytes, size_t size)
{
    pdk_posting_lines *lines = user;
    uint8_t *room = pdk_bytes_more(&lines->text, size);
    if (room != NULL) memcpy(room, bytes, size);
    else if (lines->writer->status == PDK_OK)
        lines->writer->status = pdk_fail_memory(lines->writer->error, lines->writer->memory, "lines of a posting");
}

static void add_spaces(pdk_posting_lines *lines, int32_t count)
{
    for (int32_t i = 0; i < count; i++) add_bytes(lines, " ", 1);
}

static void end_line(pdk_posting_lines *lines, pdk_posting_line kind)
{
    if (lines->writer->status == PDK_OK) lines->line(lines, kind);
    lines->text.size = 0;
}

/* Bytes of the letter that begins a text. */
static size_t letter_size(const char *text, size_t left)
{
    size_t size = pdk_utf8_sequence((const uint8_t *)text, left);
    return size > 0 ? size : 1;
}

/* How many bytes of it are shown: all, or with an ellipsis at most as many characters as the lines allow. */
static size_t shown_size(const pdk_posting_lines *lines, const char *text, bool *shortened)
{
    size_t size = strlen(text), letters = 0, end = 0;
    *shortened = false;
    if (lines->longest == 0 || size <= lines->longest / 8) return size;
    for (size_t at = 0; at < size;) {
        size_t step = letter_size(text + at, size - at);
        letters += pdk_shown_letters(text + at, step);
        if (letters > lines->longest) {
            *shortened = true;
            return end;
        }
        at += step;
        if (letters < lines->longest) end = at;
    }
    return size;
}

static int32_t letters_of(const pdk_posting_lines *lines, const char *text)
{
    bool shortened;
    size_t size = shown_size(lines, text, &shortened);
    return (int32_t)pdk_shown_letters(text, size) + shortened;
}

static void add_shown(pdk_posting_lines *lines, const char *text)
{
    bool shortened;
    size_t size = shown_size(lines, text, &shortened);
    pdk_show_text(text, size, add_bytes, lines);
    if (shortened) add_bytes(lines, "\xE2\x80\xA6", 3);
}

static void begin_style(pdk_posting_lines *lines, pdk_posting_style style, const char *text)
{
    static const char *const codes[] = { "", "\033[1m", "\033[32m", "\033[35m", "\033[2m" };
    if (lines->writer->options->colours && text[0] != '\0') add_bytes(lines, codes[style], strlen(codes[style]));
}

static void end_style(pdk_posting_lines *lines, pdk_posting_style style, const char *text)
{
    bool coloured = lines->writer->options->colours && style != PDK_POSTING_PLAIN && text[0] != '\0';
    if (coloured) add_bytes(lines, "\033[0m", 4);
}

static void add_styled(pdk_posting_lines *lines, pdk_posting_style style, const char *text)
{
    begin_style(lines, style, text);
    add_shown(lines, text);
    end_style(lines, style, text);
}

/* Bytes up to where a line of `room` characters ends: after a word, or in one that is longer. */
static size_t break_at(const char *text, size_t room)
{
    size_t size = strlen(text), letters = 0, space = 0, at = 0;
    for (; at < size; at += letter_size(text + at, size - at)) {
        letters += pdk_shown_letters(text + at, letter_size(text + at, size - at));
        if (letters > room) break;
        if (text[at] == ' ') space = at;
    }
    if (at >= size) return size;
    return text[at] == ' ' ? at : space > 0 ? space : at > 0 ? at : letter_size(text, size);
}

/* ----------------------------------------------------------------------------------------------- tables */

typedef struct text_table {
    pdk_posting_lines *lines;
    const pdk_posting_part *part;
    const pdk_posting_column *columns;
    int32_t *widths; /* 0 = not shown */
    size_t wrapped;  /* the column that takes several lines */
} text_table;

/* Row 0 is the heading. */
static const char *cell_text(const text_table *table, size_t row, size_t column, pdk_posting_style *style)
{
    *style = PDK_POSTING_BOLD;
    if (row == 0) return table->columns[column].heading;
    const pdk_posting_cell *cell = pdk_posting_cell_at(table->lines->writer->view, table->part, row - 1, column);
    *style = cell->style;
    return cell->text;
}

/* Of a cell as it is shown, on one line. */
static int32_t cell_letters(const text_table *table, size_t column, const char *text)
{
    return column == table->wrapped ? (int32_t)pdk_shown_letters(text, strlen(text)) : letters_of(table->lines, text);
}

static void measure(const text_table *table)
{
    pdk_posting_style style;
    uint32_t width = table->lines->writer->options->width;
    const pdk_posting_room room = { (int32_t)width - INDENT, BETWEEN, WRAPPED, NARROWEST };
    for (size_t c = 0; c < table->part->columns; c++) {
        for (size_t row = table->part->rows + 1; row-- > 0;) {
            if (row == 0 && table->widths[c] == 0) break; /* empty in all rows */
            int32_t letters = cell_letters(table, c, cell_text(table, row, c, &style));
            if (letters > table->widths[c]) table->widths[c] = letters;
        }
    }
    if (width > 0) pdk_posting_fit(table->lines->writer->view, table->part, table->widths, &room);
}

/* The last that has a text there: no spaces follow it. */
static size_t last_filled(const text_table *table, size_t row)
{
    pdk_posting_style style;
    size_t last = SIZE_MAX;
    for (size_t c = 0; c < table->part->columns; c++)
        if (table->widths[c] > 0 && cell_text(table, row, c, &style)[0] != '\0') last = c;
    return last;
}

/* As much of a wrapped text as a line holds; returns what is left for the next. */
static const char *put_piece(const text_table *table, pdk_posting_style style, const char *text, int32_t *letters)
{
    size_t width = (size_t)table->widths[table->wrapped], end = strlen(text);
    if (pdk_shown_letters(text, end) > width) end = break_at(text, width);
    begin_style(table->lines, style, text);
    pdk_show_text(text, end, add_bytes, table->lines);
    end_style(table->lines, style, text);
    *letters = (int32_t)pdk_shown_letters(text, end);
    for (text += end; *text == ' ';) text++;
    return text;
}

/* The lines of a row below its first, in their column. */
static void put_rest(const text_table *table, pdk_posting_style style, const char *rest)
{
    int32_t before = INDENT, letters;
    for (size_t c = 0; c < table->wrapped; c++) before += table->widths[c] > 0 ? table->widths[c] + BETWEEN : 0;
    while (*rest != '\0') {
        add_spaces(table->lines, before);
        rest = put_piece(table, style, rest, &letters);
        end_line(table->lines, PDK_LINE_BODY);
    }
}

static void put_row(const text_table *table, size_t row)
{
    size_t last = last_filled(table, row);
    const char *rest = "";
    pdk_posting_style style, rest_style = PDK_POSTING_PLAIN;
    if (row == 0 && last == SIZE_MAX) return; /* no headings */
    add_spaces(table->lines, last != SIZE_MAX ? INDENT : 0);
    for (size_t c = 0; last != SIZE_MAX && c <= last; c++) {
        if (table->widths[c] == 0) continue;
        const char *text = cell_text(table, row, c, &style);
        int32_t letters = letters_of(table->lines, text);
        if (table->columns[c].right) add_spaces(table->lines, table->widths[c] - letters);
        if (c == table->wrapped) {
            rest = put_piece(table, style, text, &letters);
            rest_style = style;
        } else add_styled(table->lines, style, text);
        if (c == last) continue;
        add_spaces(table->lines, BETWEEN + (table->columns[c].right ? 0 : table->widths[c] - letters));
    }
    end_line(table->lines, row == 0 ? PDK_LINE_HEADER : PDK_LINE_BODY);
    put_rest(table, rest_style, rest);
}

static void put_words(pdk_posting_lines *lines, const char *text);

static void put_table(pdk_posting_lines *lines, const pdk_posting_part *part)
{
    pdk_posting_writer *writer = lines->writer;
    text_table table = { lines, part, writer->view->columns + part->first_column,
                         pdk_alloc_array(writer->memory, part->columns, sizeof(int32_t)),
                         pdk_posting_wrapped(writer->view, part) };
    if (table.widths == NULL) {
        writer->status = pdk_fail_memory(writer->error, writer->memory, "a table");
        return;
    }
    measure(&table);
    for (size_t row = 0; row <= part->rows && writer->status == PDK_OK; row++) put_row(&table, row);
    char *left_out = pdk_posting_left_out(writer->view, part, table.widths, writer->memory);
    if (left_out != NULL) put_words(lines, left_out);
    pdk_free(writer->memory, left_out);
    pdk_free(writer->memory, table.widths);
}

/* ------------------------------------------------------------------------------------------------ words */

/* A text outside tables, in as many lines as it takes. */
static void put_words(pdk_posting_lines *lines, const char *text)
{
    size_t room = lines->wraps ? lines->writer->options->width : SIZE_MAX;
    do {
        size_t end = room == SIZE_MAX ? strlen(text) : break_at(text, room);
        pdk_show_text(text, end, add_bytes, lines);
        end_line(lines, PDK_LINE_OTHER);
        text += end;
        while (*text == ' ') text++;
    } while (*text != '\0');
}

static void put_title(pdk_posting_lines *lines, const pdk_posting_part *part)
{
    size_t longest = lines->longest;
    lines->longest = lines->wraps ? lines->writer->options->width : 0;
    add_styled(lines, PDK_POSTING_BOLD, part->text);
    if (lines->wraps && part->detail[0] != '\0') end_line(lines, PDK_LINE_OTHER);
    else if (part->detail[0] != '\0') add_spaces(lines, 2);
    add_shown(lines, part->detail);
    end_line(lines, PDK_LINE_OTHER);
    lines->longest = longest;
}

/* In a chat, where lines are short: a sentence. */
static void put_wrapped_fact(pdk_posting_lines *lines, const pdk_posting_part *part)
{
    pdk_posting_writer *writer = lines->writer;
    char *text = pdk_text_printf(writer->memory, "%s: %s", part->text, part->detail);
    if (text != NULL) put_words(lines, text);
    else writer->status = pdk_fail_memory(writer->error, writer->memory, "lines of a posting");
    pdk_free(writer->memory, text);
}

static void put_fact(pdk_posting_lines *lines, const pdk_posting_part *part)
{
    const pdk_posting_view *view = lines->writer->view;
    int32_t widest = 0;
    if (lines->wraps) {
        put_wrapped_fact(lines, part);
        return;
    }
    const pdk_posting_part *first = part, *end = part + 1;
    while (first > view->parts && first[-1].kind == PDK_POSTING_FACT) first--;
    while (end < view->parts + view->count && end->kind == PDK_POSTING_FACT) end++;
    for (const pdk_posting_part *each = first; each < end; each++) {
        int32_t letters = letters_of(lines, each->text);
        if (letters > widest) widest = letters;
    }
    size_t longest = lines->longest;
    add_spaces(lines, INDENT);
    add_shown(lines, part->text);
    add_spaces(lines, widest - letters_of(lines, part->text) + BETWEEN);
    lines->longest = 0;
    add_shown(lines, part->detail);
    lines->longest = longest;
    end_line(lines, PDK_LINE_OTHER);
}

/* An empty line before it? */
static bool is_apart(const pdk_posting_part *part, const pdk_posting_part *before)
{
    if (part->kind == PDK_POSTING_TABLE) return before->kind >= PDK_POSTING_TABLE;
    if (part->kind == PDK_POSTING_FACT) return before->kind != PDK_POSTING_FACT;
    return part->kind != PDK_POSTING_NOTE;
}

void pdk_posting_make_lines(pdk_posting_lines *lines)
{
    const pdk_posting_view *view = lines->writer->view;
    lines->text = (pdk_byte_buffer){ .memory = lines->writer->memory };
    for (size_t i = 0; i < view->count && lines->writer->status == PDK_OK; i++) {
        const pdk_posting_part *part = &view->parts[i];
        if (i > 0 && is_apart(part, part - 1)) end_line(lines, PDK_LINE_OTHER);
        switch (part->kind) {
        case PDK_POSTING_TITLE: put_title(lines, part); break;
        case PDK_POSTING_HEADING:
            add_styled(lines, PDK_POSTING_BOLD, part->text);
            end_line(lines, PDK_LINE_OTHER);
            break;
        case PDK_POSTING_TABLE: put_table(lines, part); break;
        case PDK_POSTING_FACT: put_fact(lines, part); break;
        case PDK_POSTING_NOTE: put_words(lines, part->text); break;
        }
    }
}

static void write_line(pdk_posting_lines *lines, pdk_posting_line kind)
{
    (void)kind;
    pdk_posting_put(lines->writer, (const char *)lines->text.data, lines->text.size);
    pdk_posting_say(lines->writer, "\n");
}

void pdk_posting_write_text(pdk_posting_writer *writer)
{
    pdk_posting_lines lines = { .writer = writer,
                                .line = write_line,
                                .longest = writer->options->width > 0 ? TERMINAL_CELL : 0 };
    pdk_posting_make_lines(&lines);
}
