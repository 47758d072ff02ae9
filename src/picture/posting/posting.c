/* Postings are lists of parts; columns and cells of all tables are two arrays. */
#include "posting/posting.h"

#include "base/allocator.h"
#include "base/callback.h"
#include "base/options.h"

struct pdk_posting {
    atomic_size_t holders;
    pdk_memory memory;
    pdk_vector parts, columns, cells;
    bool failed;
};

pdk_status pdk_posting_create(const pdk_posting_options *options, pdk_posting **posting, pdk_error *error)
{
    pdk_posting_options own;
    if (posting == NULL)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null",
                        "pdk_posting_create needs a place for the posting");
    *posting = NULL;
    pdk_status status = pdk_refuse_in_allocator(error, "a posting");
    if (status == PDK_OK) status = pdk_options_copy(&own, sizeof own, options, "PDK_POSTING_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    pdk_allocator allocator = pdk_allocator_of(&own.allocator);
    pdk_posting *made = pdk_allocator_take(&allocator, sizeof *made);
    if (made == NULL) return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for a posting");
    memset(made, 0, sizeof *made);
    atomic_init(&made->holders, 1);
    pdk_memory_init(&made->memory, &allocator, pdk_memory_limit(&own.limits));
    made->parts = pdk_vector_of(&made->memory, sizeof(pdk_posting_part));
    made->columns = pdk_vector_of(&made->memory, sizeof(pdk_posting_column));
    made->cells = pdk_vector_of(&made->memory, sizeof(pdk_posting_cell));
    *posting = made;
    return PDK_OK;
}

static void destroy(pdk_posting *posting)
{
    pdk_allocator allocator = posting->memory.allocator;
    pdk_memory_destroy(&posting->memory);
    pdk_allocator_give_back(&allocator, posting, sizeof *posting);
}

void pdk_posting_close(pdk_posting *posting)
{
    if (posting != NULL && !pdk_in_allocator() && pdk_leaves_last(&posting->holders)) destroy(posting);
}

pdk_posting *pdk_posting_hold(const pdk_posting *posting)
{
    pdk_posting *held = (pdk_posting *)(uintptr_t)posting; /* the same for all readers */
    if (held != NULL) atomic_fetch_add_explicit(&held->holders, 1, memory_order_relaxed);
    return held;
}

void pdk_posting_let_go(pdk_posting *const *held)
{
    if (*held != NULL && pdk_leaves_last(&(*held)->holders)) destroy(*held);
}

/* ------------------------------------------------------------------------------------------------ adding */

static const char *copy(pdk_posting *posting, pdk_text text)
{
    const char *end = text.size > 0 ? memchr(text.data, '\0', text.size) : NULL;
    size_t size = end != NULL ? (size_t)(end - text.data) : text.data != NULL ? text.size : 0;
    char *made = pdk_keep_room(&posting->memory, size + 1);
    posting->failed |= made == NULL;
    if (made == NULL) return "";
    if (size > 0) memcpy(made, text.data, size);
    made[size] = '\0';
    return made;
}

static pdk_posting_part *add(pdk_posting *posting, pdk_posting_kind kind, pdk_text text, pdk_text detail)
{
    if (posting == NULL || pdk_in_allocator()) return NULL;
    pdk_posting_part *part = posting->failed ? NULL : pdk_vector_push(&posting->parts);
    posting->failed |= part == NULL;
    if (part == NULL) return NULL;
    *part = (pdk_posting_part){ .kind = kind, .text = copy(posting, text), .detail = copy(posting, detail) };
    return part;
}

void pdk_posting_add_title(pdk_posting *posting, pdk_text title, pdk_text detail)
{
    add(posting, PDK_POSTING_TITLE, title, detail);
}

void pdk_posting_add_heading(pdk_posting *posting, pdk_text heading)
{
    add(posting, PDK_POSTING_HEADING, heading, (pdk_text){ "", 0 });
}

void pdk_posting_add_fact(pdk_posting *posting, pdk_text name, pdk_text value)
{
    add(posting, PDK_POSTING_FACT, name, value);
}

void pdk_posting_add_note(pdk_posting *posting, pdk_text note)
{
    add(posting, PDK_POSTING_NOTE, note, (pdk_text){ "", 0 });
}

void pdk_posting_add_table(pdk_posting *posting)
{
    pdk_posting_part *part = add(posting, PDK_POSTING_TABLE, (pdk_text){ "", 0 }, (pdk_text){ "", 0 });
    if (part == NULL) return;
    part->first_column = posting->columns.count;
    part->first_cell = posting->cells.count;
}

/* The table that is being filled: the last part. */
static pdk_posting_part *open_table(const pdk_posting *posting)
{
    if (posting == NULL || posting->failed || posting->parts.count == 0 || pdk_in_allocator()) return NULL;
    pdk_posting_part *last = (pdk_posting_part *)posting->parts.items + posting->parts.count - 1;
    return last->kind == PDK_POSTING_TABLE ? last : NULL;
}

void pdk_posting_add_column(pdk_posting *posting, const char *heading, bool right, int importance)
{
    pdk_posting_part *table = open_table(posting);
    if (table == NULL || posting->cells.count > table->first_cell) return;
    pdk_posting_column *column = pdk_vector_push(&posting->columns);
    posting->failed |= column == NULL;
    if (column == NULL) return;
    *column = (pdk_posting_column){ copy(posting, pdk_text_of(heading)), right, importance };
    table->columns++;
}

void pdk_posting_add_cell(pdk_posting *posting, pdk_posting_style style, pdk_text text)
{
    pdk_posting_part *table = open_table(posting);
    if (table == NULL || table->columns == 0) return;
    pdk_posting_cell *cell = pdk_vector_push(&posting->cells);
    posting->failed |= cell == NULL;
    if (cell == NULL) return;
    *cell = (pdk_posting_cell){ copy(posting, text), (unsigned)style <= PDK_POSTING_DIM ? style : PDK_POSTING_PLAIN };
    table->rows = (posting->cells.count - table->first_cell) / table->columns;
}

static void append_table(pdk_posting *posting, const pdk_posting_view *other, const pdk_posting_part *table)
{
    pdk_posting_add_table(posting);
    for (size_t c = 0; c < table->columns; c++) {
        const pdk_posting_column *column = &other->columns[table->first_column + c];
        pdk_posting_add_column(posting, column->heading, column->right, column->importance);
    }
    for (size_t i = 0; i < table->rows * table->columns; i++) {
        const pdk_posting_cell *cell = &other->cells[table->first_cell + i];
        pdk_posting_add_cell(posting, cell->style, pdk_text_of(cell->text));
    }
}

void pdk_posting_append(pdk_posting *posting, const pdk_posting *other)
{
    pdk_posting_view view = { .count = 0 };
    if (posting == NULL || other == NULL || posting == other || pdk_in_allocator()) return;
    if (pdk_posting_look(other, &view, NULL) != PDK_OK) {
        posting->failed = true;
        return;
    }
    for (size_t i = 0; i < view.count && !posting->failed; i++) {
        const pdk_posting_part *part = &view.parts[i];
        if (part->kind == PDK_POSTING_TABLE) append_table(posting, &view, part);
        else add(posting, part->kind, pdk_text_of(part->text), pdk_text_of(part->detail));
    }
}

/* ----------------------------------------------------------------------------------------------- looking */

void pdk_posting_heap_like(const pdk_posting *posting, pdk_memory *memory)
{
    pdk_memory_init(memory, &posting->memory.allocator, posting->memory.limit);
}

pdk_status pdk_posting_look(const pdk_posting *posting, pdk_posting_view *view, pdk_error *error)
{
    if (posting->failed) return pdk_fail_memory(error, &posting->memory, "a posting");
    *view = (pdk_posting_view){ .parts = posting->parts.items,
                                .count = posting->parts.count,
                                .columns = posting->columns.items,
                                .cells = posting->cells.items };
    return PDK_OK;
}

const pdk_posting_cell *pdk_posting_cell_at(const pdk_posting_view *view, const pdk_posting_part *table, size_t row,
                                            size_t column)
{
    return &view->cells[table->first_cell + row * table->columns + column];
}

bool pdk_posting_has_texts(const pdk_posting_view *view, const pdk_posting_part *table, size_t column)
{
    bool found = false;
    for (size_t row = 0; row < table->rows && !found; row++)
        found = pdk_posting_cell_at(view, table, row, column)->text[0] != '\0';
    return found;
}

size_t pdk_posting_wrapped(const pdk_posting_view *view, const pdk_posting_part *table)
{
    size_t last = table->columns, texts = 0;
    for (size_t c = 0; c < table->columns; c++) {
        if (view->columns[table->first_column + c].right || !pdk_posting_has_texts(view, table, c)) continue;
        last = c;
        texts++;
    }
    return texts > 1 ? last : table->columns;
}

/* While columns are chosen, one that is left out keeps its width as a negative number. */
typedef struct fitting {
    const pdk_posting_column *columns;
    size_t count, wrapped;
    int32_t *widths;
    const pdk_posting_room *room;
    int most; /* importance */
} fitting;

static int64_t excess_of(const fitting *fit)
{
    int64_t total = 0;
    for (size_t c = 0; c < fit->count; c++) total += fit->widths[c] > 0 ? fit->widths[c] + fit->room->between : 0;
    return total - fit->room->between - fit->room->room;
}

/* Among those that are shown, or those that are not: the least important, the last of equal ones; or the most
 * important, the first of equal ones. As many as there are columns = there is none. */
static size_t next_column(const fitting *fit, bool shown)
{
    size_t found = fit->count;
    for (size_t c = 0; c < fit->count; c++) {
        if (fit->widths[c] == 0 || (fit->widths[c] > 0) != shown) continue;
        int own = fit->columns[c].importance;
        bool next = found == fit->count ||
                    (shown ? own <= fit->columns[found].importance : own > fit->columns[found].importance);
        if (next) found = c;
    }
    return found;
}

static void leave_out(const fitting *fit)
{
    for (int64_t excess; (excess = excess_of(fit)) > 0;) {
        size_t least = next_column(fit, true);
        if (least == fit->count) return;
        int32_t spare = fit->wrapped < fit->count ? fit->widths[fit->wrapped] - fit->room->narrowest : 0;
        if (fit->columns[least].importance < fit->most || spare <= 0) fit->widths[least] = -fit->widths[least];
        else fit->widths[fit->wrapped] -= excess < spare ? (int32_t)excess : spare;
    }
}

/* "Best lap", "in": a heading in small letters continues the column before it, and says nothing without it. */
static bool goes_on(const fitting *fit, size_t column)
{
    char first = fit->columns[column].heading[0];
    return column > 0 && first >= 'a' && first <= 'z';
}

/* What went before something wider did may have room now. */
static void take_back(const fitting *fit)
{
    for (size_t c; (c = next_column(fit, false)) < fit->count;) {
        fit->widths[c] = -fit->widths[c];
        bool alone = goes_on(fit, c) && fit->widths[c - 1] <= 0;
        if (alone || excess_of(fit) > 0) fit->widths[c] = 0;
    }
}

void pdk_posting_fit(const pdk_posting_view *view, const pdk_posting_part *table, int32_t *widths,
                     const pdk_posting_room *room)
{
    fitting fit = { .columns = view->columns + table->first_column,
                    .count = table->columns,
                    .wrapped = pdk_posting_wrapped(view, table),
                    .widths = widths,
                    .room = room };
    int32_t wide = fit.wrapped < fit.count ? widths[fit.wrapped] : 0;
    for (size_t c = 0; c < fit.count; c++)
        if (widths[c] > 0 && fit.columns[c].importance > fit.most) fit.most = fit.columns[c].importance;
    if (wide > room->wrapped) widths[fit.wrapped] = room->wrapped;
    leave_out(&fit);
    take_back(&fit);
    int64_t spare = -excess_of(&fit);
    if (wide == 0 || widths[fit.wrapped] == 0) return;
    widths[fit.wrapped] = widths[fit.wrapped] + spare < wide ? (int32_t)(widths[fit.wrapped] + spare) : wide;
}

/* What a column that was left out is called in the line that says so. */
static char *name_of(const pdk_posting_view *view, const pdk_posting_part *table, size_t column, pdk_memory *memory)
{
    const pdk_posting_column *columns = view->columns + table->first_column;
    if (columns[column].heading[0] != '\0') return pdk_text_printf(memory, "%s", columns[column].heading);
    size_t before = column;
    while (before > 0 && columns[before].heading[0] == '\0') before--;
    return columns[before].heading[0] != '\0' ? pdk_text_printf(memory, "the text after %s", columns[before].heading)
                                              : pdk_text_printf(memory, "column %zu", column + 1);
}

char *pdk_posting_left_out(const pdk_posting_view *view, const pdk_posting_part *table, const int32_t *widths,
                           pdk_memory *memory)
{
    char *list = NULL;
    for (size_t c = 0; c < table->columns; c++) {
        if (widths[c] > 0 || !pdk_posting_has_texts(view, table, c)) continue;
        char *name = name_of(view, table, c, memory);
        if (name == NULL) return NULL;
        char *longer = list == NULL ? pdk_text_printf(memory, "Left out to fit the width: %s", name)
                                    : pdk_text_printf(memory, "%s, %s", list, name);
        pdk_free(memory, name);
        if (list != NULL) pdk_free(memory, list);
        list = longer;
        if (list == NULL) return NULL;
    }
    return list;
}

void pdk_posting_put(pdk_posting_writer *writer, const char *bytes, size_t size)
{
    if (writer->status == PDK_OK && size > 0)
        writer->status = pdk_output_write(writer->output, bytes, size, writer->error);
}
