/* Cells and titles of what is answered: names of drivers, gaps, entries. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "posted.h"

double cli_number_at(const pdk_table *table, const char *name, uint64_t row)
{
    return pdk_table_number_at(table, name, row);
}

pdk_text cli_text_at(const pdk_table *table, const char *name, uint64_t row)
{
    pdk_text value = pdk_table_text_at(table, name, row);
    return value.data != NULL ? value : (pdk_text){ "", 0 };
}

static const pdk_property *find_property(const pdk_document *document, const char *name)
{
    const pdk_property *property = pdk_document_find_property(document, name);
    bool empty = property != NULL && property->value.type == PDK_TEXT && property->value.as.text.size == 0;
    return empty ? NULL : property;
}

void cli_post_answer_title(cli_out *out, const cli_answer_file *file)
{
    char detail[512] = "";
    size_t at = 0;
    const pdk_document *document = file->input.document;
    static const char *const asked[] = { "session", "car", "track", "config", "track_kind" };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const pdk_property *property = find_property(document, asked[i]);
        if (property == NULL || (property->label == NULL && property->value.type != PDK_TEXT)) continue;
        pdk_text text = property->value.as.text;
        const char *between = at > 0 ? ", " : "";
        if (property->label != NULL)
            at += (size_t)snprintf(detail + at, sizeof detail - at, "%s%s", between, property->label);
        else at += (size_t)snprintf(detail + at, sizeof detail - at, "%s%.*s", between, (int)text.size, text.data);
        if (at >= sizeof detail) at = sizeof detail - 1;
    }
    cli_post_title(out, file->title, detail);
}

bool cli_names_repeat(const pdk_table *table)
{
    enum { MOST = 256 };
    struct {
        pdk_text name;
        double slot;
    } seen[MOST];
    size_t count = 0;
    for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
        pdk_text name = cli_text_at(table, "driver", row);
        double slot = cli_number_at(table, "slot", row);
        size_t i = 0;
        for (; i < count; i++) {
            bool same = seen[i].name.size == name.size &&
                        (name.size == 0 || memcmp(seen[i].name.data, name.data, name.size) == 0);
            if (same && fabs(seen[i].slot - slot) > 0.5) return true;
            if (same) break;
        }
        if (i == count && count < MOST) {
            seen[count].name = name;
            seen[count++].slot = slot;
        }
    }
    return false;
}

void cli_put_gap(cli_text_table *to, double gap)
{
    char text[PDK_TIME_SIZE];
    pdk_format_gap(text, gap, 3);
    cli_text_put(to, CLI_PLAIN_STYLE, "%s", text);
}

/* Bytes of the first characters of a name. */
static size_t first_letters(pdk_text name, size_t letters)
{
    size_t at = 0;
    for (; at < name.size; at++) {
        bool begins = (name.data[at] & 0xC0) != 0x80;
        if (begins && letters-- == 0) break;
    }
    return at;
}

void cli_put_driver(cli_text_table *to, cli_style style, const cli_answer_file *file, uint64_t row)
{
    enum { LONGEST_NAME = 24 }; /* shortened here, so that the slot after it is not what is left out */
    pdk_text name = cli_text_at(file->table, "driver", row);
    double slot = cli_number_at(file->table, "slot", row);
    size_t size = first_letters(name, LONGEST_NAME);
    if (!file->repeats && name.size > 0) cli_text_put_name(to, style, name);
    else if (name.size == 0) cli_text_put(to, style, "(%.0f)", slot);
    else cli_text_put(to, style, "%.*s%s (%.0f)", (int)size, name.data, size < name.size ? "\xE2\x80\xA6" : "", slot);
}

static const char *const entry_columns[] = { "number", "co_driver", "team", "class" };

void cli_add_entry_columns(cli_text_table *to, int number, int others)
{
    static const char *const headings[] = { "No.", "Co-driver", "Team", "Class" };
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        cli_text_column_add(to, headings[i], i == 0, i == 0 ? number : others);
}

void cli_put_entry(cli_text_table *to, const pdk_table *table, uint64_t row)
{
    for (size_t i = 0; i < sizeof entry_columns / sizeof entry_columns[0]; i++)
        cli_text_put_name(to, CLI_PLAIN_STYLE, cli_text_at(table, entry_columns[i], row));
}
