/* Texts that grow: statements, cells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql/session/sql_session.h"

void sql_put_bytes(sql_text *text, const char *data, size_t size)
{
    if (size > text->room - text->size) {
        size_t room = (text->size + size) * 2 + 256;
        char *larger = text->failed ? NULL : realloc(text->data, room);
        if (larger == NULL) {
            text->failed = true;
            return;
        }
        text->data = larger;
        text->room = room;
    }
    if (size > 0) memcpy(text->data + text->size, data, size);
    text->size += size;
}

void sql_put(sql_text *text, const char *data)
{
    sql_put_bytes(text, data, strlen(data));
}

void sql_put_number(sql_text *text, uint64_t number)
{
    char digits[32];
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    sql_put_bytes(text, digits, (size_t)size);
}

void sql_put_literal(sql_text *text, const char *data)
{
    sql_put(text, "'");
    for (const char *quote; (quote = strchr(data, '\'')) != NULL; data = quote + 1) {
        sql_put_bytes(text, data, (size_t)(quote - data));
        sql_put(text, "''");
    }
    sql_put(text, data);
    sql_put(text, "'");
}

void sql_put_list(sql_text *text, const char *const *items, size_t count)
{
    sql_put(text, "[");
    for (size_t i = 0; i < count; i++) {
        sql_put(text, i > 0 ? ", " : "");
        sql_put_literal(text, items[i]);
    }
    sql_put(text, "]");
}

const char *sql_take_text(sql_text *text)
{
    sql_put_bytes(text, "", 1);
    text->size = 0;
    return text->failed ? NULL : text->data;
}
