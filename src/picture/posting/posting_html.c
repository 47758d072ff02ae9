/* Postings as a part of a page. It is pasted into forums and sites that are not ours: styles are in the elements, and
 * characters beyond ASCII are numbers, so that no encoding of the page around it is wrong. */
#include "posting/posting.h"

#include <stdio.h>

#include "base/text.h"
#include "base/visible_text.h"
#include "base/xml.h"

static void put_escaped(void *user, const char *bytes, size_t size)
{
    static const uint8_t first[] = { 0x7F, 0x7F, 0x1F, 0x0F, 0x07 };
    pdk_posting_writer *writer = user;
    for (size_t i = 0, step; i < size; i += step) {
        const uint8_t *at = (const uint8_t *)bytes + i;
        size_t sequence = pdk_utf8_sequence(at, size - i);
        const char *instead = pdk_xml_instead(bytes[i]);
        step = sequence > 0 ? sequence : 1;
        if (instead != NULL) pdk_posting_say(writer, instead);
        else if (sequence == 1) pdk_posting_put(writer, bytes + i, 1);
        else {
            uint32_t letter = sequence > 0 ? at[0] & first[sequence] : 0xFFFD;
            for (size_t k = 1; k < sequence; k++) letter = letter << 6 | (at[k] & 0x3F);
            char number[16];
            pdk_posting_put(writer, number, (size_t)snprintf(number, sizeof number, "&#%u;", (unsigned)letter));
        }
    }
}

static void put_text(pdk_posting_writer *writer, const char *text)
{
    pdk_show_text(text, strlen(text), put_escaped, writer);
}

static void put_element(pdk_posting_writer *writer, const char *begin, const char *text, const char *end)
{
    pdk_posting_say(writer, begin);
    put_text(writer, text);
    pdk_posting_say(writer, end);
}

static void put_cell(pdk_posting_writer *writer, const pdk_posting_column *column, const pdk_posting_cell *cell)
{
    static const char *const styles[] = { "", ";font-weight:bold", ";color:#00734f", ";color:#a0208f;font-weight:bold",
                                          ";opacity:.7" };
    pdk_posting_say(writer, cell != NULL ? "<td" : "<th");
    pdk_posting_say(writer, " style=\"padding:.2em .6em;border-bottom:1px solid #8884;white-space:nowrap;text-align:");
    pdk_posting_say(writer, column->right ? "right" : "left");
    pdk_posting_say(writer, cell != NULL ? styles[cell->style] : "");
    pdk_posting_say(writer, "\">");
    put_text(writer, cell != NULL ? cell->text : column->heading);
    pdk_posting_say(writer, cell != NULL ? "</td>" : "</th>");
}

static void put_table(pdk_posting_writer *writer, const pdk_posting_part *table)
{
    const pdk_posting_view *view = writer->view;
    bool *shown = pdk_alloc_array(writer->memory, table->columns, sizeof *shown);
    if (shown == NULL) {
        writer->status = pdk_fail_memory(writer->error, writer->memory, "a table");
        return;
    }
    for (size_t c = 0; c < table->columns; c++) shown[c] = pdk_posting_has_texts(view, table, c);
    pdk_posting_say(writer, "<div style=\"overflow-x:auto\"><table style=\"border-collapse:collapse;"
                            "font-variant-numeric:tabular-nums\">\n");
    for (size_t row = 0; row <= table->rows && writer->status == PDK_OK; row++) {
        pdk_posting_say(writer, row == 0 ? "<thead><tr>" : "<tr>");
        for (size_t c = 0; c < table->columns; c++) {
            if (!shown[c]) continue;
            put_cell(writer, &view->columns[table->first_column + c],
                     row > 0 ? pdk_posting_cell_at(view, table, row - 1, c) : NULL);
        }
        pdk_posting_say(writer, row == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
    }
    pdk_posting_say(writer, "</tbody></table></div>\n");
    pdk_free(writer->memory, shown);
}

static void put_part(pdk_posting_writer *writer, const pdk_posting_part *part)
{
    switch (part->kind) {
    case PDK_POSTING_TITLE:
        put_element(writer, "<h2>", part->text, "</h2>\n");
        if (part->detail[0] != '\0') put_element(writer, "<p>", part->detail, "</p>\n");
        break;
    case PDK_POSTING_HEADING: put_element(writer, "<h3>", part->text, "</h3>\n"); break;
    case PDK_POSTING_TABLE: put_table(writer, part); break;
    case PDK_POSTING_FACT:
        put_element(writer, "<p><b>", part->text, "</b> ");
        put_element(writer, "", part->detail, "</p>\n");
        break;
    case PDK_POSTING_NOTE: put_element(writer, "<p><small>", part->text, "</small></p>\n"); break;
    }
}

void pdk_posting_write_html(pdk_posting_writer *writer)
{
    pdk_posting_say(writer, "<div dir=\"ltr\" style=\"font-family:system-ui,sans-serif\">\n");
    for (size_t i = 0; i < writer->view->count && writer->status == PDK_OK; i++)
        put_part(writer, &writer->view->parts[i]);
    pdk_posting_say(writer, "</div>\n");
}
