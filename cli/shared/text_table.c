#include "text_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible_text.h"
#include "exit_status.h"
#include "messages.h"
#include "output.h"

void cli_text_column_add(cli_text_table *table, const char *heading, bool right, int importance)
{
    if (table->posting == NULL && !table->failed) {
        table->failed = pdk_posting_create(NULL, &table->posting, NULL) != PDK_OK;
        pdk_posting_add_table(table->posting);
    }
    pdk_posting_add_column(table->posting, heading, right, importance);
    table->column_count++;
}

void cli_text_put_name(cli_text_table *table, cli_style style, pdk_text name)
{
    pdk_posting_add_cell(table->posting, (pdk_posting_style)style, name);
}

void cli_text_put(cli_text_table *table, cli_style style, const char *format, ...)
{
    char text[CLI_TEXT_CELL];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(text, sizeof text, format, arguments);
    char *longer = length >= (int)sizeof text ? malloc((size_t)length + 1) : NULL;
    if (longer != NULL) vsnprintf(longer, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    cli_text_put_name(table, style, pdk_text_of(longer != NULL ? longer : text));
    free(longer);
}

void cli_text_put_clock(cli_text_table *table, cli_style style, double seconds)
{
    char text[PDK_TIME_SIZE];
    pdk_format_time(text, seconds, 3);
    cli_text_put(table, style, "%s", text);
}

void cli_text_put_part(cli_text_table *table, cli_style style, double seconds)
{
    char text[PDK_TIME_SIZE];
    pdk_format_duration(text, seconds, 3);
    cli_text_put(table, style, "%s", text);
}

int cli_letters(const char *text, size_t size)
{
    return (int)pdk_shown_letters(text, size);
}

int cli_text_print(cli_text_table *table, cli_out *out)
{
    pdk_posting_write_options options = PDK_POSTING_WRITE_OPTIONS_INIT;
    pdk_error error;
    int status = table->failed ? cli_no_memory("a table") : CLI_FINE;
    options.width = out->is_file ? 0 : (uint32_t)out->width;
    options.colours = out->colour;
    if (out->posting != NULL) pdk_posting_append(out->posting, table->posting);
    else if (table->posting != NULL &&
             pdk_posting_write(table->posting, PDK_POSTING_TEXT, &options, out->output, &error) != PDK_OK)
        status = cli_fail_out(out, &error);
    pdk_posting_close(table->posting);
    *table = (cli_text_table){ .column_count = 0 };
    return status;
}
