/* Text laid out for people: sizes, grouped digits, tables and their columns. */
#include <stdio.h>
#include <string.h>

#include "layout.h"
#include "output.h"

const char *cli_grouped(char buffer[32], uint64_t value)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value), at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && length > 4) buffer[at++] = ' ';
        buffer[at++] = digits[i];
    }
    buffer[at] = '\0';
    return buffer;
}

const char *cli_size_text(char buffer[32], uint64_t bytes)
{
    static const char *const units[] = { "kB", "MB", "GB", "TB", "PB", "EB" };
    if (bytes < 1000) {
        snprintf(buffer, 32, "%llu byte%s", (unsigned long long)bytes, bytes == 1 ? "" : "s");
        return buffer;
    }
    double value = (double)bytes / 1000;
    int unit = 0;
    for (; value >= 999.95 && unit < 5; unit++) value /= 1000;
    snprintf(buffer, 32, value < 9.995 ? "%.2f %s" : value < 99.95 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    return buffer;
}

void cli_put_clock(cli_out *out, double seconds)
{
    char text[PDK_TIME_SIZE];
    pdk_format_time(text, seconds, 3);
    cli_print(out, "%s", text);
}

void cli_put_wrapped(cli_out *out, int indent, const char *text)
{
    int at = indent;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        if (at > indent && at + 1 + (int)length > out->width) {
            cli_print(out, "\n%*s", indent, "");
            at = indent;
        } else if (at > indent) {
            cli_print(out, " ");
            at++;
        }
        cli_put_text(out, text, length);
        at += (int)length;
        text += length;
        text += strspn(text, " ");
    }
    cli_print(out, "\n");
}

enum { COLUMN_INDENT = 6 };

static void put_columns(cli_out *out, const pdk_table *table)
{
    int at = 0;
    for (size_t i = 0; i < pdk_table_columns(table); i++) {
        const pdk_column_info *column = pdk_table_column_at(table, i);
        char text[160];
        snprintf(text, sizeof text, "%s%s%s%s%s%s", column->name, column->unit != NULL ? " [" : "",
                 column->unit != NULL ? column->unit : "", column->unit != NULL ? "]" : "",
                 column->certainty <= PDK_GUESSED ? "?" : "", column->nullable ? "*" : "");
        int length = (int)strlen(text);
        if (at == 0 || at + 2 + length > out->width) {
            cli_print(out, at == 0 ? "%*s" : ",\n%*s", COLUMN_INDENT, "");
            at = COLUMN_INDENT;
        } else {
            cli_print(out, ", ");
            at += 2;
        }
        cli_print(out, "%s", text);
        at += length;
    }
    if (at > 0) cli_print(out, "\n");
}

void cli_put_tables(cli_out *out, const pdk_document *document, bool columns)
{
    size_t count = pdk_document_table_count(document), widest = 0;
    bool doubtful = false, nullable = false;
    for (size_t i = 0; i < count; i++) {
        const pdk_table *table = pdk_document_table_at(document, i);
        size_t length = strlen(pdk_table_name(table));
        if (length > widest) widest = length;
        for (size_t c = 0; c < pdk_table_columns(table); c++) {
            doubtful |= pdk_table_column_at(table, c)->certainty <= PDK_GUESSED;
            nullable |= pdk_table_column_at(table, c)->nullable;
        }
    }
    cli_heading(out, "Tables");
    doubtful = doubtful && columns;
    nullable = nullable && columns;
    cli_print(out, "%s%s%s%s%s\n", doubtful || nullable ? "  (" : "", doubtful ? "?: guessed or unknown" : "",
              doubtful && nullable ? "; " : "", nullable ? "*: values can be missing" : "",
              doubtful || nullable ? ")" : "");
    for (size_t i = 0; i < count; i++) {
        const pdk_table *table = pdk_document_table_at(document, i);
        char buffer[32], rows[48];
        snprintf(rows, sizeof rows, "%s row%s", cli_grouped(buffer, pdk_table_rows(table)),
                 pdk_table_rows(table) == 1 ? "" : "s");
        cli_print(out, "  %-*s  %13s  %s\n", (int)widest, pdk_table_name(table), rows,
                  pdk_table_meaning(table) != NULL ? pdk_table_meaning(table) : "");
        if (columns) put_columns(out, table);
    }
}

void cli_put_computed(cli_out *out, const pdk_document *document, bool meanings)
{
    size_t widest = 0, found = 0;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        size_t length = strlen(pdk_answer_name(i));
        if (length > widest) widest = length;
    }
    int at = 0;
    for (size_t i = 0; pdk_answer_name(i) != NULL; i++) {
        const char *name = pdk_answer_name(i);
        if (pdk_answer_available(document, name, NULL) != PDK_OK) continue;
        if (found++ == 0) {
            cli_heading(out, "Computed");
            cli_print(out, "  from these on request%s", meanings ? "\n" : ":");
            at = out->width;
        }
        if (meanings) {
            cli_print(out, "  %-*s  %s\n", (int)widest, name, pdk_answer_meaning(i));
            continue;
        }
        if (at + 2 + (int)strlen(name) > out->width) {
            cli_print(out, "%s\n  %s", found > 1 ? "," : "", name);
            at = 2 + (int)strlen(name);
        } else {
            cli_print(out, ", %s", name);
            at += 2 + (int)strlen(name);
        }
    }
    if (found > 0 && !meanings) cli_print(out, "\n");
}
