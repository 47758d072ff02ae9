/* Postings in GitHub's Markdown. */
#include "posting/posting.h"

#include "base/markdown_text.h"

static void put_bytes(void *user, const char *bytes, size_t size)
{
    pdk_posting_put(user, bytes, size);
}

static void put_text(pdk_posting_writer *writer, const char *text)
{
    pdk_show_markdown(text, strlen(text), put_bytes, writer);
}

static void put_row(pdk_posting_writer *writer, const pdk_posting_part *table, const bool *shown, size_t row)
{
    pdk_posting_say(writer, "|");
    for (size_t c = 0; c < table->columns; c++) {
        if (!shown[c]) continue;
        const pdk_posting_column *column = &writer->view->columns[table->first_column + c];
        const pdk_posting_cell *cell = row > 0 ? pdk_posting_cell_at(writer->view, table, row - 1, c) : NULL;
        const char *text = cell != NULL ? cell->text : column->heading;
        bool bold =
            cell != NULL && text[0] != '\0' && (cell->style == PDK_POSTING_BOLD || cell->style == PDK_POSTING_BEST);
        pdk_posting_say(writer, bold ? " **" : " ");
        put_text(writer, text);
        pdk_posting_say(writer, bold ? "** |" : " |");
    }
    pdk_posting_say(writer, "\n");
}

static void put_table(pdk_posting_writer *writer, const pdk_posting_part *table)
{
    bool *shown = pdk_alloc_array(writer->memory, table->columns, sizeof *shown);
    if (shown == NULL) {
        writer->status = pdk_fail_memory(writer->error, writer->memory, "a table");
        return;
    }
    for (size_t c = 0; c < table->columns; c++) shown[c] = pdk_posting_has_texts(writer->view, table, c);
    if (table->rows > 0) put_row(writer, table, shown, 0);
    if (table->rows > 0) pdk_posting_say(writer, "|");
    for (size_t c = 0; c < table->columns; c++) {
        bool right = writer->view->columns[table->first_column + c].right;
        if (shown[c]) pdk_posting_say(writer, right ? "---:|" : "---|");
    }
    if (table->rows > 0) pdk_posting_say(writer, "\n");
    for (size_t row = 1; row <= table->rows && writer->status == PDK_OK; row++) put_row(writer, table, shown, row);
    pdk_free(writer->memory, shown);
}

static void put_item(pdk_posting_writer *writer, const pdk_posting_part *part)
{
    pdk_posting_say(writer, "- ");
    put_text(writer, part->text);
    if (part->kind == PDK_POSTING_FACT) pdk_posting_say(writer, ": ");
    if (part->kind == PDK_POSTING_FACT) put_text(writer, part->detail);
    pdk_posting_say(writer, "\n");
}

static bool is_item(const pdk_posting_part *part)
{
    return part->kind == PDK_POSTING_FACT || part->kind == PDK_POSTING_NOTE;
}

void pdk_posting_write_markdown(pdk_posting_writer *writer)
{
    const pdk_posting_view *view = writer->view;
    for (size_t i = 0; i < view->count && writer->status == PDK_OK; i++) {
        const pdk_posting_part *part = &view->parts[i];
        if (i > 0 && !(is_item(part) && is_item(part - 1))) pdk_posting_say(writer, "\n");
        if (part->kind == PDK_POSTING_TABLE) put_table(writer, part);
        else if (is_item(part)) put_item(writer, part);
        else {
            pdk_posting_say(writer, part->kind == PDK_POSTING_TITLE ? "## " : "### ");
            put_text(writer, part->text);
            if (part->detail[0] != '\0') pdk_posting_say(writer, "\n\n");
            put_text(writer, part->detail);
            pdk_posting_say(writer, "\n");
        }
    }
}
