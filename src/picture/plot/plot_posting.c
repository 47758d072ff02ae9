/* A posting as a picture: narrow, with large text, so that a phone shows it as wide as its screen. One that would be
 * higher than pictures may be continues in further columns on the right. */
#include <string.h>

#include "plot/plot_work.h"
#include "plot/text_width.h"
#include "posting/posting.h"

enum {
    WIDTH = 780,
    SIDE = 240, /* tenths, as all that follow */
    TEXT = 240,
    SMALL = 200,
    TITLE = 320,
    ROW = 400,
    GAP = 160,      /* between columns */
    STEP = 300,     /* from one line of a row to the next */
    WRAPPED = 2400, /* what a column of several lines has at least */
    NARROWEST = 1200,
    LONGEST = 512,
    LEAST_COLUMN = 4200, /* of a sheet: a driver, a lap and its time have room */
    HANDY = 40960,       /* how high columns are where there are several, if the picture may be so wide */
    ENDLESS = 1000000000 /* higher than any picture: no need to go on */
};

/* Gone through twice or more: to learn how high it is, and to draw. */
typedef struct posting_sheet {
    pdk_plot_work *work;
    const pdk_posting_view *view;
    pdk_draw_list *list;     /* NULL = nothing is drawn yet */
    int32_t width, room;     /* of a column, and of its texts */
    int32_t x, y;            /* where the column begins, and how far it is filled */
    int32_t top, bottom;     /* where columns begin, below the first title, and end */
    int32_t columns, lowest; /* how many there are so far, and how far the fullest is filled */
    bool failed;
} posting_sheet;

static void end_column(posting_sheet *sheet)
{
    if (sheet->y + SIDE / 2 > sheet->lowest) sheet->lowest = sheet->y + SIDE / 2;
}

/* What is put next has this height: at the top of the next column, if this one has no room for it. */
static bool make_room(posting_sheet *sheet, int32_t height)
{
    bool fits = sheet->y + height + SIDE / 2 <= sheet->bottom || sheet->y <= sheet->top;
    if (fits) return false;
    end_column(sheet);
    sheet->x += sheet->width;
    sheet->y = sheet->top;
    sheet->columns++;
    return true;
}

static int32_t width_of(const char *text, bool bold)
{
    char clean[LONGEST];
    pdk_draw_clean(clean, sizeof clean, text, strlen(text));
    return pdk_text_width(clean, TEXT, bold);
}

static void put(const posting_sheet *sheet, const char *text, pdk_draw_label label)
{
    label.x += sheet->x;
    label.y = sheet->y;
    if (sheet->list != NULL) pdk_draw_text(sheet->list, text, &label);
}

/* One line, shortened where it has no room. */
static void put_line(posting_sheet *sheet, const char *text, int32_t size, bool bold)
{
    sheet->y += size * 5 / 4;
    put(sheet, text,
        (pdk_draw_label){
            .x = SIDE, .size = size, .colour = sheet->work->theme->text, .bold = bold, .room = sheet->room });
    sheet->y += size / 2;
}

/* Of a word that is wider than the room: as many characters as have room, at least one. */
static size_t take_letters(const char *text, size_t length, int32_t size, bool bold, int32_t room, char line[LONGEST])
{
    size_t low = 1, high = length; /* bytes: `low` have room, no more than `high` have */
    while (low < length && (text[low] & 0xC0) == 0x80) low++;
    while (low < high) {
        size_t middle = low + (high - low + 1) / 2;
        while (middle < length && (text[middle] & 0xC0) == 0x80) middle++;
        if (middle > high) { /* ends after the last that may fit */
            for (middle = high; middle > low && (text[middle] & 0xC0) == 0x80;) middle--;
            if (middle == low) break;
        }
        pdk_draw_clean(line, LONGEST, text, middle);
        if (pdk_text_width(line, size, bold) <= room) low = middle;
        else high = middle - 1;
    }
    pdk_draw_clean(line, LONGEST, text, low);
    return low;
}

/* As many whole words as have room, in `line`; returns what is left. */
static const char *take_line(const char *text, int32_t size, bool bold, int32_t room, char line[LONGEST])
{
    size_t end = strlen(text), fits = 0;
    for (size_t at = 1; at <= end && at < LONGEST; at++) {
        if (text[at] != ' ' && text[at] != '\0') continue;
        pdk_draw_clean(line, LONGEST, text, at);
        if (fits > 0 && pdk_text_width(line, size, bold) > room) break;
        fits = at;
    }
    if (fits == 0) fits = end < LONGEST ? end : LONGEST - 1;
    pdk_draw_clean(line, LONGEST, text, fits);
    if (pdk_text_width(line, size, bold) > room) fits = take_letters(text, fits, size, bold, room, line);
    for (text += fits; *text == ' ';) text++;
    return text;
}

/* In as many lines as it takes, each of whole words. */
static void put_words(posting_sheet *sheet, const char *text)
{
    char line[LONGEST];
    while (*text != '\0' && sheet->y < ENDLESS) {
        text = take_line(text, SMALL, false, sheet->room, line);
        make_room(sheet, SMALL * 5 / 4);
        sheet->y += SMALL * 5 / 4;
        put(sheet, line,
            (pdk_draw_label){ .x = SIDE, .size = SMALL, .colour = sheet->work->theme->muted, .room = sheet->room });
    }
    sheet->y += SMALL / 2;
}

/* ------------------------------------------------------------------------------------------------ tables */

static bool is_bold(pdk_posting_style style)
{
    return style == PDK_POSTING_BOLD || style == PDK_POSTING_BEST;
}

static void measure(const posting_sheet *sheet, const pdk_posting_part *table, int32_t *widths)
{
    const pdk_posting_view *view = sheet->view;
    const pdk_posting_room room = { sheet->room, GAP, WRAPPED, NARROWEST };
    size_t wrapped = pdk_posting_wrapped(view, table);
    for (size_t c = 0; c < table->columns; c++) {
        const pdk_posting_column *column = &view->columns[table->first_column + c];
        if (!pdk_posting_has_texts(view, table, c)) continue;
        widths[c] = width_of(column->heading, false);
        for (size_t row = 0; row < table->rows; row++) {
            const pdk_posting_cell *cell = pdk_posting_cell_at(view, table, row, c);
            int32_t width = width_of(cell->text, is_bold(cell->style));
            if (width > widths[c]) widths[c] = width;
        }
        if (c != wrapped && widths[c] > sheet->room * 2 / 5) widths[c] = sheet->room * 2 / 5;
    }
    pdk_posting_fit(view, table, widths, &room);
}

static uint32_t colour_of(const pdk_theme *theme, pdk_posting_style style)
{
    switch (style) {
    case PDK_POSTING_GOOD: return theme->dark ? 0x4FD1A5 : 0x00734F;
    case PDK_POSTING_BEST: return theme->dark ? 0xE9A0D8 : 0xA0208F;
    case PDK_POSTING_DIM: return theme->muted;
    default: return theme->text;
    }
}

/* A row of a table while it is drawn; row 0 is the heading. */
typedef struct drawn_row {
    const pdk_posting_part *table;
    const int32_t *widths;
    size_t row, wrapped;
} drawn_row;

static pdk_posting_cell cell_of(const posting_sheet *sheet, const drawn_row *row, size_t column)
{
    if (row->row > 0) return *pdk_posting_cell_at(sheet->view, row->table, row->row - 1, column);
    return (pdk_posting_cell){ sheet->view->columns[row->table->first_column + column].heading, PDK_POSTING_DIM };
}

static int32_t lines_of(const posting_sheet *sheet, const drawn_row *row)
{
    char line[LONGEST];
    int32_t lines = 1;
    if (row->row == 0 || row->wrapped >= row->table->columns || row->widths[row->wrapped] == 0) return 1;
    pdk_posting_cell cell = cell_of(sheet, row, row->wrapped);
    const char *rest = cell.text;
    while (*(rest = take_line(rest, TEXT, is_bold(cell.style), row->widths[row->wrapped], line)) != '\0') lines++;
    return lines;
}

static void put_wrapped(posting_sheet *sheet, const char *text, pdk_draw_label label)
{
    char line[LONGEST];
    int32_t y = sheet->y;
    do {
        text = take_line(text, TEXT, label.bold, label.room, line);
        put(sheet, line, label);
        sheet->y += STEP;
    } while (*text != '\0');
    sheet->y = y;
}

static int32_t height_of(const posting_sheet *sheet, const drawn_row *row)
{
    return ROW + (lines_of(sheet, row) - 1) * STEP;
}

static void put_row(posting_sheet *sheet, const drawn_row *row)
{
    const pdk_theme *theme = sheet->work->theme;
    int32_t height = height_of(sheet, row), x = SIDE;
    if (sheet->y > ENDLESS) return;
    pdk_draw_box band = { sheet->x + SIDE / 2, sheet->y, sheet->x + sheet->width - SIDE / 2, sheet->y + height };
    if (sheet->list != NULL && row->row % 2 == 1) pdk_draw_rectangle(sheet->list, band, theme->faint, 100);
    sheet->y += ROW * 7 / 10;
    for (size_t c = 0; c < row->table->columns; c++) {
        int32_t width = row->widths[c];
        if (width == 0) continue;
        bool right = sheet->view->columns[row->table->first_column + c].right;
        pdk_posting_cell cell = cell_of(sheet, row, c);
        const pdk_draw_label label = { .x = right ? x + width : x,
                                       .size = TEXT,
                                       .anchor = right ? PDK_ANCHOR_END : PDK_ANCHOR_START,
                                       .colour = colour_of(theme, cell.style),
                                       .bold = is_bold(cell.style),
                                       .room = width };
        if (c == row->wrapped && row->row > 0) put_wrapped(sheet, cell.text, label);
        else put(sheet, cell.text, label);
        x += width + GAP;
    }
    sheet->y += height - ROW * 7 / 10;
}

static void put_table(posting_sheet *sheet, const pdk_posting_part *table)
{
    pdk_memory *memory = sheet->work->memory;
    int32_t *widths = pdk_alloc_array(memory, table->columns, sizeof *widths);
    sheet->failed |= widths == NULL;
    if (widths == NULL || table->rows == 0) return;
    sheet->y += TEXT / 2;
    measure(sheet, table, widths);
    drawn_row row = { table, widths, 0, pdk_posting_wrapped(sheet->view, table) };
    const drawn_row heading = row;
    make_room(sheet, 3 * ROW); /* not a heading alone */
    for (; row.row <= table->rows; row.row++) {
        if (make_room(sheet, height_of(sheet, &row))) {
            sheet->y += TEXT / 2;
            put_row(sheet, &heading);
        }
        put_row(sheet, &row);
    }
    char *left_out = pdk_posting_left_out(sheet->view, table, widths, memory);
    sheet->y += TEXT / 4;
    if (left_out != NULL) put_words(sheet, left_out);
    pdk_free(memory, left_out);
    pdk_free(memory, widths);
}

/* ------------------------------------------------------------------------------------------------ the whole */

static void put_fact(posting_sheet *sheet, const pdk_posting_part *part)
{
    char *text = pdk_text_printf(sheet->work->memory, "%s: %s", part->text, part->detail);
    sheet->failed |= text == NULL;
    if (text != NULL) put_words(sheet, text);
    pdk_free(sheet->work->memory, text);
}

static void put_parts(posting_sheet *sheet)
{
    const char *title = sheet->work->options->title;
    sheet->x = sheet->y = sheet->top = sheet->lowest = 0;
    sheet->columns = 1;
    for (size_t i = 0; i < sheet->view->count; i++) {
        const pdk_posting_part *part = &sheet->view->parts[i];
        switch (part->kind) {
        case PDK_POSTING_TITLE:
            if (i > 0) make_room(sheet, 3 * TITLE + 3 * ROW); /* not a title alone */
            sheet->y += i > 0 ? TITLE : TITLE / 2;
            put_line(sheet, i == 0 && title != NULL ? title : part->text, TITLE, true);
            if (part->detail[0] != '\0') put_words(sheet, part->detail);
            if (i == 0) sheet->top = sheet->y;
            break;
        case PDK_POSTING_HEADING:
            make_room(sheet, 2 * TEXT + 3 * ROW);
            sheet->y += TEXT;
            put_line(sheet, part->text, TEXT, true);
            break;
        case PDK_POSTING_TABLE: put_table(sheet, part); break;
        case PDK_POSTING_FACT: put_fact(sheet, part); break;
        case PDK_POSTING_NOTE: put_words(sheet, part->text); break;
        }
    }
    end_column(sheet);
}

/* How high the sheet is with columns that end there. */
static int32_t try_bottom(posting_sheet *sheet, int32_t bottom)
{
    sheet->bottom = bottom;
    put_parts(sheet);
    return sheet->lowest;
}

/* As many columns, all about as high; false where there is no room for all. */
static bool share_out(posting_sheet *sheet, int32_t columns, int32_t most)
{
    int32_t whole = try_bottom(sheet, INT32_MAX) - sheet->top;
    for (int32_t bottom = sheet->top + whole / columns;; bottom += ROW) { /* what is kept together leaves gaps */
        if (bottom > most) return false;
        if (try_bottom(sheet, bottom) <= most && sheet->columns <= columns) return true;
    }
}

static void set_column(posting_sheet *sheet, int32_t width)
{
    sheet->width = width;
    sheet->room = width - 2 * SIDE;
}

/* Settles where columns end, and returns how many there are. One column, if that is not higher than the requested size,
 * or than a picture may be. Otherwise as many as it takes, and more if they would be long; narrower ones where the
 * picture cannot be wider. 0 = they do not fit in. */
static int32_t choose_columns(posting_sheet *sheet)
{
    const pdk_plot_work *work = sheet->work;
    int32_t most = work->height > 0 ? pdk_plot_height(work) : PDK_PLOT_LARGEST * 10,
            whole = work->width > 0 ? pdk_plot_width(work) : PDK_PLOT_LARGEST * 10,
            usual = work->width > 0 ? whole : WIDTH * 10;
    set_column(sheet, usual);
    int32_t one = try_bottom(sheet, INT32_MAX);
    if (one <= most) return 1;
    for (int32_t columns = one / HANDY + 1; work->height == 0 && columns <= whole / usual; columns++) {
        if (share_out(sheet, columns, HANDY)) return sheet->columns;
    }
    for (int32_t columns = 2; whole / columns >= LEAST_COLUMN; columns++) {
        set_column(sheet, whole / columns < usual ? whole / columns : usual);
        bool may_fit = one / columns <= most; /* narrow ones are no shorter */
        if (may_fit && share_out(sheet, columns, most)) return sheet->columns;
    }
    return 0;
}

pdk_status pdk_plot_draw_posting(pdk_plot_work *work, pdk_error *error)
{
    pdk_posting_view view;
    pdk_status status = pdk_posting_look(work->posting, &view, error);
    if (status != PDK_OK) return status;
    if (work->width > PDK_PLOT_LARGEST) work->width = PDK_PLOT_LARGEST + 1; /* pdk_plot_settle refuses it */
    posting_sheet sheet = { .work = work, .view = &view };
    int32_t columns = choose_columns(&sheet);
    if (columns == 0)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "plot.size",
                        "these tables do not fit in %u x %u pixels: draw less at once, or write them as HTML or text",
                        work->width > 0 ? work->width : PDK_PLOT_LARGEST,
                        work->height > 0 ? work->height : PDK_PLOT_LARGEST);
    uint32_t height = ((uint32_t)sheet.lowest + 9) / 10;
    status = pdk_plot_settle(work, (uint32_t)(sheet.width * columns) / 10, height, height, error);
    if (status != PDK_OK) return status;
    sheet.list = &work->list;
    put_parts(&sheet);
    if (sheet.failed) return pdk_fail_memory(error, work->memory, "a picture");
    const pdk_posting_part *first = view.count > 0 ? &view.parts[0] : NULL;
    if (first != NULL && first->kind == PDK_POSTING_TITLE) {
        pdk_draw_clean(work->title, sizeof work->title, first->text, strlen(first->text));
        pdk_draw_clean(work->subtitle, sizeof work->subtitle, first->detail, strlen(first->detail));
    }
    return pdk_plot_go_on(work, 1, 1, error);
}
