/* Members of JSON objects: a key and its value in one call. */
#ifndef PADDOCK_JSON_JSON_MEMBER_H
#define PADDOCK_JSON_JSON_MEMBER_H

#include "paddock/paddock.h"

void pdk_member_begin(pdk_json *json, const char *key, char bracket);
void pdk_member_text(pdk_json *json, const char *key, const char *text);
void pdk_member_natural(pdk_json *json, const char *key, uint64_t value);
void pdk_member_number(pdk_json *json, const char *key, double value);
void pdk_member_numbers(pdk_json *json, const char *key, const double *numbers, size_t count);
/* With the digits a float needs. */
void pdk_member_floats(pdk_json *json, const char *key, const float *numbers, size_t count);
void pdk_member_boolean(pdk_json *json, const char *key, bool value);

/* A float alone, in a list. */
void pdk_json_float(pdk_json *json, float value);

#endif
