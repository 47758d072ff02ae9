/* paddock fields: layouts, from the tables the readers go by. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

/* -------------------------------------------------------------------------------------------- finding records */

static void put_list(cli_out *out, pdk_json *json)
{
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_get(i);
        if (json == NULL) {
            cli_heading(out, info->id);
            cli_print(out, "  %s\n", info->title);
        }
        for (const pdk_record *const *record = info->records; record != NULL && *record != NULL; record++) {
            if (json != NULL) cli_put_record_json(json, *record, NULL);
            else cli_print(out, "  %-28s %s\n", (*record)->name, (*record)->meaning);
        }
    }
}

/* What an operand means: a format, with a record of it and a field of that where named. */
typedef struct fields_wanted {
    const pdk_format_info *format;
    const pdk_record *record;
    const pdk_field *field;
} fields_wanted;

static const char *format_id(const void *user, size_t index)
{
    (void)user;
    return index < pdk_format_count() ? pdk_format_get(index)->id : NULL;
}

static const char *record_name(const void *user, size_t index)
{
    const pdk_format_info *info = user;
    return info->records != NULL && info->records[index] != NULL ? info->records[index]->name : NULL;
}

static const char *field_name(const void *user, size_t index)
{
    const pdk_record *record = user;
    return index < record->field_count ? record->fields[index].name : NULL;
}

/* The record called `name`, or the one `name` continues with ".field". Sets *rest behind the record's name. */
static const pdk_record *find_record(const pdk_format_info *info, const char *name, const char **rest)
{
    const pdk_record *best = NULL;
    size_t best_length = 0;
    for (const pdk_record *const *record = info->records; record != NULL && *record != NULL; record++) {
        size_t length = strlen((*record)->name);
        if (strncmp((*record)->name, name, length) != 0 || (name[length] != '\0' && name[length] != '.')) continue;
        if (best != NULL && length < best_length) continue;
        best = *record;
        best_length = length;
    }
    *rest = name + best_length;
    return best;
}

static int find(const char *operand, fields_wanted *wanted)
{
    char id[32];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(operand, "."), operand);
    wanted->format = pdk_format_find(id);
    if (wanted->format == NULL) return cli_no_such(NULL, "format", id, format_id, NULL);
    if (strchr(operand, '.') == NULL) return CLI_FINE;
    const char *rest;
    wanted->record = find_record(wanted->format, operand, &rest);
    if (wanted->record == NULL) return cli_no_such(NULL, "record", operand, record_name, wanted->format);
    if (*rest == '\0') return CLI_FINE;
    for (uint32_t i = 0; i < wanted->record->field_count; i++) {
        if (strcmp(wanted->record->fields[i].name, rest + 1) == 0) wanted->field = &wanted->record->fields[i];
    }
    return wanted->field != NULL ? CLI_FINE : cli_no_such(wanted->record->name, "field", rest + 1, field_name, wanted->record);
}

static void put_wanted(cli_out *out, const cli_arguments *arguments, const fields_wanted *wanted, pdk_json *json)
{
    const pdk_record *const *record = wanted->format->records;
    for (bool first = true; record != NULL && *record != NULL; record++) {
        if (wanted->record != NULL && *record != wanted->record) continue;
        bool markdown = cli_given(arguments, CLI_MARKDOWN);
        if (json == NULL && !first) cli_print(out, "\n");
        if (json == NULL && markdown && wanted->record == NULL) cli_print(out, "### `%s`\n\n", (*record)->name);
        if (json != NULL) cli_put_record_json(json, *record, wanted->field);
        else if (markdown) cli_put_record_markdown(out, *record, wanted->field);
        else cli_put_record_text(out, *record, wanted->field);
        first = false;
    }
}

int cli_cmd_fields(const cli_arguments *arguments)
{
    fields_wanted wanted = { 0 };
    int status = arguments->count > 0 ? find(arguments->operands[0], &wanted) : CLI_FINE;
    if (status != CLI_FINE) return status;
    cli_out out;
    status = cli_open_out(&out, NULL);
    if (status != CLI_FINE) return status;
    pdk_json writer = { .output = out.output, .indent = 2 }, *json = cli_given(arguments, CLI_JSON) ? &writer : NULL;
    bool list = wanted.record == NULL;
    if (json != NULL && list) pdk_json_begin(json, '[');
    if (wanted.format == NULL) put_list(&out, json);
    else put_wanted(&out, arguments, &wanted, json);
    if (json != NULL && list) pdk_json_end(json, ']');
    if (json != NULL) cli_print(&out, "\n");
    return cli_close_out(&out, CLI_FINE);
}
