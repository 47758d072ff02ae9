#include "json/json.h"

#include <stdio.h>

void pdk_member_begin(pdk_json *json, const char *key, char bracket)
{
    pdk_json_key(json, key);
    pdk_json_begin(json, bracket);
}

void pdk_member_text(pdk_json *json, const char *key, const char *text)
{
    pdk_json_key(json, key);
    pdk_json_text(json, text);
}

void pdk_member_natural(pdk_json *json, const char *key, uint64_t value)
{
    pdk_json_key(json, key);
    pdk_json_natural(json, value);
}

void pdk_member_integer(pdk_json *json, const char *key, int64_t value)
{
    pdk_json_key(json, key);
    pdk_json_integer(json, value);
}

void pdk_member_labels(pdk_json *json, const char *key, const pdk_label *labels)
{
    pdk_member_begin(json, key, '[');
    for (; labels != NULL && labels->text != NULL; labels++) {
        pdk_json_begin(json, '{');
        pdk_member_integer(json, "value", labels->value);
        pdk_member_text(json, "text", labels->text);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

void pdk_member_label_names(pdk_json *json, const char *key, const pdk_label *labels)
{
    pdk_member_begin(json, key, '{');
    for (; labels->text != NULL; labels++) {
        char value[24];
        snprintf(value, sizeof value, "%lld", (long long)labels->value);
        pdk_member_text(json, value, labels->text);
    }
    pdk_json_end(json, '}');
}

void pdk_member_value(pdk_json *json, const char *key, const pdk_value *value)
{
    pdk_json_key(json, key);
    pdk_json_value(json, value);
}

void pdk_member_number(pdk_json *json, const char *key, double value)
{
    pdk_json_key(json, key);
    pdk_json_number(json, value);
}

void pdk_member_numbers(pdk_json *json, const char *key, const double *numbers, size_t count)
{
    pdk_member_begin(json, key, '[');
    for (size_t i = 0; i < count; i++) pdk_json_number(json, numbers[i]);
    pdk_json_end(json, ']');
}

void pdk_member_floats(pdk_json *json, const char *key, const float *numbers, size_t count)
{
    pdk_member_begin(json, key, '[');
    for (size_t i = 0; i < count; i++) pdk_json_float(json, numbers[i]);
    pdk_json_end(json, ']');
}

void pdk_member_boolean(pdk_json *json, const char *key, bool value)
{
    pdk_json_key(json, key);
    pdk_json_boolean(json, value);
}

void pdk_json_float(pdk_json *json, float value)
{
    pdk_json_value(json, &(pdk_value){ .type = PDK_FLOAT32, .as.number = (double)value });
}
