/* Members of JSON objects: a key and its value in one call. */
#include "cli.h"

void cli_json_begin(pdk_json *json, const char *key, char bracket)
{
    pdk_json_key(json, key);
    pdk_json_begin(json, bracket);
}

void cli_json_text(pdk_json *json, const char *key, const char *text)
{
    pdk_json_key(json, key);
    pdk_json_text(json, text);
}

void cli_json_value(pdk_json *json, const char *key, const pdk_value *value)
{
    pdk_json_key(json, key);
    pdk_json_value(json, value);
}

void cli_json_integer(pdk_json *json, const char *key, int64_t value)
{
    pdk_json_key(json, key);
    pdk_json_integer(json, value);
}

void cli_json_natural(pdk_json *json, const char *key, uint64_t value)
{
    pdk_json_key(json, key);
    pdk_json_natural(json, value);
}

void cli_json_number(pdk_json *json, const char *key, double value)
{
    pdk_json_key(json, key);
    pdk_json_number(json, value);
}

void cli_json_boolean(pdk_json *json, const char *key, bool value)
{
    pdk_json_key(json, key);
    pdk_json_boolean(json, value);
}

void cli_json_vector(pdk_json *json, const char *key, const double vector[3])
{
    cli_json_begin(json, key, '[');
    for (int axis = 0; axis < 3; axis++) pdk_json_number(json, vector[axis]);
    pdk_json_end(json, ']');
}
