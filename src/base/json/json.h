/* JSON written to an output: for the library, and for the command, which prints answers in the same way. */
#ifndef PADDOCK_JSON_JSON_H
#define PADDOCK_JSON_JSON_H

#include "paddock/document.h"
#include "paddock/layout.h"
#include "paddock/output.h"

/* A JSON writer over an output: keys and values in order, commas and escapes done. Errors stick to the output. */
typedef struct pdk_json {
    pdk_output *output;
    int indent; /* blanks per level; 0 = one line */
    int depth;  /* private from here on */
    bool comma, after_key;
} pdk_json;

void pdk_json_begin(pdk_json *json, char bracket); /* '{' or '[' */
void pdk_json_end(pdk_json *json, char bracket);   /* '}' or ']' */
void pdk_json_key(pdk_json *json, const char *key);
void pdk_json_text(pdk_json *json, const char *text); /* NULL gives null; bytes that are not UTF-8 become U+FFFD */
void pdk_json_value(pdk_json *json, const pdk_value *value);
void pdk_json_integer(pdk_json *json, int64_t value);
void pdk_json_natural(pdk_json *json, uint64_t value);
void pdk_json_number(pdk_json *json, double value);
void pdk_json_boolean(pdk_json *json, bool value);

/* json_member.c: members of objects, a key and its value in one call. */
void pdk_member_begin(pdk_json *json, const char *key, char bracket);
void pdk_member_text(pdk_json *json, const char *key, const char *text);
void pdk_member_natural(pdk_json *json, const char *key, uint64_t value);
void pdk_member_number(pdk_json *json, const char *key, double value);
void pdk_member_numbers(pdk_json *json, const char *key, const double *numbers, size_t count);
/* With the digits a float needs. */
void pdk_member_floats(pdk_json *json, const char *key, const float *numbers, size_t count);
void pdk_member_integer(pdk_json *json, const char *key, int64_t value);
/* [{"value": 1, "text": "left"}, ...]; empty where `labels` is NULL. */
void pdk_member_labels(pdk_json *json, const char *key, const pdk_label *labels);
/* {"1": "left", ...}. */
void pdk_member_label_names(pdk_json *json, const char *key, const pdk_label *labels);
void pdk_member_value(pdk_json *json, const char *key, const pdk_value *value);
void pdk_member_boolean(pdk_json *json, const char *key, bool value);

/* json_problem.c: { severity, code, offset, where, message }; the offset is null where none applies. */
void pdk_json_finding(pdk_json *json, const pdk_finding *finding);
/* "error": { status, code, offset, where, message }. */
void pdk_member_error(pdk_json *json, const pdk_error *error);

/* A float alone, in a list. */
void pdk_json_float(pdk_json *json, float value);

#endif
