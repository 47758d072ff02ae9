/* The JSON writer: commas, escapes and indentation. Failures stick to the output. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "json/json.h"
#include "json/json_text.h"

static void put(pdk_json *json, const char *text, size_t size)
{
    pdk_output_write(json->output, text, size, NULL);
}

static void new_line(pdk_json *json)
{
    static const char blanks[] = "                                ";
    put(json, "\n", 1);
    for (int left = json->indent * json->depth; left > 0; left -= (int)sizeof blanks - 1) {
        put(json, blanks, left < (int)sizeof blanks - 1 ? (size_t)left : sizeof blanks - 1);
    }
}

/* What is written before a key or value. */
static void lead(pdk_json *json)
{
    if (json->after_key) {
        json->after_key = false;
        return;
    }
    if (json->comma) put(json, ",", 1);
    if (json->indent > 0 && json->depth > 0) new_line(json);
}

static void scalar(pdk_json *json, const char *text, size_t size)
{
    lead(json);
    put(json, text, size);
    json->comma = true;
}

static void put_string(pdk_json *json, const char *text, size_t size)
{
    char buffer[PDK_JSON_ESCAPED * 64];
    put(json, "\"", 1);
    for (size_t at = 0; at < size;) {
        size_t length = pdk_json_escape(buffer, text, size, &at, 64);
        put(json, buffer, length);
    }
    put(json, "\"", 1);
}

static void put_hex(pdk_json *json, pdk_bytes bytes)
{
    put(json, "\"", 1);
    for (size_t i = 0; i < bytes.size; i++) {
        char pair[2];
        pdk_put_hex(pair, bytes.data[i]);
        put(json, pair, 2);
    }
    put(json, "\"", 1);
}

void pdk_json_begin(pdk_json *json, char bracket)
{
    lead(json);
    put(json, &bracket, 1);
    json->depth++;
    json->comma = false;
}

void pdk_json_end(pdk_json *json, char bracket)
{
    json->depth--;
    if (json->indent > 0 && json->comma) new_line(json);
    put(json, &bracket, 1);
    json->comma = json->depth > 0;
}

void pdk_json_key(pdk_json *json, const char *key)
{
    lead(json);
    put_string(json, key, strlen(key));
    put(json, ": ", json->indent > 0 ? 2 : 1);
    json->after_key = true;
}

void pdk_json_text(pdk_json *json, const char *text)
{
    if (text == NULL) {
        scalar(json, "null", 4);
        return;
    }
    lead(json);
    put_string(json, text, strlen(text));
    json->comma = true;
}

void pdk_json_integer(pdk_json *json, int64_t value)
{
    char text[PDK_NUMBER_SPACE];
    scalar(json, text, (size_t)(pdk_put_integer(text, value) - text));
}

void pdk_json_natural(pdk_json *json, uint64_t value)
{
    char text[PDK_NUMBER_SPACE];
    scalar(json, text, (size_t)(pdk_put_natural(text, value) - text));
}

static void number(pdk_json *json, double value, pdk_type type)
{
    char text[PDK_NUMBER_SIZE];
    /* "-0" is a whole number to many readers, whose sign goes. */
    if (value == 0 && signbit(value)) scalar(json, "-0.0", 4);
    else if (isfinite(value)) scalar(json, text, pdk_format_number(text, value, type));
    else scalar(json, "null", 4);
}

void pdk_json_number(pdk_json *json, double value)
{
    number(json, value, PDK_FLOAT64);
}

void pdk_json_boolean(pdk_json *json, bool value)
{
    scalar(json, value ? "true" : "false", value ? 4 : 5);
}

void pdk_json_value(pdk_json *json, const pdk_value *value)
{
    switch (value->type) {
    case PDK_TYPE_NONE: scalar(json, "null", 4); break;
    case PDK_BOOL: pdk_json_boolean(json, value->as.boolean); break;
    case PDK_INT8:
    case PDK_INT16:
    case PDK_INT32:
    case PDK_INT64: pdk_json_integer(json, value->as.integer); break;
    case PDK_UINT8:
    case PDK_UINT16:
    case PDK_UINT32:
    case PDK_UINT64: pdk_json_natural(json, value->as.natural); break;
    case PDK_FLOAT32:
    case PDK_FLOAT64: number(json, value->as.number, value->type); break;
    case PDK_TEXT:
        lead(json);
        put_string(json, value->as.text.data, value->as.text.size);
        json->comma = true;
        break;
    case PDK_BYTES:
        lead(json);
        put_hex(json, value->as.bytes);
        json->comma = true;
        break;
    }
}
